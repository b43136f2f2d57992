import type { AnswerBody } from '../../media/answer-body.js';
import { eventOf, type ListedItem } from '../../representation/list-events.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { JsonRecord } from '../../shared/json-record.js';

/** An object as of the last list. */
interface Known {
  readonly object: JsonRecord;
  /** Identifies the state of the object: its version, or its whole text if it has none. */
  readonly state: string;
}

/** The objects of the last list by their keys. */
export type PolledState = ReadonlyMap<string, Known>;

/** Returns the state that the items of all pages make up; throws `InvalidArgumentError` for rows without metadata. */
export function polledStateOf(items: readonly ListedItem[]): PolledState {
  const state = new Map<string, Known>();
  for (const { key, resourceVersion, object } of items) {
    if (key === undefined) {
      throw new InvalidArgumentError(
        'poll',
        'requires the metadata of each object: use a Table with includeObject "Metadata"',
      );
    }
    state.set(key, { object, state: resourceVersion ?? JSON.stringify(object) });
  }
  return state;
}

/**
 * Yields the differences between two lists as the events that a watch would have sent. An object that was deleted and
 * created again under its name appears as `DELETED` and `ADDED` if it has a uid.
 */
export function* differences(
  before: PolledState,
  now: PolledState,
  source: AnswerBody,
): Generator<AnswerBody, void, undefined> {
  for (const [key, { object }] of before) if (!now.has(key)) yield eventOf('DELETED', object, source);
  for (const [key, { object, state }] of now) {
    const last = before.get(key);
    if (last === undefined) yield eventOf('ADDED', object, source);
    else if (last.state !== state) yield eventOf('MODIFIED', object, source);
  }
}
