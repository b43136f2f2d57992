import { setTimeout as sleep } from 'node:timers/promises';
import { createSharing, type Sharing, type SharingOptions } from '../../src/controller/index.js';
import { createDefaultTransport } from '../../src/core/transport/default-transport.js';
import type { Transport } from '../../src/index.js';
import { apiServer, connectTo, noServer, type ApiServerAccess } from './api-server.js';
import type { Bench } from './bench.js';
import { formatCount, formatTime } from './format.js';

const leaseDurationMs = 15_000;
const restMs = 30_000;
const patienceMs = 180_000;
/** How long the server took for each write that succeeded. */
const answers: number[] = [];

/** Measures what replicas that share work cost, and how long nobody has a shard. */
export const sharingBench: Bench = {
  name: 'sharing',
  title: 'Work that replicas share',
  about:
    'Members of `createSharing` in one process, on kube-apiserver, with the default times. A key is nobody’s from the end of its work in one ' +
    'member, or from the end of that member, until the work of the next one begins. A load is even when nobody has more than one shard more ' +
    'than another.',
  async run() {
    const access = await apiServer();
    if (access === undefined) return { columns: [noServer], rows: [] };
    const rows: (readonly string[])[] = [];
    for (const shards of [64, 1024]) {
      const writes = await writesAtRest(access, shards);
      rows.push([
        `writes a second and member at rest: 10 members, ${formatCount(shards)} shards`,
        '0.5',
        writes.toFixed(2),
      ]);
    }
    const [ends, joins] = await endsAndJoins(access);
    rows.push(['a key is nobody’s after a clean end: median', '100 ms', formatTime(quantile(ends, 0.5))]);
    rows.push(['… 95th percentile', '1 s', formatTime(quantile(ends, 0.95))]);
    rows.push(['from the start of a member to an even load: median', '4 s', formatTime(quantile(joins, 0.5))]);
    const deaths = await afterDeath(access);
    rows.push(['a key is nobody’s after its member vanished: median', '16 s', formatTime(quantile(deaths, 0.5))]);
    const leaves = await conflictsOfLeave(access);
    const most = Math.max(...leaves.map(({ conflicts }) => conflicts));
    const puts = quantile(
      leaves.map(({ writes }) => writes),
      0.5,
    );
    rows.push(['conflicts when a member of 10 leaves, 256 shards: most of 5', '10', `${most} (${puts} writes)`]);
    rows.push(['the answer to a write of a Lease, in all of this: median', '', formatTime(quantile(answers, 0.5))]);
    return { columns: ['', 'at most', 'measured'], rows };
  },
};

interface Member {
  readonly sharing: Sharing;
  /** Ends its client, as a process that is killed does. */
  vanish(): Promise<void>;
  stop(): Promise<void>;
}

interface Group {
  readonly members: readonly Member[];
  join(): Member;
  /** Waits until the members hold everything, evenly; tells when. */
  even(): Promise<number>;
  /** The writes of Leases so far, and how many were conflicts. */
  readonly counts: { writes: number; conflicts: number };
  end(): Promise<void>;
}

let groups = 0;

/** Creates members of one table, with a callback for each. */
function createGroup(
  access: ApiServerAccess,
  options: Pick<SharingOptions, 'shards'> & { readonly shards: number },
  work?: (sharing: Sharing) => void,
): Group {
  groups += 1;
  const name = `bench-${groups}-${process.pid}`;
  const counts = { writes: 0, conflicts: 0 };
  let members: Member[] = [];
  let changed: () => void = () => undefined;
  const standard = createDefaultTransport();
  const transport: Transport = {
    ...standard,
    async send(request) {
      const begun = performance.now();
      const answer = await standard.send(request);
      if (request.method !== 'GET') {
        counts.writes += 1;
        if (answer.status === 409) counts.conflicts += 1;
        else answers.push(performance.now() - begun);
      }
      return answer;
    },
  };
  const isEven = (): boolean => {
    const held = members.map(({ sharing }) => sharing.held.length);
    return held.reduce((sum, each) => sum + each, 0) === options.shards && Math.max(...held) - Math.min(...held) <= 1;
  };
  const drop = (member: Member): void => {
    members = members.filter((each) => each !== member);
  };
  return {
    get members() {
      return members;
    },
    counts,
    join() {
      const { client, close } = connectTo(access, transport);
      const sharing = createSharing(client, {
        ...{ name, namespace: 'default', shards: options.shards },
        onChange: () => changed(),
      });
      sharing.ended.catch(() => undefined);
      const member: Member = {
        sharing,
        async vanish() {
          drop(member);
          await close();
        },
        async stop() {
          drop(member);
          await sharing.stop();
          await close();
        },
      };
      members.push(member);
      work?.(sharing);
      return member;
    },
    async even() {
      const over = new AbortController();
      const late = sleep(patienceMs, undefined, { signal: over.signal }).then(
        () => Promise.reject(new Error(`uneven: ${members.map(({ sharing }) => sharing.held.length).join(', ')}`)),
        () => undefined,
      );
      const found = new Promise<void>((resolve) => {
        changed = () => {
          if (isEven()) resolve();
        };
        changed();
      });
      await Promise.race([found, late]);
      over.abort();
      return performance.now();
    },
    async end() {
      await Promise.all(members.map((each) => each.stop()));
    },
  };
}

async function writesAtRest(access: ApiServerAccess, shards: number): Promise<number> {
  const keys = Array.from({ length: 1000 }, (_, index) => `key-${index}`);
  const group = createGroup(access, { shards }, (sharing) => {
    sharing.run(keys, ({ draining }) => aborted(draining)).catch(() => undefined);
  });
  for (let count = 0; count < 10; count += 1) group.join();
  await group.even();
  const [before, begun] = [group.counts.writes, performance.now()];
  await sleep(restMs);
  const writes = group.counts.writes - before;
  const seconds = (performance.now() - begun) / 1000;
  await group.end();
  return writes / seconds / 10;
}

/** A group of 4 with a key in most shards, and the times at which the keys began and ended to be somebody's. */
function createWatchedGroup(access: ApiServerAccess) {
  const keys = Array.from({ length: 200 }, (_, index) => `key-${index}`);
  const endedAt = new Map<string, number>();
  const gaps: number[] = [];
  const workers = new Map<string, Sharing>();
  const group = createGroup(access, { shards: 64 }, (sharing) => {
    const work = async ({ key, draining }: { readonly key: string; readonly draining: AbortSignal }): Promise<void> => {
      const since = endedAt.get(key);
      if (since !== undefined) gaps.push(performance.now() - since);
      endedAt.delete(key);
      workers.set(key, sharing);
      await aborted(draining);
      // Of one that vanished, nobody knows before it is closed.
      if (workers.get(key) === sharing) endedAt.set(key, endedAt.get(key) ?? performance.now());
    };
    sharing.run(keys, work).catch(() => undefined);
  });
  return { group, gaps };
}

/** How long keys were nobody's after clean ends, and how long it took until newcomers had their part. */
async function endsAndJoins(access: ApiServerAccess): Promise<[readonly number[], readonly number[]]> {
  const { group, gaps } = createWatchedGroup(access);
  const ends: number[] = [];
  const joins: number[] = [];
  for (let count = 0; count < 4; count += 1) group.join();
  await group.even();
  for (let round = 0; round < 10; round += 1) {
    gaps.length = 0;
    await group.members[round % 4]?.stop();
    await group.even();
    ends.push(...gaps);
    const begun = performance.now();
    group.join();
    joins.push((await group.even()) - begun);
  }
  await group.end();
  return [ends, joins];
}

async function afterDeath(access: ApiServerAccess): Promise<readonly number[]> {
  const { group, gaps } = createWatchedGroup(access);
  const all: number[] = [];
  for (let count = 0; count < 4; count += 1) group.join();
  await group.even();
  for (let round = 0; round < 3; round += 1) {
    gaps.length = 0;
    await group.members[0]?.vanish();
    await group.even();
    all.push(...gaps.filter((gap) => gap > leaseDurationMs / 2));
    group.join();
    await group.even();
  }
  await group.end();
  return all;
}

async function conflictsOfLeave(access: ApiServerAccess): Promise<readonly { writes: number; conflicts: number }[]> {
  const group = createGroup(access, { shards: 256 });
  const found = [];
  for (let count = 0; count < 10; count += 1) group.join();
  await group.even();
  for (let round = 0; round < 5; round += 1) {
    const before = { ...group.counts };
    await group.members[round * 2]?.stop();
    await group.even();
    const { writes, conflicts } = group.counts;
    found.push({ writes: writes - before.writes, conflicts: conflicts - before.conflicts });
    group.join();
    await group.even();
  }
  await group.end();
  return found;
}

/** Waits for a signal that all keys of a shard have in common, with one listener. */
function aborted(signal: AbortSignal): Promise<void> {
  const known =
    waits.get(signal) ??
    new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
      if (signal.aborted) resolve();
    });
  waits.set(signal, known);
  return known;
}

const waits = new WeakMap<AbortSignal, Promise<void>>();

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
