import { onAbort } from '../core/shared/abort.js';
import type { Clock } from '../core/shared/clock.js';

/** How long aborted work may take to end. */
const abortGraceMs = 1000;

/**
 * Creates the life of a controller, which ends in three steps: no new work begins, running work is aborted, hanging work is
 * abandoned.
 *
 * @param closed the reason of an orderly end
 * @param work settles when the running work is over
 */
export function createControllerLife(clock: Clock, closed: unknown, work: () => Promise<unknown>) {
  const closing = new AbortController();
  const stopping = new AbortController();
  const left = new AbortController();
  const over = new Promise<void>((resolve) => onAbort(left.signal, resolve));
  const leave = (): void => {
    left.abort();
  };
  const sleepThen = (ms: number, act: () => void): void => {
    clock.sleep(ms, left.signal).then(act, () => undefined);
  };
  const stop = (): void => {
    if (stopping.signal.aborted) return;
    stopping.abort(closing.signal.reason);
    sleepThen(abortGraceMs, leave);
  };
  const ended = over.then(() => {
    if (closing.signal.reason !== closed) throw closing.signal.reason;
  });

  return {
    /** Aborted when no new work may begin. */
    closing: closing.signal,
    /** Aborted when running work has to end. */
    stopping: stopping.signal,
    /** Resolves after an orderly end; rejects with the reason of any other. */
    ended,
    /** Ends the life; resolves when it is over. The reason of the first call counts; later calls may shorten the time. */
    end(reason: unknown, timeoutMs: number): Promise<void> {
      if (!closing.signal.aborted) {
        closing.abort(reason);
        work().then(leave, leave);
      }
      if (timeoutMs <= 0) stop();
      else if (timeoutMs !== Infinity) sleepThen(timeoutMs, stop);
      return over;
    },
  };
}
