import type { Client } from '../../client.js';
import type { Instant, Timekeeper } from './election-clock.js';
import { NotLeaderError, type LeadershipEnd, type LostLeadership } from './errors.js';
import { fenceWrite, type Fence } from './fence.js';

/** What a leader has, for as long as it leads: given to the function of `election.run()`. */
export interface Leadership {
  /** Aborted with a `NotLeaderError` as soon as the lease is lost, or not wanted any more. Give up all that is under way. */
  readonly signal: AbortSignal;
  /**
   * The election's client. No request of it, retries included, begins without a valid lease: it rejects with `NotLeaderError`
   * then, and ends what is under way. With `fence: true` its writes are fenced as well.
   */
  readonly client: Client;
  /** The same without the fence, for writes that cannot have one: events, evictions, deletes of many. */
  readonly unfenced: Client;
  /** Puts another client behind this leadership, one with limits of its own say; fenced as `client` is. */
  guard(client: Client): Client;
  /** Tells this term from all others of this lease: what `fence: true` writes into objects. */
  readonly epoch: string;
  /**
   * Looks at the clocks now, for what is done besides requests.
   *
   * @throws NotLeaderError where the lease is not valid
   */
  check(): void;
}

/** One term, as the election sees it. */
export interface Term {
  readonly leadership: Leadership;
  readonly isValid: boolean;
  /** Since when the lease is good, by its last renewal. */
  readonly since: Instant;
  /** The lease was renewed by a write that was sent then. */
  renewed(since: Instant): void;
  /** Ends the term; the first reason stays. */
  end(end: LeadershipEnd, facts?: Partial<LostLeadership>): void;
  /** Why it ended. */
  readonly reason: NotLeaderError | undefined;
}

/** What a {@link Term} is made of. */
export interface TermParts {
  readonly client: Client;
  readonly time: Timekeeper;
  readonly leaseDurationMs: number;
  readonly since: Instant;
  /** `namespace/name`. */
  readonly lease: string;
  readonly identity: string;
  readonly epoch: string;
  /** The annotation of the fence, if there is one. */
  readonly annotation: string | undefined;
}

/** Begins a {@link Term}. */
export function beginTerm(parts: TermParts): Term {
  const { client, time, leaseDurationMs, lease, identity, epoch, annotation } = parts;
  const fence: Fence | undefined = annotation === undefined ? undefined : { annotation, epoch };
  const controller = new AbortController();
  const { signal } = controller;
  let { since } = parts;
  let reason: NotLeaderError | undefined;

  const end: Term['end'] = (why, facts) => {
    reason ??= new NotLeaderError(why, { lease, identity, ...facts });
    controller.abort(reason);
  };
  // A process that was stopped, or a machine that slept, finds its timers late: the clocks alone tell.
  const check = (): void => {
    if (reason === undefined && !time.isWithin(leaseDurationMs, since)) end('expired');
    if (reason !== undefined) throw reason;
  };
  const withoutFence = (any: Client): Client => any.with({ signal, check });
  const withFence = (any: Client): Client =>
    fence === undefined
      ? withoutFence(any)
      : withoutFence(any).with({ prepare: (request) => fenceWrite(request, fence) });

  return {
    leadership: Object.freeze<Leadership>({
      signal,
      client: withFence(client),
      unfenced: withoutFence(client),
      guard: withFence,
      epoch,
      check,
    }),
    get isValid() {
      return reason === undefined && time.isWithin(leaseDurationMs, since);
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
