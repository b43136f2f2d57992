import type { SchemaRow } from './schema-rows.js';

/** A definition with rules in CEL as definitions in use have them, and objects that keep or break them. */

const text = { type: 'string', maxLength: 64 };
const integer = { type: 'integer' };
const ruled = (schema: object, ...rules: (string | object)[]): object => ({
  ...schema,
  'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
});
const listener = {
  type: 'object',
  required: ['name'],
  properties: { name: text, port: integer, protocol: text, tls: { type: 'object', properties: { mode: text } } },
};
const listeners = {
  type: 'array',
  maxItems: 16,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name'],
};

const fields: Record<string, object> = {
  replicas: ruled(integer, { rule: 'self > 0', message: ' must be positive ' }),
  least: integer,
  most: integer,
  name: ruled(text, {
    rule: "self.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
    messageExpression: "'not a label: ' + self",
  }),
  fixed: ruled(text, { rule: 'self == oldSelf', message: 'is immutable' }),
  once: ruled(text, {
    rule: "!oldSelf.hasValue() || oldSelf.orValue('') == self",
    optionalOldSelf: true,
    message: 'cannot be changed once it is set',
  }),
  either: ruled(
    { 'x-kubernetes-int-or-string': true, maxLength: 8 },
    "type(self) == string ? self.matches('^[0-9]+%$') : self >= 0",
  ),
  ratio: ruled({ type: 'number' }, 'self <= 1.5'),
  flag: ruled({ type: 'boolean' }, { rule: 'self', reason: 'FieldValueForbidden', message: 'cannot be turned off' }),
  listeners: ruled(
    { ...listeners, items: ruled(listener, { rule: "self.name != 'x'", message: 'has no such name' }) },
    "self.all(l, l.protocol in ['HTTP', 'TCP'] ? !has(l.tls) : true)",
    {
      rule: 'self.all(a, self.exists_one(b, a.name == b.name && (has(a.port) && has(b.port) ? a.port == b.port : true)))',
      message: 'names and ports must be unique',
    },
  ),
  fixedItems: {
    ...listeners,
    items: {
      ...listener,
      properties: {
        ...listener.properties,
        port: ruled(integer, { rule: 'self >= oldSelf', message: 'may not shrink' }),
      },
    },
  },
  plainItems: { type: 'array', maxItems: 8, items: ruled(text, "self.startsWith('a')") },
  labels: ruled(
    { type: 'object', maxProperties: 8, additionalProperties: ruled(text, "self != ''") },
    { rule: "self.all(key, key.startsWith('a') || key == 'b-c')", message: 'keys begin with a' },
  ),
  union: ruled(
    { type: 'object', properties: { type: text, a: text, b: text } },
    {
      rule: "self.type == 'A' ? has(self.a) : !has(self.a)",
      message: 'a is required for type A',
      fieldPath: '.a',
      reason: 'FieldValueRequired',
    },
    { rule: 'has(self.a) != has(self.b)', message: 'exactly one of a and b' },
  ),
  missing: ruled({ type: 'object', properties: { a: integer, b: integer } }, 'self.a < self.b'),
  division: ruled(integer, { rule: '10 / self > 1', message: 'is too great' }),
  wait: ruled({ type: 'string', format: 'duration' }, "self < duration('1h') && self >= duration('1s')"),
  from: ruled({ type: 'string', format: 'date-time' }, "self < timestamp('2030-01-01T00:00:00Z')"),
  size: ruled(
    text,
    "isQuantity(self) && quantity(self).isLessThan(quantity('2Gi')) && quantity(self).isGreaterThan(quantity('0'))",
  ),
  address: ruled(text, "isURL(self) && url(self).getScheme() in ['http', 'https'] && url(self).getPort() != '80'"),
  ip: ruled(text, 'isIP(self) && ip(self).family() == 4'),
  numbers: ruled(
    { type: 'array', maxItems: 8, items: integer },
    'self.isSorted() && self.sum() < 10 && self.indexOf(7) == -1 && (self.size() == 0 || self.max() < 6)',
  ),
  words: ruled(
    text,
    "self.lowerAscii().split(',').all(w, w.trim() == w) && self.find('[0-9]+') != '13' && self.replace('a', '').size() > 0",
  ),
  'with-dash': integer,
  namespace: text,
  dashed: ruled({ type: 'object', properties: { 'a-b': integer, for: integer } }, 'self.a__dash__b < self.__for__'),
  optional: ruled(
    { type: 'object', properties: { a: { type: 'object', properties: { b: integer } } } },
    'self.?a.?b.orValue(1) == 1',
  ),
  nullable: ruled({ type: 'object', nullable: true, properties: { a: integer } }, 'has(self.a)'),
  open: ruled(
    { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: integer } },
    '!has(self.a) || self.a > 1',
  ),
  embedded: ruled(
    { type: 'object', 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
    { rule: "self.kind == 'Pod' && self.metadata.name.startsWith('a')", message: 'is a pod with a name in a' },
  ),
  same: ruled(
    {
      type: 'object',
      properties: {
        a: { type: 'array', maxItems: 3, items: integer },
        b: { type: 'array', maxItems: 3, items: integer },
      },
    },
    'self.a == self.b',
  ),
  enumerated: ruled({ type: 'string', enum: ['x', 'y'] }, { rule: "self != 'y'", message: 'y is for later' }),
};

export const celDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'judged.cel.example.org' },
  spec: {
    group: 'cel.example.org',
    scope: 'Namespaced',
    names: { plural: 'judged', kind: 'Judged', singular: 'judged', listKind: 'JudgedList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: ruled(
            {
              type: 'object',
              properties: {
                spec: ruled(
                  { type: 'object', required: ['replicas'], properties: fields },
                  {
                    rule: '!has(self.least) || !has(self.most) || self.least <= self.most',
                    messageExpression: "self.least > 5 ? 'far too many' : 'too many'",
                  },
                  { rule: 'has(self.fixed) == has(oldSelf.fixed)', message: 'fixed can neither come nor go' },
                ),
                status: ruled(
                  { type: 'object', properties: { n: integer } },
                  { rule: '!has(self.n) || self.n >= 0', message: 'counts' },
                ),
              },
            },
            { rule: 'self.metadata.name.size() < 6', message: 'a name of at most 5 characters' },
            {
              rule: '!has(self.status) || !has(self.status.n) || self.status.n <= self.spec.replicas',
              message: 'no more than wanted',
            },
          ),
        },
      },
    ],
  },
};

export const judgedPath = '/apis/cel.example.org/v1/namespaces/default/judged';

const judged = (name: string, rest: object = {}): object => {
  return { apiVersion: 'cel.example.org/v1', kind: 'Judged', metadata: { name }, ...rest };
};

/** Each is the spec of an object that is created, in a dry run. */
const specs: Readonly<Record<string, unknown>> = {
  'nothing but what is required': {},
  'a number that a rule refuses, with a message': { replicas: 0 },
  'a rule of two fields, with an expression for its message': { least: 3, most: 2 },
  'a text that a rule refuses': { name: 'A b' },
  'a text that it accepts': { name: 'a-b' },
  'a transition rule without a transition': { fixed: 'a', once: 'b' },
  'a text for an int-or-string': { either: '5%' },
  'a text that is none': { either: '5' },
  'an integer for an int-or-string': { either: -1 },
  'a number': { ratio: 2 },
  'a number that is whole': { ratio: 1 },
  'what is forbidden': { flag: false },
  'a list without a field that a rule reads': { listeners: [{ name: 'a' }] },
  'a list that a rule refuses': { listeners: [{ name: 'a', protocol: 'HTTP', tls: {} }] },
  'an item that a rule refuses': { listeners: [{ name: 'x', protocol: 'UDP', tls: {} }] },
  'items of a plain list': { plainItems: ['a', 'b', 'ac', ''] },
  'values and keys of a map': { labels: { ab: 'x', 'b-c': '', z: 'y' } },
  'a field that another one requires': { union: { type: 'A', b: 'x' } },
  'two of one': { union: { type: 'A', a: 'x', b: 'x' } },
  'a rule that reads a field that is not there': { missing: { a: 1 } },
  'a division by zero': { division: 0 },
  'a division': { division: 9 },
  'a duration': { wait: '2h' },
  'a duration that fits': { wait: '30m' },
  'a time': { from: '2031-01-01T00:00:00Z' },
  'a quantity': { size: '2048Mi' },
  'a quantity that fits': { size: '1.5Gi' },
  'no quantity': { size: 'much' },
  'an address': { address: 'ftp://a/' },
  'an address that fits': { address: 'https://a:8080/b?c' },
  'no IP': { ip: '10.0.0.256' },
  'an IP that fits': { ip: '10.0.0.1' },
  'an IP of the other family': { ip: 'fe80::1' },
  'numbers that are not sorted': { numbers: [2, 1] },
  'numbers that are too many together': { numbers: [4, 5, 5] },
  'numbers that fit': { numbers: [1, 2, 2] },
  words: { words: 'a, b' },
  'words that fit': { words: 'a,b' },
  'names that rules escape': { dashed: { 'a-b': 2, for: 1 } },
  'names that rules escape, and that fit': { dashed: { 'a-b': 1, for: 2 } },
  'an optional field': { optional: { a: {} } },
  'an optional field that does not fit': { optional: { a: { b: 2 } } },
  null: { nullable: null },
  'unknown fields that are kept': { open: { a: 1, b: 2 } },
  'an embedded object': { embedded: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } } },
  'equal lists': { same: { a: [1, 2], b: [1, 2] } },
  'unequal lists': { same: { a: [1, 2], b: [2, 1] } },
  'a rule beside an enum': { enumerated: 'y' },
  'rules that are not run on an object that is refused without them': { replicas: 0, enumerated: 'z' },
  'rules that are run beside a pattern': { replicas: 0, name: 'A', flag: false },
  'a wrong type': { replicas: '0' },
  'what is required is not there': { replicas: undefined, name: 'A b' },
};

const created = Object.entries(specs).map(([what, spec]): SchemaRow => {
  return { what, path: '?dryRun=All', body: judged('a', { spec: { replicas: 1, ...(spec as object) } }) };
});
const merge = 'application/merge-patch+json';
const patched = (what: string, body: object, path = '/a'): SchemaRow => ({
  what,
  method: 'PATCH',
  type: merge,
  path,
  body,
});

/** In their order: some depend on those before. */
export const celRows: readonly SchemaRow[] = [
  ...created,
  { what: 'a name that a rule refuses', path: '?dryRun=All', body: judged('a-long-name', { spec: { replicas: 1 } }) },
  { what: 'no spec', path: '?dryRun=All', body: judged('a') },
  {
    what: 'an object',
    body: judged('a', {
      spec: {
        replicas: 2,
        fixed: 'a',
        fixedItems: [
          { name: 'a', port: 5 },
          { name: 'b', port: 6 },
        ],
        missing: { a: 1, b: 2 },
      },
    }),
  },
  patched('a change that no rule is about', { spec: { replicas: 3 } }),
  patched('a change of what is immutable', { spec: { fixed: 'b' } }),
  patched('a removal of what is immutable', { spec: { fixed: null } }),
  patched('what is set once', { spec: { once: 'a' } }),
  patched('what is set once, again', { spec: { once: 'b' } }),
  patched('items told from each other by their keys', {
    spec: {
      fixedItems: [
        { name: 'b', port: 5 },
        { name: 'a', port: 5 },
        { name: 'c', port: 1 },
      ],
    },
  }),
  patched('items that grow', {
    spec: {
      fixedItems: [
        { name: 'b', port: 7 },
        { name: 'a', port: 5 },
      ],
    },
  }),
  patched('a rule of the whole object, by the status', { status: { n: 9 } }, '/a/status'),
  patched('a rule of the status', { status: { n: -1 } }, '/a/status'),
  patched('a status', { status: { n: 2 } }, '/a/status'),
  patched('a rule of the whole object, by the spec', { spec: { replicas: 1 } }),
  {
    what: 'an apply',
    method: 'PATCH',
    type: 'application/apply-patch+yaml',
    path: '/a?fieldManager=kit',
    body: judged('a', { spec: { name: 'A' } }),
  },
];
