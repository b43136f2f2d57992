import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFakeApiServer } from '../../../src/testing/index.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { get, loadOne } from '../requests.js';
import { tlsServer } from '../tls/tls-server.js';
import { tlsFixture } from '../temp-folder.js';
import { httpProxy, socksProxy } from './proxies.js';

const authority = await tlsFixture('authority.crt');
const trusting = { 'certificate-authority-data': authority.base64 };

/** Takes connections and says nothing, or one thing. */
async function mute(words?: string | Buffer): Promise<{ port: number; connections: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    if (words !== undefined) socket.end(words);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => sockets.size };
}

describe('a proxy that refuses', () => {
  it.each(['401 Unauthorized', '404 Not Found', '407 Proxy Authentication Required', '503 Busy', '204 No Content'])(
    'with %s is not taken for the server',
    async (answer) => {
      const proxy = await httpProxy({ answer });
      const authenticated = vi.fn();
      const cluster = { server: 'https://10.1.2.3', ...trusting, 'proxy-url': `http://127.0.0.1:${proxy.port}` };
      const loaded = await loadOne(cluster);
      const failure = get({
        ...loaded,
        authenticate: async (context) => {
          authenticated(context.rejected);
          return loaded.authenticate!(context);
        },
      });
      await expect(failure).rejects.toMatchObject({
        code: 'connection',
        reasonCode: 'ERR_PROXY_REFUSED',
        message: expect.stringContaining(
          `the proxy 127.0.0.1:${proxy.port} refused to open a tunnel to 10.1.2.3:443: it answered ${answer.slice(0, 3)}`,
        ) as string,
      });
      expect(authenticated.mock.calls).toEqual([[false]]);
    },
  );

  it.each([
    ['no HTTP', 'http', 'hello\n', /^HPE_/],
    ['nothing', 'http', '', 'ECONNRESET'],
    ['no SOCKS', 'socks5', 'hello\n', 'ERR_PROXY_REFUSED'],
    ['nothing', 'socks5', '', 'ERR_PROXY_REFUSED'],
    ['that nobody may pass', 'socks5', Buffer.from([5, 255]), 'ERR_PROXY_REFUSED'],
  ])('by saying %s (%s) is reported as what it is', async (_, scheme, words, code) => {
    const { port } = await mute(words);
    const loaded = await loadOne({ server: 'https://10.1.2.3', 'proxy-url': `${scheme}://127.0.0.1:${port}` });
    await expect(get(loaded)).rejects.toMatchObject({
      code: 'connection',
      reasonCode: expect.stringMatching(code) as string,
      message: expect.stringContaining(`the proxy 127.0.0.1:${port} could not open a tunnel: `) as string,
    });
  });

  it('because nobody listens at the server is reported as that', async () => {
    const { port } = await socksProxy();
    const loaded = await loadOne({ server: 'https://127.0.0.1:1', 'proxy-url': `socks5://127.0.0.1:${port}` });
    await expect(get(loaded)).rejects.toThrow('ConnectionRefused');
  });
});

describe('a proxy that says nothing', () => {
  it.each(['http', 'socks5'])('(%s) is given up after 30 seconds', async (scheme) => {
    const { port, connections } = await mute();
    const loaded = await loadOne({ server: 'https://10.1.2.3', 'proxy-url': `${scheme}://127.0.0.1:${port}` });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const outcome = get(loaded).catch((error: unknown) => error);
    await expect.poll(connections).toBe(1);
    vi.advanceTimersByTime(30_000);
    expect(await outcome).toMatchObject({
      code: 'connection',
      reasonCode: 'ERR_CONNECT_TIMEOUT',
      message: expect.stringContaining(
        `the connection through the proxy 127.0.0.1:${port} was not established within 30000 ms (connectTimeoutMs)`,
      ) as string,
    });
  });

  it.each(['http', 'socks5'])('(%s) keeps nobody who leaves', async (scheme) => {
    const { port, connections } = await mute();
    const loaded = await loadOne({ server: 'https://10.1.2.3', 'proxy-url': `${scheme}://127.0.0.1:${port}` });
    const leaving = new AbortController();
    const outcome = get(loaded, leaving.signal).catch((error: unknown) => error);
    await expect.poll(connections).toBe(1);
    const reason = new Error('enough');
    leaving.abort(reason);
    expect(await outcome).toBe(reason);
  });
});

describe('the login in the URL of a proxy', () => {
  const login = 'ada%40example.org:p%3Aw%20%C3%A4';
  const basic = `Basic ${Buffer.from('ada@example.org:p:w ä').toString('base64')}`;

  it('is shown to an HTTP proxy, for tunnels and for URLs', async () => {
    const proxy = await httpProxy();
    const proxyUrl = { 'proxy-url': `http://${login}@127.0.0.1:${proxy.port}` };
    const { url } = await tlsServer();
    await get(await loadOne({ server: url, ...trusting, ...proxyUrl }));
    const plain = await startFakeApiServer(createFakeApiServer());
    onTestFinished(() => plain.close());
    await get(await loadOne({ server: plain.url, ...proxyUrl }));
    expect(proxy.logins).toEqual([basic, basic]);
  });

  it('is shown to a SOCKS proxy that asks for one', async () => {
    const proxy = await socksProxy({}, true);
    const { url } = await tlsServer();
    const cluster = { server: url, ...trusting, 'proxy-url': `socks5://${login}@127.0.0.1:${proxy.port}` };
    expect(await get(await loadOne(cluster))).toMatchObject({ authorization: 'Bearer t' });
    expect(proxy.logins).toEqual(['ada@example.org:p:w ä']);
  });

  it('is not shown to the server', async () => {
    const proxy = await httpProxy();
    const { url } = await tlsServer();
    const cluster = { server: url, ...trusting, 'proxy-url': `http://${login}@127.0.0.1:${proxy.port}` };
    const seen = await get(await loadOne(cluster, {}));
    expect(seen).not.toHaveProperty('authorization');
  });
});
