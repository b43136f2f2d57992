import { onAbort, reasonOf } from '../shared/abort.js';

/** A fixed number of slots that requests take in turn, first come, first served. */
export interface Slots {
  /** Waits for a free slot and returns the function that frees it again. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** Makes `size` slots. */
export function createSlots(size: number): Slots {
  const waiting = new Set<() => void>();
  let free = size;

  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return release;
      }
      return new Promise((resolve, reject) => {
        const onTurn = (): void => {
          waiting.delete(onTurn);
          stop();
          resolve(release);
        };
        const stop = onAbort(signal, () => {
          waiting.delete(onTurn);
          reject(reasonOf(signal));
        });
        waiting.add(onTurn);
      });
    },
  };
}
