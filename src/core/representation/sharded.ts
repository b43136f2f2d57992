import type { AnswerBody } from '../media/answer-body.js';
import { formatShardSelector, requireShardRanges, shardMatcher, type ShardRange } from '../selector/shard-selector.js';
import { requireOneOf, requireWhole } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { isJsonRecord } from '../shared/json-record.js';
import { bodyOfJson, requireShardInfo } from './list-events.js';
import { isMetaApiVersion } from './meta-kinds.js';
import { ParsedAnswer } from './parsed-answer.js';
import type { Representation, RepresentationContext } from './representation.js';
import type { AnswerShapes } from './shapes.js';

/**
 * Which of the objects of a list, or of a watch, are wanted: those whose uid, or namespace, has its hash in one of the
 * ranges. An object never leaves its shard, since neither ever changes. Made by {@link divideIntoShards} and
 * {@link createShardSelector}, which bring along what reads a shard.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5866-server-side-sharded-list-and-watch
 */
export interface ShardSelector {
  /** What is hashed, by 64-bit FNV-1a. All cluster-scoped objects have one namespace: none. */
  readonly by: 'uid' | 'namespace';
  /** At least one, and at most 64. */
  readonly ranges: readonly ShardRange[];
  /** The selector as servers take it, in the parameter `shardSelector`. */
  readonly text: string;
  /** Reports whether an object with this metadata is in the shard. */
  matches(
    this: void,
    metadata: { readonly uid?: string | undefined; readonly namespace?: string | undefined },
  ): boolean;
}

/** A selector with what handles read it with. */
export interface ReadableShard extends ShardSelector {
  '~restrict'<S extends AnswerShapes>(this: void, representation: Representation<S>): Representation<S>;
}

/**
 * Creates the selector of a shard, for ranges of your own, or to join those of several shards.
 *
 * @throws InvalidArgumentError for ranges that no server takes
 * @example
 * const [first, second] = divideIntoShards('uid', 16);
 * const both = createShardSelector({ by: 'uid', ranges: [...first!.ranges, ...second!.ranges] });
 * const { items } = await client.resource('pods').list({ shard: both });
 * console.log(items.length);
 */
export function createShardSelector(given: Pick<ShardSelector, 'by' | 'ranges'>): ShardSelector {
  const { by, ranges } = requireShardRanges('shard', given);
  const text = formatShardSelector({ by, ranges });
  const matches = shardMatcher({ by, ranges });
  const shard: ReadableShard = {
    ...{ by, ranges, text, matches },
    '~restrict': (representation) => restrictTo({ text, matches }, representation),
  };
  return shard;
}

/**
 * Returns selectors that divide all objects among them: as many as there are shards, each of one range of the same size.
 * Give a reader several by {@link createShardSelector}.
 *
 * @throws InvalidArgumentError unless `count` is an integer from 1 to 65,536
 * @example
 * const [first] = divideIntoShards('uid', 2);
 * for await (const pod of client.resource('pods').items({ shard: first })) console.log(pod.metadata.name);
 */
export function divideIntoShards(by: ShardSelector['by'], count: number): readonly ShardSelector[] {
  requireOneOf('by', by, ['uid', 'namespace']);
  if (requireWhole('count', count) === 0 || count > 65_536) {
    throw new InvalidArgumentError('count', 'must be an integer from 1 to 65536');
  }
  const edge = (index: number): string =>
    `0x${((BigInt(index) << 64n) / BigInt(count)).toString(16).padStart(16, '0')}`;
  return Array.from({ length: count }, (_, index) =>
    createShardSelector({ by, ranges: [{ start: edge(index), end: edge(index + 1) }] }),
  );
}

/**
 * Returns a representation that reads the objects of one shard alone, whatever the server sends: nothing in a watch or a
 * Table tells whether it knows shards, and two servers of different versions may stand behind one address. Its decoder of
 * events returns undefined for an object of another shard. A Table gets the metadata of its rows, which alone tells their
 * shard.
 */
function restrictTo<S extends AnswerShapes>(
  { text, matches }: Pick<ShardSelector, 'text' | 'matches'>,
  representation: Representation<S>,
): Representation<S> {
  /** Tests an item of a list, a row of a Table, or the object of an event. */
  const isInShard = (item: unknown, path: string, body: AnswerBody, context: RepresentationContext): boolean => {
    const object = isJsonRecord(item) && 'cells' in item ? item['object'] : item;
    const metadata = isJsonRecord(object) ? object['metadata'] : undefined;
    if (isJsonRecord(metadata)) return matches(metadata);
    throw new ParsedAnswer(body, context, {}).unexpected(path, 'has no metadata, so its shard is unknown');
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
      const answer = new ParsedAnswer(body, context);
      const { shardInfo, remainingItemCount: _, ...rest } = answer.recordAt(answer.body, 'metadata') ?? {};
      requireShardInfo(answer, { shardInfo }, text);
      const key = answer.kind === 'Table' ? 'rows' : 'items';
      const all = answer.arrayAt(answer.body, key);
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
