import { describe, expect, it } from 'vitest';
import { createCensus, type VisitedObject } from '../../src/census/create-census.js';
import { createIdentity } from '../../src/identity/create-identity.js';
import type { FakeResource } from '../../src/testing/served/fake-resource.js';
import type { FakeApiServerOptions } from '../../src/testing/index.js';
import { configMap, onFakeServer, type OnFakeServer } from '../client/on-fake-server.js';

const event = (name: string): object => ({ apiVersion: 'v1', kind: 'Event', metadata: { name, namespace: 'shop' } });
const widget = (name: string): object => ({
  apiVersion: 'example.com/v2',
  kind: 'Widget',
  metadata: { name, namespace: 'shop' },
});
const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } };
const widgets = ['v2', 'v1', 'v1beta1'].map((version): FakeResource => ({
  group: 'example.com',
  version,
  resource: 'widgets',
  kind: 'Widget',
}));
const inCore = (resource: string, kind: string, more: Partial<FakeResource> = {}): FakeResource => ({
  group: '',
  version: 'v1',
  resource,
  kind,
  ...more,
});
const events = { storageVersionHash: 'event' };
const resources: readonly FakeResource[] = [
  inCore('configmaps', 'ConfigMap', { storageVersionHash: 'configmap' }),
  inCore('events', 'Event', events),
  inCore('nodes', 'Node', { scope: 'Cluster' }),
  inCore('reviews', 'Review', { verbs: ['create'] }),
  { group: 'batch', version: 'v1', resource: 'jobs', kind: 'Job' },
  { group: 'events.k8s.io', version: 'v1', resource: 'events', kind: 'Event', ...events },
  ...widgets,
];
const many = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => configMap(`c${String(index).padStart(4, '0')}`));
const objects = [event('one'), event('two'), widget('a'), widget('b'), widget('c'), node, ...many(1234)];

/** A small server, so that all of it can be counted. */
function shop(options: FakeApiServerOptions = {}): Promise<OnFakeServer> {
  return onFakeServer({ documents: {}, resources, objects, ...options });
}

async function collect(all: AsyncIterable<VisitedObject>): Promise<string[]> {
  const found: string[] = [];
  for await (const { resource, metadata } of all) found.push(`${resource.resource}/${metadata.name}`);
  return found;
}

describe('a count', () => {
  it('counts each object once, by one light request for each set of objects', async () => {
    const { client, exchanges } = await shop();
    await createIdentity(client).classes();
    exchanges.length = 0;
    const { total, complete, sets } = await createCensus(client).count();
    const listable = await createIdentity(client).distinctResources({ verbs: ['list'] });
    expect([total, complete, sets.length]).toEqual([objects.length, true, listable.length]);
    expect(exchanges).toHaveLength(sets.length);
    expect(exchanges.every(({ path }) => path.endsWith('?limit=1'))).toBe(true);
    const counted = new Map(sets.filter(({ count }) => count > 0).map((set) => [set.resource.resource, set]));
    expect([...counted].map(([resource, { count, by }]) => [resource, count, by])).toEqual([
      ['configmaps', 1234, 'remainingItemCount'],
      ['events', 2, 'remainingItemCount'],
      ['nodes', 1, 'list'],
      ['widgets', 3, 'remainingItemCount'],
    ]);
    expect(counted.get('events')?.alsoServedAt).toEqual([
      { group: 'events.k8s.io', version: 'v1', resource: 'events' },
    ]);
    expect(counted.get('widgets')?.alsoServedAt.map(({ version }) => version)).toEqual(['v1', 'v1beta1']);
  });

  it.each([
    ['by name', { resources: ['events.events.k8s.io', 'events', 'widgets.v1.example.com'] }, 5],
    ['by group', { group: 'events.k8s.io' }, 2],
    ['by scope', { scope: 'Cluster' }, 1],
    ['in a namespace, without what is in none', { namespace: 'shop' }, objects.length - 1],
    ['in an empty namespace', { namespace: 'void' }, 0],
    ['by verbs', { verbs: ['no-such-verb'] }, 0],
    ['by fields', { fieldSelector: 'metadata.name=one' }, 1],
    ['by labels', { labelSelector: '!app' }, objects.length],
  ] as const)('looks %s', async (_what, options, expected) => {
    const { client } = await shop();
    expect((await createCensus(client).count(options)).total).toBe(expected);
  });

  it('goes through the pages where the server does not tell how many follow', async () => {
    const { client, exchanges } = await shop();
    const { sets } = await createCensus(client).count({ resources: ['configmaps'], labelSelector: '!app' });
    expect(sets).toMatchObject([{ count: 1234, by: 'pages' }]);
    expect(exchanges.filter(({ path }) => path.includes('/configmaps?'))).toHaveLength(3);
  });

  it('goes on after a 410 where the server says', async () => {
    const { client, fake } = await shop();
    let asked = 0;
    fake.fail(
      ({ path, query }) => {
        asked += Number(path === '/api/v1/configmaps');
        if (asked === 2 && query.has('continue')) fake.expireContinueTokens();
        return false;
      },
      { status: 500 },
    );
    const { total } = await createCensus(client).count({ resources: ['configmaps'], labelSelector: '!app' });
    expect([total, asked]).toEqual([1234, 4]);
  });

  it('does not go round in circles with a server that gives one token again and again', async () => {
    const { client, fake } = await shop();
    const body = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { continue: 'again' }, items: [] };
    fake.fail('/api/v1/configmaps', { status: 200, body });
    const { failures } = await createCensus(client).count({ resources: ['configmaps'] });
    expect(failures).toMatchObject([{ error: { code: 'unexpected-shape', field: 'metadata.continue' } }]);
  });

  it('names what cannot be counted, and counts the rest', async () => {
    const { client, fake } = await shop({ deadGroupVersions: ['batch/v1'] });
    fake.fail('/api/v1/configmaps', { status: 403, body: { kind: 'Status', code: 403, reason: 'Forbidden' } });
    fake.fail('/apis/example.com/v2/widgets', { status: 503, body: 'service unavailable\n' });
    fake.fail('/api/v1/nodes', { status: 200, body: { kind: 'Table', items: 7 } });
    const { total, complete, failures } = await createCensus(client).count();
    expect([total, complete]).toEqual([2, false]);
    expect(failures.map(({ resource, unread, error }) => resource?.resource ?? unread?.class ?? error?.code)).toEqual([
      'configmaps',
      'nodes',
      'widgets',
      'stale',
    ]);
    expect(failures.map(({ error }) => error?.code)).toEqual(['api', 'unexpected-shape', 'api', undefined]);
    expect(failures[0]?.message).toContain('403 Forbidden');
  });

  it('does not double what it knows nothing of when the first objects have one uid', async () => {
    const { client } = await shop();
    const { sets, total, unsettled } = await createCensus(client).count({
      evidence: 'catalog',
      resources: ['events', 'events.events.k8s.io'],
    });
    expect(total).toBe(2);
    expect([sets, unsettled]).toMatchObject([[{ alsoServedAt: [{ group: 'events.k8s.io' }] }], []]);
  });

  it('tells what may be the same and counts it as others when nothing shows it', async () => {
    const other: FakeResource = { group: 'old.example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
    const { client } = await shop({ resources: [...widgets, other], objects: [widget('a')] });
    const { sets, unsettled } = await createCensus(client).count({
      resources: ['widgets.v2.example.com', 'widgets.v1.old.example.com'],
    });
    expect(sets.map(({ count }) => count)).toEqual([1, 0]);
    expect(unsettled.map((each) => each.map(({ group }) => group))).toEqual([['example.com', 'old.example.com']]);
  });

  it('takes two endpoints of one internalID for one set, under two plurals as well with all evidence', async () => {
    const gadget = { apiVersion: 'a.example.com/v1', kind: 'Gadget', metadata: { name: 'g', namespace: 'shop' } };
    const two = ['a', 'b'].map((letter, index): FakeResource => ({
      group: `${letter}.example.com`,
      version: 'v1',
      resource: index === 0 ? 'gadgets' : 'contraptions',
      kind: index === 0 ? 'Gadget' : 'Contraption',
      internalID: 'one',
    }));
    const { client } = await shop({ resources: two, objects: [gadget] });
    expect((await createCensus(client).count()).total).toBe(2);
    expect((await createCensus(client).count({ evidence: 'all' })).total).toBe(1);
  });

  it('ends with the reason of an abort, and refuses what no server could take', async () => {
    const { client } = await shop({ latencyMs: 20 });
    await client.discovery.catalog();
    const reason = new Error('enough');
    await expect(createCensus(client).count({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    await expect(createCensus(client).count({ concurrency: 0 })).rejects.toMatchObject({ code: 'invalid-argument' });
    await expect(createCensus(client).count({ namespace: '../x' })).rejects.toMatchObject({ code: 'invalid-name' });
    await expect(createCensus(client).count({ resources: ['dachshunds'] })).rejects.toMatchObject({ code: 'no-match' });
  });
});

describe('the objects of a census', () => {
  it('come each once, as metadata with their endpoint, and by no request before they are wanted', async () => {
    const { client, exchanges } = await shop();
    await createIdentity(client).classes();
    exchanges.length = 0;
    const all = createCensus(client).objects({ limit: 100 });
    expect(exchanges).toHaveLength(0);
    const found = await collect(all);
    expect(found).toHaveLength(objects.length);
    expect(new Set(found).size).toBe(objects.length);
    expect(found.slice(-4)).toEqual(['nodes/node-1', 'widgets/a', 'widgets/b', 'widgets/c']);
    expect(await collect(all)).toEqual(found);
  });

  it('carry what reaches them: kind, apiVersion, resource, and no spec', async () => {
    const { client } = await shop({ objects: [{ ...widget('a'), spec: { size: 3 } }] });
    for await (const object of createCensus(client).objects({ resources: ['widgets'] })) {
      expect(object).toMatchObject({ apiVersion: 'example.com/v2', kind: 'Widget', metadata: { name: 'a' } });
      expect(object).not.toHaveProperty('spec');
      const handle = client.resource(object.resource).namespace(object.metadata.namespace ?? '');
      expect(await handle.get('a')).toMatchObject({ spec: { size: 3 } });
    }
  });

  it('are not asked for beyond the page that is at hand', async () => {
    const { client, exchanges } = await shop();
    await createIdentity(client).classes();
    exchanges.length = 0;
    for await (const { metadata } of createCensus(client).objects({ resources: ['configmaps'], limit: 10 })) {
      if (metadata.name === 'c0012') break;
    }
    expect(exchanges).toHaveLength(2);
  });

  it('go on after a 410 without one of them twice', async () => {
    const { client, fake } = await shop({ objects: many(95) });
    const found: string[] = [];
    for await (const { metadata } of createCensus(client).objects({ resources: ['configmaps'], limit: 10 })) {
      found.push(metadata.name);
      if (found.length % 30 === 0) fake.expireContinueTokens();
      if (found.length === 35) for (const name of ['c0001a', 'c0094a']) fake.put(configMap(name));
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(96);
    expect(found.at(-1)).toBe('c0094a');
  });

  it('of a resource whose list expires without a way on are named as not visited', async () => {
    const { client, fake } = await shop({ objects: [...many(30), event('one')] });
    fake.fail(({ path, query }) => path.endsWith('/configmaps') && query.has('continue'), {
      status: 410,
      body: { kind: 'Status', code: 410, reason: 'Expired' },
    });
    const found: string[] = [];
    const visit = async (): Promise<void> => {
      for await (const { metadata } of createCensus(client).objects({ limit: 10 })) found.push(metadata.name);
    };
    await expect(visit()).rejects.toMatchObject({
      code: 'incomplete-census',
      failures: [{ resource: { resource: 'configmaps' }, error: { statusCode: 410 } }],
    });
    expect(found).toHaveLength(11);
  });

  it('come all that can be reached, and the iteration ends with what cannot', async () => {
    const { client, fake } = await shop({ deadGroupVersions: ['batch/v1'] });
    fake.fail('/api/v1/configmaps', { status: 403, body: 'no' });
    const messages: string[] = [];
    const found = await collect(createCensus(client).objects({ onFailure: ({ message }) => messages.push(message) }));
    expect(found).toEqual(['events/one', 'events/two', 'nodes/node-1', 'widgets/a', 'widgets/b', 'widgets/c']);
    expect(messages).toHaveLength(2);
    const onFailure = (() => Promise.reject(new Error('late'))) as () => void;
    await expect(collect(createCensus(client).objects({ onFailure }))).rejects.toThrow('late');
    await expect(collect(createCensus(client).objects())).rejects.toMatchObject({
      code: 'incomplete-census',
      failures: [{ error: { statusCode: 403 } }, { unread: { group: 'batch' } }],
    });
  });

  it('that two sets have of which nothing is known come once', async () => {
    const { client } = await shop();
    const resources = ['events', 'events.events.k8s.io'];
    expect(await collect(createCensus(client).objects({ evidence: 'catalog', resources }))).toEqual([
      'events/one',
      'events/two',
    ]);
  });

  it('end with the reason of an abort, in the middle of a page too', async () => {
    const { client } = await shop();
    const controller = new AbortController();
    const reason = new Error('enough');
    let seen = 0;
    const visit = async (): Promise<void> => {
      for await (const _object of createCensus(client).objects({ signal: controller.signal })) {
        seen += 1;
        if (seen === 7) controller.abort(reason);
      }
    };
    await expect(visit()).rejects.toBe(reason);
    expect(seen).toBe(7);
  });

  it('have managedFields where they were asked for, and nowhere else', async () => {
    const { client } = await shop({ objects: [] });
    await client.resource('configmaps').create(configMap('one'), { fieldManager: 'a-manager' });
    const census = createCensus(client);
    for await (const { metadata } of census.objects()) expect(metadata).not.toHaveProperty('managedFields');
    const managers: unknown[] = [];
    for await (const { metadata } of census.objects({ managedFields: true })) {
      managers.push(metadata.managedFields?.map(({ manager }) => manager));
    }
    expect(managers).toEqual([['a-manager']]);
    await expect(async () => {
      for await (const _object of census.objects({ managedFields: 'yes' as never }));
    }).rejects.toMatchObject({ code: 'invalid-argument', argument: 'managedFields' });
  });
});
