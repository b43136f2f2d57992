import { syntaxError, peek, type Source } from './source.js';

const letters: Readonly<Record<string, string>> = {
  ...{ a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
  '\\': '\\',
};

/**
 * Takes a text in single or double quotes, with the escapes of a Go string: `\n`, `\t`, `\\`, the quote itself, `\x41`,
 * `\101`, `\u00e9`, `\U0001f600`. Bytes beyond ASCII from `\x` and octal escapes are decoded as UTF-8.
 */
export function takeQuoted(source: Source): string {
  const start = source.at;
  const quote = peek(source);
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  source.at += 1;
  for (;;) {
    const next = peek(source);
    if (next === '' || next === '\n') throw syntaxError(source, 'unterminated quoted string', start);
    source.at += 1;
    if (next === quote) break;
    if (next === '\\') bytes.push(...takeEscape(source, quote));
    else {
      // A surrogate pair is encoded as one character.
      const code = source.text.codePointAt(source.at - 1) ?? 0;
      if (code > 0xffff) source.at += 1;
      bytes.push(...encoder.encode(String.fromCodePoint(code)));
    }
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

const escape = /^(?:x([\da-fA-F]{2})|([0-7]{3})|(u[\da-fA-F]{4}|U[\da-fA-F]{8})|([^]))/;

/** Returns the bytes of an escape, whose backslash has already been taken. */
function takeEscape(source: Source, quote: string): Iterable<number> {
  const position = source.at - 1;
  const rest = source.text.slice(source.at, source.end);
  const [digits = '', hex, octal, code, letter] = escape.exec(rest) ?? [];
  source.at += digits.length;
  const byte = hex === undefined ? Number.parseInt(octal ?? '', 8) : Number.parseInt(hex, 16);
  if (byte < 256) return [byte];
  const point = Number.parseInt(code?.slice(1) ?? '', 16);
  const meant = letter === quote ? quote : isCharacter(point) ? String.fromCodePoint(point) : letters[letter ?? ''];
  if (meant !== undefined) return new TextEncoder().encode(meant);
  throw syntaxError(source, 'unknown escape sequence', position);
}

/** Reports whether a code point is a character; halves of a surrogate pair are not. */
function isCharacter(code: number): boolean {
  return (code >= 0 && code < 0xd800) || (code > 0xdfff && code <= 0x10ffff);
}
