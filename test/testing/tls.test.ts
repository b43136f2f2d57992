import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import type { IncomingMessage } from 'node:http';
import { Agent, get } from 'node:https';
import { readFile, stat } from 'node:fs/promises';
import { CoreV1Api, KubeConfig, Watch } from '@kubernetes/client-node';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttp2Transport } from '../../src/http2/index.js';
import { createClient, follow } from '../../src/index.js';
import { loadKubeconfig } from '../../src/kubeconfig/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { createCertificateAuthority, type IssuedCertificate } from '../../src/testing/tls/certificates.js';
import { startFakeApiServer, type KubeconfigUser, type RunningFakeApiServer } from '../../src/testing/node.js';
import { tempFolder } from '../kubeconfig/temp-folder.js';
import { configMap } from './support.js';

let running: RunningFakeApiServer | undefined;

afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function listen(options: FakeApiServerOptions = {}): Promise<RunningFakeApiServer & { fake: FakeApiServer }> {
  const fake = createFakeApiServer({ documents: kubernetes(), objects: [configMap('a')], ...options });
  running = await startFakeApiServer(fake, { tls: true });
  return { ...running, fake };
}

/** Sends a GET in HTTP/1.1. */
async function ask(url: string, options: { ca?: string | undefined; client?: IssuedCertificate; token?: string }) {
  const { ca, client, token } = options;
  const agent = new Agent({ ca, ...(client && { cert: client.certificate, key: client.key }) });
  const sent = get(url, { agent, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of response) text += String(part);
  agent.destroy();
  return { status: response.statusCode, version: response.httpVersion, text };
}

const configMaps = '/api/v1/namespaces/default/configmaps';

describe('a listener with TLS', () => {
  it('serves HTTP/1.1 and HTTP/2 on one port, trusted by its authority alone', async () => {
    const { url, ca } = await listen();
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(await ask(`${url}/readyz`, { ca })).toEqual({ status: 200, version: '1.1', text: 'ok' });
    await expect(ask(`${url}/readyz`, {})).rejects.toThrow(/self-signed certificate|unable to/);
    const session = connectHttp2(url, { ca });
    const stream = session.request({ ':path': '/readyz' });
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    stream.resume();
    expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 200]);
    session.close();
  });

  it.each(['localhost', '127.0.0.1'])('has a certificate for %s', async (host) => {
    const { url, ca } = await listen();
    expect((await ask(url.replace('127.0.0.1', host) + '/readyz', { ca })).status).toBe(200);
  });

  it('has a certificate for an address of IPv6', async () => {
    running = await startFakeApiServer(createFakeApiServer(), { tls: true, host: '::1' });
    expect((await ask(`${running.url}/readyz`, { ca: running.ca })).status).toBe(200);
  });

  it('answers for its own names alone, over HTTP/2 as well', async () => {
    const { url, ca } = await listen();
    const session = connectHttp2(url, { ca });
    const stream = session.request({ ':path': '/api', ':authority': 'evil.test' });
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    stream.resume();
    expect(headers[':status']).toBe(421);
    session.close();
  });

  it('ends one stream where a fault drops a request, and keeps the connection', async () => {
    const { url, ca, fake } = await listen();
    fake.fail('/readyz', { drop: true, times: 1 });
    const session = connectHttp2(url, { ca });
    const dropped = session.request({ ':path': '/readyz' });
    await expect(once(dropped, 'end')).rejects.toThrow(/NGHTTP2_INTERNAL_ERROR/);
    const stream = session.request({ ':path': '/readyz' });
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
    stream.resume();
    expect(headers[':status']).toBe(200);
    session.close();
  });

  it('is used by kubeatlas, by its kubeconfig and over HTTP/2', async () => {
    const { kubeconfig, fake } = await listen();
    for (const transport of [undefined, createHttp2Transport()]) {
      const options = await loadKubeconfig({ text: kubeconfig });
      const client = createClient({ ...options, ...(transport && { transport }) });
      const names: string[] = [];
      for await (const step of follow(client.resource('configmaps').namespace('default'))) {
        if (step.type === 'synced') fake.put(configMap('b'));
        if (step.type === 'added') names.push(step.object.metadata.name);
        if (names.includes('b')) break;
      }
      expect(names).toContain('b');
      await client.close();
      fake.reset();
    }
  });

  it('is used by @kubernetes/client-node, which sends credentials over HTTPS alone', async () => {
    const server = await listen({
      users: { secret: { name: 'jane', rights: ({ resource }) => resource === 'configmaps' } },
    });
    const config = new KubeConfig();
    config.loadFromString(server.kubeconfigFor({ token: 'secret' }));
    const api = config.makeApiClient(CoreV1Api);
    expect(
      (await api.listNamespacedConfigMap({ namespace: 'default' })).items.map((item) => item.metadata?.name),
    ).toEqual(['a']);
    const arrived = new Promise<string>((resolve, reject) => {
      new Watch(config)
        .watch(
          configMaps,
          {},
          (type, object: { metadata: { name: string } }) => resolve(`${type} ${object.metadata.name}`),
          reject,
        )
        .catch(reject);
    });
    expect(await arrived).toBe('ADDED a');
    await expect(api.listNamespacedPod({ namespace: 'default' })).rejects.toMatchObject({ code: 403 });
    server.fake.endWatches();
  });
});

describe('the users of client certificates', () => {
  const users = { secret: { name: 'jane', rights: 'all' } } as const;

  it.each<readonly [what: string, user: KubeconfigUser | undefined, status: number]>([
    ['the user of the kubeconfig', undefined, 200],
    ['a user with a token', { token: 'secret' }, 200],
    ['a user with the rights of that name', { name: 'jane' }, 200],
    ['a user in a group with all rights', { name: 'bob', groups: ['system:masters'] }, 200],
    ['a user without rights', { name: 'bob', groups: ['readers'] }, 403],
    ['a user with an unknown token', { token: 'guessed' }, 401],
  ])('%s', async (_what, user, status) => {
    const server = await listen({ users });
    const kubeconfig = user === undefined ? server.kubeconfig : server.kubeconfigFor(user);
    const answer = await ask(server.url + configMaps, { ca: server.ca, ...credentialsIn(kubeconfig) });
    expect(answer.status).toBe(status);
  });

  it('are seen by `may` with their groups', async () => {
    const seen: object[] = [];
    const server = await listen({
      may: (_access, caller) => {
        seen.push(caller);
        return true;
      },
    });
    const kubeconfig = server.kubeconfigFor({ name: 'bob', groups: ['a', 'b'] });
    await ask(server.url + configMaps, { ca: server.ca, ...credentialsIn(kubeconfig) });
    expect(seen).toMatchObject([{ name: 'bob', groups: ['a', 'b', 'system:authenticated'] }]);
  });

  it('are unknown by the certificate of another authority, unless they have a token', async () => {
    const { url, ca } = await listen({ users });
    const client = createCertificateAuthority('another').issue({
      commonName: 'jane',
      organizations: ['system:masters'],
    });
    expect((await ask(url + configMaps, { ca, client })).status).toBe(401);
    expect((await ask(url + configMaps, { ca, client, token: 'secret' })).status).toBe(200);
    expect((await ask(url + configMaps, { ca })).status).toBe(403);
  });
});

describe('a kubeconfig', () => {
  it('is written to a file that only its owner can read', async () => {
    const server = await listen();
    const file = (await tempFolder()).at('config');
    await server.writeKubeconfig(file);
    expect(await readFile(file, 'utf8')).toBe(server.kubeconfig);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('names a server without TLS, without an authority and without credentials', async () => {
    running = await startFakeApiServer(createFakeApiServer({ documents: kubernetes() }));
    expect(running.ca).toBeUndefined();
    const config = new KubeConfig();
    config.loadFromString(running.kubeconfig);
    expect(config.getCurrentCluster()?.server).toBe(running.url);
    expect(config.getCurrentUser()).toEqual({ name: 'kubernetes-admin' });
    expect(() => running?.kubeconfigFor({ name: 'bob' })).toThrow('user must have a token, or the server `tls`');
  });
});

function credentialsIn(kubeconfig: string): { client?: IssuedCertificate; token?: string } {
  const config = new KubeConfig();
  config.loadFromString(kubeconfig);
  const { certData, keyData, token } = config.getCurrentUser() ?? {};
  const plain = (data: string): string => Buffer.from(data, 'base64').toString();
  if (certData === undefined || keyData === undefined) return token === undefined ? {} : { token };
  return { client: { certificate: plain(certData), key: plain(keyData) } };
}
