import { readJsonObject, type AnswerBody } from '../media/answer-body.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { UnexpectedShapeError } from './errors.js';
import type { RepresentationContext } from './representation.js';

/** The JSON of an answer with the context of its request. The errors of the readers below name both. */
export interface ParsedAnswer {
  readonly body: JsonRecord;
  readonly context: RepresentationContext;
  /** Undefined if it is missing or empty. */
  readonly apiVersion: string | undefined;
  readonly kind: string | undefined;
  /** Redacts the credentials of the request, which a server may echo. */
  readonly conceal: (text: string) => string;
}

/**
 * Begins to read an answer. Throws `MalformedAnswerError` if it is not a JSON object, and `UnexpectedShapeError` if its
 * kind or apiVersion is not a string.
 */
export function readAnswer(body: AnswerBody, context: RepresentationContext): ParsedAnswer {
  return readRecord(readJsonObject(body), body, context);
}

/** Like {@link readAnswer}, for JSON that is already parsed or nested in its source. */
export function readRecord(
  body: JsonRecord,
  { conceal }: Pick<AnswerBody, 'conceal'>,
  context: RepresentationContext,
): ParsedAnswer {
  const bare: ParsedAnswer = { body, context, apiVersion: undefined, kind: undefined, conceal };
  const apiVersion = nonEmpty(textAt(bare, body, 'apiVersion', ''));
  const kind = nonEmpty(textAt(bare, body, 'kind', ''));
  return { body, context, apiVersion, kind, conceal };
}

/** Returns the kind of the requested objects, with the group and version in which the server has them. */
export function objectKindOf({ mapping, objectKind = mapping.kind }: RepresentationContext): GroupVersionKind {
  return objectKind;
}

/** The error for a problem at a path in an answer; `problem` begins with a verb. */
export function unexpected(answer: ParsedAnswer, path: string, problem: string): UnexpectedShapeError {
  const { context, apiVersion, kind, conceal } = answer;
  return new UnexpectedShapeError({
    resource: context.mapping.resource,
    apiVersion: apiVersion && conceal(apiVersion),
    kind: kind && conceal(kind),
    // The path may contain keys of a map.
    field: conceal(path),
    problem,
  });
}

/** Returns a value that has to be an object. */
export function asRecord(answer: ParsedAnswer, value: unknown, path: string): JsonRecord {
  if (isJsonRecord(value)) return value;
  throw unexpected(answer, path, value === undefined || value === null ? 'is missing' : 'is not an object');
}

/** Returns a string field; undefined if it is missing or null. */
export function textAt(answer: ParsedAnswer, parent: JsonRecord, key: string, path: string): string | undefined {
  const value = parent[key] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw unexpected(answer, join(path, key), 'is not a string');
}

/** Returns an integer field; undefined if it is missing or null. */
export function integerAt(answer: ParsedAnswer, parent: JsonRecord, key: string, path: string): number | undefined {
  const value = parent[key] ?? undefined;
  if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) return value;
  throw unexpected(answer, join(path, key), 'is not a whole number');
}

/** Returns an object field; undefined if it is missing or null. */
export function recordAt(answer: ParsedAnswer, parent: JsonRecord, key: string, path: string): JsonRecord | undefined {
  const value = parent[key] ?? undefined;
  if (value === undefined || isJsonRecord(value)) return value;
  throw unexpected(answer, join(path, key), 'is not an object');
}

/** Returns an array field; undefined if it is missing or null, which is how Go writes an empty one. */
export function arrayAt(
  answer: ParsedAnswer,
  parent: JsonRecord,
  key: string,
  path: string,
): readonly unknown[] | undefined {
  const value = parent[key] ?? undefined;
  if (value === undefined || Array.isArray(value)) return value;
  throw unexpected(answer, join(path, key), 'is not an array');
}

/** Returns undefined for the empty string, which Go writes for a field that was never set. */
export function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
