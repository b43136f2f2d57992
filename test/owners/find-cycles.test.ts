import { describe, expect, it } from 'vitest';
import { findCycles } from '../../src/owners/owner-graph.js';

function cyclesOf(edges: Record<string, readonly string[]>): readonly (readonly string[])[] {
  return findCycles(new Map(Object.entries(edges)));
}

describe('the cycles of a graph', () => {
  it('are none in a tree, a diamond or a list of lonely nodes', () => {
    expect(cyclesOf({})).toEqual([]);
    expect(cyclesOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([]);
    expect(cyclesOf({ a: ['elsewhere'], b: [] })).toEqual([]);
  });

  it('are one for a node that leads to itself', () => {
    expect(cyclesOf({ a: ['b'], b: ['b'] })).toEqual([['b']]);
  });

  it.each([2, 3, 10, 50])('are one of %i nodes, in the order of the graph', (size) => {
    const names = Array.from({ length: size }, (_, index) => `n-${index}`);
    const ring = Object.fromEntries(names.map((name, index) => [name, [names[(index + 1) % size] ?? '']]));
    expect(cyclesOf({ before: ['n-1'], ...ring })).toEqual([names]);
  });

  it('are several where they do not lead to each other both ways, and one where they do', () => {
    const rings = { a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] };
    expect(cyclesOf(rings)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(cyclesOf({ ...rings, d: ['c', 'a'] })).toEqual([['a', 'b', 'c', 'd']]);
  });

  it('are found at the end of a chain that is too long for recursion', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `n-${index}`);
    const edges = new Map(names.map((name, index) => [name, [names[index + 1] ?? 'n-99999']]));
    expect(findCycles(edges)).toEqual([['n-99999']]);
  });

  it('may have hostile names', () => {
    expect(
      findCycles(
        new Map([
          ['__proto__', ['constructor']],
          ['constructor', ['__proto__']],
        ]),
      ),
    ).toHaveLength(1);
  });
});
