import { systemClock, type Clock } from '../../core/shared/clock.js';

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

/** What {@link createTimekeeper} creates. */
export type Timekeeper = ReturnType<typeof createTimekeeper>;

/** Measures elapsed time, so that no candidate holds a lease for too long or takes one too early. */
export function createTimekeeper(clock: ElectionClock = systemClock) {
  const { now: monotonic, sleep, wallNow = () => Date.now() } = clock;
  const elapsedMs = (since: Instant): number => Math.max(monotonic() - since.monotonic, wallNow() - since.wall);
  return {
    now: (): Instant => ({ monotonic: monotonic(), wall: wallNow() }),
    /** Reports whether fewer than `ms` milliseconds have passed on both clocks; false if a clock returns nonsense. */
    isWithin: (ms: number, since: Instant): boolean => elapsedMs(since) < ms,
    /** Returns the larger elapsed time of both clocks, for leases that this process holds. */
    elapsedMs,
    /** Returns the elapsed monotonic time, for leases of others: setting the wall clock forward frees no lease. */
    monotonicMs: (since: Instant): number => monotonic() - since.monotonic,
    /** Waits `ms` milliseconds; rejects with the reason of an aborted signal. */
    sleep: (ms: number, signal: AbortSignal): Promise<void> => sleep(Math.max(0, ms), signal),
  };
}
