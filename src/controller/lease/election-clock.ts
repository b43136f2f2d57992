import { systemClock, type Clock } from '../../shared/clock.js';

/**
 * The clocks of an election. No single one is enough: a monotonic clock may stand still while the machine sleeps, and a wall
 * clock is set back and forth.
 */
export interface ElectionClock extends Clock {
  /** Milliseconds since 1970, as `Date.now()` tells them. @default Date.now */
  wallNow?(this: void): number;
}

/** A moment, by both clocks. */
export interface Instant {
  readonly monotonic: number;
  readonly wall: number;
}

/** Tells how much time has passed, so that nobody holds a lease for too long, and nobody takes one too early. */
export interface Timekeeper {
  now(): Instant;
  /** Whether fewer milliseconds than that have passed since, by both clocks; false where a clock tells nonsense. */
  isWithin(ms: number, since: Instant): boolean;
  /** The larger elapsed time of both clocks, for what one holds oneself. */
  elapsedMs(since: Instant): number;
  /** The elapsed time of the monotonic clock, for what others hold: a wall clock that is put forward frees no lease. */
  monotonicMs(since: Instant): number;
  /** Waits; rejects with the reason of an aborted signal. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Makes a {@link Timekeeper}. */
export function createTimekeeper(clock: ElectionClock = systemClock): Timekeeper {
  const { now: monotonic, sleep, wallNow = () => Date.now() } = clock;
  const elapsedMs = (since: Instant): number => Math.max(monotonic() - since.monotonic, wallNow() - since.wall);
  return {
    now: () => ({ monotonic: monotonic(), wall: wallNow() }),
    isWithin: (ms, since) => elapsedMs(since) < ms,
    elapsedMs,
    monotonicMs: (since) => monotonic() - since.monotonic,
    sleep: (ms, signal) => sleep(Math.max(0, ms), signal),
  };
}
