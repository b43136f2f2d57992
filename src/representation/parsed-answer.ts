import { readJsonObject, type AnswerBody } from '../media/answer-body.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { UnexpectedShapeError } from './errors.js';
import type { RepresentationContext } from './representation.js';

/** The JSON of an answer with the question that it answers. The readers below name both when something is wrong. */
export interface ParsedAnswer {
  readonly body: JsonRecord;
  readonly context: RepresentationContext;
  /** Undefined when it is missing or empty. */
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  /** Blots out the credentials of the request, which a server may send back. */
  readonly conceal: (text: string) => string;
}

/**
 * Begins to read an answer. Throws `MalformedAnswerError` when it is no JSON object, and `UnexpectedShapeError` when its
 * kind or apiVersion is no text.
 */
export function readAnswer(body: AnswerBody, context: RepresentationContext): ParsedAnswer {
  return readRecord(readJsonObject(body), body, context);
}

/** As {@link readAnswer}, of JSON that was read already, or stood inside its source. */
export function readRecord(body: JsonRecord, source: AnswerBody, context: RepresentationContext): ParsedAnswer {
  const conceal = (text: string): string => source.conceal(text);
  const bare: ParsedAnswer = { body, context, apiVersion: undefined, kind: undefined, conceal };
  return {
    ...bare,
    apiVersion: nonEmpty(textAt(bare, body, 'apiVersion', '')),
    kind: nonEmpty(textAt(bare, body, 'kind', '')),
  };
}

/** The kind of the objects that are asked for, with the group and version in which the server has them. */
export function objectKindOf({ mapping, objectKind = mapping.kind }: RepresentationContext): GroupVersionKind {
  return objectKind;
}

/** The error for something wrong at a place of an answer; `problem` begins with a verb. */
export function unexpected(answer: ParsedAnswer, place: string, problem: string): UnexpectedShapeError {
  const { context, apiVersion, kind, conceal } = answer;
  return new UnexpectedShapeError({
    resource: context.mapping.resource,
    apiVersion: apiVersion && conceal(apiVersion),
    kind: kind && conceal(kind),
    // It may hold the keys of a map.
    place: conceal(place),
    problem,
  });
}

/** A value that has to be an object. */
export function asRecord(answer: ParsedAnswer, value: unknown, place: string): JsonRecord {
  if (isJsonRecord(value)) return value;
  throw unexpected(answer, place, isMissing(value) ? 'is missing' : 'is not an object');
}

/** A text field; undefined when it is missing or null. */
export function textAt(answer: ParsedAnswer, parent: JsonRecord, key: string, place: string): string | undefined {
  const value = parent[key];
  if (isMissing(value)) return undefined;
  if (typeof value === 'string') return value;
  throw unexpected(answer, join(place, key), 'is not a string');
}

/** A whole number; undefined when it is missing or null. */
export function integerAt(answer: ParsedAnswer, parent: JsonRecord, key: string, place: string): number | undefined {
  const value = parent[key];
  if (isMissing(value)) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw unexpected(answer, join(place, key), 'is not a whole number');
}

/** An object field; undefined when it is missing or null. */
export function recordAt(answer: ParsedAnswer, parent: JsonRecord, key: string, place: string): JsonRecord | undefined {
  const value = parent[key];
  return isMissing(value) ? undefined : asRecord(answer, value, join(place, key));
}

/** An array field; undefined when it is missing or null, as Go writes an empty one. */
export function arrayAt(
  answer: ParsedAnswer,
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
