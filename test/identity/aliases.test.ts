import { describe, expect, it } from 'vitest';
import type { ResourceEntry, SubresourceEntry } from '../../src/core/catalog/entries.js';
import { aliasesOf } from '../../src/identity/aliases.js';
import { equivalenceClasses } from '../../src/identity/classify.js';
import { catalogOf, endpoint, names } from './catalogs.js';

interface Rule {
  readonly rule: string;
  readonly entries: readonly ResourceEntry[];
  /** Of the first entry. */
  readonly same: readonly string[];
  readonly unknown?: readonly string[];
  readonly evidence?: readonly string[];
}

const rules: readonly Rule[] = [
  {
    rule: 'one id is one set, across groups',
    entries: [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('sets.v1.b', { internalID: 'x' })],
    same: ['sets.v1.a', 'sets.v1.b'],
    evidence: ['internalID: sets.v1.a, sets.v1.b'],
  },
  {
    rule: 'one id is one set, across plurals',
    entries: [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('bags.v1.a', { internalID: 'x' })],
    same: ['sets.v1.a', 'bags.v1.a'],
    evidence: ['internalID: sets.v1.a, bags.v1.a'],
  },
  {
    rule: 'one id at two scopes joins nothing',
    entries: [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('sets.v1.b', { internalID: 'x', scope: 'Cluster' })],
    same: ['sets.v1.a'],
  },
  {
    rule: 'unequal ids are two sets, whatever the hashes say',
    entries: [
      endpoint('sets.v1.a', { internalID: 'x', storageVersionHash: 'h' }),
      endpoint('sets.v1.b', { internalID: 'y', storageVersionHash: 'h' }),
    ],
    same: ['sets.v1.a'],
  },
  {
    rule: 'unequal ids are two sets, even as versions of one group',
    entries: [endpoint('sets.v1.a', { internalID: 'x' }), endpoint('sets.v2.a', { internalID: 'y' })],
    same: ['sets.v1.a'],
  },
  {
    rule: 'equal ids hold, whatever the hashes say',
    entries: [
      endpoint('sets.v1.a', { internalID: 'x', storageVersionHash: 'h' }),
      endpoint('sets.v1.b', { internalID: 'x', storageVersionHash: 'i' }),
    ],
    same: ['sets.v1.a', 'sets.v1.b'],
    evidence: ['internalID: sets.v1.a, sets.v1.b'],
  },
  {
    rule: 'an empty id or hash is none',
    entries: [
      endpoint('sets.v1.a', { internalID: '', storageVersionHash: '' }),
      endpoint('sets.v1.b', { internalID: '', storageVersionHash: '' }),
    ],
    same: ['sets.v1.a'],
    unknown: ['sets.v1.b'],
  },
  {
    rule: 'equal hashes with equal plural and scope are one set',
    entries: [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('sets.v1.b', { storageVersionHash: 'h' })],
    same: ['sets.v1.a', 'sets.v1.b'],
    evidence: ['storageVersionHash: sets.v1.a, sets.v1.b'],
  },
  {
    rule: 'equal hashes with unequal plurals say nothing',
    entries: [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('bags.v1.b', { storageVersionHash: 'h' })],
    same: ['sets.v1.a'],
  },
  {
    rule: 'equal hashes with unequal scopes say nothing',
    entries: [
      endpoint('sets.v1.a', { storageVersionHash: 'h' }),
      endpoint('sets.v1.b', { storageVersionHash: 'h', scope: 'Cluster' }),
    ],
    same: ['sets.v1.a'],
  },
  {
    rule: 'unequal hashes are two sets',
    entries: [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('sets.v1.b', { storageVersionHash: 'i' })],
    same: ['sets.v1.a'],
  },
  {
    rule: 'unequal hashes are one set as versions of one group, whose storage version is changing',
    entries: [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('sets.v2.a', { storageVersionHash: 'i' })],
    same: ['sets.v1.a', 'sets.v2.a'],
    evidence: ['versions of one group: sets.v1.a, sets.v2.a'],
  },
  {
    rule: 'versions of one group are one set when nothing speaks against it',
    entries: [endpoint('sets.v1.a', { storageVersionHash: 'h' }), endpoint('sets.v2.a'), endpoint('sets.v3.a')],
    same: ['sets.v1.a', 'sets.v2.a', 'sets.v3.a'],
    evidence: ['versions of one group: sets.v1.a, sets.v2.a', 'versions of one group: sets.v1.a, sets.v3.a'],
  },
  {
    rule: 'versions of one group with unequal scopes are two sets',
    entries: [endpoint('sets.v1.a'), endpoint('sets.v2.a', { scope: 'Cluster' })],
    same: ['sets.v1.a'],
  },
  {
    rule: 'a version beside two that differ is neither, for all one knows',
    entries: [
      endpoint('sets.v1.a'),
      endpoint('sets.v2.a', { internalID: 'x' }),
      endpoint('sets.v3.a', { internalID: 'y' }),
    ],
    same: ['sets.v1.a'],
    unknown: ['sets.v2.a', 'sets.v3.a'],
  },
  {
    rule: 'a hash that two ids share tells nothing of a third endpoint',
    entries: [
      endpoint('sets.v1.a', { storageVersionHash: 'h' }),
      endpoint('sets.v1.b', { storageVersionHash: 'h', internalID: 'x' }),
      endpoint('sets.v1.c', { storageVersionHash: 'h', internalID: 'y' }),
    ],
    same: ['sets.v1.a'],
    unknown: ['sets.v1.b', 'sets.v1.c'],
  },
  {
    rule: 'a hash that tells nothing takes no other hash of that set with it',
    entries: [
      endpoint('sets.v1.a', { storageVersionHash: 'h', internalID: 'x' }),
      endpoint('sets.v1.b', { storageVersionHash: 'i', internalID: 'x' }),
      endpoint('sets.v1.c', { storageVersionHash: 'h', internalID: 'y' }),
      endpoint('sets.v1.d', { storageVersionHash: 'i' }),
    ],
    same: ['sets.v1.a', 'sets.v1.b', 'sets.v1.d'],
    evidence: ['internalID: sets.v1.a, sets.v1.b', 'storageVersionHash: sets.v1.b, sets.v1.d'],
  },
  {
    rule: 'versions join, over a set of several groups, whatever their hashes say',
    entries: [
      endpoint('sets.v1.a', { internalID: 'x' }),
      endpoint('sets.v1.b', { internalID: 'x' }),
      endpoint('sets.v2.a', { storageVersionHash: 'h' }),
      endpoint('sets.v2.b', { storageVersionHash: 'i' }),
    ],
    same: ['sets.v1.a', 'sets.v2.a', 'sets.v1.b', 'sets.v2.b'],
    evidence: [
      'internalID: sets.v1.a, sets.v1.b',
      'versions of one group: sets.v1.a, sets.v2.a',
      'versions of one group: sets.v1.b, sets.v2.b',
    ],
  },
  {
    rule: 'the kinds of evidence add up, and each link names its own',
    entries: [
      endpoint('sets.v1.a', { internalID: 'x', storageVersionHash: 'h' }),
      endpoint('bags.v1.b', { internalID: 'x' }),
      endpoint('sets.v1.c', { storageVersionHash: 'h' }),
      endpoint('sets.v2.c'),
    ],
    same: ['sets.v1.a', 'bags.v1.b', 'sets.v1.c', 'sets.v2.c'],
    evidence: [
      'internalID: sets.v1.a, bags.v1.b',
      'storageVersionHash: sets.v1.a, sets.v1.c',
      'versions of one group: sets.v1.c, sets.v2.c',
    ],
  },
  {
    rule: 'an endpoint elsewhere with an id of its own is unknown to one that has none',
    entries: [endpoint('sets.v1.a'), endpoint('sets.v1.b', { internalID: 'x' }), endpoint('bags.v1.a')],
    same: ['sets.v1.a'],
    unknown: ['sets.v1.b'],
  },
];

describe('what is known of two endpoints', () => {
  it.each(rules)('$rule', ({ entries, same, unknown = [], evidence = [] }) => {
    const catalog = catalogOf(entries);
    const found = aliasesOf(entries[0]!, catalog);
    expect(names(found.endpoints)).toEqual(same);
    expect(names(found.unknown)).toEqual(unknown);
    expect(found.evidence.map((link) => `${link.kind}: ${names(link.endpoints).join(', ')}`)).toEqual(evidence);
  });

  it.each(rules)('is the same from the other side: $rule', ({ entries }) => {
    const catalog = catalogOf(entries);
    for (const from of entries) {
      const found = aliasesOf(from, catalog);
      for (const alias of found.endpoints) expect(aliasesOf(alias, catalog)).toEqual(found);
      for (const other of found.unknown) expect(aliasesOf(other, catalog).unknown).toContain(from);
    }
  });

  it.each(rules)('does not depend on the order of the catalog: $rule', ({ entries }) => {
    const sorted = (list: readonly ResourceEntry[]): string[] =>
      equivalenceClasses(catalogOf(list))
        .map((each) => names(each.endpoints).sort().join(' '))
        .sort();
    expect(sorted([...entries].reverse())).toEqual(sorted(entries));
  });
});

describe('an answer', () => {
  const entries = [endpoint('sets.v1.a', { internalID: 'secret-id', storageVersionHash: 'h' }), endpoint('sets.v1.b')];

  it('comes from the source of evidence that is given, and from no other', () => {
    const found = aliasesOf(entries[0]!, catalogOf(entries), { evidence: () => ({ storageVersionHash: 'k' }) });
    expect(found.evidence.map((link) => link.kind)).toEqual(['storageVersionHash']);
    expect(aliasesOf(entries[0]!, catalogOf(entries), { evidence: () => undefined }).unknown).toEqual([entries[1]]);
  });

  it('shows no id in its evidence', () => {
    const joined = catalogOf([entries[0]!, endpoint('sets.v1.c', { internalID: 'secret-id' })]);
    const { evidence } = aliasesOf(entries[0]!, joined);
    expect(JSON.stringify(evidence)).toContain('internalID');
    expect(JSON.stringify(evidence)).not.toContain('secret-id');
  });

  it('is plain and frozen data', () => {
    const found = aliasesOf(entries[0]!, catalogOf(entries));
    expect(structuredClone(found)).toEqual(found);
    for (const part of [found, found.endpoints, found.evidence, found.unknown])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it('holds the entries of the catalog, also when a copy is asked about', () => {
    const catalog = catalogOf(entries);
    expect(aliasesOf({ ...entries[0]!, internalID: undefined }, catalog).endpoints[0]).toBe(entries[0]);
  });

  it('counts an endpoint that the catalog does not have as the last one', () => {
    const gone = endpoint('sets.v0.a');
    const found = aliasesOf(gone, catalogOf(entries));
    expect(names(found.endpoints)).toEqual(['sets.v1.a', 'sets.v0.a']);
    expect(names(found.unknown)).toEqual(['sets.v1.b']);
  });

  it('takes an endpoint that is listed twice once', () => {
    const catalog = catalogOf([entries[0]!, endpoint('sets.v1.a', { storageVersionHash: 'other' })]);
    expect(aliasesOf(entries[0]!, catalog).endpoints).toEqual([entries[0]]);
  });
});

describe('subresources', () => {
  const scale: SubresourceEntry = { subresource: 'scale', acceptedTypes: [], verbs: ['get'] };

  it('follow their parents, where a parent has them', () => {
    const catalog = catalogOf([
      endpoint('sets.v1.a', { internalID: 'x', subresources: [scale] }),
      endpoint('sets.v1.b', { internalID: 'x' }),
      endpoint('bags.v1.c', { internalID: 'x', subresources: [scale] }),
      endpoint('sets.v1.d', { subresources: [scale] }),
      endpoint('sets.v1.e'),
    ]);
    const found = aliasesOf(catalog.resources()[0]!, catalog, { subresource: 'scale' });
    expect(names(found.endpoints)).toEqual(['sets.v1.a', 'bags.v1.c']);
    expect(names(found.unknown)).toEqual(['sets.v1.d']);
  });
});

describe('resources without objects to list', () => {
  it('count by their ids as all others do', () => {
    const review = { verbs: ['create'], internalID: 'reviews' };
    const catalog = catalogOf([
      endpoint('tokenreviews.v1.authentication.k8s.io', review),
      endpoint('tokenreviews.v1.fancy.example.org', review),
    ]);
    expect(equivalenceClasses(catalog)).toHaveLength(1);
  });
});
