/**
 * Keeps what discovery learned for longer than a process lives, and for other processes: bytes by key. It may fail at any
 * time, lose what it was given, or be slow; discovery then goes on as without it. It is given no credential, neither in a
 * key nor in the bytes, and it need not look into either: what is damaged, or was written by another version, is told by the
 * bytes themselves. Shipped are `createMemoryStore`, and those of `kubeatlas/stores/file`, `kubeatlas/stores/browser` and
 * `kubeatlas/stores/keyv`.
 */
export interface DiscoveryStore {
  /** The bytes under a key, undefined where there are none. The signal is aborted when nobody waits any more. */
  get(key: string, options?: StoreCallOptions): Promise<Uint8Array | undefined>;
  /** Puts bytes in the place of what was there. The key is made of 64 digits and letters from a to f. */
  set(key: string, bytes: Uint8Array, options?: StoreCallOptions): Promise<void>;
  /** Forgets a key. One that is not there is no error. */
  delete(key: string, options?: StoreCallOptions): Promise<void>;
}

/** How a store learns that nobody waits for it any more. */
export interface StoreCallOptions {
  /** Aborted when nobody waits for the store any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What is wrong with a store: reading failed, writing failed, a call took more than 2 seconds, or what it gave is damaged,
 * of another server, or of another version of the package.
 */
export type StoreFailureKind = 'unreadable' | 'unwritable' | 'slow' | 'damaged';

/** That a store was of no use. Discovery goes on as without it. */
export interface StoreFailure {
  /** What the store did, or what was wrong with what it gave. */
  readonly kind: StoreFailureKind;
  /** For people. */
  readonly message: string;
  /** What the store threw, where it threw. */
  readonly cause?: unknown;
}

const memoryStores = /* @__PURE__ */ new WeakSet<DiscoveryStore>();

/** Notes that a store lives and dies with this process, and answers it. */
export function noteMemoryStore(store: DiscoveryStore): DiscoveryStore {
  memoryStores.add(store);
  return store;
}

/** Whether a store lives and dies with this process, so that it needs no key to tell clusters apart. */
export function isMemoryStore(store: DiscoveryStore): boolean {
  return memoryStores.has(store);
}
