import type { Catalog } from '../catalog/catalog.js';
import type { GroupVersion } from '../model/group-version.js';
import type { LegacyEvidence } from './evidence.js';

/** How new a refreshed catalog has to be, and how to leave. */
export interface RefreshOptions {
  /**
   * A catalog that was asked for at most so many milliseconds ago is answered without a request, one that is under way
   * is waited for, and a failure is thrown again for up to a second: many can ask, and the server is asked once.
   * @default 0
   */
  readonly notOlderThanMs?: number | undefined;
  /** Ends the call; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** A part of the server as a `CatalogFailure` names it: a group-version, or a whole root. */
export interface DoubtfulPart {
  /** The root of discovery below which it lies: `/api` or `/apis`. */
  readonly root?: 'api' | 'apis' | undefined;
  /** The API group; left out for a whole root. `''` is the core group. */
  readonly group?: string | undefined;
  /** The version of the group; left out for a whole group or root. */
  readonly version?: string | undefined;
  /** One resource of the group-version, by its plural: where it alone was seen being deleted. */
  readonly resource?: string | undefined;
}

/** What is known of parts that are asked for again, and how to leave. */
export interface RecheckOptions {
  /**
   * Whether the definition behind the parts was seen being deleted: then they are asked for however often they were, and are
   * gone as soon as their own path answers 404, or does not list the resource. @default false
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
   * The catalog, learned on the first call and kept. Calls that come together share one discovery. Where a part of the
   * server cannot be read, that is no error: it is in `catalog.failures`.
   *
   * @throws DiscoveryError when nothing at all could be learned; the signal's reason after an abort
   */
  catalog(options?: { readonly signal?: AbortSignal | undefined }): Promise<Catalog>;
  /**
   * Asks the server again, by ETag where it gave one, and answers the new catalog: the same object when nothing
   * changed. Groups, versions and entries that did not change are the same objects as before, too. What cannot be read
   * now, or is not listed any more, is told from before and marked `Kept`; a group-version is gone when its own path
   * answered 404, and again two seconds or more later. What asked for a pause (`Retry-After`) is left out until that is
   * over and, with `notOlderThanMs`, what failed several times for up to 64 seconds.
   *
   * Without `notOlderThanMs` the catalog is never older than the call: a discovery that was under way before is waited
   * for and followed by another, which all who ask meanwhile share. Evidence is read anew after it. When nothing could
   * be learned now, it throws and the catalog of before stays.
   *
   * @throws DiscoveryError when nothing could be learned; InvalidArgumentError for a `notOlderThanMs` that is no number
   *   of milliseconds; the signal's reason after an abort
   */
  refresh(options?: RefreshOptions): Promise<Catalog>;
  /**
   * Asks again for parts that could not be read, and for nothing else: give it some of `catalog.failures`. Answers the
   * new catalog, or that at hand where it is not yet time for any of them. It does not throw where the server cannot be
   * asked: the parts then stay as they are.
   *
   * @throws InvalidArgumentError for anything but a list of parts; DiscoveryError where there is no catalog yet and
   *   nothing can be learned; the signal's reason after an abort
   */
  recheck(parts: readonly DoubtfulPart[], options?: RecheckOptions): Promise<Catalog>;
  /**
   * What the legacy documents of some group-versions tell beyond the aggregated ones: storage version hashes and ids,
   * by which endpoints can be told to serve the same objects. Each document is read once for a catalog, 10 at a time,
   * and anew after a refresh. One that cannot be read gives no evidence, is among the failures, and is asked for again
   * the next time. A catalog that came from legacy documents needs no request. `createIdentity` does all this for its
   * answers.
   *
   * @throws InvalidArgumentError for anything but a catalog and a list of group-versions; the signal's reason after an
   *   abort
   */
  evidence(
    catalog: Catalog,
    groupVersions: readonly GroupVersion[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<LegacyEvidence>;
  /** The catalog at hand, without a request; undefined before the first one and after `invalidate()`. */
  readonly current: Catalog | undefined;
  /** Forgets catalog, documents and evidence. */
  invalidate(): void;
}
