import { LRUCache } from 'lru-cache';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { noteMemoryStore, type DiscoveryStore } from './discovery-store.js';

/** What a memory store may hold. */
export interface MemoryStoreOptions {
  /** The most bytes in all; what was used last stays. @default 67_108_864 */
  readonly maxBytes?: number | undefined;
}

/**
 * A {@link DiscoveryStore} in the memory of this process: for several clients of one server, one for each request of a web
 * server say, so that all but the first begin with two empty answers. Give `discovery.storeKey` where users of different
 * rights share it.
 *
 * @throws InvalidArgumentError for a `maxBytes` that is no number above 0
 * @example
 * const store = createMemoryStore();
 * const client = createClient({ server: '/k8s', discovery: { store, storeKey: 'staging as alice' } });
 */
export function createMemoryStore({ maxBytes = 67_108_864 }: MemoryStoreOptions = {}): DiscoveryStore {
  if (!(typeof maxBytes === 'number' && maxBytes >= 1)) {
    throw new InvalidArgumentError('maxBytes', 'has to be a number of bytes, 1 or more');
  }
  const cache = new LRUCache<string, Uint8Array>({
    maxSize: Math.floor(Math.min(maxBytes, Number.MAX_SAFE_INTEGER)),
    sizeCalculation: (bytes) => Math.max(1, bytes.byteLength),
  });
  const store = Object.freeze<DiscoveryStore>({
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
  return noteMemoryStore(store);
}
