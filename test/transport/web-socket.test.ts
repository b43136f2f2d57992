import { createHash, randomBytes } from 'node:crypto';
import { Agent as HttpsAgent } from 'node:https';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { createClient, type ApiSocket, type Client, type ClientOptions, type Exchange } from '../../src/index.js';
import { selfSigned } from './self-signed.js';

interface Options {
  readonly tls?: boolean;
  /** Answers the upgrade by itself; returns false to let `ws` do it. */
  readonly onUpgrade?: (request: IncomingMessage, socket: Duplex) => boolean;
  readonly onSocket?: (socket: WebSocket, request: IncomingMessage) => void;
}

const protocol = 'v5.channel.k8s.io';

/** A server on loopback whose WebSockets are those of the library ws. */
async function serve({ tls = false, onUpgrade, onSocket = () => undefined }: Options = {}): Promise<string> {
  const server = tls ? createTlsServer(selfSigned) : createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const raw = new Set<Duplex>();
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    raw.add(socket);
    socket.on('error', () => undefined);
    if (onUpgrade?.(request, socket) === true) return;
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => undefined);
      onSocket(opened, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of raw) socket.destroy();
    server.close();
  });
  return `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function clientOf(server: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ server, ...options });
  onTestFinished(() => client.close());
  return client;
}

async function connect(options: Options, rest: Partial<Parameters<Client['connect']>[0]> = {}): Promise<ApiSocket> {
  return clientOf(await serve(options)).connect({ path: '/x', protocols: [protocol], ...rest });
}

/** Switches protocols by hand. */
function accept(request: IncomingMessage, socket: Duplex, chosen = protocol): void {
  const key = `${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const proof = createHash('sha1').update(key).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof}\r\nSec-WebSocket-Protocol: ${chosen}\r\n\r\n`,
  );
}

async function all(socket: ApiSocket): Promise<string[]> {
  const texts: string[] = [];
  for await (const message of socket.messages) texts.push(Buffer.from(message).toString());
  return texts;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Connects to a server that sends these bytes, by hand, after the handshake. */
async function after(bytes: Uint8Array, rest: object = {}): Promise<ApiSocket> {
  return connect(
    {
      onUpgrade(request, socket) {
        accept(request, socket);
        socket.write(bytes);
        return true;
      },
    },
    rest,
  );
}

describe('client.connect', () => {
  it('sends path, query, protocols and credentials, and hands over what the server chose', async () => {
    let seen: IncomingMessage | undefined;
    const exchanges: Exchange[] = [];
    const server = await serve({ onSocket: (_, request) => (seen = request) });
    const client = clientOf(`${server}/prefix`, {
      token: 'secret-token',
      impersonate: { user: 'jane', groups: ['a', 'b'] },
      onExchange: (exchange) => exchanges.push(exchange),
    });
    const socket = await client.connect({
      path: '/x',
      query: { command: ['ls', '-l'], tty: true },
      protocols: [protocol, 'v4.channel.k8s.io'],
    });
    expect(socket.protocol).toBe(protocol);
    expect(seen?.url).toBe('/prefix/x?command=ls&command=-l&tty=true');
    expect(seen?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'impersonate-user': 'jane',
      'impersonate-group': 'a, b',
      'sec-websocket-protocol': `${protocol}, v4.channel.k8s.io`,
    });
    expect(exchanges).toMatchObject([{ method: 'GET', path: '/prefix/x?command=ls&command=-l&tty=true', status: 101 }]);
  });

  it('carries messages of every length both ways, whole and in order', async () => {
    const socket = await connect({ onSocket: (opened) => opened.on('message', (data) => opened.send(data)) });
    const sent = [0, 1, 125, 126, 127, 65_535, 65_536, 300_000].map((length) => new Uint8Array(randomBytes(length)));
    const sending = (async () => {
      for (const message of sent) await socket.send(message);
    })();
    const received: Uint8Array[] = [];
    for await (const message of socket.messages) {
      received.push(message);
      if (received.length === sent.length) break;
    }
    await sending;
    expect(received.map(hashOf)).toEqual(sent.map(hashOf));
  });

  it('carries messages of every length that are sent at once, wherever they begin in the memory of a write', async () => {
    const socket = await connect({ onSocket: (opened) => opened.on('message', (data) => opened.send(data)) });
    const lengths = Array.from({ length: 300 }, (_, index) => [index, 200 - (index % 7), 32 * 1024]).flat();
    const sent = [...lengths, 300_000, 1, 131_072].map((length) => new Uint8Array(randomBytes(length)));
    const sending = Promise.all(sent.map((message) => socket.send(message)));
    const received: string[] = [];
    for await (const message of socket.messages) {
      received.push(hashOf(message));
      if (received.length === sent.length) break;
    }
    await sending;
    expect(received).toEqual(sent.map(hashOf));
  });

  it('ends every send that waits where the connection breaks', async () => {
    let raw: Duplex | undefined;
    const socket = await connect({
      onUpgrade(request, server) {
        accept(request, server);
        raw = server;
        server.pause();
        return true;
      },
    });
    const sends = Array.from({ length: 1000 }, () => socket.send(new Uint8Array(32 * 1024)));
    const outcomes = Promise.allSettled(sends);
    raw!.destroy();
    expect((await outcomes).map(({ status }) => status)).toContain('rejected');
    await expect(socket.send(new Uint8Array(1))).rejects.toMatchObject({ code: 'connection' });
  });

  it('joins fragments, reads text as UTF-8 and answers pings', async () => {
    const socket = await connect({
      onSocket(opened) {
        opened.on('pong', (data) => {
          opened.send(data, { binary: true }, () => opened.close(4001, 'enough'));
        });
        opened.send('grü', { fin: false });
        opened.send('ße', { fin: true });
        opened.ping('are you there');
      },
    });
    expect(await all(socket)).toEqual(['grüße', 'are you there']);
    expect(await socket.closed).toEqual({ code: 4001, reason: 'enough' });
  });

  it('reads what came with the head of the answer', async () => {
    const socket = await connect({
      onUpgrade(request, raw) {
        raw.cork();
        accept(request, raw);
        raw.write(Buffer.from([0x82, 2, 104, 105, 0x88, 2, 3, 232]));
        raw.uncork();
        return true;
      },
    });
    expect(await all(socket)).toEqual(['hi']);
    expect(await socket.closed).toEqual({ code: 1000, reason: '' });
  });

  it("takes the protocol of Kubernetes' tunnel for ports, whose name is no token", async () => {
    const tunnel = 'SPDY/3.1+portforward.k8s.io';
    const socket = await connect(
      { onUpgrade: (request, raw) => (accept(request, raw, request.headers['sec-websocket-protocol']), true) },
      { protocols: [tunnel] },
    );
    expect(socket.protocol).toBe(tunnel);
  });

  it('tells a refusal as any other request does', async () => {
    const status = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      reason: 'Forbidden',
      message: 'no',
      code: 403,
    };
    const body = JSON.stringify(status);
    const opening = connect({
      onUpgrade(_, socket) {
        socket.end(
          `HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
        return true;
      },
    });
    await expect(opening).rejects.toMatchObject({ code: 'api', statusCode: 403, status, fromServer: true });
  });

  it('renews credentials after a 401, once', async () => {
    const asked: boolean[] = [];
    const server = await serve({
      onUpgrade(request, socket) {
        if (request.headers.authorization === 'Bearer new') return false;
        socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
        return true;
      },
    });
    const client = clientOf(server, {
      authenticate: ({ rejected }) => {
        asked.push(rejected);
        return Promise.resolve({ headers: { authorization: `Bearer ${rejected ? 'new' : 'old'}` } });
      },
    });
    await client.connect({ path: '/x' });
    expect(asked).toEqual([false, true]);
  });

  it('does not send again what may have begun', async () => {
    let requests = 0;
    const opening = connect({
      onUpgrade(_, socket) {
        requests += 1;
        socket.destroy();
        return true;
      },
    });
    await expect(opening).rejects.toMatchObject({ code: 'connection' });
    expect(requests).toBe(1);
  });

  it('goes through the agent of the credentials', async () => {
    const server = await serve({ tls: true, onSocket: (opened) => opened.send('in') });
    const agent = new HttpsAgent({ ca: selfSigned.cert });
    onTestFinished(() => agent.destroy());
    const client = clientOf(server, { authenticate: () => Promise.resolve({ headers: {}, agent }) });
    const socket = await client.connect({ path: '/x' });
    for await (const message of socket.messages) {
      expect(Buffer.from(message).toString()).toBe('in');
      break;
    }
    await expect(clientOf(server).connect({ path: '/x' })).rejects.toMatchObject({ code: 'untrusted-server' });
  });

  it('refuses an answer that is no WebSocket', async () => {
    const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const client = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(client.connect({ path: '/x' })).rejects.toMatchObject({
      code: 'connection',
      reasonCode: 'ERR_NO_WEBSOCKET',
      message: expect.stringContaining('answered 200') as string,
    });
  });

  it.each([
    ['an answer to another key', 'Sec-WebSocket-Accept: AAAAAAAAAAAAAAAAAAAAAAAAAAA='],
    ['no proof', 'X-Other: 1'],
  ])('refuses %s', async (_, header) => {
    const opening = connect({
      onUpgrade(_request, socket) {
        socket.write(`HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${header}\r\n\r\n`);
        return true;
      },
    });
    await expect(opening).rejects.toMatchObject({ code: 'connection', reasonCode: 'ERR_WEBSOCKET' });
  });

  it.each([
    ['another protocol than WebSocket', 'Upgrade: h2c', 'without agreeing'],
    ['an extension', 'Upgrade: websocket\r\nSec-WebSocket-Extensions: permessage-deflate', 'an extension that was not'],
  ])('refuses a switch to %s', async (_, lines, words) => {
    const opening = connect({
      onUpgrade(request, socket) {
        const key = `${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
        const proof = createHash('sha1').update(key).digest('base64');
        socket.write(`HTTP/1.1 101 Yes\r\n${lines}\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${proof}\r\n\r\n`);
        return true;
      },
    });
    await expect(opening).rejects.toThrow(words);
  });

  it('keeps of a flood of pings, whose answers nobody reads, only the last', async () => {
    const ping = Buffer.from([0x89, 125, ...new Array<number>(125).fill(7)]);
    const last = Buffer.from([0x89, 1, 42]);
    let raw: Duplex | undefined;
    const pings = 200_000;
    const socket = await connect({
      onUpgrade(request, server) {
        accept(request, server);
        raw = server;
        server.pause();
        return true;
      },
    });
    const received: string[] = [];
    const reading = (async () => {
      for await (const message of socket.messages) received.push(Buffer.from(message).toString());
    })();
    raw!.write(Buffer.concat([...new Array<Buffer>(pings).fill(ping), last, Buffer.from([0x82, 2, 104, 105])]));
    await expect.poll(() => received, { timeout: 20_000 }).toEqual(['hi']);
    const answers: Buffer[] = [];
    raw!.on('data', (bytes: Buffer) => answers.push(bytes));
    raw!.resume();
    // The last one is answered, behind what the kernel and the client hold of the others.
    const isLast = (): boolean => {
      const end = Buffer.concat(answers).subarray(-7);
      return end[0] === 0x8a && end[1] === 0x81 && ((end[6] ?? 0) ^ (end[2] ?? 0)) === 42;
    };
    await expect.poll(isLast).toBe(true);
    const bytes = answers.reduce((sum, { byteLength }) => sum + byteLength, 0);
    expect(bytes).toBeLessThan((pings * 131) / 2);
    raw!.write(Buffer.from([0x88, 0]));
    await reading;
  });

  it('refuses a protocol that was not offered', async () => {
    const opening = connect({ onUpgrade: (request, socket) => (accept(request, socket, 'other'), true) });
    await expect(opening).rejects.toThrow('a protocol that was not offered');
  });

  it.each([
    ['a masked frame', [0x82, 0x80, 0, 0, 0, 0]],
    ['an extension that was not agreed on', [0xc2, 0]],
    ['a frame with the unknown opcode 3', [0x83, 0]],
    ['fragments in a wrong order', [0x80, 0]],
    ['fragments in a wrong order', [0x02, 0, 0x82, 0]],
    ['a control frame that is too long or not whole', [0x09, 0]],
    ['a control frame that is too long or not whole', [0x89, 126, 0, 200]],
    ['a message of more than 1000 bytes (maxMessageBytes)', [0x82, 126, 3, 233]],
    ['a message of more than 1000 bytes (maxMessageBytes)', [0x82, 127, 255, 255, 255, 255, 255, 255, 255, 255]],
  ])('ends at %s', async (what, bytes) => {
    const socket = await after(Uint8Array.from(bytes), { maxMessageBytes: 1000 });
    await expect(all(socket)).rejects.toMatchObject({
      code: 'connection',
      detail: expect.stringContaining(what) as string,
    });
    await expect(socket.closed).rejects.toMatchObject({ code: 'connection' });
    await expect(socket.send(new Uint8Array(1))).rejects.toMatchObject({ code: 'connection' });
  });

  it('bounds a message that comes in fragments', async () => {
    const fragment = [...[0x00, 126, 1, 244], ...new Array<number>(500).fill(1)];
    const first = [0x02, ...fragment.slice(1)];
    const socket = await after(Uint8Array.from([...first, ...fragment, ...fragment]), { maxMessageBytes: 1000 });
    await expect(all(socket)).rejects.toThrow('maxMessageBytes');
  });

  it.each([
    ['after nothing', []],
    ['in the middle of a frame', [0x82, 5, 1]],
  ])('tells a connection that ends %s from one that was closed', async (_, bytes) => {
    const socket = await connect({
      onUpgrade(request, raw) {
        accept(request, raw);
        raw.end(Uint8Array.from(bytes));
        return true;
      },
    });
    await expect(all(socket)).rejects.toMatchObject({ code: 'connection' });
    await expect(socket.closed).rejects.toMatchObject({ code: 'connection' });
  });

  it('reads nothing ahead of its reader', async () => {
    const piece = new Uint8Array(64 * 1024);
    let opened: WebSocket | undefined;
    const socket = await connect({ onSocket: (server) => (opened = server) });
    for (let count = 0; count < 1000; count += 1) opened!.send(piece);
    // What the kernel holds is a few megabytes; the rest of the 64 MB stays with the server.
    let before = Infinity;
    const isStill = (): boolean => before === (before = opened!.bufferedAmount);
    await expect.poll(isStill, { interval: 100 }).toBe(true);
    expect(before).toBeGreaterThan(32_000_000);
    let bytes = 0;
    for await (const message of socket.messages) {
      bytes += message.byteLength;
      if (bytes === piece.byteLength * 1000) break;
    }
  });

  it('lets a sender wait while the server does not read', async () => {
    let raw: Duplex | undefined;
    const socket = await connect({
      onUpgrade(request, server) {
        accept(request, server);
        raw = server;
        return true;
      },
    });
    raw!.pause();
    const sending = (async () => {
      for (;;) await socket.send(new Uint8Array(32 * 1024));
    })();
    await Promise.race([sending, new Promise((resolve) => raw!.once('readable', resolve))]);
    raw!.destroy();
    await expect(sending).rejects.toMatchObject({ code: 'connection' });
  });

  it('closes: the server is told, and later sends fail', async () => {
    let told: Promise<number> | undefined;
    const socket = await connect({
      onSocket(opened) {
        told = new Promise((resolve) => opened.on('close', resolve));
      },
    });
    const reading = all(socket);
    socket.close();
    expect(await told).toBe(1000);
    expect(await reading).toEqual([]);
    expect(await socket.closed).toEqual({ code: 1000, reason: '' });
    await expect(socket.send(new Uint8Array(1))).rejects.toMatchObject({ reasonCode: 'ERR_WEBSOCKET_CLOSED' });
  });

  it('ends with its signal, and with its client', async () => {
    const server = await serve();
    const client = clientOf(server);
    const controller = new AbortController();
    const first = await client.connect({ path: '/x', signal: controller.signal });
    const reading = all(first);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await expect(first.closed).rejects.toBe(reason);
    await expect(first.send(new Uint8Array(1))).rejects.toBe(reason);
    await expect(client.connect({ path: '/x', signal: controller.signal })).rejects.toBe(reason);
    const second = await client.connect({ path: '/x' });
    const closing = all(second);
    await client.close();
    await expect(closing).rejects.toMatchObject({ code: 'closed' });
    await expect(client.connect({ path: '/x' })).rejects.toMatchObject({ code: 'closed' });
  });

  it('counts as a stream until its end', async () => {
    const client = clientOf(await serve(), { maxStreams: 1 });
    const first = await client.connect({ path: '/x' });
    await expect(client.connect({ path: '/x' })).rejects.toMatchObject({ code: 'too-many-streams' });
    first.close();
    await all(first);
    await first.closed;
    await client.connect({ path: '/x' });
  });

  it('passes the guards of the client', async () => {
    const server = await serve();
    let held = true;
    const client = clientOf(server).with({
      check() {
        if (!held) throw new Error('not the leader');
      },
    });
    const socket = await client.connect({ path: '/x', protocols: [protocol] });
    expect(socket.protocol).toBe(protocol);
    held = false;
    await expect(client.connect({ path: '/x' })).rejects.toThrow('not the leader');
  });

  it('refuses what can never work', async () => {
    const client = clientOf('http://127.0.0.1:1');
    const refused = async (request: object): Promise<string> =>
      client.connect(request as never).then(
        () => 'nothing',
        (error: { argument: string }) => error.argument,
      );
    expect(await refused({ path: '/x', protocols: ['a, b'] })).toBe('protocols');
    expect(await refused({ path: '/x', protocols: ['a\r\nb'] })).toBe('protocols');
    expect(await refused({ path: '/x', protocols: 'a' })).toBe('protocols');
    expect(await refused({ path: '/x', body: 'a' })).toBe('body');
    expect(await refused({ path: '/x', maxMessageBytes: 0 })).toBe('maxMessageBytes');
    expect(await refused({ path: 'x' })).toBe('path');
    const other = { send: () => Promise.reject(new Error('never')), close: () => undefined };
    const without = clientOf('http://127.0.0.1:1', { transport: other });
    await expect(without.connect({ path: '/x' })).rejects.toMatchObject({ argument: 'transport' });
  });
});
