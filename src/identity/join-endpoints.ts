import { cohabitingGroups } from '../core/model/cohabiting-groups.js';
import type { RankedEndpoint } from './endpoint.js';
import type { EvidenceKind } from './evidence.js';
import {
  contradictionOf,
  contradictionsOfIds,
  idsContradict,
  separationOf,
  traitsOfSets,
  type Contradiction,
  type DifferenceKind,
  type Traits,
} from './separation.js';
import { createUnionFind, type UnionFind } from './union-find.js';

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
  const contradictions = contradictionsOfIds(ids, traitsOfSets(endpoints, sets));
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
  const alike = bucketsByPlural(endpoints);
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
  const meeting = new Map<number, Bucket[]>();
  for (const bucket of sound) {
    const whole = tentative.find(bucket[0].index);
    const met = meeting.get(whole);
    if (met === undefined) meeting.set(whole, [bucket]);
    else met.push(bucket);
  }
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
  const stepsFrom = new Map<RankedEndpoint, { readonly link: Link; readonly next: RankedEndpoint }[]>();
  const add = (start: RankedEndpoint, next: RankedEndpoint, link: Link): void => {
    const known = stepsFrom.get(start);
    if (known === undefined) stepsFrom.set(start, [{ link, next }]);
    else known.push({ link, next });
  };
  for (const link of links) {
    if (sets.find(link.from.index) !== root) continue;
    add(link.from, link.to, link);
    add(link.to, link.from, link);
  }

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

/** Groups endpoints of equal plural and scope. Their numbers are dense, so an array is faster than a map. */
export function bucketsByPlural(endpoints: readonly RankedEndpoint[]): readonly Bucket[] {
  const first: (RankedEndpoint | undefined)[] = new Array<undefined>(2 * endpoints.length);
  const buckets: [RankedEndpoint, RankedEndpoint, ...RankedEndpoint[]][] = [];
  const at: (number | undefined)[] = [];
  for (const endpoint of endpoints) {
    const before = first[endpoint.plural];
    if (before === undefined) {
      first[endpoint.plural] = endpoint;
      continue;
    }
    const bucket = buckets[at[before.index] ?? -1];
    if (bucket !== undefined) bucket.push(endpoint);
    else at[before.index] = buckets.push([before, endpoint]) - 1;
  }
  return buckets;
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
