import { LosslessNumber, stringify as stringifyJson } from 'lossless-json';
import { formatYamlValue } from '../../yaml/index.js';
import { TooDeepError } from '../errors.js';

// What JSON leaves as it is, though a terminal obeys it: controls from DEL on, and what turns the direction of writing.
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A value as indented JSON or as YAML, with a line break at its end. Text that a reader of YAML 1.1, kubectl for one,
 * would take for something else (`yes`, a time) stands in quotes. Characters that a terminal would obey are escaped
 * (`\u009b`), so that a reader gets them back; a `LosslessNumber` keeps its digits.
 */
export function formatDocument(value: unknown, format: 'json' | 'yaml'): string {
  if (format === 'yaml') return formatYamlValue(value);
  const text = `${stringifyJson(value, null, 2) ?? 'null'}\n`;
  return text.replace(obeyed, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** How to print objects. */
export interface ObjectsFormat {
  /** Whether one object was asked for by its name. */
  readonly isSingle: boolean;
  readonly format: 'json' | 'yaml';
}

/** The one object that was asked for, or a `List` of all as kubectl prints it. */
export function formatObjects(objects: readonly object[], { isSingle, format }: ObjectsFormat): string {
  if (isSingle) return objects.map((object) => formatDocument(object, format)).join('');
  return formatDocument({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: objects }, format);
}

/** Deeper than any object of use, and not too deep for the writer of YAML. */
const deepest = 500;

/**
 * The value with the keys of all its objects in alphabetical order, as kubectl prints what comes from a server.
 * @throws {TooDeepError} for what no writer could write
 */
export function withSortedKeys(value: object): object {
  return sorted(value, 0) as object;
}

/** An object without its managed fields, which are most of the text and tell a reader little. */
export function cutManagedFields<T extends { readonly metadata: object }>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata as { readonly managedFields?: unknown };
  return { ...object, metadata };
}

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  if (depth > deepest) throw new TooDeepError(deepest);
  if (Array.isArray(value)) return value.map((each) => sorted(each, depth + 1));
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each, depth + 1)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
