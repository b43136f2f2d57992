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
  const dropped = new Map<JsonRecord, Set<string>>();
  const walk = (value: unknown, given: Schema, path: string, isWhole: boolean): void => {
    const known = resolve(given);
    if (Array.isArray(value)) {
      const { items } = known;
      if (items === undefined) return;
      for (const [index, item] of value.entries()) walk(item, items, `${path}[${index}]`, false);
      return;
    }
    if (!isJsonRecord(value)) return;
    const { properties = {}, additionalProperties } = known;
    const isObject = isWhole || known['x-kubernetes-embedded-resource'] === true;
    const keeps =
      additionalProperties === true ||
      known['x-kubernetes-preserve-unknown-fields'] === true ||
      (known.properties === undefined && additionalProperties === undefined && keepsAll(known));
    for (const field of Object.keys(value)) {
      const below = path === '' ? field : `${path}.${field}`;
      const own = Object.hasOwn(properties, field) ? properties[field] : undefined;
      if (isObject && heads.has(field)) continue;
      if (own !== undefined) walk(value[field], own, below, false);
      else if (typeof additionalProperties === 'object') walk(value[field], additionalProperties, below, false);
      else if (!keeps) {
        unknown.push(below);
        dropped.set(value, (dropped.get(value) ?? new Set()).add(field));
      }
    }
  };
  walk(root, schema, '', isObject);
  return { value: unknown.length === 0 ? root : without(root, dropped), unknown };
}

/** Returns a copy without the fields that are dropped of each object in it. */
function without(value: unknown, dropped: ReadonlyMap<JsonRecord, ReadonlySet<string>>): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => without(item, dropped));
  if (!isJsonRecord(value)) return value;
  const fields = dropped.get(value);
  const kept = Object.entries(value).filter(([field]) => fields?.has(field) !== true);
  return Object.fromEntries(kept.map(([field, inner]) => [field, without(inner, dropped)]));
}

/** Whether a schema without fields stands for any value: that of a definition says so, one of a built-in has no type. */
function keepsAll({ type }: Schema): boolean {
  return type === undefined;
}
