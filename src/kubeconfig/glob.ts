/**
 * Reports whether a name matches a pattern in which `*` stands for any text, `?` for one character, and everything else for
 * itself. Names of contexts contain slashes, so `*` passes over them. In time linear in name times pattern: a pattern may
 * come from outside.
 */
export function matchesGlob(name: string, pattern: string): boolean {
  const text = [...name];
  /** Whether the pattern so far matches the first characters of the name, by their number. */
  let matches = [true, ...text.map(() => false)];
  for (const each of pattern) {
    const first = matches.indexOf(true);
    if (first < 0) return false;
    matches = matches.map((_, count) => {
      if (each === '*') return count >= first;
      return count > 0 && matches[count - 1] === true && (each === '?' || each === text[count - 1]);
    });
  }
  return matches[text.length] === true;
}
