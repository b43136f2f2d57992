import { requireKnownOptions, type OptionNames } from '../core/shared/arguments.js';
import type { Clock } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { createTokenBucket } from './token-bucket.js';

/** The backoff of failed keys. */
export interface BackoffOptions {
  /** The delay after the first failure, in milliseconds; it doubles with each further failure. @default 5 */
  readonly baseDelayMs?: number | undefined;
  /** The longest delay, in milliseconds. @default 1_000_000 */
  readonly maxDelayMs?: number | undefined;
  /** The rate of retries per second for all keys together, once the burst is used up. @default 10 */
  readonly retriesPerSecond?: number | undefined;
  /** How many retries there may be at once before the rate applies. @default 100 */
  readonly retryBurst?: number | undefined;
}

const names: OptionNames<BackoffOptions> = {
  baseDelayMs: true,
  maxDelayMs: true,
  retriesPerSecond: true,
  retryBurst: true,
};

/**
 * Creates the limiter of a queue, which counts the failures of keys and computes their delays. The defaults are client-go's: 5 ms, doubling up to 1,000 s, and 10 retries per second
 * for all keys, with a burst of 100. A random part of up to half of the delay is taken off, so that keys that failed
 * together are not retried together.
 */
export function createRetryLimiter(
  options: BackoffOptions,
  { clock, random }: { readonly clock: Pick<Clock, 'now'>; readonly random: () => number },
) {
  const {
    baseDelayMs = 5,
    maxDelayMs = 1_000_000,
    retriesPerSecond = 10,
    retryBurst = 100,
  } = requireKnownOptions(options, names, 'retry');
  for (const [name, value] of Object.entries({ baseDelayMs, maxDelayMs, retriesPerSecond, retryBurst })) {
    if (!(Number.isFinite(value) && value > 0)) throw new InvalidArgumentError(name, 'must be a number greater than 0');
  }
  const bucket = createTokenBucket({ burst: retryBurst, perSecond: retriesPerSecond, clock });
  const failures = new Map<string, number>();
  return {
    /** Counts one more failure and returns the delay in milliseconds. */
    delayMs(key: string): number {
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      const part = random();
      const jitter = part >= 0 && part <= 1 ? 0.5 + part / 2 : 1;
      const backoff = Math.min(baseDelayMs * 2 ** Math.min(count, 60), maxDelayMs) * jitter;
      return Math.max(backoff, bucket.reserveMs());
    },
    /** How often each key has failed; one that is forgotten is deleted. */
    failures,
  };
}
