import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { answerTo, bearer, channel, openProxy, exec, isStill, pageSocket, token } from './open-proxy.js';

interface Upstream {
  readonly server: string;
  /** The address and the headers of each WebSocket that was asked for. */
  readonly asked: { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  readonly sockets: ReadonlySet<WebSocket>;
}

/** An API server that does with each WebSocket what a test says, or refuses all of them. */
async function upstream(onSocket: (socket: WebSocket) => void = () => undefined, refusal?: string): Promise<Upstream> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const asked: Upstream['asked'] = [];
  server.on('upgrade', (request: IncomingMessage, socket, head) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    if (refusal !== undefined) socket.end(refusal);
    else sockets.handleUpgrade(request, socket, head, onSocket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  return { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, sockets: sockets.clients };
}

const echo = (socket: WebSocket): void => void socket.on('message', (data: Buffer) => socket.send(data));

describe('WebSockets of pages', () => {
  it('reach the API server with the credentials of the process, and nothing of the page', async () => {
    const api = await upstream(echo);
    const page = pageSocket(await openProxy(api.server), exec, {
      headers: { cookie: 'a=b', authorization: 'Bearer other', 'impersonate-user': 'root', 'x-remote-user': 'root' },
    });
    await once(page, 'open');
    expect(page.protocol).toBe(channel);
    page.send(Buffer.from([0, 1, 255]));
    const [message] = (await once(page, 'message')) as [Buffer];
    expect([...message]).toEqual([0, 1, 255]);
    const [{ url, headers } = { url: '', headers: {} }] = api.asked;
    expect(url).toBe(exec);
    expect(headers).toMatchObject({ authorization: 'Bearer of-the-kubeconfig', 'sec-websocket-protocol': channel });
    for (const name of ['cookie', 'origin', 'impersonate-user', 'x-remote-user']) expect(headers[name]).toBeUndefined();
    expect(JSON.stringify(headers)).not.toContain(bearer);
  });

  it.each<[string, Readonly<Record<string, string | undefined>>, number]>([
    ['no Origin', { origin: undefined }, 403],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['the Origin null', { origin: 'null' }, 403],
    ['the Origin of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['another name of this machine than its Host', { origin: 'http://localhost:PORT' }, 403],
    ['an Origin that begins like its own', { origin: 'http://127.0.0.1:PORT.evil.example' }, 403],
    ['a foreign Host', { host: 'evil.example', origin: 'http://evil.example' }, 421],
    ['no protocols', { 'sec-websocket-protocol': undefined }, 401],
    ['no token', { 'sec-websocket-protocol': channel }, 401],
    ['another token', { 'sec-websocket-protocol': `${channel}, ${bearer}x` }, 401],
    ['the token twice', { 'sec-websocket-protocol': `${bearer}, ${bearer}` }, 400],
    ['two tokens', { 'sec-websocket-protocol': `${bearer}, ${bearer.slice(0, -4)}` }, 401],
    ['another token as a header', { 'sec-websocket-protocol': channel, authorization: `Bearer ${token}x` }, 401],
    [
      'a good header, but another token',
      { 'sec-websocket-protocol': 'base64url.bearer.authorization.k8s.io.x', authorization: `Bearer ${token}` },
      401,
    ],
    ['a protocol that is none', { 'sec-websocket-protocol': `a/b, ${bearer}` }, 400],
    ['another upgrade', { upgrade: 'h2c' }, 400],
    ['another version', { 'sec-websocket-version': '8' }, 400],
    ['no key', { 'sec-websocket-key': undefined }, 400],
  ])('are refused with %s', async (_, changed, status) => {
    const api = await upstream();
    const to = await openProxy(api.server);
    const given = Object.entries(changed).map(([name, value]) => [name, value?.replace('PORT', String(to.port))]);
    const text = await answerTo(to, Object.fromEntries(given) as typeof changed);
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).not.toContain(token);
    expect(text).not.toContain(bearer);
    expect(api.asked).toEqual([]);
  });

  it.each([
    ['/api/v1/namespaces/web/pods/front-0/proxy/', 403],
    ['/api/v1/namespaces/web/pods/front-0/%70roxy', 403],
    ['/api/v1/namespaces/web/services/http:a:80/prox%79/x', 403],
    ['/api/v1/nodes/node-1/PROXY', 403],
    ['/api/v1/nodes/node-1%2fproxy', 400],
    ['/api/v1/nodes/x/../node-1/proxy', 400],
    ['/api/v1/nodes/x/%2e%2E/node-1/proxy', 400],
    ['/api/v1/nodes/node-1//proxy', 400],
    ['/api/v1/nodes/node-1\\proxy', 400],
    ['http://evil.example/api/v1/nodes/node-1/proxy', 400],
    ['//evil.example/api', 400],
    ['/api/%ff', 400],
    ['*', 400],
  ])('are refused at %s', async (path, status) => {
    const api = await upstream();
    expect(await answerTo(await openProxy(api.server), {}, path)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(api.asked).toEqual([]);
  });

  it('are refused with --read-only', async () => {
    const api = await upstream();
    const text = await answerTo(await openProxy(api.server, { readOnly: true }), {});
    expect(text).toMatch(/^HTTP\/1\.1 403 [^]*read-only/);
    expect(api.asked).toEqual([]);
  });

  it('are open to pages of the allowed origin', async () => {
    const api = await upstream(echo);
    const allowOrigin = 'http://localhost:5173';
    const to = await openProxy(api.server, { allowOrigin });
    await once(pageSocket(to, exec, { origin: allowOrigin }), 'open');
    // As a development server in between adds it.
    const added = { origin: allowOrigin, authorization: `Bearer ${token}`, 'sec-websocket-protocol': channel };
    expect(await answerTo(to, added)).toMatch(/^HTTP\/1\.1 101 /);
    expect(await answerTo(to, { origin: 'http://localhost:5174' })).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('get the refusal of the API server, and nothing of the credentials', async () => {
    const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', message: 'pods "front-0" not found', code: 404 });
    const head = `HTTP/1.1 404 x\r\ncontent-type: application/json\r\nset-cookie: a=b\r\ncontent-length: ${body.length}`;
    const api = await upstream(undefined, `${head}\r\n\r\n${body}`);
    const text = await answerTo(await openProxy(api.server), {});
    expect(text).toMatch(/^HTTP\/1\.1 404 [^]*front-0/);
    expect(text).not.toMatch(/of-the-kubeconfig|set-cookie/i);
  });

  it('get 502 where nothing answers', async () => {
    const text = await answerTo(await openProxy('http://127.0.0.1:9'), {});
    expect(text).toMatch(/^HTTP\/1\.1 502 /);
    expect(text).not.toContain('of-the-kubeconfig');
  });

  it('end as the API server ends them, and break off with 1011 where it breaks off', async () => {
    const api = await upstream((socket) => {
      socket.once('message', (data: Buffer) => (data[0] === 0 ? socket.close(4001, 'enough') : socket.terminate()));
    });
    const to = await openProxy(api.server);
    for (const [byte, expected] of [[0, [4001, 'enough']] as const, [1, [1011, '']] as const]) {
      const page = pageSocket(to);
      await once(page, 'open');
      page.send(Buffer.from([byte]));
      const [code, reason] = (await once(page, 'close')) as [number, Buffer];
      expect([code, String(reason)]).toEqual(expected);
    }
    await expect.poll(() => [to.open.size, api.sockets.size]).toEqual([0, 0]);
  });

  it.each<[string, (page: WebSocket) => void]>([
    ['closes', (page) => page.close()],
    ['vanishes', (page) => page.terminate()],
    [
      'breaks the protocol',
      (page) => (page as unknown as { _socket: Socket })._socket.write(Buffer.from([0xff, 0xff])),
    ],
    ['sends more than a message may have', (page) => page.send(Buffer.alloc(17 * 1024 * 1024))],
    ['ends its half of the connection', (page) => (page as unknown as { _socket: Socket })._socket.end()],
  ])('end at the API server when the page %s', async (_, leave) => {
    const api = await upstream();
    const to = await openProxy(api.server);
    const page = pageSocket(to);
    await once(page, 'open');
    await expect.poll(() => api.sockets.size).toBe(1);
    leave(page);
    await expect.poll(() => [to.open.size, api.sockets.size]).toEqual([0, 0]);
  });

  it('are not opened for a page that leaves while the API server thinks', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const asked = once(server, 'upgrade') as Promise<[IncomingMessage, Socket]>;
    const page = pageSocket(await openProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    const [, socket] = await asked;
    page.terminate();
    await once(socket.resume(), 'end');
  });

  it('read no more of the API server than a slow page takes', async () => {
    const message = Buffer.alloc(1024 * 1024);
    let sent = 0;
    const api = await upstream((socket) => {
      const next = (): void => {
        sent += 1;
        if (sent < 200) socket.send(message, next);
      };
      socket.send(message, next);
    });
    const page = pageSocket(await openProxy(api.server));
    await once(page, 'open');
    page.pause();
    // What the buffers of the sockets hold, and not all.
    await expect.poll(async () => isStill(() => sent)).toBe(true);
    expect(sent).toBeLessThan(100);
    page.resume();
    await expect.poll(() => sent).toBe(200);
  });

  it('read no more of the page than a slow API server takes, in small messages as well', async () => {
    let received = 0;
    const api = await upstream((socket) => {
      socket.pause();
      socket.on('message', () => (received += 1));
    });
    const page = pageSocket(await openProxy(api.server));
    await once(page, 'open');
    await expect.poll(() => api.sockets.size).toBe(1);
    const count = 60_000;
    for (let index = 0; index < count; index += 1) page.send(Buffer.alloc(1000, index));
    await expect.poll(async () => isStill(() => page.bufferedAmount)).toBe(true);
    expect(page.bufferedAmount).toBeGreaterThan(10_000_000);
    for (const socket of api.sockets) socket.resume();
    await expect.poll(() => received, { timeout: 20_000 }).toBe(count);
  });
});
