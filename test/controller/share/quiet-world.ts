import {
  createMember,
  type MemberEvent,
  type MemberRequest,
  type SharingMember,
  type StoredMember,
  type StoredTable,
} from '../../../src/controller/share/member.js';
import { randomOf } from '../../e2e/harness/random.js';

/** Members on a server where nothing goes wrong but what a test does, in virtual time. */

interface Stored {
  table?: StoredTable | undefined;
  member?: StoredMember | undefined;
}

export interface QuietWorld {
  readonly now: number;
  readonly leases: ReadonlyMap<string, Stored>;
  /** Every request that was sent, and how it ended. */
  readonly sent: { readonly at: number; readonly by: string; readonly request: MemberRequest; isRefused: boolean }[];
  /** Every shard that was taken: who took it, and when. */
  readonly takes: { readonly at: number; readonly shard: number; readonly by: string }[];
  /** The holders in the table, by shard. */
  readonly holders: readonly (string | undefined)[];
  readonly alive: readonly string[];
  start(name: string): void;
  stop(name: string): void;
  kill(name: string): void;
  /** Changes a Lease by hand; undefined deletes it. */
  edit(name: string, change: (stored: Stored) => Stored | undefined): void;
  member(name: string): SharingMember;
  advance(ms: number): void;
}

/**
 * @param options.latencyMs how long the way to the server or back takes at most
 * @param options.watchLagMs how much later than an answer a watch shows a change at most, besides its way
 */
export function quietWorld({
  shards = 16,
  seed = 1,
  latencyMs = 20,
  watchLagMs = 0,
}: { shards?: number; seed?: number; latencyMs?: number; watchLagMs?: number } = {}): QuietWorld {
  const random = randomOf(seed);
  const latency = (): number => latencyMs * (0.1 + random() * 0.9);
  let time = 0;
  let order = 0;
  let version = 100;
  let uids = 0;
  const queue: { readonly at: number; readonly order: number; readonly act: () => void }[] = [];
  const members = new Map<string, { member: SharingMember; wakeup: number; shownAt: number }>();
  const leases = new Map<string, Stored>();
  const sent: QuietWorld['sent'] = [];
  const takes: { at: number; shard: number; by: string }[] = [];

  const after = (ms: number, act: () => void): void => {
    queue.push({ at: time + ms, order: (order += 1), act });
  };
  const eventOf = (name: string, stored: Stored | undefined): MemberEvent =>
    name === 'table'
      ? { type: 'table', stored: stored?.table }
      : { type: 'member', identity: name, stored: stored?.member };
  const step = (name: string, events: readonly MemberEvent[]): void => {
    const each = members.get(name);
    if (each === undefined) return;
    const requests = each.member.step(events, { monotonic: time, wall: time });
    for (const request of requests) send(name, each.member, request);
    if (each.member.end() !== undefined) {
      members.delete(name);
      return;
    }
    const wakeup = (each.wakeup += 1);
    after(Math.max(1, each.member.wakeInMs()), () => {
      if (each.wakeup === wakeup && members.get(name) === each) step(name, []);
    });
  };
  const show = (name: string, stored: Stored | undefined): void => {
    for (const [watcher, each] of members) {
      // A watch keeps the order.
      each.shownAt = Math.max(each.shownAt + 0.001, time + latency() + (watchLagMs > 0 ? random() * watchLagMs : 0));
      after(each.shownAt - time, () => {
        if (members.get(watcher) === each) step(watcher, [eventOf(name, stored)]);
      });
    }
  };
  const store = (name: string, stored: Stored | undefined): void => {
    const before = leases.get(name)?.table?.table?.shards;
    stored?.table?.table?.shards.forEach(({ holder }, shard) => {
      if (holder !== undefined && holder !== before?.[shard]?.holder) takes.push({ at: time, shard, by: holder });
    });
    if (stored === undefined) leases.delete(name);
    else leases.set(name, stored);
    show(name, stored);
  };
  const send = (by: string, member: SharingMember, request: MemberRequest): void => {
    if (request.lane === 'watch') throw new Error('no watch is stalled here');
    const record = { at: time, by, request, isRefused: false };
    sent.push(record);
    const { lane } = request;
    after(latency(), () => {
      const name = request.lane === 'table' ? 'table' : request.lane === 'own' ? by : request.identity;
      const stored = leases.get(name);
      const content = stored?.table ?? stored?.member;
      const answer = (event: object): void => {
        after(latency(), () => {
          if (members.get(by)?.member === member) step(by, [{ type: 'answer', lane, ...event } as MemberEvent]);
        });
      };
      if (request.do === 'read') {
        answer({ outcome: 'done', stored: stored?.table });
        return;
      }
      const isSame = request.lane !== 'other' || request.stored.uid === content?.uid;
      const base = request.lane === 'other' ? request.stored.version : request.base;
      if (content?.version !== base || !isSame) {
        record.isRefused = true;
        answer({ outcome: 'refused' });
        return;
      }
      version += 1;
      const meta = { uid: content?.uid ?? `uid${(uids += 1)}`, version: String(version) };
      if (request.do === 'delete') store(name, undefined);
      else if (request.lane === 'table') {
        const isShared = request.table !== undefined;
        const lease = { isShared, holder: isShared ? 'members' : '', durationMs: 3_600_000, observed: meta.version };
        store(name, { table: { ...meta, table: request.table, ...lease } });
      } else if (request.lane === 'own') {
        store(name, { member: { ...meta, ...request.content, isOpen: request.do === 'renew' } });
      } else store(name, { member: { ...(stored?.member as StoredMember), ...meta, isOpen: false } });
      answer({ outcome: 'done', version: meta.version });
    });
  };

  return {
    get now() {
      return time;
    },
    leases,
    sent,
    takes,
    get holders() {
      return leases.get('table')?.table?.table?.shards.map(({ holder }) => holder) ?? [];
    },
    get alive() {
      return [...members.keys()];
    },
    start(name) {
      const member = createMember({
        ...{ identity: name, params: `v1 ${shards} key`, shards },
        ...{ leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2000 },
        isIdle: () => true,
        written: {},
      });
      members.set(name, { member, wakeup: 0, shownAt: time });
      const listed = [...leases].sort(([a]) => (a === 'table' ? -1 : 0));
      step(name, [...listed.map(([each, stored]) => eventOf(each, stored)), { type: 'synced' }]);
    },
    stop(name) {
      step(name, [{ type: 'leave' }]);
    },
    kill(name) {
      members.delete(name);
    },
    edit(name, change) {
      version += 1;
      store(name, change(leases.get(name) ?? {}));
    },
    member: (name) => members.get(name)!.member,
    advance(ms) {
      const until = time + ms;
      for (;;) {
        let next: (typeof queue)[number] | undefined;
        for (const each of queue) {
          if (next === undefined || each.at < next.at || (each.at === next.at && each.order < next.order)) next = each;
        }
        if (next === undefined || next.at > until) break;
        queue.splice(queue.indexOf(next), 1);
        time = next.at;
        next.act();
      }
      time = until;
    },
  };
}
