import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import type { RepresentationContext } from './representation.js';
import { UnexpectedShapeError } from './unexpected-shape-error.js';

/** A parsed body with the question that it answers. The readers below name both when something is wrong. */
export interface Answer {
  readonly body: JsonRecord;
  readonly context: RepresentationContext;
  /** Undefined when it is missing or empty. */
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
}

/** Begins to read a body; throws {@link UnexpectedShapeError} when its kind or apiVersion is no text. */
export function readAnswer(body: JsonRecord, context: RepresentationContext): Answer {
  const bare: Answer = { body, context, apiVersion: undefined, kind: undefined };
  return {
    ...bare,
    apiVersion: nonEmpty(textAt(bare, body, 'apiVersion', '')),
    kind: nonEmpty(textAt(bare, body, 'kind', '')),
  };
}

/** The error for something wrong at a place of an answer; `problem` begins with a verb. */
export function unexpected(answer: Answer, place: string, problem: string): UnexpectedShapeError {
  const { context, apiVersion, kind } = answer;
  return new UnexpectedShapeError({ resource: context.mapping.resource, apiVersion, kind, place, problem });
}

/** A value that has to be an object. */
export function asRecord(answer: Answer, value: unknown, place: string): JsonRecord {
  if (isJsonRecord(value)) return value;
  throw unexpected(answer, place, isMissing(value) ? 'is missing' : 'is not an object');
}

/** A text field; undefined when it is missing or null. */
export function textAt(answer: Answer, parent: JsonRecord, key: string, place: string): string | undefined {
  const value = parent[key];
  if (isMissing(value)) return undefined;
  if (typeof value === 'string') return value;
  throw unexpected(answer, join(place, key), 'is not a string');
}

/** A whole number; undefined when it is missing or null. */
export function integerAt(answer: Answer, parent: JsonRecord, key: string, place: string): number | undefined {
  const value = parent[key];
  if (isMissing(value)) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw unexpected(answer, join(place, key), 'is not a whole number');
}

/** An object field; undefined when it is missing or null. */
export function recordAt(answer: Answer, parent: JsonRecord, key: string, place: string): JsonRecord | undefined {
  const value = parent[key];
  return isMissing(value) ? undefined : asRecord(answer, value, join(place, key));
}

/** An array field; undefined when it is missing or null, as Go writes an empty one. */
export function arrayAt(
  answer: Answer,
  parent: JsonRecord,
  key: string,
  place: string,
): readonly unknown[] | undefined {
  const value = parent[key];
  if (isMissing(value)) return undefined;
  if (Array.isArray(value)) return value as readonly unknown[];
  throw unexpected(answer, join(place, key), 'is not an array');
}

/** Undefined for the empty text, which Go writes for a field that was never set. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function isMissing(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

function join(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}
