import { describe, expect, it } from 'vitest';
import { isSameData } from '../../src/discovery/same-data.js';

describe('two data say the same', () => {
  it.each<[unknown, unknown]>([
    [
      { a: 1, b: [1, { c: 'x' }] },
      { b: [1, { c: 'x' }], a: 1 },
    ],
    [{ a: undefined, b: null }, { b: null }],
    [[], []],
    [{}, {}],
  ])('%j and %j', (a, b) => {
    expect([isSameData(a, b), isSameData(b, a)]).toEqual([true, true]);
  });
});

describe('two data do not say the same', () => {
  it.each<[unknown, unknown]>([
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: { b: ['x'] } }, { a: { b: ['y'] } }],
    [[1, 2], [1]],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [null, {}],
    [null, undefined],
    ['1', 1],
    [{}, { toString: 1 }],
    [{}, JSON.parse('{"__proto__":{"a":1}}')],
  ])('%j and %j', (a, b) => {
    expect([isSameData(a, b), isSameData(b, a)]).toEqual([false, false]);
  });
});
