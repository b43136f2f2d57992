import { defaultPrefixes, type ApiPrefixes } from '../model/api-path.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { startDeadline } from '../shared/deadline.js';
import { TimeoutError } from '../transport/errors.js';
import type { CallOptions } from './options.js';

/** The endpoint of a handle and of the handles derived from it. */
export interface Endpoint {
  /** The mapping, exact for life; undefined until a look-up succeeds. */
  readonly mapping: RESTMapping | undefined;
  /**
   * Returns the mapping; looks it up if it is not known yet. Concurrent look-ups share the requests of discovery, the
   * first to succeed decides for all, and a failed one is not kept. The limits bound the wait of this caller alone.
   */
  find(limits: CallOptions): Promise<RESTMapping>;
}

/** Returns the endpoint of a known mapping. */
export function exactEndpoint(mapping: RESTMapping): Endpoint {
  return { mapping, find: () => Promise.resolve(mapping) };
}

/** Returns the endpoint that a look-up finds once it is needed. */
export function lazyEndpoint(
  lookUp: (signal: AbortSignal | undefined) => Promise<RESTMapping>,
  prefixes?: ApiPrefixes,
): Endpoint {
  const endpoint = {
    mapping: undefined as RESTMapping | undefined,
    async find(limits: CallOptions) {
      if (endpoint.mapping !== undefined) return endpoint.mapping;
      const found = await withinLimits(limits, lookUp, prefixes);
      endpoint.mapping ??= found;
      return endpoint.mapping;
    },
  };
  return endpoint;
}

/** Reads from discovery within the limits of one call. Throws `TimeoutError` beyond `timeoutMs`. */
export async function withinLimits<T>(
  { signal, timeoutMs }: CallOptions,
  read: (signal: AbortSignal | undefined) => Promise<T>,
  { apis: path }: ApiPrefixes = defaultPrefixes,
): Promise<T> {
  if (timeoutMs === undefined) return read(signal);
  const late = (): TimeoutError => new TimeoutError({ method: 'GET', path }, 'timeoutMs', timeoutMs);
  const deadline = startDeadline(timeoutMs, late, signal);
  try {
    return await read(deadline.signal);
  } finally {
    deadline.end();
  }
}
