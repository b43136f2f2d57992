import type { DiscoveryStore } from '../core/discovery/documents/discovery-store.js';
import { storeCodec } from '../core/discovery/documents/store-codec.js';
import { requireKnownOptions, requirePositive } from '../core/shared/arguments.js';
import { deferred } from '../core/shared/concurrency.js';
import { requireKey } from './store-key.js';

/** The part of a Keyv that a keyv store uses; any version fits, and nothing of that package is imported. */
export interface KeyvLike {
  /** Returns the value of a key; undefined if there is none. */
  get(key: string): Promise<unknown>;
  /**
   * Stores a text under a key; returns false if it was not stored.
   *
   * @param ttl how long to keep it, in milliseconds
   */
  set(key: string, value: string, ttl?: number): Promise<unknown>;
  /** Removes a key and its value. */
  delete(key: string): Promise<unknown>;
  /** Calls a listener with each error of the adapter. */
  on(event: 'error', listener: (error: unknown) => void): unknown;
}

/** Options of {@link createKeyvStore}. */
export interface KeyvStoreOptions {
  /** How long records are kept, in milliseconds since they were written. @default 604_800_000, a week */
  readonly ttlMs?: number | undefined;
  /** The beginning of all keys, for a Keyv that others use as well. @default 'kubeatlas:' */
  readonly prefix?: string | undefined;
}

/**
 * Makes a `DiscoveryStore` in any backend that Keyv has an adapter for (Redis, Valkey, Postgres and others), so that a
 * fleet of controllers and CI jobs shares one discovery. Records are written as text, because not all adapters and
 * serialisers of Keyv return bytes unchanged.
 *
 * Keyv reports errors of its adapter by an event, and then answers as if there were no value. The store listens to this
 * event, and rejects the calls under way.
 *
 * @throws InvalidArgumentError for a `ttlMs` that is not a number above 0
 * @example
 * import KeyvRedis from '@keyv/redis';
 * import Keyv from 'keyv';
 *
 * const options = await loadKubeconfig();
 * const store = createKeyvStore(new Keyv(new KeyvRedis('redis://cache:6379')));
 * const client = createClient({ ...options, discovery: { ...options.discovery, store } });
 */
export function createKeyvStore(keyv: KeyvLike, options: KeyvStoreOptions = {}): DiscoveryStore {
  const { ttlMs = 604_800_000, prefix = 'kubeatlas:' } = requireKnownOptions(options, {
    ttlMs: requirePositive,
    prefix: true,
  });
  const nameOf = (key: string): string => `${prefix}${requireKey(key)}`;
  const underWay = listenTo(keyv);

  /** Ends work with the error of an `error` event, which Keyv would hide. */
  const watched = async <T>(work: () => Promise<T>): Promise<T> => {
    const failed = deferred<never>();
    underWay.add(failed.reject);
    try {
      return await Promise.race([work(), failed.promise]);
    } finally {
      underWay.delete(failed.reject);
    }
  };

  return Object.freeze<DiscoveryStore>({
    codec: storeCodec,
    async get(key) {
      const found = await watched(() => keyv.get(nameOf(key)));
      if (found === undefined || found === null) return undefined;
      // Anything other than text from this store becomes an empty record, so that it is reported and replaced.
      return typeof found === 'string' ? fromText(found) : new Uint8Array();
    },
    async set(key, bytes) {
      const taken = await watched(() => keyv.set(nameOf(key), toText(bytes), ttlMs));
      if (taken === false) throw new Error('Keyv did not store it');
    },
    async delete(key) {
      await watched(() => keyv.delete(nameOf(key)));
    },
  });
}

/** The calls under way for each Keyv; an error of the Keyv ends all of them. */
const listened = new WeakMap<KeyvLike, Set<(error: Error) => void>>();

/** Listens once to each Keyv, however many stores use it, for example one for each request of a web server. */
function listenTo(keyv: KeyvLike): Set<(error: Error) => void> {
  const known = listened.get(keyv);
  if (known !== undefined) return known;
  const underWay = new Set<(error: Error) => void>();
  listened.set(keyv, underWay);
  keyv.on('error', (error) => {
    for (const reject of underWay) reject(error as Error);
  });
  return underWay;
}

const pieceLength = 0x8000;

/** Encodes bytes as base64, in pieces: the bytes of a large document do not fit into one call. */
function toText(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.byteLength; start += pieceLength) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + pieceLength)));
  }
  return btoa(pieces.join(''));
}

function fromText(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
