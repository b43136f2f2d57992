/** Draws that are the same in every run. */
export interface Random {
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  some<T>(items: readonly T[], probability: number): T[];
  shuffled<T>(items: readonly T[]): T[];
}

export function randomOf(seed: number): Random {
  // Mulberry32: neighbouring seeds give unlike draws, which a plain linear generator does not.
  let state = seed >>> 0;
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(draw() * items.length)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  };
  return {
    pick,
    chance: (probability) => draw() < probability,
    some: (items, probability) => items.filter(() => draw() < probability),
    shuffled: (items) => {
      const keyed = items.map((item) => ({ item, key: draw() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
  };
}
