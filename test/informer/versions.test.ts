import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { createInformer } from '../../src/watch/informer/informer.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { podMapping } from '../representation/contexts.js';
import { transportTo } from '../live/transport-to.js';
import { eventually } from '../shared/eventually.js';

const widgets = { group: 'example.com', resource: 'widgets', kind: 'Widget' };

function setUp(versions: readonly string[]) {
  const fake = createFakeApiServer({ resources: versions.map((version) => ({ ...widgets, version })) });
  const client = createClient({ server: 'http://informer.test', transport: transportTo(fake) });
  onTestFinished(() => client.close());
  return { fake, client };
}

it('moves to the next version when its own is withdrawn, and tells each object as changed', async () => {
  const { fake, client } = setUp(['v1', 'v1beta1']);
  fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one', namespace: 'web' } });
  const informer = createInformer(client, 'widgets');
  const rows = createInformer(client, 'widgets', { as: 'Table' });
  const rowsTold: string[] = [];
  rows.on(({ type }) => rowsTold.push(type));
  await Promise.all([informer.synced, rows.synced]);
  expect(informer.store.get('web', 'one')?.apiVersion).toBe('example.com/v1');
  const told: string[] = [];
  informer.on(({ type }) => told.push(type));
  fake.undefine({ ...widgets, version: 'v1' });
  await eventually(() => {
    expect(informer.store.get('web', 'one')?.apiVersion).toBe('example.com/v1beta1');
  });
  await eventually(() => {
    expect(rowsTold).toEqual(['added', 'synced', 'interrupted', 'changed', 'recovered']);
  });
  expect(told).not.toContain('removed');
  expect(told).not.toContain('added');
  expect(told).toContain('changed');
  // It was complete before: that is told once.
  await eventually(() => {
    expect(told.at(-1)).toBe('recovered');
  });
  expect(told).not.toContain('synced');
  expect(informer.endpoint).toEqual({ group: 'example.com', version: 'v1beta1', resource: 'widgets' });
  expect(informer.health).toMatchObject({ synced: true, relists: 2, interruptedAt: undefined });
});

it('moves back at once when its own version is withdrawn and the former one has come back', async () => {
  const { fake, client } = setUp(['v1', 'v1beta1']);
  const informer = createInformer(client, 'widgets');
  await informer.synced;
  fake.undefine({ ...widgets, version: 'v1' });
  await eventually(() => {
    expect(informer.endpoint?.version).toBe('v1beta1');
  });
  fake.define({ ...widgets, version: 'v1' });
  await client.discovery.refresh();
  fake.undefine({ ...widgets, version: 'v1beta1' });
  await client.discovery.refresh();
  // Neither is proved: the answers of the last minute contradict each other.
  const freshness = ['v1', 'v1beta1'].map((version) => client.discovery.current?.resource({ ...widgets, version }));
  expect(freshness).toMatchObject([{ freshness: 'Kept' }, { freshness: 'Kept' }]);
  await eventually(() => {
    expect(informer.endpoint?.version).toBe('v1');
  });
});

it('of a namespace ends when its resource comes back without namespaces', async () => {
  const { fake, client } = setUp(['v1']);
  const informer = createInformer(client, 'widgets', { namespace: 'web' });
  const all = createInformer(client, 'widgets');
  await Promise.all([informer.synced, all.synced]);
  const ended = expect(informer.ended).rejects.toMatchObject({
    code: 'namespace-conflict',
    resource: { resource: 'widgets' },
  });
  fake.undefine({ ...widgets, version: 'v1' });
  fake.define({ ...widgets, version: 'v1', scope: 'Cluster' });
  await ended;
  fake.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one' } });
  await eventually(() => {
    expect(all.store.get(undefined, 'one')).toBeDefined();
  });
});

it('ends with the reason when no version is left', async () => {
  const { fake, client } = setUp(['v1']);
  const informer = createInformer(client, 'widgets');
  await informer.synced;
  fake.undefine({ ...widgets, version: 'v1' });
  await client.discovery.refresh({ deleted: [{ group: widgets.group, version: 'v1' }] });
  await expect(informer.ended).rejects.toMatchObject({ code: 'resource-gone', resource: { version: 'v1' } });
});

it('has the metadata alone, or rows with their columns, of a resource that is given by name', async () => {
  const { fake, client } = setUp(['v1']);
  fake.put({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata: { name: 'one', namespace: 'web', managedFields: [{ manager: 'me' }] },
    spec: { size: 1 },
  });
  const metadata = createInformer(client, 'widgets', { as: 'PartialObjectMetadata' });
  const kept = createInformer(client, 'widgets', { as: 'PartialObjectMetadata', managedFields: true });
  const rows = createInformer(client, 'widgets', { as: 'Table' });
  await Promise.all([metadata.synced, kept.synced, rows.synced]);
  expect(metadata.store.get('web', 'one')).toMatchObject({ kind: 'Widget', metadata: { name: 'one' } });
  expect(metadata.store.get('web', 'one')).not.toHaveProperty('spec');
  expect(metadata.store.get('web', 'one')?.metadata).not.toHaveProperty('managedFields');
  expect(kept.store.get('web', 'one')?.metadata).toHaveProperty('managedFields');
  expect(rows.store.get('web', 'one')?.cells[0]).toBe('one');
  expect(rows.columns?.[0]).toMatchObject({ name: 'Name' });
  expect(rows.store.list({ namespace: 'web' })).toHaveLength(1);
  expect(() => createInformer(client, client.handle(podMapping), { as: 'Table' } as object)).toThrow(
    'a handle has its own',
  );
});

it('waits for a resource that is not served yet, where it is asked to', async () => {
  const { fake, client } = setUp([]);
  const informer = createInformer(client, 'widgets', { namespace: 'web', waitForResourceMs: 10_000 });
  fake.define({ ...widgets, version: 'v1' });
  await informer.synced;
  expect(informer.store.size).toBe(0);
  informer.close();
});

it('can be closed before its name is known', async () => {
  const { client } = setUp([]);
  const informer = createInformer(client, 'widgets', { waitForResourceMs: Infinity });
  informer.close();
  await informer.ended;
  await expect(informer.synced).rejects.toThrow('the informer was closed');
  expect(informer.endpoint).toBeUndefined();
});

it('says that a name is not served, where it is not asked to wait', async () => {
  const { client } = setUp([]);
  await expect(createInformer(client, 'widgets').synced).rejects.toMatchObject({ code: 'no-match' });
});

it('moves when its version is not found by a server that was lost before', async () => {
  const { fake, client } = setUp(['v1', 'v1beta1']);
  const informer = createInformer(client, 'widgets');
  const reported: string[] = [];
  informer.on(({ type }) => reported.push(type));
  await informer.synced;
  const down = fake.fail('/apis/example.com/v1/widgets', { drop: true });
  fake.endWatches();
  await eventually(() => {
    expect(reported.at(-1)).toBe('interrupted');
  });
  fake.undefine({ ...widgets, version: 'v1' });
  await client.discovery.refresh();
  down();
  await eventually(() => {
    expect(informer.endpoint?.version).toBe('v1beta1');
  });
});
