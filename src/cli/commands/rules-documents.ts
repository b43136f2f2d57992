import { parseAllDocuments } from 'yaml';
import { oneLine } from '../terminal/one-line.js';
import { UsageError } from '../errors.js';

/**
 * The objects of a text in YAML or JSON, in which there may be several documents; those of a `List` one by one.
 * Throws {@link UsageError} for what cannot be read.
 */
export function readDocuments(text: string): readonly unknown[] {
  const documents = parseAllDocuments(text);
  // Of an empty text the library gives no array but an object that stands for it.
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new UsageError(`This is neither YAML nor JSON: ${oneLine(error.message)}`);
    const value: unknown = toValue(document);
    return value === null ? [] : membersOf(value);
  });
}

function toValue(document: { toJS(): unknown }): unknown {
  try {
    return document.toJS();
  } catch (cause) {
    const why = cause instanceof Error ? oneLine(cause.message) : 'unknown';
    throw new UsageError(`This YAML cannot be read: ${why}`, { cause });
  }
}

function membersOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  const kind: unknown = Reflect.get(value, 'kind');
  const items: unknown = Reflect.get(value, 'items');
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) ? items : [value];
}
