import { describe, expect, it } from 'vitest';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { mostPairs, pairToCompare, unknownPairs, unknownPairsOf, type PairsToProbe } from '../../src/identity/probe.js';
import { catalogOf, endpoint, names } from './catalogs.js';

function inWords({ groups }: PairsToProbe): string[] {
  return groups.flat().map((pair) => names(pair).join(' '));
}

const entries = [
  endpoint('sets.v1.a'),
  endpoint('sets.v2.a'),
  endpoint('sets.v1.b', { storageVersionHash: 'h' }),
  endpoint('sets.v1.c', { storageVersionHash: 'i' }),
  endpoint('sets.v1.d', { scope: 'Cluster' }),
  endpoint('bags.v1.a'),
];

describe('of a whole catalog', () => {
  it('only sets of which nothing is known are worth a look', () => {
    const found = unknownPairs(catalogOf(entries), {});
    expect(inWords(found)).toEqual(['sets.v1.a sets.v1.b', 'sets.v1.a sets.v1.c']);
    expect(found.complete).toBe(true);
  });

  it('only those are looked at that would be chosen', () => {
    expect(inWords(unknownPairs(catalogOf(entries), { scope: 'Cluster' }))).toEqual([]);
    const watched = entries.map((entry) => ({ ...entry, verbs: entry.group === 'c' ? ['get'] : ['get', 'watch'] }));
    expect(inWords(unknownPairs(catalogOf(watched), { verbs: ['watch'] }))).toEqual(['sets.v1.a sets.v1.b']);
  });

  it(`no more than ${mostPairs} pairs are looked at, and that is told`, () => {
    const many = Array.from({ length: 20 }, (_, at) => endpoint(`sets.v1.group${at}`));
    const found = unknownPairs(catalogOf(many), {});
    expect(inWords(found)).toHaveLength(mostPairs);
    expect(found.complete).toBe(false);
    expect(inWords(found)[0]).toBe('sets.v1.group0 sets.v1.group1');
  });

  it('of one plural in thousands of groups that all differ, none is looked at, in no time', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => endpoint(`sets.v1.g${at}`, { storageVersionHash: `h${at}` }));
    const catalog = catalogOf(many);
    const started = performance.now();
    expect(unknownPairs(catalog, {})).toEqual({ groups: [], complete: true });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('of one endpoint', () => {
  it('each set that is unknown to it is looked at once', () => {
    const more = [...entries, endpoint('sets.v2.b', { storageVersionHash: 'h' })];
    expect(inWords(unknownPairsOf(more[0]!, catalogOf(more), {}))).toEqual([
      'sets.v1.a sets.v1.b',
      'sets.v1.a sets.v1.c',
    ]);
    expect(inWords(unknownPairsOf(entries[4]!, catalogOf(entries), {}))).toEqual([]);
  });

  it('its set is looked at by an endpoint that can be listed and read now', () => {
    const more = [
      endpoint('sets.v1.a', { verbs: ['create'] }),
      endpoint('sets.v2.a', { freshness: 'Stale' }),
      endpoint('sets.v3.a', { verbs: ['get'] }),
      endpoint('sets.v4.a'),
      endpoint('sets.v1.b', { verbs: ['get'] }),
    ];
    expect(inWords(unknownPairsOf(more[0]!, catalogOf(more), {}))).toEqual(['sets.v4.a sets.v1.b']);
  });
});

describe('of a pair', () => {
  const ids = [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('sets.v1.b', { internalID: 'y' })];
  const cases: readonly (readonly [rule: string, pair: readonly ResourceEntry[], asked: readonly string[]])[] = [
    ['unknown is looked at', [entries[0]!, entries[2]!], ['sets.v1.a sets.v1.b']],
    ['told apart by hashes is looked at, for a contradiction', [entries[2]!, entries[3]!], ['sets.v1.b sets.v1.c']],
    ['told apart by ids is looked at, for a contradiction', ids, ['sets.v1.a sets.v1.b']],
    ['of two plurals with an id is looked at', [ids[0]!, entries[5]!], ['sets.v1.a bags.v1.a']],
    ['the same is not', [entries[0]!, entries[1]!], []],
    ['of two scopes is not', [entries[0]!, entries[4]!], []],
    ['of two plurals without ids is not', [entries[0]!, entries[5]!], []],
  ];
  it.each(cases)('%s', (_rule, [one, other], asked) => {
    const catalog = catalogOf([one!, other!]);
    expect(inWords(pairToCompare(one!, other!, catalog, {}))).toEqual(asked);
  });
});
