import { abandonOnAbort, abortWith } from '../core/shared/abort.js';
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
      for (let now = clock.now(); now < dueAt; now = clock.now()) {
        const pause = new AbortController();
        abortWith(pause, [signal]);
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const slept = dueAt === Infinity ? woken : clock.sleep(dueAt - now, pause.signal);
        // A failing clock throws: if the failure only ended the pause, no later pause would work either.
        await abandonOnAbort(Promise.race([woken, slept]), signal).finally(() => {
          wake = undefined;
          slept.catch(() => undefined);
          pause.abort();
        });
      }
      signal.throwIfAborted();
      dueAt = Infinity;
    },
  };
}
