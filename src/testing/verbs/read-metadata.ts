import type { ObjectMeta } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { mistypedOwnerField } from './owner-references.js';

const texts = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp'];

/**
 * Checks the fields that the server itself uses. Drops nulls and empty maps and lists, as servers do. `fail` creates
 * the error for a field of the wrong type.
 */
export function readMetadata(value: unknown, fail: (why: string) => Error): ObjectMeta {
  if (value === undefined || value === null) return {};
  if (!isJsonRecord(value)) throw fail('metadata must be an object');
  const metadata: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== null),
  );
  for (const field of texts) {
    const text = metadata[field];
    if (text !== undefined && typeof text !== 'string') throw fail(`metadata.${field} must be a string`);
  }
  for (const field of ['generation', 'deletionGracePeriodSeconds']) {
    if (!Number.isInteger(metadata[field] ?? 0)) throw fail(`metadata.${field} must be an integer`);
  }
  for (const field of ['labels', 'annotations']) {
    const map = metadata[field] ?? {};
    if (!isJsonRecord(map) || !Object.values(map).every((text) => typeof text === 'string' || text === null)) {
      throw fail(`metadata.${field} must be an object of strings`);
    }
    // Go reads null as the zero value of a string.
    if (Object.values(map).includes(null)) {
      metadata[field] = Object.fromEntries(Object.entries(map).map(([name, text]) => [name, text ?? '']));
    }
  }
  const finalizers = metadata['finalizers'] ?? [];
  if (!Array.isArray(finalizers) || !finalizers.every((text) => typeof text === 'string')) {
    throw fail('metadata.finalizers must be an array of strings');
  }
  const [owners, managers] = [metadata['ownerReferences'] ?? [], metadata['managedFields'] ?? []];
  if (!Array.isArray(owners) || !owners.every(isJsonRecord)) {
    throw fail('metadata.ownerReferences must be an array of objects');
  }
  if (!Array.isArray(managers) || !managers.every(isJsonRecord)) {
    throw fail('metadata.managedFields must be an array of objects');
  }
  const mistyped = mistypedOwnerField(owners);
  if (mistyped !== undefined) throw fail(`metadata.ownerReferences.${mistyped} is of a wrong type`);
  return withoutEmpty(metadata);
}

/** Reports whether a text is a valid timestamp for servers; an absent one is valid too. */
export function isTimestamp(text: string | null | undefined): boolean {
  if (text === undefined || text === null) return true;
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
}

function withoutEmpty(metadata: JsonRecord): ObjectMeta {
  const collections = ['labels', 'annotations', 'finalizers', 'ownerReferences'];
  return Object.fromEntries(
    Object.entries(metadata).filter(
      ([field, value]) => !collections.includes(field) || Object.keys(value as object).length > 0,
    ),
  );
}
