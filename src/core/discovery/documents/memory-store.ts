import { LRUCache } from 'lru-cache';
import { requireKnownOptions } from '../../shared/arguments.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { DiscoveryStore, StoreCodec } from './discovery-store.js';
import type { OpeningCodec } from './open-store.js';
import { storeCodec } from './store-codec.js';

/** Options of a memory store. */
export type MemoryStoreOptions = {
  /** The maximum number of bytes in all; the most recently used stay. @default 67_108_864 */
  readonly maxBytes?: number | undefined;
};

/**
 * Creates a {@link DiscoveryStore} in the memory of this process, for several clients of one server, such as one for
 * each request of a web server: all but the first begin with two empty answers. Set `discovery.storeKey` if users with
 * different rights share it.
 *
 * @throws InvalidArgumentError for a `maxBytes` that is not a number above 0
 * @example
 * const store = createMemoryStore();
 * const client = createClient({ server: '/k8s', discovery: { store, storeKey: 'staging as alice' } });
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): DiscoveryStore {
  const { maxBytes = 67_108_864 } = requireKnownOptions(options, { maxBytes: true });
  if (!(typeof maxBytes === 'number' && maxBytes >= 1)) {
    throw new InvalidArgumentError('maxBytes', 'must be a number of bytes, 1 or more');
  }
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: Math.floor(Math.min(maxBytes, Number.MAX_SAFE_INTEGER)),
    sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
  });
  const codec: StoreCodec & Pick<OpeningCodec, 'isOfProcess'> = { ...storeCodec, isOfProcess: true };
  return Object.freeze<DiscoveryStore>({
    codec: Object.freeze(codec),
    get: (key) => Promise.resolve(cache.get(key)),
    set(key, bytes) {
      cache.set(key, bytes);
      return Promise.resolve();
    },
    delete(key) {
      cache.delete(key);
      return Promise.resolve();
    },
  });
}
