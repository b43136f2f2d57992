import { describe, expect, it } from 'vitest';
import { KubeconfigSyntaxError, loadKubeconfig } from '../../../src/kubeconfig/index.js';
import { documentsIn } from '../../../src/kubeconfig/file/parse.js';

function read(text: string): readonly unknown[] {
  return [...documentsIn(text, undefined)];
}

const size = 1_900_000;
const fill = (piece: string, before = '', after = ''): string =>
  before + piece.repeat(Math.floor((size - before.length - after.length) / piece.length)) + after;
const keys = (count: number): string => Array.from({ length: count }, (_, index) => `k${index}: 1`).join(', ');

/** What is bounded, and what is reported of it. */
const hostile: readonly [rule: string, text: string, says: RegExp][] = [
  ['opening brackets', fill('['), /nested more than 400 levels deep \(line 1, column 401\)/],
  ['opening braces', fill('{'), /nested more than 400 levels/],
  ['closing braces', fill('}'), /an unexpected token \(line 1, column 1\)/],
  ['closing brackets', fill(']'), /an unexpected token/],
  ['aliases of nothing', fill('*a '), /too many aliases, more than 10000/],
  ['a list of aliases', fill('- *a\n', '- &a x\n'), /too many aliases, more than 10000/],
  ['anchors', fill('- &a x\n'), /more than 10000 anchors/],
  ['anchors on one node', fill('&a '), /more than 10000 anchors/],
  ['lists in lists on one line', fill('- '), /nested more than 400 levels/],
  ['keys of keys', fill('? '), /nested more than 400 levels/],
  [
    'indentation that only grows',
    Array.from({ length: 1900 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''),
    /nested more than 400/,
  ],
  ['commas', fill(',', '['), /more than 150000 tokens/],
  ['wrong commas', `[${','.repeat(50_000)}]`, /an unexpected token/],
  ['tags', fill('- !a x\n'), /more than 150000 tokens/],
  ['directives', fill('%TAG !a! x\n'), /tokens|an invalid directive/],
  ['wrong escapes in one text', fill('\\q', '"', '"'), /an invalid escape sequence in double quotes/],
  ['documents', fill('--- a\n'), /more than 150000 tokens/],
  ['small values', fill('{},', '[', ']'), /more than 150000 tokens/],
  ['key after key', `${'{? '.repeat(150)}a${'}'.repeat(150)}`, /a key that is not a scalar/],
  [
    'merge keys that copy a large mapping',
    `a: &a {${keys(15_000)}}\n${'- {<<: *a}\n'.repeat(10)}`,
    /a merge key whose value is not a mapping|cannot be read/,
  ],
  [
    'merged aliases of a large mapping',
    `a: &a {${keys(15_000)}}\nb: [${'{<<: *a},'.repeat(10)}]`,
    /expand to more than 100000 values/,
  ],
  [
    'merge keys in merge keys',
    `${'{<<: '.repeat(90)}{${keys(15_000)}}${'}'.repeat(90)}`,
    /expand to more than 100000 values/,
  ],
  ['an alias inside of what it names', '&a {b: [*a]}', /an alias to an undefined anchor/],
  ['an alias inside of the second thing of its name', '- &a 1\n- &a [*a]', /an alias to an undefined anchor/],
];

describe('YAML that somebody made to hurt', () => {
  it.each(hostile)('ends at its bound, in time: %s', (_, text, says) => {
    const before = process.cpuUsage().user;
    let error: unknown;
    try {
      read(text);
    } catch (reason) {
      error = reason;
    }
    // The processor's time, as a machine that is busy with other things says nothing of this.
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(2);
    expect(error).toBeInstanceOf(KubeconfigSyntaxError);
    expect(error).toMatchObject({ code: 'kubeconfig-syntax', message: expect.stringMatching(says) as string });
    expect((error as Error).message.length).toBeLessThan(150);
  });

  it.each(['[', '}', '*a '])('is no kubeconfig either: 1.9 MB of %s', async (piece) => {
    await expect(loadKubeconfig({ text: fill(piece), env: {} })).rejects.toThrow(KubeconfigSyntaxError);
  });

  it('leaves the stack alone when the caller has used most of it', () => {
    const text = `${'['.repeat(190)}1${']'.repeat(190)}`;
    const deep = (levels: number): unknown => (levels === 0 ? read(text) : [deep(levels - 1)]);
    expect(() => JSON.stringify(deep(1_000))).not.toThrow();
  });
});

describe('YAML that people write', () => {
  it('is read with its documents, anchors and merge keys', () => {
    const text = '# two\na: &a {x: 1}\nb: {<<: *a, z: 2}\n---\n- |\n  text\n- "\\u00e9"\n- *z\n'.replace('*z', '&z 1');
    expect(read(text)).toEqual([{ a: { x: 1 }, b: { x: 1, z: 2 } }, ['text\n', 'é', 1]]);
  });

  it('may be empty, and may be JSON', () => {
    expect([read(''), read('# nothing\n'), read('{"a": [1, null]}')]).toEqual([[], [], [{ a: [1, null] }]]);
  });

  it('may be long: ten thousand lines', () => {
    const text = Array.from({ length: 10_000 }, (_, index) => `key-${index}: "value ${index}"`).join('\n');
    expect(Object.keys(read(text)[0] as object)).toHaveLength(10_000);
  });

  it('has the last of two equal keys, and a key by the name of the prototype', () => {
    expect(read('a: 1\na: 2')).toEqual([{ a: 2 }]);
    expect(Object.keys(read('__proto__: {polluted: 1}')[0] as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it('is reported by line and column where it is wrong', () => {
    expect(() => read('a: 1\nb: "\\q"')).toThrow(
      'it cannot be read as YAML: an invalid escape sequence in double quotes (line 2, column 5)',
    );
  });

  it('is read as go-yaml reads it: words for booleans, and nothing behind an end mark without ---', () => {
    expect(read('a: yes\nb: "yes"\nc: 0644')).toEqual([{ a: true, b: 'yes', c: 420 }]);
    expect(() => read('a: 1\n...\nb: 2')).toThrow(KubeconfigSyntaxError);
  });
});
