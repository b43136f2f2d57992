import { isJsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';
import type { KindSchema } from './schema-finder.js';

/** What an apply expects of a value, by the type of its schema. */
const expectations: Readonly<Record<string, string>> = {
  integer: 'numeric (int or float)',
  number: 'numeric (int or float)',
  string: 'string',
  boolean: 'boolean',
  array: 'list',
  object: 'map',
};

/** Returns the values of an applied object that have another type than their schema, as servers word it. */
export function unexpectedTypes(object: unknown, { schema, resolve }: KindSchema): string[] {
  const walk = (value: unknown, given: Schema, path: string): string[] => {
    if (value === null || value === undefined) return [];
    const { type, properties = {}, additionalProperties, items, oneOf, anyOf } = resolve(given);
    if (type === undefined || oneOf !== undefined || anyOf !== undefined) return [];
    const own = Array.isArray(value) ? 'array' : isJsonRecord(value) ? 'object' : typeof value;
    if (own !== type && !(own === 'number' && type === 'integer')) {
      return [`${path}: expected ${expectations[type] ?? type}, got ${shownAs(value)}`];
    }
    if (Array.isArray(value)) {
      return items === undefined ? [] : value.flatMap((item, index) => walk(item, items, `${path}[${index}]`));
    }
    if (!isJsonRecord(value)) return [];
    return Object.entries(value).flatMap(([field, inner]) => {
      const known = Object.hasOwn(properties, field) ? properties[field] : undefined;
      const below = known ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
      return below === undefined || (path === '' && field === 'metadata') ? [] : walk(inner, below, `${path}.${field}`);
    });
  };
  return walk(object, schema, '');
}

/** Names a type as the merge of servers does; of a scalar where a map or a list is expected, the value too. */
function shownAs(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (isJsonRecord(value)) return 'map';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return typeof value;
}
