import type { RankedEndpoint } from './endpoint.js';

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
