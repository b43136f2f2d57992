import type { OpenAPIDocument, Schema } from '../../../src/openapi/index.js';
import { findSchema, resolveReference } from '../../../src/openapi/index.js';
import { parseGroupVersion } from '../../../src/index.js';
import type { ManifestObject } from './seeds.js';

/** A field of an object, or a value of a map, with what its schema says of it. */
export interface FieldNode {
  readonly path: readonly (string | number)[];
  readonly key: string;
  /** The name of the schema that has the field. */
  readonly owner: string;
  /** False for a value of a map. */
  readonly isField: boolean;
  readonly isRequired: boolean;
  readonly enum: readonly unknown[] | undefined;
}

export type Mutable = Record<string, unknown>;

/** Returns all fields of an object that its schema knows. */
export function fieldsOf(object: ManifestObject, document: OpenAPIDocument): readonly FieldNode[] {
  const groupVersion = parseGroupVersion(object.apiVersion);
  const found = groupVersion && findSchema(document, { ...groupVersion, kind: object.kind });
  if (found === undefined) throw new Error(`no schema of ${object.kind}`);
  const nodes: FieldNode[] = [];
  const referenceOf = (schema: Schema): string | undefined => schema.$ref ?? schema.allOf?.[0]?.$ref;
  const walk = (schema: Schema, value: unknown, owner: string, path: FieldNode['path']): void => {
    const reference = referenceOf(schema);
    const name = reference?.split('/').at(-1) ?? owner;
    const resolved = resolveReference(reference, document) ?? schema;
    const { items, properties = {}, additionalProperties, required = [] } = resolved;
    if (Array.isArray(value)) {
      if (items !== undefined)
        for (const [index, item] of value.entries()) walk(items, item, `${name}[]`, [...path, index]);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) {
        const property = properties[key];
        const inner = property ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
        if (inner === undefined) continue;
        const isField = property !== undefined;
        const values = inner.enum ?? resolveReference(referenceOf(inner), document)?.enum;
        nodes.push({
          path: [...path, key],
          key,
          owner: name,
          isField,
          isRequired: isField && required.includes(key),
          enum: values,
        });
        walk(inner, each, name, [...path, key]);
      }
    }
  };
  walk(found.schema, object, found.name, []);
  return nodes;
}

/** Returns the object or list that has a field. */
export function parentOf(object: object, { path }: Pick<FieldNode, 'path'>): Mutable {
  return path.slice(0, -1).reduce<unknown>((value, step) => (value as Mutable)[step], object) as Mutable;
}

function rename(parent: Mutable, from: string, to: string): boolean {
  if (to === from || to in parent) return false;
  parent[to] = parent[from];
  return Reflect.deleteProperty(parent, from);
}

/** Exchanges two letters, or adds one. */
function misspell(word: string, random: () => number): string {
  if (word.length < 3) return `${word}x`;
  const index = 1 + Math.floor(random() * (word.length - 2));
  const swapped = `${word.slice(0, index)}${word.charAt(index + 1)}${word.charAt(index)}${word.slice(index + 2)}`;
  return swapped === word ? `${word}z` : swapped;
}

/** Breaks a field; returns false where it does not apply. */
type Mutation = (object: object, node: FieldNode, random: () => number) => boolean;

function replace(when: (value: unknown) => boolean, make: (value: unknown) => unknown): Mutation {
  return (object, node) => {
    const parent = parentOf(object, node);
    const value = parent[node.key];
    if (!when(value)) return false;
    parent[node.key] = make(value);
    return true;
  };
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The ten ways in which the manifests of the corpus are broken. */
export const mutations: Readonly<Record<string, Mutation>> = {
  'misspell a field': (object, node, random) =>
    node.isField && rename(parentOf(object, node), node.key, misspell(node.key, random)),
  'change the case of a field': (object, node) => {
    const { key, isField } = node;
    const other = /[A-Z]/.test(key) ? key.toLowerCase() : key.charAt(0).toUpperCase() + key.slice(1);
    return isField && rename(parentOf(object, node), key, other);
  },
  'move a field to its parent': (object, node) => {
    const { path, key, isField } = node;
    if (!isField || path.length < 3) return false;
    const up = parentOf(object, { path: path.slice(0, typeof path.at(-2) === 'number' ? -2 : -1) });
    if (Array.isArray(up) || key in up) return false;
    const parent = parentOf(object, node);
    up[key] = parent[key];
    return Reflect.deleteProperty(parent, key);
  },
  'text for a number or boolean': replace((value) => ['number', 'boolean'].includes(typeof value), String),
  'a number for text': replace(
    (value) => typeof value === 'string',
    () => 7,
  ),
  'text for an object': replace(isObject, () => 'text'),
  'an item for a list': replace(Array.isArray, (value) => (value as unknown[])[0]),
  'leave out a required field': (object, node) =>
    node.isRequired && Reflect.deleteProperty(parentOf(object, node), node.key),
  'another value for an enum': (object, node, random) => {
    if (node.enum === undefined) return false;
    const parent = parentOf(object, node);
    const value = String(parent[node.key]);
    parent[node.key] = random() < 0.5 ? value.toLowerCase() : `${value}s`;
    return true;
  },
  'a list for a value': replace(
    (value) => typeof value !== 'object',
    (value) => [value],
  ),
};
