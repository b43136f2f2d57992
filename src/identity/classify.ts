import { groupBy } from '../core/shared/group-by.js';
import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { formatGroupVersion, type GroupVersion } from '../core/model/group-version.js';
import {
  type EndpointPair,
  type Evidence,
  type EvidenceKind,
  type EvidenceLink,
  type IdentityOptions,
  ownEvidence,
  type Probe,
  type RemoteGroupVersion,
  identityOptionNames,
} from './evidence.js';
import {
  type GroupVersionResource,
  groupVersionResourceOf,
  resourceKey,
  sameResource,
} from '../core/model/group-version-resource.js';
import { cohabit, cohabitingGroups } from '../core/model/cohabiting-groups.js';
import { endpointsByRank } from '../core/catalog/rank.js';
import { requireKnownOptions } from '../core/shared/arguments.js';

/** A partition of the numbers 0 to size - 1, initially each in its own set. */
export interface UnionFind {
  /** Returns the number that represents the set of this element, its root. */
  find(element: number): number;
  /** Joins two sets; returns false if they were already one. */
  join(a: number, b: number): boolean;
  /** Returns an independent copy. */
  copy(): UnionFind;
}

/** Creates a {@link UnionFind}; any number of calls takes nearly linear time. */
export function createUnionFind(size: number): UnionFind {
  return over(Int32Array.from({ length: size }, (_, index) => index));
}

function over(parents: Int32Array): UnionFind {
  const parentOf = (element: number): number => parents[element] ?? element;
  const find = (element: number): number => {
    let current = element;
    for (let parent = parentOf(current); parent !== current; parent = parentOf(current)) {
      parents[current] = parentOf(parent);
      current = parentOf(parent);
    }
    return current;
  };
  return {
    find,
    join(a, b) {
      const [first, second] = [find(a), find(b)];
      // The lowest number represents its set, so that the same joins give the same sets in the same order.
      parents[Math.max(first, second)] = Math.min(first, second);
      return first !== second;
    },
    copy: () => over(parents.slice()),
  };
}

/** An endpoint with its published evidence. */
export interface RankedEndpoint {
  /** The position by rank, and the number in the partition. */
  readonly index: number;
  readonly entry: ResourceEntry;
  /** Plural and scope as a number, which can only be compared for equality. */
  readonly plural: number;
  /** The id, whatever the scope. Ids and hashes can only be compared for equality. */
  readonly id: string | undefined;
  /** The hash, which is only meaningful among endpoints of equal `plural`. */
  readonly hash: string | undefined;
  /** The server behind the aggregator that serves the endpoint; undefined for kube-apiserver itself. */
  readonly backend: string | undefined;
  /** Whether an unread document may have an id. */
  readonly isUnread: boolean;
}

/** The sources of {@link examineEndpoints}. */
export interface EndpointSources {
  readonly evidence: Evidence;
  readonly backendOf: BackendOf;
  readonly provenance: Catalog['provenance'];
}

/**
 * Looks up the evidence of each endpoint; empty strings are ignored. Aggregated documents carry neither ids nor hashes:
 * if neither is known, and the source was not a legacy document, the endpoint counts as unread.
 */
export function examineEndpoints(
  entries: readonly ResourceEntry[],
  { evidence, backendOf, provenance }: EndpointSources,
): readonly RankedEndpoint[] {
  const plurals = new Map<string, number>();
  return entries.map((entry, index) => {
    let number = plurals.get(entry.resource);
    if (number === undefined) plurals.set(entry.resource, (number = plurals.size));
    const found = evidence(entry);
    const id = found?.internalID || undefined;
    const hash = found?.storageVersionHash || undefined;
    const isLegacy = provenance[entry.group === '' ? 'api' : 'apis'] === 'legacy';
    return {
      index,
      entry,
      plural: entry.scope === 'Cluster' ? 2 * number + 1 : 2 * number,
      id,
      hash,
      backend: backendOf(entry),
      isUnread: id === undefined && hash === undefined && (found === undefined || !isLegacy),
    };
  });
}

/**
 * Returns the name of the server behind a group-version; undefined for kube-apiserver itself, which serves the rest.
 */
export type BackendOf = (groupVersion: GroupVersion) => string | undefined;

/** Creates the lookup of the server behind a group-version. */
export function createBackendOf(remote: readonly RemoteGroupVersion[]): BackendOf {
  if (remote.length === 0) return () => undefined;
  const backends = new Map<string, string>();
  for (const each of remote) {
    const name = formatGroupVersion(each);
    backends.set(name, each.backend === undefined ? `alone ${name}` : `named ${each.backend}`);
  }
  return (groupVersion) => backends.get(formatGroupVersion(groupVersion));
}

// What separates endpoints: unequal ids, scopes, hashes and plurals; and where such evidence contradicts evidence that
// joins them. What unequal hashes mean is decided here alone.

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

/**
 * Returns the evidence against equal ids: unequal scopes, which outweigh them, unequal plurals, unequal hashes of a
 * plural.
 */
function contradictionsOfId(alike: Bucket, traits: Traits): readonly Contradiction[] {
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

/** A hash is only meaningful for its plural. */
type PluralHash = Pick<RankedEndpoint, 'plural' | 'hash'>;

/** The published evidence of each set of endpoints as a whole, by the root number of the set. */
export type Traits = ReturnType<typeof traitsOfSets>;

/** Reads the traits of all sets as they are now; invalid once further sets are joined. */
export function traitsOfSets(endpoints: readonly RankedEndpoint[], sets: UnionFind) {
  const ids = new Map<number, string>();
  for (const { index, id } of endpoints) {
    const root = sets.find(index);
    if (id !== undefined && !ids.has(root)) ids.set(root, id);
  }
  const rootOf = ({ index }: RankedEndpoint): number => sets.find(index);
  const hashes = groupBy(
    endpoints.filter(({ hash }) => hash !== undefined),
    rootOf,
  );
  // Rarely needed: only if hashes disagree.
  let members: ReadonlyMap<number, readonly RankedEndpoint[]> | undefined;
  return {
    /** The id of the set, if any of its endpoints has one. */
    idOf: (root: number): string | undefined => ids.get(root),
    /** The hashes of the set: several where equal ids have joined endpoints that are stored differently. */
    hashesOf: (root: number): readonly PluralHash[] => hashes.get(root) ?? [],
    /** The groups in which the set has endpoints of this plural and scope. */
    groupsOf(root: number, plural: number): ReadonlySet<string> {
      const alike = ((members ??= groupBy(endpoints, rootOf)).get(root) ?? []).filter((one) => one.plural === plural);
      return new Set(alike.map(({ entry }) => entry.group));
    },
  };
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

/** Two endpoints that one kind of evidence joined. */
export interface Link {
  readonly kind: EvidenceKind;
  readonly from: RankedEndpoint;
  readonly to: RankedEndpoint;
}

/** Evidence besides that which the server publishes. */
export interface FurtherEvidence {
  /** Pairs at which one object was seen. */
  readonly seen: readonly Bucket[];
  readonly cohabitation: 'hint' | 'join';
}

/** The sets of endpoints that serve the same objects, and the links that join them. */
export interface Joined {
  readonly sets: UnionFind;
  /** The strongest kind first, then by rank; they connect each set without a redundant link. */
  readonly links: readonly Link[];
  readonly contradictions: readonly Contradiction[];
}

/** One kind of evidence, and the stronger evidence that it must give way to. */
interface EvidenceTier {
  readonly kind: EvidenceKind;
  readonly buckets: readonly Bucket[];
  /** Returns the stronger evidence that these are not all one set; absent if there is no stronger evidence at all. */
  readonly separation: ((traits: Traits, roots: Iterable<number>) => DifferenceKind | undefined) | undefined;
}

/**
 * Joins endpoints by evidence, the strongest kind first. Evidence that would join endpoints which stronger evidence
 * separates is void as a whole, not in part: if two of three versions are known to differ, nothing tells which of them
 * the third is the same as. So the sets do not depend on the order of the endpoints.
 */
export function joinEndpoints(endpoints: readonly RankedEndpoint[], further: FurtherEvidence): Joined {
  const sets = createUnionFind(endpoints.length);
  const ids = bucketsBy(endpoints, ({ id }) => id);
  // Nothing is joined yet: each endpoint is a set of its own.
  const unjoined = traitsOfSets(endpoints, sets);
  const contradictions = ids.flatMap((alike) => contradictionsOfId(alike, unjoined));
  const links: Link[] = [];
  for (const bucket of ids) {
    // One id at two scopes is a bug of the server: objects either have a namespace or have none.
    for (const scope of ['Namespaced', 'Cluster'] as const) {
      joinAll(
        'internalID',
        bucket.filter(({ entry }) => entry.scope === scope),
        sets,
        links,
      );
    }
  }
  const apart = further.seen.filter(([a, b]) => a.entry.scope !== b.entry.scope);
  for (const pair of apart)
    contradictions.push(contradictionOf({ joins: 'probe', separates: 'scope', holds: 'separates' }, pair));

  for (const tier of lesserTiers(endpoints, further)) joinBy(tier, endpoints, { sets, links, contradictions });
  return { sets, links, contradictions };
}

function lesserTiers(
  endpoints: readonly RankedEndpoint[],
  { seen, cohabitation }: FurtherEvidence,
): readonly EvidenceTier[] {
  const alike = bucketsBy(endpoints, ({ plural }) => plural);
  const hasIds = endpoints.some(({ id }) => id !== undefined);
  const hasHashes = endpoints.some(({ hash }) => hash !== undefined);
  const unequalIds = hasIds
    ? (traits: Traits, roots: Iterable<number>) => (idsContradict(traits, roots) ? ('internalID' as const) : undefined)
    : undefined;
  const separation = hasIds || hasHashes ? separationOf : undefined;
  const tiers: EvidenceTier[] = [];
  if (hasHashes) {
    const buckets = splitFurther(
      splitBuckets(alike, ({ hash }) => hash),
      withoutRivals,
    );
    tiers.push({ kind: 'storageVersionHash', buckets, separation: unequalIds });
  }
  // Unequal hashes do not separate versions: they differ for the same objects while the storage version changes.
  const ofOneGroup = splitFurther(
    splitBuckets(alike, ({ entry }) => entry.group),
    byBackend,
  );
  tiers.push({ kind: 'versions of one group', buckets: ofOneGroup, separation: unequalIds });
  const oneScope = seen.filter(([a, b]) => a.entry.scope === b.entry.scope);
  if (oneScope.length > 0) tiers.push({ kind: 'probe', buckets: oneScope, separation });
  if (cohabitation === 'join') {
    const isListed = ({ entry: { resource, group } }: RankedEndpoint): boolean =>
      cohabitingGroups(resource).includes(group);
    const buckets = splitBuckets(alike, (endpoint) => (isListed(endpoint) ? 'listed' : undefined));
    tiers.push({ kind: 'documented cohabitation', buckets, separation });
  }
  return tiers;
}

/** Splits the few buckets that come from more than one server. */
function splitFurther(buckets: readonly Bucket[], split: (bucket: Bucket) => readonly Bucket[]): readonly Bucket[] {
  const found: Bucket[] = [];
  for (const bucket of buckets) {
    if (bucket.every(({ backend }) => backend === bucket[0].backend)) found.push(bucket);
    else found.push(...split(bucket));
  }
  return found;
}

/** Splits by server: two servers behind one group share only its name, so their versions are not joined. */
function byBackend(bucket: Bucket): readonly Bucket[] {
  return bucketsBy(bucket, ({ backend }) => backend ?? '');
}

/**
 * Splits a bucket of equal hashes by server if versions of one of its groups come from two servers. A hash identifies
 * the group, version and kind of the stored objects, so such servers have equal hashes although each stores its own
 * objects: then none of these hashes is evidence across servers.
 */
function withoutRivals(bucket: Bucket): readonly Bucket[] {
  const backends = new Map<string, string | undefined>();
  const hasRivals = bucket.some(({ entry: { group }, backend }) => {
    if (!backends.has(group)) backends.set(group, backend);
    return backends.get(group) !== backend;
  });
  return hasRivals ? byBackend(bucket) : [bucket];
}

/** The result so far. */
interface JoinsSoFar {
  readonly sets: UnionFind;
  readonly links: Link[];
  readonly contradictions: Contradiction[];
}

function joinBy(
  tier: EvidenceTier,
  endpoints: readonly RankedEndpoint[],
  { sets, links, contradictions }: JoinsSoFar,
): void {
  const { kind, separation } = tier;
  if (separation === undefined) {
    for (const bucket of tier.buckets) joinAll(kind, bucket, sets, links);
    return;
  }
  const candidates = tier.buckets.filter((bucket) => !isOne(bucket, sets));
  if (candidates.length === 0) return;
  const traits = traitsOfSets(endpoints, sets);
  const isVoid = (bucket: readonly RankedEndpoint[]): boolean => {
    const separates = separation(traits, rootsOf(bucket, sets));
    if (separates === undefined) return false;
    contradictions.push(contradictionOf({ joins: kind, separates, holds: 'separates' }, bucket));
    return true;
  };
  const sound = candidates.filter((bucket) => !isVoid(bucket));

  // Buckets that are each sound may still meet in one set and contradict each other there.
  const tentative = sets.copy();
  for (const [first, ...others] of sound) for (const { index } of others) tentative.join(first.index, index);
  const meeting = groupBy(sound, ([{ index }]) => tentative.find(index));
  const unsound = new Set<number>();
  for (const [whole, met] of meeting) if (met.length > 1 && isVoid(met.flat())) unsound.add(whole);
  for (const bucket of sound) {
    if (!unsound.has(tentative.find(bucket[0].index))) joinAll(kind, bucket, sets, links);
  }
}

function joinAll(kind: EvidenceKind, bucket: readonly RankedEndpoint[], sets: UnionFind, links: Link[]): void {
  const [from, ...others] = bucket;
  if (from === undefined) return;
  for (const to of others) if (sets.join(from.index, to.index)) links.push({ kind, from, to });
}

function isOne(bucket: Bucket, sets: UnionFind): boolean {
  const root = sets.find(bucket[0].index);
  return bucket.every(({ index }) => sets.find(index) === root);
}

function rootsOf(bucket: readonly RankedEndpoint[], sets: UnionFind): ReadonlySet<number> {
  return new Set(bucket.map(({ index }) => sets.find(index)));
}

/** Returns the links on the path from one endpoint of a set to another, in order. There is exactly one path. */
export function linksBetween(from: RankedEndpoint, to: RankedEndpoint, { links, sets }: Joined): readonly Link[] {
  const root = sets.find(from.index);
  const steps = links
    .filter((link) => sets.find(link.from.index) === root)
    .flatMap((link) => [
      { start: link.from, link, next: link.to },
      { start: link.to, link, next: link.from },
    ]);
  const stepsFrom = groupBy(steps, ({ start }) => start);

  const reachedBy = new Map<RankedEndpoint, { readonly link: Link; readonly before: RankedEndpoint } | undefined>([
    [from, undefined],
  ]);
  for (const [current] of reachedBy) {
    for (const { link, next } of stepsFrom.get(current) ?? []) {
      if (!reachedBy.has(next)) reachedBy.set(next, { link, before: current });
    }
  }
  const way: Link[] = [];
  for (let step = reachedBy.get(to); step !== undefined; step = reachedBy.get(step.before)) way.unshift(step.link);
  return way;
}

/** Endpoints that one piece of evidence would join into one set: at least two, by rank. */
export type Bucket = readonly [RankedEndpoint, RankedEndpoint, ...RankedEndpoint[]];

/** Groups endpoints with equal keys; endpoints without a key, or alone with it, are in no bucket. */
export function bucketsBy(
  endpoints: readonly RankedEndpoint[],
  keyOf: (endpoint: RankedEndpoint) => string | number | undefined,
): readonly Bucket[] {
  const first = new Map<string | number, RankedEndpoint>();
  const buckets = new Map<string | number, [RankedEndpoint, RankedEndpoint, ...RankedEndpoint[]]>();
  for (const endpoint of endpoints) {
    const key = keyOf(endpoint);
    if (key === undefined) continue;
    const before = first.get(key);
    if (before === undefined) {
      // Most keys belong to one endpoint, which needs no list.
      first.set(key, endpoint);
      continue;
    }
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [before, endpoint]);
    else bucket.push(endpoint);
  }
  return [...buckets.values()];
}

/** Splits buckets further, as {@link bucketsBy} does; most have two endpoints, which need no map. */
export function splitBuckets(
  buckets: readonly Bucket[],
  keyOf: (endpoint: RankedEndpoint) => string | undefined,
): readonly Bucket[] {
  const found: Bucket[] = [];
  for (const bucket of buckets) {
    if (bucket.length > 2) found.push(...bucketsBy(bucket, keyOf));
    else {
      const key = keyOf(bucket[0]);
      if (key !== undefined && key === keyOf(bucket[1])) found.push(bucket);
    }
  }
  return found;
}

/** The endpoints of a catalog by rank, joined into sets. */
export interface Classified extends Joined {
  readonly endpoints: readonly RankedEndpoint[];
  /** Whether any known endpoint has an id: then endpoints whose documents are unread may have one too. */
  readonly hasIds: boolean;
}

/**
 * Joins the endpoints of a catalog. Endpoints in `requested` that the catalog does not have are added last.
 */
export function classify(
  catalog: Catalog,
  options: IdentityOptions,
  requested: readonly ResourceEntry[] = [],
): Classified {
  const { evidence = ownEvidence, probes = [], cohabitation = 'hint', remote = [] } = options;
  const entries = endpointsByRank(catalog);
  for (const one of requested) if (!entries.some((entry) => sameResource(entry, one))) entries.push(one);
  const sources = { evidence, backendOf: createBackendOf(remote), provenance: catalog.provenance };
  const endpoints = examineEndpoints(entries, sources);
  const hasIds = endpoints.some(({ id }) => id !== undefined);
  return { endpoints, hasIds, ...joinEndpoints(endpoints, { seen: pairsSeen(endpoints, probes), cohabitation }) };
}

/** Returns the pairs at which one object was seen; by rank, so that the order of the probes does not matter. */
function pairsSeen(endpoints: readonly RankedEndpoint[], probes: readonly Probe[]): readonly Bucket[] {
  const shown = probes.filter(({ finding }) => finding === 'one UID');
  if (shown.length === 0) return [];
  const byName = new Map(endpoints.map((endpoint) => [resourceKey(endpoint.entry), endpoint]));
  const pairs = shown.flatMap(({ endpoints: [one, other] }): Bucket[] => {
    const [a, b] = [byName.get(resourceKey(one)), byName.get(resourceKey(other))];
    if (a === undefined || b === undefined || a === b) return [];
    return [a.index < b.index ? [a, b] : [b, a]];
  });
  return pairs.sort(([a, b], [c, d]) => a.index - c.index || b.index - d.index);
}

/** Returns the endpoints of each set in rank order, by the root number of the set. */
export function endpointsOfSets({
  endpoints,
  sets,
}: Pick<Classified, 'endpoints' | 'sets'>): ReadonlyMap<number, RankedEndpoint[]> {
  return groupBy(endpoints, ({ index }) => sets.find(index));
}

/**
 * Returns the sets of two endpoints, each with the given endpoint first; the same list twice if they are in one set.
 */
export function setsOf(
  [a, b]: readonly [ResourceEntry, ResourceEntry],
  { endpoints, sets }: Classified,
): readonly [readonly RankedEndpoint[], readonly RankedEndpoint[]] {
  const setOf = (requested: ResourceEntry): RankedEndpoint[] => {
    const found = endpoints.filter(({ entry }) => sameResource(entry, requested));
    const roots = found.map(({ index }) => sets.find(index));
    return [...found, ...endpoints.filter((each) => roots.includes(sets.find(each.index)) && !found.includes(each))];
  };
  const one = setOf(a);
  return [one, one.some(({ entry }) => sameResource(entry, b)) ? one : setOf(b)];
}

/** Returns a link with only the names of its endpoints. */
export function linkAsData({ kind, from, to }: Link): EvidenceLink {
  return Object.freeze({
    kind,
    endpoints: Object.freeze([groupVersionResourceOf(from.entry), groupVersionResourceOf(to.entry)] as const),
  });
}

/** Returns the hints of the documented list about the other endpoints, for which other evidence is missing. */
export function hintsBetween(
  own: readonly RankedEndpoint[],
  others: readonly RankedEndpoint[],
): readonly EvidenceLink[] {
  const hints = others.flatMap(({ entry: other, plural }): EvidenceLink[] => {
    if (cohabitingGroups(other.resource).length === 0) return [];
    const known = own.find(({ entry, plural: its }) => its === plural && cohabit(entry, other));
    if (known === undefined || known.entry.group === other.group) return [];
    const endpoints = Object.freeze([groupVersionResourceOf(known.entry), groupVersionResourceOf(other)] as const);
    return [Object.freeze({ kind: 'documented cohabitation', endpoints })];
  });
  return Object.freeze(hints);
}

/**
 * Returns every endpoint of the catalog in exactly one class, alone if nothing else serves the same objects; classes
 * are ordered by the rank of their first endpoint. Takes linear time. To find out whether two classes are different or
 * merely not known to be the same, use `compareEndpoints` for a pair and `identityReport` for a catalog.
 *
 * @throws InvalidArgumentError for an unknown option
 * @example
 * const several = equivalenceClasses(catalog).filter(({ endpoints }) => endpoints.length > 1);
 * for (const { endpoints } of several) console.log(endpoints.map(formatGroupVersionResource).join(' = '));
 */
export function equivalenceClasses(catalog: Catalog, options: IdentityOptions = {}): readonly EquivalenceClass[] {
  requireKnownOptions(options, identityOptionNames);
  return Object.freeze([...classesOf(classify(catalog, options)).values()]);
}

/**
 * Endpoints that are known to serve one set of objects. Subresources follow their parent: endpoints that serve the same
 * `deployments` serve the same `deployments/scale`.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export interface EquivalenceClass {
  /** In rank order: the core group, then the groups as the catalog has them, the preferred version first. */
  readonly endpoints: readonly ResourceEntry[];
  /** The links that hold the class together: one fewer than there are endpoints, the strongest evidence first. */
  readonly evidence: readonly EvidenceLink[];
}

/** Returns the sets as plain data, by their root numbers; sets and endpoints in rank order. */
export function classesOf(classified: Classified): ReadonlyMap<number, EquivalenceClass> {
  const { endpoints, sets, links } = classified;
  const evidence: (EvidenceLink[] | undefined)[] = new Array<undefined>(endpoints.length);
  for (const link of links) (evidence[sets.find(link.from.index)] ??= []).push(linkAsData(link));
  const entries: (ResourceEntry[] | undefined)[] = new Array<undefined>(endpoints.length);
  for (const { index, entry } of endpoints) (entries[sets.find(index)] ??= []).push(entry);

  const classes = new Map<number, EquivalenceClass>();
  for (const [root, members] of entries.entries()) {
    if (members === undefined) continue;
    const links = Object.freeze(evidence[root] ?? []);
    classes.set(root, Object.freeze({ endpoints: Object.freeze(members), evidence: links }));
  }
  return classes;
}
