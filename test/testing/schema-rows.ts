import type { JsonRecord } from '../../src/core/shared/json-record.js';

/** A definition whose schema uses everything that schemas have, and objects that it refuses or completes. */

const text = { type: 'string' };
const pair = { type: 'object', properties: { a: text, b: text } };
const needs = (name: string): object => ({ required: [name] });
const formats = ['date', 'date-time', 'ipv4', 'ipv6', 'cidr', 'uri', 'byte', 'duration', 'email', 'uuid', 'oddity'];

const fields: JsonRecord = {
  size: { type: 'integer', minimum: 1, maximum: 10 },
  colour: { type: 'string', enum: ['red', 'green'] },
  level: { type: 'integer', enum: [1, 2] },
  colours: { type: 'array', items: { type: 'string', enum: ['red'] } },
  strict: { type: 'string', minLength: 2, pattern: '^a+$' },
  unit: { type: 'string', default: 'cm' },
  pattern: { type: 'string', pattern: '^a+$' },
  length: { type: 'string', minLength: 2, maxLength: 4 },
  number: { type: 'number', exclusiveMinimum: true, minimum: 0, multipleOf: 2, maximum: 100, exclusiveMaximum: true },
  int32: { type: 'integer', format: 'int32' },
  either: { 'x-kubernetes-int-or-string': true },
  flag: { type: 'boolean' },
  object: {
    type: 'object',
    required: ['a', 'b'],
    properties: { a: text, b: text, c: { type: 'string', default: 'x' } },
  },
  list: { type: 'array', minItems: 1, maxItems: 2, items: text },
  set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
  map: {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name', 'port'],
    items: {
      type: 'object',
      required: ['name'],
      properties: { name: text, port: { type: 'integer', default: 80 }, value: text },
    },
  },
  numbers: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 1, maxProperties: 2 },
  open: {
    type: 'object',
    'x-kubernetes-preserve-unknown-fields': true,
    properties: { a: { type: 'object', properties: { b: text } } },
  },
  nullable: { type: 'string', nullable: true, default: 'q' },
  nullableToo: { type: 'string', nullable: true },
  filled: { type: 'string', default: 'd' },
  one: { ...pair, oneOf: [needs('a'), needs('b')] },
  any: { ...pair, anyOf: [needs('a'), needs('b')] },
  not: { ...pair, not: needs('b') },
  all: { ...pair, allOf: [needs('a'), needs('b')] },
  embedded: {
    type: 'object',
    'x-kubernetes-embedded-resource': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  objects: {
    type: 'array',
    items: { type: 'object', properties: { x: { type: 'integer', default: 3 }, y: { type: 'integer', minimum: 2 } } },
  },
  deep: { type: 'object', default: {}, properties: { z: { type: 'string', default: 'zz' } } },
  formats: {
    type: 'object',
    properties: Object.fromEntries(formats.map((format) => [format, { type: 'string', format }])),
  },
};

export const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'rules.kit.example.org' },
  spec: {
    group: 'kit.example.org',
    scope: 'Namespaced',
    names: { plural: 'rules', kind: 'Rule', singular: 'rule', listKind: 'RuleList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: { type: 'object', required: ['size'], properties: fields },
              status: { type: 'object', properties: { n: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
};

export const rulesPath = '/apis/kit.example.org/v1/namespaces/default/rules';

/** One request about a rule. */
export interface SchemaRow {
  readonly what: string;
  readonly method?: 'POST' | 'PATCH' | 'PUT' | undefined;
  /** After the path of the rules. */
  readonly path?: string | undefined;
  readonly type?: string | undefined;
  readonly body: object;
}

/** Each is the spec of a rule that is created, in a dry run. */
const specs: Readonly<Record<string, unknown>> = {
  'nothing but what is required': { size: 1 },
  'a text for an integer': { size: 'x' },
  'a fraction for an integer': { size: 1.5 },
  'a number that is too small': { size: 0 },
  'a number that is too great': { size: 11 },
  nothing: {},
  'null for a required field': { size: null },
  'a value that is not in the enum': { size: 1, colour: 'blue' },
  'a number for an enum of texts': { size: 1, colour: 5 },
  'a number that is not in the enum': { size: 1, level: 3 },
  'a text that is too short and of another pattern': { size: 1, strict: 'B' },
  'null for an enum in a list': { size: 1, colours: [null, 'blue'] },
  'a text of another pattern': { size: 1, pattern: 'b' },
  'a text that is too short': { size: 1, length: 'a' },
  'a text that is too long': { size: 1, length: 'abcde' },
  'the exclusive minimum': { size: 1, number: 0 },
  'no multiple': { size: 1, number: 3 },
  'the exclusive maximum': { size: 1, number: 100 },
  'more than 32 bits': { size: 1, int32: 5_000_000_000 },
  'a boolean for an int-or-string': { size: 1, either: true },
  'a text for an int-or-string': { size: 1, either: '50%' },
  'a text for a boolean': { size: 1, flag: 'x' },
  'an object without a required field': { size: 1, object: { a: 'x' } },
  'a text for an object': { size: 1, object: 'x' },
  'a list for an object': { size: 1, object: [] },
  'an empty list': { size: 1, list: [] },
  'too many items': { size: 1, list: ['a', 'b', 'c'] },
  'an item of another type': { size: 1, list: [1, 'a'] },
  'items of another type': { size: 1, list: [1, 2] },
  'items that are too small': { size: 1, objects: [{ y: 0 }, { y: 3 }, { y: 1 }] },
  'a text for a list': { size: 1, list: 'x' },
  'a set with an item twice': { size: 1, set: ['a', 'b', 'a'] },
  'a map with a key twice, once by default': { size: 1, map: [{ name: 'a' }, { name: 'a', port: 80, value: 'x' }] },
  'an item without its key': { size: 1, map: [{ value: 'x' }] },
  'an empty map': { size: 1, numbers: {} },
  'too many fields': { size: 1, numbers: { a: 1, b: 2, c: 3 } },
  'a value of another type': { size: 1, numbers: { a: 'x' } },
  'unknown fields where they are kept': { size: 1, open: { x: { y: 1 } } },
  'unknown fields below those that are kept': { size: 1, open: { x: { y: 1 }, a: { b: 'x', z: 1 } } },
  nulls: { size: 1, nullable: null, nullableToo: null, filled: null, flag: null, object: null },
  'none of one': { size: 1, one: {} },
  'two of one': { size: 1, one: { a: 'a', b: 'b' } },
  'none of any': { size: 1, any: {} },
  'what must not be': { size: 1, not: { b: 'x' } },
  'one of all': { size: 1, all: { a: 'x' } },
  'an embedded object without a kind': { size: 1, embedded: { x: 1 } },
  'defaults in items': { size: 1, objects: [{}, { y: 2 }] },
  'several problems': { size: 'x', colour: 'blue', object: {} },
  null: null,
  'a text for the spec': 'x',
  'unknown fields': { size: 1, more: 1, object: { a: '', b: '', zip: {} } },
  ...Object.fromEntries(
    formats.flatMap((format): [string, object][] => [[`no ${format}`, { size: 1, formats: { [format]: '*:' } }]]),
  ),
  'texts of all formats': {
    size: 1,
    formats: {
      date: '2020-01-31',
      'date-time': '2020-01-31T01:02:03.5Z',
      ipv4: '10.0.0.1',
      ipv6: '::1',
      cidr: '10.0.0.0/8',
      uri: 'https://example.org/a',
      byte: 'YWI=',
      duration: '1h30m',
      email: 'a@example.org',
      uuid: '8f14e45f-ceea-467f-a8c5-0123456789ab',
    },
  },
};

const rule = (name: string, rest: object = {}): object => {
  return { apiVersion: 'kit.example.org/v1', kind: 'Rule', metadata: { name }, ...rest };
};
const created = Object.entries(specs).map(([what, spec]): SchemaRow => {
  return { what, path: '?dryRun=All&fieldValidation=Strict', body: rule('a', { spec }) };
});
const merge = 'application/merge-patch+json';
const apply = 'application/apply-patch+yaml';

/** In their order: some depend on those before. */
export const rows: readonly SchemaRow[] = [
  ...created,
  { what: 'no spec', body: rule('a') },
  {
    what: 'unknown fields, with warnings',
    path: '?dryRun=All&fieldValidation=Warn',
    body: rule('a', { spec: { size: 1, more: 1 }, x: 1 }),
  },
  {
    what: 'unknown fields, ignored',
    path: '?dryRun=All&fieldValidation=Ignore',
    body: rule('a', { spec: { size: 1, more: 1 } }),
  },
  {
    what: 'an unknown field of the object',
    path: '?fieldValidation=Strict',
    body: rule('a', { spec: { size: 1 }, more: 1 }),
  },
  { what: 'a status that is dropped', path: '?dryRun=All', body: rule('a', { spec: { size: 1 }, status: { n: 1 } }) },
  { what: 'a rule that stays', body: rule('kept', { spec: { size: 1 } }) },
  { what: 'a patch to another type', method: 'PATCH', path: '/kept', type: merge, body: { spec: { size: 'x' } } },
  {
    what: 'a patch with an unknown field',
    method: 'PATCH',
    path: '/kept',
    type: merge,
    body: { spec: { size: 2, more: 1 } },
  },
  {
    what: 'a patch that removes a default',
    method: 'PATCH',
    path: '/kept',
    type: merge,
    body: { spec: { unit: null } },
  },
  {
    what: 'a status of another type',
    method: 'PATCH',
    path: '/kept/status',
    type: merge,
    body: { status: { n: 'x' } },
  },
  { what: 'a status', method: 'PATCH', path: '/kept/status', type: merge, body: { status: { n: 1, q: 1 } } },
  {
    what: 'an apply of another type',
    method: 'PATCH',
    path: '/kept?fieldManager=x&force=true',
    type: apply,
    body: rule('kept', { spec: { size: 'x' } }),
  },
  {
    what: 'an apply of an unknown field',
    method: 'PATCH',
    path: '/kept?fieldManager=x&force=true',
    type: apply,
    body: rule('kept', { spec: { size: 2, more: 1 } }),
  },
  {
    what: 'an apply out of range',
    method: 'PATCH',
    path: '/kept?fieldManager=x&force=true',
    type: apply,
    body: rule('kept', { spec: { size: 20 } }),
  },
  {
    what: 'an apply of maps and sets',
    method: 'PATCH',
    path: '/new?fieldManager=x',
    type: apply,
    body: rule('new', { spec: { size: 2, map: [{ name: 'a', value: '1' }], set: ['a'], list: ['a'] } }),
  },
  {
    what: 'an apply of other items by another manager',
    method: 'PATCH',
    path: '/new?fieldManager=y',
    type: apply,
    body: rule('new', { spec: { size: 2, map: [{ name: 'b' }], set: ['b'] } }),
  },
  {
    what: 'an apply of fewer items',
    method: 'PATCH',
    path: '/new?fieldManager=x',
    type: apply,
    body: rule('new', { spec: { size: 2, list: ['a'] } }),
  },
];
