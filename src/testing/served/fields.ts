import { quote } from '../../shared/quote.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { FakeApiServerError } from '../errors.js';
import type { SaidKind } from './served.js';

/** An array of JSON objects that must be there. */
export function recordsIn(record: JsonRecord, field: string, document: string): JsonRecord[] {
  const value = record[field];
  if (!Array.isArray(value) || !value.every(isJsonRecord)) {
    throw new FakeApiServerError(
      `The captured document ${quote(document)} cannot be read: ${quote(field)} is not a list of objects.`,
    );
  }
  return value;
}

/** The same, empty when the field is absent or null. */
export function optionalRecordsIn(record: JsonRecord, field: string, document: string): JsonRecord[] {
  return record[field] === undefined || record[field] === null ? [] : recordsIn(record, field, document);
}

/** A text that must be there. */
export function textIn(record: JsonRecord, field: string, document: string): string {
  const value = record[field];
  if (typeof value === 'string') return value;
  throw new FakeApiServerError(`The captured document ${quote(document)} cannot be read: ${quote(field)} is no text.`);
}

/** A text, or undefined for anything else. */
export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a list; empty when it is none. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** A group, version and kind, with empty texts for what is missing; null stays null. */
export function kindOf(value: unknown): SaidKind {
  if (value === null) return null;
  if (!isJsonRecord(value)) return undefined;
  const { group, version, kind } = value;
  return { group: optionalText(group) ?? '', version: optionalText(version) ?? '', kind: optionalText(kind) ?? '' };
}
