import { LosslessNumber } from 'lossless-json';
import { formatGroupVersion, type AnswerBody, type KubeObject, type Representation } from '../../index.js';
import { type RepresentationContext } from '../../representations/index.js';
import { UnreadableAnswerError } from '../errors.js';
import { countable, parseExactly } from './exact-numbers.js';
import type { ObjectForms } from './read-objects.js';
import { isRecord } from '../is-record.js';

/**
 * Whole objects with the digits that the server sent: 9007199254740993 stays the same, whereas JSON.parse turns it into
 * 9007199254740992. Numbers that JavaScript would print differently are a `LosslessNumber`. The decoders throw
 * {@link UnreadableAnswerError} for any other answer.
 */
export const exactObjects = objectsWith((digits) => new LosslessNumber(digits));

/** The same, but with such integers as a `bigint`, which can be compared. */
export const countableObjects = objectsWith(countable);

function objectsWith(numberOf: (digits: string) => unknown): Representation<ObjectForms> {
  return {
    name: 'exact object',
    offer: () => ({ accept: 'application/json' }),
    decodeOne: (body, context) => toObject(body, context, parseExactly(body, numberOf)),
    decodeMany(body, context) {
      const list = parseExactly(body, numberOf);
      const { items, metadata } = isRecord(list) ? list : {};
      // In Go, an empty list may be null.
      if (!isRecord(list) || !(Array.isArray(items) || items === null)) {
        throw new UnreadableAnswerError(body.path, 'is not a list of objects');
      }
      const { continue: next, resourceVersion } = isRecord(metadata) ? metadata : {};
      return {
        items: ((items ?? []) as unknown[]).map((item) => toObject(body, context, item)),
        metadata: {
          continue: typeof next === 'string' && next !== '' ? next : undefined,
          resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : undefined,
        },
      };
    },
    decodeEvents: (context) => (body) => {
      const event = parseExactly(body, numberOf);
      const { type, object } = isRecord(event) ? event : {};
      return { type: String(type), object: toObject(body, context, object) };
    },
    itemsOf: ({ items }) => items,
    continueOf: ({ metadata }) => metadata.continue,
  };
}

/** The items of a list have no apiVersion and kind of their own: those of the mapping are filled in. */
function toObject({ path }: AnswerBody, { mapping, objectKind }: RepresentationContext, value: unknown): KubeObject {
  if (!isRecord(value) || !isRecord(value['metadata'])) {
    throw new UnreadableAnswerError(path, 'contains something that is not an object');
  }
  const { apiVersion, kind, metadata } = value;
  const own = objectKind ?? mapping.kind;
  return {
    ...value,
    apiVersion: typeof apiVersion === 'string' ? apiVersion : formatGroupVersion(own),
    kind: typeof kind === 'string' ? kind : own.kind,
    metadata,
  };
}
