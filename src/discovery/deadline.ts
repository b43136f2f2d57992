import { onAbort } from '../shared/abort.js';
import { DeadlinePassed } from './errors.js';

/** The time of a whole discovery, fan-out included. */
export interface Deadline {
  /** Aborted when the time is over, by a {@link DeadlinePassed}, and when the caller's signal is. */
  readonly signal: AbortSignal;
  /** Everything has been read: nothing is aborted any more. */
  readonly end: () => void;
}

/** What a timer can count; a longer limit is none. */
const longestTimerMs = 2 ** 31 - 1;

/** Starts the time of a discovery; Infinity is no limit. */
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
