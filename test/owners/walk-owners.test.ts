import { describe, expect, it } from 'vitest';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import { createAbsentOwners, type OwnersOf, walkOwners, type WalkOwnersParts } from '../../src/owners/walk-owners.js';
import { resolveOwner } from '../../src/owners/resolve-owner.js';
import type { WalkStart } from '../../src/owners/owner-graph.js';
import { metadata, reference, world, type Said, type World } from './support.js';

const at = (name: string): string => `oxen.v2.shop.example.org/web/${name}`;

function to(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  return reference({ apiVersion: 'shop.example.org/v2', kind: 'Ox', name, uid: `uid-${name}`, ...more });
}

/** An ox with these owners. */
function ox(name: string, ...owners: OwnerReference[]): ReturnType<typeof metadata> {
  return metadata(name, `uid-${name}`, { namespace: 'web', ownerReferences: owners });
}

function herd(owners: Readonly<Record<string, readonly string[]>>): Record<string, Said> {
  return Object.fromEntries(
    Object.entries(owners).map(([name, above]) => [at(name), ox(name, ...above.map((each) => to(each)))]),
  );
}

async function walk(
  start: WalkStart,
  server: World,
  { concurrency = 10, absent = createAbsentOwners(), ...limits }: Partial<WalkOwnersParts> = {},
): Promise<OwnersOf> {
  const resolve = (given: OwnerReference, namespace: string | undefined): ReturnType<typeof resolveOwner> =>
    resolveOwner(given, server.ports, { namespace });
  return walkOwners(start, { resolve, concurrency, absent, ...limits });
}

const names = (objects: OwnersOf['owners']): string[] => objects.map(({ name }) => name);

describe('a walk up', () => {
  it('comes to the roots, the nearest first', async () => {
    const server = world(herd({ b: ['c'], c: ['d'], d: [] }));
    const found = await walk(ox('a', to('b')), server);
    expect(found.object).toMatchObject({ name: 'a', namespace: 'web', uid: 'uid-a' });
    expect(names(found.owners)).toEqual(['b', 'c', 'd']);
    expect(names(found.roots)).toEqual(['d']);
    expect(found.owners[0]?.resource).toEqual({ group: 'shop.example.org', version: 'v2', resource: 'oxen' });
    expect(found.links.map(({ dependent, state }) => [dependent, state])).toEqual([
      ['uid-a', 'present'],
      ['uid-b', 'present'],
      ['uid-c', 'present'],
    ]);
  });

  it('ends at once for an object without owners, which is its own root', async () => {
    for (const start of [ox('a'), metadata('a', 'uid-a'), { metadata: { name: 'a' } }, {}]) {
      const found = await walk(start, world({}));
      expect(found).toMatchObject({ owners: [], links: [], cycles: [], roots: [found.object] });
    }
  });

  it('asks for each owner once, whoever names it', async () => {
    const server = world(herd({ b: ['d'], c: ['d'], d: ['e'], e: [] }));
    const found = await walk(ox('a', to('b'), to('c')), server);
    expect(server.asked).toEqual(['b', 'c', 'd', 'e'].map(at));
    expect(names(found.owners)).toEqual(['b', 'c', 'd', 'e']);
    const repeated = found.links.filter((link) => link.reference.name === 'd');
    expect(repeated.map(({ asked }) => asked.length)).toEqual([1, 0]);
  });

  it('asks no second time for an owner that is named again further up', async () => {
    const server = world(herd({ b: ['c', 'd'], c: ['d'], d: [] }));
    const found = await walk(ox('a', to('b'), to('c')), server);
    expect(server.asked).toEqual(['b', 'c', 'd'].map(at));
    expect(found.links).toHaveLength(5);
  });

  it('goes on in the namespace of the owner and not of the dependent', async () => {
    const market = reference({ apiVersion: 'shop.example.org/v2', kind: 'Market', name: 'm', uid: 'uid-m' });
    const node = reference({ apiVersion: 'v1', kind: 'Node', name: 'n', uid: 'uid-n' });
    const server = world({
      'markets.v2.shop.example.org/m': metadata('m', 'uid-m', { ownerReferences: [node, to('x')] }),
      'nodes.v1./n': metadata('n', 'uid-n'),
    });
    const found = await walk(ox('a', market), server);
    expect(found.links.map(({ reference: { name }, state, reason }) => [name, state, reason])).toEqual([
      ['m', 'present', undefined],
      ['n', 'present', undefined],
      ['x', 'unknown', 'wrong-scope'],
    ]);
  });

  it('tells absent and unknown owners, and goes on with the others', async () => {
    const server = world({ ...herd({ b: [] }), [at('c')]: 'missing', [at('d')]: 'forbidden' });
    const found = await walk(ox('a', to('c'), to('d'), to('b'), to('', {})), server);
    expect(found.links.map(({ state, reason }) => [state, reason])).toEqual([
      ['absent', 'not-found'],
      ['unknown', 'forbidden'],
      ['present', undefined],
      ['unknown', 'invalid-reference'],
    ]);
    expect(found.links[1]?.message).toContain('forbidden');
    expect(names(found.owners)).toEqual(['b']);
  });

  it.each([1, 2, 3, 10, 50])('ends in a cycle of %i, and tells it', async (size) => {
    const ring = Array.from({ length: size }, (_, index) => `n-${index}`);
    const server = world(herd(Object.fromEntries(ring.map((name, index) => [name, [ring[(index + 1) % size] ?? '']]))));
    const found = await walk(ox('n-0', to(ring[1 % size] ?? '')), server);
    expect(names(found.owners)).toEqual(ring.slice(1));
    expect(found.cycles).toEqual([ring.map((name) => `uid-${name}`)]);
    expect(found.roots).toEqual([]);
    expect(server.asked).toHaveLength(size);
  });

  it('of 1,000 owners has no more requests under way than it may', async () => {
    const owners = Array.from({ length: 1000 }, (_, index) => to(`o-${index}`));
    const server = world(herd(Object.fromEntries(owners.map(({ name }) => [name, []]))));
    let [underWay, most] = [0, 0];
    const found = await walkOwners(ox('a', ...owners), {
      concurrency: 7,
      absent: createAbsentOwners(),
      async resolve(given, namespace) {
        underWay += 1;
        most = Math.max(most, underWay);
        await Promise.resolve();
        const resolution = await resolveOwner(given, server.ports, { namespace });
        underWay -= 1;
        return resolution;
      },
    });
    expect(most).toBe(7);
    expect(found.owners).toHaveLength(1000);
    expect(names(found.owners)).toEqual(owners.map(({ name }) => name));
  });

  it('survives references of any shape', async () => {
    const wrong = [null, 5, 'front', {}, [], { name: {} }];
    const start = { metadata: { name: 'a', uid: 'uid-a', ownerReferences: wrong } };
    const found = await walk(start as never, world({}));
    expect(found.links.map(({ reason }) => reason)).toEqual(wrong.map(() => 'invalid-reference'));
  });

  it('takes a list that is none for no owners', async () => {
    const start = { metadata: { name: 'a', ownerReferences: 'front' } };
    expect((await walk(start as never, world({}))).links).toEqual([]);
  });
});

describe('a walk without end', () => {
  /** A server that makes up one more owner for each that it is asked for. */
  function endless(width = 1): World {
    const server = world({});
    const owners = (name: string): OwnerReference[] => Array.from({ length: width }, (_, at) => to(`${name}${at}`));
    return {
      ...server,
      ports: {
        ...server.ports,
        async read({ name }) {
          server.asked.push(name);
          return { state: 'found', object: ox(name, ...owners(name)) };
        },
      },
    };
  }

  it('ends at 100 levels, and tells what it has not read', async () => {
    const server = endless();
    const found = await walk(ox('n', to('n0')), server);
    expect(found.owners).toHaveLength(100);
    expect(server.asked).toHaveLength(100);
    expect(found.unread).toMatchObject([
      { state: 'unknown', reason: 'max-depth', asked: [], dependent: `uid-n${'0'.repeat(100)}` },
    ]);
    expect(found.links).toHaveLength(101);
    expect(found.links.at(-1)).toBe(found.unread[0]);
    expect(found.roots).toEqual([]);
  });

  it('ends at 1,000 owners, however wide', async () => {
    const server = endless(10);
    const found = await walk(ox('n', to('n0')), server);
    expect(server.asked).toHaveLength(1000);
    expect(found.owners).toHaveLength(1000);
    expect(new Set(found.unread.map(({ reason }) => reason))).toEqual(new Set(['max-owners']));
    expect(found.links).toHaveLength(1000 + found.unread.length);
  });

  it('counts owners that are not there as well', async () => {
    const owners = Array.from({ length: 1005 }, (_, index) => to(`o-${index}`));
    const found = await walk(ox('a', ...owners), world({}));
    expect(found.links.filter(({ reason }) => reason === 'not-served')).toHaveLength(1000);
    expect(found.unread.map(({ reference: { name } }) => name)).toEqual(owners.slice(1000).map(({ name }) => name));
  });

  it('ends where the caller says, and what was asked for stays known', async () => {
    const server = world(herd({ b: ['c'], c: ['b', 'd'], d: [] }));
    const shallow = await walk(ox('a', to('b')), server, { maxDepth: 2 });
    expect(names(shallow.owners)).toEqual(['b', 'c']);
    expect(shallow.links.map(({ reference: { name }, state }) => [name, state])).toEqual([
      ['b', 'present'],
      ['c', 'present'],
      ['b', 'present'],
      ['d', 'unknown'],
    ]);
    expect(shallow.cycles).toEqual([['uid-b', 'uid-c']]);
    const few = await walk(ox('a', to('b'), to('x')), server, { maxOwners: 1 });
    expect(few.unread.map(({ reference: { name }, reason }) => [name, reason])).toEqual([
      ['x', 'max-owners'],
      ['c', 'max-owners'],
    ]);
    const whole = await walk(ox('a', to('b')), server, { maxOwners: 3, maxDepth: 3 });
    expect(whole.unread).toEqual([]);
  });

  it.each([
    ['maxOwners', { maxOwners: 0 }],
    ['maxDepth', { maxDepth: -1 }],
    ['maxDepth', { maxDepth: Infinity }],
  ])('wants whole numbers: %s', async (argument, limits) => {
    await expect(walk(ox('a'), world({}), limits)).rejects.toMatchObject({ argument });
  });
});

describe('absent owners', () => {
  it('are not asked for again', async () => {
    const server = world({ [at('b')]: 'missing' });
    const absent = createAbsentOwners();
    await walk(ox('a', to('b')), server, { absent });
    const again = await walk(ox('a2', to('b')), server, { absent });
    expect(server.asked).toEqual([at('b')]);
    expect(again.links).toMatchObject([{ state: 'absent', reason: 'not-found', asked: [] }]);
    absent.clear();
    await walk(ox('a', to('b')), server, { absent });
    expect(server.asked).toHaveLength(2);
  });

  it('are those of one uid, name and namespace; unknown ones are asked for again', async () => {
    const inShop = 'oxen.v2.shop.example.org/shop/b';
    const server = world({ [at('b')]: 'missing', [at('c')]: 'forbidden', [inShop]: 'missing' });
    const absent = createAbsentOwners();
    for (const given of [to('b'), to('b', { uid: 'other' }), to('c'), to('c')])
      await walk(ox('a', given), server, { absent });
    const elsewhere = metadata('a', 'uid-a', { namespace: 'shop', ownerReferences: [to('b')] });
    await walk(elsewhere, server, { absent });
    expect(server.asked).toEqual([at('b'), at('b'), at('c'), at('c'), inShop]);
  });

  it('that are cluster-scoped are gone for the dependents of all namespaces', async () => {
    const server = world({ 'markets.v2.shop.example.org/m': 'missing' });
    const market = reference({ apiVersion: 'shop.example.org/v2', kind: 'Market', name: 'm', uid: 'uid-m' });
    const absent = createAbsentOwners();
    for (const namespace of ['web', 'shop', undefined]) {
      await walk(metadata('a', 'uid-a', { namespace, ownerReferences: [market] }), server, { absent });
    }
    expect(server.asked).toHaveLength(1);
  });

  it('are bounded: the oldest goes first', async () => {
    const server = world({ [at('b')]: 'missing', [at('c')]: 'missing', [at('d')]: 'missing' });
    const absent = createAbsentOwners(2);
    for (const name of ['b', 'c', 'd', 'c', 'b']) await walk(ox('a', to(name)), server, { absent });
    expect(server.asked).toEqual(['b', 'c', 'd', 'b'].map(at));
  });
});
