import { execFileSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientOptions } from '../../src/core/client-options.js';
import { fromClientNode, inClusterOptions, loadKubeconfig } from '../../src/kubeconfig/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { fakeKubeConfig } from './client-node-fakes.js';
import { httpProxy } from './proxy/proxies.js';
import { loadOne } from './requests.js';
import { tlsServer } from './tls/tls-server.js';
import { credentialsOf, oneContext, tlsFixture, tempFolder } from './temp-folder.js';

const authority = await tlsFixture('authority.crt');
const trusting = { 'certificate-authority-data': authority.base64 };
const version = { method: 'GET', path: '/version', accept: 'application/json' } as const;
const watch = { ...version, path: '/watch' };

describe('a client that is closed', () => {
  it.each<[string, (server: string) => Promise<ClientOptions>]>([
    ['of a kubeconfig', (server) => loadOne({ server, ...trusting })],
    [
      'of a KubeConfig of client-node',
      (server) => fromClientNode(fakeKubeConfig('1.4', { dev: { cluster: { server, caData: authority.base64 } } })),
    ],
    [
      'of a kubeconfig, behind a proxy',
      async (server) => {
        const proxy = await httpProxy();
        return loadOne({ server, ...trusting, 'proxy-url': `http://127.0.0.1:${proxy.port}` });
      },
    ],
  ])('%s leaves no socket behind, idle or not', async (_, optionsFor) => {
    const server = await tlsServer();
    const connection = createConnection(await optionsFor(server.url));
    const watching = connection.request(watch).catch((error: unknown) => error);
    await expect.poll(server.open).toBe(1);
    await connection.request(version);
    expect(server.open()).toBe(2);
    await connection.close();
    expect(await watching).toMatchObject({ code: 'closed' });
    await expect.poll(server.open).toBe(0);
  });

  it('takes nothing from another one of the same options', async () => {
    const server = await tlsServer();
    const options = await loadOne({ server: server.url, ...trusting });
    const [one, other] = [createConnection(options), createConnection(options)];
    onTestFinished(() => other.close());
    const watching = other.request(watch).catch((error: unknown) => error);
    await expect.poll(server.open).toBe(1);
    await one.request(version);
    await one.close();
    await expect.poll(server.open).toBe(1);
    expect(await Promise.race([watching, other.request(version)])).toMatchObject({ status: 200 });
    for (const _turn of [1, 2, 3]) await other.request(version);
    // The watch, the one that was given back, and one for all that came later.
    expect([server.connections(), server.open()]).toEqual([3, 2]);
  });

  it('behind a proxy to a server without TLS gives its pool back', async () => {
    const plain = await startFakeApiServer(createFakeApiServer());
    onTestFinished(() => plain.close());
    const proxy = await httpProxy();
    const options = await loadOne({ server: plain.url, 'proxy-url': `http://127.0.0.1:${proxy.port}` });
    const connection = createConnection(options);
    await connection.request(version);
    const { agent } = await credentialsOf(options);
    const idle = (): number => Object.values(Reflect.get(agent ?? {}, 'freeSockets') as object).flat().length;
    await expect.poll(idle).toBe(1);
    await connection.close();
    await expect.poll(idle).toBe(0);
    expect((await credentialsOf(options)).agent).not.toBe(agent);
  });
});

describe('whoever leaves while a kubeconfig is loaded', () => {
  /** A file that does not end before somebody has written into it. */
  async function endless(name: string): Promise<{ readonly file: string; readonly folder: string }> {
    const { at, folder, write } = await tempFolder();
    await write('token', 't');
    execFileSync('mkfifo', [at(name)]);
    onTestFinished(async () => {
      // For reading too, as a pipe that nobody reads would keep a writer waiting.
      await (await open(at(name), 'r+')).close();
    });
    return { file: at(name), folder };
  }

  const inPod = { KUBERNETES_SERVICE_HOST: 'kube', KUBERNETES_SERVICE_PORT: '443' };

  it.each<[string, (signal: AbortSignal) => Promise<unknown>]>([
    ['a file', async (signal) => loadKubeconfig({ path: (await endless('config')).file, signal })],
    [
      'a certificate',
      async (signal) => {
        const { write } = await tempFolder();
        const cluster = { 'certificate-authority': (await endless('ca.crt')).file };
        return loadKubeconfig({ path: await write('config', oneContext({ cluster })), signal });
      },
    ],
    [
      "the files of a pod's service account",
      async (signal) => inClusterOptions({ folder: (await endless('ca.crt')).folder, env: inPod, signal }),
    ],
    [
      'the authority of a KubeConfig of client-node',
      async (signal) => {
        const cluster = { server: 'https://x', caFile: (await endless('ca.crt')).file };
        return fromClientNode(fakeKubeConfig('1.4', { dev: { cluster } }), { signal });
      },
    ],
  ])('is given the reason at once: %s', async (_, load) => {
    const leaving = new AbortController();
    const loading = load(leaving.signal).catch((error: unknown) => error);
    const before = await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, 100, 'still loading'))]);
    expect(before).toBe('still loading');
    const reason = new Error('enough');
    leaving.abort(reason);
    expect(await loading).toBe(reason);
  });

  it('has left before it begins: nothing is read', async () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(loadKubeconfig({ path: '/no/such/file', signal })).rejects.toBe(reason);
    await expect(inClusterOptions({ env: {}, signal })).rejects.toBe(reason);
  });
});
