import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as k8s from '@kubernetes/client-node';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient, type Client } from '../../src/index.js';
import { fromClientNode, loadKubeconfig } from '../../src/kubeconfig/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';

const settings = { name: 'settings', namespace: 'shop' };
const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: settings, data: { a: '1' } };
const startTime = '2026-01-01T00:00:00Z';
const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'front', namespace: 'shop' }, status: { startTime } };

interface Both {
  readonly api: FakeApiServer;
  readonly kubeConfig: k8s.KubeConfig;
  readonly core: k8s.CoreV1Api;
  readonly client: Client;
}

/** Both clients of one server, by one KubeConfig. */
async function both(...objects: object[]): Promise<Both> {
  const api = createFakeApiServer({ documents: kubernetes(), objects });
  const server = await startFakeApiServer(api);
  const kubeConfig = new k8s.KubeConfig();
  kubeConfig.loadFromClusterAndUser({ name: 'here', server: server.url, skipTLSVerify: true }, { name: 'me' });
  const client = createClient(await fromClientNode(kubeConfig));
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { api, kubeConfig, core: kubeConfig.makeApiClient(k8s.CoreV1Api), client };
}

it('a time is a Date there, and text here', async () => {
  const { core, client } = await both(pod);
  const there = await core.readNamespacedPod({ name: 'front', namespace: 'shop' });
  expect(there.status?.startTime).toEqual(new Date(startTime));
  const here = await client.resource<typeof pod>('pods').namespace('shop').get('front');
  expect(here.status.startTime).toBe(startTime);
});

it('a field that no class knows is lost there by a read and a replace, and kept here', async () => {
  const { core, client } = await both({ ...configMap, novel: 'kept' });
  const configMaps = client.resource('configmaps').namespace('shop');
  const here = await configMaps.get('settings');
  expect(await configMaps.replace(here)).toMatchObject({ novel: 'kept' });
  const there = await core.readNamespacedConfigMap(settings);
  expect(there).not.toHaveProperty('novel');
  await core.replaceNamespacedConfigMap({ ...settings, body: there });
  expect(await configMaps.get('settings')).not.toHaveProperty('novel');
});

it('the items of a list have their kind here', async () => {
  const { core, client } = await both(pod);
  expect((await core.listPodForAllNamespaces()).items[0]?.kind).toBeUndefined();
  expect((await client.resource('pods').list()).items[0]).toMatchObject({ apiVersion: 'v1', kind: 'Pod' });
});

it('a 429 is thrown there, and waited for here', async () => {
  const { api, core, client } = await both(configMap);
  const body = { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'TooManyRequests', code: 429 };
  const refuse = (): void => {
    const path = '/api/v1/namespaces/shop/configmaps/settings';
    api.fail(path, { status: 429, body, headers: { 'retry-after': '0' }, times: 1 });
  };
  refuse();
  await expect(core.readNamespacedConfigMap(settings)).rejects.toMatchObject({ code: 429 });
  refuse();
  await expect(client.resource('configmaps').namespace('shop').get('settings')).resolves.toBeDefined();
});

it('an object for a patch is taken for a JSON patch there, and refused', async () => {
  const { core } = await both(configMap);
  const patched = core.patchNamespacedConfigMap({ ...settings, body: { data: { a: '2' } } });
  await expect(patched).rejects.toMatchObject({ code: 400 });
});

it('an error has its body as text there, in its message as well, and a Status here', async () => {
  const { core, client } = await both();
  const there: unknown = await core.readNamespacedConfigMap(settings).catch((error: unknown) => error);
  expect(there).toBeInstanceOf(k8s.ApiException);
  expect(there).toMatchObject({ body: expect.stringContaining('"reason":"NotFound"') as string });
  expect((there as Error).message).toMatch(/configmaps[^]*content-type/);
  const get = client.resource('configmaps').namespace('shop').get('settings');
  const status = { reason: 'NotFound', details: { name: 'settings' } };
  await expect(get).rejects.toMatchObject({ code: 'api', statusCode: 404, status });
});

it('a 401 has no body there', async () => {
  const { api, core, client } = await both(configMap);
  const body = { apiVersion: 'v1', kind: 'Status', status: 'Failure', reason: 'Unauthorized', code: 401 };
  api.fail('/api/v1/namespaces/shop/configmaps/settings', { status: 401, body });
  await expect(core.readNamespacedConfigMap(settings)).rejects.toMatchObject({ code: 401, body: undefined });
  const get = client.resource('configmaps').namespace('shop').get('settings');
  await expect(get).rejects.toMatchObject({ statusCode: 401, reason: 'Unauthorized' });
});

it('without a kubeconfig there is a server at home there, and an error here', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'kubeatlas-home-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  });
  for (const [name, value] of Object.entries({ HOME: home, KUBECONFIG: undefined })) vi.stubEnv(name, value);
  const kubeConfig = new k8s.KubeConfig();
  kubeConfig.loadFromDefault();
  expect(kubeConfig.getCurrentCluster()?.server).toBe('http://localhost:8080');
  await expect(loadKubeconfig()).rejects.toMatchObject({ code: 'kubeconfig-missing-file' });
});

it('plain HTTP needs a word there', async () => {
  const { client } = await both(configMap);
  const kubeConfig = new k8s.KubeConfig();
  kubeConfig.loadFromClusterAndUser({ name: 'here', server: client.server, skipTLSVerify: false }, { name: 'me' });
  const read = kubeConfig.makeApiClient(k8s.CoreV1Api).readNamespacedConfigMap(settings);
  await expect(read).rejects.toThrow(/HTTP protocol is not allowed/);
  const here = createClient(await fromClientNode(kubeConfig));
  onTestFinished(() => here.close());
  await expect(here.resource('configmaps').namespace('shop').get('settings')).resolves.toBeDefined();
});

it('an object of any kind goes to the namespace of the context there, and needs one here', async () => {
  const { kubeConfig, client } = await both();
  const bare = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'bare' } };
  const given = structuredClone(bare);
  const objects = k8s.KubernetesObjectApi.makeApiClient(kubeConfig);
  expect(await objects.create(given)).toMatchObject({ metadata: { namespace: 'default' } });
  expect(given.metadata).toEqual({ name: 'bare', namespace: 'default' });
  await expect(client.resource(bare).create(bare)).rejects.toMatchObject({ code: 'namespace-required' });
});

it('a name that is not served says here which one is near', async () => {
  const { client } = await both();
  await expect(client.resource('deploymets').list()).rejects.toThrow(/deployments/);
});
