/** Definitions that kube-apiserver 1.37 refuses, each wrong in one way, and some that it takes, which look as wrong. */

type Change = Readonly<Record<string, unknown>>;

/** A definition with its name, and what of it is wrong. */
export interface DefinitionRow {
  readonly what: string;
  readonly definition: { readonly metadata: { readonly name: string } } & Change;
}

const text = { type: 'string' };
const integer = { type: 'integer' };
const object = (properties: Change, more: Change = {}): Change => ({ type: 'object', properties, ...more });
const list = (items: unknown, more: Change = {}): Change => ({ type: 'array', items, ...more });
const map = (keys: unknown, items: Change): Change =>
  list(items, { 'x-kubernetes-list-type': 'map', ...(keys !== undefined && { 'x-kubernetes-list-map-keys': keys }) });
const pair = object({ name: text, port: integer }, { required: ['name'] });
const rule = (more: Change): Change => ({ 'x-kubernetes-validations': [{ rule: 'true', ...more }] });
const either = [{ type: 'integer' }, { type: 'string' }];
const embedded = {
  type: 'object',
  'x-kubernetes-embedded-resource': true,
  'x-kubernetes-preserve-unknown-fields': true,
};

/** Of the field `a`. */
const fields: Readonly<Record<string, unknown>> = {
  'a default of another type': { ...integer, default: 'x' },
  'a default that is a fraction': { ...integer, default: 1.5 },
  'a default outside the enum': { ...text, enum: ['a'], default: 'b' },
  'a default without a pattern that it needs': { ...text, pattern: '^a$', default: 'b' },
  'a default that is too long': { ...text, maxLength: 1, default: 'bc' },
  'a default that is too great': { ...integer, maximum: 1, default: 2 },
  'a default with an unknown field': object({ b: text }, { default: { c: 'x' } }),
  'a default with an unknown field below': object({ b: object({ c: text }) }, { default: { b: { d: 1 } } }),
  'a default without a required field': object({ b: text }, { required: ['b'], default: {} }),
  'a default with a wrong field': object({ b: integer }, { default: { b: 'x' } }),
  'a default with wrong items': list(integer, { default: ['x', 1] }),
  'a default of text for a list': list(text, { default: 'x' }),
  'a default of a set that has a text twice': list(text, { 'x-kubernetes-list-type': 'set', default: ['x', 'x'] }),
  'a default of any fields': { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, default: { b: 1 } },
  'a default of a map': { type: 'object', additionalProperties: integer, default: { b: 1 } },
  'a wrong default of a map': { type: 'object', additionalProperties: integer, default: { b: 'x' } },
  'a wrong default of items': list(object({ b: { ...integer, default: 'x' } })),
  'a default in additionalProperties': { type: 'object', additionalProperties: { ...integer, default: 'x' } },
  'a map without keys': map(undefined, pair),
  'a map with no keys': map([], pair),
  'a map with an unknown key': map(['other'], pair),
  'a map with a key that is neither required nor defaulted': map(['port'], pair),
  'a map with a default key': map(['b'], object({ b: { ...text, default: 'x' } })),
  'a map with a key twice': map(['name', 'name'], pair),
  'a map with a key that is a list': map(['b'], object({ b: list(text) }, { required: ['b'] })),
  'a map with a nullable key': map(['b'], object({ b: { ...text, nullable: true } }, { required: ['b'] })),
  'a map with nullable items': map(['name'], { ...pair, nullable: true }),
  'a map of texts': map(['name'], text),
  'keys without a map': list(pair, { 'x-kubernetes-list-map-keys': ['name'] }),
  'keys of a set': list(text, { 'x-kubernetes-list-type': 'set', 'x-kubernetes-list-map-keys': ['name'] }),
  'a set of objects': list(pair, { 'x-kubernetes-list-type': 'set' }),
  'a set of atomic objects': list({ ...pair, 'x-kubernetes-map-type': 'atomic' }, { 'x-kubernetes-list-type': 'set' }),
  'a set of lists': list(list(text), { 'x-kubernetes-list-type': 'set' }),
  'a set of sets': list(list(text, { 'x-kubernetes-list-type': 'set' }), { 'x-kubernetes-list-type': 'set' }),
  'a set of nullable texts': list({ ...text, nullable: true }, { 'x-kubernetes-list-type': 'set' }),
  'another list-type': list(text, { 'x-kubernetes-list-type': 'bag' }),
  'a list-type of a text': { ...text, 'x-kubernetes-list-type': 'set' },
  'another map-type': object({ b: text }, { 'x-kubernetes-map-type': 'loose' }),
  'a map-type of a list': list(text, { 'x-kubernetes-map-type': 'atomic' }),
  uniqueItems: list(text, { uniqueItems: true }),
  'uniqueItems below': object({ b: list(text, { uniqueItems: true }) }),
  'properties beside additionalProperties': object({ b: text }, { additionalProperties: text }),
  'properties beside no additionalProperties': object({ b: text }, { additionalProperties: false }),
  'properties beside any additionalProperties': object({ b: text }, { additionalProperties: true }),
  'a type in anyOf': { ...text, anyOf: [{ type: 'string' }, { minLength: 1 }] },
  'types of anyOf, where they say int-or-string': { 'x-kubernetes-int-or-string': true, anyOf: either },
  'types of anyOf in allOf, where they say int-or-string': {
    'x-kubernetes-int-or-string': true,
    allOf: [{ anyOf: either }, { minimum: 1 }],
  },
  'types of anyOf in another order': { 'x-kubernetes-int-or-string': true, anyOf: [...either].reverse() },
  'a type in oneOf, allOf and not': {
    ...text,
    oneOf: [{ type: 'string' }],
    allOf: [{ type: 'string' }],
    not: { type: 'object' },
  },
  'a default in allOf': { ...text, allOf: [{ default: 'x' }] },
  'a description in anyOf': { ...text, anyOf: [{ description: 'x' }] },
  'nullable in not': { ...text, not: { nullable: true } },
  'additionalProperties in anyOf': {
    type: 'object',
    additionalProperties: text,
    anyOf: [{ additionalProperties: { minLength: 1 } }],
  },
  'extensions in allOf': list(text, {
    allOf: [
      { 'x-kubernetes-list-type': 'set' },
      { 'x-kubernetes-preserve-unknown-fields': true },
      { 'x-kubernetes-embedded-resource': true },
    ],
  }),
  'rules in allOf': { ...text, allOf: [rule({})] },
  'a field of anyOf alone': object({ b: text }, { anyOf: [{ properties: { c: { minLength: 1 } } }] }),
  'items of allOf alone': object({ b: text }, { allOf: [{ items: { minLength: 1 } }] }),
  'a broken pattern': { ...text, pattern: '(' },
  'a pattern of other engines': { ...text, pattern: '^(?=a)' },
  'a broken pattern in anyOf': { ...text, anyOf: [{ pattern: '[' }] },
  'a broken pattern of items': list({ ...text, pattern: 'a**' }),
  'no type': { description: 'x' },
  'no type of items': list({}),
  'no type of values': { type: 'object', additionalProperties: {} },
  'another type': { type: 'text' },
  'type null': { type: 'null' },
  'a list without items': { type: 'array' },
  'a reference': { $ref: '#/definitions/x' },
  'an id': { ...text, id: 'x' },
  patternProperties: { type: 'object', patternProperties: { a: text } },
  definitions: { type: 'object', definitions: { a: text } },
  dependencies: { type: 'object', dependencies: { a: ['b'] } },
  'keeping no unknown fields': { type: 'object', 'x-kubernetes-preserve-unknown-fields': false },
  'int-or-string that keeps unknown fields': {
    'x-kubernetes-int-or-string': true,
    'x-kubernetes-preserve-unknown-fields': true,
  },
  'int-or-string with a type': { ...text, 'x-kubernetes-int-or-string': true },
  'an embedded text': { ...embedded, type: 'string' },
  'an embedded object without fields': { type: 'object', 'x-kubernetes-embedded-resource': true },
  'an embedded object': embedded,
  'an embedded kind of integers': { ...embedded, properties: { kind: integer, apiVersion: integer, metadata: text } },
  'a rule without a rule': { ...text, 'x-kubernetes-validations': [{ message: 'x' }] },
  'a rule with an empty message': { ...text, ...rule({ message: ' ' }) },
  'a rule with a message in lines': { ...text, ...rule({ message: 'a\nb' }) },
  'a rule in lines without a message': { ...text, ...rule({ rule: 'true\n&& true' }) },
  'a rule with another reason': { ...text, ...rule({ reason: 'Because' }) },
  'a rule with a fieldPath to nowhere': object({ b: text }, rule({ fieldPath: '.c' })),
  'a rule with a fieldPath': object({ b: text }, rule({ fieldPath: '.b' })),
  'a rule with an empty messageExpression': { ...text, ...rule({ messageExpression: ' ' }) },
};

/** Rules in CEL of the field `a`, a text: these are refused where CEL runs. */
const rules = [
  'self.a +',
  'self ==',
  'other == 1',
  "self == 'x' + 1",
  "self == 'a' ? 1 : 'b'",
  'size(self)',
  'self.size() > 1',
  "self.matches('^a$')",
  '[1, 2].all(x, y > x)',
];

const short = { ...text, maxLength: 9 };
const ruledBy = (given: string, more: Change = {}): Change => rule({ rule: given, ...more });
const few = (items: Change, more: Change = {}): Change => list(items, { maxItems: 3, ...more });

/** Of the field `a`: whether these compile depends on the schema. */
const typedRules: Readonly<Record<string, Change>> = {
  'a rule that compares a text with a number': { ...short, ...ruledBy('self > 5') },
  'a rule that looks for a text among numbers': { ...short, ...ruledBy('self in [1, 2]') },
  'a rule that takes an item of a text': { ...short, ...ruledBy("self[0] == 'x'") },
  'a rule of an unknown function': { ...short, ...ruledBy('self.frobnicate()') },
  'a rule of a broken pattern': { ...short, ...ruledBy("self.matches('(')") },
  'a rule of an unknown field': object({ b: short }, ruledBy("self.c == 'x'")),
  'a rule that asks for an unknown field': object({ b: short }, ruledBy('has(self.c)')),
  'a rule of an unknown field below': object({ b: object({ c: short }) }, ruledBy("self.b.d == 'x'")),
  'a rule of an unknown field of items': few(object({ c: short }), ruledBy("self.all(x, x.d == 'x')")),
  'a rule that asks items for an unknown field': few(object({ c: short }), ruledBy('has(self[0].d)')),
  'a rule that asks for an item': few(short, ruledBy('has(self[0])')),
  'a rule that asks for nothing': { ...short, ...ruledBy('has()') },
  'a rule that asks items for a field': few(object({ c: short }), ruledBy('size(self) == 0 || has(self[0].c)')),
  'a rule of a field that is not described': object(
    { b: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
    ruledBy("self.b.c == 'x'"),
  ),
  'a rule of a value of a map': {
    type: 'object',
    additionalProperties: short,
    maxProperties: 3,
    ...ruledBy("!('b' in self) || self['b'] == 'x'"),
  },
  'a rule of a field with a dash': object({ 'a-b': short }, ruledBy("self.a__dash__b == 'x'")),
  'a rule of an embedded name': { ...embedded, ...ruledBy("self.metadata.name != 'x'") },
  'a rule of embedded labels': { ...embedded, ...ruledBy('has(self.metadata.labels)') },
  'a rule of a number or a text': { 'x-kubernetes-int-or-string': true, ...ruledBy('type(self) == int') },
  'a rule of a time': { ...text, format: 'date-time', ...ruledBy("self < timestamp('2030-01-01T00:00:00Z')") },
  'a rule of the items of a list before': few({ ...short, ...ruledBy('self == oldSelf') }),
  'a rule of the items of a map before': few(
    object({ name: { ...short, ...ruledBy('self == oldSelf') } }, { required: ['name'] }),
    { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] },
  ),
  'a messageExpression that is no text': { ...short, ...ruledBy("self == 'x'", { messageExpression: '1 + 1' }) },
  'a messageExpression that is broken': { ...short, ...ruledBy("self == 'x'", { messageExpression: "'not" }) },
  'a messageExpression': { ...short, ...ruledBy("self == 'x'", { messageExpression: "'not ' + self" }) },
  'a default that breaks a rule': { ...integer, default: 0, ...ruledBy('self > 0') },
  'a default that keeps a rule': { ...integer, default: 5, ...ruledBy('self > 0') },
};

/** Rules of the root. */
const rootRules = ['self.metadata.annotations.size() > 0', 'has(self.metadata.labels)', "self.metadata.name != 'x'"];

/** Of the root of the schema. */
const roots: Readonly<Record<string, unknown>> = {
  'a schema of text': { type: 'string' },
  'an empty schema': {},
  'additionalProperties at the root': { type: 'object', additionalProperties: text },
  'a nullable root': { type: 'object', nullable: true },
  'labels in metadata': object({ metadata: object({ labels: { type: 'object', additionalProperties: text } }) }),
  'names in metadata': object({ metadata: object({ name: { ...text, maxLength: 9 } }) }),
  'metadata of text': object({ metadata: text }),
  'a kind of integers': object({ kind: integer }),
  'a default of the kind': object({ kind: { ...text, default: 'A' } }),
  'metadata in allOf': { type: 'object', allOf: [{ properties: { metadata: { minProperties: 1 } } }] },
};

/** Of the version. */
const versions: Readonly<Record<string, Change>> = {
  'a column of another type': { additionalPrinterColumns: [{ name: 'A', type: 'text', jsonPath: '.a' }] },
  'a column without a type': { additionalPrinterColumns: [{ name: 'A', jsonPath: '.a' }] },
  'a column without a path': { additionalPrinterColumns: [{ name: 'A', type: 'string' }] },
  'a column without a name': { additionalPrinterColumns: [{ type: 'string', jsonPath: '.a' }] },
  'a column of a path without a dot': { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: 'a' }] },
  'a column of another format': {
    additionalPrinterColumns: [{ name: 'A', type: 'string', format: 'x', jsonPath: '.a' }],
  },
  'a scale path outside of the spec': {
    subresources: { scale: { specReplicasPath: '.a', statusReplicasPath: '.status.b' } },
  },
  'a scale path without a dot': {
    subresources: { scale: { specReplicasPath: 'spec.a', statusReplicasPath: '.status.b' } },
  },
  'no scale path of the status': { subresources: { scale: { specReplicasPath: '.spec.a' } } },
  'no scale paths': { subresources: { scale: {} } },
  'a scale path of the status in the spec': {
    subresources: { scale: { specReplicasPath: '.spec.a', statusReplicasPath: '.spec.b' } },
  },
  'a selector path elsewhere': {
    subresources: { scale: { specReplicasPath: '.spec.a', statusReplicasPath: '.status.b', labelSelectorPath: '.c' } },
  },
  'selectableFields to nowhere': { selectableFields: [{ jsonPath: '.spec.other' }] },
  'selectableFields to an object': { selectableFields: [{ jsonPath: '.spec' }] },
  'selectableFields without a dot': { selectableFields: [{ jsonPath: 'spec.colour' }] },
  'selectableFields to items': { selectableFields: [{ jsonPath: ".spec['colour']" }] },
  'selectableFields twice': { selectableFields: [{ jsonPath: '.spec.colour' }, { jsonPath: '.spec.colour' }] },
  'selectableFields without a path': { selectableFields: [{}] },
  selectableFields: { selectableFields: [{ jsonPath: '.spec.colour' }] },
  'a warning without a deprecation': { deprecationWarning: 'x' },
  'an empty warning': { deprecated: true, deprecationWarning: '' },
  'a warning in lines': { deprecated: true, deprecationWarning: 'a\nb' },
  'anyOf at the root beside a status': {
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: 'object', anyOf: [{ required: ['spec'] }] } },
  },
  'a description at the root beside a status': {
    subresources: { status: {} },
    schema: { openAPIV3Schema: { type: 'object', description: 'x', required: ['spec'], properties: { spec: text } } },
  },
};

/** Of the spec. */
const specs: Readonly<Record<string, Change>> = {
  'a webhook without a config': { conversion: { strategy: 'Webhook' } },
  'a webhook without a client': { conversion: { strategy: 'Webhook', webhook: { conversionReviewVersions: ['v1'] } } },
  'a webhook with both clients': {
    conversion: {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { url: 'https://a', service: { name: 'a', namespace: 'b' } },
      },
    },
  },
  'a webhook with http': {
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'http://a?b#c' } },
    },
  },
  'a webhook without names': {
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { port: 0 } } },
    },
  },
  'a webhook with another path': {
    conversion: {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: { service: { name: 'a', namespace: 'b', path: 'no-slash' } },
      },
    },
  },
  'a webhook of other versions': {
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v2', 'v2', 'B!'], clientConfig: { url: 'https://a' } },
    },
  },
  'a webhook': {
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://a/b' } },
    },
  },
  'a client without a webhook': {
    conversion: { strategy: 'None', webhook: { conversionReviewVersions: ['v1'], clientConfig: { url: 'https://a' } } },
  },
  'another strategy': { conversion: { strategy: 'Guess' } },
  preserveUnknownFields: { preserveUnknownFields: true },
  'one kind for the list': { names: { plural: 'as', kind: 'A', listKind: 'A' } },
  'a category in capitals': { names: { plural: 'as', kind: 'A', categories: ['B!'] } },
  'versions of which the second is wrong': {
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
      {
        name: 'v2',
        served: true,
        storage: false,
        schema: { openAPIV3Schema: object({ a: { ...integer, default: 'x' } }) },
        additionalPrinterColumns: [{ name: 'A', type: 'x', jsonPath: 'a' }],
        subresources: { scale: {} },
        selectableFields: [{ jsonPath: '.b' }],
      },
    ],
  },
  'the same column in both versions': {
    versions: ['v1', 'v2'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: { openAPIV3Schema: { type: 'object' } },
      additionalPrinterColumns: [{ name: 'A', type: 'x', jsonPath: '.a' }],
    })),
  },
};

const usual = object({ spec: object({ colour: text }) });

function definition(index: number, spec: Change): DefinitionRow['definition'] {
  const group = `d${index}.invalid.example`;
  const version = { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: usual } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `as.${group}` },
    spec: { group, scope: 'Namespaced', names: { plural: 'as', kind: 'A' }, versions: [version], ...spec },
  };
}

function ofVersion(more: Change): Change {
  return { versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: usual }, ...more }] };
}

/** What servers take, although it looks as wrong as the rest. */
export const taken: ReadonlySet<string> = new Set([
  'a default of any fields',
  'a default of a map',
  'a default in additionalProperties',
  'a map with a default key',
  'a set of atomic objects',
  'a set of lists',
  'properties beside any additionalProperties',
  'types of anyOf, where they say int-or-string',
  'types of anyOf in allOf, where they say int-or-string',
  'a field of anyOf alone',
  'items of allOf alone',
  'int-or-string with a type',
  'an embedded object',
  'a rule with a fieldPath',
  'names in metadata',
  'selectableFields',
  'a description at the root beside a status',
  'a webhook',
  'self.size() > 1',
  "self.matches('^a$')",
  "self.metadata.name != 'x'",
  'a default of a set that has a text twice',
  'a rule that asks items for a field',
  'a rule of a value of a map',
  'a rule of a field with a dash',
  'a rule of an embedded name',
  'a rule of a number or a text',
  'a rule of a time',
  'a rule of the items of a map before',
  'a messageExpression',
  'a default that keeps a rule',
]);

/** Returns those whose rules are of interest. */
export function ruledDefinitions(): DefinitionRow[] {
  const ruled = (given: string): Change => ({ 'x-kubernetes-validations': [{ rule: given }] });
  const schemas = [
    ...rules.map((each): [string, Change] => [each, object({ a: { ...text, maxLength: 9, ...ruled(each) } })]),
    ...Object.entries(typedRules).map(([what, a]): [string, Change] => [what, object({ a })]),
    ...rootRules.map((each): [string, Change] => [each, { type: 'object', ...ruled(each) }]),
  ];
  return schemas.map(([what, schema], index) => {
    return { what, definition: definition(1000 + index, ofVersion({ schema: { openAPIV3Schema: schema } })) };
  });
}

/** Returns those without rules that are compiled. */
export function invalidDefinitions(): DefinitionRow[] {
  const changes: [string, Change][] = [
    ...Object.entries(fields).map(([what, a]): [string, Change] => [
      what,
      ofVersion({ schema: { openAPIV3Schema: object({ a }) } }),
    ]),
    ...Object.entries(roots).map(([what, root]): [string, Change] => [
      what,
      ofVersion({ schema: { openAPIV3Schema: root } }),
    ]),
    ...Object.entries(versions).map(([what, more]): [string, Change] => [what, ofVersion(more)]),
    ...Object.entries(specs),
  ];
  return changes.map(([what, spec], index) => ({ what, definition: definition(index, spec) }));
}
