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
export type Lane = 'table' | 'own' | 'other';

/** A request of the machine; `base` is the version that is replaced, undefined to create. */
export type MemberRequest =
  | { readonly lane: 'table'; readonly do: 'read' }
  /** Without a table, lets an election have the Lease. */
  | {
      readonly lane: 'table';
      readonly do: 'write';
      readonly base: string | undefined;
      readonly table: ShareTable | undefined;
    }
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
  | { readonly type: 'tick' }
  /** The watch shows a Lease, or that it is gone; what a list shows is one step, the table first. */
  | { readonly type: 'table'; readonly stored: StoredTable | undefined }
  | { readonly type: 'member'; readonly identity: string; readonly stored: StoredMember | undefined }
  /** The watch has shown all that there is. */
  | { readonly type: 'synced' }
  | MemberAnswer
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
  /** Returns the newest version that this process wrote, by source. */
  readonly written: () => Readonly<Record<string, string>>;
  /** Returns a new generation for a table. */
  readonly newGeneration: () => string;
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

/** The state of one kind of request. */
interface LaneState {
  request: MemberRequest | undefined;
  sentAt: number;
  answeredAt: number;
  notBefore: number;
  /** The version that the watch has to show before the next one. */
  until: string | undefined;
}

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
  let tableSince = 0;
  /** When the table was last seen to change. */
  let tableAt = 0;
  /** How long the last answer to a request for the table took. */
  let tripMs = 0;
  /** By shard: since when the table has said the same of it. */
  let unchanged: { readonly text: string; readonly at: number; readonly live: number }[] = [];
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
  /** The shards that a write of this identity took, with their epochs once the table shows it. */
  const taken = new Map<number, string>();

  let requests: MemberRequest[] = [];
  const newLane = (): LaneState => {
    return { request: undefined, sentAt: -Infinity, answeredAt: -Infinity, notBefore: 0, until: undefined };
  };
  const lanes = { table: newLane(), own: newLane(), other: newLane() };
  let restartedAt = -Infinity;
  /** The version of the own Lease in place of which the last renewal was refused. */
  let refusedBase: string | undefined;
  /** Since when something has been so. */
  const since = new Map<string, number>();
  /** Those who did not take what they were offered, until when they are offered nothing. */
  const passedOver = new Map<string, number>();

  // Time

  const elapsedMs = (from: Instant, to: Instant): number =>
    Math.max(to.monotonic - from.monotonic, to.wall - from.wall);
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
  /** Returns whether something has been so for a while; `turnMs` is added as it is when it begins. */
  const hasLasted = (what: string, isSo: boolean, ms: number, turnMs = 0): boolean => {
    if (!isSo) since.delete(what);
    else if (!since.has(what)) since.set(what, now.monotonic + turnMs);
    return isSo && isDue((since.get(what) ?? 0) + ms);
  };

  // Who lives, and who holds what

  const table = (): ShareTable | undefined => stored?.table;
  const idOf = ({ uid, table: content }: StoredTable): string => `${uid} ${content?.generation ?? ''}`;
  const isAgreed = (): boolean => table()?.params === params;
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
    const isAble = ([name, { stored: each, seenAt }]: [string, { stored: StoredMember; seenAt: number }]): boolean =>
      each.isOpen &&
      !each.isLeaving &&
      each.params === table()?.params &&
      (name === identity ? !isLeaving : live - seenAt < responsiveMs);
    return [...members]
      .filter(isAble)
      .map(([name]) => name)
      .sort();
  };
  const isMine = (shard: number): boolean =>
    end === undefined && table()?.shards[shard]?.holder === identity && taken.has(shard);
  const own = (): number[] => [...taken.keys()].filter(isMine);
  /**
   * No work begins while a shard is drained, until a newer table says that it stays: a release that was lost may still land.
   */
  const holding = (shard: number): Holding => {
    if (!isMine(shard)) return 'none';
    const next = table()?.shards[shard]?.next;
    return isLeaving || (next !== undefined && next !== identity) ? 'draining' : 'held';
  };

  /** Whether the watch has yet to show what a request wrote. */
  const isAwaited = (name: Lane): boolean => {
    const version = name === 'table' ? stored?.version : members.get(identity)?.stored.version;
    const { until } = lanes[name];
    return name !== 'other' && until !== undefined && (version === undefined || isBefore(version, until));
  };

  // Events

  const over = (why: MemberEnd): void => {
    end ??= why;
  };
  const seeTable = (seen: StoredTable | undefined): void => {
    if (stored !== undefined && seen?.uid === stored.uid && isBefore(seen.version, stored.version)) {
      suspect = idOf(seen);
      over('restored');
    }
    if (joined !== undefined && (seen?.table === undefined || idOf(seen) !== joined) && !(isLeaving && isAllFree())) {
      over(seen?.table === undefined ? 'deleted' : 'restored');
    }
    if (seen?.table?.generation !== table()?.generation) tableSince = live;
    // A write under way that takes a shard replaces an older version, so it will be refused.
    if (seen?.version !== stored?.version) {
      for (const shard of taken.keys()) if (seen?.table?.shards[shard]?.holder !== identity) taken.delete(shard);
    }
    if (seen?.version !== stored?.version) tableAt = now.monotonic;
    stored = seen;
    unchanged = (table()?.shards ?? []).map(({ holder, next }, shard) => {
      if (holder === identity && taken.get(shard) === '') taken.set(shard, `${identity}.${seen?.version ?? ''}`);
      const text = `${holder ?? ''} ${next ?? ''}`;
      const before = unchanged[shard];
      return before?.text === text ? before : { text, at: now.monotonic, live };
    });
  };
  const seeMember = (name: string, seen: StoredMember | undefined): void => {
    const known = members.get(name)?.stored;
    if (known !== undefined && seen !== undefined && isBefore(seen.version, known.version)) {
      suspect = stored && idOf(stored);
      over('restored');
    }
    if (seen === undefined) members.delete(name);
    else if (known?.version !== seen.version) members.set(name, { stored: seen, seenAt: live });
    if (name !== identity) return;
    if (seen?.isOpen !== true) {
      if (seen !== undefined) over(hasClosed ? 'left' : 'closed');
      else if (known !== undefined) over('deleted');
      return;
    }
    if (ownVersion === undefined || isBefore(ownVersion, seen.version)) ownVersion = seen.version;
    shown = sent.get(seen.stamp) ?? shown;
    for (const each of sent.keys()) if (each < seen.stamp) sent.delete(each);
  };
  const hear = ({ lane: name, outcome, version, stored: found }: MemberAnswer): void => {
    const lane = lanes[name];
    const { request } = lane;
    lane.request = undefined;
    if (name === 'table' && outcome !== 'lost') tripMs = now.monotonic - lane.sentAt;
    if (request?.do === 'read') {
      const isSame = election !== undefined && election.found?.observed === found?.observed;
      if (outcome === 'done') election = { found, at: isSame ? (election?.at ?? 0) : now.monotonic };
      return;
    }
    if (name === 'own' && outcome === 'refused') {
      // What is in the way twice is what a stalled watch does not show.
      if (refusedBase === ownVersion) requests.push({ lane: 'watch', do: 'restart' });
      refusedBase = ownVersion;
    }
    if (name === 'own' && outcome === 'done') ownVersion = version;
    if (name === 'own' && request?.do === 'close' && outcome !== 'lost') over('left');
    // What was written, or was in the way, is known once the watch has shown it.
    lane.until = outcome === 'done' ? version : undefined;
    lane.answeredAt = now.monotonic;
    const pauses =
      outcome === 'done' ? (name === 'other' ? 0.1 : 0) : outcome === 'refused' && name === 'table' ? 0.1 : 1;
    lane.notBefore = now.monotonic + pauses * rankMs;
  };
  /** A list that lacks what was written long ago shows other data; one of a moment later may be from a server that lags. */
  const seeAll = (): void => {
    listedAt = now;
    const isLost = (['own', 'table'] as const).some(
      (name) => isAwaited(name) && isDue(lanes[name].answeredAt + leaseDurationMs),
    );
    if (!isLost) return;
    suspect = stored && idOf(stored);
    over('restored');
  };
  const take = (event: MemberEvent): void => {
    if (event.type === 'table') seeTable(event.stored);
    else if (event.type === 'member') seeMember(event.identity, event.stored);
    else if (event.type === 'answer') hear(event);
    else if (event.type === 'synced') seeAll();
    else if (event.type === 'leave') isLeaving = true;
  };

  // Requests

  const send = (request: MemberRequest & { readonly lane: Lane }): void => {
    lanes[request.lane].request = request;
    lanes[request.lane].sentAt = now.monotonic;
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
    if (isDue(Math.max(answeredAt, restartedAt) + unseenMs)) {
      restartedAt = now.monotonic;
      requests.push({ lane: 'watch', do: 'restart' });
    }
    return false;
  };

  /** Begins a table: where there is none, where one cannot be read, and instead of one that cannot be believed. */
  const begin = (
    settling: boolean,
    base: string | undefined,
    { generation, versions }: Partial<ShareTable> = {},
  ): void => {
    // What was held before by others was not given back.
    const shard: TableShard = { holder: undefined, next: undefined, deaths: base === undefined && !settling ? 0 : 1 };
    const fresh = { settling, versions: versions ?? {}, shards: Array.from({ length: shards }, () => shard) };
    const content = { generation: generation ?? settings.newGeneration(), params, ...fresh };
    send({ lane: 'table', do: 'write', base, table: content });
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
    if (election !== undefined) {
      const { found, at } = election;
      if (found?.isShared === true) {
        // The watch will show the table that another member has just made, unless it has stalled.
        if (isDue(at + leaseDurationMs)) begin(true, found.version);
        else if (isDue(lanes.table.sentAt + retryPeriodMs)) send({ lane: 'table', do: 'read' });
        return;
      }
      const holder = found?.holder ?? '';
      if (holder === '' || isDue(at + (found?.durationMs ?? leaseDurationMs))) {
        // Members that leave together leave the Lease when nothing is held any more. Where it is gone though
        // there were members, somebody has deleted it, and one whose own Lease was deleted too may be at work.
        const isAtWork = ([name, { stored: each }]: [string, { stored: StoredMember }]): boolean =>
          name !== identity && (found === undefined || (each.isOpen && !(holder === '' && each.isLeaving)));
        // A watch that has stalled shows no member that came since.
        const isUnknown = found === undefined && elapsedMs(listedAt, now) > responsiveMs;
        begin(isUnknown || [...members].some(isAtWork), found?.version);
        return;
      }
    }
    if (isDue(lanes.table.sentAt + retryPeriodMs)) send({ lane: 'table', do: 'read' });
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
  /** Whether nobody is left: the first by name of those who leave together lets an election have the Lease. */
  const mustClear = (): boolean =>
    isAllFree() &&
    [...members].every(
      ([name, { stored: each }]) => !each.isOpen || name === identity || (each.isLeaving && name > identity),
    );

  /** Writes the table as this member would have it. */
  const arrange = (): void => {
    const current = table();
    if (current === undefined || stored === undefined || !isFresh(now) || !isFree('table')) return;
    const { version: base } = stored;
    if (isLeaving && mustClear()) {
      send({ lane: 'table', do: 'write', base, table: undefined });
      return;
    }
    // Somebody has edited the table: nobody knows who is at work.
    if (current.shards.some(({ holder }, shard) => holder === identity && !taken.has(shard))) {
      begin(true, base);
      return;
    }
    const names = eligible();
    if (!isAgreed()) {
      // The last shard of the old parameters is free: change both in one write.
      const isHeld = current.shards.some(({ holder }) => holder !== undefined && !isDead(holder));
      if (!isLeaving && names.length === 0 && !isHeld) begin(current.settling, base, current);
      return;
    }
    const rank = names.indexOf(identity);
    if (current.settling) {
      // Holders of a former table have stopped by now, whether or not they know of this one.
      if (rank < 0 || !isLiveDue(tableSince + leaseDurationMs + rank * rankMs)) return;
      send({ lane: 'table', do: 'write', base, table: { ...current, settling: false } });
      return;
    }
    const draft = current.shards.map((each, shard): TableShard => {
      if (each.holder === undefined || !isDead(each.holder)) return each;
      const hasSurvived = live - (unchanged[shard]?.live ?? live) > survivedMs;
      return { ...each, holder: undefined, deaths: hasSurvived ? 1 : each.deaths + 1 };
    });
    const isCleared = draft.some((each, shard) => each !== current.shards[shard]);
    const isReleased = release(draft);
    const isTaken = takeOffered(draft, names);
    const planned = plan(draft, names);
    const isChanged = isCleared || planned.some((to, shard) => to !== draft[shard]?.next);
    const isUrgent =
      isCleared || planned.some((to, shard) => to !== draft[shard]?.next && draft[shard]?.holder === undefined);
    // The first by name arranges; the others only if it does not.
    const isPlanned = [
      hasLasted('urgent', rank >= 0 && isUrgent, rank * rankMs),
      hasLasted('plan', rank >= 0 && isChanged, rebalanceMs + rank * rankMs),
    ].includes(true);
    if (!isReleased && !isTaken && !isPlanned) return;
    const written = draft.map((each, shard): TableShard => {
      // What is given back is offered in the same write.
      const isGiven = each.holder === undefined && current.shards[shard]?.holder === identity;
      return isPlanned || (isGiven && each.next === undefined) ? { ...each, next: planned[shard] } : each;
    });
    for (const [shard, { holder }] of written.entries())
      if (holder === identity && !taken.has(shard)) taken.set(shard, '');
    const versions = { ...current.versions };
    for (const [source, version] of isReleased ? Object.entries(settings.written()) : []) {
      if (isBefore(versions[source] ?? '', version)) versions[source] = version;
    }
    send({ lane: 'table', do: 'write', base, table: { ...current, versions, shards: written } });
  };
  /** Gives back what is drained; waits a moment for what is nearly so. */
  const release = (draft: TableShard[]): boolean => {
    const draining = own().filter((shard) => holding(shard) === 'draining');
    // Others have to know first that this member leaves, or they would offer it what it gives back.
    const isAnnounced = !isLeaving || members.get(identity)?.stored.isLeaving === true;
    const ready = draining.filter(settings.isIdle);
    if (!hasLasted('release', isAnnounced && ready.length > 0, ready.length < draining.length ? gatherMs : spreadMs))
      return false;
    for (const shard of ready) draft[shard] = { holder: undefined, next: draft[shard]?.next, deaths: 0 };
    return true;
  };
  /** Takes what is offered to this member. */
  const takeOffered = (draft: TableShard[], names: readonly string[]): boolean => {
    const free = draft.filter(({ holder, next }) => holder === undefined && next !== undefined);
    const isOffered = !isLeaving && free.some(({ next }) => next === identity);
    const takers = names.filter((name) => free.some(({ next }) => next === name));
    const rank = Math.max(0, takers.indexOf(identity));
    if (!hasLasted('take', isOffered, spreadMs, spreadMs * rank)) return false;
    for (const [shard, { holder, next, deaths }] of draft.entries()) {
      if (holder === undefined && next === identity) draft[shard] = { holder: identity, next: undefined, deaths };
    }
    return true;
  };
  /** Returns to whom each shard is to be offered, so that all have as many and as little moves as possible. */
  const plan = (draft: readonly TableShard[], names: readonly string[]): readonly (string | undefined)[] => {
    for (const [name, until] of passedOver) if (until <= now.monotonic) passedOver.delete(name);
    // While the table changes, somebody who has not taken has met other writers. On a slow server it is seen late that
    // somebody has taken.
    const takeMs = Math.min(rankMs + 4 * tripMs, responsiveMs);
    for (const { holder, next } of table()?.shards ?? []) {
      if (holder !== undefined || next === undefined || next === identity) continue;
      if (isDue(tableAt + takeMs)) passedOver.set(next, now.monotonic + responsiveMs);
    }
    const able = new Set(names.filter((name) => !passedOver.has(name)));
    const isGoing = (name: string): boolean =>
      name === identity ? isLeaving : members.get(name)?.stored.isLeaving === true;
    /** What its holders have died of twice is offered later and later. */
    const isOfferable = (shard: number, deaths: number): boolean => {
      if (deaths < 2) return true;
      const delayMs = Math.min(deathDelayMs * 2 ** (deaths - 2), longestDeathDelayMs);
      return table()?.shards[shard]?.holder === undefined && isDue((unchanged[shard]?.at ?? 0) + delayMs);
    };
    // Null: to be given to somebody. Undefined: left alone.
    const targets = draft.map(({ holder, next, deaths }, shard): string | null | undefined => {
      if (next !== undefined && able.has(next)) return next;
      if (holder !== undefined && able.has(holder)) return holder;
      return (holder === undefined ? isOfferable(shard, deaths) : isGoing(holder)) ? null : undefined;
    });
    let total = 0;
    const counts = new Map<string, number>();
    for (const to of targets) {
      if (to !== undefined) total += 1;
      if (typeof to === 'string') counts.set(to, (counts.get(to) ?? 0) + 1);
    }
    const countOf = (name: string): number => counts.get(name) ?? 0;
    const byCount = [...able].sort((a, b) => countOf(b) - countOf(a) || (a < b ? -1 : 1));
    const least = Math.floor(total / able.size);
    /** How many more each may have. */
    const capacity = new Map(
      byCount.map((name, index) => [name, least + (index < total % able.size ? 1 : 0) - countOf(name)]),
    );
    const capacityOf = (name: string): number => capacity.get(name) ?? 0;
    for (const [shard, to] of [...targets.entries()].reverse()) {
      if (typeof to !== 'string' || capacityOf(to) >= 0) continue;
      capacity.set(to, capacityOf(to) + 1);
      targets[shard] = null;
    }
    return targets.map((target, shard) => {
      let to = target ?? undefined;
      if (target === null) {
        for (const name of byCount) if (capacityOf(name) > (to === undefined ? 0 : capacityOf(to))) to = name;
        if (to !== undefined) capacity.set(to, capacityOf(to) - 1);
      }
      return to === draft[shard]?.holder ? undefined : to;
    });
  };

  /** Closes those who are silent, and deletes what nobody needs. */
  const sweep = (): void => {
    if (!isFresh(now) || !isFree('other')) return;
    const rank = Math.max(0, eligible().indexOf(identity));
    const isNamed = (name: string): boolean =>
      table()?.shards.some(({ holder, next }) => holder === name || next === name) === true;
    for (const [name, { stored: each, seenAt }] of members) {
      const { uid, version: base, isOpen } = each;
      if (name === identity || (!isOpen && (rank > 0 || isNamed(name)))) continue;
      if (!isLiveDue(seenAt + (isOpen ? leaseDurationMs + rank * spreadMs * 10 : keepClosedMs))) continue;
      send({ lane: 'other', do: isOpen ? 'close' : 'delete', identity: name, uid, base });
      return;
    }
  };

  const stateAt = (at: Instant): MemberState => {
    if (end !== undefined) return 'ended';
    if (isLeaving) return 'leaving';
    if (shown === undefined) return (election?.found?.holder ?? '') === '' ? 'joining' : 'waiting';
    if (!isFresh(at)) return 'suspended';
    return isAgreed() ? 'sharing' : 'waiting';
  };
  /** What is done in each state. */
  const duties: Readonly<Record<MemberState, readonly (() => void)[]>> = {
    joining: [join, renew],
    waiting: [join, renew, arrange, sweep],
    sharing: [renew, arrange, sweep],
    suspended: [renew],
    leaving: [leave, renew, arrange, sweep],
    ended: [],
  };

  return {
    identity,
    /** Takes what happened and returns the requests to send. Call it again after `wakeInMs`. */
    step(events: readonly MemberEvent[], at: Instant): readonly MemberRequest[] {
      if (shown !== undefined && elapsedMs(shown, at) < responsiveMs) live += at.monotonic - now.monotonic;
      now = at;
      wakeAt = now.monotonic + retryPeriodMs;
      requests = [];
      for (const event of events) if (end === undefined) take(event);
      const before = missing;
      missing = new Map();
      for (const { holder } of table()?.shards ?? []) {
        if (holder === undefined || holder === identity || members.has(holder)) continue;
        missing.set(holder, before.get(holder) ?? live);
      }
      for (const act of duties[stateAt(now)]) act();
      // Others need not wait for one that is over before its time.
      if ((end === 'deleted' || end === 'restored') && ownVersion !== undefined && !hasClosed) sendOwn('close');
      return requests;
    },
    get wakeInMs(): number {
      return Math.max(0, wakeAt - now.monotonic);
    },
    state: stateAt,
    get end(): MemberEnd | undefined {
      return end;
    },
    /** The table to pass to the next identity as `suspect`. */
    get suspect(): string | undefined {
      return suspect;
    },
    /** Reports whether a request of a held shard may begin at this moment. */
    isFresh,
    holding,
    /** The mark of a holding: fixed when the shard was taken. */
    epoch: (shard: number): string | undefined => (isMine(shard) ? taken.get(shard) : undefined),
    /** The Lease of the table as it was seen last. */
    get stored(): StoredTable | undefined {
      return stored ?? election?.found;
    },
  };
}

/** Reports whether one version is older than another; they are numbers. */
export function isBefore(version: string, other: string): boolean {
  return version.length === other.length ? version < other : version.length < other.length;
}
