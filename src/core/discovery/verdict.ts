/**
 * What is known of one part of a server, a group-version or a resource in one, at the end of a round of requests. Times
 * are in milliseconds.
 */
export interface PartFacts {
  /**
   * The time from the first document that lacks it to the newest one, if that lacks it, too, and no document between
   * them lists it. Undefined if the newest one lists it, or if a failure in that document may hide it.
   */
  readonly missingForMs?: number | undefined;
  /**
   * In this round its own path answered 404; of a resource: the path of its group-version answered without it. That path
   * is requested after a minute, at once for what was seen being deleted, and by who waits for the resource.
   */
  readonly ownPathLacks?: boolean | undefined;
  /** It was seen being deleted. */
  readonly sawDeleted?: boolean | undefined;
  /** Of a resource: for how long its root lists it, although nobody serves it. */
  readonly notServedForMs?: number | undefined;
  /**
   * Nothing is said of it now: its own document failed, its entry is malformed, or the server calls it stale and sends
   * nothing.
   */
  readonly isUnread?: boolean | undefined;
  /** It was read before. */
  readonly wasRead?: boolean | undefined;
  /** A document of the last minute lacked it, after it was known. */
  readonly wasLacked?: boolean | undefined;
}

/**
 * What a catalog says of a part: nothing, since it is `gone`; what was `kept` from before; what the server `reports`; or
 * `nothing` but the name of a group-version, and not even that of an entry.
 */
export type PartVerdict = 'gone' | 'kept' | 'nothing' | 'reported';

/**
 * How long servers may answer in turn, one of which lacks a part: so long it is in doubt after a document that lacked it,
 * and missing before its own path is requested.
 */
export const memoryMs = 60_000;

/**
 * The table of docs/discovery.md, in its order: the first row that fits decides. `reconcile.ts` applies it to each part of a
 * root that was read. Outside of it: what is known of a root that could not be read is kept as a whole; a version of
 * which no resource is known is gone as soon as the newest document does not list it; and a version goes with its last
 * resource, if the document does not list it or all resources that it lists are gone.
 */
export const verdicts: readonly (readonly [fits: (facts: PartFacts) => boolean | undefined, verdict: PartVerdict])[] = [
  [({ missingForMs = -1, ownPathLacks }) => missingForMs >= memoryMs && ownPathLacks, 'gone'],
  [({ missingForMs, sawDeleted, ownPathLacks }) => missingForMs !== undefined && sawDeleted && ownPathLacks, 'gone'],
  [({ notServedForMs = -1 }) => notServedForMs >= memoryMs, 'gone'],
  [({ isUnread, wasRead }) => isUnread && wasRead, 'kept'],
  [({ isUnread }) => isUnread, 'nothing'],
  [({ wasLacked }) => wasLacked, 'kept'],
  [() => true, 'reported'],
];

/** Decides what a catalog says of a part of a server. */
export function verdictOf(facts: PartFacts): PartVerdict {
  return verdicts.find(([fits]) => fits(facts) === true)?.[1] ?? 'reported';
}
