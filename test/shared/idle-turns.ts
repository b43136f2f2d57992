/**
 * Waits until nothing goes on any more that takes no time by the clock of a test: for `settle` of a manual clock.
 *
 * @param isBusy whether something is under way that takes many turns of the runtime, a request to a fake server say
 */
export function idleTurns(isBusy: () => boolean = () => false): () => Promise<void> {
  return async () => {
    for (let idle = 0; idle < 20; idle = isBusy() ? 0 : idle + 1) await new Promise((resolve) => setImmediate(resolve));
  };
}
