import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createIdentity } from '../../../src/identity/index.js';
import { createInformer, createInformerPool, type Client, type ResourceHandle } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { definitionName, definitionsPath, type CustomResource } from '../harness/custom-resources.js';
import { askAsAdmin, install } from '../harness/install.js';
import { expectStoresToAgree, watchOver } from '../harness/informed-sets.js';
import { createObject, namespace } from '../harness/objects.js';
import { redefine } from '../harness/redefine.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

const place = 'informed';
const group = 'informed.example.org';
const young: CustomResource = {
  group,
  plural: 'seasons',
  kind: 'Season',
  versions: [{ name: 'v1beta1' }, { name: 'v1' }],
};
const aged: CustomResource = { ...young, versions: [{ name: 'v1' }, { name: 'v1beta1', served: false }] };
const grown: CustomResource = { ...young, versions: [{ name: 'v1' }] };
let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startServer(inject('server').kind);
  await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin });
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

it('goes on through a definition that loses its storage version: every object is changed, none comes or goes', async () => {
  await install(server, [young]);
  const seasons = client.resource(`seasons.v1.${group}`);
  const names = ['spring', 'summer', 'autumn'];
  for (const name of names) await seasons.namespace(place).create({ metadata: { name } });
  const old = client.resource(`seasons.v1beta1.${group}`);
  const sets = [old, old.as('PartialObjectMetadata') as ResourceHandle, seasons].map((handle) =>
    watchOver(createInformer(client, handle), { source: seasons }),
  );
  await Promise.all(sets.map(({ informer }) => informer.synced));
  await redefine(server, aged);
  // What is stored is written anew in the version that stays; then the other one can go for good.
  for (const name of names) await seasons.namespace(place).patch(name, { spec: { name } }, { type: 'merge' });
  const path = `${definitionsPath}/${definitionName(young)}`;
  const headers = { 'content-type': 'application/merge-patch+json' };
  const body = { status: { storedVersions: ['v1'] } };
  await askAsAdmin(server, { method: 'PATCH', path: `${path}/status`, headers, body });
  await redefine(server, grown);
  await seasons.namespace(place).create({ metadata: { name: 'winter' } });
  await waitUntil(
    'all informers follow the version that is left',
    () => sets.every(({ informer }) => informer.endpoint?.version === 'v1') || undefined,
  );
  await expectStoresToAgree(sets, 30_000);
  const versions = new Set(sets.flatMap(({ informer }) => informer.store.list()).map((item) => apiVersionOf(item)));
  expect([...versions]).toEqual([`${group}/v1`]);
  for (const { types, informer } of sets) {
    expect(types.filter((type) => type === 'added')).toHaveLength(4);
    expect(types.filter((type) => type === 'removed')).toEqual([]);
    expect(types.filter((type) => type === 'synced')).toHaveLength(1);
    informer.close();
  }
});

it('waits for a definition that comes, and ends with the reason when it goes', async () => {
  const later: CustomResource = { ...grown, plural: 'eras', kind: 'Era' };
  const informer = createInformer(client, `eras.${group}`, { waitForResourceMs: 60_000 });
  await install(server, [later, { ...later, plural: 'ages', kind: 'Age' }]);
  await informer.synced;
  const path = `${definitionsPath}/${definitionName(later)}`;
  await askAsAdmin(server, { method: 'DELETE', path });
  // Who deleted it says so: otherwise it would be kept for a minute.
  const gone = { group, version: 'v1', resource: later.plural };
  await waitUntil('discovery no longer has the resource', async () => {
    const catalog = await client.discovery.refresh({ deleted: [gone] });
    return catalog.resource(gone) === undefined || undefined;
  });
  await expect(informer.ended).rejects.toMatchObject({ code: 'resource-gone', resource: { resource: 'eras' } });
});

it('outlasts that it is denied for a while', async () => {
  const configMaps = client.resource('configmaps').namespace(place);
  await configMaps.create({ metadata: { name: 'before' } });
  const grant = () => createObject(server, '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', binding);
  await grant();
  const reader = connect(server, { token: server.tokens.reader });
  const own = reader.handle(await configMaps.mapping()).namespace(place);
  const set = await waitUntil('the reader may read', async () => {
    const { informer, ...rest } = watchOver(createInformer(reader, own), { source: configMaps });
    return informer.synced.then(
      () => ({ informer, ...rest }),
      () => undefined,
    );
  });
  await askAsAdmin(server, { method: 'DELETE', path: bindingPath });
  await waitUntil('the reader may read no more', () =>
    own.list().then(
      () => undefined,
      () => true,
    ),
  );
  await server.kill();
  await server.restart();
  await configMaps.create({ metadata: { name: 'meanwhile' } });
  await configMaps.delete('before');
  await waitUntil(
    'it knows that it is interrupted',
    () => set.informer.health.interruptedAt !== undefined || undefined,
  );
  expect(set.informer.store.get(place, 'before')).toBeDefined();
  await grant();
  await expectStoresToAgree([set], 60_000);
  expect(set.informer.health).toMatchObject({ synced: true, interruptedAt: undefined });
  set.informer.close();
});

const bindingPath = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/informed-reader';
const binding = {
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRoleBinding',
  metadata: { name: 'informed-reader' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'reader' }],
};

function apiVersionOf(item: unknown): unknown {
  return (item as { readonly apiVersion?: unknown }).apiVersion;
}

describe('a pool on a real server', () => {
  it('knows that both groups serve the same events', async () => {
    const pool = createInformerPool(client, { identity: createIdentity(client), distinct: true });
    const [core, other] = await Promise.all([pool.acquire('events.v1.'), pool.acquire('events.v1.events.k8s.io')]);
    expect(pool.size).toBe(1);
    expect(other.endpoint).toEqual({ group: '', version: 'v1', resource: 'events' });
    expect(core.aliases).toEqual([{ group: 'events.k8s.io', version: 'v1', resource: 'events' }]);
    const events = client.resource('events.v1.').namespace(place);
    const involvedObject = { kind: 'Namespace', name: place, namespace: place };
    await events.create({ metadata: { name: 'one' }, involvedObject });
    await waitUntil('both see the event', () => other.store.get(place, 'one') === core.store.get(place, 'one'));
    pool.close();
    expect(pool.size).toBe(0);
  });
});
