import type { Client } from '../../core/client.js';
import { isKubeError, isObjectNotFound } from '../../core/errors.js';
import { shardIndex } from '../../core/selector/shard-selector.js';
import { abortWith, onAbort } from '../../core/shared/abort.js';
import { oneOf, requireClient, requireFunction, requireMilliseconds } from '../../core/shared/arguments.js';
import { callQuietly } from '../../core/shared/call-quietly.js';
import { systemClock, withinTime } from '../../core/shared/clock.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { follow } from '../../watch/follow.js';
import { instantOf } from '../lease/election-clock.js';
import { LeaseForbiddenError, WorkTimeoutError, type HoldingEnd } from '../lease/errors.js';
import { beginTerm, type Leadership, type Term } from '../lease/leadership.js';
import { findLease, leasesOf, type Lease } from '../lease/lease.js';
import { readLeaseOptions, type LeaseOptions } from '../lease/options.js';
import { measureWith } from '../metrics.js';
import { longestWaitMs } from '../own-writes.js';
import {
  createMember,
  isBefore,
  type MemberAnswer,
  type MemberEvent,
  type MemberRequest,
  type MemberState,
  type SharingMember,
} from './member.js';
import { formerWritesSeen, sourceKey, type HeldShard, type ShareBy, type SharingGate } from './sharing-gate.js';
import { contentOf, readMemberLease, readTableLease, sharingLabel } from './share-leases.js';

/** Options of {@link createSharing}. Times are in milliseconds. All members need the same, save those that are called. */
export interface SharingOptions extends LeaseOptions {
  /** How many shards there are, a power of two. @default 64 */
  readonly shards?: number | undefined;
  /**
   * What says to which shard an object belongs: its `namespace/name`; its namespace, so that one member has all objects of
   * a namespace; or its uid. With `uid`, an object that is deleted and created again under its name may be reconciled by two
   * members at once.
   * @default 'key'
   */
  readonly by?: ShareBy | undefined;
  /** How long work may go on when its shard is to go to another member. Then its signal is aborted. @default 20_000 */
  readonly drainTimeoutMs?: number | undefined;
  /** Called when the state or the held shards have changed. @default nothing is called */
  readonly onChange?: ((sharing: Pick<Sharing, 'state' | 'held' | 'waitsFor'>) => void) | undefined;
}

/** The means of work for one key while this member holds it: those of a leader, and more. */
export interface KeyHolding extends Leadership {
  /** The key. */
  readonly key: string;
  /** Aborted when the shard goes to another member: finish what is begun, and return. */
  readonly draining: AbortSignal;
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
   * @throws WorkTimeoutError
   */
  stop(): Promise<void>;
  /** Resolves after `stop()`; rejects with the reason of any other end. */
  readonly ended: Promise<void>;
  /** Returns an error for a health check if the process should be restarted. */
  unhealthy(): Error | undefined;
  /** For controllers of this package. @internal */
  readonly '~inner': SharingGate;
}

/** A shard that this member holds, or whose work has not ended yet. */
interface ShardHolding extends HeldShard {
  readonly term: Term;
  /** Aborted once no more work may begin. */
  readonly draining: AbortController;
  running: number;
}

/** How long work may take to end after its signal was aborted. */
const abortGraceMs = 5000;
/** How long a member waits before it comes back with a new identity. */
const restartMs = 100;
/** How many pauses between renewals the renew deadline has at least. */
const leastPauses = 2.5;
const version = 'v1';

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
  const further = {
    shards: true,
    by: oneOf('key', 'uid', 'namespace'),
    drainTimeoutMs: requireMilliseconds,
    onChange: requireFunction,
  } as const;
  const settings = readLeaseOptions(options, further, leastPauses);
  const { name, namespace, identity, annotation, onChange, onError } = settings;
  const { shards = 64, by = 'key', drainTimeoutMs = 20_000 } = settings;
  const { leaseDurationMs, retryPeriodMs } = settings;
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
  const params = `${version} ${shards} ${by}`;
  const { clock = systemClock } = settings;
  const [stopping, over] = [new AbortController(), new AbortController()];
  const leaseKey = `${namespace}/${name}`;
  const leases = leasesOf(client, namespace);
  const prefix = `${name}-member-`;
  const measure = measureWith(settings.onMeasurement, { 'sharing.name': name });
  const stopRequest = new Error('The sharing was stopped.');
  const holdings = new Map<number, ShardHolding>();
  const listeners = new Set<Parameters<SharingGate['listen']>>();
  /** The newest version that controllers wrote, by source. */
  const written: Record<string, string> = {};
  /** The Leases as they were seen last. */
  let known = new Map<string, Lease>();
  let unlabelled: Lease | undefined;
  let member: SharingMember;
  let ending: SharingMember | undefined;
  let runs = 0;
  let watching = new AbortController();
  let timer = new AbortController();
  let told: Pick<Sharing, 'state' | 'held'> | undefined;

  /** Does something later, unless the sharing or the given signal ends before. */
  const later = (ms: number, act: () => void, signal = over.signal): void => {
    clock.sleep(ms, signal).then(act, () => undefined);
  };
  const reportError = (error: unknown): void => {
    const isForbidden = isKubeError(error) && error.code === 'api' && error.statusCode === 403;
    callQuietly(() => onError?.(isForbidden ? new LeaseForbiddenError(namespace, error) : error));
  };
  const end = (reason: unknown = stopRequest): void => {
    over.abort(reason);
  };
  const ended = new Promise<void>((resolve, reject) => {
    onAbort(over.signal, () => {
      watching.abort(stopRequest);
      timer.abort();
      for (const holding of holdings.values()) finish(holding, 'ended');
      tell();
      if (over.signal.reason === stopRequest) resolve();
      else reject(over.signal.reason as Error);
    });
  });
  ended.catch(() => undefined);

  // The member and its Leases

  const advance = (events: readonly MemberEvent[] = []): void => {
    if (over.signal.aborted) return;
    const current = member;
    for (const request of current.step(events, instantOf(clock))) void send(current, request);
    followHoldings();
    tell();
    timer.abort();
    if (current.end() === undefined) {
      timer = new AbortController();
      later(Math.max(1, current.wakeInMs()), advance, timer.signal);
    } else if (stopping.signal.aborted) end();
    else if (ending !== current) {
      ending = current;
      if (current.end() === 'restored') for (const [, onRestored] of listeners) onRestored?.();
      // A moment later, so that all that have ended do not come back together.
      later(restartMs * (1 + Math.random()), () => {
        begin(current.suspect());
      });
    }
  };
  const begin = (suspect?: string): void => {
    runs += 1;
    member = createMember({
      ...settings,
      ...{ identity: runs === 1 ? identity : `${identity}-${runs}`, params, shards, suspect, written },
      isIdle: (shard) => (holdings.get(shard)?.running ?? 0) === 0,
    });
    known = new Map();
    void watch();
    advance();
  };
  const eventsOf = (lease: Lease, isGone: boolean): readonly MemberEvent[] => {
    const { name: leaseName = '' } = lease.metadata;
    if (leaseName === name) return [{ type: 'table', stored: isGone ? undefined : readTableLease(lease, shards) }];
    if (!leaseName.startsWith(prefix)) return [];
    const stored = isGone ? undefined : readMemberLease(lease);
    return [{ type: 'member', identity: leaseName.slice(prefix.length), stored }];
  };
  /** Shows all Leases to the member. What a list shows is one step, with the table first. */
  async function watch(): Promise<void> {
    watching.abort(stopRequest);
    const { signal } = (watching = new AbortController());
    const state = known as Map<string, never>;
    while (!signal.aborted) {
      let isListing = true;
      const events: MemberEvent[] = [];
      try {
        for await (const step of follow(leases, { labelSelector: `${sharingLabel}=${name}`, signal, clock, state })) {
          if (signal.aborted as boolean) return;
          if (step.type === 'interrupted') isListing = true;
          else if (step.type === 'synced' || step.type === 'recovered') {
            isListing = false;
            events.push({ type: 'synced' });
          } else events.push(...eventsOf(step.object, step.type === 'removed'));
          const isTable = ({ type }: MemberEvent): number => Number(type === 'table');
          if (!isListing) advance(events.splice(0).sort((a, b) => isTable(b) - isTable(a)));
        }
      } catch (error) {
        if (!(signal.aborted as boolean)) reportError(error);
      }
      await clock.sleep(retryPeriodMs, signal).catch(() => undefined);
    }
  }
  async function send(current: SharingMember, request: MemberRequest): Promise<void> {
    if (request.lane === 'watch') return watch();
    const act = (signal: AbortSignal) => carryOut(current.identity, request, signal);
    const carriedOut = withinTime([retryPeriodMs * 1.5, client.signal, clock], act);
    const answer = await carriedOut.catch((error: unknown): Pick<MemberAnswer, 'outcome'> => {
      const isRefused = isKubeError(error) && error.code === 'api' && [404, 409].includes(error.statusCode);
      // Who lacks the namespace is told; that another was faster is nothing to tell.
      if (!isRefused || (error.statusCode === 404 && !isObjectNotFound(error))) reportError(error);
      return { outcome: isRefused ? 'refused' : 'lost' };
    });
    if (current === member) advance([{ type: 'answer', lane: request.lane, ...answer }]);
  }
  async function carryOut(
    own: string,
    request: Exclude<MemberRequest, { lane: 'watch' }>,
    signal: AbortSignal,
  ): Promise<Pick<MemberAnswer, 'outcome' | 'version' | 'stored'>> {
    if (request.do === 'read') {
      unlabelled = await findLease(leases, name, signal);
      return { outcome: 'done', stored: unlabelled && readTableLease(unlabelled, shards) };
    }
    const target = request.lane === 'table' ? name : `${prefix}${request.lane === 'own' ? own : request.identity}`;
    if (request.do === 'delete') {
      const { uid, version: resourceVersion } = request.stored;
      await leases.delete(target, { preconditions: { uid, resourceVersion }, signal });
      return { outcome: 'done' };
    }
    const resourceVersion = request.lane === 'other' ? request.stored.version : request.base;
    const before = known.get(`${namespace}/${target}`) ?? (request.lane === 'table' ? unlabelled : undefined);
    const [spec, content] = contentOf(request, own, leaseDurationMs, instantOf(clock).wall);
    const labels = { ...before?.metadata.labels, [sharingLabel]: name };
    const annotations = { ...before?.metadata.annotations, ...content };
    const metadata = { ...before?.metadata, name: target, namespace, resourceVersion, labels, annotations };
    // What else the Lease has is kept.
    const body = { ...before, metadata, spec: { ...before?.spec, ...spec } };
    const answer = await (resourceVersion === undefined
      ? leases.create(body, { signal })
      : leases.replace(body as never, { signal }));
    return { outcome: 'done', version: answer.metadata.resourceVersion };
  }

  // What it holds

  const isOver = ({ draining }: ShardHolding): boolean => draining.signal.aborted;
  const finish = ({ draining, term }: ShardHolding, why: HoldingEnd): void => {
    draining.abort();
    term.end(why);
  };
  const drain = (shard: number, holding: ShardHolding): void => {
    if (isOver(holding)) return;
    holding.draining.abort();
    const isGone = (): boolean => holdings.get(shard) !== holding;
    later(drainTimeoutMs, () => {
      if (isGone()) return;
      finish(holding, 'drained');
      later(abortGraceMs, () => {
        const limit = `drainTimeoutMs, and ${abortGraceMs} after its signal was aborted`;
        if (!isGone()) end(new WorkTimeoutError(leaseKey, drainTimeoutMs + abortGraceMs, limit));
      });
    });
  };
  const followHoldings = (): void => {
    for (const [shard, holding] of holdings) {
      const now = member.holding(shard);
      if (now === 'none' || member.epoch(shard) !== holding.term.leadership.epoch) finish(holding, 'taken');
      else if (now === 'draining') drain(shard, holding);
      if (holding.running === 0 && isOver(holding)) holdings.delete(shard);
    }
    const gained: ShardHolding[] = [];
    for (let shard = 0; shard < shards; shard += 1) {
      if (!holdings.has(shard) && member.holding(shard) === 'held') gained.push(newHolding(shard, member));
    }
    if (gained.length === 0) return;
    measure?.('sharing.handovers', gained.length);
    for (const [onGained] of listeners) onGained(gained);
  };
  const newHolding = (shard: number, current: SharingMember): ShardHolding => {
    const isFresh = (): boolean => current.isFresh(instantOf(clock));
    const lost = { lease: leaseKey, identity: current.identity };
    const term = beginTerm({ client, annotation, epoch: current.epoch(shard) ?? '', ...lost, isFresh });
    const table = current.stored()?.table;
    const holding: ShardHolding = {
      ...{ term, draining: new AbortController(), running: 0 },
      written: (table?.shards[shard]?.deaths ?? 0) > 0 ? undefined : table?.versions,
      enter(any) {
        if (!isFresh()) return undefined;
        const { guard, signal } = term.leadership;
        const end = count(holding);
        // Once the informers have shown the ends, their versions are known to the next holder.
        const leave = (ends: readonly Promise<void>[]): void => {
          if (ends.length === 0) end();
          else withinTime([longestWaitMs, signal, clock], () => Promise.all(ends)).then(end, end);
        };
        return { client: guard(any), signal, leave };
      },
    };
    holdings.set(shard, holding);
    return holding;
  };
  /** Counts work of a holding; returns what ends it. */
  const count = (holding: ShardHolding): (() => void) => {
    holding.running += 1;
    return () => {
      holding.running -= 1;
      if (holding.running === 0 && isOver(holding)) advance();
    };
  };
  const heldFor = (text: string): ShardHolding | undefined => {
    const holding = holdings.get(by === 'key' ? hash(text) & (shards - 1) : shardIndex(text, shards));
    return holding === undefined || isOver(holding) ? undefined : holding;
  };
  const tell = (): void => {
    const { state, held } = sharing;
    const more = held.length - (told?.held.length ?? 0);
    if (state === told?.state && held.join() === told.held.join()) return;
    if (state === 'suspended' && told?.state !== 'suspended') measure?.('sharing.suspensions', 1);
    if (more !== 0) measure?.('sharing.held', more);
    told = { state, held };
    callQuietly(() => onChange?.({ state, held, waitsFor: sharing.waitsFor }));
  };

  const run: Sharing['run'] = async (keys, work) => {
    requireFunction('work', work);
    /** The work of each key, with the holding that it was called for. */
    const working = new Map<string, { readonly holding: ShardHolding; readonly own: AbortController }>();
    let wanted: ReadonlySet<string> = new Set();
    const call = async (key: string): Promise<void> => {
      const holding = heldFor(key);
      if (holding === undefined || working.get(key)?.holding === holding) return;
      const { leadership } = holding.term;
      // Signals of its own: a shard may have many keys, and Node warns of the eleventh listener of one signal.
      const [own, draining] = [new AbortController(), new AbortController()];
      const { signal } = own;
      working.set(key, { holding, own });
      const offs = [
        abortWith(own, [leadership.signal]),
        abortWith(draining, [holding.draining.signal]),
        count(holding),
      ];
      try {
        await work({ ...leadership, key, draining: draining.signal, signal });
      } catch (error) {
        if (!signal.aborted) end(error);
        else if (error !== signal.reason) reportError(error);
      } finally {
        for (const off of offs) off();
      }
    };
    const read = async (): Promise<void> => {
      const lists = Array.isArray(keys) ? [keys as readonly string[]] : (keys as AsyncIterable<readonly string[]>);
      for await (const list of lists) {
        if (over.signal.aborted) return;
        wanted = new Set(list);
        for (const [key, { own, holding }] of working) {
          if (wanted.has(key)) continue;
          own.abort(holding.term.errorOf('ended'));
          working.delete(key);
        }
        for (const key of wanted) void call(key);
      }
    };
    const off = gate.listen((gained) => {
      for (const each of gained) for (const key of wanted) if (heldFor(key) === each) void call(key);
    });
    read().catch(end);
    await ended.finally(off);
  };

  const gate: SharingGate = {
    ...{ by, held: heldFor, formerWritesSeen },
    listen(...listener) {
      listeners.add(listener);
      const all = [...holdings.values()].filter((holding) => !isOver(holding));
      if (all.length > 0) listener[0](all);
      return () => listeners.delete(listener);
    },
    wrote(controller, from, newest) {
      const source = sourceKey(controller, from);
      if (isBefore(written[source] ?? '', newest)) written[source] = newest;
    },
  };
  const sharing = Object.freeze<Sharing>({
    name,
    get state() {
      return over.signal.aborted ? 'ended' : member.state(instantOf(clock));
    },
    get held() {
      return [...holdings].filter(([, holding]) => !isOver(holding)).map(([shard]) => shard);
    },
    get waitsFor() {
      if (sharing.state !== 'waiting') return undefined;
      const stored = member.stored();
      if (stored?.table === undefined)
        return `the Lease ${leaseKey} is held by ${JSON.stringify(stored?.holder ?? '')}`;
      const { params: others, shards: all } = stored.table;
      const holders = [...new Set(all.flatMap(({ holder }) => holder ?? []))];
      return `the table has ${JSON.stringify(others)} and this member ${JSON.stringify(params)}, and shards are held by ${holders.join(', ')}`;
    },
    run,
    async stop() {
      stopping.abort();
      await ended.catch((error: unknown) => {
        if (error instanceof WorkTimeoutError) throw error;
      });
    },
    ended,
    unhealthy: () => (over.signal.reason instanceof WorkTimeoutError ? over.signal.reason : undefined),
    '~inner': gate,
  });

  begin();
  onAbort(stopping.signal, () => {
    // What cannot be given back in time expires by itself.
    later(drainTimeoutMs + abortGraceMs + retryPeriodMs * 2, end);
    advance([{ type: 'leave' }]);
  });
  abortWith(over, [client.signal]);
  onAbort(over.signal, abortWith(stopping, [settings.signal]));
  return sharing;
}

/** FNV-1a, mixed by the finalizer of murmur: the first bits of FNV-1a alone are uneven for names that are alike. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
