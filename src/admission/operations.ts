const named = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const;

/** The words that a rule may have among its operations; `*` stands for those of today and of the future. */
export const operationWords: readonly string[] = ['*', ...named];

/** Spelt out, so that sets of operations can be taken from each other; `*` stays in as what the future brings. */
export function spellOut(operations: Iterable<string>): Set<string> {
  const words = new Set(operations);
  if (words.has('*')) for (const word of named) words.add(word);
  return words;
}

/** What is left of operations after those of others; both spelt out. */
export function without(operations: ReadonlySet<string>, others: Iterable<string>): Set<string> {
  const left = new Set(operations);
  for (const word of others) left.delete(word);
  return left;
}

/** As a rule writes them: `*` stands alone. */
export function writeOperations(operations: ReadonlySet<string>): readonly string[] {
  return operations.has('*') ? ['*'] : operationWords.filter((word) => operations.has(word));
}
