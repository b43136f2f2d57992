import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { sameResource } from '../model/group-version-resource.js';
import { classify, endpointsOfSets, setsOf, type Classified } from './classify.js';
import { differenceOf } from './difference.js';
import { chooseEach, isCurrent, type DistinctResourcesOptions } from './distinct-resources.js';
import type { RankedEndpoint } from './endpoint.js';
import type { IdentityOptions } from './equivalence-class.js';
import type { PairToProbe } from './probe-pairs.js';
import { separationOf, traitsOfSets } from './traits.js';
import { doubtsAmong } from './unsettled.js';

/** The most pairs that one round looks at: at two requests for most of them, about a hundred requests. */
export const mostPairs = 50;

/** The pairs that are worth a look. */
export interface PairsToProbe {
  /** What hangs together is in one group; by rank. */
  readonly groups: readonly (readonly PairToProbe[])[];
  /** False when there are more than {@link mostPairs}. */
  readonly complete: boolean;
}

/** Of the endpoints that would be chosen, those of which nobody knows whether they are one set. */
export function unknownPairs(catalog: Catalog, options: DistinctResourcesOptions): PairsToProbe {
  const classified = classify(catalog, options);
  return plan(doubtsAmong(chooseEach(classified, options), classified).map(everyPair), classified);
}

/** This endpoint with each of those that are unknown to it. */
export function unknownPairsOf(entry: ResourceEntry, catalog: Catalog, options: IdentityOptions): PairsToProbe {
  const classified = classify(catalog, options, [entry]);
  const { endpoints, sets } = classified;
  const asked = endpoints.find((endpoint) => sameResource(endpoint.entry, entry));
  if (asked === undefined) return noPairs;
  const own = endpoints.filter(({ index }) => sets.find(index) === sets.find(asked.index));
  const plurals = new Set(own.map(({ plural }) => plural));
  const others = new Map<number, RankedEndpoint>();
  for (const endpoint of endpoints) {
    const root = sets.find(endpoint.index);
    if (plurals.has(endpoint.plural) && !own.includes(endpoint) && !others.has(root)) others.set(root, endpoint);
  }
  return plan([[...others.values()].map((other): Pair => [asked, other])], classified);
}

/**
 * The pair itself, unless it is known to be one set, or is of two scopes or plurals. Whoever asks about a pair wants to
 * know of a contradiction as well, so ids and hashes that tell the two apart do not keep from looking.
 */
export function pairToCompare(
  a: ResourceEntry,
  b: ResourceEntry,
  catalog: Catalog,
  options: IdentityOptions,
): PairsToProbe {
  const classified = classify(catalog, options, [a, b]);
  const [ours, theirs] = setsOf([a, b], classified);
  if (ours === theirs || ours[0]?.entry.scope !== theirs[0]?.entry.scope) return noPairs;
  if (differenceOf(ours, theirs, classified)?.kind === 'plural') return noPairs;
  return { groups: [[[readable(ours, a), readable(theirs, b)]]], complete: true };
}

type Pair = readonly [RankedEndpoint, RankedEndpoint];

const noPairs: PairsToProbe = { groups: [], complete: true };

function* everyPair(endpoints: readonly RankedEndpoint[]): Iterable<Pair> {
  for (const [place, one] of endpoints.entries()) {
    for (const other of endpoints.slice(place + 1)) yield [one, other];
  }
}

/** Takes the pairs that nothing is known of, as many as one round looks at. */
function plan(groups: readonly Iterable<Pair>[], { endpoints, sets }: Classified): PairsToProbe {
  const traits = traitsOfSets(endpoints, sets);
  const members = endpointsOfSets({ endpoints, sets });
  const standIn = ({ index, entry }: RankedEndpoint): ResourceEntry =>
    readable(members.get(sets.find(index)) ?? [], entry);
  const planned: PairToProbe[][] = [];
  let left = mostPairs;
  for (const group of groups) {
    const pairs: PairToProbe[] = [];
    planned.push(pairs);
    for (const [one, other] of group) {
      if (separationOf(traits, [sets.find(one.index), sets.find(other.index)]) !== undefined) continue;
      if (left === 0) return { groups: planned, complete: false };
      left -= 1;
      pairs.push([standIn(one), standIn(other)]);
    }
  }
  return { groups: planned, complete: true };
}

/** The first of a set that can be listed and read now; the whole set serves the same objects. */
function readable(set: readonly RankedEndpoint[], otherwise: ResourceEntry): ResourceEntry {
  const can = (verb: string) => (entry: ResourceEntry) => isCurrent(entry) && entry.verbs.includes(verb);
  const entries = set.map(({ entry }) => entry).filter(can('get'));
  return entries.find(can('list')) ?? entries[0] ?? otherwise;
}
