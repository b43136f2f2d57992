import { longestTimerMs, onAbort } from './abort.js';

/** The time limit of work in several steps. */
export interface Deadline {
  /** Aborted when the time is up, and when the caller's signal is aborted. */
  readonly signal: AbortSignal;
  /** Stops the timer once the work is done; nothing is aborted after that. */
  readonly end: () => void;
}

/** Starts a deadline, in milliseconds; Infinity means no limit. When the time is up, `reason` makes that of the abort. */
export function startDeadline(timeoutMs: number, reason: () => Error, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  const pass = (): void => {
    controller.abort(reason());
  };
  const timer = timeoutMs > longestTimerMs ? undefined : setTimeout(pass, timeoutMs);
  const unfollow =
    signal &&
    onAbort(signal, () => {
      controller.abort(signal.reason);
    });
  if (signal?.aborted === true) controller.abort(signal.reason);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      unfollow?.();
    },
  };
}
