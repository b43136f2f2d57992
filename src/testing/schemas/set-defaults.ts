import { isJsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';
import { Steps } from './steps.js';

/**
 * Sets the defaults of a structural schema, and drops nulls where null is no value. Parents that have no default are not
 * created. Throws 422 for a schema that takes too many steps.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
export function setDefaults(value: unknown, schema: Schema, steps = new Steps()): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item: unknown) => setDefaults(item, items, steps));
  }
  if (!isJsonRecord(value)) return value;
  const { properties = {}, additionalProperties } = schema;
  const known = Object.entries(properties);
  steps.spend(1 + known.length);
  const entries = new Map<string, unknown>();
  for (const [field, inner] of Object.entries(value)) {
    const own = Object.hasOwn(properties, field) ? properties[field] : undefined;
    const below = own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    const isDropped = inner === null && below !== undefined && below.nullable !== true;
    if (!isDropped) entries.set(field, below === undefined ? inner : setDefaults(inner, below, steps));
    else if (own === undefined && below.default !== undefined) entries.set(field, copyOf(below.default, steps));
  }
  for (const [field, own] of known) {
    if (own.default === undefined || entries.has(field)) continue;
    entries.set(field, setDefaults(copyOf(own.default, steps), own, steps));
  }
  return Object.fromEntries(entries);
}

/** What a value costs that is not just looked at but takes memory, and so many characters as well. */
const stepsOfValue = 10;
const charactersOfValue = 100;

/** Copies a default, which a small object may have many times over. */
function copyOf(value: unknown, steps: Steps): unknown {
  const spend = ({ length }: string): void => steps.spend(stepsOfValue * (1 + length / charactersOfValue));
  spend(typeof value === 'string' ? value : '');
  if (Array.isArray(value)) return value.map((item: unknown) => copyOf(item, steps));
  if (!isJsonRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      spend(field);
      return [field, copyOf(inner, steps)];
    }),
  );
}
