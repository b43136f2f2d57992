import { onAbort } from '../shared/abort.js';
import type { Clock } from '../shared/clock.js';

/** The end of a controller, in three steps: nothing new begins, what is under way is aborted, what goes on is left. */
export interface ControllerLife {
  /** Aborted when nothing new begins any more. */
  readonly closing: AbortSignal;
  /** Aborted when what is under way has to end. */
  readonly stopping: AbortSignal;
  /** Fulfilled after an end in order, rejected with the reason of any other. */
  readonly ended: Promise<void>;
  /** Ends it. The reason of the first call counts; a later one may shorten the time. Fulfilled when it is over. */
  end(reason: unknown, timeoutMs: number): Promise<void>;
}

/** What a life is made of. */
export interface ControllerLifeParts {
  readonly clock: Clock;
  /** The reason of an end in order. */
  readonly closed: unknown;
  /** Called once, when nothing new may begin. */
  readonly release: () => void;
  /** What is under way: fulfilled when it is over. */
  readonly work: () => Promise<unknown>;
}

/** How long what is aborted may take to notice. */
const abortGraceMs = 1000;

/** Makes the {@link ControllerLife} of a controller that begins. */
export function createControllerLife({ clock, closed, release, work }: ControllerLifeParts): ControllerLife {
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
  ended.catch(() => undefined);

  return {
    closing: closing.signal,
    stopping: stopping.signal,
    ended,
    end(reason, timeoutMs) {
      if (!closing.signal.aborted) {
        closing.abort(reason);
        release();
        work().then(leave, leave);
      }
      if (timeoutMs <= 0) stop();
      else if (timeoutMs !== Infinity) sleepThen(timeoutMs, stop);
      return over;
    },
  };
}
