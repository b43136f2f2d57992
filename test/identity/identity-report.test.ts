import { describe, expect, it } from 'vitest';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { distinctResources, identityReport } from '../../src/identity/identity-report.js';
import { equivalenceClasses } from '../../src/identity/classify.js';
import { catalogOf, endpoint, names } from './catalogs.js';

function unsettled(entries: readonly ResourceEntry[]): string[] {
  return identityReport(catalogOf(entries)).unsettled.map(({ endpoints }) => names(endpoints).join(' '));
}

const [bare, alsoBare] = [endpoint('sets.v1.a'), endpoint('sets.v1.b')];
const [id, otherId] = [endpoint('sets.v1.c', { internalID: 'x' }), endpoint('sets.v1.d', { internalID: 'y' })];
const [hash, otherHash] = [
  endpoint('sets.v1.e', { storageVersionHash: 'h' }),
  endpoint('sets.v1.f', { storageVersionHash: 'i' }),
];
const both = [
  endpoint('sets.v1.g', { internalID: 'p', storageVersionHash: 'h' }),
  endpoint('sets.v1.h', { internalID: 'q', storageVersionHash: 'h' }),
];

describe('what may double is listed together', () => {
  it.each<[string, readonly ResourceEntry[], readonly string[]]>([
    ['sets of which nothing is published', [bare, alsoBare], ['sets.v1.a sets.v1.b']],
    ['one such set and any others', [bare, id, otherId, hash], ['sets.v1.a sets.v1.c sets.v1.d sets.v1.e']],
    ['sets with ids and sets with hashes', [id, otherId, hash], ['sets.v1.c sets.v1.d sets.v1.e']],
    [
      'a hash that two ids share, and a set that has nothing but it',
      [...both, hash],
      ['sets.v1.g sets.v1.h sets.v1.e'],
    ],
    ['sets with unequal ids: none', [id, otherId], []],
    ['sets with unequal hashes: none', [hash, otherHash], []],
    ['sets with both, and another hash: none', [...both, otherHash], []],
    ['another scope or plural: none', [bare, endpoint('sets.v1.b', { scope: 'Cluster' }), endpoint('bags.v1.b')], []],
    [
      'several plurals: each for itself',
      [bare, alsoBare, endpoint('bags.v1.a'), endpoint('bags.v1.b')],
      ['sets.v1.a sets.v1.b', 'bags.v1.a bags.v1.b'],
    ],
  ])('%s', (_, entries, expected) => {
    expect(unsettled(entries)).toEqual(expected);
  });

  it('with what the documented list says of it', () => {
    const entries = [endpoint('events.v1.'), endpoint('events.v1.events.k8s.io'), endpoint('events.v1.other')];
    const [found] = identityReport(catalogOf(entries)).unsettled;
    expect(found?.hints.map(({ endpoints }) => names(endpoints))).toEqual([['events.v1.', 'events.v1.events.k8s.io']]);
  });

  it('and only of endpoints that were chosen', () => {
    const entries = [bare, { ...alsoBare, verbs: ['get'] }];
    expect(identityReport(catalogOf(entries), { verbs: ['list'] }).unsettled).toEqual([]);
  });
});

describe('a report', () => {
  const entries = [bare, alsoBare, id, endpoint('bags.v1.c', { internalID: 'x' })];
  const catalog = catalogOf(entries);

  it('holds what the single functions give', () => {
    const options = {
      verbs: ['list'],
      scope: 'Namespaced',
      prefer: (entry: ResourceEntry) => entry.resource === 'bags',
    } as const;
    const report = identityReport(catalog, options);
    expect(report.classes).toEqual(equivalenceClasses(catalog));
    expect(report.distinct).toEqual(distinctResources(catalog, options));
    expect(names(report.distinct)).toContain('bags.v1.c');
  });

  it('is plain and frozen data', () => {
    const report = identityReport(catalog);
    expect(structuredClone(report)).toEqual(report);
    const { classes, distinct, unsettled: doubts, contradictions } = report;
    const parts = [report, classes, distinct, doubts, contradictions, ...doubts, ...contradictions];
    for (const part of parts) expect(Object.isFrozen(part)).toBe(true);
  });

  it('reads thousands of groups that all may double in no time', () => {
    const many = Array.from({ length: 6_000 }, (_, at) => endpoint(`sets.v1.g${at}`));
    const started = performance.now();
    expect(identityReport(catalogOf(many)).unsettled[0]?.endpoints).toHaveLength(6_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
