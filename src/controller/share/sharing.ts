import type { Client } from '../../core/client.js';
import { isKubeError, isObjectNotFound } from '../../core/errors.js';
import { abortWith, onAbort } from '../../core/shared/abort.js';
import {
  requireClient,
  requireClock,
  requireFunction,
  requireKnownOptions,
  requireMilliseconds,
  requireOneOf,
  requireSignal,
  requireText,
  type OptionChecks,
} from '../../core/shared/arguments.js';
import type { Clock } from '../../core/shared/clock.js';
import { callQuietly } from '../../core/shared/call-quietly.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { limitTime } from '../../core/shared/limit-time.js';
import { follow } from '../../watch/follow.js';
import { createTimekeeper, type ElectionClock } from '../lease/election-clock.js';
import { guardClients, type GuardedClients } from '../lease/leadership.js';
import { leaseMapping, type Lease } from '../lease/lease.js';
import { annotationOf } from '../lease/options.js';
import { measureWith, type OnMeasurement } from '../metrics.js';
import { DrainTimeoutError, NotHolderError, type HoldingEnd } from './errors.js';
import { createMember, type SharingMember, type MemberEvent, type MemberRequest, type MemberState } from './member.js';
import { closedLease, memberLease, readMemberLease, readTableLease, sharingLabel, tableLease } from './share-leases.js';

/** What of an object, or of a key, says to which shard it belongs. */
export type ShareBy = 'key' | 'namespace';

/** Options of {@link createSharing}. Times are in milliseconds. */
export interface SharingOptions {
  /** The name of the Lease of the table, at most 63 characters; that of a former leader election may be taken. */
  readonly name: string;
  /** The namespace of the Leases: best one of their own. */
  readonly namespace: string;
  /** The identity of this member, different for each process and each run of it. @default a UUID */
  readonly identity?: string | undefined;
  /** How many shards there are, a power of two. All members need the same. @default 64 */
  readonly shards?: number | undefined;
  /**
   * What says to which shard an object belongs: its `namespace/name`, or its namespace, so that one member has all objects
   * of a namespace.
   * @default 'key'
   */
  readonly by?: ShareBy | undefined;
  /** After how long of silence others close a member. @default 15_000 */
  readonly leaseDurationMs?: number | undefined;
  /** After how long without a renewal a member sends nothing. @default 10_000 */
  readonly renewDeadlineMs?: number | undefined;
  /** The pause between two renewals. @default 2_000 */
  readonly retryPeriodMs?: number | undefined;
  /** How long work may go on when its shard is to go to another member. Then its signal is aborted. @default 20_000 */
  readonly drainTimeoutMs?: number | undefined;
  /** Whether writes carry the epoch of their holding, as in a leader election. @default false */
  readonly fence?: boolean | { readonly annotation: string } | undefined;
  /** A client for the Leases alone, so that no other request delays a renewal. @default the client */
  readonly leaseClient?: Client | undefined;
  /** Called when the state or the held shards have changed. @default nothing is called */
  readonly onChange?: ((sharing: Pick<Sharing, 'state' | 'held' | 'waitsFor'>) => void) | undefined;
  /** Called for each failed request for a Lease; the member goes on as long as it can. @default nothing is called */
  readonly onError?: ((error: unknown) => void) | undefined;
  /** Called with each value of `sharing.held`, `sharing.handovers` and `sharing.suspensions`. @default nothing is measured */
  readonly onMeasurement?: OnMeasurement | undefined;
  /** Ends the sharing like `stop()`. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runtime's */
  readonly clock?: ElectionClock | undefined;
}

/** The means of work for one key while this member holds it. */
export interface KeyHolding extends GuardedClients {
  /** The key. */
  readonly key: string;
  /** Aborted with a `NotHolderError` when the work has to end at once. */
  readonly signal: AbortSignal;
  /** Aborted when the shard goes to another member: finish what is begun, and return. */
  readonly draining: AbortSignal;
  /** Distinguishes this holding from all others of the shard. */
  readonly epoch: string;
  /**
   * Checks now whether a request may begin, for work other than requests.
   *
   * @throws NotHolderError if this member does not hold the key at this moment
   */
  check(): void;
}

/** One of several members that share work. Made by {@link createSharing}. */
export interface Sharing {
  /** The name of the Lease of the table. */
  readonly name: string;
  /** The present state of this member. */
  readonly state: MemberState;
  /** The shards that this member holds. */
  readonly held: readonly number[];
  /** What a member in the state `waiting` waits for, in words; undefined otherwise. */
  readonly waitsFor: string | undefined;
  /**
   * Calls `work` for every key while this member holds it. Work that returns is not called again before the key was held by
   * another; work that throws ends the sharing.
   *
   * @param keys the keys, or each new set of them
   * @throws whatever `work` throws, and the reason of an end by itself; resolves after `stop()`
   */
  run(
    keys: readonly string[] | AsyncIterable<readonly string[]>,
    work: (holding: KeyHolding) => unknown,
  ): Promise<void>;
  /**
   * Gives all shards to the others, when their work has ended, and ends.
   *
   * @throws DrainTimeoutError
   */
  stop(): Promise<void>;
  /** Resolves after `stop()`; rejects with the reason of any other end. */
  readonly ended: Promise<void>;
  /** Returns an error for a health check if the process should be restarted. */
  unhealthy(): Error | undefined;
  /** For controllers of this package. @internal */
  readonly '~inner': SharingGate;
}

/** How a controller uses a sharing. */
export interface SharingGate {
  /** What says to which shard an object belongs. */
  readonly by: ShareBy;
  /** Returns the shard of a key. */
  shardOf(text: string): number;
  /** Whether requests for the shard are this member's. */
  holds(shard: number): boolean;
  /** Begins work of a shard: `lost` if it is not this member's, `later` if it may not begin now. */
  enter(shard: number, client: Client): EnteredShard | 'lost' | 'later';
  /** Calls the listener with each shard that is gained. */
  onGained(listener: (shard: number) => void): () => void;
}

/** A shard in which a piece of work has begun. */
export interface EnteredShard {
  /** The client, which sends nothing once the shard is not held. */
  readonly client: Client;
  /** Aborted when the work has to end at once. */
  readonly signal: AbortSignal;
  /** Tells that the work has ended. */
  leave(): void;
}

/** A shard that this member holds, or whose work has not ended yet. */
interface ShardHolding {
  readonly shard: number;
  readonly member: SharingMember;
  readonly epoch: string;
  readonly over: AbortController;
  readonly draining: AbortController;
  readonly clients: Map<Client, GuardedClients>;
  end: HoldingEnd | undefined;
  running: number;
  readonly check: () => void;
}

/** How long work may take to end after its signal was aborted. */
const abortGraceMs = 5000;
/** How long a member waits before it comes back with a new identity. */
const restartMs = 100;
const version = 'v1';

const checks: OptionChecks<SharingOptions> = {
  name: requireText,
  namespace: requireText,
  identity: requireText,
  shards: true,
  by: (option, value) => requireOneOf(option, value as ShareBy, ['key', 'namespace']),
  leaseDurationMs: requireMilliseconds,
  renewDeadlineMs: requireMilliseconds,
  retryPeriodMs: requireMilliseconds,
  drainTimeoutMs: requireMilliseconds,
  fence: true,
  leaseClient: (_option, value) => {
    requireClient(value);
  },
  onChange: requireFunction,
  onError: requireFunction,
  onMeasurement: requireFunction,
  signal: requireSignal,
  clock: requireClock,
};

/**
 * Creates a member that shares work with others: every key is held by one of them at a time. It joins at once, by Leases in
 * the given namespace. Use a leader election where one replica can do all the work.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const sharing = createSharing(client, { name: 'backups', namespace: 'backups-leases' });
 * await sharing.run(['daily', 'weekly'], async (held) => {
 *   while (!held.draining.aborted) console.log(held.key, (await held.client.resource('pods').list()).items.length);
 * });
 * @see https://kubernetes.io/docs/concepts/architecture/leases/
 */
export function createSharing(client: Client, options: SharingOptions): Sharing {
  requireClient(client);
  const settings = requireKnownOptions(options, checks);
  const { name, namespace, identity = crypto.randomUUID(), shards = 64, by = 'key', onChange, onError } = settings;
  const {
    leaseDurationMs = 15_000,
    renewDeadlineMs = 10_000,
    retryPeriodMs = 2000,
    drainTimeoutMs = 20_000,
  } = settings;
  if (!Number.isInteger(Math.log2(shards)) || shards < 1 || shards > 1024) {
    throw new InvalidArgumentError('shards', 'must be a power of two, at most 1024');
  }
  for (const [argument, value, most] of [
    ['name', name, 63],
    ['namespace', namespace, 63],
    ['identity', identity, 150],
  ] as const) {
    if (/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(value) && value.length <= most) continue;
    throw new InvalidArgumentError(argument, `must be letters in lower case, digits and hyphens, at most ${most}`);
  }
  if (!(leaseDurationMs > renewDeadlineMs && renewDeadlineMs >= retryPeriodMs * 2.5)) {
    throw new InvalidArgumentError(
      'renewDeadlineMs',
      'must be less than leaseDurationMs and at least 2.5 times retryPeriodMs',
    );
  }
  const annotation = annotationOf(settings);
  const params = `${version} ${shards} ${by}`;
  const time = createTimekeeper(settings.clock);
  const over = new AbortController();
  const clock: Clock = {
    now: () => time.now().monotonic,
    sleep: (ms, signal = over.signal) => time.sleep(ms, signal),
  };
  const { leaseClient = client } = settings;
  const leases = leaseClient.handle(leaseMapping).namespace(namespace);
  const prefix = `${name}-member-`;
  const measure = measureWith(settings.onMeasurement, { 'sharing.name': name });
  const stopRequest = new Error('The sharing was stopped.');
  const holdings = new Map<number, ShardHolding>();
  const listeners = new Set<(shard: number) => void>();
  /** The Leases as they were seen last, by name. */
  let known = new Map<string, Lease>();
  let unlabelled: Lease | undefined;
  let member: SharingMember;
  let ending: SharingMember | undefined;
  let runs = 0;
  let isStopping = false;
  let hanging: DrainTimeoutError | undefined;
  let watching = new AbortController();
  let timer = new AbortController();
  let told = '';
  let lastState: MemberState = 'joining';

  const reportError = (error: unknown): void => {
    callQuietly(() => onError?.(error));
  };
  let end!: (error?: Error) => void;
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => {
      if (over.signal.aborted) return;
      over.abort(error ?? stopRequest);
      watching.abort(stopRequest);
      timer.abort();
      for (const holding of holdings.values()) finish(holding, 'ended');
      if (error === undefined) resolve();
      else reject(error);
    };
  });
  ended.catch(() => undefined);

  // The member and its Leases

  const advance = (events: readonly MemberEvent[]): void => {
    if (over.signal.aborted) return;
    const current = member;
    for (const request of current.step(events, time.now())) void send(current, request);
    followHoldings();
    tell();
    timer.abort();
    if (current.end !== undefined) {
      if (isStopping) return end();
      // A moment later, so that all that have ended do not come back together.
      if (ending !== current)
        time.sleep(restartMs * (1 + Math.random()), over.signal).then(
          () => begin(current.suspect),
          () => undefined,
        );
      ending = current;
      return;
    }
    timer = new AbortController();
    time.sleep(Math.max(1, current.wakeInMs), timer.signal).then(
      () => {
        advance([{ type: 'tick' }]);
      },
      () => undefined,
    );
  };
  const begin = (suspect?: string): void => {
    runs += 1;
    member = createMember({
      ...{ identity: runs === 1 ? identity : `${identity}-${runs}`, params, shards, suspect },
      ...{ leaseDurationMs, renewDeadlineMs, retryPeriodMs },
      isIdle: (shard) => (holdings.get(shard)?.running ?? 0) === 0,
      newGeneration: () => crypto.randomUUID(),
    });
    known = new Map();
    void watch(member);
    advance([{ type: 'tick' }]);
  };
  const eventOf = (leaseName: string, lease: Lease | undefined): MemberEvent | undefined => {
    if (leaseName === name) return { type: 'table', stored: lease && readTableLease(lease, shards) };
    if (!leaseName.startsWith(prefix)) return undefined;
    return { type: 'member', identity: leaseName.slice(prefix.length), stored: lease && readMemberLease(lease) };
  };
  /** Shows all Leases to a member. What a list shows is one step, with the table first. */
  async function watch(current: SharingMember): Promise<void> {
    watching.abort(stopRequest);
    const mine = (watching = new AbortController());
    const { signal } = mine;
    for (;;) {
      const before = known;
      const seen = new Map<string, Lease>();
      let listing: MemberEvent[] | undefined = [];
      try {
        const labelSelector = `${sharingLabel}=${name}`;
        for await (const step of follow(leases, { labelSelector, signal, clock })) {
          if (signal.aborted) return;
          if (step.type === 'interrupted') listing ??= [];
          else if (step.type === 'synced' || step.type === 'recovered') {
            const events = listing ?? [];
            if (step.type === 'synced') {
              for (const gone of before.keys())
                if (!seen.has(gone)) events.push(...[eventOf(gone, undefined)].filter((each) => each !== undefined));
              known = seen;
            }
            listing = undefined;
            advance([
              ...events.sort((a, b) => Number(b.type === 'table') - Number(a.type === 'table')),
              { type: 'synced' },
            ]);
          } else {
            const lease = step.object as unknown as Lease;
            const leaseName = lease.metadata.name ?? '';
            if (step.type === 'removed') seen.delete(leaseName);
            else seen.set(leaseName, lease);
            const event = eventOf(leaseName, step.type === 'removed' ? undefined : lease);
            if (event === undefined) continue;
            if (listing === undefined) advance([event]);
            else listing.push(event);
          }
          if (current !== member) return;
        }
      } catch (error) {
        if (signal.aborted) return;
        reportError(error);
      }
      await time.sleep(retryPeriodMs, signal).catch(() => undefined);
      if (signal.aborted) return;
    }
  }
  async function send(current: SharingMember, request: MemberRequest): Promise<void> {
    if (request.lane === 'watch') {
      void watch(current);
      return;
    }
    const { lane } = request;
    const limit = limitTime(retryPeriodMs * 1.5, leaseClient.signal, clock);
    let answer: Omit<MemberEvent & { type: 'answer' }, 'type' | 'lane'>;
    try {
      answer = { outcome: 'done', ...(await carryOut(current, request, limit.signal)) };
    } catch (error) {
      const isRefused =
        isKubeError(error) && error.code === 'api' && error.statusCode < 500 && error.statusCode !== 408;
      if (!isRefused || ![404, 409].includes(error.statusCode)) reportError(error);
      answer = { outcome: isRefused ? 'refused' : 'lost' };
    } finally {
      limit.end();
    }
    if (current === member) advance([{ type: 'answer', lane, ...answer }]);
  }
  async function carryOut(
    { identity: own }: SharingMember,
    request: Exclude<MemberRequest, { lane: 'watch' }>,
    signal: AbortSignal,
  ): Promise<{ version?: string | undefined; stored?: ReturnType<typeof readTableLease> | undefined }> {
    if (request.do === 'read') {
      unlabelled = await leases.get(name, { signal }).catch((error: unknown) => {
        if (isObjectNotFound(error)) return undefined;
        throw error;
      });
      return { stored: unlabelled && readTableLease(unlabelled, shards) };
    }
    const target = request.lane === 'table' ? name : `${prefix}${request.lane === 'own' ? own : request.identity}`;
    if (request.do === 'delete') {
      await leases.delete(target, { preconditions: { uid: request.uid, resourceVersion: request.base }, signal });
      return {};
    }
    const before = request.lane === 'own' ? undefined : (known.get(target) ?? unlabelled);
    const wallMs = time.now().wall;
    const body =
      request.lane === 'table'
        ? tableLease(before, request.do === 'write' ? request.table : undefined)
        : request.lane === 'own'
          ? memberLease(request.content, {
              identity: own,
              isOpen: request.do === 'renew',
              wallMs,
              durationMs: leaseDurationMs,
            })
          : closedLease(before as Lease);
    const labels = { ...body.metadata?.labels, [sharingLabel]: name };
    const metadata = { ...body.metadata, name: target, namespace, labels, resourceVersion: request.base };
    const written =
      request.base === undefined
        ? await leases.create({ ...body, metadata }, { signal })
        : await leases.replace({ ...body, metadata } as never, { signal });
    return { version: written.metadata.resourceVersion };
  }

  // What it holds

  const finish = (holding: ShardHolding, why: HoldingEnd): void => {
    holding.end ??= why;
    holding.draining.abort();
    holding.over.abort(new NotHolderError(holding.end, name, holding.member.identity));
    if (holding.running === 0 && holdings.get(holding.shard) === holding) holdings.delete(holding.shard);
  };
  const drain = (holding: ShardHolding): void => {
    if (holding.draining.signal.aborted) return;
    holding.draining.abort();
    const isGone = (): boolean => holdings.get(holding.shard) !== holding;
    const limits = async (): Promise<void> => {
      await time.sleep(drainTimeoutMs, over.signal);
      if (isGone()) return;
      holding.end ??= 'drained';
      holding.over.abort(new NotHolderError('drained', name, holding.member.identity));
      await time.sleep(abortGraceMs, over.signal);
      if (isGone()) return;
      hanging = new DrainTimeoutError(name, holding.shard, drainTimeoutMs + abortGraceMs);
      end(hanging);
    };
    limits().catch(() => undefined);
  };
  const followHoldings = (): void => {
    for (const holding of holdings.values()) {
      const { shard, epoch } = holding;
      const now = member.holding(shard);
      if (now === 'none' || member !== holding.member || member.epoch(shard) !== epoch) finish(holding, 'lost');
      else if (now === 'draining') drain(holding);
      if (holding.running === 0 && holding.draining.signal.aborted) holdings.delete(shard);
    }
    const gained: number[] = [];
    for (let shard = 0; shard < shards; shard += 1) {
      if (holdings.has(shard) || member.holding(shard) !== 'held') continue;
      holdings.set(shard, newHolding(shard, member));
      gained.push(shard);
    }
    if (gained.length > 0) measure?.('sharing.handovers', gained.length);
    for (const shard of gained) for (const listener of listeners) listener(shard);
  };
  const newHolding = (shard: number, current: SharingMember): ShardHolding => {
    const holding: ShardHolding = {
      ...{ shard, member: current, epoch: current.epoch(shard) ?? '', clients: new Map(), end: undefined, running: 0 },
      ...{ over: new AbortController(), draining: new AbortController() },
      check: () => {
        const why = holding.end ?? (current.isFresh(time.now()) ? undefined : 'suspended');
        if (why !== undefined) throw new NotHolderError(why, name, current.identity);
      },
    };
    return holding;
  };
  const clientsOf = (holding: ShardHolding, any: Client): GuardedClients => {
    const { over, check, epoch, clients } = holding;
    const fence = annotation === undefined ? undefined : { annotation, epoch };
    const made = clients.get(any) ?? guardClients(any, { signal: over.signal, check }, fence);
    clients.set(any, made);
    return made;
  };
  /** Counts work of a holding; returns what ends it. */
  const count = (holding: ShardHolding): (() => void) => {
    holding.running += 1;
    return () => {
      holding.running -= 1;
      if (holding.running === 0 && holding.draining.signal.aborted) advance([{ type: 'tick' }]);
    };
  };
  const held = (): number[] =>
    [...holdings.values()].filter((each) => !each.draining.signal.aborted).map(({ shard }) => shard);
  const stateNow = (): MemberState => (over.signal.aborted ? 'ended' : member.state(time.now()));
  const waitsFor = (): string | undefined => {
    if (stateNow() !== 'waiting') return undefined;
    const { stored, table } = member;
    if (table === undefined) return `the Lease ${namespace}/${name} is held by ${JSON.stringify(stored?.holder ?? '')}`;
    const holders = [...new Set(table.holders)].filter((each) => each !== undefined);
    return `the table has ${JSON.stringify(table.params)} and this member ${JSON.stringify(params)}, and shards are held by ${holders.join(', ')}`;
  };
  let wasHeld = 0;
  const tell = (): void => {
    const state = stateNow();
    const shardsNow = held();
    if (state === 'suspended' && lastState !== 'suspended') measure?.('sharing.suspensions', 1);
    lastState = state;
    if (shardsNow.length !== wasHeld) measure?.('sharing.held', shardsNow.length - wasHeld);
    wasHeld = shardsNow.length;
    const text = `${state} ${shardsNow.join()}`;
    if (text === told) return;
    told = text;
    callQuietly(() => onChange?.({ state, held: shardsNow, waitsFor: waitsFor() }));
  };
  const shardOf = (text: string): number => hash(text) & (shards - 1);

  async function runKeys(
    keys: AsyncIterable<readonly string[]>,
    work: (holding: KeyHolding) => unknown,
  ): Promise<void> {
    /** The work of each key, with the holding that it was called for. */
    const working = new Map<string, { readonly holding: ShardHolding; readonly left: AbortController }>();
    let wanted: ReadonlySet<string> = new Set();
    const call = async (key: string): Promise<void> => {
      const holding = holdings.get(shardOf(key));
      if (holding === undefined || holding.draining.signal.aborted || working.get(key)?.holding === holding) return;
      const left = new AbortController();
      working.set(key, { holding, left });
      const stop = count(holding);
      const { epoch, check, draining, over: ending } = holding;
      const signal = new AbortController();
      abortWith(signal, [ending.signal, left.signal]);
      try {
        await work({
          ...clientsOf(holding, client),
          key,
          epoch,
          check,
          draining: draining.signal,
          signal: signal.signal,
        });
      } catch (error) {
        if (!signal.signal.aborted) end(error as Error);
        else if (error !== signal.signal.reason) reportError(error);
      } finally {
        stop();
      }
    };
    const off = gate.onGained((shard) => {
      for (const key of wanted) if (shardOf(key) === shard) void call(key);
    });
    try {
      const reading = (async () => {
        for await (const list of keys) {
          if (over.signal.aborted) return;
          wanted = new Set(list);
          for (const [key, { left }] of working) {
            if (wanted.has(key)) continue;
            left.abort(new NotHolderError('ended', name, member.identity));
            working.delete(key);
          }
          for (const key of wanted) void call(key);
        }
      })();
      reading.catch(end);
      await ended;
    } finally {
      off();
    }
  }

  const gate: SharingGate = {
    by,
    shardOf,
    holds: (shard) => holdings.get(shard)?.draining.signal.aborted === false,
    enter(shard, any) {
      const holding = holdings.get(shard);
      if (holding === undefined || holding.draining.signal.aborted) return 'lost';
      if (!holding.member.isFresh(time.now())) return 'later';
      return { client: clientsOf(holding, any).client, signal: holding.over.signal, leave: count(holding) };
    },
    onGained(listener) {
      listeners.add(listener);
      for (const holding of holdings.values()) if (!holding.draining.signal.aborted) listener(holding.shard);
      return () => listeners.delete(listener);
    },
  };
  const stop = async (): Promise<void> => {
    if (!isStopping && !over.signal.aborted) {
      isStopping = true;
      // What cannot be given back in time expires by itself.
      const limitMs = drainTimeoutMs + abortGraceMs + retryPeriodMs * 2;
      time.sleep(limitMs, over.signal).then(
        () => end(),
        () => undefined,
      );
      advance([{ type: 'leave' }]);
    }
    await ended.catch((error: unknown) => {
      if (error instanceof DrainTimeoutError) throw error;
    });
  };
  begin();
  const closed = (): void => {
    end(leaseClient.signal.reason as Error);
  };
  const offs = [
    onAbort(leaseClient.signal, closed),
    settings.signal && onAbort(settings.signal, () => void stop().catch(() => undefined)),
  ];
  ended.then(undefined, () => undefined).finally(() => offs.forEach((off) => off?.()));
  if (settings.signal?.aborted === true) void stop().catch(() => undefined);

  return Object.freeze<Sharing>({
    name,
    get state() {
      return stateNow();
    },
    get held() {
      return held();
    },
    get waitsFor() {
      return waitsFor();
    },
    run: (keys, work) => {
      requireFunction('work', work);
      return runKeys(
        Array.isArray(keys) ? once(keys as readonly string[]) : (keys as AsyncIterable<readonly string[]>),
        work,
      );
    },
    stop,
    ended,
    unhealthy: () => hanging,
    '~inner': gate,
  });
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield await Promise.resolve(value);
}

/** FNV-1a, mixed by the finalizer of murmur: the first bits of FNV-1a alone are uneven for names that are alike. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
