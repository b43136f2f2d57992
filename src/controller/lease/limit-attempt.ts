import { onAbort } from '../../shared/abort.js';
import type { Timekeeper } from './election-clock.js';

/** How long something may take, by the clock of the election. */
export interface AttemptLimit {
  readonly ms: number;
  readonly time: Timekeeper;
  readonly signal: AbortSignal;
  /** Makes what is thrown when the time is over. */
  readonly timeoutError: () => Error;
}

/** Does something that ends with its signal, and aborts that when the time is over or the signal given is aborted. */
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
