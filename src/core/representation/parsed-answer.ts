import { type AnswerBody, readJsonObject } from '../media/answer-body.js';
import { formatGroupVersion } from '../model/group-version.js';
import type { KubeObject, ListMeta, ObjectMeta, PartialObjectMetadata } from '../model/kube-object.js';
import { type JsonRecord, isJsonRecord } from '../shared/json-record.js';
import { UnexpectedShapeError } from './errors.js';
import { isMetaApiVersion } from './meta-kinds.js';
import type { RepresentationContext } from './representation.js';

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

const metadataTexts = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp'] as const;

/**
 * The JSON of an answer with the context of its request. The errors of its readers name both, with the path of what they
 * read; a reader returns undefined for a field that is missing or null.
 */
export class ParsedAnswer {
  declare readonly body: JsonRecord;
  declare readonly context: RepresentationContext;
  /** Undefined if it is missing or empty. */
  declare readonly apiVersion: string | undefined;
  declare readonly kind: string | undefined;
  /** Redacts the credentials of the request, which a server may echo. */
  declare private readonly conceal: (text: string) => string;

  /**
   * Begins to read an answer, or JSON that is nested in it. Throws `MalformedAnswerError` if it is not a JSON object, and
   * `UnexpectedShapeError` if its kind or apiVersion is not a string.
   */
  constructor(source: AnswerBody, context: RepresentationContext, body = readJsonObject(source)) {
    this.body = body;
    this.context = context;
    this.conceal = source.conceal;
    this.apiVersion = this.textAt(body, 'apiVersion') || undefined;
    this.kind = this.textAt(body, 'kind') || undefined;
  }

  /** The kind of the requested objects, with the group and version in which the server has them. */
  get objectType() {
    const kind = this.context.objectKind ?? this.context.mapping.kind;
    return { apiVersion: formatGroupVersion(kind), kind: kind.kind };
  }

  /** The error for a problem at a path in an answer; `problem` begins with a verb. */
  unexpected(path: string, problem: string): UnexpectedShapeError {
    return new UnexpectedShapeError({
      resource: this.context.mapping.resource,
      apiVersion: this.apiVersion && this.conceal(this.apiVersion),
      kind: this.kind && this.conceal(this.kind),
      // The path may contain keys of a map.
      field: this.conceal(path),
      problem,
    });
  }

  /** Returns a value that has to be an object. */
  record(value: unknown, path: string): JsonRecord {
    if (isJsonRecord(value)) return value;
    throw this.unexpected(path, value === undefined || value === null ? 'is missing' : 'is not an object');
  }

  /** Returns a string field. */
  textAt(parent: JsonRecord, key: string, path = ''): string | undefined {
    const value = parent[key] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw this.unexpected(join(path, key), 'is not a string');
  }

  /** Returns an integer field. */
  integerAt(parent: JsonRecord, key: string, path = ''): number | undefined {
    const value = parent[key] ?? undefined;
    if (value === undefined || (typeof value === 'number' && Number.isSafeInteger(value))) return value;
    throw this.unexpected(join(path, key), 'is not a whole number');
  }

  /** Returns an object field. */
  recordAt(parent: JsonRecord, key: string, path = ''): JsonRecord | undefined {
    const value = parent[key] ?? undefined;
    if (value === undefined || isJsonRecord(value)) return value;
    throw this.unexpected(join(path, key), 'is not an object');
  }

  /** Returns an array field; null is how Go writes an empty one. */
  arrayAt(parent: JsonRecord, key: string, path = ''): readonly unknown[] | undefined {
    const value = parent[key] ?? undefined;
    if (value === undefined || Array.isArray(value)) return value;
    throw this.unexpected(join(path, key), 'is not an array');
  }

  /**
   * Returns the shape of an answer, by its body alone: real servers answer a Table or metadata with a plain
   * `application/json`. The request decides if the body does not: an object may have a field `items` that is null, and so
   * may an empty list. Throws `UnexpectedShapeError` for a body of any other shape than those that fit the request.
   */
  requireShape<Shape extends AnswerShape>(requested: 'one' | 'many', ...fitting: readonly Shape[]): Shape {
    const { body, kind, apiVersion, context } = this;
    const hasItems = Array.isArray(body['items']) || (requested === 'many' && body['items'] === null);
    const isMeta = apiVersion?.startsWith('meta.k8s.io/') ?? false;
    let shape: AnswerShape | undefined = hasItems ? 'list' : 'object';
    if (kind === undefined) {
      if (!isJsonRecord(body['metadata'])) throw this.unexpected('', 'is neither a Kubernetes object nor a list');
    } else if (kind === 'Status' && (apiVersion === undefined || apiVersion === 'v1' || isMeta)) shape = 'status';
    else if (isMeta) {
      shape = isMetaApiVersion(apiVersion) ? metaShapes[kind] : undefined;
      if (shape === undefined) throw this.unexpected('', 'has an unsupported version');
    } else if (kind === context.mapping.kind.kind) {
      // The kind of a single object may be called AllowList or have a field named items.
      shape = 'object';
    } else if (kind.endsWith('List')) shape = 'list';
    if (fitting.includes(shape as Shape)) return shape as Shape;
    const wanted = requested === 'one' ? 'one object' : 'a list';
    throw this.unexpected('', `is ${names[shape]}, but ${wanted} was requested`);
  }

  /**
   * Returns a whole object with kind and apiVersion: its own, otherwise those of the request, since items of built-in
   * lists have none. Most single objects and events need no addition, and are returned as they are: a copy would take
   * longer than everything else here. Throws `UnexpectedShapeError` if it is metadata only.
   */
  typedObject(value: unknown, path: string): KubeObject {
    const record = this.record(value, path);
    if (isMetadataAlone(record)) throw this.unexpected(path, 'is metadata alone, not a whole object');
    const metadata = this.metadataOf(record, path);
    const { apiVersion, kind } = record;
    const isTyped = typeof apiVersion === 'string' && apiVersion !== '' && typeof kind === 'string' && kind !== '';
    if (metadata !== undefined && isTyped) return record as JsonRecord & KubeObject;
    const type = this.typeOf(record, path);
    return { ...type, ...record, ...type, metadata: metadata ?? {} };
  }

  /**
   * Returns the metadata of an object, which may be whole or a PartialObjectMetadata, with the object's kind and
   * apiVersion: a PartialObjectMetadata names only its own kind, so it gets that of the request.
   */
  metadataOnly(value: unknown, path: string): PartialObjectMetadata {
    const record = this.record(value, path);
    const metadata = this.metadataOf(record, path);
    if (metadata === undefined && isMetadataAlone(record)) throw this.unexpected(path, 'has no metadata');
    const { apiVersion, kind } = this.typeOf(record, path);
    return { apiVersion, kind, metadata: metadata ?? {} };
  }

  /** Returns the metadata of a list. */
  listMeta(): ListMeta {
    const metadata = this.recordAt(this.body, 'metadata') ?? {};
    this.textAt(metadata, 'continue', 'metadata');
    this.textAt(metadata, 'resourceVersion', 'metadata');
    const remaining = this.integerAt(metadata, 'remainingItemCount', 'metadata');
    if (remaining === undefined || remaining >= 0) return metadata;
    // A negative count makes no sense: treated as not given.
    const { remainingItemCount: _, ...rest } = metadata;
    return rest;
  }

  private typeOf(record: JsonRecord, path: string) {
    if (isMetadataAlone(record)) return this.objectType;
    return {
      apiVersion: this.textAt(record, 'apiVersion', path) || this.objectType.apiVersion,
      kind: this.textAt(record, 'kind', path) || this.objectType.kind,
    };
  }

  private metadataOf(record: JsonRecord, path: string): ObjectMeta | undefined {
    const metadata = this.recordAt(record, 'metadata', path);
    if (metadata === undefined) return undefined;
    const inside = path === '' ? 'metadata' : `${path}.metadata`;
    for (const key of metadataTexts) this.textAt(metadata, key, inside);
    return metadata;
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** Returns the token of the next page; servers may write the empty string on the last page. */
export function continueOf(list: { readonly metadata: ListMeta }): string | undefined {
  return list.metadata.continue || undefined;
}

function isMetadataAlone(record: JsonRecord): boolean {
  return record['kind'] === 'PartialObjectMetadata' && isMetaApiVersion(record['apiVersion']);
}
