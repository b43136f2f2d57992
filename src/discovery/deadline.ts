import { onAbort } from '../shared/abort.js';
import { DeadlinePassed } from './errors.js';

/** The time limit of a whole discovery, fan-out included. */
export interface Deadline {
  /** Aborted with a {@link DeadlinePassed} when the time is up, and when the caller's signal is aborted. */
  readonly signal: AbortSignal;
  /** Stops the timer once everything has been read; nothing is aborted after that. */
  readonly end: () => void;
}

/** The longest delay of a timer; a larger limit means no limit. */
const longestTimerMs = 2 ** 31 - 1;

/** Starts the deadline of a discovery. Infinity means no limit. */
export function startDeadline(timeoutMs: number, signal?: AbortSignal): Deadline {
  const controller = new AbortController();
  const pass = (): void => {
    controller.abort(new DeadlinePassed(timeoutMs));
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
