import type { Clock } from '../core/shared/clock.js';

/** An alarm for one moment in the future; the earliest requested moment counts. */
export interface Alarm {
  /** Sets the alarm to ring in `ms` milliseconds, unless it is already set to ring earlier. */
  within(ms: number): void;
  /** Waits until the alarm rings, and resets it. Rejects with the signal's reason. */
  rung(): Promise<void>;
}

/** Creates an alarm that does not ring until it is set. */
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
          // A failing clock throws: if the failure only ended the pause, no later pause would work either.
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
