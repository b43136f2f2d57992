import { groupBy } from '../core/shared/group-by.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { Scope } from '../core/model/rest-mapping.js';
import { type OptionNames, requireKnownOptions } from '../core/shared/arguments.js';
import {
  classesOf,
  type Classified,
  classify,
  type Contradiction,
  createUnionFind,
  type EquivalenceClass,
  hintsBetween,
  marksOf,
  type RankedEndpoint,
  traitsOfSets,
} from './classify.js';
import { type EvidenceLink, identityOptionNames, type IdentityOptions } from './evidence.js';

/** The choice of an endpoint for each set of objects. */
export interface DistinctChoice {
  /** Verbs that the endpoint must have: `['list', 'watch']` for an informer, for example. */
  readonly verbs?: readonly string[] | undefined;
  /** Only endpoints of this scope. @default both */
  readonly scope?: Scope | undefined;
  /**
   * Returns the value of an endpoint. The endpoint with the highest value is taken for its set; among equals, a current
   * one, then the first by rank. `true` is 1 and `false` 0, so that `({ group }) => group === 'events.k8s.io'` prefers
   * a group.
   * @default all endpoints have the same value
   */
  readonly prefer?: ((entry: ResourceEntry) => number | boolean) | undefined;
}

const choiceNames: OptionNames<DistinctChoice> = { verbs: true, scope: true, prefer: true };

/** Options of {@link distinctResources}. */
export interface DistinctResourcesOptions extends IdentityOptions, DistinctChoice {}

/**
 * Returns exactly one endpoint for each set of objects, for example for a garbage collector to watch, a migrator to
 * visit, or a quota to count.
 *
 * Endpoints without the verbs are left out. Among the rest, `prefer` decides; then current endpoints come before stale
 * ones, core v1 before other groups, groups in the catalog's order, and within a group the preferred version. A set
 * with only stale endpoints is still listed: check `freshness` of the entry, or `stale` of `identityReport`. Endpoints
 * that are not known to serve the same objects count as distinct: on an aggregated catalog without `evidence` from
 * legacy documents these include `events` of both its groups; `identityReport` lists them. Parents that only have
 * subresources (empty `kind`) are left out.
 *
 * @throws InvalidArgumentError for an unknown option
 * @example
 * const toWatch = distinctResources(catalog, { verbs: ['list', 'watch'] });
 * console.log(toWatch.map(formatGroupVersionResource));
 */
export function distinctResources(catalog: Catalog, options: DistinctResourcesOptions = {}): readonly ResourceEntry[] {
  requireKnownOptions(options, { ...identityOptionNames, ...choiceNames });
  return Object.freeze(chooseEach(classify(catalog, options), options).map(({ entry }) => entry));
}

/**
 * Returns one endpoint for each set that has a suitable one, in the rank order of the first suitable endpoints,
 * whatever `prefer` chooses.
 */
export function chooseEach({ endpoints, sets }: Classified, choice: DistinctChoice): readonly RankedEndpoint[] {
  const { verbs = [], scope, prefer } = choice;
  const chosen: RankedEndpoint[] = [];
  const worths: number[] = [];
  const positions: (number | undefined)[] = new Array<undefined>(endpoints.length);
  for (const endpoint of endpoints) {
    const { index, entry } = endpoint;
    if (entry.kind === '' || (scope !== undefined && entry.scope !== scope)) continue;
    if (!verbs.every((verb) => entry.verbs.includes(verb))) continue;
    const worth = prefer === undefined ? 0 : Number(prefer(entry)) || 0;
    const set = sets.find(index);
    const position = (positions[set] ??= chosen.length);
    const best = chosen[position];
    if (best !== undefined) {
      // Compared, not subtracted: Infinity - Infinity is NaN.
      const known = worths[position] ?? 0;
      if (worth < known || (worth === known && (isCurrent(best.entry) || !isCurrent(entry)))) continue;
    }
    chosen[position] = endpoint;
    worths[position] = worth;
  }
  return chosen;
}

/** Reports whether the server vouches for its information about an endpoint. */
export function isCurrent({ freshness }: ResourceEntry): boolean {
  return freshness === 'Current';
}

/** Everything that is known about a catalog's sets of objects. */
export interface IdentityReport {
  /** The result of `equivalenceClasses`: all endpoints, whatever their verbs and scope. */
  readonly classes: readonly EquivalenceClass[];
  /** The result of `distinctResources`. */
  readonly distinct: readonly ResourceEntry[];
  /** Distinct endpoints that may still be one set; their objects would then be counted twice. */
  readonly unsettled: readonly Unsettled[];
  /**
   * Distinct endpoints that are stale, because the backend of their group-version does not answer: requests to them may
   * fail. No other endpoint of their set is better, or `prefer` chose this one.
   */
  readonly stale: readonly ResourceEntry[];
  /** Pieces of evidence that contradict each other about the same endpoints. */
  readonly contradictions: readonly Contradiction[];
}

/**
 * Reports everything at once: for a page that shows a cluster, a tool that must report what it is unsure about, or a
 * test. Takes linear time. If you only need one of the lists, use `distinctResources` or `equivalenceClasses`.
 *
 * @throws InvalidArgumentError for an unknown option
 * @example
 * const { distinct, unsettled } = identityReport(catalog, { verbs: ['list'] });
 * console.log(`${distinct.length} sets of objects; of ${unsettled.length} it is not known`);
 */
export function identityReport(catalog: Catalog, options: DistinctResourcesOptions = {}): IdentityReport {
  requireKnownOptions(options, { ...identityOptionNames, ...choiceNames });
  const classified = classify(catalog, options);
  const chosen = chooseEach(classified, options);
  return Object.freeze({
    classes: Object.freeze([...classesOf(classified).values()]),
    distinct: Object.freeze(chosen.map(({ entry }) => entry)),
    stale: Object.freeze(chosen.map(({ entry }) => entry).filter((entry) => !isCurrent(entry))),
    unsettled: Object.freeze(doubtsAmong(chosen, classified).map(unsettledAsData)),
    contradictions: Object.freeze([...classified.contradictions]),
  });
}

/** Endpoints of one plural and scope, from different sets that may yet be the same. */
export interface Unsettled {
  /** At least two. Each of them is unknown to at least one other, though not always to all. */
  readonly endpoints: readonly ResourceEntry[];
  /** The hints of the documented list of cohabiting groups, which are not proof. */
  readonly hints: readonly EvidenceLink[];
}

/**
 * Finds, among endpoints that represent their sets, those that may be the same; endpoints connected by doubt are in one
 * list. It takes linear time, which a list of pairs could not: one plural in a thousand groups has half a million
 * pairs.
 */
export function doubtsAmong(
  chosen: readonly RankedEndpoint[],
  classified: Classified,
): readonly (readonly RankedEndpoint[])[] {
  const byPlural = groupBy(chosen, ({ plural }) => plural);
  const doubtful = [...byPlural.values()].filter((alike) => alike.length > 1);
  if (doubtful.length === 0) return [];
  const traits = traitsOfSets(classified.endpoints, classified.sets);

  return doubtful.flatMap((alike) => {
    const doubts = createUnionFind(alike.length);
    joinDoubts(
      alike.map(({ index, plural }) => {
        const root = classified.sets.find(index);
        const marks = marksOf(traits, root, plural);
        return { hasId: traits.idOf(root) !== undefined, marks };
      }),
      (a, b) => doubts.join(a, b),
    );
    const groups = groupBy(alike.entries(), ([index]) => doubts.find(index));
    return [...groups.values()].filter((group) => group.length > 1).map((group) => group.map(([, one]) => one));
  });
}

/** The evidence that can separate a set from others of its plural and scope. */
interface MarkedSet {
  readonly hasId: boolean;
  /** The hashes, and if there are any, the groups too: sets that share a mark are not separated by their hashes. */
  readonly marks: readonly string[];
}

/**
 * Joins sets that may be the same: at most one of the two has an id, and at most one has marks, or they share a mark.
 */
function joinDoubts(sets: readonly MarkedSet[], join: (a: number, b: number) => unknown): void {
  const joinEach = (indices: readonly number[]): void => {
    for (const index of indices) join(indices[0] ?? index, index);
  };
  const indices = [...sets.keys()];
  const placesWith = (hasId: boolean, hasHash: boolean): readonly number[] =>
    indices.filter((index) => sets[index]?.hasId === hasId && sets[index].marks.length > 0 === hasHash);
  if (placesWith(false, false).length > 0) {
    joinEach(indices);
    return;
  }
  const [idAlone, hashAlone, both] = [placesWith(true, false), placesWith(false, true), placesWith(true, true)];
  if (idAlone.length > 0 && hashAlone.length > 0) joinEach([...idAlone, ...hashAlone]);
  const withoutId = new Map<string, number>();
  for (const index of hashAlone) {
    for (const mark of sets[index]?.marks ?? []) {
      const known = withoutId.get(mark);
      if (known === undefined) withoutId.set(mark, index);
      else join(known, index);
    }
  }
  for (const index of both) {
    for (const mark of sets[index]?.marks ?? []) {
      const known = withoutId.get(mark);
      if (known !== undefined) join(known, index);
    }
  }
}

/** Returns one list of {@link doubtsAmong} as plain data. */
export function unsettledAsData(group: readonly RankedEndpoint[]): Unsettled {
  const [first, ...others] = group;
  const hints = first === undefined ? [] : hintsBetween([first], others);
  return Object.freeze({ endpoints: Object.freeze(group.map(({ entry }) => entry)), hints });
}
