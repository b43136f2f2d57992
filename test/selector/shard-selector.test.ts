import { describe, expect, it } from 'vitest';
import { createShardSelector, divideIntoShards, type ShardSelector } from '../../src/index.js';
import { InvalidArgumentError } from '../../src/core/shared/invalid-argument-error.js';

const pick = ({ by, ranges }: ShardSelector) => ({ by, ranges });
const all = { start: '0x0000000000000000', end: '0x10000000000000000' };

describe('a shard', () => {
  // As hash/fnv of Go has them.
  it.each([
    ['', '0xcbf29ce484222325'],
    ['a', '0xaf63dc4c8601ec8c'],
    ['default', '0xebada5168620c5fe'],
    ['kube-system', '0xdf65c7bc1d82b35e'],
    ['2f1c8a5e-6a7d-4d5b-9f0e-0c1d2e3f4a5b', '0x25982f82056db0d9'],
    ['aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', '0x93754b7248a00eb9'],
    ['ü€😀', '0x9555093f979ac5d7'],
    ['tenant-199', '0xf8c92e7e989b203d'],
  ])('holds %j at %s alone', (text, start) => {
    const end = `0x${(BigInt(start) + 1n).toString(16).padStart(16, '0')}`;
    for (const by of ['uid', 'namespace'] as const) {
      const metadata = by === 'uid' ? { uid: text, namespace: 'other' } : { uid: 'other', namespace: text };
      expect(createShardSelector({ by, ranges: [{ start, end }] }).matches(metadata)).toBe(true);
      const around = [
        { start: all.start, end: start },
        { start: end, end: all.end },
      ];
      expect(createShardSelector({ by, ranges: around }).matches(metadata)).toBe(false);
      expect(createShardSelector({ by, ranges: [all] }).matches(metadata)).toBe(true);
    }
  });

  it('without the field has the hash of the empty text, as on servers', () => {
    const [lower, upper] = divideIntoShards('namespace', 2);
    expect([lower?.matches({ uid: 'u' }), upper?.matches({ uid: 'u' })]).toEqual([false, true]);
  });

  it('is asked for in the words of servers', () => {
    const [first, second, third] = divideIntoShards('uid', 3);
    const ranges = [...(first?.ranges ?? []), ...(third?.ranges ?? [])];
    expect(createShardSelector({ by: 'uid', ranges }).text).toBe(
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x5555555555555555') || " +
        "shardRange(object.metadata.uid, '0xaaaaaaaaaaaaaaaa', '0x10000000000000000')",
    );
    expect(second?.ranges).toEqual([{ start: '0x5555555555555555', end: '0xaaaaaaaaaaaaaaaa' }]);
  });

  it.each([1, 2, 3, 7, 64, 1000, 65_536])('divided by %i leaves no gap and no overlap', (count) => {
    const shards = divideIntoShards('uid', count);
    const edges = shards.flatMap(({ ranges: [range] }) => [range?.start, range?.end]);
    expect(shards).toHaveLength(count);
    expect(edges[0]).toBe(all.start);
    expect(edges.at(-1)).toBe(all.end);
    for (let index = 1; index < edges.length - 1; index += 2) expect(edges[index]).toBe(edges[index + 1]);
    for (const shard of shards.slice(-3)) expect(createShardSelector(pick(shard)).text).toBe(shard.text);
  });

  it.each([
    [null, 'shard'],
    ['uid', 'shard'],
    [{ by: 'name', ranges: [all] }, 'shard.by'],
    [{ ranges: [all] }, 'shard.by'],
    [{ by: 'uid', ranges: [all], limit: 1 }, 'shard.limit'],
    [{ by: 'uid' }, 'shard.ranges'],
    [{ by: 'uid', ranges: [] }, 'shard.ranges'],
    [{ by: 'uid', ranges: Array.from({ length: 65 }, () => all) }, 'shard.ranges'],
    [{ by: 'uid', ranges: [null] }, 'shard.ranges[0]'],
    [{ by: 'uid', ranges: [all, { ...all, start: '0x0' }] }, 'shard.ranges[1].start'],
    [{ by: 'uid', ranges: [{ ...all, start: '0x000000000000000F' }] }, 'shard.ranges[0].start'],
    [{ by: 'uid', ranges: [{ ...all, start: 0 }] }, 'shard.ranges[0].start'],
    [{ by: 'uid', ranges: [{ ...all, end: '0x10000000000000001' }] }, 'shard.ranges[0].end'],
    [{ by: 'uid', ranges: [{ start: all.end, end: all.end }] }, 'shard.ranges[0].start'],
    [{ by: 'uid', ranges: [{ start: all.start, end: all.start }] }, 'shard.ranges[0]'],
  ])('%j is refused', (given, argument) => {
    expect(() => createShardSelector(given as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument }) as InvalidArgumentError,
    );
  });

  it.each([0, -1, 1.5, 65_537, '2'])('cannot be one of %j', (count) => {
    expect(() => divideIntoShards('uid', count as number)).toThrow(InvalidArgumentError);
  });
});
