import { describe, expect, it } from 'vitest';
import { parseJsonObject } from '../../src/media/answer-body.js';
import { syntaxErrorOffset } from '../../src/media/json-syntax.js';
import { MalformedAnswerError } from '../../src/media/errors.js';

describe('parseJsonObject', () => {
  it('gives the object, whatever its keys', () => {
    const value = parseJsonObject({ body: '{"kind":"APIGroupList","__proto__":{"polluted":true}}' }, '/apis');
    expect(value['kind']).toBe('APIGroupList');
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  it.each([
    ['', 'the body is empty'],
    [' \n', 'the body is empty'],
    [
      '<html><body>Please log in</body></html>',
      'the body is HTML or XML, not JSON: "<html><body>Please log in</body></html>"',
    ],
    ['404 page not found', 'unexpected "p" at position 4 of 18: "404 page not found"'],
    ['{"kind":"X"', 'the JSON ends too early, at position 11'],
    ['{"kind":"Secret","data":{"a":"c2VjcmV0', 'the JSON ends too early, at position 38'],
    ['{"data":{"a":"c2VjcmV0"} "b"}', 'unexpected "\\"" at position 25 of 29 in the JSON'],
    ['[{"a":"c2VjcmV0"} 1]', 'unexpected "1" at position 18 of 20 in the JSON'],
    ['[]', 'the body is an array, not a JSON object'],
    ['null', 'the body is null, not a JSON object'],
    ['"text"', 'the body is a string, not a JSON object'],
    ['7', 'the body is a number, not a JSON object'],
  ])('%j: %s', (body, problem) => {
    const parse = () => parseJsonObject({ body }, '/apis/apps/v1');
    expect(parse).toThrow(MalformedAnswerError);
    expect(parse).toThrow(`The answer to /apis/apps/v1 makes no sense: ${problem}.`);
  });

  it('never shows what a broken object holds', () => {
    const parse = () => parseJsonObject({ body: '{"data":{"password":"aHVudGVyMg=="},}' }, '/x');
    expect(parse).toThrow(MalformedAnswerError);
    expect(parse).not.toThrow('aHVudGVyMg');
  });
});

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
