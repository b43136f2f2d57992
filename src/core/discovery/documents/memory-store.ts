import { numberCheck, requireKnownOptions } from '../../shared/arguments.js';
import { RecentMap } from '../../shared/recent-map.js';
import type { DiscoveryStore, StoreCodec } from './discovery-store.js';
import { storeCodec, type OpeningCodec } from './store-codec.js';

/** Options of a memory store. */
export type MemoryStoreOptions = {
  /** The maximum number of bytes in all; the most recently used stay. @default 67_108_864 */
  readonly maxBytes?: number | undefined;
};

/**
 * Creates a {@link DiscoveryStore} in the memory of this process, for several clients of one server, for example one
 * client for each request to a web server. Discovery then costs each later client two answers without a body. Set
 * `discovery.storeKey` if users with different rights share it.
 *
 * @throws InvalidArgumentError for a `maxBytes` that is not a number above 0
 * @example
 * const store = createMemoryStore();
 * const client = createClient({ server: '/k8s', discovery: { store, storeKey: 'staging as alice' } });
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): DiscoveryStore {
  const { maxBytes = 67_108_864 } = requireKnownOptions(options, {
    maxBytes: numberCheck('a number of bytes, 1 or more', (bytes) => bytes >= 1),
  });
  const kept = new RecentMap<string, Uint8Array>(maxBytes, (bytes) => Math.max(1, bytes.byteLength));
  const codec: StoreCodec & Pick<OpeningCodec, 'isOfProcess'> = { ...storeCodec, isOfProcess: true };
  return Object.freeze<DiscoveryStore>({
    codec: Object.freeze(codec),
    get(key) {
      const bytes = kept.get(key);
      if (bytes !== undefined) kept.set(key, bytes);
      return Promise.resolve(bytes);
    },
    set(key, bytes) {
      kept.delete(key);
      if (bytes.byteLength <= maxBytes) kept.set(key, bytes);
      return Promise.resolve();
    },
    delete(key) {
      kept.delete(key);
      return Promise.resolve();
    },
  });
}
