import { bucketsBy, bucketsByPlural, splitBuckets, type Bucket } from './buckets.js';
import { cohabitingGroups } from './cohabitation.js';
import { contradictionOf, contradictionsOfId, type Contradiction, type DifferenceKind } from './contradiction.js';
import type { RankedEndpoint } from './endpoint.js';
import type { EvidenceKind } from './evidence.js';
import { idsContradict, separationOf, traitsOfSets, type Traits } from './traits.js';
import { createUnionFind, type UnionFind } from './union-find.js';

/** Two endpoints that one kind of evidence joined. */
export interface Link {
  readonly kind: EvidenceKind;
  readonly from: RankedEndpoint;
  readonly to: RankedEndpoint;
}

/** What joins beside that which the server publishes. */
export interface FurtherEvidence {
  /** Pairs at which one object was seen. */
  readonly seen: readonly Bucket[];
  readonly cohabitation: 'hint' | 'join';
}

/** Which endpoints are one set of objects, and by which links. */
export interface Joined {
  readonly sets: UnionFind;
  /** The strongest kind first, then by rank; together they hold each set with no link too many. */
  readonly links: readonly Link[];
  readonly contradictions: readonly Contradiction[];
}

/** One kind of evidence, and what it must give way to. */
interface EvidenceTier {
  readonly kind: EvidenceKind;
  readonly buckets: readonly Bucket[];
  /** Which stronger evidence says that these are not all one set; absent where there is no stronger evidence at all. */
  readonly separation: ((traits: Traits, roots: Iterable<number>) => DifferenceKind | undefined) | undefined;
}

/**
 * Joins endpoints by evidence, the strongest kind first. Evidence that would put together what stronger evidence
 * sets apart is void as a whole, not in part: where two of three versions are known to differ, nothing tells which
 * of them the third one is. So the sets do not depend on the order of the endpoints.
 */
export function joinEndpoints(endpoints: readonly RankedEndpoint[], further: FurtherEvidence): Joined {
  const sets = createUnionFind(endpoints.length);
  const ids = bucketsBy(endpoints, ({ id }) => id);
  const contradictions = ids.flatMap(contradictionsOfId);
  const links: Link[] = [];
  for (const bucket of ids) {
    // One id at two scopes is a mistake of the server: objects either have a namespace or have none.
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
    const buckets = splitBuckets(alike, ({ hash }) => hash).flatMap(withoutRivals);
    tiers.push({ kind: 'storageVersionHash', buckets, separation: unequalIds });
  }
  // Unequal hashes are no reason against it: they differ over the same objects while the storage version changes.
  const ofOneGroup = splitBuckets(alike, ({ entry }) => entry.group).flatMap(byBackend);
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

/** Two servers behind one group share its name and nothing else, so each has its versions to itself. */
function byBackend(bucket: Bucket): readonly Bucket[] {
  if (bucket.every(({ backend }) => backend === bucket[0].backend)) return [bucket];
  return bucketsBy(bucket, ({ backend }) => backend ?? '');
}

/**
 * The hash names group, version and kind of what is stored. Two servers that serve versions of one group therefore have
 * equal hashes for objects of which each has its own: then none of these hashes says anything across servers.
 */
function withoutRivals(bucket: Bucket): readonly Bucket[] {
  if (bucket.every(({ backend }) => backend === bucket[0].backend)) return [bucket];
  const backends = new Map<string, string | undefined>();
  const hasRivals = bucket.some(({ entry: { group }, backend }) => {
    if (!backends.has(group)) backends.set(group, backend);
    return backends.get(group) !== backend;
  });
  return hasRivals ? byBackend(bucket) : [bucket];
}

/** What grows while evidence is taken in. */
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

  // Buckets that are sound each for itself may still meet in one set and contradict each other there.
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
