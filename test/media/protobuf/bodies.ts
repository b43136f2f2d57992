import { createAnswerBody, loadProtobuf } from '../../../src/core/media/answer-body.js';
import { isJsonRecord, type JsonRecord } from '../../../src/core/shared/json-record.js';

export const objectType = 'application/vnd.kubernetes.protobuf';
export const eventType = `${objectType};stream=watch`;

await loadProtobuf();

/** Reads bytes as the body of an answer. */
export function read(content: Iterable<number>, mediaType = objectType): unknown {
  const bytes = content instanceof Uint8Array ? content : Uint8Array.from(content);
  return createAnswerBody({ content: bytes, mediaType, path: '/here' }).json();
}

/** JSON of metadata, without what protobuf leaves out: managedFields, times that are null, and items that are. */
export function asInProtobuf(json: unknown): unknown {
  if (!isJsonRecord(json)) return json;
  const { metadata, items, object } = json;
  return {
    ...json,
    ...(isJsonRecord(metadata) && { metadata: tidied(metadata) }),
    ...(items !== undefined && { items: Array.isArray(items) ? items.map(asInProtobuf) : [] }),
    ...(object !== undefined && { object: asInProtobuf(object) }),
  };
}

function tidied(metadata: JsonRecord): JsonRecord {
  const left = Object.entries(metadata).filter(([name, value]) => name !== 'managedFields' && value !== null);
  return Object.fromEntries(left);
}
