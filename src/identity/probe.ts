import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { isKubeError } from '../core/errors.js';
import type { MetadataReader } from '../core/metadata/create-metadata-reader.js';
import {
  formatGroupVersionResource,
  groupVersionResourceOf,
  sameResource,
} from '../core/model/group-version-resource.js';
import type { PartialObjectMetadata } from '../core/model/kube-object.js';
import { mappingOf, type Scope } from '../core/model/rest-mapping.js';
import type { CallOptions } from '../core/resource/options.js';
import { mapLimit } from '../core/shared/concurrency.js';
import { type Classified, classify, differenceOf, type RankedEndpoint, separationOf, setOf } from './classify.js';
import { chooseEach, type DistinctResourcesOptions, doubtsAmong, isCurrent } from './identity-report.js';
import type { IdentityOptions, Probe } from './evidence.js';

/** The state of an object at an endpoint. */
type Sighting =
  | { readonly state: 'found'; readonly name: string; readonly namespace?: string | undefined; readonly uid: string }
  | { readonly state: 'missing' }
  | { readonly state: 'unknown'; readonly why: string };

/** Two endpoints to probe, by rank. */
export type PairToProbe = readonly [ResourceEntry, ResourceEntry];

/** How many groups of pairs are probed concurrently. */
const atOnce = 10;

/**
 * Probes pairs of endpoints: looks for one object of the first, as metadata, at the second; or the other way round if
 * that cannot be read. Nothing is written. It takes two requests for most pairs and at most four; an endpoint is listed
 * once in a round. Pairs of one group are probed one after the other, so that a pair already joined through a third
 * endpoint is skipped.
 */
export async function probePairs(
  groups: readonly (readonly PairToProbe[])[],
  metadata: MetadataReader,
  call: CallOptions = {},
): Promise<readonly Probe[]> {
  const listed = new Map<ResourceEntry, Promise<Sighting>>();
  const anyOne = (entry: ResourceEntry): Promise<Sighting> => {
    const known = listed.get(entry) ?? listOne(entry);
    listed.set(entry, known);
    return known;
  };
  const listOne = async (entry: ResourceEntry): Promise<Sighting> => {
    for await (const step of metadata.pages({ mapping: mappingOf(entry) }, { ...call, limit: 1 })) {
      if (step.state === 'page') return sightingOf(step.items[0], entry.scope);
      if (step.state === 'unknown') return { state: 'unknown', why: step.message };
    }
    return { state: 'missing' };
  };
  const readNamed = async (entry: ResourceEntry, namespace: string | undefined, name: string): Promise<Sighting> => {
    try {
      const answer = await metadata.read({ mapping: mappingOf(entry), namespace, name }, call);
      if (answer.state === 'unknown') return { state: 'unknown', why: answer.message };
      return answer.state === 'missing' ? answer : sightingOf(answer.object, entry.scope);
    } catch (error) {
      // A name that cannot be part of a path came from the server, in a list.
      if (!isKubeError(error) || error.code !== 'invalid-name') throw error;
      return { state: 'unknown', why: error.message };
    }
  };

  const look = async (from: ResourceEntry, to: ResourceEntry): Promise<Pick<Probe, 'finding' | 'why'>> => {
    const lacking = [...lacks(from, ['list']), ...lacks(to, ['get'])];
    if (lacking.length > 0) return { finding: 'not readable', why: lacking.join(', ') };
    const object = await anyOne(from);
    if (object.state === 'missing') return { finding: 'no objects' };
    if (object.state === 'unknown') return { finding: 'not readable', why: object.why };
    const there = await readNamed(to, object.namespace, object.name);
    if (there.state === 'missing') return { finding: 'not there' };
    if (there.state === 'unknown') return { finding: 'not readable', why: there.why };
    return { finding: object.uid !== '' && object.uid === there.uid ? 'one UID' : 'another UID' };
  };

  const found = await mapLimit(groups, atOnce, async (pairs) => {
    const probes: Probe[] = [];
    const known = new Map<ResourceEntry, ResourceEntry>();
    const standsFor = (entry: ResourceEntry): ResourceEntry => {
      const other = known.get(entry);
      return other === undefined ? entry : standsFor(other);
    };
    for (const [a, b] of pairs) {
      const [one, other] = [standsFor(a), standsFor(b)];
      if (one === other) continue;
      const there = await look(a, b);
      const back = there.finding === 'not readable' ? await look(b, a) : there;
      const result = back.finding === 'not readable' ? there : back;
      if (result.finding === 'one UID') known.set(other, one);
      const endpoints = Object.freeze([groupVersionResourceOf(a), groupVersionResourceOf(b)] as const);
      probes.push(Object.freeze({ endpoints, ...result }));
    }
    return probes;
  });
  return Object.freeze(found.flat());
}

/** Returns the namespace only if the scope has one, whatever a careless server writes. */
function sightingOf(object: PartialObjectMetadata | undefined, scope: Scope): Sighting {
  if (object === undefined) return { state: 'missing' };
  const { name, namespace, uid = '' } = object.metadata;
  if (!name) return { state: 'unknown', why: 'an object without a name' };
  if (scope === 'Cluster') return { state: 'found', name, uid };
  if (namespace) return { state: 'found', name, namespace, uid };
  return { state: 'unknown', why: 'a namespaced object without a namespace' };
}

function lacks(entry: ResourceEntry, verbs: readonly string[]): readonly string[] {
  const missing = verbs.filter((verb) => !entry.verbs.includes(verb));
  return missing.map((verb) => `no ${verb} for ${formatGroupVersionResource(entry)}`);
}

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
  const own = setOf(entry, classified);
  const [requested] = own;
  if (requested === undefined) return noPairs;
  const plurals = new Set(own.map(({ plural }) => plural));
  const sets = [...classified.members.values()].filter((set) => !set.includes(requested));
  const others = sets.flatMap((set) => set.find(({ plural }) => plurals.has(plural)) ?? []);
  others.sort((a, b) => a.index - b.index);
  return plan([others.map((other): Pair => [requested, other])], classified);
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
  const [ours, theirs] = [setOf(a, classified), setOf(b, classified)];
  const isOne = ours.some(({ entry }) => sameResource(entry, b));
  if (isOne || ours[0]?.entry.scope !== theirs[0]?.entry.scope) return noPairs;
  if (differenceOf(ours, theirs, classified.hasIds)?.kind === 'plural') return noPairs;
  return { groups: [[[readable(ours, a), readable(theirs, b)]]], complete: true };
}

type Pair = readonly [RankedEndpoint, RankedEndpoint];

const noPairs: PairsToProbe = { groups: [], complete: true };

function* everyPair(endpoints: readonly RankedEndpoint[]): Iterable<Pair> {
  for (const [position, one] of endpoints.entries()) {
    for (const other of endpoints.slice(position + 1)) yield [one, other];
  }
}

/** Selects the pairs without evidence, up to the limit of one round. */
function plan(groups: readonly Iterable<Pair>[], { sets, members, traits }: Classified): PairsToProbe {
  const standIn = ({ index, entry }: RankedEndpoint): ResourceEntry =>
    readable(members.get(sets.find(index)) ?? [], entry);
  const planned: PairToProbe[][] = [];
  let left = mostPairs;
  for (const group of groups) {
    const pairs: PairToProbe[] = [];
    planned.push(pairs);
    for (const [one, other] of group) {
      if (separationOf([one, other].map(({ index }) => traits(sets.find(index)))) !== undefined) continue;
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
