import { expect, it } from 'vitest';
import { createFakeApiServer, FakeApiServerError, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { ask, configMap, failureOf, formatEvent, namesIn, objectIn, watching } from './support.js';

const all = '/api/v1/namespaces';
const shop = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } };
const pod = (fields: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'front', namespace: 'shop', ...fields },
});
const held = { finalizers: ['example.com/held'] };

function start(options: FakeApiServerOptions = {}) {
  const now = (): Date => new Date('2026-01-01T00:00:00Z');
  return createFakeApiServer({ documents: kubernetes(), namespaceLifecycle: true, now, ...options });
}

it('has the namespaces of every cluster and those of its objects', async () => {
  const server = start({ objects: [configMap('a', {}, 'shop')] });
  const names = ['default', 'kube-node-lease', 'kube-public', 'kube-system', 'shop'];
  expect(namesIn(await ask(server, all))).toEqual(names);
  expect(objectIn(await ask(server, `${all}/shop`))).toMatchObject({
    metadata: { labels: { 'kubernetes.io/metadata.name': 'shop' } },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Active' },
  });
  server.reset();
  expect(namesIn(await ask(server, all))).toEqual(names);
});

it('keeps the namespaces that it is given as they are', async () => {
  const metadata = { name: 'shop', uid: 'own', labels: { team: 'a' } };
  const server = start({ objects: [{ ...shop, metadata }, configMap('a', {}, 'shop')] });
  expect(objectIn(await ask(server, `${all}/shop`)).metadata).toMatchObject(metadata);
});

it('can be switched on and off during a test', async () => {
  const server = createFakeApiServer({ documents: kubernetes() });
  const create = async (name: string) => {
    const { status } = await ask(server, `${all}/nowhere/configmaps`, {
      method: 'POST',
      body: configMap(name, {}, 'nowhere'),
    });
    return status;
  };
  server.configure({ namespaceLifecycle: true });
  expect(await create('a')).toBe(404);
  server.configure({ namespaceLifecycle: false });
  expect(await create('a')).toBe(201);
  server.configure({ namespaceLifecycle: true });
  expect(await create('b')).toBe(201);
});

it('is refused by a server without namespaces', () => {
  expect(() => createFakeApiServer({ namespaceLifecycle: true })).toThrow(FakeApiServerError);
  const server = createFakeApiServer();
  expect(() => {
    server.configure({ namespaceLifecycle: true });
  }).toThrow(FakeApiServerError);
});

it('empties a deleted namespace, pods first, and ends it, before the next request', async () => {
  const objects = [shop, configMap('a', {}, 'shop'), configMap('b', {}, 'shop'), pod(), configMap('a')];
  const server = start({ objects });
  const watches = await Promise.all(
    ['namespaces', 'pods', 'configmaps'].map((plural) => watching(server, `/api/v1/${plural}?watch=1`)),
  );
  for (const [index, count] of [5, 1, 3].entries()) await watches[index]?.take(count);
  const answer = await ask(server, `${all}/shop`, { method: 'DELETE' });
  expect(objectIn(answer)).toMatchObject({
    metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Terminating' },
  });
  server.endWatches();
  const events = (await Promise.all(watches.map((watch) => watch.rest())))
    .flat()
    .sort((a, b) => Number(a.object.metadata.resourceVersion) - Number(b.object.metadata.resourceVersion));
  expect(events.map((event) => `${event.object.kind} ${formatEvent(event)}`)).toEqual([
    'Namespace MODIFIED shop',
    'Pod DELETED front',
    'ConfigMap DELETED a',
    'ConfigMap DELETED b',
    'Namespace MODIFIED shop',
    'Namespace DELETED shop',
  ]);
  expect(failureOf(await ask(server, `${all}/shop`))).toEqual({ code: 404, reason: 'NotFound' });
  expect(namesIn(await ask(server, '/api/v1/configmaps'))).toEqual(['a']);
});

it('says what keeps a namespace, and ends it when that is gone', async () => {
  const objects = [shop, configMap('a', held, 'shop'), configMap('b', held, 'shop')];
  const server = start({ objects });
  await ask(server, `${all}/shop`, { method: 'DELETE' });
  const conditions = async (): Promise<string[]> => {
    const { status } = objectIn(await ask(server, `${all}/shop`)) as unknown as {
      status: { conditions: { status: string; message: string }[] };
    };
    return status.conditions.filter((each) => each.status === 'True').map(({ message }) => message);
  };
  expect(await conditions()).toEqual([
    'Some resources are remaining: configmaps. has 2 resource instances',
    'Some content in the namespace has finalizers remaining: example.com/held in 2 resource instances',
  ]);
  const patch = {
    method: 'PATCH',
    contentType: 'application/merge-patch+json',
    body: { metadata: { finalizers: null } },
  };
  await ask(server, `${all}/shop/configmaps/a`, patch);
  expect(await conditions()).toEqual([
    'Some resources are remaining: configmaps. has 1 resource instances',
    'Some content in the namespace has finalizers remaining: example.com/held in 1 resource instances',
  ]);
  await ask(server, `${all}/shop/configmaps/b`, patch);
  expect((await ask(server, `${all}/shop`)).status).toBe(404);
});

it('deletes nothing else while pods remain', async () => {
  const server = start({ objects: [shop, pod(held), configMap('a', {}, 'shop')] });
  await ask(server, `${all}/shop`, { method: 'DELETE' });
  expect(namesIn(await ask(server, `${all}/shop/configmaps`))).toEqual(['a']);
  server.remove(pod());
  expect(namesIn(await ask(server, `${all}/shop/configmaps`))).toEqual([]);
  expect((await ask(server, `${all}/shop`)).status).toBe(404);
});

it('ends a namespace that is stuck by finalize, whatever it contains', async () => {
  const server = start({ objects: [shop, configMap('a', held, 'shop')] });
  await ask(server, `${all}/shop`, { method: 'DELETE' });
  const { status } = await ask(server, `${all}/shop/finalize`, { method: 'PUT', body: { ...shop, spec: {} } });
  expect(status).toBe(200);
  expect((await ask(server, `${all}/shop`)).status).toBe(404);
  expect(namesIn(await ask(server, `${all}/shop/configmaps`))).toEqual(['a']);
});

it('waits for finalizers of the namespace itself', async () => {
  const server = start({ objects: [{ ...shop, metadata: { ...shop.metadata, ...held } }] });
  await ask(server, `${all}/shop`, { method: 'DELETE' });
  expect(objectIn(await ask(server, `${all}/shop`))).toMatchObject({ spec: {}, status: { phase: 'Terminating' } });
  const body = { metadata: { finalizers: null } };
  await ask(server, `${all}/shop`, { method: 'PATCH', contentType: 'application/merge-patch+json', body });
  expect((await ask(server, `${all}/shop`)).status).toBe(404);
});

it('deletes custom resources and what was put into a namespace that ends', async () => {
  const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
  const server = start({ resources: [widgets], objects: [shop, pod(held)] });
  await ask(server, `${all}/shop`, { method: 'DELETE' });
  server.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'late', namespace: 'shop' } });
  expect(namesIn(await ask(server, '/apis/example.com/v1/widgets'))).toEqual(['late']);
  server.remove(pod());
  expect(namesIn(await ask(server, '/apis/example.com/v1/widgets'))).toEqual([]);
});
