/** What Go's `unicode.IsSpace` takes for a space, save the one that does not break. */
const space = /^[\t\v\f\r \u0085\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/**
 * Wraps a text at spaces as kubectl does (github.com/mitchellh/go-wordwrap), so that the lines end where they do there:
 * width counts code points, and a word of the whole width or more is not moved to a line of its own.
 */
export function wrapWords(text: string, width: number): string {
  let wrapped = '';
  let column = 0;
  let word = '';
  let wordLength = 0;
  let spaces = '';
  const take = (): void => {
    column += spaces.length + wordLength;
    wrapped += spaces + word;
    word = spaces = '';
    wordLength = 0;
  };
  for (const char of text) {
    if (char === '\n') {
      if (word === '' && column + spaces.length > width) spaces = '';
      take();
      wrapped += char;
      column = 0;
    } else if (space.test(char)) {
      if (spaces === '' || word !== '') take();
      spaces += char;
    } else {
      word += char;
      wordLength += 1;
      if (column + wordLength + spaces.length > width && wordLength < width) {
        wrapped += '\n';
        column = 0;
        spaces = '';
      }
    }
  }
  if (word === '' && column + spaces.length > width) spaces = '';
  take();
  return wrapped;
}
