import type { Status } from '../model/status.js';
import { longestTimerMs } from '../shared/abort.js';
import { numberCheck, requireKnownOptions } from '../shared/arguments.js';
import { recordsOf } from '../shared/json-record.js';
import { ConnectionError, type ApiError } from './errors.js';
import type { RetryOptions } from './options.js';

/** {@link RetryOptions} with all defaults filled in. */
export type RetryPolicy = { readonly [Option in keyof RetryOptions]-?: number };

const unspecifiedDelayMs = 1_000;
/** The first pause if a server asks for none; it doubles up to {@link unspecifiedDelayMs}. */
const leastDelayMs = 100;
/**
 * Codes for an established connection that ended before the answer: by a reset, or over HTTP/2 by an error of the
 * session or an unanswered PING.
 */
const lost = new Set(['ECONNRESET', 'EPIPE', 'ERR_HTTP2_PING_TIMEOUT', 'ERR_HTTP2_SESSION_ERROR']);

/** Fills in the defaults. Throws `InvalidArgumentError`. */
export function retryPolicy(options: RetryOptions = {}): RetryPolicy {
  const check = numberCheck('a number, 0 or more', (value) => value >= 0);
  const checks = { limit: check, maxDelayMs: check };
  const { limit = 10, maxDelayMs = 30_000 } = requireKnownOptions(options, checks, 'retry');
  return { limit, maxDelayMs: Math.min(maxDelayMs, longestTimerMs) };
}

/**
 * Returns how long to wait before the next attempt, in milliseconds; undefined to give up. Like client-go, it retries a
 * 429 or 5xx that says when to come back, for every verb, because the server has done nothing yet, and a reset
 * connection for reads alone, because a write may have been carried out, unless no byte of it left. Beyond client-go, it retries a 429 that does
 * not say when, unless it is an eviction that a disruption budget forbids: that is final unless it says when to come
 * back. If the server asks for no pause at all, a short one of random length keeps many clients from coming back
 * together.
 *
 * @param retries the number of attempts after the first one so far
 */
export function retryDelayMs(
  error: ApiError | ConnectionError,
  retries: number,
  { limit, maxDelayMs }: RetryPolicy,
  random: () => number = Math.random,
): number | undefined {
  if (retries >= limit) return undefined;
  if (error instanceof ConnectionError) return delayAfterReset(error, retries, maxDelayMs);
  const requested = requestedDelayMs(error);
  if (requested === undefined) return undefined;
  const least = Math.min(unspecifiedDelayMs, leastDelayMs * 2 ** retries) * (0.5 + random() / 2);
  return Math.min(Math.max(requested, least), maxDelayMs);
}

function delayAfterReset({ method, reasonCode, unsent }: ConnectionError, retries: number, maxDelayMs: number) {
  const isSafe = method === 'GET' || method === 'HEAD' || unsent;
  if (!isSafe || !lost.has(reasonCode)) return undefined;
  // The first reset is mostly an idle socket that the server closed at the same moment: a new one works at once.
  return retries === 0 ? 0 : Math.min(unspecifiedDelayMs, maxDelayMs);
}

function requestedDelayMs({ statusCode, status, retryAfterSeconds }: ApiError): number | undefined {
  if (statusCode !== 429 && statusCode < 500) return undefined;
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000;
  // An eviction that a disruption budget forbids: nothing is overloaded, and it may take hours to be allowed.
  const isForbidden = recordsOf(status.details?.causes).some(({ reason }) => reason === 'DisruptionBudget');
  return statusCode === 429 && !isForbidden ? unspecifiedDelayMs : undefined;
}

/**
 * Returns how many seconds a server asks the client to wait: from the `Retry-After` header (seconds or an HTTP date),
 * else from `details.retryAfterSeconds` of its Status; undefined without a meaningful value.
 */
export function retryAfterSeconds(
  header: string | undefined,
  status: Status | undefined,
  now: number = Date.now(),
): number | undefined {
  const inHeader = header === undefined ? undefined : secondsOf(header.trim(), now);
  if (inHeader !== undefined) return inHeader;
  const inDetails: unknown = status?.details?.retryAfterSeconds;
  return typeof inDetails === 'number' && inDetails >= 0 ? inDetails : undefined;
}

function secondsOf(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Number(header);
  // Date.parse also reads "-5" and "1.5" as years; an HTTP date begins with the day of the week.
  const date = /^[A-Za-z]{3}/.test(header) ? Date.parse(header) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
