import type { Client } from '../../core/client.js';
import { isKubeError } from '../../core/errors.js';
import { abandonOnAbort, abortWith, onAbort } from '../../core/shared/abort.js';
import { requireFunction, requireKnownOptions } from '../../core/shared/arguments.js';
import { systemClock, limitTime } from '../../core/shared/clock.js';
import { callQuietly } from '../../core/shared/call-quietly.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { measureWith } from '../metrics.js';
import { elapsedMs, instantOf, type Instant } from './election-clock.js';
import { LeaseTimeoutError, NotHolderError, WorkTimeoutError } from './errors.js';
import { beginTerm, type Leadership, type Term } from './leadership.js';
import { createLeaseLock, type HeldLease } from './lease-lock.js';
import { readLease, type Lease } from './lease.js';
import { jitterFactor, readElectionOptions, type LeaderElectionOptions } from './options.js';

/** The term of a leader. */
interface LeaderTerm {
  readonly term: Term;
  /** The moment from which the lease counts, by its last renewal. */
  since: Instant;
}

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
  /** Reports whether fewer than `ms` milliseconds have passed on both clocks; false if a clock returns nonsense. */
  const isWithin = (ms: number, since: Instant): boolean => elapsedMs(since, instantOf(clock)) < ms;
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const stopRequest = new Error('The election was stopped.');
  let reported = '';
  /** Whether the lease was lost, and no other holder was seen since. */
  let isVacant = false;
  let leader: LeaderTerm | undefined;
  let begin: ((running: Promise<void>) => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    begin = resolve;
  });
  ended.catch(() => undefined);

  const lock = createLeaseLock(client, settings, (holder) => {
    if (holder === reported) return;
    reported = holder;
    isVacant = false;
    callQuietly(() => onNewLeader?.(holder));
  });
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
  const attempt = async <T>(
    act: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
    atMostMs = Infinity,
  ): Promise<T> => {
    signal.throwIfAborted();
    const ms = Math.min(renewDeadlineMs / 2, atMostMs);
    const limit = limitTime(ms, signal, clock);
    try {
      return await act(limit.signal);
    } catch (error) {
      throw limit.isOver() ? new LeaseTimeoutError(leaseKey, ms) : error;
    } finally {
      limit.end();
    }
  };
  const waitForRetry = (): Promise<void> => clock.sleep(retryPeriodMs * (1 + Math.random() * jitterFactor), stopped);

  async function tryToAcquire(): Promise<HeldLease> {
    for (;;) {
      stopped.throwIfAborted();
      try {
        const held = await attempt((signal) => lock.acquire(signal), stopped);
        if (held !== undefined && isWithin(renewDeadlineMs, held.since)) return held;
      } catch (error) {
        stopped.throwIfAborted();
        if (isTerminal(error)) throw error;
        reportError(error);
      }
      await waitForRetry();
    }
  }

  async function acquire(): Promise<HeldLease> {
    const held = await tryToAcquire().catch(async (error: unknown) => {
      // An attempt without an answer may have acquired the lease.
      if (stopped.aborted && lock.isUncertain) await release();
      throw error;
    });
    if (stopped.aborted) await release(held);
    stopped.throwIfAborted();
    return held;
  }

  /** Releases the lease. It has its own signal, because it is the last step after a stop, too. */
  async function release(held?: HeldLease): Promise<void> {
    if (client.signal.aborted) return;
    const { signal } = new AbortController();
    await attempt((within) => lock.release(within, held), signal).catch(reportError);
  }

  function newTerm({ lease, since }: HeldLease): LeaderTerm {
    const epoch = `${readLease(lease).transitions}.${lease.metadata.uid ?? ''}`;
    const leading: LeaderTerm = {
      since,
      term: beginTerm({
        ...{ client, epoch, annotation, lease: leaseKey, identity },
        // Others wait longer than the deadline, so that clocks of different rates do no harm.
        isFresh: () => {
          const isInTime = isWithin(renewDeadlineMs, leading.since);
          if (!isInTime) leading.term.end('expired');
          return isInTime;
        },
      }),
    };
    return leading;
  }

  /** Renews until the lease is lost or `over` is aborted; returns the last known state of the lease. */
  async function keepRenewing(acquired: HeldLease, leading: LeaderTerm, over: AbortSignal): Promise<HeldLease> {
    let held = acquired;
    const leftMs = (): number => renewDeadlineMs - elapsedMs(held.since, instantOf(clock));
    for (;;) {
      try {
        await clock.sleep(Math.max(0, Math.min(retryPeriodMs, leftMs())), over);
        if (!(leftMs() > 0)) {
          leading.term.end('expired', { holder: lock.holder });
          return held;
        }
        held = await attempt((signal) => lock.renew(held, signal), over, leftMs());
        leading.since = held.since;
      } catch (error) {
        if (over.aborted) return held;
        if (error instanceof NotHolderError) {
          leading.term.end(error.end, { holder: error.holder, cause: error.cause });
          return held;
        }
        reportError(error);
      }
    }
  }

  /**
   * Leads for one term: calls the function, renews the lease meanwhile, and aborts its signal if a renewal fails for good or
   * the election has to end. Returns when the function has ended: the last known state of the lease, why the term ended, and
   * what the function threw while it led. A function that does not end in time leaves the term visible to the health check.
   */
  async function leadTerm(acquired: HeldLease, lead: (leadership: Leadership) => unknown) {
    const leading = newTerm(acquired);
    const { term } = leading;
    const { signal } = term.leadership;
    leader = leading;
    record(acquired.lease, 'became leader');
    measure?.('leader_election.status', 1);
    onAbort(signal, () => {
      measure?.('leader_election.status', -1);
      record(acquired.lease, 'stopped leading');
    });
    const endTerm = (): void => {
      leading.term.end('ended', { cause: stopped.reason });
    };
    if (stopped.aborted) endTerm();
    const unfollow = onAbort(stopped, endTerm);
    const renewals = new AbortController();
    const renewing = keepRenewing(acquired, leading, renewals.signal);
    let outcome: { readonly error?: unknown } | undefined;
    const work = (async () => {
      try {
        await lead(term.leadership);
        outcome = {};
      } catch (error) {
        outcome = { error };
      }
    })();
    await abandonOnAbort(work, signal).catch(() => undefined);
    const loss = term.reason();
    // After a stop the lease is still renewed while the function is ending, so that no other candidate begins.
    const timeout = async (): Promise<void> => clock.sleep(stopTimeoutMs, renewals.signal).catch(() => undefined);
    if (loss !== undefined) await Promise.race([work, timeout()]);
    renewals.abort();
    const held = await renewing;
    unfollow();
    leading.term.end('ended');
    if (outcome === undefined) throw new WorkTimeoutError(leaseKey, stopTimeoutMs, 'stopTimeoutMs');
    leader = undefined;
    const failure = 'error' in outcome ? outcome : undefined;
    if (loss === undefined) return { loss, held, failure };
    if (failure !== undefined && failure.error !== loss) reportError(failure.error);
    return { loss, held };
  }

  async function campaign(lead: (leadership: Leadership) => unknown): Promise<void> {
    for (;;) {
      const acquired = await acquire();
      if (isVacant) callQuietly(() => onNewLeader?.(identity));
      isVacant = false;
      const { loss, held, failure } = await leadTerm(acquired, lead);
      if (loss === undefined || loss.end === 'ended') await release(held);
      if (failure !== undefined) throw failure.error;
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
      return leader !== undefined && !leader.term.reason() && isWithin(renewDeadlineMs, leader.since);
    },
    get holder() {
      return lock.holder;
    },
    async run(lead) {
      requireFunction('lead', lead);
      if (begin === undefined) throw new InvalidArgumentError('lead', 'was already set: create another election');
      const running = runUntilStopped(lead);
      begin(running);
      begin = undefined;
      return running;
    },
    async stop() {
      stopping.abort(stopRequest);
      if (begin !== undefined) return;
      await ended.catch((error: unknown) => {
        if (error instanceof WorkTimeoutError) throw error;
      });
    },
    ended,
    unhealthy(options = {}) {
      const { toleranceMs = 20_000 } = requireKnownOptions(options, { toleranceMs: true });
      if (leader === undefined || isWithin(leaseDurationMs + toleranceMs, leader.since)) return undefined;
      return leader.term.errorOf('expired', { holder: lock.holder, cause: leader.term.reason() });
    },
  });
}

/** Reports whether retrying is useless: no lease can have the name, or the client is closed. */
function isTerminal(error: unknown): boolean {
  if (!isKubeError(error)) return false;
  return error.code === 'api' ? [400, 422].includes(error.statusCode) : ['invalid-name', 'closed'].includes(error.code);
}
