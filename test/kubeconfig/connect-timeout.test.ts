import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientOptions } from '../../src/core/client-options.js';
import { fromClientNode } from '../../src/kubeconfig/index.js';
import { fakeKubeConfig } from './client-node-fakes.js';
import { httpProxy, socksProxy } from './proxy/proxies.js';
import { get, loadOne } from './requests.js';
import { tlsServer } from './tls/tls-server.js';
import { tlsFixture } from './temp-folder.js';

const authority = await tlsFixture('authority.crt');

/** Takes connections and says nothing. */
async function mute(): Promise<{ readonly port: number; readonly open: () => number }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, open: () => sockets.size };
}

const connectTimeoutMs = 300;

describe('a connection that is not open in time', () => {
  it.each<[what: string, load: (port: number) => Promise<ClientOptions>]>([
    [
      'to a server that says nothing to TLS',
      (port) => loadOne({ server: `https://127.0.0.1:${port}` }, {}, { connectTimeoutMs }),
    ],
    [
      'of a KubeConfig of client-node',
      (port) =>
        fromClientNode(fakeKubeConfig('1.4', { dev: { cluster: { server: `https://127.0.0.1:${port}` } } }), {
          connectTimeoutMs,
        }),
    ],
    ...['http', 'https', 'socks5'].map((scheme): [string, (port: number) => Promise<ClientOptions>] => [
      `to a proxy that says nothing (${scheme})`,
      (port) => {
        const cluster = { server: 'https://10.1.2.3', 'proxy-url': `${scheme}://127.0.0.1:${port}` };
        return loadOne(cluster, {}, { connectTimeoutMs });
      },
    ]),
    ...['https', 'socks5'].map((scheme): [string, (port: number) => Promise<ClientOptions>] => [
      `to a proxy before a server without TLS (${scheme})`,
      (port) => {
        const cluster = { server: 'http://10.1.2.3', 'proxy-url': `${scheme}://127.0.0.1:${port}` };
        return loadOne(cluster, {}, { connectTimeoutMs });
      },
    ]),
    [
      'to a server behind an HTTP proxy that says nothing to TLS',
      async (port) => {
        const proxy = await httpProxy();
        const cluster = { server: `https://127.0.0.1:${port}`, 'proxy-url': `http://127.0.0.1:${proxy.port}` };
        return loadOne(cluster, {}, { connectTimeoutMs });
      },
    ],
    [
      'to a server behind a SOCKS proxy that says nothing to TLS',
      async (port) => {
        const proxy = await socksProxy();
        const cluster = { server: `https://127.0.0.1:${port}`, 'proxy-url': `socks5://127.0.0.1:${proxy.port}` };
        return loadOne(cluster, {}, { connectTimeoutMs });
      },
    ],
  ])('fails with the limit and its option, and leaves no socket behind: %s', async (_, load) => {
    const { port, open } = await mute();
    const began = Date.now();
    await expect(get(await load(port))).rejects.toMatchObject({
      code: 'connection',
      reasonCode: 'ERR_CONNECT_TIMEOUT',
      message: expect.stringMatching(/was not established within 300 ms \(connectTimeoutMs\)/) as string,
    });
    expect(Date.now() - began).toBeGreaterThanOrEqual(290);
    await expect.poll(open).toBe(0);
  });

  it('does not concern one that is open, however long the answer takes', async () => {
    const server = await tlsServer();
    const cluster = { server: server.url, 'certificate-authority-data': authority.base64 };
    const options = await loadOne(cluster, { token: 't' }, { connectTimeoutMs: 2_000 });
    expect(await get(options)).toMatchObject({ authorization: 'Bearer t' });
  });
});
