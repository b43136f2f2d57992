import { onAbort } from './abort.js';
import type { Clock } from './clock.js';

/** A signal that follows another one and is also aborted when its time is up. */
export interface LimitedTime {
  readonly signal: AbortSignal;
  /** Reports whether the time limit aborted it. */
  isOver(): boolean;
  /** Stops following the other signal and the time. */
  end(): void;
}

/** Creates a {@link LimitedTime} of this many milliseconds; Infinity for no limit. */
export function limitTime(ms: number, outer: AbortSignal | undefined, clock: Clock): LimitedTime {
  const controller = new AbortController();
  const sleeping = new AbortController();
  let over = false;
  const abort = (): void => {
    controller.abort(outer?.reason);
  };
  if (outer?.aborted === true) abort();
  const unfollow = outer === undefined ? undefined : onAbort(outer, abort);
  const onTime = (): void => {
    over = !controller.signal.aborted;
    controller.abort(new DOMException('the time limit was exceeded', 'TimeoutError'));
  };
  if (ms !== Infinity) clock.sleep(ms, sleeping.signal).then(onTime, () => undefined);
  return {
    signal: controller.signal,
    isOver: () => over,
    end() {
      unfollow?.();
      sleeping.abort();
    },
  };
}
