import {
  groupVersionResourceOf,
  sameResource,
  type GroupVersionResource,
} from '../core/model/group-version-resource.js';
import type { RankedEndpoint } from './endpoint.js';
import type { EndpointPair, EvidenceKind } from './evidence.js';
import type { UnionFind } from './union-find.js';

// What separates endpoints: unequal ids, scopes, hashes and plurals; and where such evidence contradicts evidence that
// joins them. Unequal hashes are judged here alone.

/**
 * Why two endpoints are known to serve different objects, strongest first: unequal ids; unequal scopes; unequal hashes
 * with equal plural and scope in two groups; unequal plurals if no id can decide.
 */
export type DifferenceKind = 'internalID' | 'scope' | 'storageVersionHash' | 'plural';

/**
 * Two kinds of evidence that cannot both be right. Scope outweighs everything, since an object is either in a namespace
 * or not; otherwise the stronger evidence wins, ids first. If that is the evidence in `separates`, the other evidence
 * is ignored entirely: it joins none of these endpoints, not even those without other evidence.
 */
export interface Contradiction {
  /** The evidence that the endpoints are one set of objects. */
  readonly joins: EvidenceKind;
  /** The evidence that they are several sets. */
  readonly separates: DifferenceKind;
  /** Which of the two holds. */
  readonly holds: 'joins' | 'separates';
  /** The endpoints that the evidence in `joins` would make one set, by rank. */
  readonly endpoints: readonly GroupVersionResource[];
}

/** Returns a contradiction as plain data. */
export function contradictionOf(
  { joins, separates, holds }: Pick<Contradiction, 'joins' | 'separates' | 'holds'>,
  endpoints: readonly RankedEndpoint[],
): Contradiction {
  const ranked = [...new Set(endpoints)].sort((a, b) => a.index - b.index);
  const addresses = Object.freeze(ranked.map(({ entry }) => groupVersionResourceOf(entry)));
  return Object.freeze({ joins, separates, holds, endpoints: addresses });
}

/** Returns the contradictions of endpoints with equal ids, of which each is still a set of its own. */
export function contradictionsOfIds(buckets: readonly (readonly RankedEndpoint[])[], traits: Traits): Contradiction[] {
  return buckets.flatMap((alike) => contradictionsOfId(alike, traits));
}

/**
 * Returns the evidence against equal ids: unequal scopes, which outweigh them, unequal plurals, unequal hashes of a
 * plural.
 */
function contradictionsOfId(alike: readonly RankedEndpoint[], traits: Traits): readonly Contradiction[] {
  const scopes = new Set(alike.map(({ entry }) => entry.scope));
  const plurals = new Set(alike.map(({ entry }) => entry.resource));
  const hashes = unequalHashes(
    traits,
    alike.map(({ index }) => index),
  );
  const found: Contradiction[] = [];
  const joins = 'internalID';
  if (scopes.size > 1) found.push(contradictionOf({ joins, separates: 'scope', holds: 'separates' }, alike));
  if (plurals.size > 1) found.push(contradictionOf({ joins, separates: 'plural', holds: 'joins' }, alike));
  if (hashes !== undefined) {
    found.push(contradictionOf({ joins, separates: 'storageVersionHash', holds: 'joins' }, alike));
  }
  return found;
}

/** Returns the contradictions that involve any of these endpoints. */
export function contradictionsAbout(
  contradictions: readonly Contradiction[],
  endpoints: readonly GroupVersionResource[],
): readonly Contradiction[] {
  return Object.freeze(
    contradictions.filter((each) => each.endpoints.some((one) => endpoints.some((other) => sameResource(one, other)))),
  );
}

/** The reason why two sets are known to be different. */
export interface Difference {
  /** The kind of evidence that shows the difference. */
  readonly kind: DifferenceKind;
  /** The two endpoints that it applies to, one of each set. */
  readonly endpoints: EndpointPair;
}

/** Two endpoints, one of each set, that show why the sets differ. */
export interface Witnesses {
  readonly kind: DifferenceKind;
  readonly pair: readonly [RankedEndpoint, RankedEndpoint];
}

/** Finds the strongest evidence that separates two sets; the endpoints in question come first in their sets. */
export function differenceOf(
  one: readonly RankedEndpoint[],
  other: readonly RankedEndpoint[],
  { endpoints, sets, hasIds }: { endpoints: readonly RankedEndpoint[]; sets: UnionFind; hasIds: boolean },
): Witnesses | undefined {
  const [a, b] = [one[0], other[0]];
  if (a === undefined || b === undefined) return undefined;
  const [withId, otherWithId] = [one.find(hasId), other.find(hasId)];
  if (withId !== undefined && otherWithId !== undefined && withId.id !== otherWithId.id) {
    return { kind: 'internalID', pair: [withId, otherWithId] };
  }
  if (a.entry.scope !== b.entry.scope) return { kind: 'scope', pair: [a, b] };
  const unequal = unequalHashes(traitsOfSets(endpoints, sets), [sets.find(a.index), sets.find(b.index)]);
  const hasHash = ({ plural, hash }: RankedEndpoint): boolean => plural === unequal && hash !== undefined;
  const [withHash, otherWithHash] = [one.find(hasHash), other.find(hasHash)];
  if (withHash !== undefined && otherWithHash !== undefined) {
    return { kind: 'storageVersionHash', pair: [withHash, otherWithHash] };
  }
  const plurals = new Set(one.map(({ plural }) => plural));
  const isPluralShared = other.some(({ plural }) => plurals.has(plural));
  // Ids can join endpoints of two plurals, so a set with an id may yet turn out to be the same as the other.
  if (isPluralShared || withId !== undefined || otherWithId !== undefined) return undefined;
  if (hasIds && [...one, ...other].some(({ isUnread }) => isUnread)) return undefined;
  return { kind: 'plural', pair: [a, b] };
}

function hasId({ id }: RankedEndpoint): boolean {
  return id !== undefined;
}

/** Returns the difference as plain data, with only the names of the witnesses. */
export function differenceAsData({ kind, pair: [a, b] }: Witnesses): Difference {
  return Object.freeze({
    kind,
    endpoints: Object.freeze([groupVersionResourceOf(a.entry), groupVersionResourceOf(b.entry)] as const),
  });
}

/** The published evidence of each set of endpoints as a whole, by the root number of the set. */
export interface Traits {
  /** Returns the id of the set, if any of its endpoints has one. */
  idOf(root: number): string | undefined;
  /**
   * Returns the hashes of the set. There may be several: equal ids may have joined endpoints that are stored
   * differently.
   */
  hashesOf(root: number): readonly PluralHash[];
  /** Returns the groups in which the set has endpoints of this plural and scope. */
  groupsOf(root: number, plural: number): ReadonlySet<string>;
}

/** A hash is only meaningful for its plural. */
type PluralHash = Pick<RankedEndpoint, 'plural' | 'hash'>;

/** Reads the traits of all sets as they are now; invalid once further sets are joined. */
export function traitsOfSets(endpoints: readonly RankedEndpoint[], sets: UnionFind): Traits {
  const ids: (string | undefined)[] = new Array<undefined>(endpoints.length);
  const first: (RankedEndpoint | undefined)[] = new Array<undefined>(endpoints.length);
  const further = new Map<number, PluralHash[]>();
  for (const endpoint of endpoints) {
    if (endpoint.id === undefined && endpoint.hash === undefined) continue;
    const root = sets.find(endpoint.index);
    ids[root] ??= endpoint.id;
    if (endpoint.hash === undefined) continue;
    const known = (first[root] ??= endpoint);
    if (known.hash === endpoint.hash && known.plural === endpoint.plural) continue;
    const others = further.get(root);
    if (others === undefined) further.set(root, [endpoint]);
    else others.push(endpoint);
  }
  // Groups are rarely needed: only if hashes disagree.
  let groups: ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<string>>> | undefined;
  return {
    idOf: (root) => ids[root],
    hashesOf(root) {
      const one = first[root];
      if (one === undefined) return noHashes;
      const others = further.get(root);
      return others === undefined ? [one] : [one, ...others];
    },
    groupsOf: (root, plural) => (groups ??= groupsOfSets(endpoints, sets)).get(root)?.get(plural) ?? noGroups,
  };
}

const noHashes: readonly never[] = Object.freeze([]);
const noGroups: ReadonlySet<string> = new Set();

function groupsOfSets(
  endpoints: readonly RankedEndpoint[],
  sets: UnionFind,
): ReadonlyMap<number, ReadonlyMap<number, ReadonlySet<string>>> {
  const found = new Map<number, Map<number, Set<string>>>();
  for (const { index, plural, entry } of endpoints) {
    const root = sets.find(index);
    const plurals = found.get(root) ?? new Map<number, Set<string>>();
    found.set(root, plurals);
    const groups = plurals.get(plural);
    if (groups === undefined) plurals.set(plural, new Set([entry.group]));
    else groups.add(entry.group);
  }
  return found;
}

/** Returns the published evidence that these are not all one set of objects; ids come before hashes. */
export function separationOf(traits: Traits, roots: Iterable<number>): 'internalID' | 'storageVersionHash' | undefined {
  if (idsContradict(traits, roots)) return 'internalID';
  return unequalHashes(traits, roots) === undefined ? undefined : 'storageVersionHash';
}

/** Reports whether two of the sets have unequal ids. */
export function idsContradict(traits: Traits, roots: Iterable<number>): boolean {
  let seen: string | undefined;
  for (const root of roots) {
    const id = traits.idOf(root);
    if (id === undefined) continue;
    if (seen !== undefined && id !== seen) return true;
    seen = id;
  }
  return false;
}

/**
 * Returns a plural for which sets have unequal hashes: all of them have hashes for it, and neither a hash nor a group is
 * common to them all. The hashes of versions of one group may differ for the same objects while their storage version
 * changes, so a shared group counts as a shared hash. More than two sets must all share one, which errs on the side of
 * separation.
 */
export function unequalHashes(traits: Traits, roots: Iterable<number>): number | undefined {
  const rootsOf = new Map<number, number[]>();
  const common = new Map<number, ReadonlySet<string>>();
  for (const root of roots) {
    for (const [plural, hashes] of byPlural(traits.hashesOf(root))) {
      const before = common.get(plural);
      common.set(plural, before === undefined ? hashes : intersection(hashes, before));
      const known = rootsOf.get(plural);
      if (known === undefined) rootsOf.set(plural, [root]);
      else known.push(root);
    }
  }
  for (const [plural, hashes] of common) {
    if (hashes.size > 0) continue;
    const groups = (rootsOf.get(plural) ?? []).map((root) => traits.groupsOf(root, plural));
    if (groups.reduce(intersection).size === 0) return plural;
  }
  return undefined;
}

/**
 * Returns the hashes of a set for a plural and, if there are any, its groups: two sets that have marks and share none
 * are those whose hashes are unequal.
 */
export function marksOf(traits: Traits, root: number, plural: number): readonly string[] {
  const hashes = byPlural(traits.hashesOf(root)).get(plural);
  if (hashes === undefined) return [];
  return [
    ...[...hashes].map((hash) => `hash ${hash}`),
    ...[...traits.groupsOf(root, plural)].map((group) => `group ${group}`),
  ];
}

function intersection(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a].filter((each) => b.has(each)));
}

function byPlural(hashes: readonly PluralHash[]): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>();
  for (const { plural, hash } of hashes) {
    if (hash === undefined) continue;
    const known = found.get(plural);
    if (known === undefined) found.set(plural, new Set([hash]));
    else known.add(hash);
  }
  return found;
}
