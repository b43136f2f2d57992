type Expected = 'value' | 'first value' | 'key' | 'first key' | 'colon' | 'next' | 'nothing';

const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const space = /[ \t\n\r]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const cutScalar = /(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?|-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?))$/y;
const cutEscape = /\\(?:u[0-9a-fA-F]{0,3})?$/y;

/**
 * Finds where a text stops being JSON: the offset of the first character that is not allowed there, the length of the
 * text if it ends too early, undefined if it is JSON. `JSON.parse` reports the position in some engines only, and shows
 * the content around it, which may be a Secret.
 */
export function syntaxErrorOffset(text: string): number | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let offset = 0;

  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'next');

  for (;;) {
    offset = endOf(space, text, offset) ?? offset;
    const character = text[offset];
    if (character === undefined) return expected === 'nothing' ? undefined : offset;
    const container = open.at(-1);
    const closing = container === '{' ? '}' : ']';

    if (character === closing && (expected === 'next' || expected.startsWith('first'))) {
      open.pop();
      expected = afterValue();
      offset += 1;
    } else if (expected === 'next' && character === ',') {
      expected = container === '{' ? 'key' : 'value';
      offset += 1;
    } else if (expected === 'colon' && character === ':') {
      expected = 'value';
      offset += 1;
    } else if ((expected === 'key' || expected === 'first key') && character === '"') {
      const end = endOfString(text, offset);
      if (end.broken) return end.offset;
      expected = 'colon';
      offset = end.offset;
    } else if (expected === 'value' || expected === 'first value') {
      if (character === '{' || character === '[') {
        open.push(character);
        expected = character === '{' ? 'first key' : 'first value';
        offset += 1;
        continue;
      }
      const end = character === '"' ? endOfString(text, offset) : endOfScalar(text, offset);
      if (end.broken) return end.offset;
      expected = afterValue();
      offset = end.offset;
    } else {
      return offset;
    }
  }
}

function endOf(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The end of a token, or the position where it is malformed. */
interface End {
  readonly offset: number;
  readonly broken: boolean;
}

function endOfScalar(text: string, start: number): End {
  const cut = endOf(cutScalar, text, start);
  const end = cut ?? endOf(scalar, text, start);
  return { offset: end ?? start, broken: cut !== undefined || end === undefined };
}

function endOfString(text: string, start: number): End {
  let offset = start + 1;
  while (offset < text.length) {
    const character = text.charAt(offset);
    if (character === '"') return { offset: offset + 1, broken: false };
    if (character < ' ') return { offset, broken: true };
    if (character === '\\') {
      const end = endOf(escape, text, offset);
      if (end === undefined) return { offset: endOf(cutEscape, text, offset) ?? offset, broken: true };
      offset = end;
    } else offset += 1;
  }
  return { offset, broken: true };
}
