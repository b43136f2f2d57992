import { reasonOf } from '../shared/abort.js';

/** The life of one request: one signal for all that may end it early. */
export interface RequestScope {
  /** Aborted by the caller's signal, the time limit, `leave()` or the closing of all scopes; its reason tells which. */
  readonly signal: AbortSignal;
  /** The request is over; nothing aborts it any more. */
  end(): void;
  /** Aborts what is still under way because nobody wants it any more, and ends. */
  leave(): void;
}

/** What may end a request early. */
export interface ScopeLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  /** Makes the reason of the abort after `timeoutMs`. */
  readonly timeoutError?: (() => Error) | undefined;
}

/** All requests under way, so that they can be ended together. */
export interface RequestScopes {
  /** Throws the reason of `closeAll` once that was called, and the reason of a signal that is aborted already. */
  open(limits: ScopeLimits): RequestScope;
  /** Aborts every open scope and refuses new ones; the first reason stays. */
  closeAll(reason: Error): void;
}

/** What a timer can count; a longer limit is none. */
const longestTimerMs = 2 ** 31 - 1;

/** Makes an empty set of scopes. */
export function createRequestScopes(): RequestScopes {
  const controllers = new Set<AbortController>();
  const followers = createFollowers();
  let closedBy: Error | undefined;

  return {
    open({ signal, timeoutMs = Infinity, timeoutError }) {
      if (closedBy !== undefined) throw closedBy;
      if (signal?.aborted) throw reasonOf(signal);
      const controller = new AbortController();
      const timer =
        timeoutMs > longestTimerMs ? undefined : setTimeout(() => controller.abort(timeoutError?.()), timeoutMs);
      const unfollow = signal === undefined ? undefined : followers.add(signal, controller);
      controllers.add(controller);
      const end = (): void => {
        clearTimeout(timer);
        unfollow?.();
        controllers.delete(controller);
      };
      return {
        signal: controller.signal,
        end,
        leave() {
          end();
          controller.abort();
        },
      };
    },

    closeAll(reason) {
      closedBy ??= reason;
      for (const controller of [...controllers]) controller.abort(closedBy);
    },
  };
}

/**
 * Hangs any number of controllers on one signal with one listener: callers give one signal to hundreds of requests, and
 * Node warns of a leak from the eleventh listener on.
 */
function createFollowers(): { add(signal: AbortSignal, controller: AbortController): () => void } {
  const groups = new Map<AbortSignal, { readonly controllers: Set<AbortController>; readonly onAbort: () => void }>();

  return {
    add(signal, controller) {
      let group = groups.get(signal);
      if (group === undefined) {
        const controllers = new Set<AbortController>();
        const onAbort = (): void => {
          for (const follower of [...controllers]) follower.abort(signal.reason);
        };
        group = { controllers, onAbort };
        groups.set(signal, group);
        signal.addEventListener('abort', onAbort, { once: true });
      }
      const { controllers, onAbort } = group;
      controllers.add(controller);
      return () => {
        controllers.delete(controller);
        if (controllers.size > 0 || groups.get(signal)?.controllers !== controllers) return;
        groups.delete(signal);
        signal.removeEventListener('abort', onAbort);
      };
    },
  };
}
