import { onAbort } from '../../shared/abort.js';
import type { Timekeeper } from './election-clock.js';

/** The time limit of an attempt, by the clock of the election. */
export interface AttemptLimit {
  readonly ms: number;
  readonly time: Timekeeper;
  readonly signal: AbortSignal;
  /** Creates the error to throw when the time is over. */
  readonly timeoutError: () => Error;
}

/** Runs an attempt, and aborts its signal when the time is over or the given signal is aborted. */
export async function limitAttempt<T>(
  { ms, time, signal, timeoutError }: AttemptLimit,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const timer = new AbortController();
  const unfollow = onAbort(signal, () => {
    controller.abort(signal.reason);
  });
  time.sleep(ms, timer.signal).then(
    () => {
      controller.abort(timeoutError());
    },
    () => undefined,
  );
  try {
    return await attempt(controller.signal);
  } finally {
    unfollow();
    timer.abort();
  }
}
