import { describe, expect, it } from 'vitest';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { aliasesOf } from '../../src/identity/aliases.js';
import { distinctResources } from '../../src/identity/identity-report.js';
import { type EquivalenceClass, equivalenceClasses } from '../../src/identity/classify.js';
import type { EvidenceLink } from '../../src/identity/evidence.js';
import { catalogOf, endpoint, names } from './catalogs.js';
import { randomEndpoints, shuffled } from './random-catalogs.js';

const seeds = Array.from({ length: 400 }, (_, seed) => seed);

function forEachRandom(check: (entries: readonly ResourceEntry[], classes: readonly EquivalenceClass[]) => void): void {
  for (const seed of seeds) {
    const entries = randomEndpoints(seed);
    check(entries, equivalenceClasses(catalogOf(entries)));
  }
}

const distinct = (values: readonly (string | undefined)[]): number => new Set(values.filter(Boolean)).size;

function asSets(classes: readonly EquivalenceClass[]): string[] {
  return classes.map((each) => names(each.endpoints).sort().join(' ')).sort();
}

describe('the classes of any catalog', () => {
  it('hold each endpoint exactly once', () => {
    forEachRandom((entries, classes) => {
      const held = classes.flatMap((each) => each.endpoints);
      expect(new Set(held)).toEqual(new Set(entries));
      expect(held).toHaveLength(entries.length);
    });
  });

  it('are what aliasesOf says of each of their endpoints, so that same is symmetric and transitive', () => {
    forEachRandom((entries, classes) => {
      const catalog = catalogOf(entries);
      for (const each of classes) {
        for (const member of each.endpoints) expect(aliasesOf(member, catalog)).toMatchObject(each);
      }
    });
  });

  it('hold one scope and at most one id each, and all endpoints of one id and scope', () => {
    forEachRandom((entries, classes) => {
      for (const { endpoints } of classes) {
        expect(distinct(endpoints.map((entry) => entry.scope))).toBe(1);
        expect(distinct(endpoints.map((entry) => entry.internalID))).toBeLessThanOrEqual(1);
      }
      const withIds = classes.filter(({ endpoints }) => endpoints.some((entry) => entry.internalID));
      const idsAtScopes = entries.filter((entry) => entry.internalID).map((entry) => entry.internalID! + entry.scope);
      expect(withIds).toHaveLength(distinct(idsAtScopes));
    });
  });

  it('hold at most one hash each where no id and no version of a group joined several', () => {
    forEachRandom((_, classes) => {
      for (const { endpoints, evidence } of classes) {
        if (evidence.some(({ kind }) => kind === 'internalID' || kind === 'versions of one group')) continue;
        expect(distinct(endpoints.map((entry) => entry.storageVersionHash))).toBeLessThanOrEqual(1);
      }
    });
  });

  it('are held together by links that are all needed, and each of which is true', () => {
    forEachRandom((entries, classes) => {
      const entryOf = new Map(entries.map((entry) => [names([entry])[0], entry]));
      for (const { endpoints, evidence } of classes) {
        expect(evidence).toHaveLength(endpoints.length - 1);
        const reached = new Set([endpoints[0]]);
        for (const _ of evidence) {
          for (const link of evidence) {
            const pair = names(link.endpoints).map((name) => entryOf.get(name)!);
            expect(holds(link, pair)).toBe(true);
            if (pair.some((entry) => reached.has(entry))) for (const entry of pair) reached.add(entry);
          }
        }
        expect(reached.size).toBe(endpoints.length);
      }
    });
  });

  it('do not depend on the order of the catalog', () => {
    for (const seed of seeds) {
      const entries = randomEndpoints(seed);
      const other = shuffled(entries, seed + 1);
      expect(asSets(equivalenceClasses(catalogOf(other)))).toEqual(asSets(equivalenceClasses(catalogOf(entries))));
    }
  });

  it('each have one endpoint among the distinct resources, parents without a kind aside', () => {
    forEachRandom((entries, classes) => {
      const chosen = distinctResources(catalogOf(entries));
      const expected = classes.flatMap(({ endpoints }) => endpoints.find((entry) => entry.kind !== '') ?? []);
      expect(new Set(chosen)).toEqual(new Set(expected));
      expect(chosen).toHaveLength(expected.length);
    });
  });
});

function holds({ kind }: EvidenceLink, [a, b]: readonly ResourceEntry[]): boolean {
  if (a === undefined || b === undefined || a.scope !== b.scope) return false;
  if (kind === 'internalID') return a.internalID !== undefined && a.internalID === b.internalID;
  if (a.resource !== b.resource) return false;
  if (kind === 'versions of one group') return a.group === b.group;
  return a.storageVersionHash !== undefined && a.storageVersionHash === b.storageVersionHash;
}

describe('a large catalog', () => {
  const groups = Array.from({ length: 3_000 }, (_, index) => `sets.v1.group${index}`);

  it('of one plural in thousands of groups is read once through, with and without evidence', () => {
    const entries = groups.flatMap((name) => [endpoint(name), endpoint(name.replace('v1', 'v2'))]);
    const catalog = catalogOf(entries);
    let asked = 0;
    const evidence = (): { storageVersionHash: string } => {
      asked += 1;
      return { storageVersionHash: 'h' };
    };
    expect(equivalenceClasses(catalog)).toHaveLength(groups.length);
    expect(equivalenceClasses(catalog, { evidence })).toHaveLength(1);
    expect(asked).toBe(entries.length);
  });
});

describe('hostile names', () => {
  it('are words like any other', () => {
    const entries = [
      endpoint('__proto__.v1.__proto__', { storageVersionHash: '__proto__' }),
      endpoint('__proto__.v1.constructor', { storageVersionHash: '__proto__' }),
      endpoint('constructor.v1.__proto__', { internalID: 'toString' }),
      endpoint('toString.hasOwnProperty.a', { internalID: 'toString' }),
    ];
    expect(asSets(equivalenceClasses(catalogOf(entries)))).toEqual([
      '__proto__.v1.__proto__ __proto__.v1.constructor',
      'constructor.v1.__proto__ toString.hasOwnProperty.a',
    ]);
  });

  it.each([
    ['a', 'bc', 'ab', 'c'],
    ['a:1', 'b', 'a', '1:b'],
    ['1:a', '', '', '1:a'],
    ['a\0b', 'c', 'a', 'b\0c'],
  ])('cannot be confused by running together: %j + %j, %j + %j', (group, resource, otherGroup, otherResource) => {
    const one = endpoint('x.v1.x', { group, resource });
    const other = endpoint('x.v2.x', { group: otherGroup, resource: otherResource });
    expect(equivalenceClasses(catalogOf([one, other]))).toHaveLength(2);
  });

  it('of a plural that ends as a hash begins are kept apart', () => {
    const entries = [
      endpoint('set.v1.a', { storageVersionHash: 'sh' }),
      endpoint('sets.v1.b', { storageVersionHash: 'h' }),
    ];
    expect(equivalenceClasses(catalogOf(entries))).toHaveLength(2);
  });
});
