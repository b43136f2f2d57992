import type { Catalog } from '../catalog/catalog.js';
import type { GroupVersion } from '../model/group-version.js';
import type { LegacyEvidence } from './evidence.js';

/** Options of `refresh`: how new the catalog has to be, and a signal to end the call. */
export interface RefreshOptions {
  /**
   * A catalog requested at most this many milliseconds ago is returned without a request, a discovery under way is
   * awaited, and a failure is rethrown for up to a second. So many callers can ask while the server is asked once.
   * @default 0
   */
  readonly notOlderThanMs?: number | undefined;
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A part of the server as a `CatalogFailure` names it: a group-version, or a whole root. */
export interface DoubtfulPart {
  /** The root of discovery that the part lies under: `/api` or `/apis`. */
  readonly root?: 'api' | 'apis' | undefined;
  /** The API group; omitted for a whole root. `''` is the core group. */
  readonly group?: string | undefined;
  /** The version of the group; omitted for a whole group or root. */
  readonly version?: string | undefined;
  /** One resource of the group-version, by its plural, if only this resource was seen being deleted. */
  readonly resource?: string | undefined;
}

/** Options of `recheck`: what is known about the parts, and a signal to end the call. */
export interface RecheckOptions {
  /**
   * Whether the definition behind the parts was seen being deleted. If so, they are requested however often that
   * happened before, and count as gone as soon as their own path answers 404 or no longer lists the resource.
   * @default false
   */
  readonly sawDeleted?: boolean | undefined;
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

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
   * Unchanged groups, versions and entries are the same objects as before, too. Anything that cannot be read now, or is
   * no longer listed, is carried over and marked `Kept`; a group-version is gone once its own path has answered 404,
   * and again two seconds or more later. Documents whose server asked for a pause (`Retry-After`) are skipped until it
   * is over and, with `notOlderThanMs`, documents that failed several times are skipped for up to 64 seconds.
   *
   * Without `notOlderThanMs` the catalog is never older than the call: a discovery already under way is awaited and
   * followed by another, which all callers in the meantime share. Evidence is read again afterwards. If nothing can be
   * learned, it throws and the previous catalog stays.
   *
   * @throws DiscoveryError if nothing could be learned; InvalidArgumentError for a `notOlderThanMs` that is not a
   * number of milliseconds; the signal's reason after an abort
   */
  refresh(options?: RefreshOptions): Promise<Catalog>;
  /**
   * Requests again only the given parts that could not be read: pass some of `catalog.failures`. Returns the new
   * catalog, or the current one if it is too early to retry any of them. Does not throw if the server cannot be
   * reached: the parts then stay as they are.
   *
   * @throws InvalidArgumentError for anything but a list of parts; DiscoveryError if there is no catalog yet and
   * nothing can be learned; the signal's reason after an abort
   */
  recheck(parts: readonly DoubtfulPart[], options?: RecheckOptions): Promise<Catalog>;
  /**
   * Returns what the legacy documents of some group-versions carry beyond the aggregated ones: storage version hashes
   * and ids, which show whether endpoints serve the same objects. Reads each document once per catalog, 10 at a time,
   * and again after a refresh. A document that cannot be read gives no evidence, is listed among the failures, and is
   * requested again the next time. A catalog made from legacy documents needs no request. `createIdentity` does all
   * this for its answers.
   *
   * @throws InvalidArgumentError for anything but a catalog and a list of group-versions; the signal's reason after an
   * abort
   */
  evidence(
    catalog: Catalog,
    groupVersions: readonly GroupVersion[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<LegacyEvidence>;
  /** The current catalog, without a request; undefined before the first one and after `invalidate()`. */
  readonly current: Catalog | undefined;
  /** Forgets the catalog, its documents and the evidence. */
  invalidate(): void;
}
