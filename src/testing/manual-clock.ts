import { onAbort } from '../shared/abort.js';
import type { Clock } from '../shared/clock.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** A clock that stands still until a test lets time pass: for the option `clock` of informers, controllers and waits. */
export interface ManualClock extends Clock {
  /**
   * Lets so many milliseconds pass. Whoever sleeps until then is woken in the order of the times, and the runtime has a turn
   * after each; for what takes requests, wait for that (`settled(controller)`) afterwards.
   *
   * @throws InvalidArgumentError for a time that is negative or no number
   */
  advance(ms: number): Promise<void>;
  /** How many sleep. */
  readonly sleepers: number;
}

/**
 * Makes a clock that begins at 0.
 *
 * @example
 * const clock = createManualClock();
 * const wait = clock.sleep(60_000);
 * await clock.advance(60_000);
 * await wait;
 */
export function createManualClock(): ManualClock {
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  let now = 0;
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
  const next = (end: number) => {
    let first: { readonly at: number; readonly wake: () => void } | undefined;
    for (const sleeper of sleepers) {
      if (sleeper.at <= end && (first === undefined || sleeper.at < first.at)) first = sleeper;
    }
    return first;
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) {
          reject(signal.reason as Error);
          return;
        }
        const leave = (): void => {
          sleepers.delete(sleeper);
          stop?.();
        };
        const sleeper = {
          at: now + ms,
          wake: () => {
            leave();
            resolve();
          },
        };
        const stop =
          signal &&
          onAbort(signal, () => {
            leave();
            reject(signal.reason as Error);
          });
        sleepers.add(sleeper);
      }),
    async advance(ms) {
      if (!(Number.isFinite(ms) && ms >= 0)) throw new InvalidArgumentError('ms', 'has to be a number, 0 or more');
      const end = now + ms;
      await turn();
      for (let sleeper = next(end); sleeper !== undefined; sleeper = next(end)) {
        now = Math.max(now, sleeper.at);
        sleeper.wake();
        await turn();
      }
      now = end;
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}
