import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import { trimEnd } from '../../shared/trim-end.js';
import type { ApiAnswer } from '../../transport/connection.js';
import type { DiscoveryOptions, DiscoverySettings } from '../options.js';
import type { Root } from '../parse-documents.js';
import type { DiscoveryClock, RememberedDocument } from '../read-documents.js';
import type { RootState } from '../reconcile.js';
import type { DiscoveryStore, StoreCodec, StoreFailure } from './discovery-store.js';

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
  readonly documents: Readonly<Record<Root, RememberedDocument | undefined>>;
  /** Returns what is known. Parses the documents. */
  readonly state: () => Readonly<Record<Root, RootState>>;
}

/** Opens the store of a server at this URL; undefined if there is none. Throws `InvalidArgumentError`. */
export function openStore(
  { store, storeKey, onStoreFailure: onFailure }: DiscoveryOptions,
  { accept, prefixes }: Pick<DiscoverySettings, 'accept' | 'prefixes'>,
  server: string,
  clock: DiscoveryClock,
): OpenStore | undefined {
  if (store === undefined) return undefined;
  const codec = store.codec as OpeningCodec;
  if (storeKey === undefined && codec.isOfProcess !== true) {
    const why = 'is required, so that the store can distinguish clusters and users: loadKubeconfig() returns one';
    throw new InvalidArgumentError('discovery.storeKey', why);
  }
  const path = URL.canParse(server) ? new URL(server).pathname : server;
  const scope = [storeKey ?? server, trimEnd(path, '/')];
  return codec.open({ store, scope, accept, prefixes, onFailure, clock });
}
