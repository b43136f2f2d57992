/**
 * Whether a text has a pattern in Go's syntax, as far as JavaScript has it; what it does not have matches anything.
 *
 * @see https://pkg.go.dev/regexp/syntax
 */
export function matches(value: string, pattern: string): boolean {
  const [leading = '', start = '', flags = ''] = /^(\^?)\(\?([ims]+)\)/.exec(pattern) ?? [];
  try {
    const source = (start + pattern.slice(leading.length)).replaceAll('\\A', '^').replaceAll('\\z', '$');
    return new RegExp(source, `u${flags}`).test(value);
  } catch {
    return true;
  }
}
