import { KubeError } from '../../core/shared/kube-error.js';
import { quote } from '../../core/shared/quote.js';

/**
 * Why work may send nothing. `suspended`: the member has not renewed its Lease in time; the shard may come back. `lost`: it
 * is not this member's any more. `drained`: the time to give it up is over. `ended`: the sharing has ended.
 */
export type HoldingEnd = 'suspended' | 'lost' | 'drained' | 'ended';

const ends: Readonly<Record<HoldingEnd, string>> = {
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
    super(`The member ${quote(identity)} of ${quote(sharing)} may not send this: ${ends[end]}.`);
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
