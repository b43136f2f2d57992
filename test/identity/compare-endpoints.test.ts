import { describe, expect, it } from 'vitest';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { compareEndpoints, type Comparison } from '../../src/identity/compare-endpoints.js';
import type { IdentityOptions } from '../../src/identity/evidence.js';
import { catalogOf, endpoint, names } from './catalogs.js';

/** An answer in words: `same by KIND A B, ...`, `different by KIND A B after KIND A B, ...`, `unknown`. */
function inWords(comparison: Comparison): string {
  const { answer } = comparison;
  const words = (kind: string, pair: readonly ResourceEntry[] | readonly object[]): string =>
    `${kind} ${names(pair as readonly ResourceEntry[]).join(' ')}`;
  if (answer === 'unknown') return 'unknown';
  const steps = comparison.evidence.map(({ kind, endpoints }) => words(kind, endpoints)).join(', ');
  if (answer === 'same') return `same by ${steps}`;
  const { kind, endpoints } = comparison.difference;
  return `different by ${words(kind, endpoints)}${steps === '' ? '' : ` after ${steps}`}`;
}

function compareFirstTwo(entries: readonly ResourceEntry[], options?: IdentityOptions): string {
  return inWords(compareEndpoints(entries[0]!, entries[1]!, catalogOf(entries), options));
}

const cases: readonly (readonly [rule: string, entries: readonly ResourceEntry[], answer: string])[] = [
  [
    'equal ids',
    [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('bags.v1.b', { internalID: 'x' })],
    'same by internalID sets.v1.a bags.v1.b',
  ],
  [
    'unequal ids, whatever the hashes say',
    [
      endpoint('sets.v1.a', { internalID: 'x', storageVersionHash: 'h' }),
      endpoint('sets.v1.b', { internalID: 'y', storageVersionHash: 'h' }),
    ],
    'different by internalID sets.v1.a sets.v1.b',
  ],
  [
    'unequal scopes',
    [endpoint('sets.v1.a'), endpoint('sets.v1.b', { scope: 'Cluster' })],
    'different by scope sets.v1.a sets.v1.b',
  ],
  [
    'one id at unequal scopes',
    [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('sets.v1.b', { internalID: 'x', scope: 'Cluster' })],
    'different by scope sets.v1.a sets.v1.b',
  ],
  [
    'equal hashes with equal plural and scope',
    [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('sets.v1.b', { storageVersionHash: 'h' })],
    'same by storageVersionHash sets.v1.a sets.v1.b',
  ],
  [
    'unequal hashes with equal plural and scope',
    [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('sets.v1.b', { storageVersionHash: 'i' })],
    'different by storageVersionHash sets.v1.a sets.v1.b',
  ],
  ['a hash on one side alone', [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('sets.v1.b')], 'unknown'],
  [
    'unequal plurals, where neither has an id',
    [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('bags.v1.a', { storageVersionHash: 'h' })],
    'different by plural sets.v1.a bags.v1.a',
  ],
  [
    'unequal plurals, where one has an id',
    [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('bags.v1.a')],
    'unknown',
  ],
  ['equal plurals in two groups, and nothing else', [endpoint('sets.v1.a'), endpoint('sets.v1.b')], 'unknown'],
  [
    'versions of one group',
    [endpoint('sets.v1.a'), endpoint('sets.v2.a')],
    'same by versions of one group sets.v1.a sets.v2.a',
  ],
  [
    'the way over a third endpoint',
    [
      endpoint('sets.v1.a'),
      endpoint('bags.v1.c', { internalID: 'x' }),
      endpoint('sets.v2.a', { storageVersionHash: 'h' }),
      endpoint('sets.v1.b', { storageVersionHash: 'h', internalID: 'x' }),
    ],
    'same by versions of one group sets.v1.a sets.v2.a, storageVersionHash sets.v2.a sets.v1.b, internalID bags.v1.c sets.v1.b',
  ],
  [
    'different from what a third endpoint is different from',
    [
      endpoint('sets.v1.a'),
      endpoint('sets.v1.b', { storageVersionHash: 'h' }),
      endpoint('sets.v2.a', { storageVersionHash: 'i' }),
    ],
    'different by storageVersionHash sets.v2.a sets.v1.b after versions of one group sets.v1.a sets.v2.a',
  ],
  [
    'a hash of another plural of its set tells nothing',
    [
      endpoint('sets.v1.a', { storageVersionHash: 'h' }),
      endpoint('sets.v1.b', { internalID: 'x' }),
      endpoint('bags.v1.b', { internalID: 'x', storageVersionHash: 'i' }),
    ],
    'unknown',
  ],
];

describe('two endpoints are', () => {
  it.each(cases)('%s', (_rule, entries, answer) => {
    expect(compareFirstTwo(entries)).toBe(answer);
  });

  it.each(cases)('the same to each other from either side: %s', (_rule, entries) => {
    const [a, b, ...others] = entries;
    const answerOf = (list: readonly ResourceEntry[]): string => compareFirstTwo(list).split(' ')[0]!;
    expect(answerOf([b!, a!, ...others])).toBe(answerOf(entries));
  });

  it('the same when they are one', () => {
    const entries = [endpoint('sets.v1.a'), endpoint('sets.v1.b')];
    expect(compareEndpoints(entries[0]!, entries[0]!, catalogOf(entries))).toEqual({
      answer: 'same',
      evidence: [],
      contradictions: [],
    });
  });

  it('compared by what stands on them where the catalog has neither', () => {
    const catalog = catalogOf([endpoint('bags.v1.a')]);
    const [a, b] = [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('sets.v1.b', { internalID: 'x' })];
    expect(inWords(compareEndpoints(a, b, catalog))).toBe('same by internalID sets.v1.a sets.v1.b');
  });
});

describe('what is seen of objects', () => {
  const entries = [endpoint('sets.v1.a'), endpoint('sets.v1.b')];
  const probe = (finding: 'one UID' | 'another UID' | 'not there' | 'no objects' | 'not readable') => ({
    probes: [{ endpoints: [entries[1]!, entries[0]!] as const, finding }],
  });

  it('makes two endpoints the same by one UID', () => {
    expect(compareFirstTwo(entries, probe('one UID'))).toBe('same by probe sets.v1.a sets.v1.b');
  });

  it.each(['another UID', 'not there', 'no objects', 'not readable'] as const)('is no evidence: %s', (finding) => {
    expect(compareFirstTwo(entries, probe(finding))).toBe('unknown');
  });

  it('of endpoints that the catalog does not have is left aside', () => {
    const gone = {
      probes: [{ endpoints: [entries[0]!, endpoint('sets.v1.gone')] as const, finding: 'one UID' as const }],
    };
    expect(compareFirstTwo(entries, gone)).toBe('unknown');
  });
});

describe('an answer of unknown', () => {
  it('names what the documented list says of the two', () => {
    const entries = [endpoint('events.v1.'), endpoint('events.v1.events.k8s.io'), endpoint('events.v1.other')];
    const catalog = catalogOf(entries);
    const hintsOf = (b: ResourceEntry): unknown => {
      const found = compareEndpoints(entries[0]!, b, catalog);
      return found.answer === 'unknown' ? found.hints.map(({ kind }) => kind) : found.answer;
    };
    expect(hintsOf(entries[1]!)).toEqual(['documented cohabitation']);
    expect(hintsOf(entries[2]!)).toEqual([]);
  });
});

describe('a comparison', () => {
  it('is plain and frozen data without any id or hash', () => {
    const entries = [
      endpoint('sets.v1.a', { internalID: 'secret-id' }),
      endpoint('sets.v1.b', { storageVersionHash: 'secret-hash' }),
      endpoint('bags.v1.c', { internalID: 'secret-id' }),
      endpoint('sets.v1.d', { internalID: 'other-id', storageVersionHash: 'other-hash' }),
    ];
    const catalog = catalogOf(entries);
    for (const a of entries) {
      for (const b of entries) {
        const found = compareEndpoints(a, b, catalog);
        expect(structuredClone(found)).toEqual(found);
        expect(Object.isFrozen(found)).toBe(true);
        expect(JSON.stringify(found)).not.toMatch(/secret|other/);
      }
    }
  });
});
