import type { Catalog } from '../catalog/catalog.js';
import type { GroupVersion } from '../model/group-version.js';
import type { LegacyEvidence } from './read-evidence.js';

/** How new a refreshed catalog is to be. */
export interface RefreshOptions {
  readonly notOlderThanMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Learns and keeps the catalog of one server, as one user sees it. */
export interface Discovery {
  /**
   * The catalog, learned on the first call and kept. Calls that come together share one discovery.
   * Throws `DiscoveryError` only when nothing at all could be learned; anything less is in `catalog.failures`.
   */
  catalog(options?: { readonly signal?: AbortSignal | undefined }): Promise<Catalog>;
  /**
   * Asks the server again, by ETag where it gave one, and answers the new catalog: the same object when nothing
   * changed. Never older than the call: a discovery that was under way before is waited for and followed by another,
   * which all who ask meanwhile share. When nothing could be learned now, it throws and the catalog of before stays.
   */
  refresh(options?: RefreshOptions): Promise<Catalog>;
  /** What legacy documents tell. */
  evidence(
    catalog: Catalog,
    groupVersions: readonly GroupVersion[],
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<LegacyEvidence>;
  /** The catalog at hand, without a request; undefined before the first one and after `invalidate()`. */
  readonly current: Catalog | undefined;
  /** Forgets catalog and documents. */
  invalidate(): void;
}
