import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';

/** Where the reading of a document stands: in a list, at one of its entries. */
export interface Place {
  /** Where the list itself stands; undefined at the top of the document. */
  readonly up: Place | undefined;
  /** The field that holds the list. */
  readonly list: string;
  /** The entry that is being read. Goes on with the reading, so that the thousands of good ones need no place each. */
  readonly index: number;
}

/** `items[0].versions[1].resources[2].scope` */
export function describePlace(place: Place | undefined, field?: string): string {
  const steps = field === undefined ? [] : [field];
  for (let step = place; step !== undefined; step = step.up) steps.unshift(`${step.list}[${step.index}]`);
  return steps.join('.');
}

/** A value that is not what the format says, with the place where it stands. Never leaves the room. */
export class FieldProblem extends Error {
  constructor(place: Place | undefined, field: string | undefined, problem: string) {
    super(`${describePlace(place, field)} ${problem}`);
  }
}

/** Shared by all the lists that are empty. */
export const none: readonly never[] = Object.freeze([]);

// Values and not names of fields are handed over: engines read a field fastest where its name stands in the code.

/** A text; absent and null, which Go writes for nothing, read as ''. */
export function readText(value: unknown, place: Place | undefined, field: string): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  throw new FieldProblem(place, field, 'is not a string');
}

/** A list of anything; absent and null read as empty. */
export function readList(value: unknown, place: Place | undefined, field: string): readonly unknown[] {
  if (value === undefined || value === null) return none;
  if (!Array.isArray(value)) throw new FieldProblem(place, field, 'is not a list');
  return value.length === 0 ? none : (value as unknown[]);
}

/** An object, which must be there. */
export function readRecord(value: unknown, place: Place, field?: string): JsonRecord {
  if (!isJsonRecord(value)) throw new FieldProblem(place, field, 'is not an object');
  return value;
}
