import { abandonOnAbort, reasonOf, onAbort } from './abort.js';

/** What runs its work once for all callers that arrive while it is under way. */
export type SingleFlight<T> = ReturnType<typeof singleFlight<T>>;

/** Creates a {@link SingleFlight} of a function that takes the signal of the shared work. */
export function singleFlight<T>(work: (signal: AbortSignal) => Promise<T>) {
  let flight:
    { promise: Promise<T>; controller: AbortController; callers: number; age: { isOld: boolean } } | undefined;

  const run = async (signal?: AbortSignal): Promise<T> => {
    if (signal?.aborted) throw reasonOf(signal);
    if (flight === undefined) {
      const controller = new AbortController();
      // Apart from the flight, so that the timer does not hold on to the result.
      const age = { isOld: false };
      const started = { controller, callers: 0, age, promise: work(controller.signal) };
      flight = started;
      setTimeout(() => {
        age.isOld = true;
      }, 0);
      const land = (): void => {
        if (flight === started) flight = undefined;
      };
      started.promise.then(land, land);
    }
    const mine = flight;
    mine.callers += 1;
    try {
      return await abandonOnAbort(mine.promise, signal);
    } finally {
      mine.callers -= 1;
      if (mine.callers === 0 && signal?.aborted && flight === mine) {
        flight = undefined;
        mine.controller.abort(reasonOf(signal));
      }
    }
  };
  return {
    /**
     * Joins the work under way, or starts it. A caller that aborts leaves alone; the work itself is aborted when its last
     * caller has left.
     */
    run,
    /**
     * Does the same, but never joins work that began earlier, which may have looked too early to see what the caller
     * knows. Callers in the same turn of the event loop still share.
     */
    async runAnew(signal?: AbortSignal): Promise<T> {
      const settled = (): undefined => undefined;
      while (flight?.age.isOld === true) await abandonOnAbort(flight.promise.then(settled, settled), signal);
      return run(signal);
    },
  };
}

/**
 * Maps with at most `limit` calls under way, with results in the order of the items. The first rejection rejects the
 * whole and starts no further call; a mapper that wants partial results returns its errors as values.
 */
export async function mapLimit<Item, Result>(
  items: readonly Item[],
  limit: number,
  mapper: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const queue = items.entries();
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await mapper(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}

/** A fixed number of slots that requests take in turn, first come, first served. */
export type Slots = ReturnType<typeof createSlots>;

/** Makes `size` slots. */
export function createSlots(size: number) {
  const waiting = new Set<() => void>();
  let free = size;

  const release = (): void => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };

  return {
    /** Waits for a free slot and returns the function that frees it again. Rejects with the signal's reason. */
    async take(signal: AbortSignal): Promise<() => void> {
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

/** A promise that is settled from outside; a rejection that nobody handles does no harm. */
export function deferred<T>() {
  let resolve!: (value: T | PromiseLike<T>) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
