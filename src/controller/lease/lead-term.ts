import type { Client } from '../../core/client.js';
import { onAbort } from '../../core/shared/abort.js';
import type { Instant, Timekeeper } from './election-clock.js';
import { WorkTimeoutError, NotHolderError, type HoldingEnd, type LostHolding } from './errors.js';
import { beginTerm, type Leadership, type Term } from './leadership.js';
import { readLease } from './lease.js';
import type { HeldLease, LeaseLock } from './lease-lock.js';
import type { ElectionSettings } from './options.js';

/** Everything that a candidate needs to lead. */
export interface Candidacy {
  readonly client: Client;
  readonly settings: ElectionSettings;
  /** The lease, as `namespace/name`. */
  readonly leaseKey: string;
  readonly time: Timekeeper;
  readonly lock: LeaseLock;
  /** Aborted when the election has to end. */
  readonly stopped: AbortSignal;
  /** Reports a failure that does not end the election. */
  readonly reportError: (error: unknown) => void;
  /** Runs one attempt at the lease with a time limit: half of the renew deadline, or less. */
  readonly attempt: <T>(act: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, ms?: number) => Promise<T>;
}

/** The term of a leader. */
export interface LeaderTerm {
  readonly term: Term<NotHolderError>;
  /** The moment from which the lease counts, by its last renewal. */
  since: Instant;
  end(why: HoldingEnd, facts?: Partial<LostHolding>): void;
}

export interface TermOutcome {
  /** Why the term ended; undefined if the leading function ended by itself. */
  readonly loss: NotHolderError | undefined;
  /** The last known state of the lease. */
  readonly held: HeldLease;
  /** The error that the function threw while it led. */
  readonly failure?: { readonly error?: unknown } | undefined;
}

/**
 * Leads for one term: calls the function, renews the lease meanwhile, and aborts its signal if a renewal fails for good
 * or the election has to end. Returns when the function has ended.
 *
 * @param onBegin called with the term before the function is called
 * @throws WorkTimeoutError
 */
export async function leadTerm(
  candidacy: Candidacy,
  acquired: HeldLease,
  { lead, onBegin }: { lead: (leadership: Leadership) => unknown; onBegin: (leader: LeaderTerm) => void },
): Promise<TermOutcome> {
  const { client, time, stopped, leaseKey, reportError, settings } = candidacy;
  const { identity, renewDeadlineMs, annotation, stopTimeoutMs } = settings;
  const epoch = `${readLease(acquired.lease).transitions}.${acquired.lease.metadata.uid ?? ''}`;
  const leader: LeaderTerm = {
    since: acquired.since,
    term: beginTerm<NotHolderError>({
      ...{ client, epoch, annotation },
      // Others wait longer than the deadline, so that clocks of different rates do no harm.
      lapse: () => {
        if (!time.isWithin(renewDeadlineMs, leader.since)) leader.end('expired');
        return term.reason;
      },
    }),
    end: (why, facts) => {
      term.end(new NotHolderError(why, { lease: leaseKey, identity, ...facts }));
    },
  };
  const { term } = leader;
  onBegin(leader);
  const endTerm = (): void => {
    leader.end('ended', { cause: stopped.reason });
  };
  if (stopped.aborted) endTerm();
  const unfollow = onAbort(stopped, endTerm);
  const renewalAbort = new AbortController();
  const renewing = keepRenewing(candidacy, { acquired, leader, renewalAbort: renewalAbort.signal });
  let outcome: { readonly error?: unknown } | undefined;
  const work = (async () => {
    try {
      await lead(term.leadership);
      outcome = {};
    } catch (error) {
      outcome = { error };
    }
  })();
  await Promise.race([work, aborted(term.leadership.signal)]);
  const loss = term.reason;
  // The lease is still renewed while the function is ending, so that no other candidate begins.
  const stopTimeout = async (): Promise<void> => time.sleep(stopTimeoutMs, renewalAbort.signal).catch(() => undefined);
  if (loss !== undefined) await Promise.race([work, stopTimeout()]);
  renewalAbort.abort();
  const held = await renewing;
  unfollow();
  leader.end('ended');
  if (outcome === undefined) throw new WorkTimeoutError(leaseKey, stopTimeoutMs, 'stopTimeoutMs');
  const failure = 'error' in outcome ? outcome : undefined;
  if (loss === undefined) return { loss, held, failure };
  if (failure !== undefined && failure.error !== loss) reportError(failure.error);
  return { loss, held };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}

/** Renews until the term has ended or `renewalAbort` is aborted; returns the last known state of the lease. */
async function keepRenewing(
  { lock, time, settings, attempt, reportError }: Candidacy,
  { acquired, leader, renewalAbort }: { acquired: HeldLease; leader: LeaderTerm; renewalAbort: AbortSignal },
): Promise<HeldLease> {
  const { renewDeadlineMs, retryPeriodMs } = settings;
  let held = acquired;
  const leftMs = (): number => renewDeadlineMs - time.elapsedMs(held.since);
  for (;;) {
    try {
      await time.sleep(Math.min(retryPeriodMs, leftMs()), renewalAbort);
      if (!(leftMs() > 0)) {
        leader.end('expired', { holder: lock.holder });
        return held;
      }
      held = await attempt((signal) => lock.renew(held, signal), renewalAbort, leftMs());
      leader.since = held.since;
    } catch (error) {
      if (renewalAbort.aborted) return held;
      if (error instanceof NotHolderError) {
        leader.end(error.end, { holder: error.holder, cause: error.cause });
        return held;
      }
      reportError(error);
    }
  }
}
