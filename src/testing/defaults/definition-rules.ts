import type { JsonRecord } from '../../core/shared/json-record.js';
import { problemsOfSubdomain, type NameProblems } from '../wire/name-problems.js';
import type { Cause } from '../wire/refusals.js';
import {
  among,
  forbids,
  isEmpty,
  missing,
  notSupported,
  recordOf,
  required,
  wrongValue,
  type RulesOf,
} from './rules.js';

const form =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
/** What names of versions, and of kinds in lower case, look like. */
export const problemsOfVersion: NameProblems = (name) => (/^[a-z]([-a-z0-9]*[a-z0-9])?$/.test(name) ? [] : [form]);
const problemsOfKind: NameProblems = (name) =>
  problemsOfVersion(name.toLowerCase()).map((why) => `may have mixed case, but should otherwise match: ${why}`);

/** What schemas of custom resources are nested at most: deeper ones are left alone. */
const maxDepth = 100;
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

function inSpec(spec: JsonRecord, storedVersions: unknown): Cause[] {
  const { group, scope, names } = spec;
  const versions = (Array.isArray(spec['versions']) ? spec['versions'] : []).map(recordOf);
  const schemas = versions.map(({ schema }) => recordOf(schema)['openAPIV3Schema']);
  const isCommon = schemas.every((schema) => JSON.stringify(schema) === JSON.stringify(schemas[0]));
  const stored = versions.filter(({ storage }) => storage === true);
  const given = versions.map(({ name }) => name);
  return [
    ...inGroup(group),
    ...required(among('Cluster', 'Namespaced'))(scope, 'spec.scope', spec),
    ...schemas.flatMap((schema, at) =>
      schema === undefined ? [missing(`spec.versions[${at}].schema.openAPIV3Schema`)] : [],
    ),
    ...given.flatMap((name, at) => label(problemsOfVersion, name, `spec.versions[${at}].name`)),
    ...(isCommon ? [] : schemas.flatMap((schema, at) => inRoot(schema, `spec.versions[${at}].schema.openAPIV3Schema`))),
    ...(new Set(given).size === given.length
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
    ...given.slice(0, 1).flatMap((name) => label(problemsOfVersion, name, 'spec.version')),
    ...inNames(recordOf(names)),
    ...(isCommon ? inRoot(schemas[0], 'spec.validation.openAPIV3Schema') : []),
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
  return [
    ...fields.flatMap(([field]) => (isUnset(field) ? [missing(`spec.names.${field}`)] : [])),
    ...fields
      .slice(0, 2)
      .flatMap(([field, problemsOf]) => (isUnset(field) ? [] : label(problemsOf, names[field], `spec.names.${field}`))),
    ...shortNames.flatMap((name, at) => label(problemsOfVersion, name, `spec.names.shortNames[${at}]`)),
    ...fields
      .slice(2)
      .flatMap(([field, problemsOf]) => (isUnset(field) ? [] : label(problemsOf, names[field], `spec.names.${field}`))),
  ];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function label(problemsOf: NameProblems, name: unknown, path: string): Cause[] {
  return problemsOf(textOf(name)).map((why) => wrongValue(path, textOf(name), why));
}

function inRoot(schema: unknown, path: string): Cause[] {
  if (schema === undefined) return [];
  const { type } = recordOf(schema);
  if (isEmpty(type)) return [missing(`${path}.type`, 'must not be empty at the root')];
  if (type !== 'object') return [wrongValue(`${path}.type`, type, 'must be object at the root')];
  return inSchema(recordOf(schema), path, 0);
}

function inSchema(schema: JsonRecord, path: string, depth: number): Cause[] {
  if (depth > maxDepth) return [];
  const { type, items, properties } = schema;
  if (!isEmpty(schema['$ref'])) return [forbids(`${path}.$ref`, '$ref is not supported')];
  const isFree =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (isEmpty(type) && !isFree) {
    const what = path.endsWith('.items') ? 'array items' : 'object fields';
    return [missing(`${path}.type`, `must not be empty for specified ${what}`)];
  }
  if (!isEmpty(type) && !types.includes(String(type))) return [notSupported(`${path}.type`, type, types)];
  if (type === 'array' && items === undefined) return [missing(`${path}.items`, 'must be specified')];
  return [
    ...Object.entries(recordOf(properties)).flatMap(([name, each]) =>
      // The metadata of an object has its own rules.
      path.endsWith('openAPIV3Schema') && name === 'metadata'
        ? []
        : inSchema(recordOf(each), `${path}.properties[${name}]`, depth + 1),
    ),
    ...(items === undefined ? [] : inSchema(recordOf(items), `${path}.items`, depth + 1)),
  ];
}

/** Groups of Kubernetes itself take an annotation. */
function approval({ group }: JsonRecord, { annotations }: JsonRecord): Cause[] {
  const isProtected = /(^|\.)(k8s|kubernetes)\.io$/.test(String(group));
  if (!isProtected || !isEmpty(recordOf(annotations)['api-approved.kubernetes.io'])) return [];
  const words =
    'protected groups must have approval annotation "api-approved.kubernetes.io", see https://github.com/kubernetes/enhancements/pull/1111';
  return [missing('metadata.annotations[api-approved.kubernetes.io]', words)];
}
