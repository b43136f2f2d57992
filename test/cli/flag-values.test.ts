import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  parseCount,
  parseDuration,
  parseTimeout,
  parseTruth,
  parseWord,
  parseWords,
} from '../../src/cli/flag-values.js';

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

describe('parseTimeout', () => {
  it.each([
    ['0', 0],
    ['0s', 0],
    ['30s', 30_000],
    ['1.5h', 5_400_000],
    ['2m30s', 150_000],
    ['.5s', 500],
    ['500us', 0.5],
    ['-1s', 604_800_000],
    ['-0s', 0],
    ['+1m', 60_000],
  ])('reads %s as Go does', (text, ms) => {
    expect(parseTimeout(text)).toBeCloseTo(ms);
  });

  it.each(['', '30', 's', '1d', '1 s', '1m2', '999999h', '--1s', '1..2s'])('refuses %s', (text) => {
    expect(() => parseTimeout(text)).toThrow(/^It must be /);
  });
});
