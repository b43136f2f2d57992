import { abandonOnAbort, abortWith, delay } from './abort.js';

/** The source of time for everything that waits. A test passes one of its own and need not wait. */
export interface Clock {
  /** Returns milliseconds since some moment; never decreases. */
  now(this: void): number;
  /** Waits this many milliseconds; rejects with the signal's reason as soon as it is aborted. */
  sleep(this: void, ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the runtime. */
export const systemClock: Clock = { now: () => performance.now(), sleep: delay };

const firstPauseMs = 500;

/**
 * Returns how long to wait before the next try: half a second that doubles with each try, up to a limit, minus a random
 * part of up to half, so that a crowd of clients does not come back together.
 *
 * @param tries the number of failed tries before, 0 after the first failure
 */
export function backoffMs(tries: number, maxDelayMs: number): number {
  return Math.min(firstPauseMs * 2 ** Math.min(tries, 20), maxDelayMs) * (0.5 + Math.random() / 2);
}

/**
 * Creates a signal that follows another one, and is also aborted when its time is up; Infinity for no limit.
 *
 * @param late makes the reason of that abort
 */
export function limitTime(
  ms: number,
  outer: AbortSignal | undefined,
  clock = systemClock,
  late: () => Error = () => new DOMException('the time limit was exceeded', 'TimeoutError'),
) {
  const controller = new AbortController();
  const sleeping = new AbortController();
  let over = false;
  const unfollow = abortWith(controller, [outer]);
  const onTime = (): void => {
    over = !controller.signal.aborted;
    controller.abort(late());
  };
  if (ms !== Infinity) clock.sleep(ms, sleeping.signal).then(onTime, () => undefined);
  return {
    signal: controller.signal,
    /** Reports whether the time limit aborted it. */
    isOver: (): boolean => over,
    /** Stops following the other signal and the time. */
    end(): void {
      unfollow();
      sleeping.abort();
    },
  };
}

/** Waits for work no longer than until the signal of {@link limitTime} is aborted, and rejects with its reason then. */
export async function withinTime<T>(
  limits: Parameters<typeof limitTime>,
  work: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  const limit = limitTime(...limits);
  try {
    return await abandonOnAbort(Promise.resolve(work(limit.signal)), limit.signal);
  } finally {
    limit.end();
  }
}
