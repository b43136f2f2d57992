import { delay } from './abort.js';

/** Time, for what waits. A test gives one of its own and need not wait. */
export interface Clock {
  /** Milliseconds since some moment; they only grow. */
  now(this: void): number;
  /** Waits so many milliseconds; rejects with the signal's reason as soon as it is aborted. */
  sleep(this: void, ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the runtime. */
export const systemClock: Clock = { now: () => performance.now(), sleep: delay };

const firstPauseMs = 500;

/**
 * How long to wait before the next try: half a second that doubles with each try, up to a limit, of which a random half is
 * taken off, so that a crowd of clients does not come back together.
 *
 * @param tries how many failed before, 0 after the first failure
 */
export function backoffMs(tries: number, maxDelayMs: number): number {
  return Math.min(firstPauseMs * 2 ** Math.min(tries, 20), maxDelayMs) * (0.5 + Math.random() / 2);
}
