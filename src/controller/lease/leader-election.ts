import type { Client } from '../../core/client.js';
import { isAlreadyExists, isConflict, isKubeError, isObjectNotFound } from '../../core/errors.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import { abandonOnAbort, abortWith, onAbort } from '../../core/shared/abort.js';
import { requireFunction, requireKnownOptions } from '../../core/shared/arguments.js';
import { systemClock, withinTime } from '../../core/shared/clock.js';
import { callQuietly } from '../../core/shared/call-quietly.js';
import { deferred } from '../../core/shared/concurrency.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { measureWith } from '../metrics.js';
import { elapsedMs, instantOf, type Instant } from './election-clock.js';
import { LeaseTimeoutError, NotHolderError, WorkTimeoutError } from './errors.js';
import { beginTerm, type Leadership, type Term } from './leadership.js';
import { findLease, formatMicroTime, heldSpec, leasesOf } from './lease.js';
import { readLease, releasedSpec, type Lease, type LeaseRecord } from './lease.js';
import { jitterFactor, readElectionOptions, type LeaderElectionOptions, type LeaseSettings } from './options.js';

/** One candidate for a lease, created by {@link createLeaderElection}. */
export interface LeaderElection {
  /** The identity of this candidate, as in `holderIdentity` of the Lease. */
  readonly identity: string;
  /** Whether this candidate holds a valid lease at this moment, by the clocks of this process. */
  readonly isLeader: boolean;
  /** The holder of the lease when this candidate last read it, `''` for nobody; undefined before the first read. */
  readonly holder: string | undefined;
  /**
   * Stands as a candidate and calls the function each time the lease is acquired. The lease is renewed while the
   * function runs. When the function returns or throws, the lease is released and the election is over. When the lease
   * is lost, the function's signal is aborted, and once the function has ended, the candidate stands again. Call it
   * once per election.
   *
   * Resolves when the function has returned, or after `stop()`.
   *
   * @throws any error of the function while it leads; NotHolderError after a loss with `standAgain: false`;
   * WorkTimeoutError if the function does not end in time; the reason of `signal` or of a closed client; `ApiError`
   * with 400 or 422 for a name that no lease can have. Other refusals may be temporary: they are passed to `onError`
   */
  run(lead: (leadership: Leadership) => unknown): Promise<void>;
  /**
   * Ends the election: aborts the signal of the leading function, waits up to `stopTimeoutMs` for the function to end,
   * and then releases the lease. To let the function finish its work, let it return instead. The function must not
   * await `stop()`, because `stop()` waits for the function.
   *
   * @throws WorkTimeoutError
   */
  stop(): Promise<void>;
  /** Settles like the promise of `run()`; pending before. */
  readonly ended: Promise<void>;
  /**
   * Returns an error for a health check if this leader has not renewed its lease for `leaseDurationMs` plus
   * `toleranceMs` and still has not ended, so that the process should be restarted. Undefined otherwise, and for a mere
   * candidate.
   *
   * @param options toleranceMs defaults to 20,000
   */
  unhealthy(options?: { readonly toleranceMs?: number | undefined }): NotHolderError | undefined;
}

/**
 * Creates a candidate that leads while it holds a Lease, like client-go's leaderelection. It sends nothing before
 * `run()`. Its requests for the Lease wait for no others.
 *
 * A lease alone fences nothing: a request that was sent in time may arrive late. See `fence`.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const election = createLeaderElection(client, { name: 'labeller', namespace: 'shop' });
 * await election.run(async (leadership) => {
 *   const pods = leadership.client.resource('pods');
 *   for await (const event of pods.watch({ signal: leadership.signal })) console.log(event.type);
 * });
 * @see https://kubernetes.io/docs/concepts/architecture/leases/#leader-election
 */
export function createLeaderElection(client: Client, options: LeaderElectionOptions): LeaderElection {
  const settings = readElectionOptions(options);
  const { name, namespace, identity, leaseDurationMs, renewDeadlineMs, retryPeriodMs } = settings;
  const { onNewLeader, onLost, onError, recorder, standAgain, stopTimeoutMs, annotation } = settings;
  const leaseKey = `${namespace}/${name}`;
  const measure = measureWith(settings.onMeasurement, { 'leader_election.name': name });
  measure?.('leader_election.status', 0);
  const { clock = systemClock } = settings;
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const stopRequest = new Error('The election was stopped.');
  let reported = '';
  /** Whether the lease was lost, and no other holder was seen since. */
  let isVacant = false;
  let leader: Term | undefined;
  let isBegun = false;
  const ended = deferred<void>();

  const lock = createLeaseLock(client, settings, (holder) => {
    if (holder === reported) return;
    reported = holder;
    isVacant = false;
    callQuietly(() => onNewLeader?.(holder));
  });
  const leftMs = (ms: number): number => ms - elapsedMs(lock.renewedAt, instantOf(clock));
  /** Reports whether it was renewed less than `ms` milliseconds ago on both clocks; false if a clock returns nonsense. */
  const isWithin = (ms: number): boolean => leftMs(ms) > 0;
  const reportError = (error: unknown): void => {
    callQuietly(() => onError?.(error));
  };
  /** Records an Event about the acquired lease, with client-go's messages. */
  const record = ({ apiVersion, kind, metadata }: Lease, what: 'became leader' | 'stopped leading'): void => {
    const event = { type: 'Normal', reason: 'LeaderElection', message: `${identity} ${what}` } as const;
    const subject = { apiVersion, kind, metadata };
    new Promise((resolve) => resolve(recorder?.event(subject, event))).catch(reportError);
  };
  /** Runs one attempt at the lease with a time limit: half of the renew deadline, or less. */
  const attempt = async <T>(act: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal, atMostMs = Infinity) => {
    signal?.throwIfAborted();
    const ms = Math.min(renewDeadlineMs / 2, atMostMs);
    return withinTime([ms, signal, clock, () => new LeaseTimeoutError(leaseKey, ms)], act);
  };
  const waitForRetry = (): Promise<void> => clock.sleep(retryPeriodMs * (1 + Math.random() * jitterFactor), stopped);

  async function acquire(): Promise<Lease> {
    try {
      for (;;) {
        stopped.throwIfAborted();
        const lease = await attempt((signal) => lock.acquire(signal), stopped).catch((error: unknown) => {
          if (isTerminal(error)) throw error;
          if (!stopped.aborted) reportError(error);
        });
        if (lease !== undefined && isWithin(renewDeadlineMs)) return lease;
        await waitForRetry();
      }
    } finally {
      // An attempt without an answer may have acquired the lease as well.
      if (stopped.aborted && lock.mayHold) await release();
      stopped.throwIfAborted();
    }
  }

  /** Releases the lease. No stop ends it, because it is the last step after a stop, too. */
  async function release(): Promise<void> {
    if (!client.signal.aborted) await attempt((signal) => lock.release(signal)).catch(reportError);
  }

  function newTerm(lease: Lease): Term {
    const epoch = `${readLease(lease).transitions}.${lease.metadata.uid ?? ''}`;
    const term: Term = beginTerm({
      ...{ client, epoch, annotation, lease: leaseKey, identity },
      // Others wait longer than the deadline, so that clocks of different rates do no harm.
      isFresh: () => {
        const isInTime = isWithin(renewDeadlineMs);
        if (!isInTime) term.end('expired');
        return isInTime;
      },
    });
    return term;
  }

  /** Renews until the lease is lost or `over` is aborted. */
  async function keepRenewing(term: Term, over: AbortSignal): Promise<void> {
    for (;;) {
      try {
        await clock.sleep(Math.max(0, Math.min(retryPeriodMs, leftMs(renewDeadlineMs))), over);
        if (!isWithin(renewDeadlineMs)) {
          term.end('expired', { holder: lock.holder });
          return;
        }
        await attempt((signal) => lock.renew(signal), over, leftMs(renewDeadlineMs));
      } catch (error) {
        if (over.aborted) return;
        if (error instanceof NotHolderError) {
          term.end(error.end, { holder: error.holder, cause: error.cause });
          return;
        }
        reportError(error);
      }
    }
  }

  /**
   * Leads for one term: calls the function, renews the lease meanwhile, and aborts its signal if a renewal fails for good or
   * the election has to end. Returns when the function has ended: why the term ended, and what the function threw while
   * it led. A function that does not end in time leaves the term visible to the health check.
   */
  async function leadTerm(lease: Lease, lead: (leadership: Leadership) => unknown) {
    const term = newTerm(lease);
    const { signal } = term.leadership;
    leader = term;
    record(lease, 'became leader');
    measure?.('leader_election.status', 1);
    onAbort(signal, () => {
      measure?.('leader_election.status', -1);
      record(lease, 'stopped leading');
    });
    const endTerm = (): void => {
      term.end('ended', { cause: stopped.reason });
    };
    if (stopped.aborted) endTerm();
    const unfollow = onAbort(stopped, endTerm);
    const renewals = new AbortController();
    const renewing = keepRenewing(term, renewals.signal);
    let outcome: PromiseSettledResult<unknown> | undefined;
    const leading = new Promise((resolve) => resolve(lead(term.leadership)));
    const work = Promise.allSettled([leading]).then(([settled]) => {
      outcome = settled;
    });
    await abandonOnAbort(work, signal).catch(() => undefined);
    const loss = term.reason();
    // After a stop the lease is still renewed while the function is ending, so that no other candidate begins.
    const timeout = async (): Promise<void> => clock.sleep(stopTimeoutMs, renewals.signal).catch(() => undefined);
    if (loss !== undefined) await Promise.race([work, timeout()]);
    renewals.abort();
    await renewing;
    unfollow();
    term.end('ended');
    if (outcome === undefined) throw new WorkTimeoutError(leaseKey, stopTimeoutMs, 'stopTimeoutMs');
    leader = undefined;
    const failure = outcome.status === 'rejected' ? outcome : undefined;
    if (loss === undefined) return { loss, failure };
    if (failure !== undefined && failure.reason !== loss) reportError(failure.reason);
    return { loss };
  }

  async function campaign(lead: (leadership: Leadership) => unknown): Promise<void> {
    for (;;) {
      const lease = await acquire();
      if (isVacant) callQuietly(() => onNewLeader?.(identity));
      isVacant = false;
      const { loss, failure } = await leadTerm(lease, lead);
      if (loss === undefined || loss.end === 'ended') await release();
      if (failure !== undefined) throw failure.reason;
      stopped.throwIfAborted();
      if (loss === undefined) return;
      isVacant = reported === identity;
      callQuietly(() => onLost?.(loss));
      if (!standAgain) throw loss;
      await waitForRetry();
    }
  }

  async function runUntilStopped(lead: (leadership: Leadership) => unknown): Promise<void> {
    const unfollow = abortWith(stopping, [client.signal, options.signal]);
    try {
      await campaign(lead);
    } catch (error) {
      if (!stopped.aborted) throw error;
      if (error instanceof WorkTimeoutError && stopped.reason === stopRequest) throw error;
      if (error !== stopped.reason) reportError(error);
      if (stopped.reason !== stopRequest) throw stopped.reason;
    } finally {
      unfollow();
    }
  }

  return Object.freeze<LeaderElection>({
    identity,
    get isLeader() {
      return leader !== undefined && !leader.reason() && isWithin(renewDeadlineMs);
    },
    get holder() {
      return lock.holder;
    },
    async run(lead) {
      requireFunction('lead', lead);
      if (isBegun) throw new InvalidArgumentError('lead', 'was already set: create another election');
      isBegun = true;
      const running = runUntilStopped(lead);
      ended.resolve(running);
      return running;
    },
    async stop() {
      stopping.abort(stopRequest);
      if (!isBegun) return;
      await ended.promise.catch((error: unknown) => {
        if (error instanceof WorkTimeoutError) throw error;
      });
    },
    ended: ended.promise,
    unhealthy(options = {}) {
      const { toleranceMs = 20_000 } = requireKnownOptions(options, { toleranceMs: true });
      if (leader === undefined || isWithin(leaseDurationMs + toleranceMs)) return undefined;
      return leader.errorOf('expired', { holder: lock.holder, cause: leader.reason() });
    },
  });
}

/** Reports whether retrying is useless: no lease can have the name, or the client is closed. */
function isTerminal(error: unknown): boolean {
  if (!isKubeError(error)) return false;
  return error.code === 'api' ? [400, 422].includes(error.statusCode) : ['invalid-name', 'closed'].includes(error.code);
}

/** How many writes without an answer to remember; a lease that shows one of them is held by this candidate. */
const maxRememberedWrites = 16;

/**
 * Creates what acquires, renews and releases one lease for one candidate. Each call is one attempt.
 *
 * @param onHolder called each time the lease was read or written
 */
function createLeaseLock(client: Client, settings: LeaseSettings, onHolder: (holder: string) => void) {
  const { namespace, name, identity, leaseDurationMs, clock = systemClock } = settings;
  const leases = leasesOf(client, namespace);
  let holder: string | undefined;
  /** The last record read, and when it was first read so. Times in a lease are never compared with a clock. */
  let observed: { readonly text: string; readonly at: number; readonly transitions: number } | undefined;
  let ownWrites: string[] = [];
  let writes = 0;
  let mayHold = false;
  /** The lease as this candidate last wrote it. */
  let held: Lease | undefined;
  let renewedAt: Instant = { monotonic: -Infinity, wall: -Infinity };

  const observe = (lease: Lease): LeaseRecord => {
    const record = readLease(lease);
    if (record.observed !== observed?.text) {
      observed = { text: record.observed, at: clock.now(), transitions: record.transitions };
    }
    holder = record.holder;
    onHolder(holder);
    return record;
  };

  const read = (signal: AbortSignal): Promise<Lease | undefined> => findLease(leases, name, signal);
  const isHeldByOther = (record: LeaseRecord): boolean => {
    if (record.holder === '' || ownWrites.includes(record.written) || observed === undefined) return false;
    return clock.now() - observed.at < (record.durationMs ?? leaseDurationMs);
  };

  const lossError = (end: 'taken' | 'deleted'): NotHolderError => {
    mayHold = false;
    return new NotHolderError(end, { lease: `${namespace}/${name}`, identity, holder: end === 'taken' ? holder : '' });
  };

  const write = async (lease: KubeObject | undefined, spec: object, signal: AbortSignal): Promise<Lease> => {
    const since = instantOf(clock);
    writes += 1;
    const renewTime = formatMicroTime(since.wall, writes);
    const fullSpec = { ...(lease?.['spec'] as object | undefined), renewTime, acquireTime: renewTime, ...spec };
    const { metadata = { name, namespace } } = lease ?? {};
    const sent = { ...lease, metadata, spec: fullSpec };
    const key = readLease(sent as unknown as Lease).written;
    const before = { ownWrites, mayHold };
    ownWrites = [...ownWrites.slice(1 - maxRememberedWrites), key];
    mayHold = true;
    const writing = lease === undefined ? leases.create(sent, { signal }) : leases.replace(sent, { signal });
    const answer = await writing.catch((error: unknown) => {
      // What was refused is not stored: a lease that shows it is that of a twin, with the same write in the same millisecond.
      if (isRefused(error)) ({ ownWrites, mayHold } = before);
      throw error;
    });
    const { holder: stored, durationMs = 0, written } = observe(answer);
    ownWrites = [key, written];
    // The write may have been changed on the way, for example by a webhook. Other candidates see what is stored.
    if (stored !== '' && (stored !== identity || durationMs < leaseDurationMs)) throw lossError('taken');
    held = answer;
    renewedAt = since;
    return answer;
  };

  const ownSpec = heldSpec(identity, leaseDurationMs);

  /** Writes a held lease; after a conflict once more, if it is still held. */
  const writeHeld = async (spec: object, signal: AbortSignal): Promise<Lease> => {
    const uid = held?.metadata.uid;
    try {
      if (held !== undefined) return await write(held, spec, signal);
    } catch (error) {
      if (!isObjectNotFound(error) && !isConflict(error)) throw error;
    }
    const lease = await read(signal);
    if (lease === undefined || (uid !== undefined && lease.metadata.uid !== uid)) {
      if (lease !== undefined) observe(lease);
      throw lossError('deleted');
    }
    const { written } = observe(lease);
    if (!ownWrites.includes(written)) throw lossError('taken');
    return write(lease, spec, signal);
  };

  return {
    /** The holder when the lease was last read or written, `''` for nobody; undefined before. */
    get holder(): string | undefined {
      return holder;
    },
    /** Whether the server may have it as held by this candidate: also after a write without an answer. */
    get mayHold(): boolean {
      return mayHold;
    },
    /** The moment before the last renewal was sent: the lease counts from then on. */
    get renewedAt(): Instant {
      return renewedAt;
    },
    /** Acquires the lease; undefined if another candidate holds it or was faster. */
    async acquire(signal: AbortSignal): Promise<Lease | undefined> {
      held = undefined;
      const lease = await read(signal);
      const record = lease === undefined ? undefined : observe(lease);
      if (record !== undefined && isHeldByOther(record)) return undefined;
      const before = record?.transitions ?? observed?.transitions;
      // A number of 32 bits, which starts again after the largest.
      const leaseTransitions = before === undefined || before >= 2 ** 31 - 1 ? 0 : before + 1;
      try {
        return await write(lease, { ...ownSpec, leaseTransitions }, signal);
      } catch (error) {
        if (!isConflict(error) && !isAlreadyExists(error)) throw error;
        const winner = await read(signal);
        if (winner !== undefined) observe(winner);
        return undefined;
      }
    },
    /** @throws NotHolderError if the lease is not held any more; any other error leaves that open */
    renew: (signal: AbortSignal): Promise<Lease> =>
      writeHeld({ ...ownSpec, acquireTime: held?.spec?.['acquireTime'] }, signal),
    /** Releases the lease; does nothing if the server does not show it as held by this candidate. */
    async release(signal: AbortSignal): Promise<void> {
      try {
        await writeHeld(releasedSpec, signal);
      } catch (error) {
        if (!(error instanceof NotHolderError)) throw error;
      }
    },
  };
}

/** Reports whether a write was certainly not carried out. */
function isRefused(error: unknown): boolean {
  return isKubeError(error) && error.code === 'api' && error.statusCode < 500 && error.statusCode !== 408;
}
