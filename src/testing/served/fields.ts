import { quote } from '../../core/shared/quote.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { FakeApiServerError } from '../errors.js';
import type { ResponseKind } from './served.js';

/** Returns a required array of JSON objects. */
export function recordsIn(record: JsonRecord, field: string, document: string): JsonRecord[] {
  const value = record[field];
  if (!Array.isArray(value) || !value.every(isJsonRecord)) {
    throw new FakeApiServerError(
      `The captured document ${quote(document)} cannot be read: ${quote(field)} is not a list of objects.`,
    );
  }
  return value;
}

/** Like {@link recordsIn}, but empty if the field is absent or null. */
export function optionalRecordsIn(record: JsonRecord, field: string, document: string): JsonRecord[] {
  return record[field] === undefined || record[field] === null ? [] : recordsIn(record, field, document);
}

/** Returns a required string. */
export function textIn(record: JsonRecord, field: string, document: string): string {
  const value = record[field];
  if (typeof value === 'string') return value;
  throw new FakeApiServerError(
    `The captured document ${quote(document)} cannot be read: ${quote(field)} is not a string.`,
  );
}

/** Returns a string; undefined for any other value. */
export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns the strings of a list; empty for any other value. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns a group, version and kind, with empty strings for missing fields; null stays null. */
export function kindOf(value: unknown): ResponseKind {
  if (value === null) return null;
  if (!isJsonRecord(value)) return undefined;
  const { group, version, kind } = value;
  return { group: optionalText(group) ?? '', version: optionalText(version) ?? '', kind: optionalText(kind) ?? '' };
}
