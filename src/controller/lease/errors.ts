import { KubeError } from '../../core/shared/kube-error.js';
import { quote } from '../../core/shared/quote.js';

/**
 * Why a Lease, or a shard of a sharing, is not held. `expired`: the Lease was not renewed in time, by the clocks of this
 * process; a shard may come back. `taken`: another one holds it. `deleted`: the Lease is gone, or another one has its name.
 * `drained`: the shard goes to another member, and the time to finish is over. `ended`: the work was over, or was stopped.
 */
export type HoldingEnd = 'expired' | 'taken' | 'deleted' | 'drained' | 'ended';

/** The details of a {@link NotHolderError}. */
export interface LostHolding {
  /** The Lease, as `namespace/name`. */
  readonly lease: string;
  /** The identity of the former leader, or of the member. */
  readonly identity: string;
  /** The holder of the Lease when it was last read, `''` for nobody; undefined if unknown, and for a shard. */
  readonly holder?: string | undefined;
  /** The underlying cause: the error of a renewal, or the reason of a stop. */
  readonly cause?: unknown;
}

const ends: Readonly<Record<HoldingEnd, string>> = {
  expired: 'it was not renewed in time',
  taken: 'another process holds it',
  deleted: 'it was deleted',
  drained: 'the shard moves to another member, and the time to finish is over (drainTimeoutMs)',
  ended: 'it is no longer needed',
};

/**
 * A request was made by a leader that does not lead any more, or for a key that this member does not hold at this moment;
 * nothing was sent. It is also the abort reason of the `signal`, and `run()` of an election rejects with it after a loss with
 * `standAgain: false`. Give up all work: the next holder starts it again.
 */
export class NotHolderError extends KubeError {
  static override readonly brand = 'NotHolderError';
  readonly code = 'not-holder' as const;
  /** Why it is not held. */
  readonly end: HoldingEnd;
  /** The Lease, as `namespace/name`. */
  readonly lease: string;
  /** The identity of the former leader, or of the member. */
  readonly identity: string;
  /** The holder of the Lease when it was last read, `''` for nobody; undefined if unknown, and for a shard. */
  readonly holder: string | undefined;

  constructor(end: HoldingEnd, { lease, identity, holder, cause }: LostHolding) {
    const by = end === 'taken' && holder !== undefined ? `, ${quote(holder)}` : '';
    super(`${quote(identity)} does not hold the Lease ${quote(lease)}: ${ends[end]}${by}.`, { cause });
    this.end = end;
    this.lease = lease;
    this.identity = identity;
    this.holder = holder;
  }
}

/**
 * Work did not end after its signal was aborted. Neither the Lease nor the shard was given to anybody else, because the work
 * may still go on: a Lease expires by itself. End the process, or make the work respect its signal.
 */
export class WorkTimeoutError extends KubeError {
  static override readonly brand = 'WorkTimeoutError';
  readonly code = 'work-timeout' as const;
  /** How long the work had, in milliseconds. */
  readonly timeoutMs: number;

  /** `limit` names the option. */
  constructor(lease: string, timeoutMs: number, limit: string) {
    super(
      `Work under the Lease ${quote(lease)} did not end within ${timeoutMs} ms (${limit}), so no other process got the work: make it respect its signal, or end the process.`,
    );
    this.timeoutMs = timeoutMs;
  }
}

/** A sharing may not read or write its Leases. Passed to `onError`; it tries again, and is not ready before. */
export class LeaseForbiddenError extends KubeError {
  static override readonly brand = 'LeaseForbiddenError';
  readonly code = 'lease-forbidden' as const;

  constructor(namespace: string, cause: Error) {
    super(
      `${cause.message}. Sharing needs a Role in the namespace ${namespace} with the verbs get, list, watch, create, update and delete for leases of coordination.k8s.io.`,
      { cause },
    );
  }
}

/** The server did not answer an attempt to acquire or renew the lease in time. Passed to `onError`; retries follow. */
export class LeaseTimeoutError extends KubeError {
  static override readonly brand = 'LeaseTimeoutError';
  readonly code = 'lease-timeout' as const;
  /** The lease, as `namespace/name`. */
  readonly lease: string;
  /** The time limit of the attempt, in milliseconds. */
  readonly attemptMs: number;

  constructor(lease: string, attemptMs: number) {
    super(
      `The lease ${quote(lease)} could not be read or written within ${Math.ceil(attemptMs)} ms (half of renewDeadlineMs at most): the server is slow or unreachable.`,
    );
    this.lease = lease;
    this.attemptMs = attemptMs;
  }
}

/**
 * A write of a leader with `fence: true` does not name the version of its object, so nothing would stop it after
 * another leader has taken over. Nothing was sent.
 */
export class UnfencedWriteError extends KubeError {
  static override readonly brand = 'UnfencedWriteError';
  readonly code = 'unfenced-write' as const;
  /** The HTTP method of the write. */
  readonly method: string;
  /** The path of the write. */
  readonly path: string;

  /** `problem` names the missing part and how to provide it. */
  constructor({ method, path }: { readonly method: string; readonly path: string }, problem: string) {
    super(`${method} ${path} cannot be fenced: ${problem}. For requests that need no fence, use leadership.unfenced.`);
    this.method = method;
    this.path = path;
  }
}
