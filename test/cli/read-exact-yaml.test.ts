import { describe, expect, it } from 'vitest';
import { readExactYaml } from '../../src/cli/manifests/read-exact-yaml.js';

const valueOf = (text: string): unknown => readExactYaml(text, 'app.yaml').map(({ value }) => value);

describe('readExactYaml', () => {
  it.each([
    ['0644', 420],
    ['0o644', 420],
    ['-0o7', -7],
    ['0x1f', 31],
    ['1_000', 1000],
    ['1e3', 1000],
    ['yes', true],
    ['off', false],
    ['~', null],
    ['2001-12-14', '2001-12-14'],
    ['12:30', '12:30'],
    ['1.0.0', '1.0.0'],
    ['!!str 5', '5'],
    ['!!int "5"', 5],
    ['n', false],
    ['9007199254740991', 9007199254740991],
    ['"9007199254740993"', '9007199254740993'],
  ])('reads %s as kubectl does', (text, value) => {
    expect(valueOf(`a: ${text}\n`)).toEqual([{ a: value }]);
    expect(valueOf(`%YAML 1.2\n---\na: ${text}\n`)).toEqual([{ a: value }]);
  });

  it.each(['9007199254740993', '-9007199254740993', '.inf', '0xffffffffffffffff', '12345678901234567890'])(
    'refuses %s, with its place',
    (text) => {
      expect(() => valueOf(`a: 1\nb:\n  c: ${text}\n`)).toThrow(
        '"app.yaml", line 3, column 6: it contains a number that',
      );
    },
  );

  it('refuses bytes that are no text and tags that do not fit, and quotes no text', () => {
    for (const text of [
      'a: !!binary c2VjcmV0/w==',
      'a: !!int s3cret',
      'a: "s3cret',
      'a: *s3cret',
      's3cret: 1\ns3cret: 2',
    ]) {
      expect(() => valueOf(text)).toThrow(/^(?!.*(?:s3cret|c2VjcmV0)).*app\.yaml/);
    }
  });

  it('bounds depth and what aliases repeat', () => {
    expect(() => valueOf('['.repeat(100_000))).toThrow('nested more than 400 levels deep');
    const [first, ...rest] = 'abcdefg';
    const bomb = `${first ?? ''}: &${first ?? ''} [x,x,x,x,x,x,x,x,x]\n`;
    const more = rest.map((key, index) => {
      const before = 'abcdefg'[index] ?? '';
      return `${key}: &${key} [${Array(9).fill(`*${before}`).join(',')}]\n`;
    });
    expect(() => valueOf(bomb + more.join(''))).toThrow('too many aliases: they expand to more than 100000 values');
  });

  it('reads text with a mark of its order of bytes, and with the line breaks of Windows', () => {
    expect(valueOf('\ufeffa: 1\r\nb: |\r\n  x\r\n')).toEqual([{ a: 1, b: 'x\n' }]);
  });

  it('keeps a key that all objects have a meaning for', () => {
    expect(JSON.stringify(valueOf('__proto__: { a: 1 }'))).toBe('[{"__proto__":{"a":1}}]');
  });

  it('takes merge keys, and documents with their lines', () => {
    expect(readExactYaml('x: &a { k: 1 }\nz: { <<: *a, l: 2 }\n---\n\nb: 1\n', 'app.yaml')).toEqual([
      { value: { x: { k: 1 }, z: { k: 1, l: 2 } }, line: 1 },
      { value: { b: 1 }, line: 5 },
    ]);
  });
});
