import { describe, expect, it } from 'vitest';
import { parseJSONPath } from '../../src/representations/json-path.js';

const format = (template: string, value: unknown): string => parseJSONPath(template).format(value);

describe('a template', () => {
  it.each<[string, unknown, string]>([
    ['a}b{.a}', { a: 1 }, 'a}b1'],
    ['{}', { a: 1 }, '{"a":1}'],
    ['{@}', 'text', 'text'],
    ['{.a}', { a: null }, 'null'],
    ['{.a}', {}, ''],
    ['{.a "x"}', { a: 1 }, 'x'],
    ['{1}{1.50}{true}{+3}', null, '11.5true3'],
    ['{.a[]}', { a: [5, 6] }, '5'],
    ['{.a(b}{.a*}', { 'a(b': 1, 'a*': 2 }, '12'],
    ["{['a.b']}{['a\\.b']}", { a: { b: 1 }, 'a.b': 2 }, '12'],
    ['{..}', { a: ['x', '', [], {}] }, '{"a":["x","",[],{}]} ["x","",[],{}] x'],
    ['{.k.*}', { k: 'ab' }, ''],
    ["{.a[?('x'==@.b)].b}", { a: [{ b: 'x' }] }, 'x'],
    ['{.a[?(@.b)].c}', { a: [{ b: null, c: 3 }, { c: 4 }] }, '3'],
    ['{.a[?(@.b[5])].c}', { a: [{ b: [1], c: 3 }] }, ''],
    ['{.a[?(@.b)]}', { a: null }, ''],
    ['{range .a[*]} {end}x', { a: [1, 2] }, '  x'],
    ['{.a.__proto__}{.a.constructor}', { a: {} }, ''],
  ])('%s of %j is %s', (template, value, text) => {
    expect(format(template, value)).toBe(text);
  });

  it.each([
    ["{'a\\x41\\u00e9\\101\\''}", "aAéA'"],
    ["{'\\xc3\\xa9\\U0001f600😀'}", 'é😀😀'],
    ['{"\\\\"}', '\\'],
    ['{"\\n\\t\\a"}', '\n\t\u0007'],
  ])('reads the escapes of Go in quotes: %s', (template, text) => {
    expect(format(template, null)).toBe(text);
  });

  it.each([
    ['{"\\\'"}', 'unknown escape sequence', 2],
    ['{"\\q"}', 'unknown escape sequence', 2],
    ['{"\\ud800"}', 'unknown escape sequence', 2],
    ['{"a}', 'unterminated quoted string', 1],
    ['{.a b}', '"b" is not a JSONPath keyword', 4],
    ['{.}', 'the name of a field is missing', 1],
    ["{['a b']}", '"b" is not a JSONPath keyword', 5],
    ['{["a"]}', '["a"] is not an index', 2],
    ['{[a]}', 'is not an index', 2],
    ["{['a', x]}", '[x] is not an index', 7],
    ["{['']}", 'the name of a field is missing', 2],
    ['{[99999999999999999999]}', 'is not an index', 2],
    ['{[?(@.a)}', 'a filter must end with )]', 8],
    ['{[?()]}', 'one side of this filter is empty', 4],
    ['{[?(@.a==)]}', 'one side of this filter is empty', 9],
    ["{[?(@.b=='y' && @.c=='z')]}", '&& and || are not supported', 13],
    ["{[?(@.b =~ 'y')]}", 'unknown operator =', 8],
    ['{.a\t}', 'unexpected "\\t"', 3],
    ['{range .a[*]}{.b}', 'this {range} has no {end}', 0],
    ['{range .a[*]}{range .b}{end}', 'this {range} has no {end}', 0],
    ['{end}', 'this {end} has no {range}', 0],
    ['{.a range}', 'must be at the beginning', 4],
    [`${'{range @}'.repeat(101)}${'{end}'.repeat(101)}`, 'more than 100 nested ranges', 900],
    ['x'.repeat(10_001), 'longer than 10000 characters', 10_000],
  ])('that makes no sense is refused with its place: %s', (template, problem, position) => {
    expect(() => parseJSONPath(template)).toThrow(
      expect.objectContaining({ problem: expect.stringContaining(problem) as string, position }),
    );
  });

  it('has options that are checked', () => {
    expect(() => parseJSONPath('', null as never)).toThrow(expect.objectContaining({ argument: 'options' }));
    expect(() => parseJSONPath('', { maxValues: 0 })).toThrow(expect.objectContaining({ argument: 'maxValues' }));
  });

  it.each([
    ['{.a[0]}', { a: [] }, 'index 0 is out of bounds', 4],
    ['{.a[?(@.b=="x")]}', { a: [{ b: 1 }] }, 'a number cannot be compared with a string', 3],
    ['{.a[?(@.b==1)]}', { a: [{ b: null }] }, 'null cannot be compared', 3],
    ['{.a[?(@.b<true)]}', { a: [{ b: false }] }, 'booleans cannot be compared', 3],
    ['{.a[?(@.*==1)]}', { a: [[1, 2]] }, 'must compare one value with another', 3],
    ['{.a[*]}', { a: 'secret' }, 'a string is not a list', 4],
    ['{.a[?(@.b)]}', { a: {} }, 'an object is not a list', 3],
  ])('that does not fit says why, and nothing of the value: %s', (template, value, problem, position) => {
    expect(() => format(template, value)).toThrow(
      expect.objectContaining({
        code: 'json-path-mismatch',
        problem: expect.stringContaining(problem) as string,
        position,
        message: expect.not.stringContaining('secret') as string,
      }),
    );
  });
});

describe('one path', () => {
  const value = { metadata: { name: 'n' }, list: [1, 2] };
  it.each([
    'metadata.name',
    '.metadata.name',
    '{metadata.name}',
    '{.metadata.name}',
    '$.metadata.name',
    '@.metadata.name',
  ])('may be written %s', (text) => {
    expect(parseJSONPath(text, { relaxed: true }).find(value)).toEqual([['n']]);
  });

  it('may begin with a bracket, a range or nothing', () => {
    expect(parseJSONPath("['list'][1]", { relaxed: true }).find(value)).toEqual([[2]]);
    expect(parseJSONPath('..name', { relaxed: true }).find(value)).toEqual([['n']]);
    expect(parseJSONPath('', { relaxed: true }).find(value)).toEqual([[value]]);
  });

  it('is not several', () => {
    expect(() => parseJSONPath('{.a}{.b}', { relaxed: true })).toThrow('specify one path');
  });
});

describe('what is printed', () => {
  it('is as Go writes it', () => {
    const value = { z: 1, b: '<&>\u2028', f: 1e-7, g: 1e21, h: 12_345_678_901_234_567_890n, e: {}, n: null };
    expect(format('{.}'.replace('.', '@'), value)).toBe(
      '{"b":"\\u003c\\u0026\\u003e\\u2028","e":{},"f":1e-7,"g":1e+21,"h":12345678901234567890,"n":null,"z":1}',
    );
    expect(
      format('{[*]}', [0.00001, 1_234_567.5, 1_000_000, 1e25, -0.5, 9_007_199_254_740_993n, 1e20, 2n ** 64n]),
    ).toBe('1e-05 1.2345675e+06 1000000 1e+25 -0.5 9007199254740993 1e+20 1.8446744073709552e+19');
  });

  it('is a list in JSON for each path where that is asked for', () => {
    expect(parseJSONPath('{.a}{.b}').format({ a: [1, 2], b: { c: 'd' } }, { json: true })).toBe(
      '[\n    [\n        1,\n        2\n    ]\n]\n[\n    {\n        "c": "d"\n    }\n]\n',
    );
  });

  it('compares whole numbers of any size', () => {
    const value = [{ n: 9_007_199_254_740_993n }, { n: 2 }, { n: 1.5 }];
    expect(format('{[?(@.n>=9007199254740993)].n}', value)).toBe('9007199254740993');
    expect(format('{[?(@.n==2)].n}{[?(@.n<2)].n}', value)).toBe('21.5');
  });
});

describe('bounds', () => {
  it('of the values that a path leads to', () => {
    const path = parseJSONPath('{[0:,0:][0:,0:]}', { maxValues: 30 });
    expect(path.find([[1], [2]])[0]).toHaveLength(8);
    expect(() =>
      path.find([
        [1, 2, 3],
        [4, 5, 6],
      ]),
    ).toThrow('more than 30 values (maxValues)');
    expect(() => parseJSONPath('{[?(@[*])]}', { maxValues: 2 }).find([[1, 2, 3]])).toThrow('maxValues');
  });

  it('of the time for a template that is nearly one', () => {
    for (const piece of ['"', "'", '(', '[?(', '\\', '..', '{', '[', ',', "'a',", '@.a[?(@.b==']) {
      const text = `{[?(@.a${piece.repeat(Math.floor(9000 / piece.length))}`;
      expect(() => parseJSONPath(text)).toThrow(expect.objectContaining({ code: 'invalid-json-path' }));
    }
  });

  it('of a union that doubles at each step', () => {
    const path = parseJSONPath(`{${"['a','a']".repeat(60)}}`, { maxValues: 1000 });
    let value: unknown = 1;
    for (let depth = 0; depth < 60; depth += 1) value = { a: value };
    expect(() => path.find(value)).toThrow('maxValues');
  });

  it('of text in ranges in ranges', () => {
    const path = parseJSONPath(`${'{range [*]}'.repeat(3)}${'{"x"}'.repeat(50)}${'{end}'.repeat(3)}`, {
      maxValues: 100,
    });
    expect(() => path.find([[[1, 2]]])).toThrow('more than 100 values (maxValues)');
  });

  it.each([{}, { json: true }])('hold before what is beyond them is printed: %j', (format) => {
    const value = { items: [Array.from({ length: 100_000 }, (_, index) => `item-${index}`)] };
    const path = parseJSONPath(`{.items[${Array.from({ length: 4_900 }, () => '0').join()}]}`, {
      maxTextLength: 10_000_000,
    });
    const begun = performance.now();
    expect(() => path.format(value, format)).toThrow('more than 10000000 characters (maxTextLength)');
    // All of it would be more than six billion characters.
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('of the text', () => {
    const path = parseJSONPath('{[*]}', { maxTextLength: 5 });
    expect(path.format(['ab', 'cd'])).toBe('ab cd');
    expect(() => path.format(['ab', 'cde'])).toThrow('more than 5 characters (maxTextLength)');
  });

  it('of the depth of what is printed, but not of what is walked', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    expect(parseJSONPath('{..a}').find(deep)[0]).toHaveLength(20_000);
    expect(() => format('{.a}', deep)).toThrow('nested more than 500 levels deep');
  });
});

describe('a template of thousands of indexes', () => {
  const repeated = (times: number): string => Array(times).fill(0).join(',');

  it.each([false, true])('prints what it selects once, and counts it each time (json: %s)', (json) => {
    let reads = 0;
    const item = {
      get field() {
        reads += 1;
        return 'x'.repeat(1000);
      },
    };
    const path = parseJSONPath(`{[${repeated(400)}]}`);
    const text = path.format([item], { json });
    expect(text.match(/"field"/g)).toHaveLength(400);
    expect(reads).toBe(1);
    expect(() => parseJSONPath(path.text, { maxTextLength: 100_000 }).format([item], { json })).toThrow(
      'maxTextLength',
    );
  });

  it('counts what a descent passes', () => {
    const path = parseJSONPath(`{[${repeated(100)}]..}`, { maxValues: 10_000 });
    expect(() => path.find([Array(500).fill(1)])).toThrow('it selects more than 10000 values (maxValues)');
  });
});
