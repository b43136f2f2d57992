import { isJsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';

/**
 * Sets the defaults of a structural schema, and drops nulls where null is no value. Parents that have no default are not
 * created.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
export function setDefaults(value: unknown, schema: Schema): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item: unknown) => setDefaults(item, items));
  }
  if (!isJsonRecord(value)) return value;
  const { properties = {}, additionalProperties } = schema;
  const entries = new Map<string, unknown>();
  for (const [field, inner] of Object.entries(value)) {
    const own = Object.hasOwn(properties, field) ? properties[field] : undefined;
    if (inner === null && own !== undefined && own.nullable !== true) continue;
    const below = own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    entries.set(field, below === undefined ? inner : setDefaults(inner, below));
  }
  for (const [field, own] of Object.entries(properties)) {
    if (own.default === undefined || entries.has(field)) continue;
    entries.set(field, setDefaults(structuredClone(own.default), own));
  }
  return Object.fromEntries(entries);
}
