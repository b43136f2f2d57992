import type { Client } from '../../client.js';
import { onAbort } from '../../shared/abort.js';
import type { Timekeeper } from './election-clock.js';
import { LeadTimeoutError, NotLeaderError } from './errors.js';
import { beginTerm, type Leadership, type Term } from './leadership.js';
import { readLease } from './lease.js';
import type { HeldLease, LeaseLock } from './lease-lock.js';
import type { ElectionSettings } from './options.js';

/** What a candidate stands with. */
export interface Candidacy {
  readonly client: Client;
  readonly settings: ElectionSettings;
  /** `namespace/name`. */
  readonly place: string;
  readonly time: Timekeeper;
  readonly lock: LeaseLock;
  /** Aborted when the election is to end. */
  readonly stopped: AbortSignal;
  /** Tells of what failed, and does not end the election. */
  readonly tell: (error: unknown) => void;
  /** Limits one attempt at the lease: to half of the renew deadline, or to less. */
  readonly attempt: <T>(act: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, ms?: number) => Promise<T>;
}

/** How a term went. */
export interface TermOutcome {
  /** Why it ended, where that was not because what was led had ended. */
  readonly loss: NotLeaderError | undefined;
  /** The lease as it was last. */
  readonly held: HeldLease;
  /** What the function threw while it led. */
  readonly failure?: { readonly error?: unknown } | undefined;
}

/**
 * Leads for one term: calls the function, renews the lease beside it, and aborts its signal when that fails or the election is
 * to end. Comes back when the function has ended.
 *
 * @param onBegin is given the term before the function is called
 * @throws LeadTimeoutError
 */
export async function leadTerm(
  candidacy: Candidacy,
  acquired: HeldLease,
  { lead, onBegin }: { lead: (leadership: Leadership) => unknown; onBegin: (term: Term) => void },
): Promise<TermOutcome> {
  const { client, time, stopped, place, tell, settings } = candidacy;
  const { identity, leaseDurationMs, annotation, stopTimeoutMs } = settings;
  const epoch = `${readLease(acquired.lease).transitions}.${acquired.lease.metadata.uid ?? ''}`;
  const { since } = acquired;
  const term = beginTerm({ client, time, leaseDurationMs, since, lease: place, identity, epoch, annotation });
  onBegin(term);
  const endTerm = (): void => {
    term.end('ended', { cause: stopped.reason });
  };
  if (stopped.aborted) endTerm();
  const unfollow = onAbort(stopped, endTerm);
  const unwanted = new AbortController();
  const renewing = keepRenewing(candidacy, { acquired, term, unwanted: unwanted.signal });
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
  // While it is asked to end the lease is renewed still, so that nobody else begins.
  const late = async (): Promise<void> => time.sleep(stopTimeoutMs, unwanted.signal).catch(() => undefined);
  if (loss !== undefined) await Promise.race([work, late()]);
  unwanted.abort();
  const held = await renewing;
  unfollow();
  term.end('ended');
  if (outcome === undefined) throw new LeadTimeoutError(stopTimeoutMs);
  const failure = 'error' in outcome ? outcome : undefined;
  if (loss === undefined) return { loss, held, failure };
  if (failure !== undefined && failure.error !== loss) tell(failure.error);
  return { loss, held };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else onAbort(signal, resolve);
  });
}

/** Renews until the term has ended, or nobody wants it any more; answers the lease as it was last. */
async function keepRenewing(
  { lock, time, settings, attempt, tell }: Candidacy,
  { acquired, term, unwanted }: { acquired: HeldLease; term: Term; unwanted: AbortSignal },
): Promise<HeldLease> {
  const { renewDeadlineMs, retryPeriodMs } = settings;
  let held = acquired;
  const leftMs = (): number => renewDeadlineMs - time.elapsedMs(held.since);
  for (;;) {
    try {
      await time.sleep(Math.min(retryPeriodMs, leftMs()), unwanted);
      if (!(leftMs() > 0)) {
        term.end('expired', { holder: lock.holder });
        return held;
      }
      held = await attempt((signal) => lock.renew(held, signal), unwanted, leftMs());
      term.renewed(held.since);
    } catch (error) {
      if (unwanted.aborted) return held;
      if (error instanceof NotLeaderError) {
        term.end(error.end, { holder: error.holder, cause: error.cause });
        return held;
      }
      tell(error);
    }
  }
}
