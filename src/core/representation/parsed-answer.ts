import { type AnswerBody, readJsonObject } from '../media/answer-body.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import { formatGroupVersion } from '../model/group-version.js';
import type { KubeObject, ListMeta, ObjectMeta, PartialObjectMetadata } from '../model/kube-object.js';
import { type JsonRecord, isJsonRecord } from '../shared/json-record.js';
import { UnexpectedShapeError } from './errors.js';
import { isMetaApiVersion } from './meta-kinds.js';
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
  return parsedRecord(readJsonObject(body), body, context);
}

/** Like {@link readAnswer}, for JSON that is already parsed or nested in its source. */
export function parsedRecord(
  body: JsonRecord,
  { conceal }: Pick<AnswerBody, 'conceal'>,
  context: RepresentationContext,
): ParsedAnswer {
  const bare: ParsedAnswer = { body, context, apiVersion: undefined, kind: undefined, conceal };
  const apiVersion = textAt(bare, body, 'apiVersion', '') || undefined;
  const kind = textAt(bare, body, 'kind', '') || undefined;
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

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The shape of an answer, whatever was requested. */
export type AnswerShape = 'object' | 'list' | 'metadata' | 'metadataList' | 'table' | 'status';

const names: Readonly<Record<AnswerShape, string>> = {
  object: 'a single object',
  list: 'a list',
  metadata: 'the metadata of a single object',
  metadataList: 'a list of metadata',
  table: 'a Table',
  status: 'a Status',
};

const metaShapes: Readonly<Record<string, AnswerShape>> = {
  PartialObjectMetadata: 'metadata',
  PartialObjectMetadataList: 'metadataList',
  Table: 'table',
};

/**
 * Returns the shape of an answer, by its body alone: real servers answer a Table or metadata with a plain
 * `application/json`. The request decides if the body does not: an object may have a field `items` that is null, and so
 * may an empty list. Throws `UnexpectedShapeError` for a body of any other shape than those that fit the request.
 */
export function requireShape<Shape extends AnswerShape>(
  answer: ParsedAnswer,
  requested: 'one' | 'many',
  ...fitting: readonly Shape[]
): Shape {
  const { body, kind, apiVersion, context } = answer;
  const hasItems = Array.isArray(body['items']) || (requested === 'many' && body['items'] === null);
  const isMeta = apiVersion?.startsWith('meta.k8s.io/') ?? false;
  let shape: AnswerShape | undefined = hasItems ? 'list' : 'object';
  if (kind === undefined) {
    if (!isJsonRecord(body['metadata'])) throw unexpected(answer, '', 'is neither a Kubernetes object nor a list');
  } else if (kind === 'Status' && (apiVersion === undefined || apiVersion === 'v1' || isMeta)) shape = 'status';
  else if (isMeta) {
    shape = isMetaApiVersion(apiVersion) ? metaShapes[kind] : undefined;
    if (shape === undefined) throw unexpected(answer, '', 'has an unsupported version');
  } else if (kind === context.mapping.kind.kind) {
    // The kind of a single object may be called AllowList or have a field named items.
    shape = 'object';
  } else if (kind.endsWith('List')) shape = 'list';
  if (fitting.includes(shape as Shape)) return shape as Shape;
  const wanted = requested === 'one' ? 'one object' : 'a list';
  throw unexpected(answer, '', `is ${names[shape]}, but ${wanted} was requested`);
}

interface TypeMeta {
  readonly apiVersion: string;
  readonly kind: string;
}

const metadataTexts = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp'] as const;

/**
 * Returns a whole object with kind and apiVersion: its own, otherwise those of the request, since items of built-in
 * lists have none. Most single objects and events need no addition, and are returned as they are: a copy would take
 * longer than everything else here. Throws `UnexpectedShapeError` if it is metadata only.
 */
export function typedObject(answer: ParsedAnswer, value: unknown, path: string): KubeObject {
  const record = asRecord(answer, value, path);
  if (isMetadataAlone(record)) throw unexpected(answer, path, 'is metadata alone, not a whole object');
  const metadata = objectMeta(answer, record, path);
  const { apiVersion, kind } = record;
  const isTyped = typeof apiVersion === 'string' && apiVersion !== '' && typeof kind === 'string' && kind !== '';
  if (metadata !== undefined && isTyped) return record as JsonRecord & KubeObject;
  const type = typeOf(answer, record, path);
  return { ...type, ...record, ...type, metadata: metadata ?? {} };
}

/**
 * Returns the metadata of an object, which may be whole or a PartialObjectMetadata, with the object's kind and
 * apiVersion: a PartialObjectMetadata names only its own kind, so it gets that of the request.
 */
export function metadataOnly(answer: ParsedAnswer, value: unknown, path: string): PartialObjectMetadata {
  const record = asRecord(answer, value, path);
  const metadata = objectMeta(answer, record, path);
  if (metadata === undefined && isMetadataAlone(record)) throw unexpected(answer, path, 'has no metadata');
  return { ...typeOf(answer, record, path), metadata: metadata ?? {} };
}

/** Returns the metadata of a list. */
export function listMeta(answer: ParsedAnswer): ListMeta {
  const metadata = recordAt(answer, answer.body, 'metadata', '') ?? {};
  textAt(answer, metadata, 'continue', 'metadata');
  textAt(answer, metadata, 'resourceVersion', 'metadata');
  const remaining = integerAt(answer, metadata, 'remainingItemCount', 'metadata');
  if (remaining === undefined || remaining >= 0) return metadata;
  // A negative count makes no sense: treated as not given.
  const { remainingItemCount: _, ...rest } = metadata;
  return rest;
}

/** Returns the token of the next page; servers may write the empty string on the last page. */
export function continueOf(list: { readonly metadata: ListMeta }): string | undefined {
  return list.metadata.continue || undefined;
}

function typeOf(answer: ParsedAnswer, record: JsonRecord, path: string): TypeMeta {
  const kind = objectKindOf(answer.context);
  const carried = isMetadataAlone(record) ? {} : record;
  return {
    apiVersion: textAt(answer, carried, 'apiVersion', path) || formatGroupVersion(kind),
    kind: textAt(answer, carried, 'kind', path) || kind.kind,
  };
}

function objectMeta(answer: ParsedAnswer, record: JsonRecord, path: string): ObjectMeta | undefined {
  const metadata = recordAt(answer, record, 'metadata', path);
  if (metadata === undefined) return undefined;
  const inside = path === '' ? 'metadata' : `${path}.metadata`;
  for (const key of metadataTexts) textAt(answer, metadata, key, inside);
  return metadata;
}

function isMetadataAlone(record: JsonRecord): boolean {
  return record['kind'] === 'PartialObjectMetadata' && isMetaApiVersion(record['apiVersion']);
}
