/**
 * Why a part of the server could not be learned. `stale`: the server itself reports it as stale; `unreachable`: 5xx,
 * 429 or no answer; `denied`: 401 or 403; `notFound`: listed, but 404 when requested; `malformed`: an answer that makes
 * no sense; `missing`: known from before and no longer listed, but not proved to be gone.
 */
export type FailureClass = 'stale' | 'unreachable' | 'denied' | 'malformed' | 'notFound' | 'missing';

/** One part of the server that could not be learned, named as narrowly as possible. */
export interface CatalogFailure {
  /** The class of the failure, for programs. */
  readonly class: FailureClass;
  /** The root of discovery that the part lies under. */
  readonly root: 'api' | 'apis';
  /** The path of the document that failed or that holds the bad entry. */
  readonly document: string;
  /**
   * The API group; `''` is the core group. Absent if a whole root failed, or if the bad entry does not state its group.
   */
  readonly group?: string | undefined;
  /** The version. Absent if a whole group or root failed. */
  readonly version?: string | undefined;
  /** The resource, as the document names it. Present if only this entry was left out. */
  readonly resource?: string | undefined;
  /** For people: what happened, and where in the document. */
  readonly message: string;
  /** The HTTP status of the answer. Absent if there was no answer, and for a bad entry. */
  readonly statusCode?: number | undefined;
}

/**
 * Reports whether the failure may hide something of this group (and version): it is a failure of the group itself, or
 * of its root. For all failures of a catalog use `catalog.failuresOf`.
 */
export function mayHide(
  failure: CatalogFailure,
  { group, version }: { readonly group: string; readonly version?: string | undefined },
): boolean {
  if (failure.group === undefined) return failure.root === (group === '' ? 'api' : 'apis');
  if (failure.group !== group) return false;
  return version === undefined || failure.version === undefined || failure.version === version;
}

/** The discovery format in which a root was learned; undefined if it could not be. */
export type DiscoveryFormat = 'aggregated/v2' | 'aggregated/v2beta1' | 'legacy';

/**
 * The format that the server spoke at each root. For a root that could not be read and is kept from before, the format
 * it spoke then. A server without a core group (404 at `/api`) has no `api`.
 */
export interface Provenance {
  /** The format at `/api`, the root of the core group; undefined if there is none. */
  readonly api: DiscoveryFormat | undefined;
  /** The format at `/apis`, the root of all other groups; undefined if it was never read. */
  readonly apis: DiscoveryFormat | undefined;
  /** Present while the catalog comes from a store (`discovery.maxAgeMs`) and the server has not confirmed it. */
  readonly from?: 'store' | undefined;
}
