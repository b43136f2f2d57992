import { groupVersionResourceOf } from '../model/group-version-resource.js';
import type { DifferenceKind } from './contradiction.js';
import type { RankedEndpoint } from './endpoint.js';
import type { Classified } from './classify.js';
import type { EndpointPair } from './evidence.js';

/** On what two sets are known to be different, and the endpoints of which that was said: one of each set. */
export interface Difference {
  /** What the two are known to be different by. */
  readonly kind: DifferenceKind;
  /** The two endpoints of which it was said, one of each set. */
  readonly endpoints: EndpointPair;
}

/** Two endpoints, one of each set, that show why the sets differ. */
export interface Witnesses {
  readonly kind: DifferenceKind;
  readonly pair: readonly [RankedEndpoint, RankedEndpoint];
}

/** Looks for what tells two sets apart, the strongest first; the asked endpoints come first in their sets. */
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
  // Ids are what may make one set of two plurals, so whoever has one may yet turn out to be the other.
  if (isPluralShared || withId !== undefined || otherWithId !== undefined) return undefined;
  if (hasIds && [...one, ...other].some(({ isUnread }) => isUnread)) return undefined;
  return { kind: 'plural', pair: [a, b] };
}

function hasId({ id }: RankedEndpoint): boolean {
  return id !== undefined;
}

/** Endpoints of a plural for which both sets have hashes, and no hash in common, nor any group. */
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

/** The names of the witnesses, without anything that the server says of them. */
export function differenceAsData({ kind, pair: [a, b] }: Witnesses): Difference {
  return Object.freeze({
    kind,
    endpoints: Object.freeze([groupVersionResourceOf(a.entry), groupVersionResourceOf(b.entry)] as const),
  });
}
