import { describe, expect, it } from 'vitest';
import { InvalidSelectorError } from '../../src/core/selector/errors.js';
import { formatFieldSelector, matchesFields, parseFieldSelector } from '../../src/core/selector/field-selector.js';
import { InvalidArgumentError } from '../../src/core/shared/invalid-argument-error.js';
import { errorOf } from './support.js';

const fields: Readonly<Record<string, string>> = {
  'metadata.name': 'a',
  x: 'a,b',
  y: 'a=b',
  z: '\\',
  'a!b': 'c',
  '': 'e',
};
const valueOf = (field: string): string => fields[field] ?? '';

describe('a field selector', () => {
  it.each([
    ['', true],
    [',,', true],
    ['metadata.name=a', true],
    ['metadata.name==a', true],
    ['metadata.name!=a', false],
    ['metadata.name=b', false],
    ['metadata.name=a,nope=', true],
    ['metadata.name=a,nope!=', false],
    ['nope=x', false],
    [String.raw`x=a\,b`, true],
    [String.raw`y=a\=b`, true],
    [String.raw`z=\\`, true],
    ['a!b=c', true],
    ['=e', true],
    ['=', true],
    ['!=', true],
    ['metadata.name= a', false],
  ])('%j', (text, expected) => {
    expect(matchesFields(parseFieldSelector(text), valueOf)).toBe(expected);
  });
});

describe('a field selector that cannot be read', () => {
  it.each([
    ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'", 0],
    ['a=b,c', "invalid selector: 'a=b,c'; can't understand 'c'", 4],
    ['z=1, !a', "invalid selector: 'z=1, !a'; can't understand ' !a'", 4],
    ['a=b=c', 'invalid field selector: unescaped character in value: 61', 3],
    ['a===b', 'invalid field selector: unescaped character in value: 61', 3],
    [String.raw`a=b\x`, String.raw`invalid field selector: invalid escape sequence: \x`, 3],
    [String.raw`a=\😀`, String.raw`invalid field selector: invalid escape sequence: \😀`, 2],
    ['a=b\\', 'invalid field selector: invalid escape sequence: \\', 3],
    // Terms are read in the order of their text.
    ['b=1=,a=1=', 'invalid field selector: unescaped character in value: 61', 8],
  ])('%j is told in the words of servers: %s', (text, problem, position) => {
    const error = errorOf(() => parseFieldSelector(text));
    expect(error).toBeInstanceOf(InvalidSelectorError);
    expect(error).toMatchObject({ selector: text, problem, position });
  });

  it.each([null, undefined, 7])('%j is no text', (text) => {
    expect(() => parseFieldSelector(text as never)).toThrow(InvalidArgumentError);
  });
});

describe('a field selector as text', () => {
  it.each([
    ['', ''],
    ['b==1,a!=2', 'a!=2,b=1'],
    [String.raw`x=a\,b\=\\`, String.raw`x=a\,b\=\\`],
  ])('%j is %j, which reads as the same', (text, expected) => {
    const formatted = formatFieldSelector(parseFieldSelector(text));
    expect(formatted).toBe(expected);
    expect(parseFieldSelector(formatted)).toEqual(parseFieldSelector(text));
  });
});
