import type { Clock } from '../../core/shared/clock.js';

/**
 * The clocks of an election. Neither is enough alone: a monotonic clock may stop while the machine sleeps, and a wall
 * clock can be set forward or back.
 */
export interface ElectionClock extends Clock {
  /** Returns the milliseconds since 1970, like `Date.now()`. @default Date.now */
  wallNow?(this: void): number;
}

/** A moment on both clocks. */
export interface Instant {
  readonly monotonic: number;
  readonly wall: number;
}

/** Returns the present moment. */
export function instantOf({ now, wallNow = () => Date.now() }: ElectionClock): Instant {
  return { monotonic: now(), wall: wallNow() };
}

/**
 * Returns the larger elapsed time of both clocks, for a Lease that this process holds. For those of others only the
 * monotonic time counts: setting the wall clock forward frees no Lease.
 */
export function elapsedMs(since: Instant, now: Instant): number {
  return Math.max(now.monotonic - since.monotonic, now.wall - since.wall);
}
