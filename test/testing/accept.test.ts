import { describe, expect, it } from 'vitest';
import { passesRouter, readAccept } from '../../src/testing/wire/accept.js';

const types = (header: string): string[] => readAccept(header).map(({ type }) => type);

describe('an Accept header', () => {
  it.each([
    ['a/b,c/d', ['a/b', 'c/d']],
    ['a/b;q=0.5,c/d', ['c/d', 'a/b']],
    ['a/b;q=0,c/d;q=0.1', ['c/d', 'a/b']],
    ['a/b;q=high,c/d;q=0.1', ['c/d', 'a/b']],
    ['a/b;q=2,c/d', ['a/b', 'c/d']],
    ['*/*,a/b', ['a/b', '*/*']],
    ['a/*,a/b', ['a/b', 'a/*']],
    ['*,a/b', ['a/b', '*/*']],
    ['nonsense,a/b/c,a/,a/b', ['a/b']],
    ['', []],
    // A range gives way to what stands behind it even at a higher weight.
    ['*/*;q=0.9,a/b;q=0.1', ['a/b', '*/*']],
  ])('%j is read in the order %j', (header, expected) => {
    expect(types(header)).toEqual(expected);
  });

  it('keeps letter case and quotes, and leaves out parameters without a value', () => {
    const [clause] = readAccept(' A/b ; G="x" ; v = 2 ;empty=;bare;two=a=b');
    expect([clause?.type, Object.fromEntries(clause?.parameters ?? [])]).toEqual(['A/b', { G: '"x"', v: '2' }]);
  });
});

describe('a router', () => {
  it.each<[string | null, boolean]>([
    [null, true],
    ['', true],
    ['*/*', true],
    ['application/json;as=Table', true],
    ['text/csv, application/json', true],
    ['application/*', false],
    ['Application/JSON', false],
    ['text/csv', false],
    ['*', false],
  ])('lets %j pass: %s', (accept, passes) => {
    expect(passesRouter(accept, ['application/json'])).toBe(passes);
  });
});
