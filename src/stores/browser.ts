import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import type { DiscoveryStore } from '../core/discovery/documents/discovery-store.js';
import { storeCodec } from '../core/discovery/documents/store-codec.js';
import { requireKnownOptions, requireName } from '../core/shared/arguments.js';
import { requireKey } from './store-key.js';

/** Options of {@link createBrowserStore}. */
export interface BrowserStoreOptions {
  /** The name of the database. @default 'kubeatlas' */
  readonly database?: string | undefined;
}

/**
 * Makes a `DiscoveryStore` in the browser (IndexedDB), for dashboards: after a reload, a client begins with what the
 * previous one learned. All pages of one origin share it, workers included. If IndexedDB is disabled or full, discovery
 * works without it.
 *
 * @throws InvalidArgumentError for a name that is not a string, or is empty
 * @example
 * const discovery = { store: createBrowserStore(), storeKey: JSON.stringify(['staging', 'alice']) };
 * const client = createClient({ server: '/k8s', discovery });
 */
export function createBrowserStore(options: BrowserStoreOptions = {}): DiscoveryStore {
  const { database = 'kubeatlas' } = requireKnownOptions(options, { database: requireName });
  let store: UseStore | undefined;
  // Opened with the first call, so that a page without IndexedDB can make a store.
  const open = (): UseStore => (store ??= createStore(database, 'discovery'));
  return Object.freeze<DiscoveryStore>({
    codec: storeCodec,
    async get(key) {
      return get<Uint8Array>(requireKey(key), open());
    },
    async set(key, bytes) {
      await set(requireKey(key), bytes, open());
    },
    async delete(key) {
      await del(requireKey(key), open());
    },
  });
}
