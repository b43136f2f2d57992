/** Gives numbers to words and to pairs of numbers: equal ones have equal numbers, and no others have. */
export interface Numbering {
  readonly word: (word: string) => number;
  readonly pair: (first: number, second: number) => number;
}

/** No map can hold as many numbers as this, so that two of them fit into one safe integer. */
const limit = 2 ** 26;

/** Makes a {@link Numbering}. It compares words and never pastes them together, whatever they hold. */
export function createNumbering(): Numbering {
  const words = new Map<string, number>();
  const pairs = new Map<number, number>();
  return {
    word: (word) => numberIn(words, word),
    pair: (first, second) => numberIn(pairs, first * limit + second),
  };
}

function numberIn<Key>(map: Map<Key, number>, key: Key): number {
  const known = map.get(key);
  if (known !== undefined) return known;
  map.set(key, map.size);
  return map.size - 1;
}
