import { describe, expect, it } from 'vitest';
import { createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { documentsFromYaml, objectsFromYaml, UnreadableYamlError } from '../../src/yaml/index.js';

const text = `# A shop
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
---
apiVersion: v1
kind: List
items:
  - { apiVersion: v1, kind: Pod, metadata: { name: front, namespace: shop } }
  - { apiVersion: v1, kind: ConfigMap, metadata: { name: mode, namespace: shop }, data: { at: 12:30 }, mode: 0644 }
---
{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"front","namespace":"shop"}}
`;

describe('objects from YAML', () => {
  it('are those of all documents, and of the Lists in them', () => {
    expect(objectsFromYaml(text).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Namespace shop',
      'Pod front',
      'ConfigMap mode',
      'Deployment front',
    ]);
  });

  it('are read as kubectl reads them', () => {
    expect(objectsFromYaml(text)[2]).toMatchObject({ data: { at: '12:30' }, mode: 420 });
  });

  it.each<[string, string]>([
    ['on lines of their own', `${json('a')}\n${json('b')}\n${json('c')}\n`],
    ['without anything between them', `${json('a')}${json('b')}${json('c')}`],
    ['in lines of their own, as they are printed for people', [json('a', 2), json('b', 2), json('c', 2)].join('\n')],
    ['behind blanks, and with blank lines between them', ` \n\t${json('a')} \r\n\n${json('b')}\t${json('c')}`],
    ['with comments around them', `# all {\n${json('a')} # {\n# } more\n\n${json('b')}\n#\n${json('c')}\n# end`],
    ['before a document of YAML', `${json('a')}\n${json('b')}\n---\nkind: Pod\napiVersion: v1\nmetadata: { name: c }`],
    [
      'before one in braces that is no JSON',
      `${json('a')}${json('b')}{ apiVersion: v1, kind: Pod, metadata: { name: 'c' } }`,
    ],
    ['with a List among them', `{"apiVersion":"v1","kind":"List","items":[${json('a')},${json('b')}]}${json('c')}`],
  ])('may be JSON, one behind the other: %s', (_, several) => {
    expect(objectsFromYaml(several).map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
  });

  it('are cut between objects of JSON alone', () => {
    const odd = { apiVersion: 'v1', kind: 'Pod', metadata: { name: '}{"\\', labels: {} }, list: [{}, [{}], '{'] };
    expect(objectsFromYaml(JSON.stringify(odd).repeat(3))).toEqual([odd, odd, odd]);
    const quoted = `{ apiVersion: v1, kind: Pod, metadata: { name: '} {' } }`;
    expect(objectsFromYaml(quoted).map(({ metadata }) => metadata.name)).toEqual(['} {']);
  });

  it('are what a fake server begins with', () => {
    const fake = createFakeApiServer({ documents: kubernetes(), objects: objectsFromYaml(text) });
    expect(fake.objects.map(({ kind }) => kind).sort()).toEqual(['ConfigMap', 'Deployment', 'Namespace', 'Pod']);
  });

  it('are none of an empty text', () => {
    expect(objectsFromYaml('')).toEqual([]);
    expect(objectsFromYaml('# nothing\n---\n')).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a text', 'just words', 'line 1, column 1): it contains something that is not an object'],
    ['no kind', 'apiVersion: v1\nmetadata: {}', 'an object has no kind'],
    ['no apiVersion', '\n\nkind: Pod', 'line 3, column 1): an object has no apiVersion'],
    ['no metadata', 'apiVersion: v1\nkind: Pod', 'an object has no metadata'],
    [
      'a name that is a number',
      'apiVersion: v1\nkind: Pod\nmetadata: { name: 7 }',
      'metadata.name of an object is not a string',
    ],
    ['an item that is none', 'apiVersion: v1\nkind: List\nitems: [7]', 'something that is not an object'],
    ['a key twice', 'a: 1\na: 2', 'line 2, column 1): it cannot be read as YAML: a duplicate key'],
    ['a tab', 'a:\n\tb: 1', 'a tab in the indentation'],
    ['a bracket that stays open', 'a: [1', 'an unclosed bracket'],
    ['a number beyond 2^53', 'a: 12345678901234567890', 'a number that JavaScript cannot represent'],
    ['braces that follow one another and are no JSON', '{ a: 1 }\n{ b: 2 }', 'line 2, column 1'],
    ['a key twice in the second object of JSON', `${json('a')}\n{"a":1,"a":2}`, 'line 2, column 8): it cannot be read'],
    [
      'a number beyond 2^53 in the third one',
      `${json('a')}\n\n${json('b')}{"a":\n12345678901234567890}`,
      'line 4, column 1',
    ],
    ['an object of JSON behind another that is not closed', `${json('a')}\n{"a":{`, 'an unclosed bracket'],
    [
      'a third object of JSON that is none of Kubernetes',
      `${json('a')}\n${json('b')}\n{}`,
      'line 3, column 1): an object',
    ],
    [
      'a depth that no object has, in the second object',
      `{}{"a":${'['.repeat(1000)}`,
      'nested more than 400 levels deep',
    ],
    ['a bomb of aliases', bomb(), 'too many aliases: they expand to more than 100000 values'],
    [
      'an alias of what is around it',
      'a: &a {b: *a}',
      'line 1, column 11): it cannot be read as YAML: an alias to an undefined',
    ],
    ['keys that are one in JSON', '1: a\n"1": b', 'line 2, column 1): it cannot be read as YAML: a duplicate key'],
    ['a key that is null', '~: a', 'line 1, column 1): a key that is null'],
    ['a key that is a list', '? [a]\n: b', 'line 1, column 3): a key that is not a scalar'],
    ['a million wrong escapes', `a: "${'\\z'.repeat(1_000_000)}"`, 'an invalid escape sequence'],
    ['a tag that does not fit', 'a: !!int b', 'a tag that its value does not fit'],
    [
      'a mistake in a later document',
      'a: 1\n---\nb: 1\nb: 2',
      '(document 2, line 4, column 1): it cannot be read as YAML: a duplicate key',
    ],
    ['more tokens than manifests have', '- 1\n'.repeat(600_000), 'more than 2000000 tokens'],
    ['a depth that no object has', '['.repeat(1000), 'nested more than 400 levels deep'],
  ])(
    'are refused for %s, in words',
    (_, wrong, words) => {
      let error: unknown;
      try {
        objectsFromYaml(wrong);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(UnreadableYamlError);
      const { message } = error as UnreadableYamlError;
      expect(message).toContain(words);
      expect(message).not.toMatch(/[A-Z]{3,}_[A-Z]+/);
    },
    60_000,
  );

  it('take the kind of a typed list for items that have none, as kubectl does', () => {
    const list = { apiVersion: 'flowcontrol.apiserver.k8s.io/v1', kind: 'FlowSchemaList' };
    const items = [{ metadata: { name: 'a' } }, { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } }];
    expect(objectsFromYaml(JSON.stringify({ ...list, items }))).toEqual([
      { ...items[0], apiVersion: list.apiVersion, kind: 'FlowSchema' },
      items[1],
    ]);
    const half = JSON.stringify({ ...list, items: [{ kind: 'FlowSchema', metadata: { name: 'a' } }] });
    expect(() => objectsFromYaml(half)).toThrow('an object has no apiVersion');
  });

  it('may have tens of thousands of keys, and many uses of an anchor', () => {
    const keys = Array.from({ length: 60_000 }, (_, index) => `  k${index}: v\n`).join('');
    const uses = Array.from({ length: 150 }, (_, index) => `  u${index}: *shared\n`).join('');
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nshared: &shared [1]\nuses:\n${uses}data:\n${keys}`;
    const [object] = objectsFromYaml(text) as { data?: object; uses?: object }[];
    expect([object?.data, object?.uses].map((each) => Object.keys(each ?? {}).length)).toEqual([60_000, 150]);
  });

  it('take what several merge keys bring', () => {
    const text =
      'kind: A\napiVersion: v1\nmetadata:\n  labels: &a {x: a}\n  annotations: &b {z: b}\n  both:\n    <<: *a\n    <<: *b\n';
    expect(objectsFromYaml(text)).toMatchObject([{ metadata: { both: { x: 'a', z: 'b' } } }]);
  });

  it('are refused without a word of the text, which may be secret', () => {
    const secret = 'hunter2';
    const wrong = `apiVersion: v1\nkind: Secret\nstringData: { password: "${secret}\\q" }`;
    let error: unknown;
    try {
      objectsFromYaml(wrong);
    } catch (cause) {
      error = cause;
    }
    expect(error).toMatchObject({ code: 'unreadable-yaml', line: 3 });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(secret);
  });

  it('are not read of what is no text', () => {
    expect(() => objectsFromYaml(undefined as unknown as string)).toThrow(
      expect.objectContaining({ code: 'invalid-argument' }) as Error,
    );
  });
});

describe('documents from YAML', () => {
  it('have their line', () => {
    expect(documentsFromYaml('a: 1\n---\n\n- b\n')).toEqual([
      { value: { a: 1 }, line: 1 },
      { value: ['b'], line: 4 },
    ]);
    expect(documentsFromYaml('{"a":1}\n\n{"b":2}{"c":3}\n---\n# more\nd: 4\n')).toEqual([
      { value: { a: 1 }, line: 1 },
      { value: { b: 2 }, line: 3 },
      { value: { c: 3 }, line: 3 },
      { value: { d: 4 }, line: 6 },
    ]);
  });
});

function json(name: string, indent?: number): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name } }, undefined, indent);
}

function bomb(): string {
  const rows = Array.from(
    { length: 12 },
    (_, at) =>
      `k${at}: &a${at} [${Array(10)
        .fill(at === 0 ? 'x' : `*a${at - 1}`)
        .join(', ')}]`,
  );
  return rows.join('\n');
}
