import { callQuietly } from '../../core/shared/call-quietly.js';

/** Listeners that are called in the order in which they were added; an error of one, async or not, does not affect the others. */
export interface Listeners<Event> {
  readonly size: number;
  /**
   * Adds a listener. Returns the function that removes it: from then on it is not called, not even in the current
   * round.
   */
  add(listener: (event: Event) => void, onError: (error: unknown) => void): () => void;
  call(event: Event): void;
}

/** Creates an empty list of listeners. */
export function createListeners<Event = void>(): Listeners<Event> {
  const all = new Set<{ readonly call: (event: Event) => unknown; readonly fail: (error: unknown) => void }>();
  return {
    get size() {
      return all.size;
    },
    add(call, onError) {
      const fail = (error: unknown): void => {
        callQuietly(() => onError(error));
      };
      const own = { call, fail };
      all.add(own);
      return () => {
        all.delete(own);
      };
    },
    call(event) {
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
