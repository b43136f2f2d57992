import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LosslessNumber } from 'lossless-json';
import { parse, parseAllDocuments } from 'yaml';
import { createAnswerBody, type AnswerBody } from '../../src/core/media/answer-body.js';
import { csv } from '../../src/representations/csv.js';
import { manifest } from '../../src/representations/manifest.js';
import { originOf } from '../../src/core/representation/origin.js';
import { partialObjectMetadata } from '../../src/core/representation/partial-object-metadata.js';
import { formatYaml, formatYamlValue, yaml } from '../../src/yaml/index.js';
import { bareItem, frame, partial, pod, podList, received, success } from '../representation/bodies.js';
import { webPods } from '../representation/contexts.js';

const written = (content: string): AnswerBody =>
  createAnswerBody({ content, mediaType: 'application/json', path: '/here' });

describe('objects as YAML', () => {
  it('are asked for as what they are made of', () => {
    expect(yaml().offer('list', webPods)).toEqual({ accept: 'application/json' });
    expect(yaml({ of: partialObjectMetadata() }).offer('get', webPods)).toEqual(
      partialObjectMetadata().offer('get', webPods),
    );
  });

  it('are one document each, with kind and apiVersion first', () => {
    const page = yaml().decodeMany(received(podList([bareItem('a'), bareItem('b')], { continue: 'next' })), webPods);
    expect(page.documents).toHaveLength(2);
    expect(page.documents[0]).toBe(`apiVersion: v1
kind: Pod
metadata:
  name: a
  uid: uid-a
  creationTimestamp: "2026-01-01T00:00:00Z"
spec:
  containers: []
status:
  phase: Running
`);
    expect(page.text).toBe(page.documents.join('---\n'));
    expect(parseAllDocuments(page.text)).toHaveLength(2);
    expect(originOf(page)).toBe('converted');
    expect(yaml().itemsOf(page)).toBe(page.documents);
    expect([page.metadata.continue, yaml().continueOf(page)]).toEqual(['next', 'next']);
  });

  it('may be manifests, or metadata', () => {
    expect(yaml({ of: manifest() }).decodeOne(received(pod('front')), webPods).text).toBe(
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: front\n  namespace: web\nspec:\n  containers: []\n',
    );
    const metadata = yaml({ of: partialObjectMetadata() }).decodeOne(received(partial('front')), webPods);
    expect(parse(metadata.text)).toMatchObject({ kind: 'Pod', metadata: { name: 'front' } });
  });

  it('come by a watch as well, with its bookmarks', () => {
    const decode = yaml({ of: manifest() }).decodeEvents(webPods);
    const event = decode(frame('DELETED', pod('front')));
    expect(event).toEqual({ type: 'DELETED', document: expect.stringContaining('name: front') as string });
    expect(originOf(event)).toBe('converted');
    const bookmark = { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '7' } };
    expect(decode(frame('BOOKMARK', bookmark))).toMatchObject({ object: { metadata: { resourceVersion: '7' } } });
  });

  it('keep the digits of the server', () => {
    const digits = ['9007199254740993', '-9223372036854775808', '1.0', '0.10', '1e3', '18446744073709551615', '5'];
    const body = written(`{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"},"spec":{"n":[${digits.join()}]}}`);
    const { text } = yaml().decodeOne(body, webPods);
    expect(text).toContain(digits.map((each) => `    - ${each}\n`).join(''));
    expect(yaml({ of: manifest() }).decodeOne(body, webPods).text).toContain('- 9007199254740993\n');
  });

  it('are made of objects alone', () => {
    expect(() => yaml().decodeOne(received(success), webPods)).toThrow('is a Status');
    expect(() => yaml().decodeOne(written('{"kind":'), webPods)).toThrow('is malformed');
    // @ts-expect-error: records are no objects
    yaml({ of: csv() });
  });
});

describe('a document', () => {
  it('leaves managedFields out, unless they are wanted', () => {
    const object = {
      kind: 'A',
      metadata: { name: 'a', managedFields: [{ manager: 'me' }] },
      spec: { managedFields: 1 },
    };
    const written = formatYaml(object);
    expect(written).toBe('kind: A\nmetadata:\n  name: a\nspec:\n  managedFields: 1\n');
    expect(parse(formatYaml(object, { managedFields: true }))).toEqual(object);
    expect(object.metadata.managedFields).toHaveLength(1);
    expect(formatYaml({ metadata: null })).toBe('metadata: null\n');
  });

  it.each([
    'yes',
    'off',
    'null',
    '~',
    '1e3',
    '0x1f',
    '012',
    '1_000',
    '2026-01-01',
    '12:30:45',
    '=',
    '<<',
    '- a',
    'a: b',
    '#',
    ' x ',
    '',
    '"',
    '\t',
    '*a',
    '&a',
    '!x',
    '%',
    '@',
    '`',
    '|',
    '>',
    '?',
    '---',
    'NaN',
    '.inf',
  ])('has the text %j as text, for readers of both versions of YAML', (text) => {
    const document = formatYaml({ a: text, [text]: 1 });
    for (const version of ['1.1', '1.2'] as const) {
      const read = parse(document, { version, mapAsMap: true }) as Map<unknown, unknown>;
      expect(read.get('a')).toBe(text);
      expect([...read.keys()]).toEqual(['a', text]);
    }
  });

  // By the tables of go.yaml.in/yaml, which kubectl reads with, and of PyYAML; each was asked.
  it.each([
    ...['=', '1e+21', '0o7', '-0o7', '+0O17', '0B11', '-0b1', '0X1f', '0XE', '1_000', '+_1', '-_0', '4e4_', '1_0e5'],
    ...['.5', '5.', '+.5e3', '12:30:45', '190:20:30.15', 'y', 'N', 'on', 'Off', 'YES', '~', 'Null', '-.INF', '.NaN'],
    ...['2001-1-1', '2001-12-14 21:59:43.', '2001-12-14t21:59:43.-05:00', '2001-12-14  1:2:3 +5', '', ' '],
  ])('has %j in quotes, as a value and as a key', (text) => {
    expect(formatYaml({ a: text })).toMatch(/^a: (["']).*\1\n$/);
    expect(formatYaml({ [text]: 1 })).toMatch(/^(["']).*\1: 1\n$/);
  });

  it.each([
    '10.0.0.1',
    '1.2.3',
    'v1',
    'main:1',
    '0x',
    '0o8',
    '0b2',
    '1e',
    '_1',
    '--',
    'a=b',
    '2001-12-14T',
    '0xg',
    '-a',
  ])('has %j without', (text) => {
    expect(formatYaml({ a: text })).toBe(`a: ${text}\n`);
  });

  it.each(['\tx\n', ' \tx\ny', '\n\tx', '\tx\ny'])('has no block that begins with a tab: %j', (text) => {
    expect(formatYaml({ a: text })).toBe(`a: ${JSON.stringify(text)}\n`);
  });

  it('may hold numbers that say their digits', () => {
    expect(formatYaml({ a: [new LosslessNumber('9007199254740993'), new LosslessNumber('-0.10')] })).toBe(
      'a:\n  - 9007199254740993\n  - -0.10\n',
    );
  });

  it('has its keys in another order where no object of Kubernetes is meant', () => {
    expect(formatYaml({ b: 1, kind: 'A' })).toBe('kind: A\nb: 1\n');
    expect(formatYamlValue({ b: 1, kind: 'A' })).toBe('b: 1\nkind: A\n');
    expect(formatYamlValue('yes')).toBe('"yes"\n');
  });

  it('is read as what was written, however hostile', () => {
    const unit = fc.constantFrom(
      '\u0000',
      '\u0007',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u00a0',
      '\u2028',
      '\ufeff',
      '\ud83d\ude00',
      '\t',
      '\r',
      '\n',
      ' ',
      '-',
      '#',
      ':',
      '"',
      "'",
      '|',
      '\\',
      'a',
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const written = formatYaml({ [`k${text}`]: text, list: [text, { [text]: [text] }] });
        for (const version of ['1.1', '1.2'] as const) {
          expect(parse(written, { version })).toEqual({ [`k${text}`]: text, list: [text, { [text]: [text] }] });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is read as what was written, whatever that was', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as object;
        expect(JSON.stringify(parse(formatYaml(plain)))).toBe(JSON.stringify(parse(JSON.stringify(plain))));
      }),
      { numRuns: 200 },
    );
  });

  it('has the same thing twice where it stands twice', () => {
    const labels = { app: 'front' };
    expect(formatYaml({ a: labels, b: labels })).toBe('a:\n  app: front\nb:\n  app: front\n');
  });

  it('escapes what is not to be seen, and what some readers refuse', () => {
    expect(formatYaml({ 'a\u2028': 'x\u0085\n\ufeff\u007f\u202e\uffff', b: 'é' })).toBe(
      '"a\\u2028": "x\\u0085\\n\\ufeff\\u007f\\u202e\\uffff"\nb: é\n',
    );
  });

  it.each([' \n', ' \t\n', '  \n\n', '\n', '\nx', ' \nx', 'x\n  \n', 'x\n \n\ty'])('keeps blank lines: %j', (text) => {
    expect(parse(formatYaml({ a: { b: text }, list: [text] }))).toEqual({ a: { b: text }, list: [text] });
  });

  it('does not fold long lines', () => {
    const long = 'word '.repeat(100).trim();
    expect(formatYaml({ a: long })).toBe(`a: ${long}\n`);
  });

  it('is not made of what holds itself, or is nested too deeply', () => {
    const round: Record<string, unknown> = {};
    round['round'] = round;
    let deep: object = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    for (const value of [round, deep]) expect(() => formatYaml(value)).toThrow('value cannot be written as YAML');
  });
});
