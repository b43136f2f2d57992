import { LosslessNumber, stringify as stringifyJson } from 'lossless-json';
import { formatYamlValue } from '../../yaml/index.js';
import { TooDeepError } from '../errors.js';
import { formatKyaml } from './kyaml.js';
import { escapeOf } from './one-line.js';

/** The formats in which an object is printed as data. */
export const documentFormats = ['json', 'yaml', 'kyaml'] as const;

export type DocumentFormat = (typeof documentFormats)[number];

// Characters that JSON does not escape but a terminal interprets: control characters from DEL on, and text direction
// marks.
const terminalControls = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * Formats a value as indented JSON, as YAML or as KYAML, with a line break at the end. Quotes text that a YAML 1.1 parser such as
 * kubectl's would read as something else (`yes`, a time). Escapes characters that a terminal would interpret
 * (`\u009b`), so that parsers still get them; a `LosslessNumber` keeps its digits.
 */
export function formatDocument(value: unknown, format: DocumentFormat): string {
  if (format === 'kyaml') return formatKyaml(value);
  if (format === 'yaml') return formatYamlValue(value);
  const text = `${stringifyJson(value, null, 2) ?? 'null'}\n`;
  return text.replace(terminalControls, escapeOf);
}

export interface ObjectsFormat {
  /** Whether a single object was requested by name. */
  readonly isSingle: boolean;
  readonly format: DocumentFormat;
}

/** Formats the single requested object, or a `List` of all as kubectl prints it. */
export function formatObjects(objects: readonly object[], { isSingle, format }: ObjectsFormat): string {
  if (isSingle) return objects.map((object) => formatDocument(object, format)).join('');
  return formatDocument({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items: objects }, format);
}

/** Deeper than any useful object, and not too deep for the YAML writer. */
const maxDepth = 500;

/**
 * Returns the value with the keys of all its objects in alphabetical order, as kubectl prints objects from a server.
 * @throws {TooDeepError} for a value that is nested too deeply to be written
 */
export function withSortedKeys(value: object): object {
  return sorted(value, 0) as object;
}

/** Returns an object without its managed fields, which are most of the text and of little use to readers. */
export function cutManagedFields<T extends { readonly metadata: object }>(object: T): T {
  const { managedFields: _, ...metadata } = object.metadata as { readonly managedFields?: unknown };
  return { ...object, metadata };
}

function sorted(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  if (depth > maxDepth) throw new TooDeepError(maxDepth);
  if (Array.isArray(value)) return value.map((each) => sorted(each, depth + 1));
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each, depth + 1)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
