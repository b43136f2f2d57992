import { onAbort, reasonOf } from '../shared/abort.js';
import type { TimeLimit } from './errors.js';

/** The lifetime of one request: a single signal for everything that may end it early. */
export interface RequestScope {
  /** Aborted by the caller's signal, a time limit, `leave()` or the closing of all scopes; see its reason. */
  readonly signal: AbortSignal;
  /**
   * Waits for the server's next output: the head of the answer, or a piece of it. Ends the request if that takes longer
   * than `silenceMs` milliseconds (Infinity for no limit), and rejects with the reason of the signal as soon as that is
   * aborted. Allows one call at a time.
   */
  hear<T>(silenceMs: number, speak: () => Promise<T>): Promise<T>;
  /** Ends the scope: the request is over, and nothing aborts it any more. */
  end(): void;
  /** Aborts whatever is still under way, because it is no longer wanted, and ends the scope. */
  leave(): void;
}

/** Everything that may end a request early. */
export interface ScopeLimits {
  readonly signals: readonly (AbortSignal | undefined)[];
  /** The limit for the whole request; Infinity for none. */
  readonly timeoutMs: number;
  /** Makes the reason of the abort. */
  readonly timeoutError: (limit: TimeLimit, ms: number) => Error;
  /** Called when the request is over, possibly more than once. */
  readonly onEnd?: (() => void) | undefined;
}

/** All requests under way, so that they can be ended together. */
export interface RequestScopes {
  /** Opens a scope. Throws the reason of an earlier `closeAll`, or of a signal that is already aborted. */
  open(limits: ScopeLimits): RequestScope;
  /** Aborted by `closeAll`. */
  readonly signal: AbortSignal;
  /** Aborts every open scope and refuses new ones; the first reason stays. */
  closeAll(reason: Error): void;
}

/** The maximum of a timer; a longer limit counts as none. */
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
 * Measures how long the server has been silent. A body comes in thousands of pieces, so instead of a timer for each,
 * one timer keeps running, and checks on expiry how long the silence has lasted.
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
