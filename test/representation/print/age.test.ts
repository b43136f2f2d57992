import { describe, expect, it } from 'vitest';
import { humanAge, humanDuration } from '../../../src/core/representation/print/age.js';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

describe('a duration for people', () => {
  it.each([
    [-2, '<invalid>'],
    [-1.9, '0s'],
    [-0.5, '0s'],
    [0, '0s'],
    [5, '5s'],
    [119, '119s'],
    [2 * minute, '2m'],
    [3 * minute + 20, '3m20s'],
    [10 * minute - 1, '9m59s'],
    [10 * minute, '10m'],
    [3 * hour - 1, '179m'],
    [3 * hour, '3h'],
    [3 * hour + 59, '3h'],
    [7 * hour + 59 * minute, '7h59m'],
    [8 * hour, '8h'],
    [47 * hour, '47h'],
    [2 * day, '2d'],
    [5 * day + 3 * hour, '5d3h'],
    [8 * day, '8d'],
    [729 * day, '729d'],
    [2 * year, '2y'],
    [2 * year + 10 * day, '2y10d'],
    [8 * year - 1, '7y364d'],
    [8 * year + 100 * day, '8y'],
  ])('of %d seconds reads %s, as kubectl shows it', (seconds, text) => {
    expect(humanDuration(seconds)).toBe(text);
  });
});

describe('an age', () => {
  const now = Date.parse('2026-01-02T00:00:00Z');

  it.each([
    ['2026-01-01T21:55:00Z', '125m'],
    ['2026-01-01T23:59:55.123456Z', '4s'],
    ['2026-01-03T00:00:00Z', '<invalid>'],
    ['', '<unknown>'],
    ['soon', '<unknown>'],
    [null, '<unknown>'],
    [undefined, '<unknown>'],
  ])('since %s reads %s', (timestamp, text) => {
    expect(humanAge(timestamp, now)).toBe(text);
  });
});
