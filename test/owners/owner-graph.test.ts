import { describe, expect, it } from 'vitest';
import { formatGroupVersionResource } from '../../src/core/model/group-version-resource.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import { type CollectOptions, walkDependents } from '../../src/owners/owner-graph.js';
import { metadata, unread, worldCatalog } from './support.js';

import { collect, geese, names, ox, oxen, oxType, page, toOx } from './graph-support.js';
describe('a graph', () => {
  it('is one list for each endpoint, with no more under way than may be', async () => {
    const { asked, most } = await collect({});
    expect(asked).toEqual(worldCatalog().resources().map(formatGroupVersionResource));
    expect(most).toBe(3);
  });

  it('of one namespace lists there, and nothing that is cluster-scoped', async () => {
    const { asked } = await collect({}, { namespace: 'web' });
    const namespaced = worldCatalog().resources({ scope: 'Namespaced' });
    expect(asked).toEqual(namespaced.map((entry) => `web/${formatGroupVersionResource(entry)}`));
  });

  it('knows owners and dependents of each object, over all pages and resources', async () => {
    const { graph } = await collect({
      [oxen]: [page(ox('a'), ox('b', ['a'])), page(ox('c', ['a', 'b']))],
      [geese]: [page(ox('d', ['a']))],
    });
    expect(graph.size).toBe(4);
    expect(names(graph.objects())).toEqual(['a', 'b', 'c', 'd']);
    expect(names(graph.dependentsOf('uid-a').map(({ dependent }) => dependent))).toEqual(['b', 'c', 'd']);
    expect(graph.ownersOf('uid-c').map(({ owner }) => owner?.name)).toEqual(['a', 'b']);
    expect(graph.object('uid-d')).toEqual({
      ...oxType,
      namespace: 'web',
      name: 'd',
      uid: 'uid-d',
      resource: { group: 'shop.example.org', version: 'v1', resource: 'geese' },
    });
    expect([graph.ownersOf('uid-a'), graph.dependentsOf('uid-d'), graph.object('nobody')]).toEqual([[], [], undefined]);
    expect(graph.ownersOf('nobody')).toEqual([]);
  });

  it('has an object once that two endpoints list', async () => {
    const { graph } = await collect({ [oxen]: [page(ox('a'), ox('b', ['a']))], [geese]: [page(ox('b', ['a']))] });
    expect(graph.size).toBe(2);
    expect(graph.object('uid-b')?.resource?.resource).toBe('oxen');
    expect(graph.dependentsOf('uid-a')).toHaveLength(1);
  });

  it('begins a list again that the server begins again', async () => {
    const { graph } = await collect({
      [oxen]: [page(ox('gone'), ox('a')), { state: 'again' }, page(ox('a'), ox('b'))],
    });
    expect(names(graph.objects())).toEqual(['a', 'b']);
  });

  it('keeps what it had where the second time fails', async () => {
    const failed = unread('unavailable', 'no');
    const { graph } = await collect({ [oxen]: [page(ox('a')), { state: 'again' }, page(ox('b')), failed] });
    expect(names(graph.objects())).toEqual(['b', 'a']);
    expect(graph.unread).toMatchObject([{ reason: 'unavailable' }]);
  });

  it('names what could not be read, and keeps what was read before', async () => {
    const forbidden = unread('forbidden', 'no', 403);
    const { graph } = await collect(
      { [oxen]: [page(ox('a')), forbidden], [geese]: [page(ox('b', ['a']))] },
      { failures: [['dead.example.org', 'v1']] },
    );
    expect(names(graph.objects())).toEqual(['a', 'b']);
    expect(graph.unread).toEqual([
      {
        group: 'dead.example.org',
        version: 'v1',
        reason: 'undiscovered',
        message: 'dead.example.org/v1 (stale): the backend does not answer',
      },
      {
        group: 'shop.example.org',
        version: 'v2',
        resource: 'oxen',
        reason: 'forbidden',
        message: 'oxen.v2.shop.example.org (forbidden): no',
        statusCode: 403,
      },
    ]);
    const { graph: inWeb } = await collect({ [oxen]: [forbidden] }, { namespace: 'web' });
    expect(inWeb.unread).toMatchObject([{ resource: 'oxen', namespace: 'web', reason: 'forbidden' }]);
  });

  it('tells references to what was not seen, and makes no judgement', async () => {
    const { graph } = await collect({ [oxen]: [page(ox('a', ['gone']), ox('b', ['a', 'gone']))] });
    expect(graph.dangling().map(({ dependent, reference: { name } }) => [dependent.name, name])).toEqual([
      ['a', 'gone'],
      ['b', 'gone'],
    ]);
    expect(graph.ownersOf('uid-a')[0]).not.toHaveProperty('owner');
  });

  it('tells references that have the uid of an owner and not its name, or not its namespace', async () => {
    const misnamed = metadata('b', 'uid-b', {
      namespace: 'web',
      ownerReferences: [toOx('x', { uid: 'uid-a' })],
    });
    const { graph } = await collect({
      [oxen]: [page(ox('a'), misnamed, ox('c', ['a'], 'shop'), ox('d', ['a'], ''), ox('e', ['d'], 'shop'))],
    });
    const mismatches = graph.dependentsOf('uid-a').map(({ dependent, mismatch }) => [dependent.name, mismatch]);
    expect(mismatches).toEqual([
      ['b', 'name'],
      ['c', 'namespace'],
      ['d', 'namespace'],
    ]);
    expect(graph.dependentsOf('uid-d')[0]).not.toHaveProperty('mismatch');
  });

  it.each<[string, string | undefined, Partial<OwnerReference>, Partial<CollectOptions>]>([
    ['another kind', 'kind', { kind: 'Goose' }, {}],
    ['a kind in another letter case', 'kind', { kind: 'ox' }, {}],
    ['another group', 'group', { apiVersion: 'apps/v2' }, {}],
    ['the core group', 'group', { apiVersion: 'v2' }, {}],
    ['an apiVersion that is none', 'group', { apiVersion: 'a/b/c' }, {}],
    ['no apiVersion', 'group', { apiVersion: undefined as never }, {}],
    ['another version of the group', undefined, { apiVersion: 'shop.example.org/v1' }, {}],
    ['a resource, on a released server', undefined, { resource: 'carts' }, {}],
    ['a resource, where it is honoured', 'resource', { resource: 'carts' }, { honors: 'resource' }],
    [
      'the right resource and another kind, where it is honoured',
      undefined,
      { resource: 'oxen', kind: 'Cart' },
      { honors: 'resource' },
    ],
    ['another name', 'name', { name: 'x' }, {}],
  ])('holds a reference against all that it says: %s', async (_, mismatch, fields, options) => {
    const dependent = metadata('b', 'uid-b', { namespace: 'web', ownerReferences: [toOx('a', fields)] });
    const { graph } = await collect({ [oxen]: [page(ox('a'), dependent)] }, options);
    const [link] = graph.dependentsOf('uid-a');
    expect(link?.owner?.name).toBe('a');
    expect(link?.mismatch).toBe(mismatch);
    expect(graph.ownersOf('uid-b')).toEqual([link]);
    expect(graph.mismatched()).toEqual(mismatch === undefined ? [] : [link]);
    expect(graph.dangling()).toEqual([]);
    const found = walkDependents(ox('a'), graph);
    expect(found.dependents).toHaveLength(mismatch === undefined ? 1 : 0);
    expect(found.links).toHaveLength(1);
  });

  it("takes the groups that Kubernetes' own server keeps in one place for one", async () => {
    const event = { ...metadata('e', 'uid-e', { namespace: 'web' }), apiVersion: 'v1', kind: 'Event' };
    const owner = { apiVersion: 'events.k8s.io/v1', kind: 'Event', name: 'e', uid: 'uid-e' };
    const dependent = metadata('b', 'uid-b', { namespace: 'web', ownerReferences: [owner] });
    const { graph } = await collect({ 'events.v1.': [page(event)], [oxen]: [page(dependent)] });
    expect(graph.dependentsOf('uid-e')[0]).not.toHaveProperty('mismatch');
  });

  it('finds no cycle where a reference names another object', async () => {
    const misnamed = metadata('a', 'uid-a', { namespace: 'web', ownerReferences: [toOx('x', { uid: 'uid-b' })] });
    const { graph } = await collect({ [oxen]: [page({ ...misnamed, ...oxType }, ox('b', ['a']))] });
    expect(graph.cycles()).toEqual([]);
    expect(walkDependents({ ...misnamed, ...oxType }, graph).cycles).toEqual([]);
  });

  it('survives references and objects of any shape', async () => {
    const wrong = {
      metadata: { name: 'a', uid: 'uid-a', ownerReferences: [null, 5, {}, { uid: 7 }, { uid: '' }, []] },
    };
    const { graph } = await collect({ [oxen]: [page(wrong as never, metadata('b', ''), metadata('c', ''))] });
    expect(graph.size).toBe(3);
    expect(graph.ownersOf('uid-a')).toHaveLength(6);
    expect([...graph.objects()].map(({ uid }) => uid)).toEqual(['uid-a', '', '']);
  });

  it.each([2, 50])('finds a cycle of %i', async (size) => {
    const ring = Array.from({ length: size }, (_, index) => ox(`n-${index}`, [`n-${(index + 1) % size}`]));
    const { graph } = await collect({ [oxen]: [page(...ring, ox('aside', ['n-0']))] });
    expect(graph.cycles()).toEqual([ring.map(({ metadata: { uid } }) => uid)]);
  });

  it('cannot be changed', async () => {
    const { graph } = await collect({ [oxen]: [page(ox('a'), ox('b', ['a']))] });
    const [link] = graph.dependentsOf('uid-a');
    expect([graph, graph.unread, link, link?.reference, link?.dependent].every(Object.isFrozen)).toBe(true);
  });
});
