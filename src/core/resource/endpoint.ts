import { defaultPrefixes } from '../model/api-path.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { systemClock, withinTime } from '../shared/clock.js';
import { TimeoutError } from '../transport/errors.js';
import type { CallLimits } from './options.js';

/**
 * Returns the mapping of a handle and of the handles derived from it, exact for life; looks it up if it is not known yet.
 * Concurrent look-ups share the requests of discovery, the first to succeed decides for all, and a failed one is not kept.
 * The limits bound the wait of this caller alone.
 */
export type FindEndpoint = (limits: CallLimits) => Promise<RESTMapping>;

/** Finds the endpoint by a look-up once it is needed. */
export function lazyEndpoint(lookUp: (signal: AbortSignal | undefined) => Promise<RESTMapping>): FindEndpoint {
  let mapping: RESTMapping | undefined;
  return async (limits) => {
    if (mapping !== undefined) return mapping;
    const found = await withinLimits(limits, lookUp);
    return (mapping ??= found);
  };
}

/**
 * Reads from discovery within the limits of one call. Throws `TimeoutError` beyond `timeoutMs`; what was begun goes on
 * for the next caller, so that a slow server is learned all the same.
 */
export async function withinLimits<T>(
  { signal, timeoutMs = Infinity, startedAt = performance.now() }: CallLimits,
  read: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (timeoutMs === Infinity) return read(signal);
  const request = { method: 'GET', path: defaultPrefixes.apis } as const;
  const late = (): TimeoutError => new TimeoutError(request, 'timeoutMs', timeoutMs);
  return withinTime([timeoutMs - (performance.now() - startedAt), undefined, systemClock, late], () => read(signal));
}
