import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import { streamProtocol } from '../../src/proxy/pass-streams.js';
import { answerTo, bearer, openProxy, exec, isStill, token, type OpenProxy } from './open-proxy.js';

const watch = '/api/v1/pods?watch=1&resourceVersion=5';

interface Upstream {
  readonly server: string;
  readonly asked: IncomingMessage[];
  readonly close: () => void;
}

/** An API server that answers each request as a test says. */
async function upstream(answer: RequestListener): Promise<Upstream> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  return { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}

interface StreamPage {
  readonly socket: WebSocket;
  readonly head: () => { status?: number; headers?: Readonly<Record<string, string>> };
  readonly pieces: readonly string[];
  readonly ended: Promise<number>;
}

/** A stream as a page of the proxy reads it, which asks for each piece that it takes. */
function read({ port, origin }: OpenProxy, path = watch, options: ClientOptions & { asks?: boolean } = {}): StreamPage {
  const { asks = true, ...given } = options;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, [streamProtocol, bearer], { origin, ...given });
  onTestFinished(() => socket.terminate());
  const pieces: string[] = [];
  let head = {};
  let isGreeted = false;
  socket.on('error', () => undefined);
  socket.on('open', () => socket.send('application/json;as=Table;v=v1;g=meta.k8s.io'));
  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary && !isGreeted) {
      expect(String(data)).toBe(streamProtocol);
      isGreeted = true;
    } else if (!isBinary) head = JSON.parse(String(data)) as object;
    else {
      pieces.push(String(data));
      if (asks) socket.send('');
    }
  });
  const ended = new Promise<number>((resolve) => void socket.once('close', resolve));
  return { socket, head: () => head, pieces, ended };
}

describe('streams of pages over WebSockets', () => {
  it('are GETs with the credentials of the process, and what the page accepts', async () => {
    const api = await upstream((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b', warning: '299 - "old"' });
      response.write('{"type":"ADDED"}\n');
      setImmediate(() => response.end('{"type":"BOOKMARK"}\n'));
    });
    const page = read(await openProxy(api.server), watch, { headers: { cookie: 'a=b', 'impersonate-user': 'root' } });
    expect(await page.ended).toBe(1000);
    expect(page.socket.protocol).toBe(streamProtocol);
    expect(page.head()).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(page.head().headers).not.toHaveProperty('set-cookie');
    expect(page.pieces.join('')).toBe('{"type":"ADDED"}\n{"type":"BOOKMARK"}\n');
    const [asked] = api.asked;
    expect([asked?.method, asked?.url]).toEqual(['GET', watch]);
    expect(asked?.headers).toMatchObject({
      authorization: 'Bearer of-the-kubeconfig',
      accept: 'application/json;as=Table;v=v1;g=meta.k8s.io',
    });
    for (const name of ['cookie', 'origin', 'impersonate-user', 'upgrade', 'sec-websocket-protocol'])
      expect(asked?.headers[name]).toBeUndefined();
  });

  it.each([403, 410])('have the status and the body of a refusal: %d', async (status) => {
    const api = await upstream((_, response) => response.writeHead(status).end(`{"code":${status}}`));
    const page = read(await openProxy(api.server));
    expect([await page.ended, page.head().status, page.pieces.join('')]).toEqual([1000, status, `{"code":${status}}`]);
  });

  it('are 502 where nothing answers, and end with 1011 where the API server breaks off', async () => {
    const gone = read(await openProxy('http://127.0.0.1:9'));
    expect([await gone.ended, gone.head().status]).toEqual([1000, 502]);
    expect(gone.pieces.join('')).not.toContain('of-the-kubeconfig');
    const api = await upstream((_, response) => void response.write('{"type":"ADDED"}\n'));
    const page = read(await openProxy(api.server));
    await expect.poll(() => page.pieces.length).toBe(1);
    api.close();
    expect(await page.ended).toBe(1011);
  });

  it.each<[string, Readonly<Record<string, string | undefined>>, string, number]>([
    ['a foreign Origin', { origin: 'https://evil.example' }, watch, 403],
    ['no Origin', { origin: undefined }, watch, 403],
    ['a foreign Host', { host: 'evil.example', origin: 'http://evil.example' }, watch, 421],
    ['another token', { 'sec-websocket-protocol': `${streamProtocol}, ${bearer}x` }, watch, 401],
    ['the token in the address', { 'sec-websocket-protocol': streamProtocol }, `${watch}&access_token=${token}`, 401],
    ['a proxy of a pod', {}, '/api/v1/namespaces/web/pods/front-0/proxy/?watch=1', 403],
    ['a path that climbs out', {}, '/api/../session?watch=1', 400],
    ['another method', { method: 'POST' }, watch, 400],
  ])('are refused with %s', async (_, { method, ...changed }, path, status) => {
    const api = await upstream((_, response) => response.end());
    const protocols = { 'sec-websocket-protocol': `${streamProtocol}, ${bearer}` };
    const text = await answerTo(await openProxy(api.server), { ...protocols, ...changed }, path, method);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).not.toContain(token);
    expect(api.asked).toEqual([]);
  });

  it('are read with --read-only too, but for what runs commands', async () => {
    const api = await upstream((request, response) => response.end(`${request.method} ${request.headers.upgrade}`));
    const to = await openProxy(api.server, { readOnly: true });
    const page = read(to);
    expect([await page.ended, page.pieces.join('')]).toEqual([1000, 'GET undefined']);
    const protocols = { 'sec-websocket-protocol': `${streamProtocol}, ${bearer}` };
    expect(await answerTo(to, protocols, exec)).toMatch(/^HTTP\/1.1 403 [^]*read-only/);
    expect(api.asked.length).toBe(1);
  });

  it.each<[string, (socket: WebSocket) => void]>([
    ['closes', (socket) => socket.close()],
    ['vanishes', (socket) => socket.terminate()],
    [
      'breaks off in the middle of a frame',
      (socket) => (socket as unknown as { _socket: Socket })._socket.end(Buffer.from([0x81, 0xff, 0])),
    ],
    ['sends more than a message may have', (socket) => socket.send(Buffer.alloc(17 * 1024 * 1024))],
  ])('end at the API server when the page %s', async (_, leave) => {
    let left = 0;
    const api = await upstream((_, response) => {
      response.once('close', () => (left += 1));
      response.write('{"type":"ADDED"}\n');
    });
    const to = await openProxy(api.server);
    const page = read(to);
    await expect.poll(() => page.pieces.length).toBe(1);
    leave(page.socket);
    await expect.poll(() => [to.open.size, left]).toEqual([0, 1]);
  });

  it('end at an API server that has not answered yet, and ask nothing for a page that says nothing', async () => {
    let left = 0;
    const api = await upstream((_, response) => response.once('close', () => (left += 1)));
    const to = await openProxy(api.server);
    const page = read(to);
    await expect.poll(() => api.asked.length).toBe(1);
    page.socket.terminate();
    await expect.poll(() => left).toBe(1);
    const silent = new WebSocket(`ws://127.0.0.1:${to.port}${watch}`, [streamProtocol, bearer], { origin: to.origin });
    await once(silent, 'open');
    silent.terminate();
    await expect.poll(() => to.open.size).toBe(0);
    expect(api.asked.length).toBe(1);
  });

  it('read no more of the API server than a page asks for', async () => {
    const piece = Buffer.alloc(1024 * 1024);
    let written = 0;
    const api = await upstream((_, response) => {
      const next = (): void => {
        written += 1;
        if (written < 200) response.write(piece, next);
        else response.end();
      };
      next();
    });
    const page = read(await openProxy(api.server), watch, { asks: false });
    await expect.poll(() => page.pieces.length).toBe(4);
    await expect.poll(async () => isStill(() => written)).toBe(true);
    expect(page.pieces.length).toBe(4);
    expect(written).toBeLessThan(100);
    page.socket.on('message', () => page.socket.send(''));
    for (let index = 0; index < 4; index += 1) page.socket.send('');
    expect(await page.ended).toBe(1000);
  });
});
