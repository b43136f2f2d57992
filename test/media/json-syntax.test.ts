import { describe, expect, it } from 'vitest';
import { syntaxErrorOffset } from '../../src/core/media/json-syntax.js';

describe('the place of a syntax error', () => {
  const valid = ['{}', '[]', ' {"a": [1, -2.5e+3, true, false, null, "x\\u00e9\\n"], "b": {"c": {}}} ', '0', '"\\\\"'];

  it.each(valid)('is nowhere in %s', (text) => {
    expect(syntaxErrorOffset(text)).toBeUndefined();
  });

  it.each([
    ['{"a" 1}', 5],
    ['{"a": 1,}', 8],
    ['{a: 1}', 1],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[,1]', 1],
    ['{,}', 1],
    ['{"a"}', 4],
    ['{]', 1],
    ['[}', 1],
    ['{} {}', 3],
    ['01', 1],
    ['[1.]', 2],
    ['+1', 0],
    ['nul!', 0],
    ['"a\nb"', 2],
    ['"\\x"', 1],
    ['"\\u12g4"', 1],
  ])('in %j is at %i', (text, offset) => {
    expect(syntaxErrorOffset(text)).toBe(offset);
  });

  it.each(valid)('of a text that is cut anywhere is its end: %s', (text) => {
    const whole = text.trim();
    for (let length = 0; length < whole.length; length += 1) {
      const cut = whole.slice(0, length);
      if (!parses(cut)) expect(syntaxErrorOffset(cut), cut).toBe(length);
    }
  });

  it('is found in deep and long texts', () => {
    expect(syntaxErrorOffset('['.repeat(200_000))).toBe(200_000);
    expect(syntaxErrorOffset(`{"a":"${'x'.repeat(5_000_000)}"`)).toBe(5_000_007);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
