import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createFetchTransport } from '../../src/core/transport/fetch-transport.js';
import { createClient, type Client, type ClientOptions } from '../../src/index.js';

const protocol = 'v5.channel.k8s.io';

beforeEach(() => {
  vi.stubGlobal('WebSocket', WebSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

interface Options {
  /** What a request without an upgrade is answered, and every upgrade refused with. */
  readonly refusal?: number;
  readonly onSocket?: (socket: WebSocket, request: IncomingMessage) => void;
}

async function serve({ refusal, onSocket = () => undefined }: Options = {}): Promise<{
  readonly url: string;
  readonly plain: string[];
}> {
  const plain: string[] = [];
  const server = createServer((request, response) => {
    plain.push(request.url ?? '');
    response.writeHead(refusal ?? 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: 'because', code: refusal }));
  });
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    if (refusal !== undefined) socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    else sockets.handleUpgrade(request, socket, head, (opened) => onSocket(opened, request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, plain };
}

function clientOf(server: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ server, transport: createFetchTransport(), ...options });
  onTestFinished(() => client.close());
  return client;
}

describe('client.connect in browsers', () => {
  it('carries messages both ways and tells how the server closed', async () => {
    const { url } = await serve({
      onSocket(opened) {
        opened.on('message', (data) => {
          opened.send(data, { binary: true });
          opened.send('grüße', () => opened.close(4001, 'enough'));
        });
      },
    });
    const socket = await clientOf(url).connect({ path: '/x', protocols: [protocol] });
    expect(socket.protocol).toBe(protocol);
    await socket.send(new TextEncoder().encode('hi'));
    const texts: string[] = [];
    for await (const message of socket.messages) texts.push(Buffer.from(message).toString());
    expect(texts).toEqual(['hi', 'grüße']);
    expect(await socket.closed).toEqual({ code: 4001, reason: 'enough' });
    await expect(socket.send(new Uint8Array(1))).rejects.toMatchObject({ reasonCode: 'ERR_WEBSOCKET_CLOSED' });
  });

  it('ends when more waits for its reader than maxBufferedBytes', async () => {
    const { url } = await serve({
      onSocket: (opened) => {
        for (let count = 0; count < 20; count += 1) opened.send(new Uint8Array(100));
      },
    });
    const socket = await clientOf(url).connect({ path: '/x', maxBufferedBytes: 1000 });
    await expect(socket.closed).rejects.toThrow('maxBufferedBytes');
    const reading = async (): Promise<void> => {
      for await (const _ of socket.messages);
    };
    await expect(reading()).rejects.toThrow('maxBufferedBytes');
  });

  it('ends with its signal', async () => {
    const { url } = await serve();
    const controller = new AbortController();
    const socket = await clientOf(url).connect({ path: '/x', signal: controller.signal });
    const next = socket.messages[Symbol.asyncIterator]().next();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    await expect(socket.closed).rejects.toBe(reason);
  });

  it.each(['exec', 'attach', 'portforward'])('asks once more why %s of a pod was refused', async (subresource) => {
    const { url, plain } = await serve({ refusal: 404 });
    const path = `/api/v1/namespaces/shop/pods/web-1/${subresource}`;
    await expect(clientOf(url).connect({ path, query: { command: 'ls' } })).rejects.toMatchObject({
      code: 'api',
      statusCode: 404,
      status: { message: 'because' },
    });
    expect(plain).toEqual([`${path}?command=ls`]);
  });

  it('asks for no other path, which might do something', async () => {
    const { url, plain } = await serve({ refusal: 403 });
    const path = '/apis/subresources.kubevirt.io/v1/namespaces/shop/virtualmachineinstances/vm/console';
    await expect(clientOf(url).connect({ path })).rejects.toMatchObject({ code: 'connection' });
    expect(plain).toEqual([]);
  });

  it('refuses headers that a browser cannot send, and names them without their values', async () => {
    const { url } = await serve();
    const why = async (options: Partial<ClientOptions>, request: object): Promise<string> =>
      clientOf(url, options)
        .connect({ path: '/x', ...request })
        .then(
          () => 'nothing',
          (error: Error) => error.message,
        );
    expect(await why({ impersonate: { user: 'jane' } }, {})).toContain('impersonate-user, which a browser cannot send');
    const token = { token: 'secret-token' };
    expect(await why(token, {})).toContain('set bearerProtocol');
    for (const server of ['http://server.example', 'http://127.0.0.1.example', 'http://localhost.example']) {
      const authenticate = () => Promise.resolve({ headers: { authorization: 'Bearer secret-token' } });
      const overHttp = await why({ authenticate, server }, { bearerProtocol: true, protocols: [protocol] });
      expect(overHttp).toContain('plain http');
      expect(overHttp).not.toContain('secret');
    }
  });

  it.each([
    ['https://server.example', 'wss://server.example/x'],
    ['http://127.0.0.1:8001', 'ws://127.0.0.1:8001/x'],
    ['http://localhost:8001', 'ws://localhost:8001/x'],
    ['http://[::1]:8001', 'ws://[::1]:8001/x'],
  ])('offers the token as a protocol, if asked, over TLS or to this machine: %s', async (server, url) => {
    const offered: unknown[] = [];
    class Recorder {
      constructor(url: string, protocols: string[]) {
        offered.push(url, protocols);
        throw new Error('no network here');
      }
    }
    vi.stubGlobal('WebSocket', Recorder);
    const client = clientOf(server, { token: 'a~~?>token' });
    await client.connect({ path: '/x', protocols: [protocol], bearerProtocol: true }).catch(() => undefined);
    const encoded = Buffer.from('a~~?>token').toString('base64url');
    expect(offered).toEqual([url, [protocol, `base64url.bearer.authorization.k8s.io.${encoded}`]]);
  });
});
