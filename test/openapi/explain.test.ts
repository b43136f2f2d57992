import { describe, expect, it } from 'vitest';
import {
  explainField,
  ExplanationTooLargeError,
  formatExplanation,
  type OpenAPIDocument,
  type Schema,
} from '../../src/openapi/index.js';
import { wrapWords } from '../../src/openapi/explain.js';

const resource = { group: 'shop.example', version: 'v1', resource: 'gadgets' };
const kind = { group: 'shop.example', version: 'v1', kind: 'Gadget' };

function documentOf(gadget: Schema, others: Readonly<Record<string, Schema>> = {}): OpenAPIDocument {
  return {
    openapi: '3.0.0',
    paths: { '/apis/shop.example/v1/gadgets/{name}': { get: { 'x-kubernetes-group-version-kind': kind } } },
    components: { schemas: { 'a.Gadget': { 'x-kubernetes-group-version-kind': [kind], ...gadget }, ...others } },
  };
}
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

describe('an explanation', () => {
  it('ends at the second visit of a schema', () => {
    const tree: Schema = {
      type: 'object',
      properties: { left: ref('a.Tree'), right: { type: 'array', items: ref('a.Tree') } },
    };
    const { fields } = explainField(
      documentOf({ properties: { tree: ref('a.Tree') } }, { 'a.Tree': tree }),
      resource,
      [],
      {
        recursive: true,
      },
    );
    expect(
      formatExplanation({ kind, field: undefined, description: '', externalDocs: undefined, fields, recursive: true }),
    ).toBe(
      [
        'GROUP:      shop.example\nKIND:       Gadget\nVERSION:    v1\n\nDESCRIPTION:\n    <empty>\nFIELDS:\n',
        '  tree\t<Tree>\n    left\t<Tree>\n    right\t<[]Tree>\n\n',
      ].join(''),
    );
  });

  it('has a bound for schemas without an end, of which kubectl dies', () => {
    const endless = { 'a.Loop': { items: ref('a.Loop') } };
    expect(() => explainField(documentOf(ref('a.Loop'), endless), resource)).toThrow(ExplanationTooLargeError);
    const doubled: Record<string, Schema> = {};
    for (let index = 0; index < 40; index += 1) {
      doubled[`a.B${index}`] = { properties: { x: ref(`a.B${index + 1}`), y: ref(`a.B${index + 1}`) } };
    }
    doubled['a.B40'] = { type: 'object' };
    const document = documentOf({ properties: { first: ref('a.B0') } }, doubled);
    expect(() => explainField(document, resource, [], { recursive: true })).toThrow(/maxDepth/);
    expect(explainField(document, resource, [], { recursive: true, maxDepth: 3 }).fields).toHaveLength(1);
  });

  it('finds fields with names that every object inherits, and only if they are there', () => {
    const own = JSON.parse('{"properties":{"__proto__":{"type":"string","description":"a field"}}}') as Schema;
    expect(explainField(documentOf(own), resource, ['__proto__']).description).toBe('a field\n');
    expect(() => explainField(documentOf({ properties: {} }), resource, ['constructor'])).toThrow('does not exist');
  });

  it('prints values of enums as Go does', () => {
    const property: Schema = { type: 'string', enum: ['', 1, 1.5, 2_000_000, true, null] };
    const text = formatExplanation(explainField(documentOf({ properties: { a: property } }), resource, ['a']));
    expect(text).toContain('ENUM:\n    ""\n    1\n    1.5\n    2e+06\n    true\n    <no value>\n');
    const list = formatExplanation(explainField(documentOf({ properties: { a: property } }), resource));
    expect(list).toContain('  a\t<string>\n  enum: "", 1, 1.5, 2e+06, ....\n');
  });

  it('of ten thousand fields takes them all', () => {
    const properties = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, {}]));
    expect(explainField(documentOf({ properties }), resource).fields).toHaveLength(10_000);
  });
});

// What github.com/mitchellh/go-wordwrap returns for these, by its own tests.
describe('words are wrapped', () => {
  it.each([
    ['foo', 4, 'foo'],
    ['foobarbaz', 4, 'foobarbaz'],
    ['foo bars bazzes', 4, 'foo\nbars\nbazzes'],
    ['fo sop', 4, 'fo\nsop'],
    ['foo bar\u00a0baz', 10, 'foo\nbar\u00a0baz'],
    ['foo\nb\t r\n baz', 4, 'foo\nb\t r\n baz'],
    ['foo    \nb   ar   ', 4, 'foo\nb\nar'],
    ['\nfoo bar\n\n\nbaz\n', 4, '\nfoo\nbar\n\n\nbaz\n'],
    [
      ' This is a list: \n\n\t* foo\n\t* bar\n\n\n\t* baz  \nBAM    ',
      6,
      ' This\nis a\nlist: \n\n\t* foo\n\t* bar\n\n\n\t* baz\nBAM',
    ],
    ['\u2584 '.repeat(4), 4, '\u2584 \u2584\n\u2584 \u2584 '],
  ])('%j to %i: %j', (text, width, wrapped) => {
    expect(wrapWords(text, width)).toBe(wrapped);
  });
});
