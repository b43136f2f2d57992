import { isJsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';
import type { KindSchema } from './schema-finder.js';

/**
 * Returns why Go cannot read an object as its built-in kind: the first value whose type a field cannot hold; undefined if
 * there is none.
 */
export function mistyped(object: unknown, { schema, resolve }: KindSchema): string | undefined {
  const walk = (value: unknown, given: Schema, path: readonly string[], owner: string): string | undefined => {
    if (value === null || value === undefined) return undefined;
    const { type, format, properties = {}, additionalProperties, items, oneOf, anyOf } = resolve(given);
    if (oneOf !== undefined || anyOf !== undefined || type === undefined) return undefined;
    const own = Array.isArray(value) ? 'array' : isJsonRecord(value) ? 'object' : typeof value;
    const isFine =
      own === type || (own === 'number' && (type === 'number' || (type === 'integer' && Number.isInteger(value))));
    if (!isFine) {
      const shown =
        typeof value === 'number' && type === 'integer' ? `number ${value}` : own === 'boolean' ? 'bool' : own;
      return `json: cannot unmarshal ${shown} into Go struct field ${owner}.${path.join('.')} of type ${goType(given, { type, format })}`;
    }
    if (Array.isArray(value)) {
      for (const item of value as unknown[]) {
        const found = items && walk(item, items, path, owner);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    if (!isJsonRecord(value)) return undefined;
    const struct = nameOf(given) ?? owner;
    for (const [field, inner] of Object.entries(value)) {
      const known = Object.hasOwn(properties, field) ? properties[field] : undefined;
      const below = known ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
      // Metadata are read before.
      if (below === undefined || (path.length === 0 && field === 'metadata')) continue;
      const found = walk(inner, below, known === undefined ? path : [...path, field], struct);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const kind = schema['x-kubernetes-group-version-kind']?.[0]?.kind ?? '';
  return walk(object, schema, [], kind);
}

/** Returns the name of the Go type to which a schema refers. */
function nameOf({ $ref, allOf }: Schema): string | undefined {
  return ($ref ?? allOf?.[0]?.$ref)?.split('.').at(-1);
}

/** Returns the Go type of a field, such as `int32`, `[]string` or `v1.PodSpec`. */
function goType(given: Schema, { type, format }: Pick<Schema, 'type' | 'format'>): string {
  const reference = given.$ref ?? given.allOf?.[0]?.$ref;
  if (reference !== undefined) return reference.split('.').slice(-2).join('.');
  switch (type) {
    case 'integer':
      return format ?? 'int64';
    case 'number':
      return 'float64';
    case 'boolean':
      return 'bool';
    case 'array':
      return `[]${given.items === undefined ? 'interface {}' : goType(given.items, given.items)}`;
    case 'object': {
      const values = given.additionalProperties;
      return `map[string]${typeof values === 'object' ? goType(values, values) : 'interface {}'}`;
    }
    default:
      return 'string';
  }
}
