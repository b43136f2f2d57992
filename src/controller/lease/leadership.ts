import type { Client } from '../../core/client.js';
import type { RequestGuard } from '../../core/transport/connection.js';
import type { Instant, Timekeeper } from './election-clock.js';
import { NotLeaderError, type LeadershipEnd, type LostLeadership } from './errors.js';
import { fenceWrite, type Fence } from './fence.js';

/** Clients that send nothing without a valid lease. */
export interface GuardedClients {
  /**
   * The client with a check in front of every request. No request, retries included, begins without a valid lease: it
   * rejects with `NotLeaderError`, or `NotHolderError`, instead, and requests in flight are aborted at the end. With
   * `fence: true` its writes are fenced as well.
   */
  readonly client: Client;
  /** The same client without the fence, for writes that cannot have one: events, evictions, deletes of collections. */
  readonly unfenced: Client;
  /** Puts the same check in front of another client, for example one with its own limits; fenced like `client`. */
  guard(client: Client): Client;
}

/** The means of a leader for one term: the argument of the function that `election.run()` calls. */
export interface Leadership extends GuardedClients {
  /** Aborted with a `NotLeaderError` once the lease is lost or the term has ended. Give up all work then. */
  readonly signal: AbortSignal;
  /** Distinguishes this term from all others of this lease. `fence: true` writes it into objects. */
  readonly epoch: string;
  /**
   * Checks the clocks now, for work other than requests.
   *
   * @throws NotLeaderError if the lease is not valid
   */
  check(): void;
}

/** One term, from the side of the election. */
export interface Term {
  readonly leadership: Leadership;
  readonly isValid: boolean;
  /** The moment from which the lease counts, by its last renewal. */
  readonly since: Instant;
  /** Records a renewal by a write that was sent at that moment. */
  renewed(since: Instant): void;
  /** Ends the term; the first reason is kept. */
  end(end: LeadershipEnd, facts?: Partial<LostLeadership>): void;
  /** Why the term ended; undefined while it lasts. */
  readonly reason: NotLeaderError | undefined;
}

export interface TermParts {
  readonly client: Client;
  readonly time: Timekeeper;
  readonly renewDeadlineMs: number;
  readonly since: Instant;
  /** The lease, as `namespace/name`. */
  readonly lease: string;
  readonly identity: string;
  readonly epoch: string;
  /** The annotation of the fence, if there is one. */
  readonly annotation: string | undefined;
}

export function beginTerm(parts: TermParts): Term {
  const { client, time, renewDeadlineMs, lease, identity, epoch, annotation } = parts;
  const fence: Fence | undefined = annotation === undefined ? undefined : { annotation, epoch };
  const controller = new AbortController();
  const { signal } = controller;
  let { since } = parts;
  let reason: NotLeaderError | undefined;

  const end: Term['end'] = (why, facts) => {
    reason ??= new NotLeaderError(why, { lease, identity, ...facts });
    controller.abort(reason);
  };
  // After a stop of the process or a sleep of the machine, timers are late: only the clocks can be trusted. Others wait
  // longer than the deadline, so that clocks of different rates do no harm.
  const check = (): void => {
    if (reason === undefined && !time.isWithin(renewDeadlineMs, since)) end('expired');
    if (reason !== undefined) throw reason;
  };

  return {
    leadership: Object.freeze<Leadership>({
      signal,
      ...guardClients(client, { signal, check }, fence),
      epoch,
      check,
    }),
    get isValid() {
      return reason === undefined && time.isWithin(renewDeadlineMs, since);
    },
    get since() {
      return since;
    },
    renewed(newer) {
      since = newer;
    },
    end,
    get reason() {
      return reason;
    },
  };
}

/** Puts a check, and the fence if there is one, in front of clients. */
export function guardClients(
  client: Client,
  guard: Required<Pick<RequestGuard, 'signal' | 'check'>>,
  fence?: Fence,
): GuardedClients {
  const withoutFence = (any: Client): Client => any.with(guard);
  const withFence = (any: Client): Client =>
    fence === undefined
      ? withoutFence(any)
      : withoutFence(any).with({ prepare: (request) => fenceWrite(request, fence) });
  return { client: withFence(client), unfenced: withoutFence(client), guard: withFence };
}
