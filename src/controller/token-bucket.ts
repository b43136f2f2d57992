import type { Clock } from '../shared/clock.js';

/** What a {@link TokenBucket} is made of. */
export interface TokenBucketOptions {
  /** How many tokens it holds; it begins full. */
  readonly burst: number;
  /** How many come back in a second. */
  readonly perSecond: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Lets a burst through, then a steady rate: Go's `rate.Limiter`, by which client-go slows down retries and Events. */
export interface TokenBucket {
  /** Takes a token if there is one. */
  tryTake(): boolean;
  /** Takes a token in any case, and answers in how many milliseconds it is there. */
  reserveMs(): number;
}

/** Makes a full bucket. */
export function createTokenBucket({ burst, perSecond, clock }: TokenBucketOptions): TokenBucket {
  let tokens = burst;
  let filledAt = clock.now();
  const fill = (): void => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
  };
  return {
    tryTake() {
      fill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    reserveMs() {
      fill();
      tokens -= 1;
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
    },
  };
}
