import type * as MemberModule from '../../../src/controller/share/member.js';
import type {
  SharingMember,
  MemberEvent,
  MemberRequest,
  StoredMember,
  StoredTable,
  ShareTable,
} from '../../../src/controller/share/member.js';
import { randomOf } from '../../e2e/harness/random.js';

/** Members that share shards on one server, in virtual time, with everything that may befall them. */

export interface HistoryOptions {
  readonly seed: number;
  readonly createMember: typeof MemberModule.createMember;
  /** How many disturbances come before the calm. */
  readonly disturbances?: number;
  readonly only?: readonly DisturbanceName[];
}

export interface HistoryReport {
  /** What must never be, in words. */
  readonly violations: readonly string[];
  /** How long after the last disturbance a shard was nobody's, in milliseconds. */
  readonly unheldMs: number;
  readonly checks: number;
  readonly disturbances: number;
  /** How identities ended that did not leave. */
  readonly ends: readonly string[];
}

export type DisturbanceName =
  | 'pause'
  | 'partition'
  | 'stall'
  | 'away'
  | 'kill'
  | 'leave'
  | 'start'
  | 'errors'
  | 'deleteTable'
  | 'deleteMember'
  | 'editTable'
  | 'restore'
  | 'rollout'
  | 'stopClock'
  | 'setClock';

const allDisturbances: readonly DisturbanceName[] = [
  ...([
    'pause',
    'pause',
    'partition',
    'partition',
    'stall',
    'stall',
    'away',
    'kill',
    'kill',
    'leave',
    'leave',
  ] as const),
  ...([
    'start',
    'start',
    'errors',
    'deleteTable',
    'deleteMember',
    'editTable',
    'restore',
    'rollout',
    'stopClock',
    'setClock',
  ] as const),
];

const leaseDurationMs = 15_000;
const renewDeadlineMs = 10_000;
const retryPeriodMs = 2000;
/** How long a request waits for its answer. */
const attemptMs = 3000;

interface Change {
  readonly name: string;
  readonly table?: StoredTable | undefined;
  readonly member?: StoredMember | undefined;
}

interface Work {
  readonly member: SharingMember;
  readonly epoch: string | undefined;
  isEnding: boolean;
}

interface Replica {
  readonly id: number;
  readonly params: string;
  readonly shards: number;
  readonly rate: number;
  member: SharingMember | undefined;
  isAlive: boolean;
  isLeaving: boolean;
  pausedUntil: number;
  cutUntil: number;
  stalledUntil: number;
  /** The clocks: what they showed at a moment of the world. */
  monotonic: number;
  wall: number;
  at: number;
  clockStopsUntil: number;
  clockSetAt: number;
  /** What waits while it is paused. */
  readonly mailbox: (() => void)[];
  /** The watch: what it has to show, in order, after the list that it begins with was read, and shown. */
  watch: {
    readonly queue: Change[];
    state: 'opening' | 'listed' | 'open';
    /** How often it was opened. */
    opened: number;
    known: Map<string, Change> | undefined;
  };
  wakeup: number;
  readonly work: Map<number, Work>;
}

/** Runs one history. */
export function runHistory({ seed, createMember, disturbances = 12, only }: HistoryOptions): HistoryReport {
  const random = randomOf(seed);
  const between = (least: number, most: number): number => least + random() * (most - least);
  const violations: string[] = [];
  let time = 0;
  let checks = 0;
  let ids = 0;
  const ends: string[] = [];
  let happenings = 0;

  // A queue of what happens, by time.
  const heap: { readonly at: number; readonly order: number; readonly act: () => void }[] = [];
  let order = 0;
  const isSooner = (a: number, b: number): boolean =>
    heap[a]!.at < heap[b]!.at || (heap[a]!.at === heap[b]!.at && heap[a]!.order < heap[b]!.order);
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  };
  const after = (ms: number, act: () => void): void => {
    heap.push({ at: time + Math.max(0, ms), order: order++, act });
    for (let i = heap.length - 1; i > 0;) {
      const parent = (i - 1) >> 1;
      if (!isSooner(i, parent)) break;
      swap(i, parent);
      i = parent;
    }
  };
  const pop = () => {
    const first = heap[0];
    const last = heap.pop()!;
    if (heap.length > 0) {
      heap[0] = last;
      for (let i = 0; ;) {
        let least = i;
        for (const child of [2 * i + 1, 2 * i + 2]) if (child < heap.length && isSooner(child, least)) least = child;
        if (least === i) break;
        swap(i, least);
        i = least;
      }
    }
    return first;
  };

  // The server
  let version = 100;
  let uids = 0;
  let store = new Map<string, Change>();
  let downUntil = 0;
  let errorsUntil = 0;
  let snapshot: { readonly version: number; readonly store: Map<string, Change> } | undefined;
  const commit = (name: string, change: Omit<Change, 'name'> | undefined): void => {
    const full: Change = { name, ...change };
    if (change === undefined) store.delete(name);
    else store.set(name, full);
    for (const each of replicas) {
      if (!each.isAlive || each.watch.state === 'opening') continue;
      each.watch.queue.push(full);
      after(between(1, 25), () => deliver(each));
    }
  };
  const nextVersion = (): string => String((version += 1 + Math.floor(random() * 3)));
  const write = (
    request: MemberRequest,
    own: string,
  ): { outcome: 'done' | 'refused'; version?: string; stored?: StoredTable | undefined } => {
    if (request.lane === 'watch') throw new Error('the watch is no request');
    const name = request.lane === 'table' ? 'table' : request.lane === 'own' ? own : request.identity;
    const stored = store.get(name);
    const content = stored?.table ?? stored?.member;
    if (request.do === 'read') return { outcome: 'done', stored: stored?.table };
    const base = request.lane === 'other' ? request.stored.version : request.base;
    if (base === undefined ? content !== undefined : content?.version !== base) return { outcome: 'refused' };
    if (request.lane === 'other' && content?.uid !== request.stored.uid) return { outcome: 'refused' };
    const uid = content?.uid ?? `uid${(uids += 1)}`;
    const meta = { uid, version: nextVersion() };
    if (request.lane === 'table') {
      const writer = replicas.find(({ member }) => member?.identity === own);
      const isSame = request.table?.generation === stored?.table?.table?.generation;
      stored?.table?.table?.shards.forEach(({ holder }, shard) => {
        const isGiven = isSame && holder === own && request.table?.shards[shard]?.holder !== own;
        if (isGiven && writer?.work.has(shard) === true)
          violations.push(`${time.toFixed(0)}: ${own} works on shard ${shard}, which it gave back`);
      });
      const isShared = request.table !== undefined;
      commit('table', {
        table: {
          ...meta,
          ...{ table: request.table, isShared, holder: isShared ? 'shared' : '' },
          ...{ durationMs: 3_600_000, observed: meta.version },
        },
      });
    } else if (request.do === 'delete') commit(name, undefined);
    else if (request.lane === 'own')
      commit(name, { member: { ...meta, ...request.content, isOpen: request.do === 'renew' } });
    else commit(name, { member: { ...stored!.member!, ...meta, isOpen: false } });
    return { outcome: 'done', version: meta.version };
  };

  // The replicas
  const replicas: Replica[] = [];
  const tickClocks = (replica: Replica): void => {
    const passed = (time - replica.at) * replica.rate;
    const stopped = Math.max(0, Math.min(time, replica.clockStopsUntil) - replica.at) * replica.rate;
    replica.monotonic += Math.max(0, passed - stopped);
    replica.wall += passed;
    replica.at = time;
  };
  const nowOf = (replica: Replica) => {
    tickClocks(replica);
    return { monotonic: replica.monotonic, wall: replica.wall };
  };
  const isPaused = ({ pausedUntil }: Replica): boolean => time < pausedUntil;
  const isCut = (replica: Replica): boolean => time < replica.cutUntil || time < downUntil;
  /** Does something in a replica, or once it runs again. */
  const inside = (replica: Replica, act: () => void): void => {
    if (!replica.isAlive) return;
    if (isPaused(replica)) replica.mailbox.push(act);
    else act();
  };
  const deliver = (replica: Replica): void => {
    inside(replica, () => {
      if (isCut(replica) || time < replica.stalledUntil) return;
      const { watch } = replica;
      while (watch.queue.length > 0 && watch.state === 'open' && replica.member !== undefined) {
        const change = watch.queue.shift()!;
        watch.known?.set(change.name, change);
        step(replica, [eventOf(change)]);
      }
    });
  };
  const eventOf = ({ name, table, member }: Change): MemberEvent =>
    name === 'table' ? { type: 'table', stored: table } : { type: 'member', identity: name, stored: member };
  /** Lists, and watches from there. */
  const openWatch = (replica: Replica, isNew: boolean): void => {
    const { watch } = replica;
    const { member } = replica;
    watch.state = 'opening';
    const opened = (watch.opened += 1);
    const isOver = (): boolean => replica.member !== member || watch.opened !== opened;
    watch.queue.length = 0;
    if (isNew) watch.known = undefined;
    const list = (): void => {
      if (!replica.isAlive || isOver()) return;
      if (isCut(replica)) {
        after(between(200, 1000), list);
        return;
      }
      const listed = [...store.values()];
      watch.state = 'listed';
      watch.queue.length = 0;
      after(between(1, 20), () => {
        inside(replica, () => {
          if (isOver()) return;
          watch.state = 'open';
          replica.stalledUntil = 0;
          const known = watch.known;
          watch.known = new Map(listed.map((each) => [each.name, each]));
          const gone = [...(known?.values() ?? [])]
            .filter(({ name }) => !watch.known!.has(name))
            .map(({ name }) => ({ name }));
          const events = [...listed, ...gone].sort((a, b) => Number(b.name === 'table') - Number(a.name === 'table'));
          step(replica, [...events.map(eventOf), { type: 'synced' }]);
          deliver(replica);
        });
      });
    };
    after(between(1, 20), list);
  };
  const send = (replica: Replica, request: MemberRequest): void => {
    const { member } = replica;
    if (member === undefined) return;
    if (request.lane === 'watch') {
      openWatch(replica, false);
      return;
    }
    const { lane } = request;
    const own = member.identity;
    let isAnswered = false;
    const answer = (event: Omit<MemberEvent & { type: 'answer' }, 'type' | 'lane'>): void => {
      inside(replica, () => {
        if (isAnswered) return;
        isAnswered = true;
        if (replica.member === member) step(replica, [{ type: 'answer', lane, ...event }]);
      });
    };
    after(attemptMs / replica.rate, () => answer({ outcome: 'lost' }));
    const isTroubled = time < errorsUntil;
    const delay = isTroubled && random() < 0.2 ? between(100, 8000) : between(1, 20);
    if (isCut(replica)) return;
    after(delay, () => {
      if (time < downUntil) return;
      const fate = isTroubled ? random() : 1;
      if (fate < 0.15) return;
      if (fate < 0.25) {
        after(between(1, 20), () => answer({ outcome: 'lost' }));
        return;
      }
      const result = write(request, own);
      const isLost = time < replica.cutUntil || (isTroubled && random() < 0.2);
      if (!isLost) after(between(1, 20), () => answer(result));
    });
  };
  const begin = (replica: Replica, suspect?: string): void => {
    const letters = Math.floor(random() * 1e6).toString(36);
    replica.member = createMember({
      ...{
        identity: `${letters}-${replica.id}-${(ids += 1)}`,
        params: replica.params,
        shards: replica.shards,
        suspect,
      },
      ...{ leaseDurationMs, renewDeadlineMs, retryPeriodMs },
      isIdle: (shard) => !replica.work.has(shard),
      written: {},
    });
    openWatch(replica, true);
  };
  const start = (params: string): Replica => {
    const replica: Replica = {
      ...{ id: (ids += 1), params, shards: Number(params.split(' ')[1]), rate: between(0.9, 1.1), member: undefined },
      ...{ isAlive: true, isLeaving: false, pausedUntil: 0, cutUntil: 0, stalledUntil: 0, monotonic: random() * 1e6 },
      ...{
        wall: random() * 1e9,
        at: time,
        clockStopsUntil: 0,
        clockSetAt: -Infinity,
        mailbox: [],
        wakeup: 0,
        work: new Map(),
      },
      watch: { queue: [], state: 'opening', opened: 0, known: undefined },
    };
    replicas.push(replica);
    begin(replica);
    return replica;
  };
  const kill = (replica: Replica): void => {
    replica.isAlive = false;
    replicas.splice(replicas.indexOf(replica), 1);
  };

  const step = (replica: Replica, events: readonly MemberEvent[]): void => {
    const { member } = replica;
    if (member === undefined) return;
    const requests = member.step(events, nowOf(replica));
    for (const request of requests) send(replica, request);
    if (member.end() !== undefined) {
      if (!replica.isLeaving) ends.push(member.end()!);
      dropWork(replica);
      replica.member = undefined;
      if (replica.isLeaving) kill(replica);
      else {
        const suspect = member.suspect();
        after(between(10, 300), () => {
          inside(replica, () => {
            if (!replica.isLeaving) begin(replica, suspect);
            else kill(replica);
          });
        });
      }
      return;
    }
    followHoldings(replica, member);
    check(replica);
    const wakeup = (replica.wakeup += 1);
    const ms = Math.max(1, member.wakeInMs()) / replica.rate;
    // The timers of a clock that stands still are late.
    after(time < replica.clockStopsUntil ? Math.max(ms, 250) : ms, () => {
      inside(replica, () => {
        if (replica.wakeup === wakeup && replica.member === member) step(replica, []);
      });
    });
  };
  const endWork = (replica: Replica, shard: number, work: Work, ms: number): void => {
    if (work.isEnding) return;
    work.isEnding = true;
    after(ms, () => {
      inside(replica, () => {
        replica.work.delete(shard);
        if (replica.member !== undefined) step(replica, []);
      });
    });
  };
  const drainMs = (): number => (random() < 0.8 ? 0 : between(0, 3000));
  const dropWork = (replica: Replica): void => {
    for (const [shard, work] of replica.work) endWork(replica, shard, work, drainMs());
  };
  const followHoldings = (replica: Replica, member: SharingMember): void => {
    for (let shard = 0; shard < replica.shards; shard += 1) {
      const holding = member.holding(shard);
      const work = replica.work.get(shard);
      if (work !== undefined && (holding !== 'held' || work.member !== member || work.epoch !== member.epoch(shard))) {
        endWork(replica, shard, work, drainMs());
      } else if (work === undefined && holding === 'held') {
        replica.work.set(shard, { member, epoch: member.epoch(shard), isEnding: false });
      }
    }
  };
  const mayBegin = (replica: Replica, shard: number): boolean => {
    const { member } = replica;
    const work = replica.work.get(shard);
    if (member === undefined || work?.member !== member) return false;
    return member.holding(shard) !== 'none' && member.epoch(shard) === work.epoch && member.isFresh(nowOf(replica));
  };
  const check = (replica: Replica): void => {
    for (const shard of replica.work.keys()) {
      if (!mayBegin(replica, shard)) continue;
      checks += 1;
      if (time < electionUntil) violations.push(`${time.toFixed(0)}: a leader and ${replica.member!.identity}`);
      for (const other of replicas) {
        if (other === replica) continue;
        const isBoth =
          other.params === replica.params
            ? mayBegin(other, shard)
            : [...other.work.keys()].some((each) => mayBegin(other, each));
        if (isBoth) {
          violations.push(
            `${time.toFixed(0)}: shard ${shard} of ${replica.member!.identity} and ${other.member!.identity}`,
          );
        }
      }
    }
  };

  // What befalls them
  let params = 'v1 16 key';
  const anyReplica = (): Replica | undefined => replicas[Math.floor(random() * replicas.length)];
  const resume = (replica: Replica): void => {
    for (const act of replica.mailbox.splice(0)) inside(replica, act);
    deliver(replica);
  };
  const disturb: Readonly<Record<DisturbanceName, () => number>> = {
    pause() {
      const replica = anyReplica();
      const ms = between(500, 40_000);
      if (replica === undefined) return 0;
      replica.pausedUntil = time + ms;
      after(ms + 0.01, () => resume(replica));
      return ms;
    },
    partition() {
      const replica = anyReplica();
      const ms = between(500, 40_000);
      if (replica === undefined) return 0;
      replica.cutUntil = time + ms;
      after(ms + 0.01, () => deliver(replica));
      return ms;
    },
    stall() {
      const replica = anyReplica();
      const ms = between(500, 30_000);
      if (replica === undefined) return 0;
      replica.stalledUntil = time + ms;
      after(ms + 0.01, () => deliver(replica));
      return ms;
    },
    away() {
      const ms = between(500, 40_000);
      downUntil = time + ms;
      after(ms + 0.01, () => replicas.slice().forEach(deliver));
      return ms;
    },
    kill() {
      const replica = anyReplica();
      if (replica === undefined) return 0;
      kill(replica);
      after(between(100, 10_000), () => start(params));
      return 10_000;
    },
    leave() {
      const replica = anyReplica();
      if (replica !== undefined) leave(replica);
      if (replicas.length < 3) start(params);
      return 3000;
    },
    start() {
      if (replicas.length < 7) start(params);
      return 0;
    },
    errors() {
      const ms = between(500, 30_000);
      errorsUntil = time + ms;
      return ms + 8000;
    },
    deleteTable() {
      if (store.has('table')) commit('table', undefined);
      // Who deletes the Lease of an election lets a second leader begin, with any client.
      electionUntil = 0;
      return 0;
    },
    deleteMember() {
      const names = [...store.keys()].filter((name) => name !== 'table');
      const name = names[Math.floor(random() * names.length)];
      if (name !== undefined) commit(name, undefined);
      return 0;
    },
    editTable() {
      const stored = store.get('table')?.table;
      // One who is named and dead cannot object, and nobody else can tell an edit from a write of a member. One whose
      // clock stands still does not renew, and is as good as dead.
      const awake = replicas.filter(
        (each) =>
          !isPaused(each) && !isCut(each) && time >= each.clockStopsUntil && each.member?.isFresh(nowOf(each)) === true,
      );
      const other = awake[Math.floor(random() * awake.length)]?.member?.identity;
      if (stored?.table === undefined || other === undefined) return 0;
      const shards = stored.table.shards.map((shard) => (random() < 0.3 ? { ...shard, holder: other } : shard));
      commit('table', { table: { ...stored, version: nextVersion(), table: { ...stored.table, shards } } });
      return 15_000;
    },
    restore() {
      if (snapshot === undefined) return 0;
      // As etcd's documentation has it: no API server runs meanwhile.
      const ms = between(12_000, 20_000);
      downUntil = time + ms;
      const { version: at, store: old } = snapshot;
      after(ms - 1, () => {
        version = at + Math.floor(random() * 20);
        store = new Map(old);
        for (const each of replicas) openWatch(each, false);
      });
      return ms;
    },
    rollout() {
      if (replicas.length > 8) return 0;
      params = params === 'v1 16 key' ? 'v1 32 key' : 'v1 16 key';
      let ms = 0;
      for (const old of replicas.slice()) {
        after((ms += between(100, 6000)), () => start(params));
        after((ms += between(0, 4000)), () => {
          if (old.isAlive) leave(old);
        });
      }
      return ms + 3000;
    },
    stopClock() {
      const replica = anyReplica();
      if (replica === undefined || time < replica.clockSetAt + 30_000) return 0;
      tickClocks(replica);
      replica.clockStopsUntil = time + 60_000;
      return 60_000;
    },
    setClock() {
      const replica = anyReplica();
      // One clock is enough; with neither, nobody can tell how long it has waited.
      if (replica === undefined || time < replica.clockStopsUntil) return 0;
      replica.wall += between(-3_600_000, 3_600_000);
      replica.clockSetAt = time;
      return 0;
    },
  };
  const leave = (replica: Replica): void => {
    replica.isLeaving = true;
    inside(replica, () => {
      if (replica.member === undefined) kill(replica);
      else step(replica, [{ type: 'leave' }]);
    });
    // A pod has 30 s to end.
    after(30_000, () => {
      if (replica.isAlive) kill(replica);
    });
  };

  // A history may begin with a leader of the time before.
  let electionUntil = 0;
  if (random() < 0.2) {
    let renewedAt = 0;
    const lastsUntil = between(0, 8000);
    const renew = (): void => {
      const stored = store.get('table')?.table;
      if (stored?.isShared === true) return;
      renewedAt = time;
      electionUntil = time + renewDeadlineMs;
      const meta = { uid: stored?.uid ?? 'election', version: nextVersion() };
      commit('table', {
        table: {
          ...meta,
          table: undefined,
          isShared: false,
          holder: 'leader',
          durationMs: leaseDurationMs,
          observed: `r${renewedAt}`,
        },
      });
      if (time < lastsUntil) after(2000, renew);
    };
    renew();
  }
  const count = 1 + Math.floor(random() * 5);
  for (let i = 0; i < count; i += 1) after(between(0, 3000), () => start(params));
  let calmAt = between(2000, 25_000);
  const names = only ?? allDisturbances;
  let happened = 0;
  for (let i = 0; i < disturbances; i += 1) {
    const at = calmAt;
    after(at, () => {
      if (random() < 0.3) snapshot = { version, store: new Map(store) };
    });
    after(at, () => {
      happened += 1;
      const ms = disturb[names[Math.floor(random() * names.length)]!]();
      quietAt = Math.max(quietAt, time + ms);
    });
    calmAt += between(10, 20_000);
  }
  let quietAt = calmAt;
  if (random() < 0.2) after(calmAt, () => start(params === 'v1 16 key' ? 'v1 64 key' : 'v1 8 key'));
  after(calmAt + 1, () => {
    if (!replicas.some((each) => each.params === params && !each.isLeaving)) start(params);
  });

  let unheldAt = 0;
  const sample = (): void => {
    if (time >= quietAt) {
      const [first] = replicas.filter((each) => each.member?.stored()?.table !== undefined);
      const shared: ShareTable | undefined = first?.member?.stored()?.table;
      const held = new Set<number>();
      for (const each of replicas) {
        if (each.params !== shared?.params) continue;
        for (const shard of each.work.keys()) if (mayBegin(each, shard)) held.add(shard);
      }
      if (held.size !== shared?.shards.length) unheldAt = time;
    } else {
      unheldAt = quietAt;
    }
    after(250, sample);
  };
  after(calmAt, sample);
  while (heap.length > 0) {
    const next = pop()!;
    time = next.at;
    if ((happenings += 1) > 150_000) {
      violations.push(`${time.toFixed(0)}: it does not come to rest`);
      break;
    }
    if (time > quietAt + 70_000 && time > calmAt + 70_000) break;
    next.act();
  }
  const unheldMs = unheldAt - quietAt;
  if (unheldMs > 60_000) violations.push(`${unheldAt.toFixed(0)}: a shard is nobody's`);
  return { violations, unheldMs, checks, disturbances: happened, ends };
}
