import type { DiscoveryFormat } from '../catalog/failures.js';
import { defaultPrefixes, type ApiPrefixes } from '../model/api-path.js';
import { requireObject } from '../shared/arguments.js';
import { InvalidOptionError } from '../transport/errors.js';
import { acceptFormats, allFormats } from './documents/formats.js';

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
   */
  readonly profile?: 'nopeer' | undefined;
  /** @default { api: '/api', apis: '/apis' } */
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
}

/** Checks the options and adds the defaults. Throws `InvalidOptionError`. */
export function discoverySettings(options: DiscoveryOptions): DiscoverySettings {
  const { formats = allFormats, profile, prefixes = defaultPrefixes } = requireObject('discovery', options);
  if (!isSomeFormats(formats)) {
    throw new InvalidOptionError('discovery.formats', `must hold some of ${allFormats.join(', ')}`);
  }
  return {
    formats,
    accept: acceptFormats(formats, profile),
    prefixes,
    timeoutMs: positive('timeoutMs', options.timeoutMs, 60_000),
    requestTimeoutMs: positive('requestTimeoutMs', options.requestTimeoutMs, 10_000),
    maxDocumentBytes: positive('maxDocumentBytes', options.maxDocumentBytes, 134_217_728),
  };
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
