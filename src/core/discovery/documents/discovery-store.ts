import type { ApiAnswer } from '../../transport/connection.js';
import type { Root, RootContent } from '../parse-documents.js';
import type { DiscoveryClock, Remembered } from '../read-documents.js';
import type { RootState } from '../reconcile.js';

/**
 * A store that keeps what discovery learned for later clients, of this and usually of other processes: bytes by key. It
 * may fail at any time, lose data, or be slow; discovery then goes on without it. It never receives a credential,
 * neither in keys nor in bytes, and need not look into either: the bytes themselves reveal whether they are damaged or
 * were written by another version. The stores provided are `createMemoryStore`, and those of `kubeatlas/stores/file`,
 * `kubeatlas/stores/browser` and `kubeatlas/stores/keyv`.
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
  /** Reads and writes the bytes: `storeCodec`. A store brings it along, so that a bundle without a store is smaller. */
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

/** A codec as discovery uses it: opens a store for one server and user. */
export interface OpeningCodec extends StoreCodec {
  /** Whether the store lives and dies with this process, so that it needs no key to tell clusters apart. */
  readonly isOfProcess?: boolean | undefined;
  open(parts: OpenStoreParts): OpenStore;
}

/** Parameters of {@link OpeningCodec}. */
export interface OpenStoreParts {
  readonly store: Pick<DiscoveryStore, 'get' | 'set' | 'delete'>;
  /** The cluster, the user, and the base path: a URL alone does not tell clusters apart. Never a secret. */
  readonly scope: readonly string[];
  /** The Accept header of the roots, and their paths. */
  readonly accept: string;
  readonly prefixes: Readonly<Record<Root, string>>;
  readonly onFailure?: ((failure: StoreFailure) => void) | undefined;
  readonly clock: DiscoveryClock;
}

/** A store as discovery uses it: it never throws, and no call takes longer than 2 seconds. */
export interface OpenStore {
  /** Returns what the store holds; undefined if it holds nothing that can be used. */
  load(): Promise<StoredKnowledge | undefined>;
  /** Saves the document of a root, if it has a validator. Callers need not wait. */
  saveDocument(root: Root, answer: ApiAnswer): void;
  /** Saves what the documents do not say, if that is new. Callers need not wait. */
  save(state: Readonly<Record<Root, RootState>>, isConfirmed: boolean): void;
  /** Resolves when everything is written, or at the first call that takes too long; the writes after it are dropped. */
  flush(): Promise<void>;
}

/** What a store knows of a server. */
export interface StoredKnowledge {
  /** When the server confirmed all of it, in milliseconds since 1970; undefined if it did not. */
  readonly confirmed: number | undefined;
  /** The newest documents, which a 304 can confirm. */
  readonly documents: Readonly<Record<Root, Remembered<RootContent> | undefined>>;
  /** Returns what is known. Parses the documents. */
  readonly state: () => Readonly<Record<Root, RootState>>;
}
