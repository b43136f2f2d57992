import type { AnswerBody } from '../media/answer-body.js';
import { formatShardSelector, shardMatcher, type ShardSelector } from '../selector/shard-selector.js';
import { isJsonRecord } from '../shared/json-record.js';
import { bodyOfJson } from './list-events.js';
import { isMetaApiVersion } from './meta-kinds.js';
import { arrayAt, parsedRecord, readAnswer, recordAt, unexpected } from './parsed-answer.js';
import type { Representation, RepresentationContext } from './representation.js';
import type { AnswerShapes } from './shapes.js';

/**
 * Returns a representation that reads the objects of one shard alone, whatever the server sends: nothing in a watch or a
 * Table tells whether it knows shards, and two servers of different versions may stand behind one address. Its decoder of
 * events returns undefined for an object of another shard. A Table gets the metadata of its rows, which alone tells their
 * shard.
 */
export function sharded<S extends AnswerShapes>(
  representation: Representation<S>,
  shard: ShardSelector | undefined,
): Representation<S> {
  if (shard === undefined) return representation;
  const matches = shardMatcher(shard);
  const selector = formatShardSelector(shard);
  /** Tests an item of a list, a row of a Table, or the object of an event. */
  const isInShard = (item: unknown, path: string, body: AnswerBody, context: RepresentationContext): boolean => {
    const object = isJsonRecord(item) && 'cells' in item ? item['object'] : item;
    const metadata = isJsonRecord(object) ? object['metadata'] : undefined;
    if (isJsonRecord(metadata)) return matches(metadata);
    throw unexpected(parsedRecord({}, body, context), path, 'has no metadata, which alone tells its shard');
  };
  return {
    name: representation.name,
    offer(verb, context) {
      const offer = representation.offer(verb, context);
      if (verb === 'get' || offer.query?.['includeObject'] !== 'None') return offer;
      return { ...offer, query: { ...offer.query, includeObject: 'Metadata' } };
    },
    decodeOne: (body, context) => representation.decodeOne(body, context),
    decodeMany(body, context) {
      const answer = readAnswer(body, context);
      const { shardInfo, remainingItemCount: _, ...rest } = recordAt(answer, answer.body, 'metadata', '') ?? {};
      if (isJsonRecord(shardInfo) && shardInfo['selector'] !== selector) {
        throw unexpected(answer, 'metadata.shardInfo.selector', 'is that of another shard');
      }
      const key = answer.kind === 'Table' ? 'rows' : 'items';
      const all = arrayAt(answer, answer.body, key, '');
      const list = {
        ...answer.body,
        metadata: { ...rest, ...(shardInfo === undefined ? {} : { shardInfo }) },
        // Without an array the answer is no list, which the decoder tells.
        ...(all && { [key]: all.filter((item, index) => isInShard(item, `${key}[${index}]`, body, context)) }),
      };
      return representation.decodeMany(bodyOfJson(list, body), context);
    },
    decodeEvents(context) {
      const decode = representation.decodeEvents(context);
      return (frame) => {
        const parsed = frame.json();
        // Decoded in any case: only the first event of a Table has its columns.
        const event = decode({ ...frame, json: () => parsed });
        const { type, object } = Object(parsed) as { readonly type?: unknown; readonly object?: unknown };
        if (type === 'BOOKMARK' || !isJsonRecord(object)) return event;
        const { apiVersion, kind, rows } = object;
        const isTable = kind === 'Table' && isMetaApiVersion(apiVersion) && Array.isArray(rows);
        const item: unknown = isTable ? rows[0] : object;
        return isInShard(item, isTable ? 'object.rows[0]' : 'object', frame, context) ? event : undefined;
      };
    },
    itemsOf: (many) => representation.itemsOf(many),
    continueOf: (many) => representation.continueOf(many),
  };
}
