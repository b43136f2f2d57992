import { describe, expect, it } from 'vitest';
import { formatGroupVersionResource } from '../../src/model/group-version-resource.js';
import type { PartialObjectMetadata } from '../../src/model/kube-object.js';
import type { OwnerReference } from '../../src/model/owner-reference.js';
import { collectGraph, type CollectOptions } from '../../src/owners/collect-graph.js';
import type { MetadataStep } from '../../src/metadata/metadata-answer.js';
import type { OwnerGraph } from '../../src/owners/owner-graph.js';
import { walkDependents } from '../../src/owners/walk-dependents.js';
import { failureAt } from '../mapper/build-catalog.js';
import { metadata, reference, unread, worldCatalog } from './support.js';

function ox(
  name: string,
  owners: readonly string[] = [],
  namespace: string | undefined = 'web',
): PartialObjectMetadata {
  const ownerReferences = owners.map((owner): OwnerReference => reference({ name: owner, uid: `uid-${owner}` }));
  return metadata(name, `uid-${name}`, { namespace, ownerReferences });
}

const page = (...objects: PartialObjectMetadata[]): MetadataStep => ({
  state: 'page',
  items: objects,
  more: false,
  remaining: undefined,
});

interface Collected {
  readonly graph: OwnerGraph;
  readonly asked: string[];
  readonly most: number;
}

/** Collects what these endpoints list, page by page; all others are empty. */
async function collect(
  pages: Readonly<Record<string, readonly MetadataStep[]>>,
  { failures = [], ...options }: Partial<CollectOptions> & { failures?: Parameters<typeof failureAt>[] } = {},
): Promise<Collected> {
  const found = failures.map((failure) => failureAt(...failure));
  const catalog = worldCatalog({ failures: found });
  const asked: string[] = [];
  let [underWay, most] = [0, 0];
  const graph = await collectGraph(
    {
      endpoints: catalog.resources(),
      failures: catalog.failures,
      async *pages({ mapping, namespace }) {
        const name = formatGroupVersionResource(mapping.resource);
        asked.push(namespace === undefined ? name : `${namespace}/${name}`);
        underWay += 1;
        most = Math.max(most, underWay);
        await Promise.resolve();
        yield* pages[name] ?? [page()];
        underWay -= 1;
      },
    },
    { concurrency: 3, limit: 500, ...options },
  );
  return { graph, asked, most };
}

const names = (objects: Iterable<{ name: string }>): string[] => [...objects].map(({ name }) => name);

const oxen = 'oxen.v2.shop.example.org';
const geese = 'geese.v1.shop.example.org';

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
      apiVersion: 'v1',
      kind: 'Thing',
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
      { group: 'dead.example.org', version: 'v1', reason: 'undiscovered', message: 'the backend does not answer' },
      {
        group: 'shop.example.org',
        version: 'v2',
        resource: 'oxen',
        reason: 'forbidden',
        message: 'no',
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
      ownerReferences: [reference({ name: 'x', uid: 'uid-a' })],
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

describe('a walk down', () => {
  it('comes to all dependents, the nearest first, each once', async () => {
    const { graph } = await collect({
      [oxen]: [page(ox('d', ['b', 'c']), ox('b', ['a']), ox('c', ['a']), ox('a'), ox('aside'))],
    });
    const found = walkDependents(ox('a'), graph);
    expect(found.object.name).toBe('a');
    expect(names(found.dependents)).toEqual(['b', 'c', 'd']);
    expect(found.links.map(({ owner, dependent }) => [owner, dependent.name])).toEqual([
      ['uid-a', 'b'],
      ['uid-a', 'c'],
      ['uid-b', 'd'],
      ['uid-c', 'd'],
    ]);
    expect(found).toMatchObject({ cycles: [], unread: [] });
  });

  it.each([1, 2, 10, 50])('ends in a cycle of %i, and tells it', async (size) => {
    const ring = Array.from({ length: size }, (_, index) => ox(`n-${index}`, [`n-${(index + 1) % size}`]));
    const { graph } = await collect({ [oxen]: [page(...ring)] });
    const found = walkDependents(ox('n-0'), graph);
    expect(found.dependents).toHaveLength(size - 1);
    expect(found.links).toHaveLength(size);
    expect(found.cycles.map((cycle) => [...cycle].sort())).toEqual([ring.map(({ metadata: { uid } }) => uid).sort()]);
  });

  it('of an object with 1,000 dependents, each with 1,000 owners, ends', async () => {
    const owners = Array.from({ length: 1000 }, (_, index) => `o-${index}`);
    const { graph } = await collect({
      [oxen]: [page(...owners.map((name) => ox(name, ['root']))), page(ox('d', owners))],
    });
    const found = walkDependents(ox('root'), graph);
    expect(found.dependents).toHaveLength(1001);
    expect(found.links).toHaveLength(2000);
  });

  it('finds nothing below an object without a uid, and dependents without one', async () => {
    const nameless = metadata('b', '', { ownerReferences: [reference({ name: 'a', uid: 'uid-a' })] });
    const { graph } = await collect({
      [oxen]: [page(nameless, { ...nameless, metadata: { ...nameless.metadata, name: 'c' } })],
    });
    expect(names(walkDependents(ox('a'), graph).dependents)).toEqual(['b', 'c']);
    expect(walkDependents({}, graph).dependents).toEqual([]);
  });
});
