import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatKyaml } from '../../src/cli/terminal/kyaml.js';
import { documentsFromYaml, objectsFromYaml } from '../../src/yaml/index.js';
import { cli, server } from './support.js';

const fixture = (name: string): Promise<string> =>
  readFile(path.join(import.meta.dirname, '../fixtures/kyaml', name), 'utf8');

describe('KYAML', () => {
  it("is what kubectl's encoder (sigs.k8s.io/yaml 1.6.0) prints, byte for byte", async () => {
    const object: unknown = JSON.parse(await fixture('object.json'));
    expect(formatKyaml(object)).toBe(await fixture('object.kyaml'));
  });

  it('is read back as the same value', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...hardWords),
    );
    const text = fc.array(word, { maxLength: 3 }).map((words) => words.join('\n'));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(text, tie('value'), { maxKeys: 3 }),
    }));
    fc.assert(
      fc.property(value, (each) => {
        const [document] = documentsFromYaml(formatKyaml(each));
        expect(JSON.stringify(sorted(document?.value))).toBe(JSON.stringify(sorted(each)));
      }),
      { numRuns: 50 },
    );
  });
});

describe('-o kyaml', () => {
  it('prints one object, a List, and documents that follow one another', async () => {
    const one = await cli(server(), 'get cm/settings -o kyaml');
    expect(one).toMatchObject({ code: 0, stderr: '' });
    expect(one.stdout).toMatch(/^---\n\{\n {2}apiVersion: "v1",\n {2}data: \{\},\n {2}kind: "ConfigMap",\n/);
    const { stdout: list } = await cli(server(), 'get pods -n web -o kyaml');
    expect(list).toMatch(/^---\n\{\n {2}apiVersion: "v1",\n {2}items: \[\{\n {4}apiVersion: "v1",\n/);
    expect(objectsFromYaml(list).map(({ metadata }) => metadata.name)).toEqual(['cache-0', 'front-0', 'front-1']);
    const { stdout: described } = await cli(server(), 'describe pod front-0 front-1 -n web -o kyaml');
    expect(documentsFromYaml(described)).toHaveLength(2);
  });
});

const hardWords = [
  '\r',
  '\u3000wide',
  ' \tx',
  '\u0085',
  '\u2028',
  '\ufeff',
  'yes',
  '1e999',
  '0x' + 'f'.repeat(20),
  '=',
  '<<',
];

/** With the keys of each object in one order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, each]) => [key, sorted(each)]);
}
