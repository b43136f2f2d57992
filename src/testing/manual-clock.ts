import { onAbort } from '../core/shared/abort.js';
import type { Clock } from '../core/shared/clock.js';
import { requireFunction, requireKnownOptions } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';

/** A clock that stands still until a test advances it: for the option `clock` of informers, controllers and waits. */
export interface ManualClock extends Clock {
  /**
   * Advances the clock by `ms` milliseconds. Wakes every sleeper that is due, in order of time, and gives the runtime a
   * turn after each. If the code under test sends requests, wait for it afterwards (`settled(controller)`), or set
   * `settle`.
   *
   * @throws InvalidArgumentError for a negative time or a value that is not a number
   */
  advance(ms: number): Promise<void>;
  /** The number of sleepers. */
  readonly sleepers: number;
}

/** Options of {@link createManualClock}. */
export interface ManualClockOptions {
  /**
   * Waits for work that does not depend on this clock. Called at the start and after each sleeper that is woken. Use
   * `() => settled(controller)` for a controller on a fake server, which sends requests in between. @default one turn
   * of the runtime
   */
  readonly settle?: (() => unknown) | undefined;
}

/**
 * Creates a clock that starts at 0.
 *
 * @throws InvalidArgumentError for invalid options
 * @example
 * const clock = createManualClock();
 * const wait = clock.sleep(60_000);
 * await clock.advance(60_000);
 * await wait;
 */
export function createManualClock(options: ManualClockOptions = {}): ManualClock {
  const { settle = () => new Promise((resolve) => setTimeout(resolve, 0)) } = requireKnownOptions(options, {
    settle: requireFunction,
  });
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
          // Whole milliseconds, as the runtime's timers: a pause of at least one may end beyond a deadline otherwise.
          at: now + Math.ceil(ms),
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
      if (!(Number.isFinite(ms) && ms >= 0)) throw new InvalidArgumentError('ms', 'must be a number, 0 or more');
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
