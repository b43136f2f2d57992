import { onAbort } from '../../core/shared/abort.js';
import { callQuietly } from '../../core/shared/call-quietly.js';

/** Listeners of an informer, or of anything else. */
export type Listeners<Event> = ReturnType<typeof createListeners<Event>>;

/**
 * Creates an empty list of listeners, which are called in the order in which they were added; an error of one, async or not,
 * does not affect the others.
 */
export function createListeners<Event = void>() {
  const all = new Set<{ readonly call: (event: Event) => unknown; readonly fail: (error: unknown) => void }>();
  let isDue = false;
  return {
    get size(): number {
      return all.size;
    },
    /**
     * Adds a listener. Returns the function that removes it: from then on it is not called, not even in the current
     * round.
     */
    add(call: (event: Event) => unknown, onError: (error: unknown) => void): () => void {
      const fail = (error: unknown): void => {
        callQuietly(() => onError(error));
      };
      const own = { call, fail };
      all.add(own);
      return () => {
        all.delete(own);
      };
    },
    call(event: Event): void {
      // Listeners added meanwhile are called from the next round on.
      for (const each of [...all]) {
        if (!all.has(each)) continue;
        try {
          const result: unknown = each.call(event);
          if (result !== undefined) Promise.resolve(result).catch(each.fail);
        } catch (error) {
          each.fail(error);
        }
      }
    },
    /** Calls them at the end of the turn of the event loop: once, however often that is asked for until then. */
    callSoon(event: Event): void {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        this.call(event);
      }, 0);
    },
  };
}

/**
 * Throws an uncaught error, like a listener of the platform: nothing here breaks, and the error cannot be overlooked.
 */
export function throwUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Creates what wakes one who waits; a ring before it waits is not lost. */
export function createBell() {
  let wake: (() => void) | undefined;
  let hasRung = false;
  return {
    /** Whether it has rung since it last woke somebody, or was silenced. */
    get hasRung(): boolean {
      return hasRung;
    },
    ring(this: void): void {
      hasRung = true;
      wake?.();
    },
    /** Forgets what has rung. */
    silence(): void {
      hasRung = false;
    },
    /** Waits for a ring, or for the end of the signal. */
    async rung(signal?: AbortSignal): Promise<void> {
      if (!hasRung && signal?.aborted !== true) {
        await new Promise<void>((resolve) => {
          const stop = signal && onAbort(signal, resolve);
          wake = () => {
            stop?.();
            resolve();
          };
        });
      }
      hasRung = false;
      wake = undefined;
    },
  };
}
