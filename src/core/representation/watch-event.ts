import { readJsonObject, type AnswerBody } from '../media/answer-body.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
import { isJsonRecord, recordIn, type JsonRecord } from '../shared/json-record.js';
import { ParsedAnswer } from './parsed-answer.js';
import type { RepresentationContext } from './representation.js';

/**
 * One event of a watch: an object in its state after the change (for `DELETED`, its last state), or a bookmark.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export type WatchEvent<T> = { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: T } | BookmarkEvent;

/**
 * A bookmark: everything up to `metadata.resourceVersion` was sent. The annotation `k8s.io/initial-events-end` marks
 * the end of the initial state. No object changed, and only the metadata of the object that the server sends along is
 * kept.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#watch-bookmarks
 */
export interface BookmarkEvent {
  type: 'BOOKMARK';
  /** Metadata with the version; it does not describe an existing object. */
  object: PartialObjectMetadata;
}

/** A parsed frame. */
export interface ParsedEvent {
  readonly type: WatchEvent<unknown>['type'];
  /** The object as a separate answer; paths in messages are relative to it. */
  readonly answer: ParsedAnswer;
}

const types: ReadonlySet<unknown> = /* @__PURE__ */ new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/** Reads one frame of a watch; throws `UnexpectedShapeError` for an unknown type and for a missing object. */
export function readEvent(frame: AnswerBody, context: RepresentationContext): ParsedEvent {
  const body = readJsonObject(frame);
  const { type, object } = body;
  if (types.has(type) && isJsonRecord(object)) {
    return { type: type as ParsedEvent['type'], answer: new ParsedAnswer(frame, context, object) };
  }
  const event = new ParsedAnswer(frame, context, body);
  if (!types.has(event.textAt(body, 'type'))) throw event.unexpected('type', 'is not a known type of event');
  throw event.unexpected('object', object === undefined || object === null ? 'is missing' : 'is not an object');
}

/** Returns the event for a bookmark, whatever the representation. */
export function bookmarkOf({ answer }: ParsedEvent): BookmarkEvent {
  return { type: 'BOOKMARK', object: answer.metadataOnly(answer.body, '') };
}

const initialEventsEnd = 'k8s.io/initial-events-end';

/**
 * Reads what the watch itself needs of one frame, before the decoder of its representation: the type, the object (of an `ERROR`,
 * which no decoder sees, a Status, or whatever the server sent instead), the version that the stream has reached with it,
 * whether it is the bookmark that ends the initial state, and the frame with its JSON already parsed. Throws `UnexpectedShapeError` for an unknown type, and for a missing object or
 * version, without which a watch could not be resumed.
 */
export function readFrame(frame: AnswerBody, context: RepresentationContext) {
  const parsed = frame.json();
  const body: AnswerBody = { ...frame, json: () => parsed };
  if (isJsonRecord(parsed) && parsed['type'] === 'ERROR') {
    const { object } = parsed;
    return { type: 'ERROR' as const, object, resourceVersion: undefined, endsInitialEvents: false, body };
  }
  const { type, answer } = readEvent(body, context);
  const { body: object } = answer;
  const resourceVersion = versionOf(object) ?? versionOf(rowObjectOf(object));
  if (resourceVersion === undefined)
    throw answer.unexpected('object.metadata.resourceVersion', 'is missing; a watch cannot continue without it');
  const endsInitialEvents = type === 'BOOKMARK' && [object, rowObjectOf(object)].some(marksEnd);
  return { type, object, resourceVersion, endsInitialEvents, body };
}

/** Returns the object of the first row of a Table. */
function rowObjectOf({ rows }: JsonRecord): unknown {
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return isJsonRecord(row) ? row['object'] : undefined;
}

function versionOf(object: unknown): string | undefined {
  const metadata = isJsonRecord(object) ? object['metadata'] : undefined;
  const version = isJsonRecord(metadata) ? metadata['resourceVersion'] : undefined;
  return typeof version === 'string' && version !== '' ? version : undefined;
}

function marksEnd(object: unknown): boolean {
  return isJsonRecord(object) && recordIn(recordIn(object, 'metadata'), 'annotations')[initialEventsEnd] === 'true';
}
