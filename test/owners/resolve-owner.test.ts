import { describe, expect, it } from 'vitest';
import { createMapper } from '../../src/core/mapper/create-mapper.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import { type OwnerResolution, resolveOwner } from '../../src/owners/resolve-owner.js';
import { catalogOf, failureAt, res } from '../mapper/build-catalog.js';
import { hostileWords, metadata, reference, world, worldCatalog, type World } from './support.js';

const front = metadata('front', 'uid-front', { namespace: 'web' });
const ox = reference({ apiVersion: 'shop.example.org/v2', kind: 'Ox' });

function resolve(
  given: OwnerReference,
  { ports }: World,
  namespace: string | undefined = 'web',
): Promise<OwnerResolution> {
  return resolveOwner(given, ports, { namespace });
}

function resolveByResource(given: OwnerReference, { ports }: World): Promise<OwnerResolution> {
  return resolveOwner(given, ports, { namespace: 'web', honors: 'resource' });
}

function summary(resolution: OwnerResolution): string {
  return resolution.state === 'present' ? 'present' : `${resolution.state}: ${resolution.reason}`;
}

describe('an owner that is named by its resource, on a server that honours it,', () => {
  const byResource = reference({ resource: 'replicasets' });

  it('is asked for once in its namespace, and nothing is discovered', async () => {
    const server = world({ 'replicasets.v1.apps/web/front': front });
    const resolution = await resolveByResource(byResource, server);
    expect(resolution).toMatchObject({
      state: 'present',
      owner: front,
      resource: { group: 'apps', version: 'v1', resource: 'replicasets' },
      asked: [{ namespace: 'web', name: 'front', outcome: 'present' }],
    });
    expect(server).toMatchObject({ asked: ['replicasets.v1.apps/web/front'], learned: { atHand: 0, anew: 0 } });
  });

  it('is asked for at the URL of the cluster where the other is no URL of the server: two requests at most', async () => {
    const cluster = world({ 'replicasets.v1.apps/front': metadata('front', 'uid-front') });
    expect(summary(await resolveByResource(byResource, cluster))).toBe('present');
    expect(cluster.asked).toEqual(['replicasets.v1.apps/web/front', 'replicasets.v1.apps/front']);

    const neither = world({});
    expect(summary(await resolveByResource(byResource, neither))).toBe('unknown: not-served');
    expect(neither.asked).toHaveLength(2);
    expect(neither.learned).toEqual({ atHand: 0, anew: 0 });
  });

  it('is not asked for a second time where the first URL says anything at all', async () => {
    for (const said of ['missing', 'forbidden', 'unavailable', 'unauthorized', 'no-answer'] as const) {
      const server = world({ 'replicasets.v1.apps/web/front': said, 'replicasets.v1.apps/front': front });
      await resolveByResource(byResource, server);
      expect(server.asked).toEqual(['replicasets.v1.apps/web/front']);
    }
  });

  it.each([undefined, ''])(
    'of a cluster-scoped dependent (namespace %j) is asked for at the URL of the cluster alone',
    async (namespace) => {
      const server = world({});
      const resolution = await resolveOwner(byResource, server.ports, { namespace, honors: 'resource' });
      expect(summary(resolution)).toBe('unknown: not-served');
      expect(server.asked).toEqual(['replicasets.v1.apps/front']);
      expect(resolution.asked).toMatchObject([{ outcome: 'not-served', statusCode: 404 }]);
      expect(resolution.asked[0]).not.toHaveProperty('namespace');
    },
  );

  it('is looked for in the scope that the catalog at hand tells', async () => {
    const market = reference({ apiVersion: 'shop.example.org/v2', kind: 'Market', resource: 'markets' });
    const server = world({ 'markets.v2.shop.example.org/front': front }, { catalogAtHand: worldCatalog() });
    const resolution = await resolveByResource(market, server);
    expect(summary(resolution)).toBe('present');
    expect(server.asked).toEqual(['markets.v2.shop.example.org/front']);
    expect(resolution.mappings).toMatchObject([{ kind: { kind: 'Market' }, scope: 'Cluster' }]);
    expect(server.learned).toEqual({ atHand: 0, anew: 0 });
  });

  it('counts whatever kind stands beside it', async () => {
    const server = world({ 'replicasets.v1.apps/web/front': front }, { catalogAtHand: worldCatalog() });
    expect(summary(await resolveByResource(reference({ resource: 'replicasets', kind: 'Nonsense' }), server))).toBe(
      'present',
    );
  });

  it('is looked for in another version that the catalog at hand has, where its own is not served', async () => {
    const gone = reference({ apiVersion: 'shop.example.org/v1beta1', kind: 'Ox', resource: 'oxen' });
    const server = world({ 'oxen.v2.shop.example.org/web/front': front }, { catalogAtHand: worldCatalog() });
    expect(summary(await resolveByResource(gone, server))).toBe('present');
    expect(server.asked).toEqual(['oxen.v2.shop.example.org/web/front']);
  });

  it('that the catalog at hand does not know is looked for as without one', async () => {
    const young = reference({ apiVersion: 'young.example.org/v1', resource: 'children' });
    const server = world({ 'children.v1.young.example.org/front': front }, { catalogAtHand: worldCatalog() });
    expect(summary(await resolveByResource(young, server))).toBe('present');
    expect(server.asked).toHaveLength(2);
  });

  it('is nothing to ask for where it is namespaced and the dependent is not', async () => {
    const server = world({}, { catalogAtHand: worldCatalog() });
    expect(summary(await resolveOwner(byResource, server.ports, { honors: 'resource' }))).toBe('unknown: wrong-scope');
    expect(server.asked).toEqual([]);
  });
});

describe('a resource on a released server', () => {
  it.each(['deployments', 'nowhere', '../x', 5])('does not count beside the kind: %j', async (resource) => {
    const server = world({ 'replicasets.v1.apps/web/front': front });
    const given = { ...reference(), resource } as OwnerReference;
    for (const honors of [undefined, 'kind'] as const) {
      expect(summary(await resolveOwner(given, server.ports, { namespace: 'web', honors }))).toBe('present');
    }
    expect(new Set(server.asked)).toEqual(new Set(['replicasets.v1.apps/web/front']));
  });

  it('is no word of another one', async () => {
    const attempt = resolveOwner(reference(), world({}).ports, { honors: 'both' as never });
    await expect(attempt).rejects.toMatchObject({ code: 'invalid-argument', argument: 'honors' });
  });
});

describe('an owner that is named by its kind', () => {
  it('is asked for where the mapper says, however odd its plural', async () => {
    const server = world({ 'oxen.v2.shop.example.org/web/front': front });
    expect(summary(await resolve(ox, server))).toBe('present');
    expect(server.asked).toEqual(['oxen.v2.shop.example.org/web/front']);
  });

  it('is asked for in its exact version first', async () => {
    const server = world({ 'oxen.v1.shop.example.org/web/front': front });
    expect(summary(await resolve({ ...ox, apiVersion: 'shop.example.org/v1' }, server))).toBe('present');
    expect(server.asked).toEqual(['oxen.v1.shop.example.org/web/front']);
  });

  it('is asked for in other versions of the group, once for each set of objects, where its own is not served', async () => {
    const gone = { ...ox, apiVersion: 'shop.example.org/v1alpha1' };
    const server = world({ 'oxen.v2.shop.example.org/web/front': 'missing' });
    const resolution = await resolve(gone, server);
    expect(summary(resolution)).toBe('absent: not-found');
    expect(server.asked).toEqual(['oxen.v2.shop.example.org/web/front']);
    expect(server.learned.anew).toBe(0);
  });

  it('is asked for in other versions where the server has dropped the one that the catalog still has', async () => {
    const server = world({ 'oxen.v1.shop.example.org/web/front': front });
    const resolution = await resolve(ox, server);
    expect(summary(resolution)).toBe('present');
    expect(resolution.asked.map(({ outcome }) => outcome)).toEqual(['not-served', 'present']);
  });

  it('may be of any endpoint of the kind: present where one has it', async () => {
    const cart = { ...ox, kind: 'Cart' };
    const server = world({
      'carts.v2.shop.example.org/web/front': 'missing',
      'baskets.v2.shop.example.org/web/front': front,
    });
    const resolution = await resolve(cart, server);
    expect(resolution).toMatchObject({ state: 'present', resource: { resource: 'baskets' } });
    expect(resolution.mappings.map(({ resource }) => resource.resource)).toEqual(['carts', 'baskets']);
  });

  it('is absent where all endpoints of the kind say so, and unknown where one does not', async () => {
    const cart = { ...ox, kind: 'Cart' };
    const [carts, baskets] = ['carts.v2.shop.example.org/web/front', 'baskets.v2.shop.example.org/web/front'];
    const other = metadata('front', 'uid-other');
    expect(summary(await resolve(cart, world({ [carts]: 'missing', [baskets]: 'missing' })))).toBe('absent: not-found');
    expect(summary(await resolve(cart, world({ [carts]: 'missing', [baskets]: other })))).toBe('absent: other-uid');
    expect(summary(await resolve(cart, world({ [carts]: 'missing', [baskets]: 'forbidden' })))).toBe(
      'unknown: forbidden',
    );
    expect(summary(await resolve(cart, world({ [carts]: 'missing' })))).toBe('unknown: not-served');
  });

  it('that is cluster-scoped is asked for at the URL of the cluster, whatever the dependent', async () => {
    const node = reference({ apiVersion: 'v1', kind: 'Node' });
    for (const namespace of ['web', undefined]) {
      const server = world({ 'nodes.v1./front': metadata('front', 'uid-front') });
      expect(summary(await resolveOwner(node, server.ports, { namespace }))).toBe('present');
      expect(server.asked).toEqual(['nodes.v1./front']);
    }
  });

  it('that is namespaced is unknown for a cluster-scoped dependent, and nothing is asked', async () => {
    const server = world({});
    const resolution = await resolveOwner(reference(), server.ports, {});
    expect(resolution).toMatchObject({
      state: 'unknown',
      reason: 'wrong-scope',
      asked: [],
      mappings: [{ scope: 'Namespaced' }],
    });
  });

  it('that no catalog has is unknown, after a second look', async () => {
    const server = world({});
    const resolution = await resolve({ ...ox, kind: 'Unicorn' }, server);
    expect(resolution).toMatchObject({ state: 'unknown', reason: 'no-mapping', asked: [], mappings: [] });
    expect(server.learned).toEqual({ atHand: 1, anew: 1 });
  });

  it('is found where the second look finds the kind', async () => {
    const newer = createMapper(
      catalogOf([{ name: 'shop.example.org', versions: { v3: [res('unicorns', 'Unicorn')] } }]),
    );
    const server = world({ 'unicorns.v3.shop.example.org/web/front': front }, { newer });
    expect(summary(await resolve({ ...ox, kind: 'Unicorn' }, server))).toBe('present');
  });

  it('is unknown where nothing can be discovered, at first or at the second look', async () => {
    expect(summary(await resolve(ox, world({}, { mapper: 'no server' })))).toBe('unknown: discovery-failed');
    expect(summary(await resolve({ ...ox, kind: 'Unicorn' }, world({}, { newer: 'no server' })))).toBe(
      'unknown: no-mapping',
    );
  });

  it('is unknown where its group could not be read', async () => {
    const mapper = createMapper(worldCatalog({ failures: [failureAt('dead.example.org', 'v1')] }));
    const resolution = await resolve(reference({ apiVersion: 'dead.example.org/v1' }), world({}, { mapper }));
    expect(summary(resolution)).toBe('unknown: group-unavailable');
  });
});

describe('a reference that makes no sense', () => {
  it.each([
    ['kind', { kind: '' }],
    ['kind', { kind: '', resource: 'replicasets' }],
    ['uid', { uid: '' }],
    ['apiVersion', { apiVersion: 'a/b/c' }],
  ])('without its %s is unknown, and nothing is asked', async (field, fields) => {
    const server = world({});
    const resolution = await resolve(reference(fields), server);
    expect(resolution).toMatchObject({
      state: 'unknown',
      reason: 'invalid-reference',
      asked: [],
      problems: [{ field }],
    });
    expect(server).toMatchObject({ asked: [], learned: { atHand: 0, anew: 0 } });
  });

  it.each(hostileWords)('or is hostile (%j) asks for nothing but what it names', async (word) => {
    for (const fields of [{ apiVersion: `${word}/v1` }, { name: word }, { resource: word }, { kind: word }]) {
      for (const honors of ['kind', 'resource'] as const) {
        const server = world({});
        const resolution = await resolveOwner(reference(fields), server.ports, { namespace: 'web', honors });
        expect(resolution.state).toBe('unknown');
        const named = `replicasets.v1.apps/web/${word}`;
        for (const asked of server.asked) if (asked !== named) expect(asked).toMatch(/^[\w.]+(\/[\w-]+){1,2}$/);
      }
    }
  });

  it.each([undefined, null, 'front', 5, []])('as %j is unknown too', async (given) => {
    const resolution = await resolve(given as never, world({}));
    expect(summary(resolution)).toBe('unknown: invalid-reference');
  });
});

it('an answer cannot be changed', async () => {
  const resolution = await resolve(reference(), world({ 'replicasets.v1.apps/web/front': front }));
  expect([resolution, resolution.asked, ...resolution.asked, resolution.mappings].every(Object.isFrozen)).toBe(true);
});
