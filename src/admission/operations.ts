/** A set of operations, one bit for each of {@link operationWords}; `*` has a separate bit for future operations. */
export type Operations = number;

/** The words that a rule may list as operations; `*` means all present and future ones. */
export const operationWords: readonly string[] = ['*', 'CREATE', 'UPDATE', 'DELETE', 'CONNECT'];

const allOperations: Operations = 2 ** operationWords.length - 1;

/** Reads the operations of a rule; unknown words are ignored. */
export function readOperations(words: readonly string[]): Operations {
  if (words.includes('*')) return allOperations;
  return words.reduce(
    (found, word) => found | (operationWords.includes(word) ? 1 << operationWords.indexOf(word) : 0),
    0,
  );
}

/** Returns operations as a rule lists them: `*` stands alone. */
export function writeOperations(operations: Operations): readonly string[] {
  const words = operationWords.filter((_, bit) => (operations & (1 << bit)) !== 0);
  return words.includes('*') ? ['*'] : words;
}
