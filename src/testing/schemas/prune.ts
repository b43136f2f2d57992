import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';
import type { Resolve } from './resolve.js';

/** A value without the fields that its schema does not name, and their paths. */
export interface Pruned {
  readonly value: unknown;
  readonly unknown: readonly string[];
}

const heads = new Set(['apiVersion', 'kind', 'metadata']);

/**
 * Drops the fields that a schema does not name, in objects that are not declared to keep them. The apiVersion, kind and
 * metadata of a whole object are left alone.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function prune(root: unknown, schema: Schema, resolve: Resolve, isObject = true): Pruned {
  const unknown: string[] = [];
  const walk = (value: unknown, given: Schema, path: string, isWhole: boolean): unknown => {
    const known = resolve(given);
    if (Array.isArray(value)) {
      const { items } = known;
      if (items === undefined) return value;
      return value.map((item: unknown, index) => walk(item, items, `${path}[${index}]`, false));
    }
    if (!isJsonRecord(value)) return value;
    const { properties = {}, additionalProperties } = known;
    const isObject = isWhole || known['x-kubernetes-embedded-resource'] === true;
    const keeps =
      additionalProperties === true ||
      known['x-kubernetes-preserve-unknown-fields'] === true ||
      (known.properties === undefined && additionalProperties === undefined && keepsAll(known));
    const kept: [string, unknown][] = [];
    for (const [field, inner] of Object.entries(value)) {
      const below = path === '' ? field : `${path}.${field}`;
      const own = Object.hasOwn(properties, field) ? properties[field] : undefined;
      if (isObject && heads.has(field)) kept.push([field, inner]);
      else if (own !== undefined) kept.push([field, walk(inner, own, below, false)]);
      else if (typeof additionalProperties === 'object')
        kept.push([field, walk(inner, additionalProperties, below, false)]);
      else if (keeps) kept.push([field, inner]);
      else unknown.push(below);
    }
    return Object.fromEntries(kept) satisfies JsonRecord;
  };
  return { value: walk(root, schema, '', isObject), unknown };
}

/** Whether a schema without fields stands for any value: that of a definition says so, one of a built-in has no type. */
function keepsAll({ type }: Schema): boolean {
  return type === undefined;
}
