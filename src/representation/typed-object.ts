import { formatGroupVersion } from '../model/group-version.js';
import type { KubeObject, ListMeta, ObjectMeta, PartialObjectMetadata } from '../model/kube-object.js';
import type { JsonRecord } from '../shared/json-record.js';
import { asRecord, integerAt, nonEmpty, recordAt, textAt, unexpected, type ParsedAnswer } from './parsed-answer.js';
import { isMetaApiVersion } from './meta-kinds.js';

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
  const type = typeOf(answer, record, path);
  const metadata = objectMeta(answer, record, path);
  const isTyped = record['apiVersion'] === type.apiVersion && record['kind'] === type.kind;
  if (metadata !== undefined && isTyped) return record as JsonRecord & KubeObject;
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
  return nonEmpty(list.metadata.continue);
}

function typeOf(answer: ParsedAnswer, record: JsonRecord, path: string): TypeMeta {
  const { mapping, objectKind: kind = mapping.kind } = answer.context;
  const carried = isMetadataAlone(record) ? {} : record;
  return {
    apiVersion: nonEmpty(textAt(answer, carried, 'apiVersion', path)) ?? formatGroupVersion(kind),
    kind: nonEmpty(textAt(answer, carried, 'kind', path)) ?? kind.kind,
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
