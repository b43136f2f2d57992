import { requireFields, requireOneOf, requireText } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';

/** A part of all hashes: from `start` up to, but not including, `end`. */
export interface ShardRange {
  /** `0x` and 16 lower-case hex digits: `'0x0000000000000000'`. */
  readonly start: string;
  /** The same; `'0x10000000000000000'` is the end of all hashes. */
  readonly end: string;
}

/** What is hashed, and the hashes that are wanted. */
export interface ShardRanges {
  readonly by: 'uid' | 'namespace';
  readonly ranges: readonly ShardRange[];
}

/** A selector takes about 95 characters a range, and servers refuse an address of more than about 8 kB. */
const mostRanges = 64;
const end = '0x10000000000000000';

/** Requires {@link ShardRanges} that a server takes. `name` is that of the whole, for messages. */
export function requireShardRanges(name: string, value: unknown): ShardRanges {
  const { by, ranges, ...others } = requireFields(name, value as ShardRanges);
  for (const field of Object.keys(others)) throw new InvalidArgumentError(`${name}.${field}`, 'is no field of a shard');
  requireOneOf(`${name}.by`, requireText(`${name}.by`, by), ['uid', 'namespace']);
  if (!Array.isArray(ranges) || ranges.length === 0 || ranges.length > mostRanges) {
    throw new InvalidArgumentError(`${name}.ranges`, `must be an array of 1 to ${mostRanges} ranges`);
  }
  for (const [index, each] of (ranges as readonly unknown[]).entries()) {
    const range = requireFields(`${name}.ranges[${index}]`, each as ShardRange);
    for (const edge of ['start', 'end'] as const) {
      if (typeof range[edge] === 'string' && /^0x[0-9a-f]{16}$/.test(range[edge])) continue;
      if (edge === 'end' && range.end === end) continue;
      throw new InvalidArgumentError(
        `${name}.ranges[${index}].${edge}`,
        `must be 0x and 16 lower-case hex digits${edge === 'end' ? `, or ${end}` : ''}`,
      );
    }
    if (BigInt(range.start) < BigInt(range.end)) continue;
    throw new InvalidArgumentError(`${name}.ranges[${index}]`, 'must start before its end');
  }
  return { by, ranges };
}

/** Formats a selector as servers take it in the parameter `shardSelector`. */
export function formatShardSelector({ by, ranges }: ShardRanges): string {
  return ranges.map(({ start, end }) => `shardRange(object.metadata.${by}, '${start}', '${end}')`).join(' || ');
}

/** Returns the test for the metadata of an object. */
export function shardMatcher({
  by,
  ranges,
}: ShardRanges): (metadata: { readonly uid?: unknown; readonly namespace?: unknown }) => boolean {
  const edges = ranges.map(({ start, end }) => [BigInt(start), BigInt(end)] as const);
  return (metadata) => {
    const value = metadata[by];
    const hash = fnv1a64(typeof value === 'string' ? value : '');
    return edges.some(([start, end]) => start <= hash && hash < end);
  };
}

/** Returns the number of the shard, of so many of {@link divideIntoShards}, to which a uid or a namespace belongs. */
export function shardIndex(value: string, count: number): number {
  return Number((fnv1a64(value) * BigInt(count)) >> 64n);
}

const utf8 = /* @__PURE__ */ new TextEncoder();

/** FNV-1a, by halves of 32 bits: a BigInt for each byte would take thirty times as long. The prime is 2^40 + 0x1b3. */
export function fnv1a64(text: string): bigint {
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
