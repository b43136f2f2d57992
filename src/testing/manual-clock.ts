import { onAbort } from '../shared/abort.js';
import type { Clock } from '../shared/clock.js';
import { requireFunction, requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** A clock that stands still until a test lets time pass: for the option `clock` of informers, controllers and waits. */
export interface ManualClock extends Clock {
  /**
   * Lets so many milliseconds pass. Whoever sleeps until then is woken in the order of the times, and the runtime has a turn
   * after each; for what takes requests, wait for that (`settled(controller)`) afterwards, or give a `settle`.
   *
   * @throws InvalidArgumentError for a time that is negative or no number
   */
  advance(ms: number): Promise<void>;
  /** How many sleep. */
  readonly sleepers: number;
}

/** What {@link createManualClock} takes. */
export interface ManualClockOptions {
  /**
   * Waits for what happens without this clock: called at the beginning and after each sleeper that was woken. A controller on a
   * fake server, say, sends requests in between: `() => settled(controller)`. @default one turn of the runtime
   */
  readonly settle?: (() => unknown) | undefined;
}

/**
 * Makes a clock that begins at 0.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const clock = createManualClock();
 * const wait = clock.sleep(60_000);
 * await clock.advance(60_000);
 * await wait;
 */
export function createManualClock(options: ManualClockOptions = {}): ManualClock {
  const { settle = () => new Promise((resolve) => setTimeout(resolve, 0)) } = requireObject('options', options);
  requireFunction('settle', settle);
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  let now = 0;
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
      await settle();
      for (let sleeper = next(end); sleeper !== undefined; sleeper = next(end)) {
        now = Math.max(now, sleeper.at);
        sleeper.wake();
        await settle();
      }
      now = end;
    },
    get sleepers() {
      return sleepers.size;
    },
  };
}
