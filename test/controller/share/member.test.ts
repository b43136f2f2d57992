import { describe, expect, it } from 'vitest';
import { randomOf } from '../../e2e/harness/random.js';
import { createMember, type MemberEvent, type StoredTable } from '../../../src/controller/share/member.js';
import { quietWorld, type QuietWorld } from './quiet-world.js';

const letters = 'abcdefghij'.split('');

/** Members that have come one after the other, at rest. */
function atRest(count: number, options: Parameters<typeof quietWorld>[0]): QuietWorld {
  const world = quietWorld(options);
  for (const name of letters.slice(0, count)) {
    world.start(name);
    world.advance(2000);
  }
  world.advance(10_000);
  return world;
}
const countOf = ({ holders }: QuietWorld, name: string): number => holders.filter((each) => each === name).length;
const refusals = ({ sent }: QuietWorld): number => sent.filter(({ isRefused }) => isRefused).length;

describe('members at rest', () => {
  it.each([64, 1024])('write half a time a second each, with %i shards', { timeout: 60_000 }, (shards) => {
    const world = atRest(10, { shards });
    expect(letters.map((name) => countOf(world, name)).sort()[0]).toBe(Math.floor(shards / 10));
    const before = world.sent.length;
    world.advance(20_000);
    const writes = world.sent.slice(before);
    expect(writes.length).toBeLessThanOrEqual(0.5 * 10 * 20);
    expect(writes.length).toBeGreaterThan(0.4 * 10 * 20);
  });

  it('hand everything over with few conflicts when one of ten leaves 256 shards', { timeout: 60_000 }, () => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const world = atRest(10, { shards: 256, seed });
      const before = refusals(world);
      const leftAt = world.now;
      world.stop('d');
      world.advance(3000);
      expect(world.alive).toHaveLength(9);
      expect(countOf(world, 'd')).toBe(0);
      expect(world.holders.filter((each) => each === undefined)).toEqual([]);
      expect(refusals(world) - before).toBeLessThanOrEqual(10);
      expect(Math.max(...world.takes.map(({ at }) => at)) - leftAt).toBeLessThan(1000);
    }
  });
});

it('ten members that begin at once share what is there, though their watches lag behind what they read', () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const world = quietWorld({ shards: 64, seed, watchLagMs: 300 });
    for (const name of letters) world.start(name);
    // Who has not taken its share has met other writers, while the table changes.
    world.advance(6000);
    expect(world.alive).toEqual(letters);
    expect(letters.map((name) => countOf(world, name)).sort()).toEqual([6, 6, 6, 6, 6, 6, 7, 7, 7, 7]);
  }
});

it('ten members that begin at once share what is there, though the server takes seconds', () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const world = quietWorld({ shards: 64, seed, latencyMs: 1400, watchLagMs: 1000 });
    for (const name of letters) world.start(name);
    world.advance(60_000);
    expect(letters.map((name) => countOf(world, name)).sort()).toEqual([6, 6, 6, 6, 6, 6, 7, 7, 7, 7]);
  }
});

it('moves no more shards than have to move, and a tenth', { timeout: 60_000 }, () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const random = randomOf(seed);
    const world = atRest(1 + Math.floor(random() * 4), { shards: 64, seed });
    let names = 0;
    for (let change = 0; change < 6; change += 1) {
      const kind = random();
      const [victim = ''] = world.alive.toSorted(() => random() - 0.5);
      const before = new Map(world.alive.map((name) => [name, countOf(world, name)]));
      const taken = world.takes.length;
      let must = 0;
      if (kind < 0.5 || world.alive.length < 2) {
        const name = `n${(names += 1)}`;
        world.start(name);
        before.set(name, 0);
        const most = Math.ceil(64 / before.size);
        const ceilings = 64 % before.size || before.size;
        const sorted = [...before.values()].sort((a, b) => b - a);
        sorted.forEach((count, index) => (must += Math.max(0, count - (index < ceilings ? most : most - 1))));
      } else {
        must = before.get(victim) ?? 0;
        if (kind < 0.8) world.stop(victim);
        else world.kill(victim);
      }
      world.advance(30_000);
      const moves = world.takes.length - taken;
      expect({ seed, change, moves, must, isTooMany: moves > must * 1.1 }).toMatchObject({ isTooMany: false });
      const counts = world.alive.map((name) => countOf(world, name));
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThan(2);
    }
  }
});

it('offers what its holders died of later each time, and at once after a holder that gave it back', () => {
  const world = quietWorld({ shards: 1 });
  world.start('a');
  world.advance(2000);
  const waits: number[] = [];
  for (const name of ['b', 'c', 'd', 'e']) {
    const [victim = ''] = world.alive;
    world.start(name);
    world.advance(2000);
    expect(world.holders).toEqual([victim]);
    world.kill(victim);
    const taken = world.takes.length;
    world.advance(60_000);
    const closedAt = world.sent.find(({ request }) => request.lane === 'other' && request.identity === victim)?.at ?? 0;
    waits.push(Math.round(((world.takes[taken]?.at ?? 0) - closedAt) / 1000));
  }
  expect(waits).toEqual([0, 2, 4, 8]);
  world.start('f');
  world.advance(2000);
  world.stop('e');
  world.advance(2000);
  world.start('g');
  world.advance(2000);
  world.kill('f');
  const taken = world.takes.length;
  world.advance(20_000);
  expect((world.takes[taken]?.at ?? 0) - world.now).toBeGreaterThan(-5000);
});

it('deletes the closed Lease of a member that the table does not name after ten minutes, in the version that was seen', () => {
  const world = atRest(3, { shards: 4 });
  world.kill('b');
  world.advance(20_000);
  const closed = world.leases.get('b')?.member;
  expect(closed?.isOpen).toBe(false);
  world.advance(560_000);
  expect(world.leases.has('b')).toBe(true);
  world.advance(40_000);
  expect(world.leases.has('b')).toBe(false);
  const deletes = world.sent.filter(({ request }) => request.do === 'delete');
  expect(deletes.map(({ by, request }) => ({ by, ...request }))).toEqual([
    { by: 'a', lane: 'other', do: 'delete', identity: 'b', stored: closed },
  ]);
});

it('does not delete the closed Lease of a member that the table names', () => {
  const world = atRest(2, { shards: 4 });
  // Its holder is closed, and nobody may take anything: those who are left have other parameters.
  world.kill('a');
  world.kill('b');
  const { length } = world.sent;
  world.advance(700_000);
  expect(world.sent).toHaveLength(length);
  world.start('c');
  world.advance(20_000);
  expect([...new Set(world.holders)]).toEqual(['c']);
  expect(world.leases.has('a')).toBe(true);
});

describe('what somebody does by hand', () => {
  it('all Leases are deleted: all end, and nothing is held twice', () => {
    const world = atRest(3, { shards: 8 });
    for (const name of [...world.leases.keys()]) world.edit(name, () => undefined);
    world.advance(1000);
    expect(world.alive).toEqual([]);
    world.start('x');
    world.advance(2000);
    expect(new Set(world.holders)).toEqual(new Set(['x']));
  });

  it('the table and the Lease of a member that is paused are deleted: nobody takes its shards before it has stopped', () => {
    const world = atRest(2, { shards: 4 });
    const paused = world.member('b');
    world.kill('b');
    world.edit('b', () => undefined);
    world.edit('table', () => undefined);
    world.advance(100);
    // The other one has ended, and closed its Lease.
    expect([world.alive, world.leases.get('a')?.member?.isOpen]).toEqual([[], false]);
    expect(paused.isFresh({ monotonic: world.now, wall: world.now })).toBe(true);
    const taken = world.takes.length;
    world.start('c');
    world.advance(20_000);
    const at = world.takes[taken]?.at ?? 0;
    expect(paused.isFresh({ monotonic: at, wall: at })).toBe(false);
    expect(new Set(world.holders)).toEqual(new Set(['c']));
  });

  it('the table names a member that never took it: nobody holds anything for the lease duration', () => {
    const world = atRest(2, { shards: 4 });
    world.edit('table', ({ table }) => {
      const shards = table!.table!.shards.map((shard) => ({ ...shard, holder: 'a' }));
      return { table: { ...table!, version: '5000', table: { ...table!.table!, shards } } };
    });
    world.advance(5000);
    expect(world.alive).toEqual([]);
    expect(world.holders.filter((each) => each !== undefined)).toEqual([]);
  });

  it('a version that went back ends the identity, and the table is not believed', () => {
    const world = atRest(2, { shards: 4 });
    const member = world.member('a');
    world.edit('table', ({ table }) => ({ table: { ...table!, version: '1' } }));
    world.advance(1000);
    expect([member.end(), member.suspect() !== undefined]).toEqual(['restored', true]);
  });

  it('a Lease of a member is deleted: it ends, and its shards wait for the lease duration', () => {
    const world = atRest(2, { shards: 4 });
    world.edit('b', () => undefined);
    const at = world.now;
    const taken = world.takes.length;
    world.advance(30_000);
    expect(world.alive).toEqual(['a']);
    expect(countOf(world, 'a')).toBe(4);
    expect((world.takes[taken]?.at ?? 0) - at).toBeGreaterThan(14_900);
  });
});

it.each([
  { after: 20, settling: false },
  { after: 6000, settling: true },
])('begins a table $after ms after its watch listed no member: settling $settling', ({ after, settling }) => {
  const member = createMember({
    ...{ identity: 'a', params: 'p', shards: 1, leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 },
    ...{ isIdle: () => true, written: {} },
  });
  const step = (ms: number, event: MemberEvent) => member.step([event], { monotonic: ms, wall: ms });
  expect(step(0, { type: 'synced' })).toEqual([{ lane: 'table', do: 'read' }]);
  const read: MemberEvent = { type: 'answer', lane: 'table', outcome: 'done', stored: undefined };
  expect(step(after, read)).toMatchObject([{ lane: 'table', do: 'write', table: { settling } }]);
});

describe('a renewal that was answered, and that no watch shows', () => {
  const table: StoredTable = {
    ...{ uid: 'u', version: '3', isShared: true, holder: 'shared', durationMs: 3_600_000, observed: '3' },
    table: {
      ...{ generation: 'g', params: 'p', settling: false, versions: {} },
      shards: [{ holder: undefined, next: undefined, deaths: 0 }],
    },
  };
  const shown = (version: string, stamp: number): MemberEvent => {
    const stored = { uid: 'm', version, params: 'p', isLeaving: false, stamp, isOpen: true };
    return { type: 'member', identity: 'a', stored };
  };
  /** A member alone, whose second renewal was answered at two seconds; the watch has shown the first one. */
  function renewedTwice() {
    const member = createMember({
      ...{
        identity: 'a',
        params: 'p',
        shards: 1,
        leaseDurationMs: 15_000,
        renewDeadlineMs: 10_000,
        retryPeriodMs: 2000,
      },
      ...{ isIdle: () => true, written: {} },
    });
    const step = (ms: number, ...events: MemberEvent[]) => member.step(events, { monotonic: ms, wall: ms });
    step(0, { type: 'table', stored: table }, { type: 'synced' });
    step(10, { type: 'answer', lane: 'own', outcome: 'done', version: '5' }, shown('5', 1));
    expect(step(2010)).toContainEqual(expect.objectContaining({ do: 'renew', base: '5' }));
    step(2020, { type: 'answer', lane: 'own', outcome: 'done', version: '9' });
    return { member, step };
  }
  const listed: readonly MemberEvent[] = [{ type: 'table', stored: table }, shown('5', 1), { type: 'synced' }];

  it('is lost with the data of the server: the member ends, and does not believe the table', () => {
    const { member, step } = renewedTwice();
    expect(step(40_000)).toEqual([{ lane: 'watch', do: 'restart' }]);
    step(40_010, ...listed);
    expect([member.end(), member.suspect()]).toEqual(['restored', 'u g']);
  });

  it('may only be late: a list of a server that lags ends nothing', () => {
    const { member, step } = renewedTwice();
    step(8000, ...listed);
    expect(member.end()).toBeUndefined();
    step(8500, shown('9', 2));
    expect([member.end(), member.state({ monotonic: 8500, wall: 8500 })]).toEqual([undefined, 'sharing']);
  });
});
