import { callQuietly } from '../shared/call-quietly.js';

/** Functions that are called in the order in which they came; what one throws concerns no other. */
export interface Listeners<Told> {
  readonly size: number;
  /** Answers the function that calls it off: from then on it is not called, not even by what is being told. */
  add(listener: (told: Told) => void, onError: (error: unknown) => void): () => void;
  tell(told: Told): void;
}

/** Makes an empty list. */
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
      // Those who come meanwhile are told what comes next.
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

/** As from a listener of the platform: it breaks nothing here, and nobody overlooks it. */
export function throwAside(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** What something ended for, unless somebody has asked for it by the next turn of the runtime: as a promise does that nobody awaits. */
export function throwUnheard(reason: unknown, isHeard: () => boolean): void {
  setTimeout(() => {
    if (!isHeard()) throw reason;
  }, 0);
}
