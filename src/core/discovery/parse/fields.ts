import { isPathSegment } from '../../model/api-path.js';
import { isJsonRecord, type JsonRecord } from '../../shared/json-record.js';
import { none, refuseEntry, type DocumentPlace, type DocumentReading, type RecentLists } from './reading.js';

// Each function here reads one value, and refuses the entry that holds it if the value does not fit the format; its
// return value is then meaningless. Callers pass values and not field names: engines read a field fastest if its name
// is in the code.

/** Reads a string; absent and null, Go's way to write an empty value, read as ''. */
export function readText(
  value: unknown,
  reading: DocumentReading,
  at: DocumentPlace | undefined,
  field: string,
): string {
  if (typeof value === 'string') return value;
  if (value !== undefined && value !== null) refuseEntry(reading, at, field, 'is not a string');
  return '';
}

/** Reads a list of anything; absent and null read as empty. */
export function readList(
  value: unknown,
  reading: DocumentReading,
  at: DocumentPlace | undefined,
  field: string,
): readonly unknown[] {
  if (Array.isArray(value)) return value.length === 0 ? none : (value as unknown[]);
  if (value !== undefined && value !== null) refuseEntry(reading, at, field, 'is not a list');
  return none;
}

const emptyRecord: JsonRecord = Object.freeze({});

/** Reads an object, which must be present. */
export function readRecord(value: unknown, reading: DocumentReading, at: DocumentPlace, field?: string): JsonRecord {
  if (isJsonRecord(value)) return value;
  refuseEntry(reading, at, field, 'is not an object');
  return emptyRecord;
}

/** Refuses a name that cannot be a path segment, so that no document can divert a request. */
export function checkSegment(word: string, reading: DocumentReading, at: DocumentPlace, field?: string): void {
  if (!isPlain(word) && !isPathSegment(word))
    refuseEntry(reading, at, field, 'which is not a valid path segment', word);
}

/** Refuses a name of several segments likewise. */
export function checkSegments(path: string, reading: DocumentReading, at: DocumentPlace, field: string): void {
  if (isPlain(path)) return;
  const bad = path.split('/').find((segment) => !isPathSegment(segment));
  if (bad !== undefined) refuseEntry(reading, at, field, 'which is not a valid path segment', bad);
}

/**
 * Refuses an empty group name below `/apis`, and any other one below `/api`: the core group has its own root and no
 * name.
 */
export function checkGroupName(name: string, reading: DocumentReading, at: DocumentPlace, field: string): void {
  if (reading.root === 'apis') checkSegment(name, reading, at, field);
  else if (name !== '') refuseEntry(reading, at, field, 'but only the core group belongs here', name);
}

/**
 * Reports whether a word is a lower-case letter followed by lower-case letters, digits and dots: nearly all names are,
 * and this needs no regular expression.
 */
function isPlain(word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    const isLetter = code >= 97 && code <= 122;
    if (!isLetter && (index === 0 || !((code >= 48 && code <= 57) || code === 46))) return false;
  }
  return word !== '';
}

/** Servers offer a handful of sets of verbs and categories; the versions of a resource share their short names. */
const mostRecent = 8;

/**
 * Reads a list of strings, frozen; absent and null read as empty. Thousands of entries carry the same few lists: each
 * is kept once, which saves memory, and one that equals a recent list needs no second check.
 */
export function readTexts(
  value: unknown,
  reading: DocumentReading,
  at: DocumentPlace,
  field: string,
  recent: RecentLists,
): readonly string[] {
  const list = readList(value, reading, at, field);
  if (list.length === 0) return none;
  for (let index = 0; index < recent.lists.length; index += 1) {
    const known = recent.lists[index];
    if (known !== undefined && isSame(known, list)) return known;
  }
  if (!areTexts(list)) {
    refuseEntry(reading, at, field, 'contains something that is not a string');
    return none;
  }
  Object.freeze(list);
  recent.lists[recent.next] = list;
  recent.next = (recent.next + 1) % mostRecent;
  return list;
}

function isSame(known: readonly string[], list: readonly unknown[]): boolean {
  if (known.length !== list.length) return false;
  for (let index = 0; index < list.length; index += 1) if (known[index] !== list[index]) return false;
  return true;
}

function areTexts(list: readonly unknown[]): list is readonly string[] {
  for (const item of list) if (typeof item !== 'string') return false;
  return true;
}
