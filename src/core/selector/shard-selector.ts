import { requireFields, requireOneOf, requireText, requireWhole } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** A part of all hashes: from `start` up to, but not including, `end`. */
export interface ShardRange {
  /** `0x` and 16 lower-case hex digits: `'0x0000000000000000'`. */
  readonly start: string;
  /** The same; `'0x10000000000000000'` is the end of all hashes. */
  readonly end: string;
}

/**
 * Which of the objects of a list, or of a watch, are wanted: those whose uid, or namespace, has its hash in one of the
 * ranges. An object never leaves its shard, since neither ever changes.
 * @see https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/5866-server-side-sharded-list-and-watch
 */
export interface ShardSelector {
  /** What is hashed, by 64-bit FNV-1a. All cluster-scoped objects have one namespace: none. */
  readonly by: 'uid' | 'namespace';
  /** At least one, and at most 64. */
  readonly ranges: readonly ShardRange[];
}

/** A selector takes about 95 characters a range, and servers refuse an address of more than about 8 kB. */
const mostRanges = 64;
const end = '0x10000000000000000';

/** Requires a {@link ShardSelector} that a server takes. */
export function requireShardSelector(option: string, value: unknown): ShardSelector {
  const { by, ranges, ...others } = requireFields(option, value as ShardSelector);
  for (const name of Object.keys(others)) throw new InvalidArgumentError(`${option}.${name}`, 'is no field of a shard');
  requireOneOf(`${option}.by`, requireText(`${option}.by`, by), ['uid', 'namespace']);
  if (!Array.isArray(ranges) || ranges.length === 0 || ranges.length > mostRanges) {
    throw new InvalidArgumentError(`${option}.ranges`, `must be an array of 1 to ${mostRanges} ranges`);
  }
  for (const [index, each] of (ranges as readonly unknown[]).entries()) {
    const range = requireFields(`${option}.ranges[${index}]`, each as ShardRange);
    for (const edge of ['start', 'end'] as const) {
      if (typeof range[edge] === 'string' && /^0x[0-9a-f]{16}$/.test(range[edge])) continue;
      if (edge === 'end' && range.end === end) continue;
      throw new InvalidArgumentError(
        `${option}.ranges[${index}].${edge}`,
        `must be 0x and 16 lower-case hex digits${edge === 'end' ? `, or ${end}` : ''}`,
      );
    }
    if (BigInt(range.start) < BigInt(range.end)) continue;
    throw new InvalidArgumentError(`${option}.ranges[${index}]`, 'must start before its end');
  }
  return value as ShardSelector;
}

/**
 * Returns selectors that divide all objects among them: as many as there are shards, each of one range of the same size.
 * Give a reader several by joining their ranges.
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
  return Array.from({ length: count }, (_, index) => ({ by, ranges: [{ start: edge(index), end: edge(index + 1) }] }));
}

/** Formats a selector as servers take it in the parameter `shardSelector`. */
export function formatShardSelector({ by, ranges }: ShardSelector): string {
  return ranges.map(({ start, end }) => `shardRange(object.metadata.${by}, '${start}', '${end}')`).join(' || ');
}

/** Returns the test for the metadata of an object. */
export function shardMatcher({ by, ranges }: ShardSelector): (metadata: Readonly<Record<string, unknown>>) => boolean {
  const edges = ranges.map(({ start, end }) => [BigInt(start), BigInt(end)] as const);
  return (metadata) => {
    const value = metadata[by];
    const hash = fnv1a64(typeof value === 'string' ? value : '');
    return edges.some(([start, end]) => start <= hash && hash < end);
  };
}

/** Returns the number of the shard, of so many of {@link divideIntoShards}, to which a uid or a namespace belongs. */
export function shardOf(value: string, count: number): number {
  return Number((fnv1a64(value) * BigInt(count)) >> 64n);
}

const utf8 = /* @__PURE__ */ new TextEncoder();

/** FNV-1a, by halves of 32 bits: a BigInt for each byte would take thirty times as long. The prime is 2^40 + 0x1b3. */
function fnv1a64(text: string): bigint {
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (const byte of utf8.encode(text)) {
    low = (low ^ byte) >>> 0;
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 0x1_0000_0000) + low * 0x100) % 0x1_0000_0000;
    low = product % 0x1_0000_0000;
  }
  return (BigInt(high) << 32n) | BigInt(low);
}
