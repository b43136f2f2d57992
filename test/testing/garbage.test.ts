import { expect, it } from 'vitest';
import {
  createFakeApiServer,
  type FakeApiServer,
  type KubeObject,
  type OwnerReference,
} from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { ask, configMap, formatEvent, objectIn, watching } from './support.js';

const maps = '/api/v1/namespaces/default/configmaps';
const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles';
const mergePatch = 'application/merge-patch+json';
const held = { finalizers: ['example.com/held'] };
const blocks = { blockOwnerDeletion: true };

function start(): FakeApiServer {
  return createFakeApiServer({ documents: kubernetes(), garbageCollection: true });
}

/** Creates a config map, and returns a reference to it. */
async function make(server: FakeApiServer, name: string, fields: object = {}): Promise<OwnerReference> {
  return ownerOf(objectIn(await ask(server, maps, { method: 'POST', body: configMap(name, fields) })));
}

function ownerOf({ apiVersion, kind, metadata }: KubeObject): OwnerReference {
  return { apiVersion, kind, name: metadata.name ?? '', uid: metadata.uid ?? '' };
}

const ownedBy = (...owners: readonly object[]): object => ({ ownerReferences: owners });

function remove(server: FakeApiServer, name: string, policy?: string) {
  const query = policy === undefined ? '' : `?propagationPolicy=${policy}`;
  return ask(server, `${maps}/${name}${query}`, { method: 'DELETE' });
}

/** `b of a, deleting, example.com/held`: each object with its owners, and what a deletion has left. */
function state(server: FakeApiServer): string[] {
  return server.objects.map(({ metadata }) => {
    const { name = '', ownerReferences = [], deletionTimestamp, finalizers = [] } = metadata;
    const owners = ownerReferences.map((owner) => owner.name).join(' and ');
    return [
      `${name}${owners && ` of ${owners}`}`,
      ...(deletionTimestamp === undefined ? [] : ['deleting']),
      ...finalizers,
    ].join(', ');
  });
}

async function chain(server: FakeApiServer): Promise<void> {
  const a = await make(server, 'a');
  const b = await make(server, 'b', ownedBy({ ...a, ...blocks, controller: true }));
  await make(server, 'c', ownedBy({ ...b, ...blocks }));
}

// The outcomes are those of kube-controller-manager 1.37.
it.each([
  [undefined, []],
  ['Background', []],
  ['Foreground', []],
  ['Orphan', ['b', 'c of b']],
])('a chain of owners, deleted with %s, leaves %j', async (policy, left) => {
  const server = start();
  await chain(server);
  await remove(server, 'a', policy);
  expect(state(server)).toEqual(left);
});

it.each([
  ['Background', ['DELETED a', 'DELETED b', 'DELETED c']],
  ['Foreground', ['MODIFIED a', 'MODIFIED b', 'DELETED c', 'DELETED b', 'DELETED a']],
  ['Orphan', ['MODIFIED a', 'MODIFIED b', 'DELETED a']],
])('a watch sees each step of a deletion with %s', async (policy, steps) => {
  const server = start();
  await chain(server);
  const watch = await watching(server, `${maps}?watch=1`);
  await watch.take(3);
  await remove(server, 'a', policy);
  server.endWatches();
  expect((await watch.rest()).map(formatEvent)).toEqual(steps);
});

it('does not touch anything without the switch', async () => {
  const server = createFakeApiServer({ documents: kubernetes() });
  await chain(server);
  await remove(server, 'a', 'Foreground');
  expect(state(server)).toEqual(['b of a', 'c of b']);
});

it('collects what is there when it is switched on', async () => {
  const server = createFakeApiServer({ documents: kubernetes() });
  await chain(server);
  await remove(server, 'a');
  server.configure({ garbageCollection: true });
  expect(state(server)).toEqual([]);
});

it('takes owners in any order at the start, and collects objects of absent owners', () => {
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'z', uid: 'z' };
  const absent = { ...owner, name: 'y', uid: 'y' };
  const objects = [
    configMap('a', ownedBy(owner)),
    configMap('b', ownedBy(absent)),
    configMap('c', ownedBy(owner, absent)),
    configMap('z', { uid: 'z' }),
  ];
  const server = createFakeApiServer({ documents: kubernetes(), garbageCollection: true, objects });
  expect(state(server)).toEqual(['a of z', 'c of z', 'z']);
  server.remove(configMap('z'));
  expect(state(server)).toEqual([]);
  server.reset();
  expect(state(server)).toEqual(['a of z', 'c of z', 'z']);
});

it.each(['Background', 'Foreground'])('keeps an object with another owner (%s)', async (policy) => {
  const server = start();
  const [a, b] = [await make(server, 'a'), await make(server, 'b')];
  await make(server, 'c', ownedBy({ ...a, ...blocks }, b));
  await remove(server, 'a', policy);
  expect(state(server)).toEqual(['b', 'c of b']);
});

it('waits in the foreground for dependents that block, until they are gone', async () => {
  const server = start();
  const a = await make(server, 'a');
  await make(server, 'b', { ...held, ...ownedBy({ ...a, ...blocks }) });
  await make(server, 'c', { ...held, ...ownedBy(a) });
  await remove(server, 'a', 'Foreground');
  const still = [`b of a, deleting, ${held.finalizers[0]}`, `c of a, deleting, ${held.finalizers[0]}`];
  expect(state(server)).toEqual(['a, deleting, foregroundDeletion', ...still]);
  await ask(server, `${maps}/b`, {
    method: 'PATCH',
    contentType: mergePatch,
    body: { metadata: { finalizers: null } },
  });
  expect(state(server)).toEqual(still.slice(1));
});

it('stops waiting for a dependent that no longer names the owner', async () => {
  const server = start();
  const a = await make(server, 'a');
  await make(server, 'b', { ...held, ...ownedBy({ ...a, ...blocks }) });
  await remove(server, 'a', 'Foreground');
  const body = { metadata: { ownerReferences: null } };
  await ask(server, `${maps}/b`, { method: 'PATCH', contentType: mergePatch, body });
  expect(state(server)).toEqual([`b, deleting, ${held.finalizers[0]}`]);
});

it.each([
  ['an absent owner', { name: 'x', uid: 'x' }, ['a']],
  ['another uid', { uid: 'x' }, ['a']],
  ['another name', { name: 'x' }, ['a']],
  ['an unknown kind', { apiVersion: 'example.com/v1', kind: 'Nothing' }, ['a', 'b of a']],
  ['an unknown version', { apiVersion: 'v9' }, ['a', 'b of a']],
])('an object of %s', async (_what, changes, left) => {
  const server = start();
  const a = await make(server, 'a');
  await make(server, 'b', ownedBy({ ...a, ...changes }));
  expect(state(server)).toEqual(left);
});

it('decides about an unknown kind when it is served', async () => {
  const server = start();
  await make(server, 'b', ownedBy({ apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'w' }));
  server.define({ group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' });
  expect(state(server)).toEqual([]);
});

it('collects the dependents of objects whose definition is removed', async () => {
  const server = start();
  const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
  server.define(widgets);
  const w = server.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } });
  await make(server, 'b', ownedBy(ownerOf(w)));
  server.undefine(widgets);
  expect(state(server)).toEqual([]);
});

it('knows cluster-scoped owners, and leaves cluster-scoped objects of namespaced owners', async () => {
  const server = start();
  const role = (name: string, fields: object = {}): object => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name, ...fields },
  });
  const owner = objectIn(await ask(server, roles, { method: 'POST', body: role('r') }));
  const a = await make(server, 'a', ownedBy(ownerOf(owner)));
  await ask(server, roles, { method: 'POST', body: role('s', ownedBy(a)) });
  await ask(server, `${roles}/r`, { method: 'DELETE' });
  expect(state(server)).toEqual(['s of a']);
});

it('takes an owner in another namespace for absent', async () => {
  const server = start();
  const a = await make(server, 'a');
  server.put(configMap('b', ownedBy(a), 'other'));
  expect(state(server)).toEqual(['a']);
});

it.each([
  ['Background', []],
  ['Foreground', []],
  ['Orphan', ['b']],
])('ends in a cycle, deleted with %s', async (policy, left) => {
  const server = start();
  const a = await make(server, 'a');
  const b = await make(server, 'b', ownedBy({ ...a, ...blocks }));
  const body = { metadata: ownedBy({ ...b, ...blocks }) };
  await ask(server, `${maps}/a`, { method: 'PATCH', contentType: mergePatch, body });
  await remove(server, 'a', policy);
  expect(state(server)).toEqual(left);
});

it('ends for an object that owns itself, which stays in the foreground as on a real server', async () => {
  const server = start();
  const a = await make(server, 'a');
  const body = { metadata: ownedBy({ ...a, ...blocks }) };
  await ask(server, `${maps}/a`, { method: 'PATCH', contentType: mergePatch, body });
  await remove(server, 'a', 'Foreground');
  expect(state(server)).toEqual(['a of a, deleting, foregroundDeletion']);
});

it('honours a finalizer of a dependent that orphans what it owns', async () => {
  const server = start();
  const a = await make(server, 'a');
  const b = await make(server, 'b', { finalizers: ['orphan'], ...ownedBy(a) });
  await make(server, 'c', ownedBy(b));
  await remove(server, 'a');
  expect(state(server)).toEqual(['c']);
});

it('leaves events alone', async () => {
  const server = start();
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'a' };
  server.put({ apiVersion: 'v1', kind: 'Event', metadata: { name: 'e', ...ownedBy(owner) } });
  expect(state(server)).toEqual(['e of a']);
});

it('collects thousands of dependents', async () => {
  const server = start();
  const a = await make(server, 'a');
  for (let index = 0; index < 5000; index += 1) server.put(configMap(`b-${index}`, ownedBy({ ...a, ...blocks })));
  await remove(server, 'a', 'Foreground');
  expect(server.objects).toEqual([]);
});
