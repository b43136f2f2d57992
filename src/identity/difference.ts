import type { DifferenceKind } from './contradiction.js';
import { addressOf, type Endpoint } from './endpoint.js';
import type { EndpointPair } from './evidence.js';

/** On what two sets are known to be different, and the endpoints of which that was said: one of each set. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly endpoints: EndpointPair;
}

/** Two endpoints, one of each set, that show why the sets differ. */
export interface Witnesses {
  readonly kind: DifferenceKind;
  readonly pair: readonly [Endpoint, Endpoint];
}

/** Looks for what tells two sets apart, the strongest first; the asked endpoints come first in their sets. */
export function differenceOf(one: readonly Endpoint[], other: readonly Endpoint[]): Witnesses | undefined {
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
  return { kind: 'plural', pair: [a, b] };
}

function hasId({ id }: Endpoint): boolean {
  return id !== undefined;
}

/** Endpoints of a plural for which both sets have hashes, and none in common. */
function unequalHashes(one: readonly Endpoint[], other: readonly Endpoint[]): Witnesses['pair'] | undefined {
  for (const endpoint of one) {
    const { plural, hash } = endpoint;
    if (hash === undefined) continue;
    const own = new Set(one.map((each) => (each.plural === plural ? each.hash : undefined)));
    const theirs = other.filter((each) => each.plural === plural && each.hash !== undefined);
    const [first] = theirs;
    if (first !== undefined && !theirs.some((each) => own.has(each.hash))) return [endpoint, first];
  }
  return undefined;
}

/** The names of the witnesses, without anything that the server says of them. */
export function differenceAsData({ kind, pair: [a, b] }: Witnesses): Difference {
  return Object.freeze({ kind, endpoints: Object.freeze([addressOf(a.entry), addressOf(b.entry)] as const) });
}
