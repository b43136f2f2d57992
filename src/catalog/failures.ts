/**
 * Why a part of the server could not be learned. `stale`: the server itself says so; `unreachable`: 5xx, 429 or no
 * answer; `denied`: 401 or 403; `notFound`: listed, but 404 when asked; `malformed`: an answer that makes no sense;
 * `missing`: known from before and not listed now, and not proved to be gone.
 */
export type FailureClass = 'stale' | 'unreachable' | 'denied' | 'malformed' | 'notFound' | 'missing';

/** One part of the server that could not be learned, named as narrowly as possible. */
export interface CatalogFailure {
  /** What kind of failure it is, for programs. */
  readonly class: FailureClass;
  /** The root of discovery below which it lies. */
  readonly root: 'api' | 'apis';
  /** The path of the document that failed or that holds the bad entry. */
  readonly document: string;
  /** `''` is the core group. Absent when a whole root failed, or when the bad entry does not tell its group. */
  readonly group?: string | undefined;
  /** Absent when a whole group or root failed. */
  readonly version?: string | undefined;
  /** Present when one entry alone was left out; its name as the document has it. */
  readonly resource?: string | undefined;
  /** For people: what happened, and where in the document. */
  readonly message: string;
  /** The HTTP status that was answered; absent where no answer came, and for a bad entry. */
  readonly statusCode?: number | undefined;
}

/**
 * Whether something of this group (and version) may be behind the failure: the failure is the group's own, or its
 * root's. For all failures of a catalog take `catalog.failuresOf`.
 */
export function mayHide(
  failure: CatalogFailure,
  { group, version }: { readonly group: string; readonly version?: string | undefined },
): boolean {
  if (failure.group === undefined) return failure.root === (group === '' ? 'api' : 'apis');
  if (failure.group !== group) return false;
  return version === undefined || failure.version === undefined || failure.version === version;
}

/** How a root of discovery was learned; undefined when it could not be. */
export type DiscoveryFormat = 'aggregated/v2' | 'aggregated/v2beta1' | 'legacy';

/**
 * Per root, what the server spoke; where a root could not be read and is told from before, what it spoke then. A server
 * without a core group (404 at `/api`) has no `api`.
 */
export interface Provenance {
  /** The format at `/api`, the root of the core group; undefined where there is none. */
  readonly api: DiscoveryFormat | undefined;
  /** The format at `/apis`, the root of all other groups; undefined where it was never read. */
  readonly apis: DiscoveryFormat | undefined;
  /** Present while the catalog comes from a store (`discovery.maxAgeMs`) and the server has not confirmed it. */
  readonly from?: 'store' | undefined;
}
