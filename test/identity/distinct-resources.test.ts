import { describe, expect, it } from 'vitest';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { distinctResources, identityReport } from '../../src/identity/identity-report.js';
import { catalogOf, endpoint, names } from './catalogs.js';

const watched = ['get', 'list', 'watch'];

describe('one endpoint for each set of objects', () => {
  const same = (name: string, more: Partial<ResourceEntry> = {}): ResourceEntry =>
    endpoint(name, { storageVersionHash: 'h', ...more });

  it('is of the core group where that serves it, wherever the catalog has the core group', () => {
    expect(names(distinctResources(catalogOf([same('events.v1.events.k8s.io'), same('events.v1.')])))).toEqual([
      'events.v1.',
    ]);
  });

  it("is of the first group in the catalog's order otherwise", () => {
    expect(names(distinctResources(catalogOf([same('sets.v1.b'), same('sets.v1.a')])))).toEqual(['sets.v1.b']);
  });

  it('is of the preferred version, which need not be the first', () => {
    const entries = [same('sets.v2.a'), same('sets.v1.a'), same('sets.v3.a')];
    expect(names(distinctResources(catalogOf(entries, { preferred: { a: 'v1' } })))).toEqual(['sets.v1.a']);
  });

  it('has the verbs that are asked for, though another one would rank before it', () => {
    const entries = [same('sets.v1.a'), same('sets.v2.a', { verbs: watched }), same('sets.v1.b', { verbs: watched })];
    const catalog = catalogOf(entries);
    expect(names(distinctResources(catalog, { verbs: ['watch', 'list'] }))).toEqual(['sets.v2.a']);
    expect(distinctResources(catalog, { verbs: ['delete'] })).toEqual([]);
  });

  it('may be known to be one through an endpoint that lacks the verbs', () => {
    const entries = [
      endpoint('sets.v1.a', { verbs: watched }),
      endpoint('sets.v2.a', { internalID: 'x' }),
      endpoint('bags.v1.b', { internalID: 'x', verbs: watched }),
    ];
    expect(names(distinctResources(catalogOf(entries), { verbs: ['watch'] }))).toEqual(['sets.v1.a']);
  });

  it('has the scope that is asked for', () => {
    const catalog = catalogOf([endpoint('sets.v1.a'), endpoint('nodes.v1.a', { scope: 'Cluster' })]);
    expect(names(distinctResources(catalog, { scope: 'Cluster' }))).toEqual(['nodes.v1.a']);
    expect(names(distinctResources(catalog, { scope: 'Namespaced' }))).toEqual(['sets.v1.a']);
  });

  it('is counted as another where nothing is known', () => {
    expect(names(distinctResources(catalogOf([endpoint('sets.v1.a'), endpoint('sets.v1.b')])))).toEqual([
      'sets.v1.a',
      'sets.v1.b',
    ]);
  });

  it('is no parent that only carries subresources', () => {
    const entries = [same('sets.v1.a', { kind: '' }), same('sets.v2.a'), endpoint('bags.v1.a', { kind: '' })];
    expect(names(distinctResources(catalogOf(entries)))).toEqual(['sets.v2.a']);
  });

  it('rests on the evidence that is given', () => {
    const catalog = catalogOf([endpoint('sets.v1.a'), endpoint('sets.v1.b')]);
    const evidence = (): { internalID: string } => ({ internalID: 'x' });
    expect(names(distinctResources(catalog, { evidence }))).toEqual(['sets.v1.a']);
  });

  it('is the one that the caller prefers, among those with the verbs', () => {
    const entries = [
      same('sets.v1.a'),
      same('sets.v2.a'),
      same('sets.v1.b', { verbs: watched }),
      endpoint('bags.v1.a'),
    ];
    const catalog = catalogOf(entries);
    const chosen = (prefer: (entry: ResourceEntry) => number | boolean, verbs?: readonly string[]): string[] =>
      names(distinctResources(catalog, { prefer, verbs }));
    expect(chosen(({ group }) => group === 'b')).toEqual(['sets.v1.b', 'bags.v1.a']);
    expect(chosen(({ version }) => Number(version.slice(1)))).toEqual(['sets.v2.a', 'bags.v1.a']);
    expect(chosen(({ group }) => group === 'a', ['watch'])).toEqual(['sets.v1.b']);
  });

  it('is one that the server vouches for, whatever ranks before it, unless the caller prefers another', () => {
    const stale = same('sets.v1.a', { freshness: 'Stale', verbs: watched });
    const catalog = catalogOf([stale, same('sets.v1.b', { verbs: watched }), same('sets.v1.c', { verbs: watched })]);
    expect(names(distinctResources(catalog, { verbs: ['watch'] }))).toEqual(['sets.v1.b']);
    expect(names(distinctResources(catalog, { prefer: ({ group }) => group === 'a' }))).toEqual(['sets.v1.a']);
    expect(names(distinctResources(catalog, { prefer: ({ group }) => group !== 'b' }))).toEqual(['sets.v1.c']);
    expect(names(distinctResources(catalog, { prefer: ({ group }) => group === 'c' }))).toEqual(['sets.v1.c']);
  });

  it('is stale where no other is better, and told as such in the report', () => {
    const stale = same('sets.v1.a', { freshness: 'Stale' });
    const lacking = same('sets.v1.b', { verbs: ['get'] });
    const { distinct, stale: told } = identityReport(catalogOf([stale, lacking, endpoint('bags.v1.a')]), {
      verbs: ['list'],
    });
    expect(names(distinct)).toEqual(['sets.v1.a', 'bags.v1.a']);
    expect(names(told)).toEqual(['sets.v1.a']);
  });

  it('is the first by rank among those that the caller does not tell apart', () => {
    const catalog = catalogOf([same('sets.v1.a'), same('sets.v1.b'), same('sets.v1.c')]);
    const notD = ({ group }: ResourceEntry): boolean => group !== 'd';
    for (const prefer of [() => 0, () => Number.NaN, () => Infinity, () => -Infinity, () => true, notD]) {
      expect(names(distinctResources(catalog, { prefer }))).toEqual(['sets.v1.a']);
    }
  });
});
