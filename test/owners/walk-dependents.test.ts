import { describe, expect, it } from 'vitest';
import { walkDependents } from '../../src/owners/owner-graph.js';
import { metadata } from './support.js';

import { collect, names, ox, oxen, page, toOx } from './graph-support.js';
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

  it('of an object with 50,000 dependents that one object depends on in turn takes time in proportion', async () => {
    const owners = Array.from({ length: 50_000 }, (_, index) => `o-${index}`);
    const { graph } = await collect({
      [oxen]: [page(...owners.map((name) => ox(name, ['root']))), page(ox('d', owners))],
    });
    const began = performance.now();
    expect(walkDependents(ox('root'), graph).links).toHaveLength(100_000);
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  it('finds nothing below an object without a uid, and dependents without one', async () => {
    const nameless = metadata('b', '', { namespace: 'web', ownerReferences: [toOx('a')] });
    const { graph } = await collect({
      [oxen]: [page(nameless, { ...nameless, metadata: { ...nameless.metadata, name: 'c' } })],
    });
    expect(names(walkDependents(ox('a'), graph).dependents)).toEqual(['b', 'c']);
    expect(walkDependents({}, graph).dependents).toEqual([]);
  });
});
