import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import { aliasesOf } from '../../src/identity/aliases.js';
import { compareEndpoints, type Comparison } from '../../src/identity/compare-endpoints.js';
import { distinctResources, identityReport } from '../../src/identity/identity-report.js';
import type { IdentityOptions } from '../../src/identity/evidence.js';
import { equivalenceClasses } from '../../src/identity/classify.js';
import { runs } from '../mapper/properties/runs.js';
import { arbitraryServer, type ArbitraryServer } from './arbitrary-catalogs.js';
import { catalogOf, names } from './catalogs.js';

type Compare = (a: ResourceEntry, b: ResourceEntry) => Comparison;

function comparing(entries: readonly ResourceEntry[], options: IdentityOptions): Compare {
  const catalog = catalogOf(entries);
  return (a, b) => compareEndpoints(a, b, catalog, options);
}

/** Checks all pairs of many servers, with the weak evidence and without it. */
function forEveryServer(check: (server: ArbitraryServer, options: IdentityOptions) => void): void {
  fc.assert(
    fc.property(arbitraryServer, fc.constantFrom('hint' as const, 'join' as const), (server, cohabitation) => {
      check(server, { probes: server.probes, remote: server.remote, cohabitation });
    }),
    runs(300),
  );
}

function pairsOf(entries: readonly ResourceEntry[]): (readonly [ResourceEntry, ResourceEntry])[] {
  return entries.flatMap((a) => entries.map((b) => [a, b] as const));
}

/** Something is published of both, and it is not equal. */
function unequal(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a !== b;
}

describe('for any server, its probes and the documented list,', () => {
  it('an answer is the same from either side', () => {
    forEveryServer(({ entries }, options) => {
      const compare = comparing(entries, options);
      for (const [a, b] of pairsOf(entries)) expect(compare(b, a).answer).toBe(compare(a, b).answer);
    });
  });

  it('every endpoint is the same as itself', () => {
    forEveryServer(({ entries }, options) => {
      const compare = comparing(entries, options);
      for (const entry of entries) expect(compare(entry, entry).answer).toBe('same');
    });
  });

  it('what is the same as the first is to all others what the first is', () => {
    forEveryServer(({ entries }, options) => {
      const compare = comparing(entries, options);
      for (const [a, b] of pairsOf(entries)) {
        if (compare(a, b).answer !== 'same') continue;
        for (const other of entries) expect(compare(b, other).answer).toBe(compare(a, other).answer);
      }
    });
  });

  it('weak evidence never joins what ids, scopes or hashes separate', () => {
    forEveryServer(({ entries, remote }, options) => {
      const compare = comparing(entries, options);
      const published = comparing(entries, { remote });
      for (const [a, b] of pairsOf(entries)) {
        const { answer } = compare(a, b);
        if (a.scope !== b.scope || unequal(a.internalID, b.internalID)) expect(answer).toBe('different');
        const before = published(a, b);
        if (before.answer === 'different' && before.difference.kind !== 'plural') expect(answer).not.toBe('same');
      }
    });
  });

  it('unequal hashes never make versions of one plural and scope in one group different', () => {
    forEveryServer(({ entries }, options) => {
      const compare = comparing(entries, options);
      for (const [a, b] of pairsOf(entries)) {
        if (a.group !== b.group || a.resource !== b.resource || a.scope !== b.scope) continue;
        const found = compare(a, b);
        if (found.answer === 'different') expect(found.difference.kind).toBe('internalID');
      }
    });
  });

  it('unequal hashes of one plural and scope in two groups are one set by an id or by versions of a group alone', () => {
    forEveryServer(({ entries }, options) => {
      for (const { endpoints, evidence } of equivalenceClasses(catalogOf(entries), options)) {
        if (evidence.some(({ kind }) => kind === 'internalID' || kind === 'versions of one group')) continue;
        // An object that was seen at both can join versions whose servers or ids do not.
        if (new Set(endpoints.map(({ group }) => group)).size < endpoints.length) continue;
        for (const [a, b] of pairsOf(endpoints)) {
          if (a.resource === b.resource) expect(unequal(a.storageVersionHash, b.storageVersionHash)).toBe(false);
        }
      }
    });
  });

  it('the steps of an answer lead from the one endpoint to the other', () => {
    forEveryServer(({ entries }, options) => {
      const compare = comparing(entries, options);
      for (const [a, b] of pairsOf(entries)) {
        const found = compare(a, b);
        if (found.answer !== 'same') continue;
        let [at] = names([a]);
        for (const { endpoints } of found.evidence) {
          const step = names(endpoints);
          expect(step).toContain(at);
          at = step.find((name) => name !== at);
        }
        expect(at).toBe(names([b])[0]);
      }
    });
  });

  it('aliasesOf and compareEndpoints say the same', () => {
    forEveryServer(({ entries }, options) => {
      const catalog = catalogOf(entries);
      const compare = comparing(entries, options);
      for (const asked of entries) {
        const { endpoints, unknown } = aliasesOf(asked, catalog, options);
        const plurals = endpoints.map(({ resource }) => resource);
        for (const other of entries) {
          const { answer } = compare(asked, other);
          expect(endpoints.includes(other)).toBe(answer === 'same');
          expect(unknown.includes(other)).toBe(answer === 'unknown' && plurals.includes(other.resource));
        }
      }
    });
  });

  it('a distinct endpoint is unsettled when another one of its plural is unknown to it, and not else', () => {
    forEveryServer(({ entries }, options) => {
      const compare = comparing(entries, options);
      const { distinct, unsettled } = identityReport(catalogOf(entries), options);
      const listed = unsettled.map(({ endpoints }) => endpoints);
      for (const [a, b] of pairsOf(distinct)) {
        if (a.resource !== b.resource || compare(a, b).answer !== 'unknown') continue;
        expect(listed.some((group) => group.includes(a) && group.includes(b))).toBe(true);
      }
      for (const group of listed) {
        for (const a of group) expect(group.some((b) => compare(a, b).answer === 'unknown')).toBe(true);
      }
    });
  });

  it('answers, classes and contradictions do not depend on the order of groups, versions and looks', () => {
    fc.assert(
      fc.property(
        arbitraryServer.chain(({ entries, probes }) =>
          fc.tuple(
            fc.constant({ entries, probes }),
            fc.shuffledSubarray([...entries], { minLength: entries.length }),
            fc.shuffledSubarray([...probes], { minLength: probes.length }),
          ),
        ),
        ([{ entries, probes }, shuffled, shuffledProbes]) => {
          const [one, other] = [comparing(entries, { probes }), comparing(shuffled, { probes: shuffledProbes })];
          for (const [a, b] of pairsOf(entries)) expect(other(a, b).answer).toBe(one(a, b).answer);
          const contradictionsOf = (list: readonly ResourceEntry[], looks: typeof probes): string[] =>
            identityReport(catalogOf(list), { probes: looks })
              .contradictions.map((each) => [each.joins, each.separates, ...names(each.endpoints).sort()].join(' '))
              .sort();
          expect(contradictionsOf(shuffled, shuffledProbes)).toEqual(contradictionsOf(entries, probes));
        },
      ),
      runs(300),
    );
  });

  it('the same catalog gives the same answer, down to its order', () => {
    forEveryServer(({ entries }, options) => {
      const again = (): unknown => structuredClone(identityReport(catalogOf(entries), options));
      expect(again()).toEqual(again());
    });
  });

  it('one endpoint is chosen for each class that has the verbs, whatever the caller prefers', () => {
    fc.assert(
      fc.property(arbitraryServer, fc.func(fc.double()), ({ entries, probes }, prefer) => {
        const catalog = catalogOf(entries);
        const chosen = distinctResources(catalog, { probes, verbs: ['list'], prefer });
        for (const { endpoints } of equivalenceClasses(catalog, { probes })) {
          expect(endpoints.filter((entry) => chosen.includes(entry))).toHaveLength(1);
        }
      }),
      runs(100),
    );
  });
});
