import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';

/** A value that is not what the format says, with the place where it stands. Never leaves the room. */
export class FieldProblem extends Error {}

/** Shared by all the lists that are empty. */
export const none: readonly never[] = Object.freeze([]);

/** A text; absent and null, which Go writes for nothing, read as ''. */
export function readText(record: JsonRecord, field: string, place: string): string {
  const value = record[field] ?? '';
  if (typeof value !== 'string') throw new FieldProblem(`${place}.${field} is not a string`);
  return value;
}

/** A list of texts; absent and null read as empty. */
export function readTexts(record: JsonRecord, field: string, place: string): readonly string[] {
  const value = record[field] ?? none;
  if (!Array.isArray(value)) throw new FieldProblem(`${place}.${field} is not a list`);
  if (value.length === 0) return none;
  for (const item of value) {
    if (typeof item !== 'string') throw new FieldProblem(`${place}.${field} holds something that is not a string`);
  }
  return Object.freeze(value as string[]);
}

/** A list of anything; absent and null read as empty. */
export function readList(record: JsonRecord, field: string, place: string): readonly unknown[] {
  const value = record[field] ?? none;
  if (!Array.isArray(value)) throw new FieldProblem(`${place}.${field} is not a list`);
  return value as unknown[];
}

/** An object, which must be there. */
export function readRecord(value: unknown, place: string): JsonRecord {
  if (!isJsonRecord(value)) throw new FieldProblem(`${place} is not an object`);
  return value;
}
