import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { DiscoveryFormat } from '../catalog/failures.js';
import { defaultPrefixes, type ApiPrefixes } from '../model/api-path.js';
import {
  requireAge,
  requireFunction,
  requireKnownOptions,
  requireMilliseconds,
  requireName,
  oneOf,
  requirePositive,
  type OptionChecks,
} from '../shared/arguments.js';
import type { DiscoveryStore, StoreFailure } from './documents/discovery-store.js';
import { acceptFormats, allFormats } from './parse-documents.js';

/** Options of discovery. */
export interface DiscoveryOptions {
  /**
   * The formats to request, in any order; the server chooses the best one that it supports. `['legacy']` forbids
   * aggregated documents.
   * @default ['aggregated/v2', 'aggregated/v2beta1', 'legacy']
   */
  readonly formats?: readonly DiscoveryFormat[] | undefined;
  /**
   * `nopeer` requests what this replica of the API server serves, without what its peers add during an upgrade
   * (KEP-4020). Servers that do not know it ignore it.
   * @default none: what peers serve is included
   */
  readonly profile?: 'nopeer' | undefined;
  /**
   * The paths of the two API roots below `server`, for servers that have them elsewhere.
   * @default { api: '/api', apis: '/apis' }
   */
  readonly prefixes?: ApiPrefixes | undefined;
  /**
   * The time limit of a whole discovery in milliseconds, including all documents of a legacy server and all retries.
   * What has not been read by then is listed in `catalog.failures`. @default 60_000
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The time limit of the document of one group-version in milliseconds, including retries, so that one unresponsive
   * backend does not use all of the time.
   * @default 10_000
   */
  readonly requestTimeoutMs?: number | undefined;
  /** The maximum size of one document, in bytes after decompression; a larger one is a failure. @default 134_217_728 */
  readonly maxDocumentBytes?: number | undefined;
  /**
   * A store for the results of discovery. The next client starts with its content, and only asks the server whether it
   * is still current (`If-None-Match`).
   * @default none
   */
  readonly store?: DiscoveryStore | undefined;
  /**
   * Identifies the cluster and the user in the store, apart from all others; never a secret. The URL is not enough:
   * in-cluster addresses repeat. `loadKubeconfig` builds it from server, CA, user and impersonation. Users with the
   * same rights may share one. @default the URL of the server, for a memory store; any other store needs it
   */
  readonly storeKey?: string | undefined;
  /**
   * The maximum age in milliseconds of stored data that is returned without asking the server. Such a catalog has
   * `provenance.from: 'store'`. Applies to the store only, not to the current catalog.
   * @default 0, so that the server is asked
   */
  readonly maxAgeMs?: number | undefined;
  /**
   * Called when the store could not be used, once for each kind of failure. Discovery goes on without it.
   * @default nothing is called
   */
  readonly onStoreFailure?: ((failure: StoreFailure) => void) | undefined;
  /**
   * Called with the progress of a discovery that needs a document for each group-version: once when their number is
   * known, and after each of them. Never called for aggregated documents.
   * @default nothing is called
   */
  readonly onProgress?: ((progress: DiscoveryProgress) => void) | undefined;
}

/** The progress of a discovery. */
export interface DiscoveryProgress {
  /** The number of documents of group-versions that have been read, or could not be. */
  readonly done: number;
  /** The total number of documents, as far as the roots have answered. */
  readonly total: number;
}

/** The options of discovery, checked and with defaults applied. */
export type DiscoverySettings = ReturnType<typeof discoverySettings>;

const checks: OptionChecks<DiscoveryOptions> = {
  formats: requireFormats,
  profile: oneOf('nopeer'),
  prefixes: requirePrefixes,
  timeoutMs: requireMilliseconds,
  requestTimeoutMs: requireMilliseconds,
  maxDocumentBytes: requirePositive,
  store: true,
  storeKey: requireName,
  maxAgeMs: requireAge,
  onStoreFailure: requireFunction,
  onProgress: requireFunction,
};

/** Checks the options and applies the defaults. Throws `InvalidArgumentError`. */
export function discoverySettings(options: DiscoveryOptions) {
  const {
    formats = allFormats,
    profile,
    prefixes = defaultPrefixes,
    timeoutMs = 60_000,
    requestTimeoutMs = 10_000,
    maxDocumentBytes = 134_217_728,
    maxAgeMs = 0,
    onProgress,
  } = requireKnownOptions(options, checks, 'discovery');
  /** The Accept header that offers the formats. */
  const accept = acceptFormats(formats, profile);
  return { formats, accept, prefixes, timeoutMs, requestTimeoutMs, maxDocumentBytes, maxAgeMs, onProgress };
}

function requireFormats(option: string, value: unknown): void {
  const known: readonly unknown[] = allFormats;
  if (Array.isArray(value) && value.length > 0 && value.every((format) => known.includes(format))) return;
  throw new InvalidArgumentError(option, `must be a list of one or more of ${allFormats.join(', ')}`);
}

function requirePrefixes(option: string, value: unknown): void {
  const { api, apis } = (value ?? {}) as Partial<Record<keyof ApiPrefixes, unknown>>;
  const isPath = (path: unknown): boolean => typeof path === 'string' && /^(\/[\w.~-]+)+$/.test(path);
  if (isPath(api) && isPath(apis) && api !== apis) return;
  throw new InvalidArgumentError(option, 'must have the paths api and apis, such as /api and /apis');
}
