import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';

type Read = (value: unknown) => unknown;

const textOf: Read = (value) => (typeof value === 'string' && value !== '' ? value : undefined);
const numberOf: Read = (value) => (typeof value === 'number' ? value : undefined);
const booleanOf: Read = (value) => (typeof value === 'boolean' ? value : undefined);
const listOf: Read = (value) => (Array.isArray(value) && value.length > 0 ? value : undefined);
const namesOf: Read = (value) =>
  listOf(Array.isArray(value) ? value.filter((each) => typeof each === 'string') : value);
const schemaOf: Read = (value) => (isJsonRecord(value) ? readSchema(value) : undefined);
/** Go reads null where a list or a map has schemas as a schema that says nothing. */
const schemasOf: Read = (value) => listOf(Array.isArray(value) ? value.map((each) => schemaOf(each) ?? {}) : value);

/** The keywords that the check of an object looks at. */
const keywords: Readonly<Record<string, Read>> = {
  ...keysTo(textOf, 'type', 'format', 'pattern', 'x-kubernetes-list-type', 'x-kubernetes-map-type'),
  ...keysTo(numberOf, 'minLength', 'maxLength', 'minimum', 'maximum', 'multipleOf', 'minItems', 'maxItems'),
  ...keysTo(numberOf, 'minProperties', 'maxProperties'),
  ...keysTo(booleanOf, 'nullable', 'exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'),
  ...keysTo(booleanOf, 'x-kubernetes-int-or-string', 'x-kubernetes-preserve-unknown-fields'),
  ...keysTo(booleanOf, 'x-kubernetes-embedded-resource'),
  ...keysTo(listOf, 'enum', 'x-kubernetes-validations'),
  ...keysTo(namesOf, 'required', 'x-kubernetes-list-map-keys'),
  ...keysTo(schemasOf, 'allOf', 'anyOf', 'oneOf'),
  ...keysTo(schemaOf, 'items', 'not'),
  default: (value) => value ?? undefined,
  additionalProperties: (value) => (typeof value === 'boolean' ? value : schemaOf(value)),
  properties: (value) => {
    if (!isJsonRecord(value)) return undefined;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaOf(each) ?? {}]));
  },
};

function keysTo(read: Read, ...names: readonly string[]): Record<string, Read> {
  return Object.fromEntries(names.map((name) => [name, read]));
}

/**
 * Returns a schema as Go reads it: without keywords that are empty or null, and without those of another type, which a
 * server refuses. A client, or a test, may have stored a definition that says anything.
 */
export function readSchema(given: JsonRecord): Schema {
  const read = Object.entries(given).flatMap(([keyword, value]) => {
    const known = Object.hasOwn(keywords, keyword) ? keywords[keyword]?.(value) : value;
    return known === undefined ? [] : [[keyword, known] as const];
  });
  return Object.fromEntries(read);
}
