import { describe, expect, it } from 'vitest';
import { Scalar } from 'yaml';
import { documentsFromYaml, UnreadableYamlError } from '../../src/yaml/index.js';

const valueOf = (text: string): unknown => documentsFromYaml(text)[0]?.value;

describe('YAML that somebody else wrote', () => {
  it.each<[string, (n: number) => string]>([
    ['keys', (n) => Array.from({ length: n }, (_, at) => `key${at}: ${at}\n`).join('')],
    ['keys in braces', (n) => `{${Array.from({ length: n }, (_, at) => `"key${at}": ${at}`).join(',')}}`],
  ])('is not compared key by key: %s', (_, text) => {
    let reads = 0;
    const values = new WeakMap<object, unknown>();
    Object.defineProperty(Scalar.prototype, 'value', {
      configurable: true,
      get: function (this: object) {
        reads += 1;
        return values.get(this);
      },
      set: function (this: object, value: unknown) {
        values.set(this, value);
      },
    });
    try {
      expect(Object.keys(valueOf(text(2_000)) as object)).toHaveLength(2_000);
    } finally {
      Reflect.deleteProperty(Scalar.prototype, 'value');
    }
    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(20 * 2_000);
  });

  it.each<[string, string]>([
    ['wrong escapes', `a: "${'\\q'.repeat(100_000)}"`],
    ['commas', `[${','.repeat(100_000)}]`],
    ['reserved characters', '- @\n'.repeat(40_000)],
  ])('is refused at its first problem: %s', (_, text) => {
    const limit = Error.stackTraceLimit;
    let created = 0;
    // Each error that is created asks for the limit of its stack.
    Object.defineProperty(Error, 'stackTraceLimit', { configurable: true, get: () => ((created += 1), limit) });
    try {
      expect(() => documentsFromYaml(text)).toThrow('it cannot be read as YAML');
    } finally {
      Object.defineProperty(Error, 'stackTraceLimit', { configurable: true, writable: true, value: limit });
    }
    expect(created).toBeLessThan(100);
  });

  it.each<[string, string, string]>([
    ['a number and its text as keys', '1: a\n"1": b', 'line 2, column 1): it cannot be read as YAML: a duplicate key'],
    ['a boolean and its text as keys', '{yes: a, "true": b}', 'column 10): it cannot be read as YAML: a duplicate key'],
    ['a list as a key', 'a: 1\n? [x]\n: b', 'line 2, column 3): a key is a list or a mapping'],
    ['a mapping as a key', '{{x: 1}: b}', 'a key is a list or a mapping'],
    ['null as a key', 'null: b', 'line 1, column 1): a key is null'],
    ['nothing as a key', 'a: 1\n: b', 'line 2, column 1): a key is null'],
    ['an alias of a list as a key', 'a: &a [x]\n*a : b', 'line 2, column 1): a key is a list'],
    ['an object inside of itself', 'a: &a {b: *a}', 'line 1, column 11): an alias is inside of what it stands for'],
    ['a list inside of itself', '&a [1, [*a]]', 'an alias is inside of what it stands for'],
    ['an undefined alias', 'a: *b', 'line 1, column 4): an alias has no anchor'],
    ['an alias before its anchor', 'a: *b\nb: &b 1', 'an alias has no anchor'],
    ['an alias to another document', 'a: &b 1\n---\na: *b', 'line 3, column 4): an alias has no anchor'],
    ['a merge of a text', '<<: text', 'line 1, column 5): it merges something that is not a mapping'],
    ['depth behind aliases', `- [${'1,'.repeat(3000)}]\n${deepAliases(500)}`, 'it is nested too deeply'],
  ])('is refused for %s', (_, text, words) => {
    expect(() => documentsFromYaml(text)).toThrow(UnreadableYamlError);
    expect(() => documentsFromYaml(text)).toThrow(words);
  });

  it('has as many aliases as kubectl reads', () => {
    const uses = `a: &a {x: 1, z: [1, 2]}\nlist: [${Array(5_000).fill('*a').join(', ')}]`;
    expect(valueOf(uses)).toEqual({ a: { x: 1, z: [1, 2] }, list: Array(5_000).fill({ x: 1, z: [1, 2] }) });
    expect(valueOf('- &a 1\n- *a\n- &a 2\n- *a\n- {*a : b}')).toEqual([1, 1, 2, 2, { 2: 'b' }]);
  });

  it('keeps its keys and what it merges', () => {
    expect(valueOf('{1: a, 1.5: b, yes: c, 0o17: d}')).toEqual({ 1: 'a', 1.5: 'b', true: 'c', 15: 'd' });
    expect(valueOf('a: &a {x: 1, w: 2}\nb: {x: 3, <<: *a}\nc: {<<: [{z: 4, x: 5}, *a], w: 6}')).toEqual({
      a: { x: 1, w: 2 },
      b: { x: 3, w: 2 },
      c: { x: 5, w: 6, z: 4 },
    });
    expect(valueOf('"<<": text')).toEqual({ '<<': 'text' });
    const value = valueOf('__proto__: {a: 1}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

function deepAliases(levels: number): string {
  return Array.from({ length: levels }, (_, at) => `- &a${at} [${at === 0 ? '' : `*a${at - 1}`}]\n`).join('');
}
