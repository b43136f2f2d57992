/**
 * Returns the word in lower case, for comparison. Words beyond ASCII stay as they are: the Kelvin sign in lower case is
 * a k, and no name should match by such an accident. Nearly all words are in lower case already and are returned as is.
 */
export function foldCase(word: string): string {
  let hasCapital = false;
  for (let place = 0; place < word.length; place += 1) {
    const code = word.charCodeAt(place);
    if (code > 127) return word;
    if (code >= 65 && code <= 90) hasCapital = true;
  }
  return hasCapital ? word.toLowerCase() : word;
}
