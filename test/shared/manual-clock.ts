import type { Clock } from '../../src/shared/clock.js';

/** A clock that stands still until a test lets time pass. */
export interface ManualClock extends Clock {
  /** Lets so many milliseconds pass, and everything happen that was to happen by then. */
  pass(ms: number): Promise<void>;
}

/**
 * Makes a {@link ManualClock} that begins at 0.
 *
 * @param isBusy whether something is under way that takes no time by this clock, a request to a fake server say
 */
export function manualClock(isBusy: () => boolean = () => false): ManualClock {
  const sleepers = new Set<{ readonly at: number; wake(): void }>();
  let now = 0;
  // Whatever goes on between two pauses: requests to a fake server take many turns.
  const settle = async (): Promise<void> => {
    for (let idle = 0; idle < 20; idle = isBusy() ? 0 : idle + 1) await new Promise((resolve) => setImmediate(resolve));
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
          reject(signal?.reason as Error);
        };
        const sleeper = {
          at: now + ms,
          wake: () => {
            signal?.removeEventListener('abort', leave);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', leave);
      }),
    async pass(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = [...sleepers].filter(({ at }) => at <= end).sort((one, other) => one.at - other.at);
        if (next === undefined) break;
        now = Math.max(now, next.at);
        sleepers.delete(next);
        next.wake();
        await settle();
      }
      now = end;
    },
  };
}
