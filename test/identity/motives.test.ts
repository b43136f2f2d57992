import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/core/client.js';
import { createIdentity } from '../../src/identity/create-identity.js';
import type { FakeResource } from '../../src/testing/index.js';
import { names } from './catalogs.js';
import { onFakeServer } from '../client/on-fake-server.js';

/** ReplicaSets as a server shows them in several groups; with the one id, or without any. */
function replicaSets(group: string, internalID: string | undefined, version = 'v1'): FakeResource {
  return { group, version, resource: 'replicasets', kind: 'ReplicaSet', subresources: ['scale'], internalID };
}

const id = 'one-set';
const [apps, extensions, fancy] = [
  replicaSets('apps', id),
  replicaSets('extensions', id, 'v1beta1'),
  replicaSets('fancy-apps.example.org', id),
];
const objects = ['front', 'back', 'cache'].map((name) => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name, namespace: 'shop' },
}));
const everything = { documents: {}, resources: [apps, extensions, fancy], objects };
const fields = ['internalID', 'resourceID'] as const;

async function groupsOf(client: Client, word: string): Promise<string[]> {
  const { endpoints } = await createIdentity(client).aliasesOf(word);
  return endpoints.map(({ group }) => group);
}

describe('an admission webhook that names the groups of today', () => {
  it.each(fields)('learns of the group that a later release adds, by %s', async (internalIDField) => {
    const { client, fake } = await onFakeServer({ documents: {}, resources: [apps, extensions], internalIDField });
    const known = await groupsOf(client, 'replicasets.apps');
    expect(known).toEqual(['apps', 'extensions']);
    fake.define(fancy);
    await client.discovery.refresh();
    expect(await groupsOf(client, 'replicasets.apps')).toEqual([...known, 'fancy-apps.example.org']);
  });

  it('learns of it for subresources too', async () => {
    const { client } = await onFakeServer({
      documents: {},
      resources: [apps, { ...fancy, subresources: [] }, extensions],
    });
    const { endpoints } = await createIdentity(client).aliasesOf('replicasets.apps', { subresource: 'scale' });
    expect(names(endpoints)).toEqual(['replicasets.v1.apps', 'replicasets.v1beta1.extensions']);
  });

  it('learns of reviews, of which no object is ever stored', async () => {
    const review: FakeResource = {
      group: 'authentication.k8s.io',
      version: 'v1',
      resource: 'tokenreviews',
      kind: 'TokenReview',
      scope: 'Cluster',
      verbs: ['create'],
      internalID: 'reviews',
    };
    const resources = [review, { ...review, group: 'fancy.example.org' }];
    const { client } = await onFakeServer({ documents: {}, resources });
    expect(await groupsOf(client, 'tokenreviews.authentication.k8s.io')).toEqual([
      'authentication.k8s.io',
      'fancy.example.org',
    ]);
  });
});

describe('a quota', () => {
  it('counts each object once, though it is served in three groups', async () => {
    const { client } = await onFakeServer(everything);
    let [once, naive] = [0, 0];
    for (const entry of await createIdentity(client).distinctResources({ verbs: ['list'] })) {
      once += (await client.resource(entry).list()).items.length;
    }
    for (const entry of (await client.discovery.catalog()).resources({ verbs: ['list'] })) {
      naive += (await client.resource(entry).list()).items.length;
    }
    expect({ once, naive }).toEqual({ once: objects.length, naive: 3 * objects.length });
  });
});

describe('a garbage collector, and a storage migrator,', () => {
  it('reach all objects by one endpoint', async () => {
    const { client } = await onFakeServer(everything);
    const verbs = ['list', 'watch', 'update'];
    expect(names(await createIdentity(client).distinctResources({ verbs }))).toEqual(['replicasets.v1.apps']);
    const [chosen] = await createIdentity(client).distinctResources({
      verbs,
      prefer: ({ group }) => group.startsWith('fancy'),
    });
    expect(chosen?.group).toBe('fancy-apps.example.org');
  });
});

describe('the mechanism', () => {
  it('works for built-in, custom and aggregated resources alike', async () => {
    const carts = { version: 'v1', kind: 'Cart', internalID: 'carts' };
    const resources: FakeResource[] = [
      { ...carts, group: 'shop.example.org', resource: 'carts', custom: true },
      { ...carts, group: 'store.example.org', resource: 'carts', custom: false },
      { version: 'v1', group: '', resource: 'pods', kind: 'Pod', internalID: 'pods' },
      { version: 'v1', group: 'fancy.example.org', resource: 'pods', kind: 'Pod', internalID: 'pods' },
    ];
    const { client } = await onFakeServer({ documents: {}, resources });
    expect(await groupsOf(client, 'carts.shop.example.org')).toEqual(['shop.example.org', 'store.example.org']);
    expect(await groupsOf(client, 'pods')).toEqual(['', 'fancy.example.org']);
  });

  it.each(fields)(
    'works by %s where aggregated documents carry it, without a further request',
    async (internalIDField) => {
      const { client, exchanges } = await onFakeServer({
        ...everything,
        internalIDInAggregated: true,
        internalIDField,
      });
      expect(await groupsOf(client, 'replicasets.apps')).toHaveLength(3);
      expect(exchanges.map(({ path }) => path).sort()).toEqual(['/api', '/apis']);
    },
  );

  it('works across plurals, where all documents are read', async () => {
    const baskets = { ...replicaSets('old.example.org', id), resource: 'baskets', kind: 'Basket' };
    const { client } = await onFakeServer({ documents: {}, resources: [apps, baskets] });
    expect(await createIdentity(client).compare('replicasets.apps', 'baskets')).toMatchObject({ answer: 'same' });
    const { endpoints } = await createIdentity(client).aliasesOf('baskets', { evidence: 'all' });
    expect(names(endpoints)).toEqual(['replicasets.v1.apps', 'baskets.v1.old.example.org']);
  });

  it('tells of an aggregated server that takes the id of something else by accident', async () => {
    const resources: FakeResource[] = [
      apps,
      { group: 'careless.example.org', version: 'v1', resource: 'gadgets', kind: 'Gadget', internalID: id },
      {
        group: 'careless.example.org',
        version: 'v1',
        resource: 'gizmos',
        kind: 'Gizmo',
        scope: 'Cluster',
        internalID: id,
      },
    ];
    const { client } = await onFakeServer({ documents: {}, resources });
    const { contradictions } = await createIdentity(client).report({ evidence: 'all' });
    expect(contradictions.map(({ joins, separates }) => `${joins} ${separates}`)).toEqual([
      'internalID scope',
      'internalID plural',
    ]);
    expect(contradictions[0]?.endpoints).toHaveLength(3);
  });

  it('shows no id to those who ask what it found', async () => {
    const { client } = await onFakeServer({ ...everything, speaks: '1.36' });
    const found = [
      await createIdentity(client).report({ evidence: 'all', probe: true }),
      await createIdentity(client).aliasesOf('replicasets.apps', { probe: true }),
      await createIdentity(client).compare('replicasets.apps', 'replicasets.extensions', { probe: true }),
      await createIdentity(client).classes(),
      await createIdentity(client).distinctResources(),
    ];
    expect(JSON.stringify(found)).toContain('internalID');
    expect(JSON.stringify(found)).not.toContain(id);
  });
});
