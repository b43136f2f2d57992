/**
 * The word in lower case, for comparison. Words beyond ASCII are left alone: the Kelvin sign in lower case is a k, and
 * no name shall match by such an accident.
 */
export function foldCase(word: string): string {
  const lower = word.toLowerCase();
  // eslint-disable-next-line no-control-regex -- ASCII begins with the control characters
  return lower === word || /^[\u0000-\u007f]*$/.test(word) ? lower : word;
}
