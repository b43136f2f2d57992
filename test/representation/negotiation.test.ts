import { describe, expect, it } from 'vitest';
import { parseAccept, formatMediaType, type MediaType } from '../../src/core/media/media-type.js';

describe('what is not a valid header value', () => {
  it.each([
    ['a line break in a value', { type: 'a/b', parameters: new Map([['as', 'x\r\nAuthorization: y']]) }],
    ['a character beyond a byte', { type: 'a/b', parameters: new Map([['as', '日']]) }],
    ['a name of two words', { type: 'a/b', parameters: new Map([['a b', 'x']]) }],
    ['a name that is empty', { type: 'a/b', parameters: new Map([['', 'x']]) }],
    ['a type that is two', { type: 'a/b,c/d', parameters: new Map() }],
    ['a type with a line break', { type: 'a/b\n', parameters: new Map() }],
  ] as [string, MediaType][])('is not written: %s', (_what, mediaType) => {
    expect(() => formatMediaType(mediaType)).toThrow('mediaType is not a valid header value.');
  });

  it('takes what HTTP takes in quotes', () => {
    expect(formatMediaType({ type: 'a/b', parameters: new Map([['x', 'é\t"']]) })).toBe('a/b;x="é\t\\""');
  });
});

describe('an Accept header that is garbage', () => {
  it.each([
    [';;;', []],
    ['a/b;as="unclosed, c/d', ['a/b;as="\\"unclosed, c/d"']],
    ['a/b;=;c/d', []],
    ['a/b;q="0.5"', ['a/b']],
    ['\u0000/\u0001, application/json', ['application/json']],
    ['"a/b", c/d', ['c/d']],
  ])('%j leaves what makes sense', (header, types) => {
    expect(parseAccept(header).map(formatMediaType)).toEqual(types);
  });

  it('may be a hundred thousand clauses, or one of a million characters', () => {
    expect(parseAccept('a/b;q=0.1,'.repeat(100_000))).toHaveLength(100_000);
    expect(parseAccept(`a/b;x="${'\\"'.repeat(500_000)}",c/d`)).toHaveLength(2);
    expect(parseAccept(`${'"'.repeat(1_000_001)},a/b`)).toEqual([]);
    expect(parseAccept(';='.repeat(500_000))).toEqual([]);
  });
});
