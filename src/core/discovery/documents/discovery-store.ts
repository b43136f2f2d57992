/**
 * Keeps the results of discovery for later clients, usually also of other processes, as bytes under a key. A store may
 * fail, lose data or be slow at any time; discovery then continues without it. A store never receives a credential. It
 * need not validate the bytes: discovery detects bytes that are damaged or were written by another version. The stores
 * provided are `createMemoryStore`, and those of `kubeatlas/stores/file`, `kubeatlas/stores/browser` and
 * `kubeatlas/stores/keyv`.
 *
 * @example
 * const bytes = new Map<string, Uint8Array>();
 * const store: DiscoveryStore = {
 *   codec: storeCodec,
 *   get: async (key) => bytes.get(key),
 *   set: async (key, value) => void bytes.set(key, value),
 *   delete: async (key) => void bytes.delete(key),
 * };
 */
export interface DiscoveryStore {
  /** Reads and writes the bytes: `storeCodec`. It is part of the store, so that a bundle without a store is smaller. */
  readonly codec: StoreCodec;
  /**
   * Returns the bytes under a key, or undefined if there are none. The signal is aborted when nobody waits any more.
   */
  get(key: string, options?: StoreCallOptions): Promise<Uint8Array | undefined>;
  /** Stores bytes, replacing any previous ones. The key consists of 64 digits and letters from a to f. */
  set(key: string, bytes: Uint8Array, options?: StoreCallOptions): Promise<void>;
  /** Deletes a key. A missing key is not an error. */
  delete(key: string, options?: StoreCallOptions): Promise<void>;
}

/** Options of one call of a store. */
export type StoreCallOptions = {
  /** Aborted when nobody waits for the call any more. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * The kind of a store failure: reading failed, writing failed, a call took more than 2 seconds, or the stored data is
 * damaged, of another server, or of another version of the package.
 */
export type StoreFailureKind = 'unreadable' | 'unwritable' | 'slow' | 'damaged';

/** A failure to use the store. Discovery goes on without it. */
export interface StoreFailure {
  /** The kind of failure: of a call, or of the stored data. */
  readonly kind: StoreFailureKind;
  /** A message for people. */
  readonly message: string;
  /** The error that the store threw, if it threw one. */
  readonly cause?: unknown;
}

/** Reads and writes what a {@link DiscoveryStore} holds. There is one: `storeCodec`. */
export interface StoreCodec {
  /** The layout of keys and records, which changes with the package. A store of another layout seems empty. */
  readonly layout: string;
}
