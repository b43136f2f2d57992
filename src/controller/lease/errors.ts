import { KubeError } from '../../core/shared/kube-error.js';
import { quote } from '../../core/shared/quote.js';

/**
 * Why a candidate does not lead any more. `expired`: the lease was not renewed in time, by the clocks of this process;
 * `taken`: another candidate holds it; `deleted`: it is gone, or another Lease has its name; `ended`: the term was
 * over, because the leading function had returned or the election was stopped.
 */
export type LeadershipEnd = 'expired' | 'taken' | 'deleted' | 'ended';

/** The details of a {@link NotLeaderError}. */
export interface LostLeadership {
  /** The lease, as `namespace/name`. */
  readonly lease: string;
  /** The identity of the former leader. */
  readonly identity: string;
  /** The holder of the lease when it was last read, `''` for nobody; undefined if unknown. */
  readonly holder?: string | undefined;
  /** The underlying cause: the error of a renewal, or the reason of a stop. */
  readonly cause?: unknown;
}

const ends: Readonly<Record<LeadershipEnd, string>> = {
  expired: 'was not renewed in time',
  taken: 'is held by another candidate',
  deleted: 'was deleted',
  ended: 'is no longer needed: the term has ended',
};

/**
 * A request was made through the client of a leader that does not lead any more; nothing was sent. It is also the abort
 * reason of the leader's `signal`, and `run()` rejects with it after a loss with `standAgain: false`. Give up all work
 * of this term: the next leader starts it again.
 */
export class NotLeaderError extends KubeError {
  static override readonly brand = 'NotLeaderError';
  readonly code = 'not-leader' as const;
  /** How the leadership ended. */
  readonly end: LeadershipEnd;
  /** The lease, as `namespace/name`. */
  readonly lease: string;
  /** The identity of the former leader. */
  readonly identity: string;
  /** The holder of the lease when it was last read, `''` for nobody; undefined if unknown. */
  readonly holder: string | undefined;

  constructor(end: LeadershipEnd, { lease, identity, holder, cause }: LostLeadership) {
    const by = end === 'taken' && holder !== undefined ? `, ${quote(holder)}` : '';
    super(`${quote(identity)} is not the leader: the lease ${quote(lease)} ${ends[end]}${by}.`, { cause });
    this.end = end;
    this.lease = lease;
    this.identity = identity;
    this.holder = holder;
  }
}

/**
 * The leading function did not end within `stopTimeoutMs` after its signal was aborted. The lease was not released,
 * because the function may still be working; it expires by itself. End the process, or make the function respect its
 * signal.
 */
export class LeadTimeoutError extends KubeError {
  static override readonly brand = 'LeadTimeoutError';
  readonly code = 'lead-timeout' as const;
  /** The limit, in milliseconds. */
  readonly stopTimeoutMs: number;

  constructor(stopTimeoutMs: number) {
    super(
      `The leading function did not end within ${stopTimeoutMs} ms after its signal was aborted (stopTimeoutMs), so its lease was not released: make the function respect its signal, or end the process.`,
    );
    this.stopTimeoutMs = stopTimeoutMs;
  }
}

/**
 * Why work may send nothing. `suspended`: the member has not renewed its Lease in time; the shard may come back. `lost`: it
 * is not this member's any more. `drained`: the time to give it up is over. `ended`: the sharing has ended.
 */
export type HoldingEnd = 'suspended' | 'lost' | 'drained' | 'ended';

const holdingEnds: Readonly<Record<HoldingEnd, string>> = {
  suspended: 'its Lease was not renewed in time',
  lost: 'the shard is no longer held by it',
  drained: 'the shard goes to another member, and the time to finish is over (drainTimeoutMs)',
  ended: 'it has ended',
};

/**
 * A request was made for a key that this member does not hold at this moment; nothing was sent. Also the abort reason of
 * the `signal` of its work. The next holder does the work.
 */
export class NotHolderError extends KubeError {
  static override readonly brand = 'NotHolderError';
  readonly code = 'not-holder' as const;
  /** Why nothing may be sent. */
  readonly end: HoldingEnd;
  /** The identity of the member. */
  readonly identity: string;

  constructor(end: HoldingEnd, sharing: string, identity: string) {
    super(`The member ${quote(identity)} of ${quote(sharing)} may not send this: ${holdingEnds[end]}.`);
    this.end = end;
    this.identity = identity;
  }
}

/**
 * Work did not end after its signal was aborted, so its shard was not given to anybody else. End the process, or make the
 * work respect its signal.
 */
export class DrainTimeoutError extends KubeError {
  static override readonly brand = 'DrainTimeoutError';
  readonly code = 'drain-timeout' as const;
  /** How long the work had, in milliseconds. */
  readonly timeoutMs: number;

  constructor(sharing: string, shard: number, timeoutMs: number) {
    super(
      `Work of shard ${shard} of ${quote(sharing)} did not end within ${timeoutMs} ms (drainTimeoutMs, and 5 s after its signal was aborted): make it respect its signal, or end the process.`,
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
      `The lease ${quote(lease)} was neither read nor written within ${Math.ceil(attemptMs)} ms (half of renewDeadlineMs at most): the server is slow or unreachable.`,
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
    super(`${method} ${path} cannot be fenced: ${problem}. Use leadership.unfenced for requests that need no fence.`);
    this.method = method;
    this.path = path;
  }
}
