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
    const field = `${owner}.${path.join('.')}`;
    if (typeof value === 'number' && (type === 'integer' || format === 'int-or-string') && !isInteger(value, format)) {
      const known = type === 'integer' && format !== undefined ? format : 'int32';
      return `json: cannot unmarshal number ${value} into Go struct field ${field} of type ${known}`;
    }
    if (oneOf !== undefined || anyOf !== undefined || type === undefined) return undefined;
    const own = Array.isArray(value) ? 'array' : isJsonRecord(value) ? 'object' : typeof value;
    if (own !== type && !(own === 'number' && (type === 'number' || type === 'integer'))) {
      const shown = own === 'boolean' ? 'bool' : own;
      return `json: cannot unmarshal ${shown} into Go struct field ${field} of type ${goType(given, { type, format })}`;
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

/** Reports whether Go can keep a number in an integer; one without a format has 64 bits. */
function isInteger(value: number, format: string | undefined): boolean {
  const limit = 2 ** (format === 'int32' || format === 'int-or-string' ? 31 : 63);
  return Number.isInteger(value) && value >= -limit && value < limit;
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
