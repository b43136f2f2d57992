import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { sameResource } from '../model/group-version-resource.js';
import { classify, endpointsOfSets, setsOf, type Classified } from './classify.js';
import { differenceOf } from './separation.js';
import { chooseEach, isCurrent, type DistinctResourcesOptions } from './distinct-resources.js';
import type { RankedEndpoint } from './endpoint.js';
import type { IdentityOptions } from './equivalence-class.js';
import type { PairToProbe } from './probe-pairs.js';
import { separationOf, traitsOfSets } from './separation.js';
import { doubtsAmong } from './unsettled.js';

/** The maximum number of pairs in one round: at two requests for most of them, about a hundred requests. */
export const mostPairs = 50;

/** The pairs that are worth probing. */
export interface PairsToProbe {
  /** Connected pairs are in one group; by rank. */
  readonly groups: readonly (readonly PairToProbe[])[];
  /** False if there are more than {@link mostPairs}. */
  readonly complete: boolean;
}

/** Returns pairs of the distinct endpoints for which it is unknown whether they are one set. */
export function unknownPairs(catalog: Catalog, options: DistinctResourcesOptions): PairsToProbe {
  const classified = classify(catalog, options);
  return plan(doubtsAmong(chooseEach(classified, options), classified).map(everyPair), classified);
}

/** Returns the pairs of this endpoint with each endpoint that is unknown to it. */
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
 * Returns the pair itself, unless it is known to be one set, or has two scopes or plurals. A comparison should also
 * find contradictions, so ids and hashes that separate the two do not prevent the probe.
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

/** Selects the pairs without evidence, up to the limit of one round. */
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

/** Returns the first endpoint of a set that can be listed and read now; the whole set serves the same objects. */
function readable(set: readonly RankedEndpoint[], otherwise: ResourceEntry): ResourceEntry {
  const can = (verb: string) => (entry: ResourceEntry) => isCurrent(entry) && entry.verbs.includes(verb);
  const entries = set.map(({ entry }) => entry).filter(can('get'));
  return entries.find(can('list')) ?? entries[0] ?? otherwise;
}
