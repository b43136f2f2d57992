import { KubeError } from '../../shared/kube-error.js';
import { quote } from '../../shared/quote.js';

/**
 * Why somebody does not lead, or leads no more. `expired`: the lease was not renewed in time, by the clocks of this process;
 * `taken`: it names somebody else; `deleted`: it is gone, or another one has its name; `ended`: the term was over, because
 * what was led had returned, or the election was stopped.
 */
export type LeadershipEnd = 'expired' | 'taken' | 'deleted' | 'ended';

/** What a {@link NotLeaderError} tells. */
export interface LostLeadership {
  /** `namespace/name`. */
  readonly lease: string;
  /** Who led. */
  readonly identity: string;
  /** Who held the lease when it was last read, `''` for nobody; undefined where it was not read. */
  readonly holder?: string | undefined;
  /** What lies behind it: what a renewal threw, or the reason of a stop. */
  readonly cause?: unknown;
}

const ends: Readonly<Record<LeadershipEnd, string>> = {
  expired: 'was not renewed in time',
  taken: 'is held by another candidate',
  deleted: 'was deleted',
  ended: 'is not needed any more: the term has ended',
};

/**
 * A request was made for a leader that does not lead any more; nothing was sent. It is also the reason of the leader's
 * `signal`, and what `run()` rejects with where it is not to stand again. Whatever was under way for this term has to be given
 * up: the next leader does it anew.
 */
export class NotLeaderError extends KubeError {
  static override readonly brand = 'NotLeaderError';
  readonly code = 'not-leader' as const;
  /** How the leadership ended. */
  readonly end: LeadershipEnd;
  /** `namespace/name`. */
  readonly lease: string;
  /** Who led. */
  readonly identity: string;
  /** Who held the lease when it was last read, `''` for nobody; undefined where it was not read. */
  readonly holder: string | undefined;

  constructor(end: LeadershipEnd, { lease, identity, holder, cause }: LostLeadership) {
    const by = end === 'taken' && holder !== undefined ? `, ${quote(holder)}` : '';
    super(`${quote(identity)} does not lead: the lease ${quote(lease)} ${ends[end]}${by}.`, { cause });
    this.end = end;
    this.lease = lease;
    this.identity = identity;
    this.holder = holder;
  }
}

/**
 * What was led did not end within `stopTimeoutMs` after its signal was aborted. The lease was not given back, since nobody knows
 * what still goes on: it expires by itself. End the process, or make what is led mind its signal.
 */
export class LeadTimeoutError extends KubeError {
  static override readonly brand = 'LeadTimeoutError';
  readonly code = 'lead-timeout' as const;
  /** The limit, in milliseconds. */
  readonly stopTimeoutMs: number;

  constructor(stopTimeoutMs: number) {
    super(
      `The function that leads did not end within ${stopTimeoutMs} ms after its signal was aborted (stopTimeoutMs), so its lease was not given back: let it mind its signal, or end the process.`,
    );
    this.stopTimeoutMs = stopTimeoutMs;
  }
}

/** The server did not answer one attempt to acquire or renew the lease in time. `onError` is told; the next attempt follows. */
export class LeaseTimeoutError extends KubeError {
  static override readonly brand = 'LeaseTimeoutError';
  readonly code = 'lease-timeout' as const;
  /** `namespace/name`. */
  readonly lease: string;
  /** How long the attempt was given, in milliseconds. */
  readonly attemptMs: number;

  constructor(lease: string, attemptMs: number) {
    super(
      `The lease ${quote(lease)} was neither read nor written within ${Math.ceil(attemptMs)} ms (half of renewDeadlineMs at most): the server is slow or away, or maxSockets of the client are all taken.`,
    );
    this.lease = lease;
    this.attemptMs = attemptMs;
  }
}

/**
 * A write of a leader with `fence: true` does not say which version of the object it is about, so that nothing would stop it
 * after another leader has taken over. Nothing was sent.
 */
export class UnfencedWriteError extends KubeError {
  static override readonly brand = 'UnfencedWriteError';
  readonly code = 'unfenced-write' as const;
  /** The HTTP method of the write. */
  readonly method: string;
  /** Where it would have gone. */
  readonly path: string;

  /** `problem` says what is missing, and how to give it. */
  constructor({ method, path }: { readonly method: string; readonly path: string }, problem: string) {
    super(`${method} ${path} cannot be fenced: ${problem}. What needs no fence goes through leadership.unfenced.`);
    this.method = method;
    this.path = path;
  }
}
