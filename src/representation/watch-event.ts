import type { AnswerBody } from '../media/answer-body.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { asRecord, readAnswer, readRecord, textAt, unexpected, type ParsedAnswer } from './parsed-answer.js';
import type { RepresentationContext } from './representation.js';
import { metadataOnly } from './typed-object.js';

/**
 * One event of a watch: an object in the state that the change left it in (`DELETED`: in its last one), or a bookmark.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export type WatchEvent<T> = { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: T } | BookmarkEvent;

/**
 * Everything up to `metadata.resourceVersion` was sent. Its annotation `k8s.io/initial-events-end` marks the end of the
 * initial state. No object changed, and nothing but metadata is kept of what the server sends along.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#watch-bookmarks
 */
export interface BookmarkEvent {
  type: 'BOOKMARK';
  /** Metadata with the version, and no object that there is. */
  object: PartialObjectMetadata;
}

/** A frame that was read. */
export interface ParsedEvent {
  readonly type: WatchEvent<unknown>['type'];
  /** The object as an answer by itself; places in messages are inside it. */
  readonly answer: ParsedAnswer;
}

const types: ReadonlySet<unknown> = /* @__PURE__ */ new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

/** Reads one frame of a watch; throws `UnexpectedShapeError` for a type that is not known, and where there is no object. */
export function readEvent(frame: AnswerBody, context: RepresentationContext): ParsedEvent {
  const event = readAnswer(frame, context);
  const type = textAt(event, event.body, 'type', '');
  if (!isEventType(type)) throw unexpected(event, 'type', 'is not one of an event that is known here');
  const object = asRecord(event, event.body['object'], 'object');
  return { type, answer: readRecord(object, frame, context) };
}

function isEventType(type: unknown): type is ParsedEvent['type'] {
  return types.has(type);
}

/** The event of a bookmark, whatever the representation. */
export function bookmarkOf({ answer }: ParsedEvent): BookmarkEvent {
  return { type: 'BOOKMARK', object: metadataOnly(answer, answer.body, '') };
}

/** What a watch looks at before the decoder of its representation does: the same for every form that JSON has. */
export interface WatchFrame {
  readonly type: WatchEvent<unknown>['type'] | 'ERROR';
  /** For an `ERROR`, which has no decoder: a Status, or whatever was sent in its place. */
  readonly object: unknown;
  /** How far the stream has come with this event; undefined for an `ERROR`. */
  readonly resourceVersion: string | undefined;
  /** The bookmark that ends the initial state. */
  readonly endsInitialEvents: boolean;
  /** The frame again, whose JSON is read already. */
  readonly body: AnswerBody;
}

const initialEventsEnd = 'k8s.io/initial-events-end';

/**
 * Looks at one frame of a watch. Throws `UnexpectedShapeError` for a type that is not known, and where there is no object or
 * no version, without which a watch could not be resumed.
 */
export function readFrame(frame: AnswerBody, context: RepresentationContext): WatchFrame {
  const parsed = frame.json();
  const body: AnswerBody = { ...frame, json: () => parsed };
  if (!isJsonRecord(parsed)) throw wrongEvent(body, context);
  const { type, object } = parsed;
  if (type === 'ERROR') return { type, object, resourceVersion: undefined, endsInitialEvents: false, body };
  if (!isEventType(type) || !isJsonRecord(object)) throw wrongEvent(body, context);
  const own = metadataAt(object);
  const resourceVersion = versionIn(own) ?? versionIn(metadataAt(rowObjectOf(object)));
  if (resourceVersion === undefined) throw wrongEvent(body, context);
  const endsInitialEvents = type === 'BOOKMARK' && [own, metadataAt(rowObjectOf(object))].some(marksEnd);
  return { type, object, resourceVersion, endsInitialEvents, body };
}

/** Reads what is wrong again, with all checks, for the words. */
function wrongEvent(body: AnswerBody, context: RepresentationContext): Error {
  const { answer } = readEvent(body, context);
  return unexpected(answer, 'object.metadata.resourceVersion', 'is missing, without which a watch cannot go on');
}

/** The object that the first row of a Table carries. */
function rowObjectOf({ rows }: JsonRecord): unknown {
  const row: unknown = Array.isArray(rows) ? rows[0] : undefined;
  return isJsonRecord(row) ? row['object'] : undefined;
}

function metadataAt(object: unknown): JsonRecord | undefined {
  const metadata = isJsonRecord(object) ? object['metadata'] : undefined;
  return isJsonRecord(metadata) ? metadata : undefined;
}

function versionIn(metadata: JsonRecord | undefined): string | undefined {
  const version = metadata?.['resourceVersion'];
  return typeof version === 'string' && version !== '' ? version : undefined;
}

function marksEnd(metadata: JsonRecord | undefined): boolean {
  const annotations = metadata?.['annotations'];
  return isJsonRecord(annotations) && annotations[initialEventsEnd] === 'true';
}
