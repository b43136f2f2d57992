import { isJsonRecord } from '../shared/json-record.js';
import { unexpected, type ParsedAnswer } from './parsed-answer.js';
import { isMetaApiVersion } from './meta-kinds.js';
import type { UnexpectedShapeError } from './errors.js';

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

/**
 * Returns the shape of an answer, judged by its body alone: real servers answer a Table or metadata with a plain
 * `application/json`. The request decides if the body does not: an object may have a field `items` that is null, and so
 * may an empty list. Throws `UnexpectedShapeError` for a body of none of these shapes.
 */
export function shapeOf(answer: ParsedAnswer, wanted: 'one' | 'many'): AnswerShape {
  const { body, kind, apiVersion, context } = answer;
  const hasItems = Array.isArray(body['items']) || (wanted === 'many' && body['items'] === null);
  if (kind === undefined) {
    if (!isJsonRecord(body['metadata'])) throw unexpected(answer, '', 'is neither a Kubernetes object nor a list');
    return hasItems ? 'list' : 'object';
  }
  const isMeta = apiVersion?.startsWith('meta.k8s.io/') ?? false;
  if (kind === 'Status' && (apiVersion === undefined || apiVersion === 'v1' || isMeta)) return 'status';
  if (isMeta && isMetaApiVersion(apiVersion)) {
    if (kind === 'Table') return 'table';
    if (kind === 'PartialObjectMetadata') return 'metadata';
    if (kind === 'PartialObjectMetadataList') return 'metadataList';
  }
  if (isMeta) throw unexpected(answer, '', 'has an unsupported version');
  // The kind of a single object may be called AllowList or have a field named items.
  if (kind === context.mapping.kind.kind) return 'object';
  return kind.endsWith('List') || hasItems ? 'list' : 'object';
}

/** The error for an answer of a shape that does not fit the request. */
export function wrongShape(answer: ParsedAnswer, shape: AnswerShape, wanted: 'one' | 'many'): UnexpectedShapeError {
  return unexpected(answer, '', `is ${names[shape]}, but ${wanted === 'one' ? 'one object' : 'a list'} was requested`);
}
