import { onAbort } from './abort.js';
import type { Clock } from './clock.js';

/** A signal that follows another one and is aborted when its time is over. */
export interface LimitedTime {
  readonly signal: AbortSignal;
  /** Whether it was the time that aborted it. */
  isOver(): boolean;
  /** Nothing aborts it any more. */
  end(): void;
}

/** Makes a {@link LimitedTime} of so many milliseconds; Infinity for no limit. */
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
    controller.abort(new DOMException('the time is over', 'TimeoutError'));
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
