import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import { parseCount, parseDuration, parseTruth, parseWord, parseWords } from '../../src/cli/flag-values.js';

describe('values of flags', () => {
  it.each([
    ['0', 0],
    ['5', 5000],
    ['500ms', 500],
    ['30s', 30_000],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['1m30s', 90_000],
  ])('the time %s is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', 's', '-1s', '1.5s', '1d', '1 s', '30s!', '25h25h25h25h25h25h25h25h25h600h', '99999999999'])(
    'the time "%s" is refused',
    (text) => {
      expect(() => parseDuration(text)).toThrow(InvalidArgumentError);
    },
  );

  it.each(['', '-1', '1.5', '1e3', 'x', '9007199254740993'])('the number "%s" is refused', (text) => {
    expect(() => parseCount(text)).toThrow(InvalidArgumentError);
  });

  it('a number, a truth, a word and a list of words are read', () => {
    expect(parseCount('12')).toBe(12);
    expect([parseTruth('true'), parseTruth('false')]).toEqual([true, false]);
    expect(parseWord('web')).toBe('web');
    expect(parseWords('get, list')).toEqual(['get', 'list']);
  });

  it('an empty word is refused', () => {
    expect(() => parseWord('')).toThrow(InvalidArgumentError);
    expect(() => parseWords('')).toThrow(InvalidArgumentError);
  });
});
