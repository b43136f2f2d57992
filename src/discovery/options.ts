import type { DiscoveryFormat } from '../catalog/failures.js';
import { defaultPrefixes, type ApiPrefixes } from '../model/api-path.js';
import { requireObject } from '../shared/arguments.js';
import { InvalidOptionError } from '../transport/errors.js';
import { isMemoryStore, type DiscoveryStore, type StoreFailure } from './documents/discovery-store.js';
import { acceptFormats, allFormats } from './documents/formats.js';
import { createStoreAccess, type StoreAccess } from './documents/store-access.js';

/** How the catalog is learned. */
export interface DiscoveryOptions {
  /**
   * What to offer, whatever the order here; the server picks the best that it has. `['legacy']` forbids aggregated
   * documents. @default ['aggregated/v2', 'aggregated/v2beta1', 'legacy']
   */
  readonly formats?: readonly DiscoveryFormat[] | undefined;
  /**
   * `nopeer` asks for what this replica of the API server serves, without what its peers add during an upgrade
   * (KEP-4020). Servers that do not know it ignore it.
   * @default none: what peers serve is among it
   */
  readonly profile?: 'nopeer' | undefined;
  /**
   * Where the two roots of the API lie below `server`, for servers that have them elsewhere.
   * @default { api: '/api', apis: '/apis' }
   */
  readonly prefixes?: ApiPrefixes | undefined;
  /**
   * How long a whole discovery may take, in milliseconds, with all the documents of a legacy server and all retries. What
   * has not been read by then is listed in `catalog.failures`. @default 60_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * How long the document of one group-version may take, retries included, in milliseconds, so that a backend which does
   * not answer does not use up the time of all. @default 10_000
   */
  readonly requestTimeoutMs?: number | undefined;
  /** The most that one document may hold, in bytes after decompression; a larger one is a failure. @default 134_217_728 */
  readonly maxDocumentBytes?: number | undefined;
  /**
   * Where to keep what was learned for longer than this process lives: the next client begins with what it holds, and asks
   * the server only whether that still is so (`If-None-Match`). @default none
   */
  readonly store?: DiscoveryStore | undefined;
  /**
   * Which cluster and which user, in a text that tells them apart from all others in the store; never a secret. The URL
   * does not: in-cluster addresses repeat. `loadKubeconfig` makes it of server, CA, user and impersonation. Users with the
   * same rights may share one. @default the URL of the server, for a memory store; any other store needs it
   */
  readonly storeKey?: string | undefined;
  /**
   * How old may be what the store gives to be answered without asking the server, in milliseconds. Such a catalog says
   * `provenance.from: 'store'`. It rules the store alone, and not the catalog at hand. @default 0, so that the server is asked
   */
  readonly maxAgeMs?: number | undefined;
  /**
   * Told when the store was of no use, once for each kind of failure. Discovery goes on as without it.
   * @default nothing is called
   */
  readonly onStoreFailure?: ((failure: StoreFailure) => void) | undefined;
  /**
   * Told how far a discovery is that needs a document for each group-version: once when it is known how many, and after each
   * of them. Never called for aggregated documents.
   * @default nothing is called
   */
  readonly onProgress?: ((progress: DiscoveryProgress) => void) | undefined;
}

/** How far a discovery is. */
export interface DiscoveryProgress {
  /** How many documents of group-versions have been read, or could not be. */
  readonly done: number;
  /** How many there are, as far as the roots have answered. */
  readonly total: number;
}

/** The options of discovery, checked and with their defaults. */
export interface DiscoverySettings {
  readonly formats: readonly DiscoveryFormat[];
  /** The Accept header that offers them. */
  readonly accept: string;
  readonly prefixes: ApiPrefixes;
  readonly timeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly maxDocumentBytes: number;
  readonly maxAgeMs: number;
  readonly onProgress: ((progress: DiscoveryProgress) => void) | undefined;
}

/** Checks the options and adds the defaults. Throws `InvalidOptionError`. */
export function discoverySettings(options: DiscoveryOptions): DiscoverySettings {
  const { formats = allFormats, profile, prefixes = defaultPrefixes } = requireObject('discovery', options);
  if (!isSomeFormats(formats)) {
    throw new InvalidOptionError('discovery.formats', `must hold some of ${allFormats.join(', ')}`);
  }
  return {
    formats,
    accept: acceptFormats(formats, checkProfile(profile)),
    prefixes: checkPrefixes(prefixes),
    timeoutMs: positive('timeoutMs', options.timeoutMs, 60_000),
    requestTimeoutMs: positive('requestTimeoutMs', options.requestTimeoutMs, 10_000),
    maxDocumentBytes: positive('maxDocumentBytes', options.maxDocumentBytes, 134_217_728),
    maxAgeMs: ageOf(options.maxAgeMs),
    onProgress: observerIn('onProgress', options.onProgress),
  };
}

/** The store to use, for a server at this URL; undefined where there is none. Throws `InvalidOptionError`. */
export function storeAccess(
  { store, storeKey, onStoreFailure }: DiscoveryOptions,
  server: string,
  date: () => number,
): StoreAccess | undefined {
  if (storeKey !== undefined && (typeof storeKey !== 'string' || storeKey === '')) {
    throw new InvalidOptionError('discovery.storeKey', 'it must be a text that is not empty');
  }
  const onFailure = observerIn('onStoreFailure', onStoreFailure);
  if (store === undefined) return undefined;
  if (!isStore(store)) throw new InvalidOptionError('discovery.store', 'it must have the methods get, set and delete');
  if (storeKey === undefined && !isMemoryStore(store)) {
    const why = 'the store needs it to tell this cluster and user apart from others; loadKubeconfig() gives one';
    throw new InvalidOptionError('discovery.storeKey', why);
  }
  const path = URL.canParse(server) ? new URL(server).pathname : server;
  const scope = [storeKey ?? server, path.replace(/\/+$/, '')];
  return createStoreAccess({ store, scope, onFailure, date });
}

function observerIn<Observer>(option: string, observer: Observer): Observer {
  if (observer === undefined || typeof observer === 'function') return observer;
  throw new InvalidOptionError(`discovery.${option}`, 'it must be a function');
}

function isStore(store: unknown): boolean {
  return (
    typeof store === 'object' &&
    store !== null &&
    ['get', 'set', 'delete'].every((method) => typeof Reflect.get(store, method) === 'function')
  );
}

function checkProfile<T>(profile: T): T {
  if (profile === undefined || profile === 'nopeer') return profile;
  throw new InvalidOptionError('discovery.profile', "it must be 'nopeer'");
}

function checkPrefixes(prefixes: ApiPrefixes): ApiPrefixes {
  const given = prefixes as Partial<Record<keyof ApiPrefixes, unknown>> | null;
  const isPath = (path: unknown): boolean => typeof path === 'string' && /^(\/[\w.~-]+)+$/.test(path);
  if (isPath(given?.api) && isPath(given?.apis) && given?.api !== given?.apis) return prefixes;
  throw new InvalidOptionError('discovery.prefixes', 'it must have the paths api and apis, such as /api and /apis');
}

function ageOf(value: number | undefined): number {
  if (value === undefined) return 0;
  if (typeof value === 'number' && value >= 0) return value;
  throw new InvalidOptionError('discovery.maxAgeMs', 'it must be a number of milliseconds, 0 or more');
}

function isSomeFormats(value: unknown): boolean {
  const known: readonly unknown[] = allFormats;
  return Array.isArray(value) && value.length > 0 && value.every((format) => known.includes(format));
}

function positive(option: string, value: number | undefined, standard: number): number {
  if (value === undefined) return standard;
  if (typeof value === 'number' && value > 0) return value;
  throw new InvalidOptionError(`discovery.${option}`, 'it must be a number above 0');
}
