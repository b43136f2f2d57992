import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import {
  checkManifest,
  type CheckManifestOptions,
  SchemaNotFoundError,
  type ManifestFinding,
  type OpenAPIDocument,
  type Schema,
} from '../../src/openapi/index.js';
import { nearestName } from '../../src/openapi/check-manifest.js';
import { readCorpus } from './corpus/corpus.js';
import { mutations } from './corpus/mutations.js';
import { realDocuments } from './documents.js';

const { documents, good, broken } = readCorpus();
const real = realDocuments();

const kind = { group: 'shop.example', version: 'v1', kind: 'Gadget' };

/** The findings in the spec of a custom resource with this schema. */
function inSpec(spec: Schema, value: unknown, options: CheckManifestOptions = { patterns: RE2JS }): string[] {
  const schema: Schema = {
    type: 'object',
    properties: { spec },
    'x-kubernetes-group-version-kind': [kind],
  };
  const document: OpenAPIDocument = { openapi: '3.0.0', components: { schemas: { 'example.shop.v1.Gadget': schema } } };
  const object = { apiVersion: 'shop.example/v1', kind: 'Gadget', metadata: { name: 'a' }, spec: value };
  return checkManifest(object, { 'shop.example/v1': document }, options).map(({ problem }) => problem);
}

function inPod(spec: object): readonly ManifestFinding[] {
  return checkManifest({ apiVersion: 'v1', kind: 'Pod', spec }, real);
}

describe('of the manifests that kube-apiserver 1.37 was asked about', () => {
  it('there are five hundred of each sort, broken in ten ways', () => {
    expect([good.length >= 500, broken.length >= 500]).toEqual([true, true]);
    const ways = new Set(broken.map(({ how }) => how.split(':')[0]));
    expect([...ways].sort()).toEqual(Object.keys(mutations).sort());
  });

  it('nothing is found in what the server accepts', () => {
    const refused = good.filter(({ object }) => checkManifest(object, documents, { patterns: RE2JS }).length > 0);
    expect(refused.map(({ how, object }) => `${object.kind}: ${how}`)).toEqual([]);
  });

  it('at least 95 of 100 that it refuses have findings', () => {
    const missed = broken.filter(({ object }) => checkManifest(object, documents).length === 0);
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(broken.length * 0.05);
  });
});

it.each([
  { apiVersion: 'batch/v1', kind: 'Job', without: 'spec' },
  { apiVersion: 'networking.k8s.io/v1', kind: 'IngressClass', without: 'spec' },
  {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    without: 'eventTime,action,reason,reportingController,reportingInstance,type',
  },
])('$kind needs $without, although only the schema of 1.38 says so', ({ apiVersion, kind, without }) => {
  const found = checkManifest({ apiVersion, kind, metadata: { name: 'a' } }, documents);
  const missing = found.filter(({ problem }) => problem === 'missing-field').map(({ path }) => path.join('.'));
  expect(missing.sort()).toEqual(without.split(',').sort());
});

describe('a finding', () => {
  it('has the path, the reason, and what was meant', () => {
    expect(inPod({ containers: [{ name: 'a', imagePullpolicy: 'Always' }] })).toEqual([
      {
        path: ['spec', 'containers', 0, 'imagePullpolicy'],
        problem: 'unknown-field',
        message: 'unknown field "imagePullpolicy", did you mean "imagePullPolicy"?',
        suggestion: 'imagePullPolicy',
      },
    ]);
    expect(inPod({ containers: [{ name: 'a', imagePullPolicy: 'always' }] })).toMatchObject([
      { problem: 'unknown-value', message: 'must be one of "Always", "IfNotPresent", "Never"', suggestion: 'Always' },
    ]);
    expect(inPod({})).toMatchObject([{ path: ['spec', 'containers'], problem: 'missing-field' }]);
  });

  it('is of a name that every object inherits, if it is a field', () => {
    const pod = JSON.parse('{"apiVersion":"v1","kind":"Pod","spec":{"containers":[],"__proto__":1}}') as object;
    expect(checkManifest(pod, real)).toMatchObject([{ path: ['spec', '__proto__'], problem: 'unknown-field' }]);
    expect(inPod({ containers: [], constructor: 1 })).toMatchObject([{ problem: 'unknown-field' }]);
  });

  it('comes a thousand times at most', () => {
    const fields = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`f${index}`, 1]));
    expect(inPod({ containers: [], ...fields })).toHaveLength(1000);
  });

  it('is not possible without a schema', () => {
    for (const object of [{}, { apiVersion: 'v1', kind: 'Nothing' }, { apiVersion: 'no.example/v1', kind: 'Pod' }]) {
      expect(() => checkManifest(object, real)).toThrow(SchemaNotFoundError);
    }
    expect(() => checkManifest({ apiVersion: '__proto__', kind: 'Pod' }, real)).toThrow(SchemaNotFoundError);
  });
});

// As a real 1.37 was seen to do with a custom resource of such a schema.
describe('a custom resource', () => {
  const string: Schema = { type: 'string' };
  it.each<readonly [what: string, schema: Schema, value: unknown, problems: readonly string[]]>([
    ['a field that is required', { type: 'object', required: ['a'], properties: { a: string } }, {}, ['missing-field']],
    [
      'a required field with a default',
      { type: 'object', required: ['a'], properties: { a: { ...string, default: 'x' } } },
      {},
      [],
    ],
    ['null, which is dropped', { type: 'object', properties: { a: string } }, { a: null }, []],
    [
      'null for a required field',
      { type: 'object', required: ['a'], properties: { a: string } },
      { a: null },
      ['missing-field'],
    ],
    ['null in a list', { type: 'array', items: string }, [null], ['wrong-type']],
    [
      'null where there is a default',
      { type: 'object', properties: { a: { ...string, default: 'x' } } },
      { a: null },
      [],
    ],
    ['null where it is a value', { type: 'object', properties: { a: { ...string, nullable: true } } }, { a: null }, []],
    ['an unknown field', { type: 'object', properties: { a: string } }, { b: 1 }, ['unknown-field']],
    ['an unknown field that is kept', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, { b: 1 }, []],
    ['a map', { type: 'object', additionalProperties: string }, { any: 'x', other: 1 }, ['wrong-type']],
    ['text for an integer or a string', { 'x-kubernetes-int-or-string': true }, 'x', []],
    ['a boolean for an integer or a string', { 'x-kubernetes-int-or-string': true }, true, ['wrong-type']],
    ['a number that is too small', { type: 'integer', minimum: 1 }, 0, ['out-of-bounds']],
    ['text that is too long', { type: 'string', maxLength: 1 }, 'ab', ['out-of-bounds']],
    ['text of one character that JavaScript counts as two', { type: 'string', maxLength: 1 }, '😀', []],
    ['a list that is too long', { type: 'array', items: string, maxItems: 1 }, ['a', 'b'], ['out-of-bounds']],
    ['an integer of more than 32 bits', { type: 'integer', format: 'int32' }, 3_000_000_000, ['wrong-type']],
    ['text that is no time', { type: 'string', format: 'date-time' }, 'x', ['wrong-type']],
    ['text that is not base64', { type: 'string', format: 'byte' }, '!!', ['wrong-type']],
    ['a value of an enum', { type: 'string', enum: ['a'] }, 'b', ['unknown-value']],
    ['text of another pattern', { type: 'string', pattern: '^[0-9]+Gi$' }, 'ten', ['other-pattern']],
    ['text that a pattern finds a part of', { type: 'string', pattern: 'b' }, 'abc', []],
    ['a pattern that JavaScript reads otherwise', { type: 'string', pattern: '\\A(?i)[[:alpha:]]+\\z' }, 'aB', []],
    ['the same pattern, and a digit', { type: 'string', pattern: '\\A(?i)[[:alpha:]]+\\z' }, 'aB1', ['other-pattern']],
    ['a number with a pattern', { 'x-kubernetes-int-or-string': true, pattern: '^a$' }, 7, []],
    ['a number that is no multiple', { type: 'integer', multipleOf: 5 }, 12, ['out-of-bounds']],
    ['a multiple in tenths', { type: 'number', multipleOf: 0.1 }, 0.3, []],
  ] as [string, Schema, unknown, string[]][])('with %s', (_what, schema, value, problems) => {
    expect(inSpec(schema, value)).toEqual(problems);
  });

  it('is matched in time that is linear in the text', () => {
    const before = process.cpuUsage().user;
    expect(inSpec({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(100_000)}!`)).toEqual(['other-pattern']);
    expect((process.cpuUsage().user - before) / 1e6).toBeLessThan(5);
  });

  it.each<[Schema, unknown, string[]]>([
    [{ type: 'string', pattern: '^a$' }, 'b', ['pattern']],
    [{ type: 'string', format: 'hostname' }, 'b', ['format: hostname']],
    [{ type: 'string', format: 'date-time' }, '2026-01-01T00:00:00Z', []],
    [{ type: 'integer', format: 'int64' }, 1, []],
    [{ type: 'array', items: string, 'x-kubernetes-list-type': 'set' }, ['a', 'a'], ['x-kubernetes-list-type: set']],
    [{ type: 'array', items: string, 'x-kubernetes-list-type': 'atomic' }, ['a'], []],
    [
      { type: 'object', not: { required: ['a'] }, 'x-kubernetes-validations': [] },
      {},
      ['not', 'x-kubernetes-validations'],
    ],
    [{ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }, 1, []],
  ])('names what is not checked: %j', (schema, value, keywords) => {
    const named: string[] = [];
    inSpec(schema, value, { onUnchecked: (keyword) => void named.push(keyword) });
    expect(named).toEqual(keywords);
  });
});

describe('the name that was meant is', () => {
  it.each([
    ['imagee', ['image', 'name'], 'image'],
    ['iamge', ['image', 'name'], 'image'],
    ['hostnetwork', ['hostNetwork', 'hostname'], 'hostNetwork'],
    ['read_only', ['readOnly'], 'readOnly'],
    ['nothing', ['image', 'name'], undefined],
    ['x'.repeat(1000), ['image'], undefined],
  ])('of %s, among %j: %s', (name, names, meant) => {
    expect(nearestName(name, names)).toBe(meant);
  });
});
