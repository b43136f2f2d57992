import type { Clock } from '../core/shared/clock.js';

/** Allows a burst, then a steady rate, like Go's `rate.Limiter`, with which client-go limits retries and Events. */
export type TokenBucket = ReturnType<typeof createTokenBucket>;

/** Creates a full bucket of `burst` tokens, of which `perSecond` return. */
export function createTokenBucket(burst: number, perSecond: number, clock: Pick<Clock, 'now'>) {
  let tokens = burst;
  let filledAt = clock.now();
  const fill = (): void => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond);
    filledAt = now;
  };
  return {
    /** Takes a token if there is one; reports whether it did. */
    tryTake(): boolean {
      fill();
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
    /** Takes a token in any case, and returns the milliseconds until it is available. */
    reserveMs(): number {
      fill();
      tokens -= 1;
      return tokens >= 0 ? 0 : (-tokens / perSecond) * 1000;
    },
  };
}
