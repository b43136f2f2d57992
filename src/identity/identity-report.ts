import { groupBy } from '../core/shared/group-by.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import type { Scope } from '../core/model/rest-mapping.js';
import { type OptionNames, requireKnownOptions } from '../core/shared/arguments.js';
import type { Classified, Contradiction, EquivalenceClass, RankedEndpoint, UnionFind } from './classify.js';
import { classesOf, classify, createUnionFind, hintsBetween, marksOf } from './classify.js';
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
export function chooseEach({ members }: Classified, choice: DistinctChoice): readonly RankedEndpoint[] {
  const { verbs = [], scope, prefer } = choice;
  const isSuitable = ({ entry }: RankedEndpoint): boolean =>
    entry.kind !== '' &&
    (scope === undefined || entry.scope === scope) &&
    verbs.every((verb) => entry.verbs.includes(verb));
  const chosen = [...members.values()].flatMap((set) => {
    const suitable = set.filter(isSuitable).map((endpoint) => ({
      endpoint,
      worth: prefer === undefined ? 0 : Number(prefer(endpoint.entry)) || 0,
      isCurrent: isCurrent(endpoint.entry),
    }));
    const [first] = suitable;
    if (first === undefined) return [];
    const most = Math.max(...suitable.map(({ worth }) => worth));
    const best = suitable.filter(({ worth }) => worth === most);
    return { first: first.endpoint.index, best: (best.find((each) => each.isCurrent) ?? best[0] ?? first).endpoint };
  });
  return chosen.sort((a, b) => a.first - b.first).map(({ best }) => best);
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
  const unsettled = doubtsAmong(chosen, classified).map((group): Unsettled => {
    const hints = hintsBetween(group.slice(0, 1), group.slice(1));
    return Object.freeze({ endpoints: Object.freeze(group.map(({ entry }) => entry)), hints });
  });
  return Object.freeze({
    classes: Object.freeze([...classesOf(classified).values()]),
    distinct: Object.freeze(chosen.map(({ entry }) => entry)),
    stale: Object.freeze(chosen.map(({ entry }) => entry).filter((entry) => !isCurrent(entry))),
    unsettled: Object.freeze(unsettled),
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
  { sets, traits }: Classified,
): readonly (readonly RankedEndpoint[])[] {
  return [...groupBy(chosen, ({ plural }) => plural).values()].flatMap((alike) => {
    if (alike.length < 2) return [];
    const marked = alike.map(({ index, plural }) => {
      const found = traits(sets.find(index));
      return { hasId: found.id !== undefined, marks: marksOf(found, plural) };
    });
    const doubts = joinDoubts(marked);
    const groups = groupBy(alike.entries(), ([index]) => doubts.find(index));
    return [...groups.values()].filter((group) => group.length > 1).map((group) => group.map(([, one]) => one));
  });
}

/**
 * Joins sets that may be the same: at most one of the two has an id, and at most one has marks, or they share a mark.
 *
 * @param marked the evidence that can separate each set from the others of its plural
 */
function joinDoubts(marked: readonly { readonly hasId: boolean; readonly marks: readonly string[] }[]): UnionFind {
  const doubts = createUnionFind(marked.length);
  const all = [...marked.entries()];
  const joinAll = ([first, ...others]: typeof all): void => {
    for (const [index] of others) doubts.join(first?.[0] ?? index, index);
  };
  const idAlone = all.filter(([, { hasId, marks }]) => hasId && marks.length === 0);
  const hashAlone = all.filter(([, { hasId, marks }]) => !hasId && marks.length > 0);
  if (all.some(([, { hasId, marks }]) => !hasId && marks.length === 0)) joinAll(all);
  else if (idAlone.length > 0 && hashAlone.length > 0) joinAll([...idAlone, ...hashAlone]);
  const withoutId = new Map<string, number>();
  for (const [index, { marks }] of hashAlone) {
    for (const mark of marks) {
      doubts.join(withoutId.get(mark) ?? index, index);
      withoutId.set(mark, index);
    }
  }
  for (const [index, { hasId, marks }] of all) {
    if (hasId) for (const mark of marks) doubts.join(withoutId.get(mark) ?? index, index);
  }
  return doubts;
}
