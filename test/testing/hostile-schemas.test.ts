import * as library from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { celRules, createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { ask, table } from './support.js';

/** What a server with the definition of a schema, which it may refuse or not, answers to an object. */
async function askedWith(schema: unknown, object: object, cel = false): Promise<{ status: number; text: string }> {
  const fake = createFakeApiServer({ documents: kubernetes(), ...(cel && { cel: await celRules(library) }) });
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'as.bad.example' },
    spec: {
      group: 'bad.example',
      scope: 'Namespaced',
      names: { plural: 'as', kind: 'A' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  expect((await ask(fake, path, { method: 'POST', body: definition })).status).toBe(201);
  const body = { apiVersion: 'bad.example/v1', kind: 'A', metadata: { name: 'one' }, ...object };
  const at = '/apis/bad.example/v1/namespaces/default/as';
  const answer = await ask(fake, at, { method: 'POST', body });
  const contentType = 'application/apply-patch+yaml';
  const applied = await ask(fake, `${at}/one?fieldManager=m&force=true`, { method: 'PATCH', contentType, body });
  // An apply of a field that the schema lacks is 500 on real servers.
  expect([200, 201, 422, 500]).toContain(applied.status);
  expect((await ask(fake, at, { accept: table })).status).toBe(200);
  expect((await ask(fake, '/openapi/v3/apis/bad.example/v1')).status).toBe(200);
  return { status: answer.status, text: JSON.stringify(answer.body) };
}

const withA = (a: unknown): object => ({ type: 'object', properties: { a } });
const ruled = (rule: string, schema: object): object => ({ ...schema, 'x-kubernetes-validations': [{ rule }] });
const texts = { type: 'array', items: { type: 'string' } };
/** Each half refuses what the other half refuses: twice as much with each level, where it is tried again for its words. */
const nested = (depth: number): object =>
  depth === 0 ? { minLength: 5 } : { oneOf: [nested(depth - 1), { minLength: 9 }] };
const often = (properties: object): object => ({ type: 'array', items: { type: 'object', properties } });
const many = Array.from({ length: 10_000 }, () => ({}));
const thousand = Array.from({ length: 1000 }, (_, n) => `f${n}`);
const aText = { type: 'string', default: 'x' };
const limit = 'the fake API server takes at most 2000000 steps to check an object by its schema';

describe('a schema cannot stop the server', () => {
  it.each<[string, object, unknown, number, string?]>([
    ['(a+)+$ on 50,000 letters', { type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(50_000)}b`, 422, 'should match'],
    ['(a|a)*$', { type: 'string', pattern: '^(a|a)*$' }, `${'a'.repeat(50_000)}b`, 422, 'should match'],
    ['(.*)(.*)x', { type: 'string', pattern: '^(.*)(.*)(.*)x$' }, 'a'.repeat(50_000), 422, 'should match'],
    ['alternatives in alternatives', { type: 'string', ...nested(20) }, 'a', 422, 'Found none valid'],
    [
      'more names in an enum than it can look at',
      { type: 'array', items: { type: 'string', enum: Array.from({ length: 3000 }, (_, n) => `${n}`) } },
      Array.from({ length: 3000 }, () => '2999'),
      422,
      limit,
    ],
    [
      'more defaults than there is memory for',
      often(Object.fromEntries(thousand.map((n) => [n, aText]))),
      many,
      422,
      limit,
    ],
    ['more items of a default', often({ f: { ...texts, default: thousand } }), many, 422, limit],
    ['more letters of a default', often({ f: { type: 'string', default: 'x'.repeat(100_000) } }), many, 422, limit],
    [
      'more letters of a key',
      often({ f: { type: 'object', default: { ['x'.repeat(100_000)]: 1 } } }),
      many,
      422,
      limit,
    ],
  ])('%s', async (_what, a, value, status, words = '') => {
    const answer = await askedWith(withA(a), { a: value });
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
  });

  it.each([
    ["self.matches('^(a+)+$')", { type: 'string' }, `${'a'.repeat(50_000)}b`, 'failed rule'],
    ["self.find('(a+)+$') == ''", { type: 'string' }, 'a'.repeat(50_000), 'failed rule'],
    ['self.all(x, self.all(y, self.all(z, x + y + z != "")))', texts, Array.from({ length: 1000 }, () => 'a'), limit],
    [
      'self.exists(x, self.exists(y, self.exists(z, x + y + z == "")))',
      texts,
      Array.from({ length: 1000 }, () => 'a'),
      limit,
    ],
    [
      'self.map(x, self.map(y, self.filter(z, z == x + y))).size() > 0',
      texts,
      Array.from({ length: 1000 }, () => 'a'),
      limit,
    ],
    ['self.all(x, x in self)', texts, Array.from({ length: 30_000 }, (_, n) => `${n}`), limit],
    ['self.all(x, !(x in (self)) || true)', texts, Array.from({ length: 30_000 }, (_, n) => `${n}`), limit],
    ["self.all(x, x.matches('^[a-z]*$'))", texts, Array.from({ length: 1000 }, () => 'a'.repeat(300)), undefined],
  ])('by the rule %s', async (rule, a, value, words) => {
    const answer = await askedWith(withA(ruled(rule, a)), { a: value }, true);
    expect(answer.status).toBe(words === undefined ? 201 : 422);
    expect(answer.text).toContain(words ?? '');
  });
});

describe('a definition that no server takes is no reason to throw', () => {
  it.each<[string, unknown, unknown, number]>([
    ['format __proto__', withA({ type: 'string', format: '__proto__' }), 'x', 201],
    ['format constructor', withA({ type: 'string', format: 'constructor' }), 'x', 201],
    ['type __proto__', withA({ type: '__proto__' }), 'x', 422],
    ['anyOf []', withA({ type: 'string', anyOf: [] }), 'x', 201],
    ['oneOf []', withA({ type: 'string', oneOf: [] }), 'x', 201],
    ['oneOf null', withA({ type: 'string', oneOf: null }), 'x', 201],
    ['allOf [null]', withA({ type: 'string', allOf: [null] }), 'x', 201],
    ['not null', withA({ type: 'string', not: null }), 'x', 201],
    ['not text', withA({ type: 'string', not: 'x' }), 'x', 201],
    ['items null', withA({ type: 'array', items: null }), ['x'], 201],
    ['items as a list', withA({ type: 'array', items: [{ type: 'string' }] }), ['x'], 201],
    ['a schema null', null, 'x', 201],
    ['a schema of text', 'x', 'x', 201],
    ['properties null', { type: 'object', properties: null }, 'x', 201],
    ['properties as a list', { type: 'object', properties: ['a'] }, 'x', 201],
    ['a property null', withA(null), 'x', 201],
    ['a property of text', withA('x'), 'x', 201],
    ['required as text', { ...withA({ type: 'string' }), required: 'a' }, 'x', 201],
    ['required of numbers', { ...withA({ type: 'string' }), required: [1, null] }, 'x', 201],
    ['enum null', withA({ type: 'string', enum: null }), 'x', 201],
    ['enum of text', withA({ type: 'string', enum: 'x' }), 'x', 201],
    ['pattern 5', withA({ type: 'string', pattern: 5 }), 'x', 201],
    ['a broken pattern', withA({ type: 'string', pattern: '(' }), 'x', 201],
    ['minLength of text', withA({ type: 'string', minLength: '9' }), 'x', 201],
    ['multipleOf 0', withA({ type: 'integer', multipleOf: 0 }), 1, 422],
    ['additionalProperties null', withA({ type: 'object', additionalProperties: null }), { b: 1 }, 201],
    ['additionalProperties of text', withA({ type: 'object', additionalProperties: 'x' }), { b: 1 }, 201],
    [
      'list-map-keys of text',
      withA({ type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': 'a' }),
      [{}, {}],
      422,
    ],
    ['list-type 5', withA({ type: 'array', 'x-kubernetes-list-type': 5 }), [1, 1], 201],
    ['rules null', withA({ type: 'string', 'x-kubernetes-validations': null }), 'x', 201],
    ['rules of nothing', withA({ type: 'string', 'x-kubernetes-validations': [null, {}, { rule: 5 }] }), 'x', 201],
    [
      'a field __proto__',
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string","default":"x"}}}'),
      'x',
      201,
    ],
  ])('%s', async (_what, schema, a, status) => {
    expect((await askedWith(schema, { a })).status).toBe(status);
    expect((await askedWith(schema, { a }, true)).status).toBe(status);
  });
});
