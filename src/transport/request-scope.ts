import { onAbort, reasonOf } from '../shared/abort.js';
import type { TimeLimit } from './errors.js';

/** The life of one request: one signal for all that may end it early. */
export interface RequestScope {
  /** Aborted by the caller's signal, a time limit, `leave()` or the closing of all scopes; see its reason. */
  readonly signal: AbortSignal;
  /** The server is to say something within so many milliseconds, or the request ends; Infinity for no limit. */
  listen(silenceMs: number): void;
  /** Something came, or nothing is expected for now: silence is not counted until the next `listen()`. */
  heard(): void;
  /** The request is over; nothing aborts it any more. */
  end(): void;
  /** Aborts what is still under way because nobody wants it any more, and ends. */
  leave(): void;
}

/** What may end a request early, besides its end. */
export interface ScopeLimits {
  readonly signal?: AbortSignal | undefined;
  /** For the whole; Infinity for none. */
  readonly timeoutMs: number;
  /** Makes the reason of the abort. */
  readonly timeoutError: (limit: TimeLimit, ms: number) => Error;
}

/** All requests under way, so that they can be ended together. */
export interface RequestScopes {
  /** Throws the reason of `closeAll` once that was called, and the reason of a signal that is aborted already. */
  open(limits: ScopeLimits): RequestScope;
  /** Aborted by `closeAll`. */
  readonly signal: AbortSignal;
  /** Aborts every open scope and refuses new ones; the first reason stays. */
  closeAll(reason: Error): void;
}

/** What a timer can count; a longer limit is none. */
const longestTimerMs = 2 ** 31 - 1;

/** Makes an empty set of scopes. */
export function createRequestScopes(): RequestScopes {
  const all = new AbortController();

  return {
    signal: all.signal,

    open({ signal, timeoutMs, timeoutError }) {
      if (all.signal.aborted) throw reasonOf(all.signal);
      if (signal?.aborted === true) throw reasonOf(signal);
      const controller = new AbortController();
      const whole = startTimer(timeoutMs, () => {
        controller.abort(timeoutError('timeoutMs', timeoutMs));
      });
      const silence = createSilence((ms) => {
        controller.abort(timeoutError('silenceTimeoutMs', ms));
      });
      const unfollow = [signal, all.signal].map((leader) =>
        leader === undefined
          ? undefined
          : onAbort(leader, () => {
              controller.abort(leader.reason);
            }),
      );
      const end = (): void => {
        clearTimeout(whole);
        silence.end();
        for (const stop of unfollow) stop?.();
      };
      return {
        signal: controller.signal,
        listen: silence.begin,
        heard: silence.pause,
        end,
        leave() {
          end();
          controller.abort();
        },
      };
    },

    closeAll(reason) {
      all.abort(reason);
    },
  };
}

function startTimer(ms: number, act: () => void): ReturnType<typeof setTimeout> | undefined {
  return ms > longestTimerMs ? undefined : setTimeout(act, ms);
}

/**
 * Counts how long nothing was heard. A body comes in thousands of pieces, so that a timer is not made for each: one goes on
 * and looks, when it is over, how long the silence has lasted.
 */
function createSilence(act: (ms: number) => void): { begin(ms: number): void; pause(): void; end(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerEndsAt = Infinity;
  let since: number | undefined;
  let limit = Infinity;

  const start = (ms: number): void => {
    timer = startTimer(ms, look);
    timerEndsAt = performance.now() + ms;
  };
  const look = (): void => {
    timer = undefined;
    if (since === undefined) return;
    const left = limit - (performance.now() - since);
    if (left <= 0) act(limit);
    else start(left);
  };
  return {
    begin(ms) {
      since = performance.now();
      limit = ms;
      if (timer !== undefined && timerEndsAt <= since + ms) return;
      clearTimeout(timer);
      start(ms);
    },
    pause() {
      since = undefined;
    },
    end() {
      since = undefined;
      clearTimeout(timer);
    },
  };
}
