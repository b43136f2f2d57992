import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';

/** Where an entry stands in its document. Only written out when something is wrong there. */
export interface Place {
  readonly up?: Place | undefined;
  readonly list: string;
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

/** A text; absent and null, which Go writes for nothing, read as ''. `shown` names the field in problems. */
export function readText(record: JsonRecord, field: string, place: Place | undefined, shown = field): string {
  const value = record[field] ?? '';
  if (typeof value !== 'string') throw new FieldProblem(place, shown, 'is not a string');
  return value;
}

/** A list of texts; absent and null read as empty. */
export function readTexts(record: JsonRecord, field: string, place: Place): readonly string[] {
  const list = readList(record, field, place);
  for (const item of list) {
    if (typeof item !== 'string') throw new FieldProblem(place, field, 'holds something that is not a string');
  }
  return list as readonly string[];
}

/** A list of anything; absent and null read as empty. */
export function readList(record: JsonRecord, field: string, place: Place | undefined): readonly unknown[] {
  const value = record[field] ?? none;
  if (!Array.isArray(value)) throw new FieldProblem(place, field, 'is not a list');
  return value.length === 0 ? none : (value as unknown[]);
}

/** An object, which must be there. */
export function readRecord(value: unknown, place: Place, field?: string): JsonRecord {
  if (!isJsonRecord(value)) throw new FieldProblem(place, field, 'is not an object');
  return value;
}
