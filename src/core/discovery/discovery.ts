import type { Catalog } from '../catalog/catalog.js';
import type { CatalogFailure } from '../catalog/failures.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { GroupVersion } from '../model/group-version.js';
import type { LegacyEvidence } from './evidence.js';
import type { ReadGroupVersion } from './read-documents.js';

/** Options of `refresh`: how new the catalog has to be, and a signal to end the call. */
export type RefreshOptions = {
  /**
   * A catalog requested at most this many milliseconds ago is returned without a request, a discovery under way is
   * awaited, and a failure is rethrown for up to a second. So many callers can ask while the server is asked once.
   * @default 0
   */
  readonly notOlderThanMs?: number | undefined;
  /**
   * Resources (or whole group-versions) whose definition was just deleted. Each is gone at once if its root no longer
   * lists it and its group-version's own path answers 404, or without it; if not, pass it again a moment later. Without this, what is no
   * longer listed is kept for a minute.
   * @default none
   */
  readonly deleted?: readonly CatalogPart[] | undefined;
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
};

/** One resource, or without `resource` a whole group-version. */
export type CatalogPart = {
  /** The API group; `''` is the core group. */
  readonly group: string;
  /** The version of the group. */
  readonly version: string;
  /** The plural. @default the whole group-version */
  readonly resource?: string | undefined;
};

/**
 * Learns and keeps the catalog of one server, as one user sees it.
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export interface Discovery {
  /**
   * Returns the catalog, which is learned on the first call and kept. Concurrent calls share one discovery. A part of
   * the server that cannot be read is not an error: it is listed in `catalog.failures`.
   *
   * @throws DiscoveryError if nothing at all could be learned; the signal's reason after an abort
   */
  catalog(options?: { readonly signal?: AbortSignal | undefined }): Promise<Catalog>;
  /**
   * Asks the server again, by ETag if it gave one, and returns the new catalog, or the same object if nothing changed.
   * Unchanged groups, versions and entries are the same objects as before, too. Anything that cannot be read, or is no
   * longer listed, is kept and marked `Kept`. An entry is removed if it is not listed for a minute and its own path
   * does not list it either. Documents whose server asked for a pause (`Retry-After`) are skipped until it is over and,
   * with `notOlderThanMs`, documents that failed several times are skipped for up to 64 seconds.
   *
   * Without `notOlderThanMs`, the catalog is never older than the call. If a discovery is in progress, another one
   * follows it, which all callers in the meantime share. Evidence is read again afterwards. If nothing can be learned,
   * it throws and the previous catalog stays.
   *
   * @throws DiscoveryError if nothing could be learned; InvalidArgumentError for a `notOlderThanMs` that is not a
   * number of milliseconds; the signal's reason after an abort
   */
  refresh(options?: RefreshOptions): Promise<Catalog>;
  /**
   * Returns the storage version hashes and ids of some group-versions, which show whether endpoints serve the same
   * objects. Only legacy documents have them. Reads each document once per catalog, 10 at a time, and again after a
   * refresh. A document that cannot be read gives no evidence, is listed in the failures, and is requested again the
   * next time. A document that answers 404 is not requested again. A catalog made from legacy documents needs no
   * request. `createIdentity` does all this for its answers.
   *
   * @throws InvalidArgumentError for unknown options; the signal's reason after an abort
   */
  evidence(
    catalog: Catalog,
    groupVersions: readonly GroupVersion[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<LegacyEvidence>;
  /** The current catalog, without a request; undefined before the first one and after `invalidate()`. */
  readonly current: Catalog | undefined;
  /**
   * Forgets the catalog and the evidence: the next call asks the server. With a store, what that call cannot read stays as
   * the store has it.
   */
  invalidate(): void;
}

/**
 * What discovery does besides its public members, for what of this package knows more than a name that was not found. A plain
 * member, which no public type shows: an ES module and a CommonJS module of this package may meet in one program.
 */
export interface InnerDiscovery extends Discovery {
  readonly '~inner': {
    /**
     * Requests only what tells more about these parts: their own documents, or those of their roots. It may be too early
     * for all of them. Does not throw if the server cannot be reached: the parts then stay as they are. Throws the signal's
     * reason after an abort, and a `DiscoveryError` if there is no catalog yet and nothing can be learned.
     */
    readonly check: (parts: readonly PartInDoubt[], options?: CheckOptions) => Promise<OwnPaths>;
    /**
     * Notes that the objects of a resource answered 404, at this path. If its root lists it all the same, each round finds
     * out whether somebody serves it. Sends nothing.
     */
    readonly doubt: (resource: GroupVersionResource, path: string) => void;
    /** Resolves when everything learned is in the store, if there is one. */
    readonly flush: () => Promise<void> | undefined;
  };
}

/** Options of a check. */
export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether the own paths of the parts are requested now, however often they were, and nothing else. @default false */
  readonly ownOnly?: boolean | undefined;
}

/** A part as a failure names it: a group-version, or a whole root. */
export type PartInDoubt = Pick<CatalogFailure, 'group' | 'version'> & Partial<Pick<CatalogFailure, 'root'>>;

/** What the own paths of group-versions answered, by name: `apps/v1`. */
export type OwnPaths = ReadonlyMap<string, ReadGroupVersion>;

/** Returns what discovery does for this package alone. */
export function innerDiscovery(discovery: Pick<Discovery, 'refresh'>): InnerDiscovery['~inner'] {
  return (discovery as InnerDiscovery)['~inner'];
}
