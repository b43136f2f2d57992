import type { Instant } from '../lease/election-clock.js';

/**
 * The protocol by which members share shards, as a machine without clock and I/O: events go in, requests and holdings
 * come out. `docs/guides/more-than-one-active-replica.md` explains it to users. What everybody can see is
 *
 * - the table, one Lease that says who holds each shard and who is to be next, changed by compare-and-swap, and
 * - one Lease for each member, renewed while it lives, and closed at its end, by itself or by those who see it dead.
 *
 * A machine lives as long as its identity. What it knows comes from one watch over all these Leases, in order, so that the
 * table is never older than a renewal that the watch has shown.
 */

/**
 * `joining`: has no Lease yet. `waiting`: the table has other parameters, or an election holds its Lease. `sharing`: may
 * hold shards. `suspended`: has not seen its renewal in time; nothing is sent, and the shards come back with a renewal.
 * `leaving`: gives its shards away. `ended`: this identity is over.
 */
export type MemberState = 'joining' | 'waiting' | 'sharing' | 'suspended' | 'leaving' | 'ended';

/**
 * Why an identity is over. `left`: after {@link MemberEvent} `leave`. `closed`: others saw it dead. `deleted`: its Lease, or
 * the table, is gone. `restored`: the table is another one, or older than one that was seen.
 */
export type MemberEnd = 'left' | 'closed' | 'deleted' | 'restored';

/** The content of the table. */
export interface ShareTable {
  /** Another one after each time that all has to begin anew. */
  readonly generation: string;
  /** What all members have to agree about. */
  readonly params: string;
  /** Whether holders of a former table may still be at work, so that nobody may take a shard yet. */
  readonly settling: boolean;
  /** The identities of the holders, by shard. */
  readonly holders: readonly (string | undefined)[];
  /** To whom each shard is offered. */
  readonly next: readonly (string | undefined)[];
  /** How many holders of each shard have died in a row. */
  readonly deaths: readonly number[];
}

/** The Lease of the table, as it is stored. */
export interface StoredTable {
  readonly uid: string;
  readonly version: string;
  /** Undefined if an election holds the Lease or nobody, or if the table cannot be read. */
  readonly table: ShareTable | undefined;
  /** Whether the Lease says that members share it. */
  readonly isShared: boolean;
  /** The holder by the rules of leader election; `''` for nobody. */
  readonly holder: string;
  readonly durationMs: number | undefined;
  /** Changes with each renewal of an election. */
  readonly observed: string;
}

/** What a member writes into its Lease. */
export interface MemberContent {
  readonly params: string;
  readonly isLeaving: boolean;
  /** Another one with each write. */
  readonly stamp: number;
}

/** The Lease of a member, as it is stored. */
export interface StoredMember extends MemberContent {
  readonly uid: string;
  readonly version: string;
  /** False once it is closed, which is final. */
  readonly isOpen: boolean;
}

/** One request is under way for each of these at any time. */
export type Lane = 'table' | 'own' | 'other' | 'watch';

/** A request of the machine; `base` is the version that is replaced, undefined to create. */
export type MemberRequest =
  | { readonly lane: 'table'; readonly do: 'read' }
  | { readonly lane: 'table'; readonly do: 'write'; readonly base: string | undefined; readonly table: ShareTable }
  /** Lets an election have the Lease. */
  | { readonly lane: 'table'; readonly do: 'clear'; readonly base: string }
  | {
      readonly lane: 'own';
      readonly do: 'renew' | 'close';
      readonly base: string | undefined;
      readonly content: MemberContent;
    }
  | {
      readonly lane: 'other';
      readonly do: 'close' | 'delete';
      readonly identity: string;
      readonly uid: string;
      readonly base: string;
    }
  /** The watch shows nothing: begin it anew. Has no answer. */
  | { readonly lane: 'watch'; readonly do: 'restart' };

/** What happened. */
export type MemberEvent =
  | { readonly type: 'tick' }
  /** The watch shows a Lease, or that it is gone; what a list shows is one step, the table first. */
  | { readonly type: 'table'; readonly stored: StoredTable | undefined }
  | { readonly type: 'member'; readonly identity: string; readonly stored: StoredMember | undefined }
  /** The watch has shown all that there is. */
  | { readonly type: 'synced' }
  | {
      readonly type: 'answer';
      readonly lane: Lane;
      /** `refused`: certainly not carried out. `lost`: nobody knows. */
      readonly outcome: 'done' | 'refused' | 'lost';
      /** The version that was written. */
      readonly version?: string | undefined;
      /** What was read. */
      readonly stored?: StoredTable | undefined;
    }
  | { readonly type: 'leave' };

/** What a shard is to this member. `draining`: no work may begin, and what runs has to end. */
export type Holding = 'none' | 'held' | 'draining';

export interface MemberSettings {
  readonly identity: string;
  readonly params: string;
  readonly shards: number;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  /** A table that is known to be older than one that was seen. */
  readonly suspect?: string | undefined;
  /** Reports whether no work of a shard runs in this process. */
  readonly isIdle: (shard: number) => boolean;
  /** Returns a new generation for a table. */
  readonly newGeneration: () => string;
}

export interface SharingMember {
  readonly identity: string;
  /** Takes what happened and returns the requests to send. Call it again after `wakeInMs`. */
  step(events: readonly MemberEvent[], now: Instant): readonly MemberRequest[];
  readonly wakeInMs: number;
  state(now: Instant): MemberState;
  readonly end: MemberEnd | undefined;
  /** The table to pass to the next identity as `suspect`. */
  readonly suspect: string | undefined;
  /** Whether a request of a held shard may begin at this moment. */
  isFresh(now: Instant): boolean;
  /** How long ago the last renewal was sent that the watch has shown. */
  renewedMsAgo(now: Instant): number;
  holding(shard: number): Holding;
  /** The mark of a holding: fixed when the shard was taken. */
  epoch(shard: number): string | undefined;
  readonly table: ShareTable | undefined;
  /** The Lease of the table as it was seen last. */
  readonly stored: StoredTable | undefined;
}

/** How long rebalancing waits for further changes. */
const rebalanceMs = 300;
/** Writers of one moment begin this far apart, so that few of them meet. */
const spreadMs = 10;
/** How long a release waits for further shards. */
const gatherMs = 50;
/** After how long a closed Lease that nobody needs is deleted. */
const keepClosedMs = 600_000;
/** After this long a holder's death says nothing of what it held. */
const survivedMs = 600_000;
const deathDelayMs = 2000;
const longestDeathDelayMs = 30_000;

/** Creates the machine of one identity. */
export function createMember(settings: MemberSettings): SharingMember {
  const { identity, params, shards, leaseDurationMs, renewDeadlineMs, retryPeriodMs, isIdle, newGeneration } = settings;
  const responsiveMs = retryPeriodMs * 2.5;
  const rankMs = retryPeriodMs / 2;
  const unseenMs = retryPeriodMs * 1.5;
  const all = Array.from({ length: shards }, (_, shard) => shard);

  let now: Instant = { monotonic: 0, wall: 0 };
  let hasBegun = false;
  /**
   * A monotonic clock that stands still while this member is not answered or its watch shows nothing: the silence of others
   * says nothing of them then.
   */
  let live = 0;
  let isSynced = false;
  let stored: StoredTable | undefined;
  /** The table that this identity has joined. */
  let joined: string | undefined;
  const members = new Map<string, { readonly stored: StoredMember; readonly seenAt: number }>();
  /** Identities that the table names and that have no Lease, since when. */
  const missing = new Map<string, number>();
  let end: MemberEnd | undefined;
  let suspect: string | undefined;
  let isLeaving = false;

  /** When the renewals of this identity were sent, by their stamps. */
  const sent = new Map<number, Instant>();
  let stamp = 0;
  /** When the newest renewal that the watch has shown was sent. */
  let shown: Instant | undefined;
  let ownVersion: string | undefined;
  let hasClosed = false;

  const lanes = {
    table: newLane(),
    own: newLane(),
    other: newLane(),
    watch: newLane(),
  };
  /** When the Lease of the table that an election holds was first seen so. */
  let election: { readonly stored: StoredTable | undefined; readonly at: number } | undefined;
  let tableSince = 0;

  /** The shards that were taken by a write of this identity. */
  const taken = new Set<number>();
  const epochs = new Map<number, string>();
  /** By shard: to whom it is offered, and since when; who holds it, and since when; since when it is free. */
  const offers = new Map<number, { readonly to: string; readonly at: number }>();
  const heldBy = new Map<number, { readonly holder: string; readonly at: number }>();
  const freeSince = new Map<number, number>();
  /** Those who did not take what they were offered, until when they are offered nothing. */
  const passedOver = new Map<string, number>();
  const since: Record<'take' | 'release' | 'plan' | 'free', number | undefined> = {
    take: undefined,
    release: undefined,
    plan: undefined,
    free: undefined,
  };
  let wakeAt = 0;

  const elapsedMs = (from: Instant, to: Instant): number =>
    Math.max(to.monotonic - from.monotonic, to.wall - from.wall);
  const isFresh = (at: Instant): boolean =>
    end === undefined && shown !== undefined && elapsedMs(shown, at) < renewDeadlineMs;
  const table = (): ShareTable | undefined => stored?.table;
  const isAgreed = (): boolean => table()?.params === params;

  /** Returns whether the moment has come; if not, the machine wakes then. */
  const isDue = (at: number): boolean => {
    if (now.monotonic >= at) return true;
    wakeAt = Math.min(wakeAt, at);
    return false;
  };
  /** The same on the clock that stands still while nothing is heard. */
  const isLiveDue = (at: number): boolean => {
    if (live >= at) return true;
    wakeAt = Math.min(wakeAt, now.monotonic + at - live);
    return false;
  };

  // Who lives

  const isDead = (name: string): boolean => {
    if (name === identity) return false;
    const member = members.get(name);
    if (member !== undefined) return !member.stored.isOpen;
    const goneAt = missing.get(name);
    return goneAt !== undefined && isLiveDue(goneAt + leaseDurationMs);
  };
  const holderOf = (shard: number): string | undefined => {
    const holder = table()?.holders[shard];
    return holder === undefined || isDead(holder) ? undefined : holder;
  };
  /** Those who can take shards now, by name: the first of them arranges. */
  const eligible = (): string[] => {
    const names: string[] = [];
    for (const [name, { stored: each, seenAt }] of members) {
      if (!each.isOpen || each.isLeaving || each.params !== table()?.params) continue;
      if (name === identity ? isLeaving : live - seenAt >= responsiveMs) continue;
      names.push(name);
    }
    return names.sort();
  };
  const othersOpen = (counts: (member: StoredMember) => boolean = () => true): boolean =>
    [...members].some(([name, { stored: each }]) => name !== identity && each.isOpen && counts(each));

  // What this member holds

  const isMine = (shard: number): boolean =>
    end === undefined && table()?.holders[shard] === identity && taken.has(shard);
  /**
   * No work begins while a shard is drained, until a newer table says that it stays: a release that was lost may still land.
   */
  const holding = (shard: number): Holding => {
    if (!isMine(shard)) return 'none';
    const next = table()?.next[shard];
    return isLeaving || (next !== undefined && next !== identity) ? 'draining' : 'held';
  };

  // Events

  const over = (why: MemberEnd): void => {
    end ??= why;
  };
  const idOf = ({ uid, table: content }: StoredTable): string => `${uid} ${content?.generation ?? ''}`;
  const seeTable = (seen: StoredTable | undefined): void => {
    if (stored !== undefined && seen?.uid === stored.uid && isBefore(seen.version, stored.version)) {
      suspect = idOf(seen);
      over('restored');
    }
    if (joined !== undefined && (seen?.table === undefined || idOf(seen) !== joined) && !hasCleared()) {
      over(seen?.table === undefined ? 'deleted' : 'restored');
    }
    if (seen?.table?.generation !== table()?.generation) tableSince = live;
    const isNews = seen?.version !== stored?.version;
    stored = seen;
    const content = table();
    for (const shard of all) {
      const [holder, next] = [content?.holders[shard], content?.next[shard]];
      if (holder === undefined) heldBy.delete(shard);
      else if (heldBy.get(shard)?.holder !== holder) heldBy.set(shard, { holder, at: live });
      if (holder !== undefined || next === undefined) offers.delete(shard);
      else if (offers.get(shard)?.to !== next) offers.set(shard, { to: next, at: now.monotonic });
      if (holder !== identity) {
        epochs.delete(shard);
        // A write under way that takes it replaces an older version, so it will be refused.
        if (isNews) taken.delete(shard);
      } else if (!epochs.has(shard)) epochs.set(shard, `${identity}.${seen?.version ?? ''}`);
    }
  };
  const hasCleared = (): boolean => isLeaving && stored?.table?.holders.every((each) => each === undefined) === true;
  const seeMember = (name: string, seen: StoredMember | undefined): void => {
    const known = members.get(name)?.stored;
    if (known !== undefined && seen !== undefined && isBefore(seen.version, known.version)) {
      suspect = stored && idOf(stored);
      over('restored');
    }
    if (seen === undefined) members.delete(name);
    else if (known?.version !== seen.version) members.set(name, { stored: seen, seenAt: live });
    if (name !== identity) return;
    if (seen === undefined) {
      if (known !== undefined) over('deleted');
      return;
    }
    if (!seen.isOpen) {
      over(hasClosed ? 'left' : 'closed');
      return;
    }
    if (ownVersion === undefined || isBefore(ownVersion, seen.version)) ownVersion = seen.version;
    const at = sent.get(seen.stamp);
    if (at === undefined) return;
    shown = at;
    for (const each of sent.keys()) if (each < seen.stamp) sent.delete(each);
  };
  const take = (event: MemberEvent): void => {
    if (event.type === 'table') seeTable(event.stored);
    else if (event.type === 'member') seeMember(event.identity, event.stored);
    else if (event.type === 'synced') isSynced = true;
    else if (event.type === 'leave') isLeaving = true;
    else if (event.type === 'answer') answer(event);
  };
  const answer = ({ lane: name, outcome, version, stored: read }: MemberEvent & { readonly type: 'answer' }): void => {
    const lane = lanes[name];
    const { request } = lane;
    lane.request = undefined;
    lane.until = undefined;
    if (request?.lane === 'table' && request.do === 'read' && outcome === 'done') {
      if (election?.stored?.observed !== read?.observed || election === undefined) {
        election = { stored: read, at: now.monotonic };
      } else election = { stored: read, at: election.at };
      return;
    }
    if (name === 'own' && outcome === 'done') ownVersion = version;
    if (name === 'own' && request?.do === 'close' && outcome !== 'lost') over('left');
    // What was written, or was in the way, is known once the watch has shown it.
    lane.until = outcome === 'done' ? version : undefined;
    lane.answeredAt = now.monotonic;
    const isQuick = outcome === 'done' || name === 'table';
    lane.notBefore = now.monotonic + (outcome === 'done' && name !== 'other' ? 0 : isQuick ? rankMs / 10 : rankMs);
  };

  // Requests

  const isShown = (name: 'table' | 'own'): boolean => {
    const { until, answeredAt } = lanes[name];
    const version = name === 'table' ? stored?.version : members.get(identity)?.stored.version;
    if (until === undefined || (version !== undefined && !isBefore(version, until))) return true;
    // A watch that does not show what was written is stalled.
    if (isDue(Math.max(answeredAt, lanes.watch.answeredAt) + unseenMs) && lanes.watch.request === undefined) {
      lanes.watch.answeredAt = now.monotonic;
      requests.push({ lane: 'watch', do: 'restart' });
    }
    return false;
  };
  let requests: MemberRequest[] = [];
  const send = (request: MemberRequest): void => {
    lanes[request.lane].request = request;
    lanes[request.lane].sentAt = now.monotonic;
    requests.push(request);
  };
  const isFreeLane = (name: Lane): boolean => lanes[name].request === undefined && isDue(lanes[name].notBefore);

  const sendOwn = (): void => {
    if (isLeaving && joined === undefined) return over('left');
    if (!isFreeLane('own') || !isShown('own')) return;
    const member = members.get(identity)?.stored;
    if (joined === undefined) {
      // The table is there before the first member, so that one who finds neither knows that nobody is at work.
      if (!isSynced || stored?.table === undefined || idOf(stored) === settings.suspect) return;
      joined = idOf(stored);
    }
    if (isLeaving && ownVersion !== undefined && !all.some(isMine) && !mustClear()) {
      hasClosed = true;
      return send({ lane: 'own', do: 'close', base: ownVersion, content: content() });
    }
    const isNews = member !== undefined && member.isLeaving !== isLeaving;
    if (sent.size > 0 && !isNews && !isDue(lanes.own.sentAt + retryPeriodMs)) return;
    const next = content();
    sent.set(next.stamp, now);
    send({ lane: 'own', do: 'renew', base: ownVersion, content: next });
  };
  const content = (): MemberContent => {
    stamp += 1;
    return { params, isLeaving, stamp };
  };
  /** Whether nobody is left: the first by name of those who leave together lets an election have the Lease. */
  const mustClear = (): boolean =>
    table()?.holders.every((each) => each === undefined) === true &&
    [...members].every(
      ([name, { stored: each }]) => !each.isOpen || name === identity || (each.isLeaving && name > identity),
    );

  /** Begins a table: where there is none, where one cannot be read, and instead of one that cannot be believed. */
  const begin = (settling: boolean, base: string | undefined, generation = newGeneration()): void => {
    const none = all.map(() => undefined);
    const deaths = all.map(() => 0);
    const fresh: ShareTable = { generation, params, settling, holders: none, next: none, deaths };
    send({ lane: 'table', do: 'write', base, table: fresh });
    election = undefined;
  };
  const join = (): void => {
    if (isLeaving) return;
    if (stored !== undefined && stored.isShared) {
      // Members of it may be at work: it cannot be read, or was seen newer.
      if (stored.table === undefined || idOf(stored) === settings.suspect) begin(true, stored.version);
      return;
    }
    if (election === undefined) {
      if (isDue(lanes.table.sentAt + retryPeriodMs)) send({ lane: 'table', do: 'read' });
      return;
    }
    const { stored: found, at } = election;
    if (found === undefined) return begin(othersOpen(), undefined);
    if (found.isShared) return begin(true, found.version);
    if (found.holder === '' || isDue(at + (found.durationMs ?? leaseDurationMs))) {
      // Members that leave together leave the Lease when nothing is held any more.
      return begin(
        othersOpen((each) => found.holder !== '' || !each.isLeaving),
        found.version,
      );
    }
    if (isDue(lanes.table.sentAt + retryPeriodMs)) send({ lane: 'table', do: 'read' });
  };

  /** Returns the table as this member would have it now; the same object if it would change nothing. */
  const desired = (current: ShareTable, names: readonly string[]): ShareTable => {
    const holders = [...current.holders];
    let next = [...current.next];
    const deaths = [...current.deaths];
    let isChanged = false;
    const rank = names.indexOf(identity);
    if (current.settling) {
      // Holders of a former table have stopped by now, whether or not they know of this one.
      if (rank < 0 || !isLiveDue(tableSince + leaseDurationMs + rank * rankMs)) return current;
      return { ...current, settling: false };
    }
    const isReleasing = release(holders, deaths);
    if (takeOffered(current, holders, next, names)) isChanged = true;
    if (rank < 0 && !isReleasing) return isChanged ? { ...current, holders, next, deaths } : current;
    const planned = arrange(holders, next, names);
    if (rank < 0 || !isPlanDue(planned.isUrgent, planned.isChanged, rank)) {
      // What is given back is offered in the same write.
      for (const shard of all) if (holders[shard] !== current.holders[shard]) next[shard] ??= planned.next[shard];
    } else {
      next = planned.next;
      for (const shard of all) {
        const holder = holders[shard];
        if (holder === undefined || holder === identity || !isDead(holder)) continue;
        const survived = live - (heldBy.get(shard)?.at ?? live) > survivedMs;
        deaths[shard] = survived ? 1 : (deaths[shard] ?? 0) + 1;
        holders[shard] = undefined;
        isChanged = true;
      }
      isChanged ||= planned.isChanged;
    }
    return isChanged || isReleasing ? { ...current, holders, next, deaths } : current;
  };
  /** Gives back what is drained; waits a moment for what is nearly so. */
  const release = (holders: (string | undefined)[], deaths: number[]): boolean => {
    const own = all.filter((shard) => holding(shard) === 'draining');
    const ready = own.filter(isIdle);
    if (ready.length === 0) {
      since.release = undefined;
      return false;
    }
    since.release ??= now.monotonic;
    if (!isDue(since.release + spreadMs) || (ready.length < own.length && !isDue(since.release + gatherMs)))
      return false;
    for (const shard of ready) {
      holders[shard] = undefined;
      deaths[shard] = 0;
    }
    return true;
  };
  const takeOffered = (
    current: ShareTable,
    holders: (string | undefined)[],
    next: (string | undefined)[],
    names: readonly string[],
  ): boolean => {
    const free = all.filter((shard) => next[shard] !== undefined && holderOf(shard) === undefined);
    const own = isLeaving || !isFresh(now) ? [] : free.filter((shard) => next[shard] === identity);
    if (own.length === 0) {
      since.take = undefined;
      return false;
    }
    since.take ??= now.monotonic;
    const takers = names.filter((name) => free.some((shard) => current.next[shard] === name));
    if (!isDue(since.take + spreadMs * (1 + Math.max(0, takers.indexOf(identity))))) return false;
    for (const shard of own) {
      holders[shard] = identity;
      next[shard] = undefined;
    }
    return true;
  };
  /** The first by name arranges; the others only if it does not. */
  const isPlanDue = (isUrgent: boolean, isChanged: boolean, rank: number): boolean => {
    since.plan = isChanged ? (since.plan ?? now.monotonic) : undefined;
    since.free = isUrgent ? (since.free ?? now.monotonic) : undefined;
    if (since.free !== undefined && isDue(since.free + rank * rankMs)) return true;
    return since.plan !== undefined && isDue(since.plan + rebalanceMs + rank * rankMs);
  };

  /** Offers what is free or has to move, so that all have as many and as little moves as possible. */
  const arrange = (
    holders: readonly (string | undefined)[],
    next: readonly (string | undefined)[],
    names: readonly string[],
  ) => {
    for (const [name, until] of passedOver) if (until <= now.monotonic) passedOver.delete(name);
    for (const { to, at } of offers.values()) {
      if (to !== identity && isDue(at + rankMs)) passedOver.set(to, now.monotonic + responsiveMs);
    }
    const able = new Set(names.filter((name) => !passedOver.has(name)));
    const target = new Map<number, string | undefined>();
    for (const shard of all) {
      const named = holders[shard];
      const holder = named === undefined || isDead(named) ? undefined : named;
      const to = next[shard];
      if (to !== undefined && able.has(to)) target.set(shard, to);
      else if (holder !== undefined && able.has(holder)) target.set(shard, holder);
      else if (holder === undefined) {
        if (isOfferable(shard)) target.set(shard, undefined);
      } else if (members.get(holder)?.stored.isLeaving === true || (holder === identity && isLeaving)) {
        target.set(shard, undefined);
      }
    }
    const counts = new Map([...able].map((name) => [name, 0]));
    for (const to of target.values()) if (to !== undefined) counts.set(to, (counts.get(to) ?? 0) + 1);
    const least = Math.floor(target.size / able.size);
    const more = target.size % able.size;
    const byCount = [...able].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1));
    const capacity = new Map(
      byCount.map((name, index) => [name, least + (index < more ? 1 : 0) - (counts.get(name) ?? 0)]),
    );
    for (const shard of all.slice().reverse()) {
      const to = target.get(shard);
      if (to === undefined || (capacity.get(to) ?? 0) >= 0) continue;
      capacity.set(to, (capacity.get(to) ?? 0) + 1);
      target.set(shard, undefined);
    }
    const planned = [...next];
    let isUrgent = false;
    for (const shard of all) {
      let to = target.get(shard);
      if (to === undefined && target.has(shard)) {
        to = byCount.reduce<string | undefined>((best, name) => {
          return (capacity.get(name) ?? 0) > (best === undefined ? 0 : (capacity.get(best) ?? 0)) ? name : best;
        }, undefined);
        if (to !== undefined) capacity.set(to, (capacity.get(to) ?? 0) - 1);
      }
      const holder = holders[shard];
      planned[shard] = to === holder ? undefined : to;
      if (planned[shard] !== next[shard] && (holder === undefined || isDead(holder))) isUrgent = true;
    }
    return { next: planned, isUrgent, isChanged: planned.some((to, shard) => to !== next[shard]) };
  };
  /** What its holders have died of twice is offered later and later. */
  const isOfferable = (shard: number): boolean => {
    const holder = table()?.holders[shard];
    const deaths = (table()?.deaths[shard] ?? 0) + (holder === undefined ? 0 : 1);
    if (deaths < 2) return true;
    const from = freeSince.get(shard) ?? now.monotonic;
    freeSince.set(shard, from);
    return isDue(from + Math.min(deathDelayMs * 2 ** (deaths - 2), longestDeathDelayMs));
  };

  const sendTable = (): void => {
    if (!isFreeLane('table') || !isShown('table') || !isSynced) return;
    if (joined === undefined) return join();
    const current = table();
    if (current === undefined || stored === undefined || !isFresh(now)) return;
    if (isLeaving && mustClear()) return send({ lane: 'table', do: 'clear', base: stored.version });
    // Somebody has edited the table: nobody knows who is at work.
    if (current.holders.some((holder, shard) => holder === identity && !taken.has(shard))) {
      return begin(true, stored.version);
    }
    const names = eligible();
    if (!isAgreed()) {
      // The last shard of the old parameters is free: change both in one write.
      if (isLeaving || names.length > 0 || !current.holders.every((each) => each === undefined || isDead(each))) return;
      return begin(current.settling, stored.version, current.generation);
    }
    const wanted = desired(current, names);
    if (wanted === current) return;
    for (const shard of all) if (wanted.holders[shard] === identity) taken.add(shard);
    send({ lane: 'table', do: 'write', base: stored.version, table: wanted });
  };
  const sendOther = (): void => {
    if (!isFreeLane('other') || !isFresh(now)) return;
    const names = eligible();
    const rank = Math.max(0, names.indexOf(identity));
    const named = new Set([...(table()?.holders ?? []), ...(table()?.next ?? [])]);
    for (const [name, { stored: each, seenAt }] of members) {
      if (name === identity) continue;
      const { uid, version: base } = each;
      if (each.isOpen) {
        if (!isLiveDue(seenAt + leaseDurationMs + rank * spreadMs * 10)) continue;
        return send({ lane: 'other', do: 'close', identity: name, uid, base });
      }
      if (rank > 0 || named.has(name) || !isLiveDue(seenAt + keepClosedMs)) continue;
      return send({ lane: 'other', do: 'delete', identity: name, uid, base });
    }
  };

  return {
    identity,
    step(events, at) {
      const passed = hasBegun ? at.monotonic - now.monotonic : 0;
      if (hasBegun && shown !== undefined && elapsedMs(shown, at) < responsiveMs) live += passed;
      hasBegun = true;
      now = at;
      wakeAt = now.monotonic + retryPeriodMs;
      requests = [];
      for (const event of events) if (end === undefined) take(event);
      for (const name of new Set(table()?.holders)) {
        if (name === undefined || name === identity || members.has(name)) continue;
        if (!missing.has(name)) missing.set(name, live);
      }
      for (const name of missing.keys()) {
        if (members.has(name) || table()?.holders.includes(name) !== true) missing.delete(name);
      }
      for (const shard of all) if (holderOf(shard) !== undefined) freeSince.delete(shard);
      if (end !== undefined) {
        if (end !== 'left' && end !== 'closed' && ownVersion !== undefined && !hasClosed) {
          // Others need not wait for this one.
          hasClosed = true;
          requests.push({ lane: 'own', do: 'close', base: ownVersion, content: content() });
        }
        return requests;
      }
      sendOwn();
      sendTable();
      sendOther();
      return requests;
    },
    get wakeInMs() {
      return Math.max(0, wakeAt - now.monotonic);
    },
    state(at) {
      if (end !== undefined) return 'ended';
      if (isLeaving) return 'leaving';
      if (joined === undefined || shown === undefined) {
        return election?.stored !== undefined && election.stored.holder !== '' ? 'waiting' : 'joining';
      }
      if (!isFresh(at)) return 'suspended';
      return isAgreed() ? 'sharing' : 'waiting';
    },
    get end() {
      return end;
    },
    get suspect() {
      return suspect;
    },
    isFresh,
    renewedMsAgo: (at) => (shown === undefined ? Infinity : elapsedMs(shown, at)),
    holding,
    epoch: (shard) => (isMine(shard) ? epochs.get(shard) : undefined),
    get table() {
      return stored?.table;
    },
    get stored() {
      return stored ?? election?.stored;
    },
  };
}

/** The state of one kind of request. */
interface LaneState {
  request: MemberRequest | undefined;
  sentAt: number;
  answeredAt: number;
  notBefore: number;
  /** The version that the watch has to show before the next one. */
  until: string | undefined;
}

function newLane(): LaneState {
  return { request: undefined, sentAt: -Infinity, answeredAt: -Infinity, notBefore: 0, until: undefined };
}

/** Reports whether one version is older than another; they are numbers. */
function isBefore(version: string, other: string): boolean {
  return version.length === other.length ? version < other : version.length < other.length;
}
