import { documentsFromYaml, UnreadableYamlError, type YamlDocument } from '../../yaml/index.js';
import { UsageError } from '../errors.js';
import { isRecord } from '../is-record.js';
import type { ManifestSource } from './find-manifest-files.js';

/**
 * Parses a text in YAML or JSON as kubectl does. If a part cannot be read, returns nothing of the text. Messages name
 * the file, the document, the line and the column, and quote nothing of the text, since it may contain secrets.
 *
 * @param name the name of the file, for messages
 * @throws {UsageError} if the text is not YAML, has a duplicate key, or contains a number that JavaScript cannot hold
 *   exactly
 */
export function readExactYaml(text: string, name: string): readonly YamlDocument[];
export function readExactYaml<T>(text: string, name: string, parse: (text: string) => T): T;
export function readExactYaml(text: string, name: string, parse: (text: string) => unknown = documentsFromYaml) {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof UnreadableYamlError)) throw cause;
    const { problem, document = 1, line, column } = cause;
    const where = line === undefined ? '' : `, line ${line}, column ${column ?? 1}`;
    const which = document === 1 ? '' : `document ${document} of `;
    throw new UsageError(`${which}${JSON.stringify(name)}${where}: ${problem}.`, { cause });
  }
}

/** A member of a document: the document itself, or an item of its list. */
export interface YamlMember {
  readonly object: Readonly<Record<string, unknown>>;
  /** The path to it in its document. */
  readonly path: readonly (string | number)[];
  /** The number of its document, from 0. */
  readonly index: number;
  /** The line on which its document begins. */
  readonly line: number;
  /** The file and the line, for messages. */
  readonly location: string;
}

/**
 * Reads the objects of a text: each document, and the items of lists one by one. Items of a typed list that have no kind
 * and apiVersion get those of the list, as in kubectl.
 *
 * @throws {UsageError} if a part cannot be read, or is not an object
 */
export async function readMembers({ name, read }: ManifestSource): Promise<readonly YamlMember[]> {
  return [...yamlMembers(readExactYaml(await read(), name), name)];
}

/** Returns the members of documents, as {@link readMembers} does. */
export function* yamlMembers(documents: readonly YamlDocument[], name: string): Generator<YamlMember> {
  for (const [index, { value, line }] of documents.entries()) {
    if (value === null || value === undefined) continue;
    yield* flatten(value, { path: [], index, line, location: `${name}, line ${line}` });
  }
}

function* flatten(value: unknown, place: Omit<YamlMember, 'object'>): Generator<YamlMember> {
  if (!isRecord(value)) throw new UsageError(`${place.location}: this is not an object.`);
  const { apiVersion, kind, items } = value;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !(Array.isArray(items) || items === null)) {
    yield { ...place, object: value };
    return;
  }
  for (const [index, item] of ((items ?? []) as unknown[]).entries()) {
    const lacksKind = isRecord(item) && (item['kind'] ?? '') === '' && (item['apiVersion'] ?? '') === '';
    const named = lacksKind && kind !== 'List' ? { ...item, apiVersion, kind: kind.slice(0, -'List'.length) } : item;
    yield* flatten(named, {
      ...place,
      path: [...place.path, 'items', index],
      location: `${place.location}, items[${index}]`,
    });
  }
}
