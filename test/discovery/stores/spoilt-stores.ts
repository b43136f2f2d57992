import type { DiscoveryStore } from '../../../src/core/discovery/documents/discovery-store.js';
import { storeCodec } from '../../../src/core/discovery/documents/store-codec.js';

/** A store in memory that shows what it holds, with parts that may be replaced. */
export function mapStore(parts: Partial<DiscoveryStore> = {}): {
  kept: Map<string, Uint8Array>;
  store: DiscoveryStore;
} {
  const kept = new Map<string, Uint8Array>();
  const store: DiscoveryStore = {
    codec: storeCodec,
    get: (key) => Promise.resolve(kept.get(key)),
    set: (key, bytes) => {
      kept.set(key, bytes);
      return Promise.resolve();
    },
    delete: (key) => {
      kept.delete(key);
      return Promise.resolve();
    },
    ...parts,
  };
  return { kept, store };
}

/** Waits until what nobody waits for is in the store: each write hashes its key and its content first, in turn. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) {
    await crypto.subtle.digest('SHA-256', new Uint8Array(100_000));
    await new Promise((resolve) => setImmediate(resolve));
  }
}
