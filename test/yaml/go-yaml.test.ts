import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentsFromYaml, UnreadableYamlError } from '../../src/yaml/index.js';

/**
 * A text, and the documents that kubectl 1.37 reads in it (apimachinery's YAMLOrJSONDecoder, whose YAML is read by
 * sigs.k8s.io/yaml), or null where it refuses it. The third says how this reader differs, if it does.
 */
type Case = [text: string, kubectl: readonly unknown[] | null, differs?: 'refused' | 'read' | 'differs'];

const cases = JSON.parse(readFileSync(new URL('go-yaml-cases.json', import.meta.url), 'utf8')) as Case[];

/** All that kubectl reads and this reader refuses by name. */
const refusals = [
  'a duplicate key',
  'a number that JavaScript cannot represent exactly',
  'a key that is a number beyond 64 bits',
  'a line separator (U+2028 or U+2029)',
  'a document without --- before it',
  'a document begins after a line that ends with only a carriage return',
  'an unquoted value in brackets that begins with ? or ends with a colon',
  'a colon in the name of an anchor',
  'an empty line after a backslash',
  'a tag that its value does not fit',
  // A comment at once behind a quote or a bracket, and what is wrong in YAML 1.1, too.
  'a missing quote, bracket, or colon after a key',
  'a block inside brackets',
  'an invalid escape sequence in double quotes',
  'an unexpected token',
];

/** What is read otherwise: no objects of Kubernetes, or what kubectl drops. */
const differing: Readonly<Record<string, unknown>> = {
  '|\nx\n': ['x\n'],
  '>\nx\ny\n': ['x y\n'],
  '# c\n{"a":1}{"b":2}\n': [{ a: 1 }, { b: 2 }],
  // Nothing but blanks behind a stated indentation.
  'a: |2\n    \n': [{ a: '' }],
  '- |1-\n  \n': [['']],
  // Text at once behind the mark of a document.
  '---#y\n': [],
  '---#y\nb\n': ['b'],
  // A comma is part of a tag there.
  'a: [!x, b]\n': [{ a: ['', 'b'] }],
  'a: {b: !x:&,c: 1}\n': [{ a: { b: '', c: 1 } }],
  'a: {!x:&, b: 1}\n': [{ a: { '': null, b: 1 } }],
};

function read(text: string): readonly unknown[] {
  return documentsFromYaml(text)
    .map(({ value }) => value)
    .filter((value) => value !== null && value !== undefined);
}

describe('YAML as kubectl reads it', () => {
  it.each(cases.flatMap(([text, kubectl, differs]) => (differs === undefined ? [{ text, kubectl }] : [])))(
    '$text',
    ({ text, kubectl }) => {
      if (kubectl === null) expect(() => read(text)).toThrow(UnreadableYamlError);
      // JSON has no zero below zero.
      else expect(JSON.parse(JSON.stringify(read(text)))).toEqual(JSON.parse(JSON.stringify(kubectl)));
    },
  );

  it.each(cases.flatMap(([text, , differs]) => (differs === 'refused' ? [text] : [])))(
    'refuses by name: %j',
    (text) => {
      let message = '';
      try {
        read(text);
      } catch (error) {
        message = (error as UnreadableYamlError).problem;
      }
      expect(refusals.some((words) => message.includes(words))).toBe(true);
    },
  );

  it('reads some of what kubectl refuses, and nothing else differently', () => {
    for (const [text] of cases.filter(([, , differs]) => differs === 'read')) expect(() => read(text)).not.toThrow();
    const others = cases.filter(([, , differs]) => differs === 'differs').map(([text]) => text);
    expect(Object.fromEntries(others.map((text) => [text, read(text)]))).toEqual(differing);
  });

  it('names why a text in UTF-16 that was read as UTF-8 is refused', () => {
    const text = Buffer.from('\ufeffa: 1\n', 'utf16le').toString('utf8');
    expect(() => read(text)).toThrow('it has a null character: decode text in UTF-16 first');
  });

  it('bounds what brackets and quotes at the left of their key cost', () => {
    const text = `a:\n  b: [\n${'"x\ny",\n'.repeat(20_000)}]\n`;
    expect(read(text)).toMatchObject([{ a: { b: { length: 20_000 } } }]);
    expect(() => read(`a: ${'[\n'.repeat(1000)}`)).toThrow('nested more than 400 levels deep');
  });
});
