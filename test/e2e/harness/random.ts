/** Creates a generator of numbers from 0 up to 1 from a seed: mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns the seed of a run: a given one, to repeat a run, or one from the clock. Tests print it. */
export function seedOfRun(): number {
  const given = process.env['KUBEATLAS_SEED'];
  return given === undefined ? Date.now() % 1_000_000 : Number(given);
}
