/**
 * Reports whether a name matches a pattern in which `*` stands for any text, `?` for one character, and everything else for
 * itself. Names of contexts contain slashes, so `*` passes over them. In time linear in name times pattern: a pattern may
 * come from outside.
 */
export function matchesGlob(name: string, pattern: string): boolean {
  if (name === pattern) return true;
  const [text, glob] = [[...name], [...pattern]];
  let [at, from] = [0, 0];
  /** Where the last star stands, and where the text begins that it does not cover. */
  let star: readonly [at: number, rest: number] | undefined;
  while (from < text.length) {
    if (glob[at] === '*') {
      star = [at++, from];
    } else if (glob[at] === '?' || (at < glob.length && glob[at] === text[from])) {
      at++;
      from++;
    } else if (star !== undefined) {
      star = [star[0], star[1] + 1];
      [at, from] = [star[0] + 1, star[1]];
    } else {
      return false;
    }
  }
  return glob.slice(at).every((each) => each === '*');
}
