import { isJsonRecord, recordsOf, type JsonRecord } from '../../core/shared/json-record.js';
import { problemsOfSubdomain, problemsOfVersion, type NameProblems } from '../wire/name-problems.js';
import type { Cause } from '../wire/refusals.js';
import {
  among,
  duplicate,
  forbids,
  given,
  isEmpty,
  missing,
  notSupported,
  recordOf,
  required,
  wrongValue,
  type RulesOf,
} from '../defaults/rules.js';
import type { FakeCel } from '../served/options.js';
import { readSchema } from '../served/read-schema.js';
import { isEqual } from '../../core/shared/is-equal.js';
import { problemOfPattern } from './patterns.js';
import { prune } from './prune.js';
import { asIs } from './resolve.js';
import { validateAt } from './validate.js';

const problemsOfKind: NameProblems = (name) =>
  problemsOfVersion(name.toLowerCase()).map((why) => `may have mixed case, but should otherwise match: ${why}`);

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** What servers demand of a CustomResourceDefinition, as far as one is not checked by its type. */
export const definitionRules: RulesOf = {
  source:
    'pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinition of k8s.io/apiextensions-apiserver',
  kinds: ['CustomResourceDefinition'],
  check: (object) => {
    const { metadata, spec, status } = recordOf(object);
    const { name, uid } = recordOf(metadata);
    const own = recordOf(spec);
    const { group, names } = own;
    const { plural } = recordOf(names);
    const isNamed = name === `${textOf(plural)}.${textOf(group)}`;
    const words = 'must be spec.names.plural+"."+spec.group';
    return [
      ...(isNamed || isEmpty(name) || !isEmpty(uid) ? [] : [wrongValue('metadata.name', name, words)]),
      ...inSpec(own, recordOf(status)['storedVersions']),
      ...approval(own, recordOf(metadata)),
    ];
  },
};

/** Versions that agree say it once, below the spec itself: as servers read them. */
const common = [
  ['schema', 'validation'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
  ['selectableFields', 'selectableFields'],
] as const;

function inSpec(spec: JsonRecord, storedVersions: unknown): Cause[] {
  const { group, scope, names, conversion, preserveUnknownFields } = spec;
  const versions = (Array.isArray(spec['versions']) ? spec['versions'] : []).map(recordOf);
  const stored = versions.filter(({ storage }) => storage === true);
  const versionNames = versions.map(({ name }) => name);
  const hasStatus = versions.map(({ subresources }) => given(recordOf(subresources)['status']));
  /** What the versions say, apart from what all of them say. */
  const apart = versions.map((version) => new Map(Object.entries(version)));
  const together = new Map<string, unknown>();
  for (const [field, whole] of common) {
    const values = versions.map((version) => version[field]);
    if (!values.every((value) => isEqual(value, values[0]))) continue;
    together.set(whole, values[0]);
    for (const version of apart) version.delete(field);
  }
  const schemaOf = (value: unknown): unknown => recordOf(value)['openAPIV3Schema'];
  return [
    ...inGroup(group),
    ...required(among('Cluster', 'Namespaced'))(scope, 'spec.scope', spec),
    ...versions.flatMap(({ schema }, at) =>
      isEmpty(schemaOf(schema)) ? [missing(`spec.versions[${at}].schema.openAPIV3Schema`)] : [],
    ),
    ...apart.flatMap((version, at) => {
      const path = `spec.versions[${at}]`;
      return [
        ...label(problemsOfVersion, version.get('name'), `${path}.name`),
        ...deprecation(version.get('deprecated'), version.get('deprecationWarning'), `${path}.deprecationWarning`),
        ...inWhole(schemaOf(version.get('schema')), `${path}.schema.openAPIV3Schema`, hasStatus[at] === true),
        ...subresources(version.get('subresources'), `${path}.subresources`),
        ...columns(version.get('additionalPrinterColumns'), `${path}.additionalPrinterColumns`),
        ...selectable(version.get('selectableFields'), schemaOf(versions[at]?.['schema']), `${path}.selectableFields`),
      ];
    }),
    ...(new Set(versionNames).size === versionNames.length
      ? []
      : [wrongValue('spec.versions', spec['versions'], 'must contain unique version names')]),
    ...(stored.length === 1
      ? []
      : [
          wrongValue(
            'spec.versions',
            spec['versions'] ?? null,
            'must have exactly one version marked as storage version',
          ),
        ]),
    ...versionNames.slice(0, 1).flatMap((name) => label(problemsOfVersion, name, 'spec.version')),
    ...inNames(recordOf(names)),
    ...inWhole(schemaOf(together.get('validation')), 'spec.validation.openAPIV3Schema', hasStatus.includes(true)),
    ...subresources(together.get('subresources'), 'spec.subresources'),
    ...columns(together.get('additionalPrinterColumns'), 'spec.additionalPrinterColumns'),
    ...selectable(together.get('selectableFields'), schemaOf(together.get('validation')), 'spec.selectableFields'),
    ...inConversion(recordOf(conversion), preserveUnknownFields === true),
    ...(preserveUnknownFields === true
      ? [
          wrongValue(
            'spec.preserveUnknownFields',
            true,
            'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead',
          ),
        ]
      : []),
    ...(stored.length > 1
      ? [
          wrongValue(
            'status.storedVersions',
            [stored[0]?.['name']],
            `must have the storage version ${String(stored.at(-1)?.['name'])}`,
          ),
        ]
      : []),
    ...(stored.length === 0 && isEmpty(storedVersions)
      ? [wrongValue('status.storedVersions', null, 'must have at least one stored version')]
      : []),
  ];
}

function deprecation(deprecated: unknown, warning: unknown, path: string): Cause[] {
  if (typeof warning !== 'string') return [];
  if (deprecated !== true) return [wrongValue(path, warning, 'can only be set for deprecated versions')];
  if (warning === '') return [wrongValue(path, warning, 'must not be an empty string')];
  return [
    ...(new TextEncoder().encode(warning).length > 256
      ? [wrongValue(path, warning, 'must be <= 256 characters long')]
      : []),
    ...(/\p{C}|(?! )\p{Z}/u.test(warning)
      ? [wrongValue(path, warning, 'must only contain printable UTF-8 characters')]
      : []),
  ];
}

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

function columns(given: unknown, path: string): Cause[] {
  return recordsOf(given).flatMap(({ name, type, format, jsonPath }, index) => {
    const at = `${path}[${index}]`;
    const oneOf = (values: readonly string[]): string => `must be one of ${values.join(',')}`;
    return [
      ...(isEmpty(name) ? [missing(`${at}.name`)] : []),
      ...(isEmpty(type)
        ? [missing(`${at}.type`, oneOf(columnTypes))]
        : columnTypes.includes(String(type))
          ? []
          : [wrongValue(`${at}.type`, type, oneOf(columnTypes))]),
      ...(isEmpty(format) || columnFormats.includes(String(format))
        ? []
        : [wrongValue(`${at}.format`, format, oneOf(columnFormats))]),
      ...simplePath(jsonPath, `${at}.JSONPath`),
    ];
  });
}

function simplePath(value: unknown, path: string, below: readonly string[] = [], words = ''): Cause[] {
  if (isEmpty(value)) return [missing(path)];
  const text = String(value);
  if (!text.startsWith('.')) return [wrongValue(path, text, 'must be a simple json path starting with .')];
  const isBelow = below.length === 0 || below.some((start) => text.startsWith(start));
  return isBelow ? [] : [wrongValue(path, text, `should be a json path under ${words}`)];
}

function subresources(value: unknown, path: string): Cause[] {
  const { scale } = recordOf(value);
  if (!isJsonRecord(scale)) return [];
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale;
  return [
    ...simplePath(specReplicasPath, `${path}.scale.specReplicasPath`, ['.spec.'], '.spec'),
    ...simplePath(statusReplicasPath, `${path}.scale.statusReplicasPath`, ['.status.'], '.status'),
    ...(isEmpty(labelSelectorPath)
      ? []
      : simplePath(
          labelSelectorPath,
          `${path}.scale.labelSelectorPath`,
          ['.spec.', '.status.'],
          'either .spec or .status',
        )),
  ];
}

const mostSelectable = 8;

function selectable(fields: unknown, root: unknown, path: string): Cause[] {
  const seen = new Set<string>();
  const causes = recordsOf(fields).flatMap(({ jsonPath }, index) => {
    const at = `${path}[${index}].jsonPath`;
    if (isEmpty(jsonPath)) return [missing(at)];
    const text = String(jsonPath);
    const found = schemaAt(text, root);
    if (typeof found === 'string' || text.includes('[')) {
      const why = typeof found === 'string' ? found : 'array notation is not allowed';
      return [wrongValue(at, text, `is an invalid path: ${why}`)];
    }
    const isRepeated = seen.has(text);
    seen.add(text);
    return [
      ...(/^\.metadata\b/.test(text) ? [wrongValue(at, text, 'must not point to fields in metadata')] : []),
      ...(['string', 'boolean', 'integer'].includes(String(found['type']))
        ? []
        : [
            wrongValue(
              at,
              text,
              'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.',
            ),
          ]),
      ...(isRepeated ? [duplicate(at, text)] : []),
    ];
  });
  if (seen.size <= mostSelectable) return causes;
  const message = `Too many: ${seen.size}: must have at most ${mostSelectable} items`;
  return [...causes, { reason: 'FieldValueTooMany', message, field: path }];
}

/** Returns the schema to which a path of rules and of selectable fields leads, or why it leads nowhere. */
function schemaAt(path: string, root: unknown): JsonRecord | string {
  let schema = recordOf(root);
  const steps = /(?:\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\])/y;
  for (let at = 0; at < path.length; at = steps.lastIndex) {
    steps.lastIndex = at;
    const step = steps.exec(path);
    if (step === null) {
      return path[at] === '.' || path[at] === '['
        ? 'unexpected end of JSON path'
        : `expected [ or . but got: ${path.slice(at)}`;
    }
    const name = step[1] ?? step[2] ?? '';
    const { properties, additionalProperties: all } = schema;
    const known = recordOf(properties);
    if (Object.hasOwn(known, name)) schema = recordOf(known[name]);
    else if (Object.keys(known).length === 0 && isJsonRecord(all)) schema = all;
    else return 'does not refer to a valid field';
  }
  return schema;
}

function inConversion(conversion: JsonRecord, keepsUnknown: boolean): Cause[] {
  const { strategy, webhook } = conversion;
  const path = 'spec.conversion';
  if (isEmpty(strategy)) return [];
  const { clientConfig, conversionReviewVersions } = recordOf(webhook);
  const given = among('None', 'Webhook')(strategy, `${path}.strategy`, conversion);
  const first =
    keepsUnknown && strategy !== 'None'
      ? [wrongValue(`${path}.strategy`, strategy, 'must be None if spec.preserveUnknownFields is true')]
      : [];
  if (strategy !== 'Webhook') {
    const words = 'should not be set when strategy is not set to Webhook';
    return [
      ...first,
      ...given,
      ...(isEmpty(clientConfig) ? [] : [forbids(`${path}.webhookClientConfig`, words)]),
      ...(isEmpty(conversionReviewVersions) ? [] : [forbids(`${path}.conversionReviewVersions`, words)]),
    ];
  }
  return [
    ...first,
    ...inClient(clientConfig, `${path}.webhookClientConfig`),
    ...reviewVersions(conversionReviewVersions, `${path}.conversionReviewVersions`),
  ];
}

function inClient(client: unknown, path: string): Cause[] {
  if (!isJsonRecord(client)) return [missing(path, 'required when strategy is set to Webhook')];
  const { url, service } = client;
  if ((typeof url === 'string') === isJsonRecord(service)) {
    return [missing(path, 'exactly one of url or service is required')];
  }
  if (isJsonRecord(service)) {
    const { name, namespace, port = 443, path: own } = service;
    return [
      ...(isEmpty(namespace) ? [missing(`${path}.service.namespace`)] : []),
      ...(isEmpty(name) ? [missing(`${path}.service.name`)] : []),
      ...(typeof port === 'number' && (port < 1 || port > 65_535)
        ? [wrongValue(`${path}.service.port`, port, 'port is not valid: must be between 1 and 65535, inclusive')]
        : []),
      ...(isEmpty(own) || textOf(own).startsWith('/')
        ? []
        : [wrongValue(`${path}.service.path`, own, "must start with a '/'")]),
    ];
  }
  const read = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  const at = `${path}.url`;
  const form = '; desired format: https://host[/path]';
  if (read === undefined) {
    return [
      wrongValue(at, '', `'https' is the only allowed URL scheme${form}`),
      wrongValue(at, '', `host must be specified${form}`),
    ];
  }
  return [
    ...(read.protocol === 'https:'
      ? []
      : [wrongValue(at, read.protocol.slice(0, -1), `'https' is the only allowed URL scheme${form}`)]),
    ...(read.host === '' ? [wrongValue(at, '', `host must be specified${form}`)] : []),
    ...(read.username === '' ? [] : [wrongValue(at, read.username, 'user information is not permitted in the URL')]),
    ...(read.hash === '' ? [] : [wrongValue(at, read.hash.slice(1), 'fragments are not permitted in the URL')]),
    ...(read.search === ''
      ? []
      : [wrongValue(at, read.search.slice(1), 'query parameters are not permitted in the URL')]),
  ];
}

function reviewVersions(given: unknown, path: string): Cause[] {
  const versions: readonly unknown[] = Array.isArray(given) ? given : [];
  if (versions.length === 0) return [missing(path)];
  return [
    ...versions.flatMap((version, at) =>
      versions.indexOf(version) < at
        ? [wrongValue(`${path}[${at}]`, version, 'duplicate version')]
        : label(problemsOfVersion, version, `${path}[${at}]`),
    ),
    ...(versions.some((version) => version === 'v1' || version === 'v1beta1')
      ? []
      : [wrongValue(path, versions, 'must include at least one of v1, v1beta1')]),
  ];
}

function inGroup(group: unknown): Cause[] {
  if (isEmpty(group)) return [missing('spec.group')];
  const problems = problemsOfSubdomain(String(group));
  if (problems.length > 0) return [wrongValue('spec.group', group, problems.join(','))];
  const words = 'should be a domain with at least one dot';
  return String(group).includes('.') ? [] : [wrongValue('spec.group', group, words)];
}

function inNames(names: JsonRecord): Cause[] {
  const fields = [
    ['plural', problemsOfVersion],
    ['singular', problemsOfVersion],
    ['kind', problemsOfKind],
    ['listKind', problemsOfKind],
  ] as const;
  const isUnset = (field: string): boolean => isEmpty(names[field]) || (field === 'listKind' && isEmpty(names['kind']));
  const shortNames: readonly unknown[] = Array.isArray(names['shortNames']) ? names['shortNames'] : [];
  const categories: readonly unknown[] = Array.isArray(names['categories']) ? names['categories'] : [];
  return [
    ...fields.flatMap(([field]) => (isUnset(field) ? [missing(`spec.names.${field}`)] : [])),
    ...fields
      .slice(0, 2)
      .flatMap(([field, problemsOf]) => (isUnset(field) ? [] : label(problemsOf, names[field], `spec.names.${field}`))),
    ...shortNames.flatMap((name, at) => label(problemsOfVersion, name, `spec.names.shortNames[${at}]`)),
    ...fields
      .slice(2)
      .flatMap(([field, problemsOf]) => (isUnset(field) ? [] : label(problemsOf, names[field], `spec.names.${field}`))),
    ...(!isEmpty(names['kind']) && names['kind'] === names['listKind']
      ? [wrongValue('spec.names.listKind', names['listKind'], 'kind and listKind may not be the same')]
      : []),
    ...categories.flatMap((name, at) => label(problemsOfVersion, name, `spec.names.categories[${at}]`)),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function label(problemsOf: NameProblems, name: unknown, path: string): Cause[] {
  return problemsOf(textOf(name)).map((why) => wrongValue(path, textOf(name), why));
}

const rootKeywords = [
  ...['description', 'type', 'format', 'title', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...['maxLength', 'minLength', 'pattern', 'maxItems', 'minItems', 'uniqueItems', 'multipleOf', 'required', 'items'],
  ...['properties', 'externalDocs', 'example', 'x-kubernetes-preserve-unknown-fields', 'x-kubernetes-validations'],
];

/** What servers demand of the schema of a version. */
function inWhole(given: unknown, path: string, hasStatus: boolean): Cause[] {
  if (!isJsonRecord(given)) return [];
  const schema = readSchema(given) as JsonRecord;
  const set = Object.entries(schema).filter(([, value]) => value !== false && value !== 0 && !isEmpty(value));
  const foreign = set.find(([keyword]) => !rootKeywords.includes(keyword));
  const structural = hasUnsupported(schema) ? [] : inStructure(schema, path, 'root');
  return [
    ...(hasStatus && foreign !== undefined
      ? [
          wrongValue(
            path,
            null,
            'only some fields are allowed at the root of the schema if the status subresource is enabled',
          ),
        ]
      : []),
    ...(schema['nullable'] === true ? [forbids(`${path}.nullable`, 'nullable cannot be true at the root')] : []),
    ...structural,
    ...(structural.length > 0 || hasUnsupported(schema) ? [] : inDefaults(schema, path, true)),
    ...inSchema(schema, path, { isRoot: true, isMeta: false }),
  ];
}

const unsupported = ['id', '$schema', '$ref', 'patternProperties', 'dependencies', 'additionalItems', 'definitions'];

/** Servers read no structure in a schema with these, and say so in another way. */
function hasUnsupported(schema: JsonRecord): boolean {
  return (
    unsupported.some((keyword) => !isEmpty(schema[keyword])) ||
    partsOf(schema, '').some(({ schema: part }) => hasUnsupported(part))
  );
}

interface Part {
  readonly schema: JsonRecord;
  readonly path: string;
  readonly role: 'property' | 'items' | 'values' | 'nested';
  readonly name?: string;
}

/** The schemas in a schema, each with its path. */
function partsOf(schema: JsonRecord, path: string): Part[] {
  const { properties, items, additionalProperties: all, not } = schema;
  const nested = (keyword: string): Part[] =>
    recordsOf(schema[keyword]).map((part, at) => ({ schema: part, path: `${path}.${keyword}[${at}]`, role: 'nested' }));
  return [
    ...(isJsonRecord(items) ? [{ schema: items, path: `${path}.items`, role: 'items' } as const] : []),
    ...Object.entries(recordOf(properties)).map(([name, part]) => {
      return { schema: recordOf(part), path: `${path}.properties[${name}]`, role: 'property', name } as const;
    }),
    ...(isJsonRecord(all) ? [{ schema: all, path: `${path}.additionalProperties`, role: 'values' } as const] : []),
    ...nested('anyOf'),
    ...nested('allOf'),
    ...nested('oneOf'),
    ...(isJsonRecord(not) ? [{ schema: not, path: `${path}.not`, role: 'nested' } as const] : []),
  ];
}

/** `structuralschema.ValidateStructural` */
function inStructure(schema: JsonRecord, path: string, level: 'root' | 'items' | 'property' | 'values'): Cause[] {
  const { type, items, additionalProperties: all, properties } = schema;
  const isEither = schema['x-kubernetes-int-or-string'] === true;
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const isWhole = level === 'root' || isEmbedded;
  const known = recordOf(properties);
  const where =
    level === 'root' ? 'at the root' : `for specified ${level === 'items' ? 'array items' : 'object fields'}`;
  const embedded = 'must be object if x-kubernetes-embedded-resource is true';
  const hasWrongEmbedded = isEmbedded && type !== 'object';
  return [
    ...(type === 'array' && items === undefined ? [missing(`${path}.items`, 'must be specified')] : []),
    ...partsOf(schema, path).flatMap((part) => {
      if (part.role === 'nested') return [];
      if (level === 'root' && part.name === 'metadata') return [];
      return inStructure(part.schema, part.path, part.role);
    }),
    ...(level === 'root' && all !== undefined
      ? [forbids(`${path}.additionalProperties`, 'must not be used at the root')]
      : []),
    ...(isEither && keepsUnknown
      ? [
          wrongValue(
            `${path}.x-kubernetes-preserve-unknown-fields`,
            true,
            'must be false if x-kubernetes-int-or-string is true',
          ),
        ]
      : []),
    ...(isEither && isEmbedded
      ? [
          wrongValue(
            `${path}.x-kubernetes-embedded-resource`,
            true,
            'must be false if x-kubernetes-int-or-string is true',
          ),
        ]
      : []),
    ...inValues(schema, path, {
      isEither: isEitherForm(schema['anyOf']),
      isFirst: isEitherForm(recordsOf(schema['allOf'])[0]?.['anyOf']),
    }),
    ...(hasWrongEmbedded
      ? [isEmpty(type) ? missing(`${path}.type`, embedded) : wrongValue(`${path}.type`, type, embedded)]
      : isEmpty(type) && !isEither && !keepsUnknown
        ? [missing(`${path}.type`, `must not be empty ${where}`)]
        : []),
    ...(isEmbedded && all !== undefined
      ? [forbids(`${path}.additionalProperties`, 'must not be used if x-kubernetes-embedded-resource is set')]
      : []),
    ...(level === 'root' && !isEmpty(type) && type !== 'object'
      ? [wrongValue(`${path}.type`, type, 'must be object at the root')]
      : []),
    ...(isWhole ? [...textField(known, 'kind', path), ...textField(known, 'apiVersion', path)] : []),
    ...(Object.hasOwn(known, 'metadata')
      ? inMetadata(recordOf(known['metadata']), `${path}.properties[metadata]`, isWhole, level === 'root')
      : []),
    ...(isEmbedded && !keepsUnknown && Object.keys(known).length === 0
      ? [
          missing(
            `${path}.properties`,
            'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
          ),
        ]
      : []),
    ...(level === 'root' ? incomplete(schema, schema, path, path) : []),
  ];
}

function textField(known: JsonRecord, name: string, path: string): Cause[] {
  if (!Object.hasOwn(known, name)) return [];
  const { type } = recordOf(known[name]);
  return type === 'string' ? [] : [wrongValue(`${path}.properties[${name}].type`, type ?? '', 'must be string')];
}

/** Only names may be restricted. */
function inMetadata(schema: JsonRecord, path: string, isWhole: boolean, isRoot: boolean): Cause[] {
  const { type, properties, default: _default, ...others } = schema;
  const further = Object.keys(recordOf(properties)).some((name) => name !== 'name' && name !== 'generateName');
  return [
    ...(isWhole && type !== 'object' ? [wrongValue(`${path}.type`, type ?? '', 'must be object')] : []),
    ...(isRoot && (further || Object.keys(others).length > 0)
      ? [
          forbids(
            path,
            'must not specify anything other than name and generateName, but metadata is implicitly specified',
          ),
        ]
      : []),
  ];
}

/** Whether this is how a schema says that a value is an integer or a string, where no type may be said. */
function isEitherForm(anyOf: unknown): boolean {
  return isEqual(anyOf, [{ type: 'integer' }, { type: 'string' }]);
}

/** What may be said of values below `allOf` and the like. */
function inValues(schema: JsonRecord, path: string, skips = { isEither: false, isFirst: false }): Cause[] {
  const { pattern } = schema;
  const problem = typeof pattern === 'string' ? problemOfPattern(pattern) : undefined;
  return [
    ...partsOf(schema, path).flatMap((part) => {
      if (part.role !== 'nested' || (skips.isEither && part.path.startsWith(`${path}.anyOf`))) return [];
      return inNested(part.schema, part.path, skips.isFirst && part.path === `${path}.allOf[0]`);
    }),
    ...(problem === undefined
      ? []
      : [wrongValue(`${path}.pattern`, pattern, `must be a valid regular expression, but isn't: ${problem}`)]),
  ];
}

const structure: readonly (readonly [keyword: string, words: string])[] = [
  ['type', 'must be empty to be structural'],
  ['additionalProperties', 'must be undefined to be structural'],
  ['default', 'must be undefined to be structural'],
  ['title', 'must be empty to be structural'],
  ['description', 'must be empty to be structural'],
  ['nullable', 'must be false to be structural'],
  ['x-kubernetes-preserve-unknown-fields', 'must be false to be structural'],
  ['x-kubernetes-embedded-resource', 'must be false to be structural'],
  ['x-kubernetes-int-or-string', 'must be false to be structural'],
  ['x-kubernetes-list-map-keys', 'must be empty to be structural'],
  ['x-kubernetes-list-type', 'must be undefined to be structural'],
  ['x-kubernetes-map-type', 'must be undefined to be structural'],
  ['x-kubernetes-validations', 'must be empty to be structural'],
];

function inNested(schema: JsonRecord, path: string, isEither = false): Cause[] {
  const isSaid = (value: unknown): boolean => value !== false && !isEmpty(value);
  return [
    ...inValues(schema, path, { isEither, isFirst: false }),
    ...partsOf(schema, path).flatMap((part) => {
      return part.role === 'items' || part.role === 'property' ? inNested(part.schema, part.path) : [];
    }),
    ...structure.flatMap(([keyword, words]) => (isSaid(schema[keyword]) ? [forbids(`${path}.${keyword}`, words)] : [])),
    ...(Object.hasOwn(recordOf(schema['properties']), 'metadata')
      ? [forbids(`${path}.properties[metadata]`, 'must not be specified in a nested context')]
      : []),
  ];
}

/** What is said of values of which the structure knows nothing. */
function incomplete(said: JsonRecord, known: JsonRecord | undefined, path: string, at: string): Cause[] {
  if (known === undefined) return [missing(path, `because it is defined in ${at}`)];
  return partsOf(said, at).flatMap((part) =>
    part.role === 'nested' ? incompleteBelow(part.schema, known, path, part.path) : [],
  );
}

function incompleteBelow(said: JsonRecord, known: JsonRecord | undefined, path: string, at: string): Cause[] {
  if (known === undefined) return [missing(path, `because it is defined in ${at}`)];
  const { items, properties } = known;
  const fields = recordOf(properties);
  return [
    ...incomplete(said, known, path, at),
    ...partsOf(said, at).flatMap((part) => {
      if (part.role === 'items') {
        return incompleteBelow(part.schema, isJsonRecord(items) ? items : undefined, `${path}.items`, part.path);
      }
      if (part.role !== 'property') return [];
      const { name = '' } = part;
      const field = Object.hasOwn(fields, name) ? recordOf(fields[name]) : undefined;
      return incompleteBelow(part.schema, field, `${path}.properties[${name}]`, part.path);
    }),
  ];
}

/** `defaulting.ValidateDefaults`: a default is a value that its own schema takes. */
function inDefaults(schema: JsonRecord, path: string, isRoot = false): Cause[] {
  const { default: value } = schema;
  const at = `${path}.default`;
  const isWhole = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  return [
    ...(value === undefined
      ? []
      : [
          ...(prune(value, schema, asIs, false).unknown.length > 0
            ? [wrongValue(at, value, 'must not have unknown fields')]
            : []),
          ...validateAt(value, schema, at),
        ]),
    ...partsOf(schema, path).flatMap((part) => {
      if (part.role !== 'items' && part.role !== 'property') return [];
      return isWhole && ['metadata', 'apiVersion', 'kind'].includes(part.name ?? '')
        ? []
        : inDefaults(part.schema, part.path);
    }),
  ];
}

/** Returns what is wrong with the rules in CEL of a definition, which is otherwise right, and which defaults break them. */
export function causesOfRules(definition: JsonRecord, cel: FakeCel): Cause[] {
  const versions = recordsOf(recordOf(definition['spec'])['versions']);
  const schemas = versions.map(({ schema }) => readSchema(recordOf(recordOf(schema)['openAPIV3Schema'])) as JsonRecord);
  const isCommon = schemas.every((schema) => isEqual(schema, schemas[0]));
  cel.begin();
  return isCommon
    ? inRules(schemas[0] ?? {}, 'spec.validation.openAPIV3Schema', cel, { isWhole: true })
    : schemas.flatMap((schema, at) => {
        return inRules(schema, `spec.versions[${at}].schema.openAPIV3Schema`, cel, { isWhole: true });
      });
}

interface RuledPlace {
  /** Whether it is an object with metadata. */
  readonly isWhole: boolean;
  /** The part around it of which no server can tell which value it was before an update. */
  readonly apart?: string | undefined;
}

function inRules(schema: JsonRecord, path: string, cel: FakeCel, { isWhole, apart }: RuledPlace): Cause[] {
  const { default: value } = schema;
  const at = (index: number, field: string): string => `${path}.x-kubernetes-validations[${index}].${field}`;
  const isApart = {
    items: schema['x-kubernetes-list-type'] !== 'map',
    property: schema['x-kubernetes-map-type'] === 'atomic',
    values: false,
  };
  const rules = recordsOf(schema['x-kubernetes-validations']);
  return [
    ...partsOf(schema, path).flatMap((part) => {
      if (part.role === 'nested') return [];
      return inRules(part.schema, part.path, cel, {
        isWhole: part.schema['x-kubernetes-embedded-resource'] === true,
        apart: isApart[part.role] ? path : apart,
      });
    }),
    ...cel.problemsOf(schema, isWhole).map((cause) => ({ ...cause, field: `${path}.${cause.field}` })),
    ...rules.flatMap(({ rule }, index) => {
      const words = 'oldSelf cannot be used on the uncorrelatable portion of the schema within';
      if (apart === undefined || !/\boldSelf\b/.test(textOf(rule))) return [];
      return [wrongValue(at(index, 'rule'), rule, `${words} ${apart}`)];
    }),
    ...(value === undefined
      ? []
      : cel
          .causesOf(value, { schema, old: undefined, isValid: true, isDefault: true })
          .map((cause) => ({ ...cause, field: `${path}.default${cause.field === '<nil>' ? '' : `.${cause.field}`}` }))),
  ];
}

interface Place {
  readonly isRoot: boolean;
  /** Whether it is metadata, or a field of them. */
  readonly isMeta: boolean;
  /** Why it may have no default. */
  readonly forbidden?: string | undefined;
}

/** `ValidateCustomResourceDefinitionOpenAPISchema` */
function inSchema(schema: JsonRecord, path: string, place: Place): Cause[] {
  const { isRoot, isMeta, forbidden } = place;
  const { type, properties, additionalProperties: all } = schema;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const hasFields = Object.keys(recordOf(properties)).length > 0;
  return [
    ...(isEmpty(type) || types.includes(String(type)) ? [] : [notSupported(`${path}.type`, type, types)]),
    ...(schema['default'] !== undefined && forbidden !== undefined
      ? [forbids(`${path}.default`, `must not be set ${forbidden}`)]
      : []),
    ...unsupported
      .filter((keyword) => keyword !== '$schema' && !isEmpty(schema[keyword]))
      .map((keyword) => forbids(`${path}.${keyword}`, `${keyword} is not supported`)),
    ...(type === 'null' ? [forbids(`${path}.type`, 'type cannot be set to null, use nullable as an alternative')] : []),
    ...(isMeta && isEmbedded
      ? [forbids(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta')]
      : []),
    ...(schema['uniqueItems'] === true
      ? [
          forbids(
            `${path}.uniqueItems`,
            'uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
          ),
        ]
      : []),
    ...(hasFields && (all === false || isJsonRecord(all))
      ? [forbids(`${path}.additionalProperties`, 'additionalProperties and properties are mutual exclusive')]
      : []),
    ...partsOf(schema, path).flatMap((part) => {
      const isHead = (isRoot || isEmbedded) && ['metadata', 'apiVersion', 'kind'].includes(part.name ?? '');
      const values =
        isMeta && part.role === 'values' ? 'inside additionalProperties applying to object metadata' : undefined;
      const why = isRoot && isHead ? `in top-level ${part.name ?? ''}` : values;
      return inSchema(part.schema, part.path, { isRoot: false, isMeta: isMeta || isHead, forbidden: why ?? forbidden });
    }),
    ...(schema['x-kubernetes-preserve-unknown-fields'] === false
      ? [wrongValue(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined')]
      : []),
    ...inMapType(schema, path),
    ...inListType(schema, path),
    ...rulesOf(schema, path),
  ];
}

function inMapType(schema: JsonRecord, path: string): Cause[] {
  const { type, 'x-kubernetes-map-type': form } = schema;
  if (isEmpty(form)) return [];
  const words = 'must be object if x-kubernetes-map-type is specified';
  return [
    ...(type === 'object'
      ? []
      : [isEmpty(type) ? missing(`${path}.type`, words) : wrongValue(`${path}.type`, type, words)]),
    ...among('atomic', 'granular')(form, `${path}.x-kubernetes-map-type`, schema),
  ];
}

function inListType(schema: JsonRecord, path: string): Cause[] {
  const { type, items, 'x-kubernetes-list-type': form, 'x-kubernetes-list-map-keys': given } = schema;
  const keys: readonly unknown[] = Array.isArray(given) ? given : [];
  const at = `${path}.x-kubernetes-list-type`;
  const keysAt = `${path}.x-kubernetes-list-map-keys`;
  const words = 'must be map if x-kubernetes-list-map-keys is non-empty';
  const keysWords: Cause[] =
    keys.length === 0 || form === 'map' ? [] : [isEmpty(form) ? missing(at, words) : wrongValue(at, form, words)];
  if (isEmpty(form)) return keysWords;
  const item = recordOf(items);
  const ofType = 'must be array if x-kubernetes-list-type is specified';
  const atomic = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const itemForm = `x-kubernetes-${item['type'] === 'array' ? 'list' : 'map'}-type`;
  const isAtomic =
    item['type'] === 'array'
      ? isEmpty(item[itemForm]) || item[itemForm] === 'atomic'
      : item['type'] !== 'object' || item[itemForm] === 'atomic';
  return [
    ...(type === 'array'
      ? form === 'set' && !isAtomic
        ? [wrongValue(`${path}.items.${itemForm}`, item[itemForm] ?? null, atomic)]
        : []
      : [isEmpty(type) ? missing(`${path}.type`, ofType) : wrongValue(`${path}.type`, type, ofType)]),
    ...among('atomic', 'set', 'map')(form, at, schema),
    ...keysWords,
    ...(form === 'map' ? inMapKeys(item, items !== undefined, keys, path, keysAt) : []),
    ...((form === 'set' || form === 'map') && item['nullable'] === true
      ? [forbids(`${path}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${form}`)]
      : []),
    ...(form === 'map' ? inKeyFields(item, keys, `${path}.items`) : []),
  ];
}

function inMapKeys(item: JsonRecord, isThere: boolean, keys: readonly unknown[], path: string, at: string): Cause[] {
  const words = "must be object if parent array's x-kubernetes-list-type is map";
  const fields = recordOf(item['properties']);
  return [
    ...(keys.length === 0 ? [missing(at, 'must not be empty if x-kubernetes-list-type is map')] : []),
    ...(isThere ? [] : [missing(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map')]),
    ...(isThere && item['type'] !== 'object'
      ? [wrongValue(`${path}.items.type`, item['type'] ?? '', words)]
      : keys.flatMap((key, index) => {
          const name = String(key);
          const field = Object.hasOwn(fields, name) ? recordOf(fields[name]) : undefined;
          const isNested = field?.['type'] === 'array' || field?.['type'] === 'object';
          return [
            ...(field === undefined && isThere
              ? [wrongValue(at, keys, 'entries must all be names of item properties')]
              : []),
            ...(isNested
              ? [
                  wrongValue(
                    `${path}.items.properties[${name}].type`,
                    item['type'],
                    "must be a scalar type if parent array's x-kubernetes-list-type is map",
                  ),
                ]
              : []),
            ...(keys.indexOf(key) < index ? [wrongValue(at, keys, 'must not contain duplicate entries')] : []),
          ];
        })),
  ];
}

function inKeyFields(item: JsonRecord, keys: readonly unknown[], path: string): Cause[] {
  const fields = recordOf(item['properties']);
  const needed: readonly unknown[] = Array.isArray(item['required']) ? item['required'] : [];
  const words = 'this property is in x-kubernetes-list-map-keys, so it';
  return keys.flatMap((key) => {
    const name = String(key);
    if (!Object.hasOwn(fields, name)) return [];
    const field = recordOf(fields[name]);
    const at = `${path}.properties[${name}]`;
    return [
      ...(needed.includes(name) || field['default'] !== undefined
        ? []
        : [missing(`${at}.default`, `${words} must have a default or be a required property`)]),
      ...(field['nullable'] === true ? [forbids(`${at}.nullable`, `${words} cannot be nullable`)] : []),
    ];
  });
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** What is wrong with rules before anybody compiles them. */
function rulesOf(schema: JsonRecord, path: string): Cause[] {
  return recordsOf(schema['x-kubernetes-validations']).flatMap(
    ({ rule, message, messageExpression, reason, fieldPath }, index) => {
      const at = `${path}.x-kubernetes-validations[${index}]`;
      const text = textOf(rule).trim();
      const words = textOf(message).trim();
      const hasBreaks = (value: string): boolean => /[\n\r]/.test(value);
      return [
        ...(text === ''
          ? [missing(`${at}.rule`, 'rule is not specified')]
          : !isEmpty(message) && words === ''
            ? [wrongValue(`${at}.message`, message, 'must be non-empty if specified')]
            : hasBreaks(words)
              ? [wrongValue(`${at}.message`, message, 'must not contain line breaks')]
              : hasBreaks(text) && words === ''
                ? [missing(`${at}.message`, 'message must be specified if rule contains line breaks')]
                : []),
        ...(!isEmpty(messageExpression) && textOf(messageExpression).trim() === ''
          ? [missing(`${at}.messageExpression`, 'messageExpression must be non-empty if specified')]
          : []),
        ...(isEmpty(reason) ? [] : among(...reasons)(reason, `${at}.reason`, schema)),
        ...(isEmpty(fieldPath)
          ? []
          : [
              ...(textOf(fieldPath).trim() === ''
                ? [wrongValue(`${at}.fieldPath`, fieldPath, 'must be non-empty if specified')]
                : []),
              ...(hasBreaks(textOf(fieldPath))
                ? [wrongValue(`${at}.fieldPath`, fieldPath, 'must not contain line breaks')]
                : []),
              ...(typeof schemaAt(textOf(fieldPath), schema) === 'string'
                ? [wrongValue(`${at}.fieldPath`, fieldPath, 'must be a valid path')]
                : []),
            ]),
      ];
    },
  );
}

/** Groups of Kubernetes itself take an annotation. */
function approval({ group }: JsonRecord, { annotations }: JsonRecord): Cause[] {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(String(group))) return [];
  const approved = recordOf(annotations)['api-approved.kubernetes.io'];
  const path = 'metadata.annotations[api-approved.kubernetes.io]';
  const words = 'protected groups must have approval annotation "api-approved.kubernetes.io"';
  const see = 'see https://github.com/kubernetes/enhancements/pull/1111';
  if (isEmpty(approved)) return [missing(path, `${words}, ${see}`)];
  if (/^unapproved/.test(textOf(approved)) || URL.canParse(textOf(approved))) return [];
  return [wrongValue(path, approved, `${words} with either a URL or a reason starting with "unapproved", ${see}`)];
}
