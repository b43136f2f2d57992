const { KUBEATLAS_PROPERTY_SEED: seed = '1000003', KUBEATLAS_PROPERTY_RUNS: factor = '1' } = process.env;

/**
 * How a property is tried: with the same seed in every run, so that a failure is never luck. With
 * `KUBEATLAS_PROPERTY_SEED` in the environment the cases are others, with `KUBEATLAS_PROPERTY_RUNS` that many times as
 * many. The limit keeps a failure from being made smaller for ever.
 */
export function runs(numRuns: number): {
  readonly seed: number;
  readonly numRuns: number;
  readonly interruptAfterTimeLimit: number;
} {
  return { seed: Number(seed), numRuns: numRuns * Number(factor), interruptAfterTimeLimit: patience / 2 };
}

/** How long a property may take, in milliseconds. */
export const patience = 20_000 * Number(factor);
