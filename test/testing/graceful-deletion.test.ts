import { expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes, kubernetesDefaults } from '../../src/testing/kubernetes.js';
import { createHeldTimers } from './held-timers.js';
import { ask, failureOf, objectIn } from './support.js';

const path = '/api/v1/namespaces/default/pods';
const start = Date.parse('2026-01-01T00:00:00Z');
const pod = (name: string, metadata: object = {}, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', ...metadata },
  spec: { nodeName: 'n', containers: [{ name: 'main', image: 'main' }], ...spec },
});

function startWith(objects: object[], options: FakeApiServerOptions = {}) {
  const timers = createHeldTimers();
  const now = (): Date => new Date(start + timers.now());
  const server = createFakeApiServer({
    documents: kubernetes(),
    gracefulDeletion: true,
    now,
    timers,
    objects,
    ...options,
  });
  const remove = (name: string, body?: object) => ask(server, `${path}/${name}`, { method: 'DELETE', body });
  const names = (): unknown[] =>
    server.objects.filter(({ kind }) => kind === 'Pod').map(({ metadata }) => metadata.name);
  return { server, timers, remove, names };
}

it('keeps a pod until its grace period is over', async () => {
  const { timers, remove, names } = startWith([pod('a', {}, { terminationGracePeriodSeconds: 10 }), pod('b')]);
  expect(objectIn(await remove('a')).metadata).toMatchObject({
    deletionTimestamp: '2026-01-01T00:00:10Z',
    deletionGracePeriodSeconds: 10,
  });
  // What names no period has that of the API.
  expect(objectIn(await remove('b')).metadata.deletionTimestamp).toBe('2026-01-01T00:00:30Z');
  timers.advance(9999);
  expect(names()).toEqual(['a', 'b']);
  timers.advance(1);
  expect(names()).toEqual(['b']);
  timers.advance(20_000);
  expect([names(), timers.pending()]).toEqual([[], 0]);
});

it('ends a pod earlier, never later, and at once with 0', async () => {
  const { timers, remove, names } = startWith([pod('a'), pod('b'), pod('c')]);
  await Promise.all(['a', 'b', 'c'].map((name) => remove(name)));
  expect(objectIn(await remove('a', { gracePeriodSeconds: 60 })).metadata.deletionGracePeriodSeconds).toBe(30);
  await remove('a', { gracePeriodSeconds: 5 });
  expect(objectIn(await remove('b', { gracePeriodSeconds: 0 })).metadata).toMatchObject({
    deletionGracePeriodSeconds: 0,
    deletionTimestamp: '2026-01-01T00:00:00Z',
  });
  expect([names(), timers.pending()]).toEqual([['a', 'c'], 2]);
  timers.advance(5000);
  expect(names()).toEqual(['c']);
  // A period that is already over is the shortest one, whose end somebody else still tells.
  timers.advance(5000);
  expect(objectIn(await remove('c', { gracePeriodSeconds: 4 })).metadata).toMatchObject({
    deletionGracePeriodSeconds: 1,
    deletionTimestamp: '2026-01-01T00:00:10Z',
  });
});

it('lets finalizers keep what its grace period no longer does, and the other way round', async () => {
  const finalizers = ['example.com/held'];
  const { server, timers, remove, names } = startWith([pod('a', { finalizers }), pod('b', { finalizers })]);
  await Promise.all([remove('a'), remove('b')]);
  const free = (name: string) =>
    ask(server, `${path}/${name}`, {
      method: 'PATCH',
      contentType: 'application/merge-patch+json',
      body: { metadata: { finalizers: null } },
    });
  await free('a');
  expect(names()).toEqual(['a', 'b']);
  timers.advance(30_000);
  expect(names()).toEqual(['b']);
  const [kept] = server.objects;
  expect(kept?.metadata).toMatchObject({ deletionGracePeriodSeconds: 0, deletionTimestamp: '2026-01-01T00:00:30Z' });
  await free('b');
  expect(names()).toEqual([]);
});

it('deletes at once what has no node, or has ended, and everything without the switch', async () => {
  const ended = ['Failed', 'Succeeded'].map((phase) => ({ ...pod(phase.toLowerCase()), status: { phase } }));
  const { server, remove, names, timers } = startWith([pod('free', {}, { nodeName: '' }), ...ended, pod('bound')]);
  for (const name of ['free', 'failed', 'succeeded']) await remove(name, { gracePeriodSeconds: 9 });
  expect([names(), timers.pending()]).toEqual([['bound'], 0]);
  server.configure({ gracefulDeletion: false });
  await remove('bound');
  expect(names()).toEqual([]);
});

it('lets garbage collection and the end of a namespace wait for it', async () => {
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'o', namespace: 'shop', uid: 'o' } };
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'o', blockOwnerDeletion: true }];
  const { server, timers } = startWith([owner, pod('a', { namespace: 'shop', ownerReferences })], {
    garbageCollection: true,
    namespaceLifecycle: true,
  });
  const kinds = (): string[] =>
    server.objects.flatMap(({ kind, metadata }) => (metadata.namespace === 'shop' ? [kind] : []));
  const at = '/api/v1/namespaces/shop';
  await ask(server, `${at}/configmaps/o`, { method: 'DELETE', body: { propagationPolicy: 'Foreground' } });
  expect(kinds()).toEqual(['ConfigMap', 'Pod']);
  await ask(server, at, { method: 'DELETE' });
  expect(objectIn(await ask(server, at))).toMatchObject({ status: { phase: 'Terminating' } });
  timers.advance(30_000);
  expect(kinds()).toEqual([]);
  expect((await ask(server, at)).status).toBe(404);
});

it('takes any period without harm', async () => {
  const { remove, names, timers, server } = startWith([pod('a'), pod('b'), pod('c')]);
  expect(objectIn(await remove('a', { gracePeriodSeconds: Number.MAX_SAFE_INTEGER })).metadata.deletionTimestamp).toBe(
    '9999-12-31T23:59:59Z',
  );
  expect(objectIn(await remove('b', { gracePeriodSeconds: -7 })).metadata.deletionGracePeriodSeconds).toBe(1);
  for (const gracePeriodSeconds of ['5', 1.5, {}, [], true]) {
    expect(failureOf(await remove('c', { gracePeriodSeconds })).code).toBe(400);
  }
  timers.advance(3_000_000_000);
  expect(names()).toEqual(['a', 'c']);
  server.reset();
  expect([names(), timers.pending()]).toEqual([['a', 'b', 'c'], 0]);
});

it('stops waiting for a pod that was replaced by another, and for a store that is configured anew', async () => {
  const { server, timers, remove, names } = startWith([pod('a')], { defaults: await kubernetesDefaults() });
  await remove('a');
  server.remove(pod('a'));
  server.put(pod('a'));
  timers.advance(60_000);
  expect(names()).toEqual(['a']);
  await remove('a');
  server.configure({ shards: true });
  timers.advance(30_000);
  expect([names(), timers.pending()]).toEqual([[], 0]);
});
