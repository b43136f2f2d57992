import type { Client } from '../../core/client.js';
import { NotHolderError, type HoldingEnd, type LostHolding } from './errors.js';
import { fenceWrite } from './fence.js';

/** Clients that send nothing without a valid lease, but for what discovery reads. */
export interface GuardedClients {
  /**
   * The client with a check in front of every request. No request, retries included, begins without a valid lease: it
   * rejects with `NotHolderError` instead, and requests in flight are aborted at the end. With `fence: true` its writes are
   * fenced as well.
   */
  readonly client: Client;
  /** The same client without the fence, for writes that cannot have one: events, evictions, deletes of collections. */
  readonly unfenced: Client;
  /** Puts the same check in front of another client, for example one with its own limits; fenced like `client`. */
  guard(client: Client): Client;
}

/** The means of a leader for one term: the argument of the function that `election.run()` calls. */
export interface Leadership extends GuardedClients {
  /** Aborted with a `NotHolderError` once the lease is lost or the term has ended. Give up all work then. */
  readonly signal: AbortSignal;
  /** Distinguishes this term from all others of this lease. `fence: true` writes it into objects. */
  readonly epoch: string;
  /**
   * Checks the clocks now, for work other than requests.
   *
   * @throws NotHolderError if the lease is not valid
   */
  check(): void;
}

/** One term of a leader, or of the holder of a shard. */
export type Term = ReturnType<typeof beginTerm>;

export interface TermParts extends Pick<LostHolding, 'lease' | 'identity'> {
  readonly client: Client;
  readonly epoch: string;
  /** The annotation of the fence, if there is one. */
  readonly annotation: string | undefined;
  /**
   * Reports whether a request may begin at this moment, although the term has not ended. After a stop of the process or a
   * sleep of the machine, timers are late: only the clocks can be trusted.
   */
  readonly isFresh: () => boolean;
}

/** Begins a term: a check, and the fence if there is one, stand in front of its clients. */
export function beginTerm({ client, epoch, annotation, lease, identity, isFresh }: TermParts) {
  const controller = new AbortController();
  const { signal } = controller;
  const reason = (): NotHolderError | undefined => signal.reason as NotHolderError | undefined;
  const errorOf = (why: HoldingEnd, facts?: Partial<LostHolding>): NotHolderError =>
    new NotHolderError(why, { lease, identity, ...facts });
  const check = (): void => {
    if (signal.aborted || !isFresh()) throw reason() ?? errorOf('expired');
  };
  const guarded = new WeakMap<Client, Client>();
  const guard = (any: Client): Client => {
    const made =
      guarded.get(any) ??
      (annotation === undefined
        ? any.with({ signal, check })
        : any.with({ signal, check }).with({ prepare: (request) => fenceWrite(request, { annotation, epoch }) }));
    guarded.set(any, made);
    return made;
  };
  return {
    leadership: Object.freeze<Leadership>({
      ...{ signal, epoch, check, guard },
      client: guard(client),
      unfenced: client.with({ signal, check }),
    }),
    errorOf,
    /** Ends the term; the first reason is kept. */
    end(why: HoldingEnd, facts?: Partial<LostHolding>): void {
      controller.abort(errorOf(why, facts));
    },
    /** Why the term ended; undefined while it lasts. */
    reason,
  };
}
