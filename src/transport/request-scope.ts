import { onAbort, reasonOf } from '../shared/abort.js';
import type { TimeLimit } from './errors.js';

/** The life of one request: one signal for all that may end it early. */
export interface RequestScope {
  /** Aborted by the caller's signal, a time limit, `leave()` or the closing of all scopes; see its reason. */
  readonly signal: AbortSignal;
  /**
   * Waits for what the server says next: for the head of the answer, or for a piece of it. Ends the request when that takes
   * longer than so many milliseconds (Infinity for no limit), and rejects with the signal's reason as soon as it is
   * aborted. One at a time.
   */
  hear<T>(silenceMs: number, speak: () => Promise<T>): Promise<T>;
  /** The request is over; nothing aborts it any more. */
  end(): void;
  /** Aborts what is still under way because nobody wants it any more, and ends. */
  leave(): void;
}

/** What may end a request early, besides its end. */
export interface ScopeLimits {
  readonly signals: readonly (AbortSignal | undefined)[];
  /** For the whole; Infinity for none. */
  readonly timeoutMs: number;
  /** Makes the reason of the abort. */
  readonly timeoutError: (limit: TimeLimit, ms: number) => Error;
  /** Called when the request is over; more than once, it may be. */
  readonly onEnd?: (() => void) | undefined;
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
  const open = new Set<(reason: unknown) => void>();

  return {
    signal: all.signal,

    open({ signals, timeoutMs, timeoutError, onEnd }) {
      const given = signals.filter((signal) => signal !== undefined);
      for (const signal of [all.signal, ...given]) if (signal.aborted) throw reasonOf(signal);
      const controller = new AbortController();
      let refuse: ((reason: unknown) => void) | undefined;
      const abort = (reason: unknown): void => {
        controller.abort(reason);
        refuse?.(controller.signal.reason);
      };
      const whole = startTimer(timeoutMs, () => {
        abort(timeoutError('timeoutMs', timeoutMs));
      });
      const silence = createSilence((ms) => {
        abort(timeoutError('silenceTimeoutMs', ms));
      });
      const unfollow = given.map((signal) =>
        onAbort(signal, () => {
          abort(signal.reason);
        }),
      );
      open.add(abort);
      const end = (): void => {
        clearTimeout(whole);
        silence.end();
        for (const each of unfollow) each();
        open.delete(abort);
        onEnd?.();
      };
      return {
        signal: controller.signal,
        hear(silenceMs, speak) {
          if (controller.signal.aborted) return Promise.reject(reasonOf(controller.signal));
          silence.begin(silenceMs);
          return new Promise((resolve, reject) => {
            refuse = reject;
            speak().then(
              (value) => {
                silence.pause();
                resolve(value);
              },
              (error: Error) => {
                silence.pause();
                reject(error);
              },
            );
          });
        },
        end,
        leave() {
          end();
          abort(undefined);
        },
      };
    },

    closeAll(reason) {
      all.abort(reason);
      for (const abort of [...open]) abort(reasonOf(all.signal));
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
      if (timer !== undefined && timerEndsAt <= since + ms && ms !== Infinity) return;
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
