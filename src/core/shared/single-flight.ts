import { abandonOnAbort, reasonOf } from './abort.js';

/** Runs `work` once for all callers that arrive while it is under way. */
export interface SingleFlight<T> {
  /**
   * Joins the work under way, or starts it. A caller that aborts leaves alone; the work itself is aborted when its last
   * caller has left.
   */
  run(signal?: AbortSignal): Promise<T>;
  /**
   * Does the same, but never joins work that began earlier, which may have looked too early to see what the caller
   * knows. Callers in the same turn of the event loop still share.
   */
  runAnew(signal?: AbortSignal): Promise<T>;
}

/** Creates a {@link SingleFlight} of a function that takes the signal of the shared work. */
export function singleFlight<T>(work: (signal: AbortSignal) => Promise<T>): SingleFlight<T> {
  let flight:
    { promise: Promise<T>; controller: AbortController; callers: number; age: { isOld: boolean } } | undefined;

  const flights: SingleFlight<T> = {
    async runAnew(signal) {
      while (flight?.age.isOld === true) {
        const settled = flight.promise.then(
          () => undefined,
          () => undefined,
        );
        await abandonOnAbort(settled, signal);
      }
      return flights.run(signal);
    },

    async run(signal) {
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
    },
  };
  return flights;
}
