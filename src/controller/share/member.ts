import { elapsedMs, type Instant } from '../lease/election-clock.js';
import type { LeaseRecord } from '../lease/lease.js';
import type { LeaseSettings } from '../lease/options.js';

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

/** A shard in the table. */
export interface TableShard {
  /** The identity of its holder. */
  readonly holder: string | undefined;
  /** To whom it is offered. */
  readonly next: string | undefined;
  /** How many of its holders have died in a row. */
  readonly deaths: number;
}

/** The content of the table. */
export interface ShareTable {
  /** Another one after each time that all has to begin anew. */
  readonly generation: string;
  /** What all members have to agree about. */
  readonly params: string;
  /** Whether holders of a former table may still be at work, so that nobody may take a shard yet. */
  readonly settling: boolean;
  /** By source, the newest version that a holder wrote before it gave a shard back. */
  readonly versions: Readonly<Record<string, string>>;
  readonly shards: readonly TableShard[];
}

/** The Lease of the table, as it is stored: `holder` is that by the rules of leader election. */
export interface StoredTable extends Pick<LeaseRecord, 'holder' | 'durationMs' | 'observed'> {
  readonly uid: string;
  readonly version: string;
  /** Undefined if an election holds the Lease or nobody, or if the table cannot be read. */
  readonly table: ShareTable | undefined;
  /** Whether the Lease says that members share it. */
  readonly isShared: boolean;
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
export type Lane = 'table' | 'own' | 'other';

/** The version that a write replaces; undefined to create. */
type Base = string | undefined;

/**
 * A request of the machine. A write without a table lets an election have the Lease. `restart` begins a watch anew that
 * shows nothing, and has no answer.
 */
export type MemberRequest =
  | { readonly lane: 'watch'; readonly do: 'restart' }
  | { readonly lane: 'table'; readonly do: 'read' }
  | { readonly lane: 'table'; readonly do: 'write'; readonly base: Base; readonly table: ShareTable | undefined }
  | { readonly lane: 'own'; readonly do: 'renew' | 'close'; readonly base: Base; readonly content: MemberContent }
  | {
      readonly lane: 'other';
      readonly do: 'close' | 'delete';
      readonly identity: string;
      readonly stored: StoredMember;
    };

/** The answer to a request. */
export interface MemberAnswer {
  readonly type: 'answer';
  readonly lane: Lane;
  /** `refused`: somebody was faster, and it was not carried out. `lost`: nobody knows. */
  readonly outcome: 'done' | 'refused' | 'lost';
  /** The version that was written. */
  readonly version?: string | undefined;
  /** What was read. */
  readonly stored?: StoredTable | undefined;
}

/** What happened. */
export type MemberEvent =
  /** It is to leave for good; the watch has shown all that there is. */
  | { readonly type: 'leave' | 'synced' }
  /** The watch shows a Lease, or that it is gone; what a list shows is one step, the table first. */
  | { readonly type: 'table'; readonly stored: StoredTable | undefined }
  | { readonly type: 'member'; readonly identity: string; readonly stored: StoredMember | undefined }
  | MemberAnswer;

/** What a shard is to this member. `draining`: no work may begin, and what runs has to end. */
export type Holding = 'none' | 'held' | 'draining';

type Times = 'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs';

export interface MemberSettings extends Pick<LeaseSettings, 'identity' | Times> {
  readonly params: string;
  readonly shards: number;
  /** A table that is known to be older than one that was seen. */
  readonly suspect?: string | undefined;
  /** Reports whether no work of a shard runs in this process. */
  readonly isIdle: (shard: number) => boolean;
  /** The newest version that this process wrote, by source, as it is at each moment. */
  readonly written: Readonly<Record<string, string>>;
}

/** The machine of one identity. */
export type SharingMember = ReturnType<typeof createMember>;

/** How long rebalancing waits for further changes. */
const rebalanceMs = 300;
/** Writers of one moment begin this far apart, so that few of them meet. */
const spreadMs = 20;
/** How long a release waits for further shards. */
const gatherMs = 50;
/** After how long a closed Lease that nobody needs is deleted. */
const keepClosedMs = 600_000;
/** After this long a holder's death says nothing of what it held. */
const survivedMs = 600_000;
const deathDelayMs = 2000;
const longestDeathDelayMs = 30_000;

/** How long a kind of request rests after an answer, in parts of what a rank waits. */
const rests = {
  table: { done: 0, refused: 0.1, lost: 1 },
  own: { done: 0, refused: 1, lost: 1 },
  other: { done: 0.1, refused: 1, lost: 1 },
} as const;

/** The state of one kind of request. */
const newLane = () => ({
  request: undefined as MemberRequest | undefined,
  sentAt: -Infinity,
  answeredAt: -Infinity,
  notBefore: 0,
  /** The version that the watch has to show before the next one. */
  until: undefined as string | undefined,
});

/** Creates the machine of one identity. */
export function createMember(settings: MemberSettings) {
  const { identity, params, shards, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = settings;
  const responsiveMs = retryPeriodMs * 2.5;
  const rankMs = retryPeriodMs / 2;
  const unseenMs = retryPeriodMs * 1.5;

  let now: Instant = { monotonic: 0, wall: 0 };
  let wakeAt = 0;
  /**
   * A monotonic clock that stands still while this member is not answered or its watch shows nothing: the silence of others
   * says nothing of them then.
   */
  let live = 0;
  /** When the watch last began with all that there is. */
  let listedAt: Instant | undefined;
  let stored: StoredTable | undefined;
  /** When its generation was first seen, on the clock that stands still, and its version, on the monotonic one. */
  let [generationAt, tableAt] = [0, 0];
  /** How long the last answer to a request for the table took. */
  let tripMs = 0;
  /** By shard: since when the table has said the same of it, on the clock that stands still. */
  let unchanged: { readonly text: string; readonly at: number }[] = [];
  const members = new Map<string, { readonly stored: StoredMember; readonly seenAt: number }>();
  /** Identities that the table names and that have no Lease, since when. */
  let missing = new Map<string, number>();
  /** The Lease of the table that has no label, and since when it has been so. */
  let election: { readonly found: StoredTable | undefined; readonly at: number } | undefined;

  /** The table that this identity has joined. */
  let joined: string | undefined;
  let end: MemberEnd | undefined;
  let suspect: string | undefined;
  let isLeaving = false;
  let hasClosed = false;
  /** When the renewals of this identity were sent, by their stamps. */
  const sent = new Map<number, Instant>();
  let stamp = 0;
  /** When the newest renewal that the watch has shown was sent. */
  let shown: Instant | undefined;
  let ownVersion: string | undefined;
  /** The shards that a write of this identity took, with their epochs. */
  const taken = new Map<number, string>();

  let requests: MemberRequest[] = [];
  const lanes = { table: newLane(), own: newLane(), other: newLane() };
  let restartedAt = -Infinity;
  /** Since when something has been so. */
  const since = new Map<string, number>();
  /** Those who did not take what they were offered, until when they are offered nothing. */
  const passedOver = new Map<string, number>();

  // Time

  const isFresh = (at: Instant): boolean =>
    end === undefined && shown !== undefined && elapsedMs(shown, at) < renewDeadlineMs;
  /** Returns whether the moment has come; if not, the machine wakes then. */
  const isDue = (at: number): boolean => {
    if (now.monotonic >= at) return true;
    wakeAt = Math.min(wakeAt, at);
    return false;
  };
  /** The same on the clock that stands still while nothing is heard. */
  const isLiveDue = (at: number): boolean => live >= at || isDue(now.monotonic + at - live);
  /** Returns whether something has been so for a while. */
  const hasLasted = (what: string, isSo: boolean, ms: number): boolean => {
    if (!isSo) since.delete(what);
    else if (!since.has(what)) since.set(what, now.monotonic);
    return isSo && isDue((since.get(what) ?? 0) + ms);
  };

  // Who lives, and who holds what

  const table = (): ShareTable | undefined => stored?.table;
  const idOf = ({ uid, table: content }: StoredTable): string => `${uid} ${content?.generation ?? ''}`;
  const isDead = (name: string): boolean => {
    if (name === identity) return false;
    const member = members.get(name);
    if (member !== undefined) return !member.stored.isOpen;
    const goneAt = missing.get(name);
    return goneAt !== undefined && isLiveDue(goneAt + leaseDurationMs);
  };
  const isAllFree = (): boolean => table()?.shards.every(({ holder }) => holder === undefined) === true;
  /** Those who can take shards now, by name: the first of them arranges. */
  const eligible = (): string[] => {
    const able = [...members].filter(([name, { stored: each, seenAt }]) => {
      if (!each.isOpen || each.isLeaving || each.params !== table()?.params) return false;
      return name === identity ? !isLeaving : live - seenAt < responsiveMs;
    });
    return able.map(([name]) => name).sort();
  };
  const isMine = (shard: number): boolean =>
    end === undefined && table()?.shards[shard]?.holder === identity && taken.has(shard);
  const own = (): number[] => [...taken.keys()].filter(isMine);
  /**
   * No work begins while a shard is drained, until a newer table says that it stays: a release that was lost may still land.
   */
  const holding = (shard: number): Holding => {
    if (!isMine(shard)) return 'none';
    const next = table()?.shards[shard]?.next ?? identity;
    return isLeaving || next !== identity ? 'draining' : 'held';
  };
  /** Whether the watch has yet to show what a request wrote. */
  const isAwaited = (name: Lane): boolean => {
    const version = name === 'table' ? stored?.version : members.get(identity)?.stored.version;
    const { until } = lanes[name];
    return name !== 'other' && until !== undefined && (version === undefined || isBefore(version, until));
  };

  // Events

  const over = (why: MemberEnd, notBelieved?: StoredTable): void => {
    if (end !== undefined) return;
    end = why;
    suspect = notBelieved && idOf(notBelieved);
  };
  const seeTable = (seen: StoredTable | undefined): void => {
    if (stored !== undefined && seen?.uid === stored.uid && isBefore(seen.version, stored.version))
      over('restored', seen);
    if (joined !== undefined && (seen?.table === undefined || idOf(seen) !== joined) && !(isLeaving && isAllFree())) {
      over(seen?.table === undefined ? 'deleted' : 'restored');
    }
    if (seen?.table?.generation !== table()?.generation) generationAt = live;
    if (seen?.version !== stored?.version) {
      tableAt = now.monotonic;
      // A write under way that takes a shard replaces an older version, so it will be refused.
      for (const shard of taken.keys()) if (seen?.table?.shards[shard]?.holder !== identity) taken.delete(shard);
    }
    stored = seen;
    unchanged = (table()?.shards ?? []).map(({ holder, next }, shard) => {
      const text = `${holder ?? ''} ${next ?? ''}`;
      const before = unchanged[shard];
      return before?.text === text ? before : { text, at: live };
    });
  };
  const seeMember = (name: string, seen: StoredMember | undefined): void => {
    const known = members.get(name)?.stored;
    if (known !== undefined && seen !== undefined && isBefore(seen.version, known.version)) over('restored', stored);
    if (seen === undefined) members.delete(name);
    else if (known?.version !== seen.version) members.set(name, { stored: seen, seenAt: live });
    if (name !== identity) return;
    if (seen === undefined) {
      if (known !== undefined) over('deleted');
      return;
    }
    if (!seen.isOpen) over(hasClosed ? 'left' : 'closed');
    if (ownVersion === undefined || isBefore(ownVersion, seen.version)) ownVersion = seen.version;
    shown = sent.get(seen.stamp) ?? shown;
    for (const each of sent.keys()) if (each < seen.stamp) sent.delete(each);
  };
  /** A list that lacks what was written long ago shows other data; one of a moment later may be from a server that lags. */
  const seeAll = (): void => {
    listedAt = now;
    for (const name of ['own', 'table'] as const) {
      if (isAwaited(name) && isDue(lanes[name].answeredAt + leaseDurationMs)) over('restored', stored);
    }
  };
  const hear = ({ lane: name, outcome, version, stored: found }: MemberAnswer): void => {
    const lane = lanes[name];
    const what = lane.request?.do;
    lane.request = undefined;
    if (name === 'table' && outcome !== 'lost') tripMs = now.monotonic - lane.sentAt;
    if (what === 'read') {
      const isSame = election !== undefined && election.found?.observed === found?.observed;
      if (outcome === 'done') election = { found, at: isSame ? (election?.at ?? 0) : now.monotonic };
      return;
    }
    // What is in the way may be what a stalled watch does not show.
    if (name === 'own' && outcome === 'refused') restartWatch();
    if (name === 'own' && outcome === 'done') ownVersion = version;
    if (what === 'close' && name === 'own' && outcome !== 'lost') over('left');
    // What was written, or was in the way, is known once the watch has shown it.
    lane.until = outcome === 'done' ? version : undefined;
    lane.answeredAt = now.monotonic;
    lane.notBefore = now.monotonic + rests[name][outcome] * rankMs;
  };
  const take = (event: MemberEvent): void => {
    if (event.type === 'table') seeTable(event.stored);
    else if (event.type === 'member') seeMember(event.identity, event.stored);
    else if (event.type === 'answer') hear(event);
    else if (event.type === 'synced') seeAll();
    else isLeaving = true;
  };

  // Requests

  const restartWatch = (): void => {
    restartedAt = now.monotonic;
    requests.push({ lane: 'watch', do: 'restart' });
  };
  const send = (request: MemberRequest & { readonly lane: Lane }): void => {
    Object.assign(lanes[request.lane], { request, sentAt: now.monotonic });
    requests.push(request);
  };
  const sendOwn = (what: 'renew' | 'close'): void => {
    stamp += 1;
    sent.set(stamp, now);
    hasClosed = what === 'close';
    send({ lane: 'own', do: what, base: ownVersion, content: { params, isLeaving, stamp } });
  };
  /** Whether a request may be sent: none is under way, and the watch has shown what the last one wrote. */
  const isFree = (name: Lane): boolean => {
    const { request, notBefore, answeredAt } = lanes[name];
    if (request !== undefined || !isDue(notBefore)) return false;
    if (!isAwaited(name)) return true;
    // A watch that does not show what was written is stalled.
    if (isDue(Math.max(answeredAt, restartedAt) + unseenMs)) restartWatch();
    return false;
  };
  const write = (base: Base, content: ShareTable | undefined): void => {
    send({ lane: 'table', do: 'write', base, table: content });
  };
  /** Begins a table: where there is none, where one cannot be read, and instead of one that cannot be believed. */
  const begin = (settling: boolean, base: Base, kept?: Pick<ShareTable, 'generation' | 'versions'>): void => {
    // What was held before by others was not given back.
    const shard: TableShard = { holder: undefined, next: undefined, deaths: base === undefined && !settling ? 0 : 1 };
    const { generation = `${identity} ${base ?? ''}`, versions = {} } = kept ?? {};
    write(base, { generation, params, settling, versions, shards: Array.from({ length: shards }, () => shard) });
    election = undefined;
  };
  const join = (): void => {
    if (joined !== undefined || listedAt === undefined) return;
    if (stored?.table !== undefined && idOf(stored) !== settings.suspect) {
      // The table is there before the first member, so that one who finds neither knows that nobody is at work.
      joined = idOf(stored);
      return;
    }
    if (!isFree('table')) return;
    // Members of it may be at work: it cannot be read, or was seen newer.
    if (stored?.isShared === true) {
      begin(true, stored.version);
      return;
    }
    const { found, at = Infinity } = election ?? {};
    const { isShared = false, holder = '', durationMs = leaseDurationMs } = found ?? {};
    // The watch will show a table that another member has just made, unless it has stalled.
    if (!isDue(at + (isShared ? leaseDurationMs : holder === '' ? 0 : durationMs))) {
      if (isDue(lanes.table.sentAt + retryPeriodMs)) send({ lane: 'table', do: 'read' });
      return;
    }
    // Members that leave together leave the Lease when nothing is held any more. Where it is gone though there were
    // members, somebody has deleted it, and one whose own Lease was deleted too may be at work.
    const isAtWork = ([name, { stored: each }]: [string, { stored: StoredMember }]): boolean =>
      name !== identity && (found === undefined || (each.isOpen && !(holder === '' && each.isLeaving)));
    // A watch that has stalled shows no member that came since.
    const isUnknown = found === undefined && elapsedMs(listedAt, now) > responsiveMs;
    begin(isShared || isUnknown || [...members].some(isAtWork), found?.version);
  };
  const renew = (): void => {
    if (joined === undefined || !isFree('own')) return;
    const isNews = members.has(identity) && members.get(identity)?.stored.isLeaving !== isLeaving;
    if (isNews || isDue(lanes.own.sentAt + retryPeriodMs)) sendOwn('renew');
  };
  const leave = (): void => {
    if (joined === undefined) over('left');
    else if (ownVersion !== undefined && own().length === 0 && !mustClear() && isFree('own')) sendOwn('close');
  };
  /** Others need not wait for one that is over before its time. */
  const closeAtEnd = (): void => {
    if (end !== 'closed' && ownVersion !== undefined && !hasClosed) sendOwn('close');
  };
  /** Whether nobody is left: the first by name of those who leave together lets an election have the Lease. */
  const mustClear = (): boolean => {
    const isPast = ([name, { stored: each }]: [string, { stored: StoredMember }]): boolean =>
      !each.isOpen || name === identity || (each.isLeaving && name > identity);
    return isAllFree() && [...members].every(isPast);
  };

  /** Writes the table as this member would have it. */
  const arrange = (): void => {
    if (stored?.table === undefined || !isFresh(now) || !isFree('table')) return;
    const { version: base, table: current } = stored;
    const names = eligible();
    const rank = names.indexOf(identity);
    if (isLeaving && mustClear()) write(base, undefined);
    // Somebody has edited the table: nobody knows who is at work.
    else if (current.shards.some(({ holder }, shard) => holder === identity && !taken.has(shard))) begin(true, base);
    else if (current.params !== params) {
      // The last shard of the old parameters is free: change both in one write.
      const isHeld = current.shards.some(({ holder }) => holder !== undefined && !isDead(holder));
      if (!isLeaving && names.length === 0 && !isHeld) begin(current.settling, base, current);
    } else if (!current.settling) moveShards(base, current, names);
    // Holders of a former table have stopped by now, whether or not they know of this one.
    else if (rank >= 0 && isLiveDue(generationAt + leaseDurationMs + rank * rankMs))
      write(base, { ...current, settling: false });
  };
  /** Gives back what is drained, takes what is offered, and offers what is to move. */
  const moveShards = (base: string, current: ShareTable, names: readonly string[]): void => {
    const rank = names.indexOf(identity);
    const cleared = current.shards.map((each, shard): TableShard => {
      if (each.holder === undefined || !isDead(each.holder)) return each;
      const hasSurvived = live - (unchanged[shard]?.at ?? live) > survivedMs;
      return { ...each, holder: undefined, deaths: hasSurvived ? 1 : each.deaths + 1 };
    });
    // Others have to know first that this member leaves, or they would offer it what it gives back.
    const isAnnounced = !isLeaving || members.get(identity)?.stored.isLeaving === true;
    const draining = own().filter((shard) => holding(shard) === 'draining');
    const ready = new Set(draining.filter(settings.isIdle));
    // What is nearly drained is waited for.
    const releaseMs = ready.size < draining.length ? gatherMs : spreadMs;
    const isReleased = hasLasted('release', isAnnounced && ready.size > 0, releaseMs);
    const offered = new Set(cleared.flatMap(({ holder, next }) => (holder === undefined && next ? next : [])));
    const turn = names.filter((name) => offered.has(name)).indexOf(identity);
    const isTaken = hasLasted('take', !isLeaving && offered.has(identity), spreadMs * (1 + Math.max(0, turn)));
    const draft = cleared.map(({ holder, next, deaths }, shard): TableShard => {
      if (isReleased && ready.has(shard)) return { holder: undefined, next, deaths: 0 };
      return isTaken && holder === undefined && next === identity
        ? { holder: identity, next: undefined, deaths }
        : { holder, next, deaths };
    });
    const planned = plan(draft, names);
    const moves = draft.filter(({ next }, shard) => next !== planned[shard]);
    const isCleared = cleared.some((each, shard) => each !== current.shards[shard]);
    const isUrgent = isCleared || moves.some(({ holder }) => holder === undefined);
    // The first by name arranges; the others only if it does not.
    const waitMs = (isUrgent ? 0 : rebalanceMs) + rank * rankMs;
    const isPlanned = hasLasted('plan', rank >= 0 && (isCleared || moves.length > 0), waitMs);
    if (!isReleased && !isTaken && !isPlanned) return;
    const written = draft.map((each, shard): TableShard => {
      if (each.holder === identity && !taken.has(shard)) taken.set(shard, `${identity}.${base}`);
      // What is given back is offered in the same write.
      const isOpen = isReleased && ready.has(shard) && each.next === undefined;
      return isPlanned || isOpen ? { ...each, next: planned[shard] } : each;
    });
    const versions = { ...current.versions };
    for (const [source, version] of isReleased ? Object.entries(settings.written) : []) {
      if (isBefore(versions[source] ?? '', version)) versions[source] = version;
    }
    write(base, { ...current, versions, shards: written });
  };
  /** Returns to whom each shard is to be offered, so that all have as many and as little moves as possible. */
  const plan = (draft: readonly TableShard[], names: readonly string[]): readonly (string | undefined)[] => {
    // While the table changes, somebody who has not taken has met other writers. On a slow server it is seen late that
    // somebody has taken.
    const takeMs = Math.min(rankMs + 4 * tripMs, responsiveMs);
    for (const { holder, next } of table()?.shards ?? []) {
      if (holder !== undefined || next === undefined || next === identity) continue;
      if (isDue(tableAt + takeMs)) passedOver.set(next, now.monotonic + responsiveMs);
    }
    const able = names.filter((name) => (passedOver.get(name) ?? 0) <= now.monotonic);
    /** The shards of each, as they would be. */
    const shares = new Map(able.map((name) => [name, [] as number[]]));
    const byCount = (): number[][] => [...shares.values()].sort((a, b) => a.length - b.length);
    /** What its holders have died of twice is offered later and later. */
    const isOfferable = (shard: number, deaths: number): boolean => {
      if (deaths < 2) return true;
      const delayMs = Math.min(deathDelayMs * 2 ** (deaths - 2), longestDeathDelayMs);
      return table()?.shards[shard]?.holder === undefined && isLiveDue((unchanged[shard]?.at ?? 0) + delayMs);
    };
    const spare: number[] = [];
    for (const [shard, { holder, next, deaths }] of draft.entries()) {
      const share = shares.get(next ?? '') ?? shares.get(holder ?? '');
      const isGiven =
        holder === undefined ? isOfferable(shard, deaths) : members.get(holder)?.stored.isLeaving === true;
      if (share !== undefined) share.push(shard);
      else if (isGiven) spare.push(shard);
    }
    for (const shard of spare) byCount()[0]?.push(shard);
    for (;;) {
      const lists = byCount();
      const [least = [], most = []] = [lists[0], lists.at(-1)];
      if (most.length - least.length < 2) break;
      least.push(...most.splice(-1));
    }
    const planned = draft.map((): string | undefined => undefined);
    for (const [name, share] of shares)
      for (const shard of share) if (draft[shard]?.holder !== name) planned[shard] = name;
    return planned;
  };

  /** Closes those who are silent, and deletes what nobody needs. */
  const sweep = (): void => {
    if (!isFresh(now) || !isFree('other')) return;
    const rank = Math.max(0, eligible().indexOf(identity));
    const isNamed = (name: string): boolean =>
      table()?.shards.some(({ holder, next }) => holder === name || next === name) === true;
    for (const [name, { stored: each, seenAt }] of members) {
      if (name === identity || (!each.isOpen && (rank > 0 || isNamed(name)))) continue;
      if (!isLiveDue(seenAt + (each.isOpen ? leaseDurationMs + rank * spreadMs * 10 : keepClosedMs))) continue;
      send({ lane: 'other', do: each.isOpen ? 'close' : 'delete', identity: name, stored: each });
      return;
    }
  };

  const stateAt = (at: Instant): MemberState => {
    if (end !== undefined) return 'ended';
    if (isLeaving) return 'leaving';
    if (shown === undefined) return (election?.found?.holder ?? '') === '' ? 'joining' : 'waiting';
    if (!isFresh(at)) return 'suspended';
    return table()?.params === params ? 'sharing' : 'waiting';
  };
  /** What is done in each state. */
  const duties: Readonly<Record<MemberState, readonly (() => void)[]>> = {
    joining: [join, renew],
    waiting: [join, renew, arrange, sweep],
    sharing: [renew, arrange, sweep],
    suspended: [renew],
    leaving: [leave, renew, arrange, sweep],
    ended: [closeAtEnd],
  };

  return {
    identity,
    /** Takes what happened and returns the requests to send. Call it again after `wakeInMs`, with nothing but the time. */
    step(events: readonly MemberEvent[], at: Instant): readonly MemberRequest[] {
      if (shown !== undefined && elapsedMs(shown, at) < responsiveMs) live += at.monotonic - now.monotonic;
      now = at;
      wakeAt = now.monotonic + retryPeriodMs;
      requests = [];
      for (const event of events) if (end === undefined) take(event);
      const holders = (table()?.shards ?? []).flatMap(({ holder }) => holder ?? []);
      const unknown = holders.filter((name) => name !== identity && !members.has(name));
      missing = new Map(unknown.map((name) => [name, missing.get(name) ?? live]));
      for (const act of duties[stateAt(now)]) act();
      return requests;
    },
    wakeInMs: (): number => Math.max(0, wakeAt - now.monotonic),
    state: stateAt,
    end: (): MemberEnd | undefined => end,
    /** The table to pass to the next identity as `suspect`. */
    suspect: (): string | undefined => suspect,
    /** Reports whether a request of a held shard may begin at this moment. */
    isFresh,
    holding,
    /** The mark of a holding: fixed when the shard was taken. */
    epoch: (shard: number): string | undefined => (isMine(shard) ? taken.get(shard) : undefined),
    /** The Lease of the table as it was seen last. */
    stored: (): StoredTable | undefined => stored ?? election?.found,
  };
}

/** Reports whether one version is older than another; they are numbers. */
export function isBefore(version: string, other: string): boolean {
  return version.length === other.length ? version < other : version.length < other.length;
}
