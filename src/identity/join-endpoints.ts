import type { Endpoint } from './endpoint.js';
import type { EvidenceKind } from './evidence.js';
import { hashesContradict, idsContradict, traitsOfSets, type Traits } from './traits.js';
import { createUnionFind, type UnionFind } from './union-find.js';

/** Two endpoints that one kind of evidence joined. */
export interface Link {
  readonly kind: EvidenceKind;
  readonly from: Endpoint;
  readonly to: Endpoint;
}

/** Which endpoints are one set of objects, and by which links. */
export interface Joined {
  readonly sets: UnionFind;
  /** The strongest kind first, then by rank; together they hold each set with no link too many. */
  readonly links: readonly Link[];
}

/** One kind of evidence, and what it must give way to. */
interface Level {
  readonly kind: EvidenceKind;
  /** Endpoints with equal keys are the same by this evidence; undefined where it says nothing. */
  keyOf(endpoint: Endpoint): number | undefined;
  /** Whether stronger evidence says that these are not all one set. */
  contradicted(sets: readonly Traits[]): boolean;
}

const levels: readonly Level[] = [
  {
    kind: 'internalID',
    // One id at two scopes is a mistake of the server: objects either have a namespace or have none.
    keyOf: ({ idAtScope }) => idAtScope,
    contradicted: () => false,
  },
  { kind: 'storageVersionHash', keyOf: ({ hash }) => hash, contradicted: idsContradict },
  {
    kind: 'versions of one group',
    keyOf: ({ family }) => family,
    contradicted: (sets) => idsContradict(sets) || hashesContradict(sets),
  },
];

/**
 * Joins endpoints by evidence, the strongest kind first. Evidence that would put together what stronger evidence
 * sets apart is void as a whole, not in part: where two of three versions are known to differ, nothing tells which
 * of them the third one is. So the sets do not depend on the order of the endpoints.
 */
export function joinEndpoints(endpoints: readonly Endpoint[]): Joined {
  const sets = createUnionFind(endpoints.length);
  return { sets, links: levels.flatMap((level) => joinBy(level, endpoints, sets)) };
}

function joinBy(level: Level, endpoints: readonly Endpoint[], sets: UnionFind): Link[] {
  const candidates = alike(level, endpoints).filter((bucket) => rootsOf(bucket, sets).size > 1);
  if (candidates.length === 0) return [];
  const traits = traitsOfSets(endpoints, sets);
  const contradicted = (roots: Iterable<number>): boolean =>
    level.contradicted([...roots].flatMap((root) => traits.get(root) ?? []));
  const buckets = candidates.filter((bucket) => !contradicted(rootsOf(bucket, sets)));

  // Buckets that are sound each for itself may still meet in one set and contradict each other there.
  const tentative = sets.copy();
  for (const [first, ...others] of buckets) for (const { index } of others) tentative.join(first.index, index);
  const together = new Map<number, Set<number>>();
  for (const bucket of buckets) {
    const whole = tentative.find(bucket[0].index);
    const roots = together.get(whole);
    if (roots === undefined) together.set(whole, rootsOf(bucket, sets));
    else for (const root of rootsOf(bucket, sets)) roots.add(root);
  }
  const unsound = new Set<number>();
  for (const [whole, roots] of together) if (contradicted(roots)) unsound.add(whole);

  const links: Link[] = [];
  for (const [from, ...others] of buckets) {
    if (unsound.has(tentative.find(from.index))) continue;
    for (const to of others) if (sets.join(from.index, to.index)) links.push({ kind: level.kind, from, to });
  }
  return links;
}

type Bucket = [Endpoint, ...Endpoint[]];

function rootsOf(bucket: Bucket, sets: UnionFind): Set<number> {
  return new Set(bucket.map(({ index }) => sets.find(index)));
}

function alike(level: Level, endpoints: readonly Endpoint[]): Bucket[] {
  const buckets = new Map<number, Bucket>();
  for (const endpoint of endpoints) {
    const key = level.keyOf(endpoint);
    if (key === undefined) continue;
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, [endpoint]);
    else bucket.push(endpoint);
  }
  return [...buckets.values()].filter((bucket) => bucket.length > 1);
}
