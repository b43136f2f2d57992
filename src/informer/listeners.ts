import { callQuietly } from '../shared/call-quietly.js';

/** Listeners that are called in the order in which they were added; an error of one does not affect the others. */
export interface Listeners<Told> {
  readonly size: number;
  /**
   * Adds a listener. Returns the function that removes it: from then on it is not called, not even in the current
   * round.
   */
  add(listener: (told: Told) => void, onError: (error: unknown) => void): () => void;
  tell(told: Told): void;
}

/** Creates an empty list of listeners. */
export function createListeners<Told = void>(): Listeners<Told> {
  const all = new Set<{ readonly call: (told: Told) => void; readonly onError: (error: unknown) => void }>();
  return {
    get size() {
      return all.size;
    },
    add(call, onError) {
      const own = { call, onError };
      all.add(own);
      return () => {
        all.delete(own);
      };
    },
    tell(told) {
      // Listeners added meanwhile are called from the next round on.
      for (const each of [...all]) {
        if (!all.has(each)) continue;
        try {
          each.call(told);
        } catch (error) {
          callQuietly(() => each.onError(error));
        }
      }
    },
  };
}

/**
 * Throws an uncaught error, like a listener of the platform: nothing here breaks, and the error cannot be overlooked.
 */
export function throwAside(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/**
 * Throws the reason as an uncaught error, unless somebody has asked for it by the next turn of the event loop: like the
 * rejection of a promise that nobody handles.
 */
export function throwUnheard(reason: unknown, isHeard: () => boolean): void {
  setTimeout(() => {
    if (!isHeard()) throw reason;
  }, 0);
}

/**
 * Keeps what copies an object, such as `JSON.stringify` and a spread, from reading `synced` and `ended`: that would
 * count as listening for the failure.
 */
export function hideFromCopies<Face extends { readonly synced: unknown; readonly ended: unknown }>(face: Face): Face {
  return Object.defineProperties(face, { synced: { enumerable: false }, ended: { enumerable: false } });
}
