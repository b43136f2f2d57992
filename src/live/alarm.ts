import type { Clock } from '../shared/clock.js';

/** One moment in the future to wake up at; the earliest that was asked for counts. */
export interface Alarm {
  /** Rings in so many milliseconds, or earlier where it was to ring earlier. */
  within(ms: number): void;
  /** Waits until it rings, and begins anew. Rejects with the signal's reason. */
  rung(): Promise<void>;
}

/** Makes an alarm that never rings until it is set. */
export function createAlarm(clock: Clock, signal: AbortSignal): Alarm {
  let dueAt = Infinity;
  let wake: (() => void) | undefined;

  return {
    within(ms) {
      const at = clock.now() + ms;
      if (at >= dueAt) return;
      dueAt = at;
      wake?.();
    },

    async rung() {
      while (clock.now() < dueAt) {
        const sleeping = new AbortController();
        const end = (): void => {
          sleeping.abort();
        };
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        signal.addEventListener('abort', end, { once: true });
        if (signal.aborted) end();
        const slept =
          dueAt === Infinity ? new Promise<void>(() => undefined) : clock.sleep(dueAt - clock.now(), sleeping.signal);
        const aborted = new Promise<void>((resolve) => {
          sleeping.signal.addEventListener('abort', () => {
            resolve();
          });
          if (sleeping.signal.aborted) resolve();
        });
        const sleptOn = slept.catch((error: unknown) => {
          // A clock that fails by itself is no end of a pause: there would be no other one.
          if (!sleeping.signal.aborted) throw error;
        });
        try {
          await Promise.race([woken, sleptOn, aborted]);
        } finally {
          signal.removeEventListener('abort', end);
          sleeping.abort();
          wake = undefined;
        }
        signal.throwIfAborted();
      }
      dueAt = Infinity;
    },
  };
}
