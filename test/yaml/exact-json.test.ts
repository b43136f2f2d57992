import { describe, expect, it } from 'vitest';
import { createAnswerBody, type AnswerBody } from '../../src/core/media/answer-body.js';
import { exactJson, ExactNumber } from '../../src/yaml/yaml-representation.js';

const received = (content: string): AnswerBody =>
  createAnswerBody({ content, mediaType: 'application/json', path: '/here' });
const exact = (digits: string): ExactNumber => new ExactNumber(digits);

describe('JSON with the digits of the server', () => {
  it.each(['0', '-5', '1.5', '9007199254740992', '12345678901234567000'])(
    'has plain numbers where they are the same: %s',
    (digits) => {
      expect(exactJson(received(`{"a":${digits}}`))).toEqual({ a: Number(digits) });
    },
  );

  it.each(['9007199254740993', '-9223372036854775808', '1.0', '1e3', '-0', '0.1000', '1E400', '18446744073709551615'])(
    'keeps %s',
    (digits) => {
      expect(exactJson(received(`{"a":[${digits}]}`))).toEqual({ a: [exact(digits)] });
      expect(String(exact(digits))).toBe(digits);
    },
  );

  it('leaves texts and keys alone, whatever they look like', () => {
    const value = { '9007199254740993': 'a 1.0 \\" 1e3', 'kubeatlas 0 ': 'kubeatlas 0 1.0', '"': '\\' };
    expect(exactJson(received(`[${JSON.stringify(value)},1.0]`))).toEqual([value, exact('1.0')]);
  });

  it('takes no text for a number, however it is escaped', () => {
    expect(exactJson(received('["kubeatl\\u0061s 0 5","\\u0035",1.0]'))).toEqual(['kubeatlas 0 5', '5', exact('1.0')]);
  });

  it('has own fields of all names', () => {
    const read = exactJson(received('{"__proto__":{"a":1.0}}'));
    expect(Object.entries(read as object)).toEqual([['__proto__', { a: exact('1.0') }]]);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  });

  it('leaves the JSON of the body as it is, which others may hold', () => {
    const body = received('{"a":1.0}');
    const parsed = body.json();
    exactJson({ ...body, json: () => parsed });
    expect(parsed).toEqual({ a: 1 });
  });

  it('has a number where JSON is written of it again', () => {
    expect(JSON.stringify(exactJson(received('[1.0,9007199254740993]')))).toBe('[1,9007199254740992]');
    expect(Number(exact('1e3')) + 1).toBe(1001);
  });

  it.each(['{"a":1.0', '<html>1.0</html>', '', '{"a":01}', '[1.0.0]', '[1e]'])(
    'says what is wrong with %j',
    (content) => {
      expect(() => exactJson(received(content))).toThrow('The answer to /here is malformed');
    },
  );

  it('takes very long texts', () => {
    const text = 'a\\n"'.repeat(1_000_000);
    expect(exactJson(received(JSON.stringify([text, 1])))).toEqual([text, 1]);
  });
});
