import { describe, expect, it } from 'vitest';
import type { KubeObject } from '../../src/core/model/kube-object.js';
import { createOwners } from '../../src/owners/create-owners.js';
import type { FakeApiServer, FakeResource } from '../../src/testing/index.js';
import { onFakeServer, type OnFakeServer } from '../client/on-fake-server.js';

const shop = { group: 'shop.example.org', version: 'v1' };
const resources: readonly FakeResource[] = [
  { ...shop, resource: 'markets', kind: 'Market', scope: 'Cluster' },
  { ...shop, resource: 'oxen', kind: 'Ox' },
  { ...shop, version: 'v2', resource: 'oxen', kind: 'Ox' },
  { ...shop, resource: 'geese', kind: 'Goose' },
];
const server = { documents: {}, resources };

function put(fake: FakeApiServer, kind: string, name: string, owner?: KubeObject, namespace = 'web'): KubeObject {
  const { apiVersion = '', kind: ownerKind = '', metadata } = owner ?? {};
  const ownerReferences =
    owner === undefined ? [] : [{ apiVersion, kind: ownerKind, name: metadata?.name ?? '', uid: metadata?.uid ?? '' }];
  const at = kind === 'Market' ? {} : { namespace };
  return fake.put({ apiVersion: 'shop.example.org/v1', kind, metadata: { name, ...at, ownerReferences } });
}

function listsOf({ fake }: OnFakeServer): string[] {
  return fake.requests.flatMap(({ path }) => (path.includes('limit=') ? [path] : []));
}

describe('a walk down', () => {
  it('of a namespaced object lists each set of objects once, in its namespace, as metadata', async () => {
    const on = await onFakeServer(server);
    const a = put(on.fake, 'Ox', 'a');
    const b = put(on.fake, 'Goose', 'b', a);
    put(on.fake, 'Ox', 'c', b);
    put(on.fake, 'Ox', 'aside');
    const found = await createOwners(on.client).dependentsOf(a);
    expect(found.dependents.map(({ kind, name }) => `${kind}/${name}`)).toEqual(['Goose/b', 'Ox/c']);
    expect(listsOf(on).sort()).toEqual([
      '/apis/shop.example.org/v1/namespaces/web/geese?limit=500',
      '/apis/shop.example.org/v2/namespaces/web/oxen?limit=500',
    ]);
    const accepts = on.fake.requests.flatMap(({ path, accept }) => (path.includes('limit=') ? [accept] : []));
    expect(accepts.every((accept) => accept?.includes('as=PartialObjectMetadataList'))).toBe(true);
  });

  it('of a cluster-scoped object lists all namespaces', async () => {
    const on = await onFakeServer(server);
    const market = put(on.fake, 'Market', 'm');
    for (const namespace of ['web', 'shop']) put(on.fake, 'Ox', 'ox', market, namespace);
    const found = await createOwners(on.client).dependentsOf(market);
    expect(found.dependents.map(({ namespace }) => namespace)).toEqual(['shop', 'web']);
    expect(listsOf(on).sort()).toEqual([
      '/apis/shop.example.org/v1/geese?limit=500',
      '/apis/shop.example.org/v1/markets?limit=500',
      '/apis/shop.example.org/v2/oxen?limit=500',
    ]);
  });

  it('follows pages to the end, and takes a list again whose token has expired', async () => {
    const on = await onFakeServer(server);
    const a = put(on.fake, 'Ox', 'a');
    for (let index = 0; index < 25; index += 1) put(on.fake, 'Goose', `g-${index}`, a);
    expect((await createOwners(on.client).dependentsOf(a, { limit: 10 })).dependents).toHaveLength(25);
    const expired = {
      status: 410,
      body: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired' },
      times: 1,
    };
    const forget = ({ query }: { query: URLSearchParams }): boolean => {
      if (!query.has('continue')) return false;
      on.fake.remove({ apiVersion: 'shop.example.org/v1', kind: 'Goose', metadata: { name: 'g-0', namespace: 'web' } });
      return true;
    };
    on.fake.fail(forget, expired);
    const again = await createOwners(on.client).dependentsOf(a, { limit: 10 });
    expect(again.dependents).toHaveLength(24);
    expect(again.unread).toEqual([]);
  });

  it('names what it may not list and what does not answer, and finds the rest', async () => {
    const on = await onFakeServer({
      ...server,
      deadGroupVersions: ['dead.example.org/v1'],
      resources: [...resources, { group: 'dead.example.org', version: 'v1', resource: 'ghosts', kind: 'Ghost' }],
    });
    const a = put(on.fake, 'Ox', 'a');
    put(on.fake, 'Ox', 'b', a);
    on.fake.fail(({ path }) => path.endsWith('/geese'), { status: 403, body: { kind: 'Status', status: 'Failure' } });
    const found = await createOwners(on.client).dependentsOf(a);
    expect(found.dependents.map(({ name }) => name)).toEqual(['b']);
    expect(found.unread).toMatchObject([
      { group: 'dead.example.org', version: 'v1', reason: 'undiscovered' },
      { resource: 'geese', namespace: 'web', reason: 'forbidden', statusCode: 403 },
    ]);
  });

  it('reads whole objects where a server makes no metadata of them', async () => {
    const on = await onFakeServer({ ...server, ignoresAccept: true });
    const a = put(on.fake, 'Ox', 'a');
    put(on.fake, 'Goose', 'b', a);
    const { dependents, unread } = await createOwners(on.client).dependentsOf(a);
    expect([dependents.map(({ kind, name }) => `${kind}/${name}`), unread]).toEqual([['Goose/b'], []]);
  });

  it.each([
    ['no list', { kind: 'Goose', apiVersion: 'shop.example.org/v1', metadata: {} }],
    ['items that are no array', { items: {} }],
    ['an item that is none', { items: [5] }],
    ['an item without metadata', { items: [{ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' }] }],
    [
      'a name that is no text',
      { items: [{ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { name: 5 } }] },
    ],
  ])('names a list that is %s', async (_what, body) => {
    const on = await onFakeServer(server);
    const a = put(on.fake, 'Ox', 'a');
    put(on.fake, 'Ox', 'b', a);
    const list = { kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1', metadata: {}, ...body };
    on.fake.fail(({ path }) => path.endsWith('/geese'), { status: 200, body: list });
    const { dependents, unread } = await createOwners(on.client).dependentsOf(a);
    expect(dependents.map(({ name }) => name)).toEqual(['b']);
    expect(unread).toMatchObject([{ resource: 'geese', reason: 'unusable-answer' }]);
  });

  it('wants an object with a uid, and numbers that can be', async () => {
    const { client } = await onFakeServer(server);
    const object = { metadata: { name: 'a', uid: 'u' } };
    await expect(createOwners(client).dependentsOf({ metadata: { name: 'a' } })).rejects.toMatchObject({
      argument: 'object',
    });
    await expect(createOwners(client).dependentsOf(object, { limit: 0 })).rejects.toMatchObject({ argument: 'limit' });
    await expect(createOwners(client).dependentsOf(object, { concurrency: 0 })).rejects.toMatchObject({
      argument: 'concurrency',
    });
  });

  it('rethrows the reason of an abort', async () => {
    const { client } = await onFakeServer({ ...server, latencyMs: 50 });
    const reason = new Error('enough');
    const controller = new AbortController();
    await client.discovery.catalog();
    const walk = createOwners(client).dependentsOf(
      { metadata: { name: 'a', uid: 'u' } },
      { signal: controller.signal },
    );
    controller.abort(reason);
    await expect(walk).rejects.toBe(reason);
  });
});

describe('the graph of a server', () => {
  it('answers for every object after one list of each set of objects', async () => {
    const on = await onFakeServer(server);
    const market = put(on.fake, 'Market', 'm');
    const a = put(on.fake, 'Ox', 'a', market);
    put(on.fake, 'Goose', 'b', a);
    const graph = await createOwners(on.client).graph();
    on.fake.forgetRequests();
    expect(graph.size).toBe(3);
    expect(graph.dependentsOf(market.metadata.uid ?? '').map(({ dependent }) => dependent.name)).toEqual(['a']);
    expect(graph.ownersOf(a.metadata.uid ?? '').map(({ owner }) => owner?.name)).toEqual(['m']);
    expect(on.fake.requests).toEqual([]);
  });

  it('reads legacy documents for evidence, unless it is told not to', async () => {
    const on = await onFakeServer();
    const events = async (evidence: 'alike' | 'catalog'): Promise<number> => {
      on.fake.forgetRequests();
      await createOwners(on.client).graph({ evidence });
      return listsOf(on).filter((path) => path.includes('/events?')).length;
    };
    expect([await events('alike'), await events('catalog')]).toEqual([1, 2]);
  });
});
