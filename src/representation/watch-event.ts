import type { AnswerBody } from '../media/answer-body.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
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
  object: PartialObjectMetadata;
}

/** A frame that was read. */
export interface ParsedEvent {
  readonly type: WatchEvent<unknown>['type'];
  /** The object as an answer by itself; places in messages are inside it. */
  readonly answer: ParsedAnswer;
}

const types = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK'] as const;

/** Reads one frame of a watch; throws `UnexpectedShapeError` for a type that is not known, and where there is no object. */
export function readEvent(frame: AnswerBody, context: RepresentationContext): ParsedEvent {
  const event = readAnswer(frame, context);
  const type = textAt(event, event.body, 'type', '');
  const known = types.find((each) => each === type);
  if (known === undefined) throw unexpected(event, 'type', 'is not one of an event that is known here');
  const object = asRecord(event, event.body['object'], 'object');
  return { type: known, answer: readRecord(object, frame, context) };
}

/** The event of a bookmark, whatever the representation. */
export function bookmarkOf({ answer }: ParsedEvent): BookmarkEvent {
  return { type: 'BOOKMARK', object: metadataOnly(answer, answer.body, '') };
}
