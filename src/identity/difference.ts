import { groupVersionResourceOf } from '../model/group-version-resource.js';
import type { DifferenceKind } from './contradiction.js';
import type { RankedEndpoint } from './endpoint.js';
import type { Classified } from './classify.js';
import type { EndpointPair } from './evidence.js';

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
  { hasIds }: Pick<Classified, 'hasIds'>,
): Witnesses | undefined {
  const [a, b] = [one[0], other[0]];
  if (a === undefined || b === undefined) return undefined;
  const [withId, otherWithId] = [one.find(hasId), other.find(hasId)];
  if (withId !== undefined && otherWithId !== undefined && withId.id !== otherWithId.id) {
    return { kind: 'internalID', pair: [withId, otherWithId] };
  }
  if (a.entry.scope !== b.entry.scope) return { kind: 'scope', pair: [a, b] };
  const hashes = unequalHashes(one, other);
  if (hashes !== undefined) return { kind: 'storageVersionHash', pair: hashes };
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

/** Returns endpoints of a plural for which both sets have hashes, but share neither a hash nor a group. */
function unequalHashes(
  one: readonly RankedEndpoint[],
  other: readonly RankedEndpoint[],
): Witnesses['pair'] | undefined {
  const seen = new Set<number>();
  for (const endpoint of one) {
    const { plural } = endpoint;
    if (endpoint.hash === undefined || seen.has(plural)) continue;
    seen.add(plural);
    const [ours, theirs] = [
      one.filter((each) => each.plural === plural),
      other.filter((each) => each.plural === plural),
    ];
    const hashes = new Set(ours.map(({ hash }) => hash));
    const groups = new Set(ours.map(({ entry }) => entry.group));
    const isShared = theirs.some(
      ({ hash, entry }) => (hash !== undefined && hashes.has(hash)) || groups.has(entry.group),
    );
    const first = theirs.find(({ hash }) => hash !== undefined);
    if (first !== undefined && !isShared) return [endpoint, first];
  }
  return undefined;
}

/** Returns the difference as plain data, with only the names of the witnesses. */
export function differenceAsData({ kind, pair: [a, b] }: Witnesses): Difference {
  return Object.freeze({
    kind,
    endpoints: Object.freeze([groupVersionResourceOf(a.entry), groupVersionResourceOf(b.entry)] as const),
  });
}
