import type { ApiError } from './api-error.js';
import { ConnectionError } from './connection-error.js';
import { InvalidOptionError } from './invalid-option-error.js';
import type { RetryOptions } from './options.js';

/** {@link RetryOptions} with nothing left out. */
export interface RetryPolicy {
  readonly limit: number;
  readonly maxDelayMs: number;
}

const defaultLimit = 10;
const defaultMaxDelayMs = 30_000;
const unspecifiedDelayMs = 1_000;
/** What a timer can count. */
const longestTimerMs = 2 ** 31 - 1;

/** Fills in the defaults; throws `InvalidOptionError` for numbers that make no sense. */
export function retryPolicy({ limit = defaultLimit, maxDelayMs = defaultMaxDelayMs }: RetryOptions = {}): RetryPolicy {
  if (!(limit >= 0)) throw new InvalidOptionError('retry.limit', 'it must be a number of tries, 0 or more');
  if (!(maxDelayMs >= 0)) throw new InvalidOptionError('retry.maxDelayMs', 'it must be milliseconds, 0 or more');
  return { limit, maxDelayMs: Math.min(maxDelayMs, longestTimerMs) };
}

/**
 * How long to wait before the next try, in milliseconds; undefined when there is to be none. As client-go does it:
 * 429, and 5xx that says when to come back, for every verb, because the server has done nothing yet; a reset
 * connection for GET alone, because a write may have been carried out.
 *
 * @param retries how many tries there were after the first one
 */
export function retryDelayMs(
  error: ApiError | ConnectionError,
  retries: number,
  { limit, maxDelayMs }: RetryPolicy,
): number | undefined {
  if (retries >= limit) return undefined;
  const wanted = error instanceof ConnectionError ? delayAfterReset(error, retries) : delayAskedFor(error);
  return wanted === undefined ? undefined : Math.min(wanted, maxDelayMs);
}

function delayAfterReset({ method, reasonCode }: ConnectionError, retries: number): number | undefined {
  if (method !== 'GET' || (reasonCode !== 'ECONNRESET' && reasonCode !== 'EPIPE')) return undefined;
  // The first reset is mostly an idle socket that the server closed at the same moment: a new one works at once.
  return retries === 0 ? 0 : unspecifiedDelayMs;
}

function delayAskedFor({ statusCode, retryAfterSeconds }: ApiError): number | undefined {
  if (statusCode !== 429 && statusCode < 500) return undefined;
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
  return statusCode === 429 ? unspecifiedDelayMs : undefined;
}
