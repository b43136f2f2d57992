import { describe, expect, it } from 'vitest';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { aliasesOf } from '../../src/identity/aliases.js';
import { compareEndpoints } from '../../src/identity/compare-endpoints.js';
import type { Contradiction } from '../../src/identity/classify.js';
import { identityReport } from '../../src/identity/identity-report.js';
import type { Probe } from '../../src/identity/evidence.js';
import { catalogOf, endpoint, names } from './catalogs.js';

const one = endpoint('sets.v1.a', { internalID: 'x' });

function seen(...pairs: readonly (readonly [ResourceEntry, ResourceEntry])[]): readonly Probe[] {
  return pairs.map((endpoints) => ({ endpoints, finding: 'one UID' }));
}

function inWords({ joins, separates, holds, endpoints }: Contradiction): string {
  return `${joins} against ${separates}, ${holds} holds: ${names(endpoints).join(' ')}`;
}

interface Case {
  readonly rule: string;
  readonly entries: readonly ResourceEntry[];
  readonly probes?: readonly Probe[];
  readonly told: readonly string[];
  /** Of the first two. */
  readonly answer: 'same' | 'different' | 'unknown';
}

const otherPlural = endpoint('bags.v1.a', { internalID: 'x' });
const otherScope = endpoint('sets.v1.b', { internalID: 'x', scope: 'Cluster' });
const otherId = endpoint('sets.v1.b', { internalID: 'y' });
const clusterWide = endpoint('sets.v1.b', { scope: 'Cluster' });
const between = endpoint('sets.v1.c');
const [hashed, otherHash] = [
  endpoint('sets.v1.a', { storageVersionHash: 'h' }),
  endpoint('sets.v1.b', { storageVersionHash: 'i' }),
];

const cases: readonly Case[] = [
  {
    rule: 'equal ids with unequal plurals: the id holds',
    entries: [one, otherPlural],
    told: ['internalID against plural, joins holds: sets.v1.a bags.v1.a'],
    answer: 'same',
  },
  {
    rule: 'equal ids with unequal scopes: the scope holds',
    entries: [one, otherScope],
    told: ['internalID against scope, separates holds: sets.v1.a sets.v1.b'],
    answer: 'different',
  },
  {
    rule: 'equal ids with unequal hashes of one plural: the id holds',
    entries: [{ ...one, storageVersionHash: 'h' }, endpoint('sets.v1.b', { internalID: 'x', storageVersionHash: 'i' })],
    told: ['internalID against storageVersionHash, joins holds: sets.v1.a sets.v1.b'],
    answer: 'same',
  },
  {
    rule: 'equal ids with unequal hashes in one group: its storage version changes, which is no contradiction',
    entries: [{ ...one, storageVersionHash: 'h' }, endpoint('sets.v2.a', { internalID: 'x', storageVersionHash: 'i' })],
    told: [],
    answer: 'same',
  },
  {
    rule: 'unequal ids with one UID: the ids hold',
    entries: [one, otherId],
    probes: seen([otherId, one]),
    told: ['probe against internalID, separates holds: sets.v1.a sets.v1.b'],
    answer: 'different',
  },
  {
    rule: 'unequal ids with one UID, over a third endpoint: the ids hold, and the third is neither',
    entries: [one, otherId, between],
    probes: seen([one, between], [between, otherId]),
    told: ['probe against internalID, separates holds: sets.v1.a sets.v1.b sets.v1.c'],
    answer: 'different',
  },
  {
    rule: 'unequal hashes with one UID: the hashes hold',
    entries: [hashed, otherHash],
    probes: seen([hashed, otherHash]),
    told: ['probe against storageVersionHash, separates holds: sets.v1.a sets.v1.b'],
    answer: 'different',
  },
  {
    rule: 'unequal scopes with one UID: the scopes hold',
    entries: [between, clusterWide],
    probes: seen([between, clusterWide]),
    told: ['probe against scope, separates holds: sets.v1.c sets.v1.b'],
    answer: 'different',
  },
  {
    rule: 'unequal ids with equal hashes: the ids hold',
    entries: [
      { ...one, storageVersionHash: 'h' },
      { ...otherId, storageVersionHash: 'h' },
    ],
    told: ['storageVersionHash against internalID, separates holds: sets.v1.a sets.v1.b'],
    answer: 'different',
  },
  {
    rule: 'versions of one group with unequal ids: the ids hold, and a third version is neither',
    entries: [one, endpoint('sets.v2.a'), endpoint('sets.v3.a', { internalID: 'y' })],
    told: ['versions of one group against internalID, separates holds: sets.v1.a sets.v2.a sets.v3.a'],
    answer: 'unknown',
  },
  {
    rule: 'versions of one group with unequal ids: the ids hold',
    entries: [one, endpoint('sets.v2.a', { internalID: 'y' })],
    told: ['versions of one group against internalID, separates holds: sets.v1.a sets.v2.a'],
    answer: 'different',
  },
];

describe('a contradiction is told, and what holds is settled:', () => {
  it.each(cases)('$rule', ({ entries, probes, told, answer }) => {
    const catalog = catalogOf(entries);
    expect(identityReport(catalog, { probes }).contradictions.map(inWords)).toEqual(told);
    const [a, b] = [entries[0]!, entries[1]!];
    const comparison = compareEndpoints(a, b, catalog, { probes });
    expect(comparison.answer).toBe(answer);
    expect(comparison.contradictions.map(inWords)).toEqual(told);
    expect(aliasesOf(a, catalog, { probes }).contradictions.map(inWords)).toEqual(told);
  });

  it.each(cases)('whatever the order of the catalog and of the looks: $rule', ({ entries, probes = [], told }) => {
    const reversed = catalogOf([...entries].reverse());
    const found = identityReport(reversed, { probes: [...probes].reverse() }).contradictions.map(inWords);
    const sorted = (list: readonly string[]): string[] => list.map((each) => [...each].sort().join(''));
    expect(sorted(found)).toEqual(sorted(told));
  });
});

describe('no contradiction is told', () => {
  it.each<[string, readonly ResourceEntry[]]>([
    ['where there is none', [one, endpoint('sets.v2.a', { internalID: 'x' }), otherId, clusterWide]],
    ['of hashes of versions of one group', [hashed, endpoint('sets.v2.a', { storageVersionHash: 'i' })]],
    ['of hashes of unequal plurals', [hashed, endpoint('bags.v1.a', { storageVersionHash: 'i' })]],
    [
      'of other endpoints',
      [one, endpoint('cups.v1.q', { internalID: 'q' }), endpoint('mugs.v1.q', { internalID: 'q' })],
    ],
  ])('%s', (_, entries) => {
    expect(aliasesOf(entries[0]!, catalogOf(entries)).contradictions).toEqual([]);
  });
});
