/** A set of operations, one bit for each of {@link operationWords}; `*` is a bit of its own: what the future brings. */
export type Operations = number;

/** The words that a rule may have among its operations; `*` stands for those of today and of the future. */
export const operationWords: readonly string[] = ['*', 'CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

const allOperations: Operations = 2 ** operationWords.length - 1;

/** Reads the operations of a rule; words that are none count for nothing. */
export function readOperations(words: readonly string[]): Operations {
  if (words.includes('*')) return allOperations;
  return words.reduce(
    (found, word) => found | (operationWords.includes(word) ? 1 << operationWords.indexOf(word) : 0),
    0,
  );
}

/** As a rule writes them: `*` stands alone. */
export function writeOperations(operations: Operations): readonly string[] {
  const words = operationWords.filter((_, bit) => (operations & (1 << bit)) !== 0);
  return words.includes('*') ? ['*'] : words;
}
