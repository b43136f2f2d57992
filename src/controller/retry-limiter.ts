import { requireObject } from '../shared/arguments.js';
import type { Clock } from '../shared/clock.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { createTokenBucket } from './token-bucket.js';

/** How soon a key that failed comes again. */
export interface BackoffOptions {
  /** The pause after the first failure, in milliseconds; it doubles with each further one. @default 5 */
  readonly baseDelayMs?: number | undefined;
  /** The longest pause, in milliseconds. @default 1_000_000 */
  readonly maxDelayMs?: number | undefined;
  /** How many retries a second there are of all keys together, once the burst is used up. @default 10 */
  readonly retriesPerSecond?: number | undefined;
  /** How many retries there may be at once before the rate counts. @default 100 */
  readonly retryBurst?: number | undefined;
}

/** Counts the failures of keys, and says how long each has to wait. */
export interface RetryLimiter {
  /** Counts one more failure. Answers the pause in milliseconds. */
  delayMs(key: string): number;
  /** How often the key failed since it was forgotten. */
  failures(key: string): number;
  forget(key: string): void;
}

/**
 * Makes the limiter of a queue, with client-go's numbers: 5 ms that double up to 1,000 s, of which a random half is taken off so
 * that keys which failed together do not come together; and 10 retries a second of all keys, with a burst of 100.
 */
export function createRetryLimiter(
  options: BackoffOptions,
  { clock, random }: { readonly clock: Pick<Clock, 'now'>; readonly random: () => number },
): RetryLimiter {
  const {
    baseDelayMs = 5,
    maxDelayMs = 1_000_000,
    retriesPerSecond = 10,
    retryBurst = 100,
  } = requireObject('retry', options);
  for (const [name, value] of Object.entries({ baseDelayMs, maxDelayMs, retriesPerSecond, retryBurst })) {
    if (!(Number.isFinite(value) && value > 0)) throw new InvalidArgumentError(name, 'has to be a number above 0');
  }
  const bucket = createTokenBucket({ burst: retryBurst, perSecond: retriesPerSecond, clock });
  const failures = new Map<string, number>();
  return {
    delayMs(key) {
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      const part = random();
      const jitter = part >= 0 && part <= 1 ? 0.5 + part / 2 : 1;
      const backoff = Math.min(baseDelayMs * 2 ** Math.min(count, 60), maxDelayMs) * jitter;
      return Math.max(backoff, bucket.reserveMs());
    },
    failures: (key) => failures.get(key) ?? 0,
    forget: (key) => failures.delete(key),
  };
}
