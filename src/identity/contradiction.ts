import { groupVersionResourceOf, sameResource, type GroupVersionResource } from '../model/group-version-resource.js';
import type { RankedEndpoint } from './endpoint.js';
import type { EvidenceKind } from './evidence.js';

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
export function contradictionsOfId(alike: readonly RankedEndpoint[]): readonly Contradiction[] {
  const scopes = new Set(alike.map(({ entry }) => entry.scope));
  const plurals = new Set(alike.map(({ entry }) => entry.resource));
  const hashes = new Map<number, string>();
  const unequal = alike.some(({ plural, hash }) => {
    if (hash === undefined) return false;
    const before = hashes.get(plural);
    hashes.set(plural, before ?? hash);
    return before !== undefined && before !== hash;
  });
  const found: Contradiction[] = [];
  const joins = 'internalID';
  if (scopes.size > 1) found.push(contradictionOf({ joins, separates: 'scope', holds: 'separates' }, alike));
  if (plurals.size > 1) found.push(contradictionOf({ joins, separates: 'plural', holds: 'joins' }, alike));
  if (unequal) found.push(contradictionOf({ joins, separates: 'storageVersionHash', holds: 'joins' }, alike));
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
