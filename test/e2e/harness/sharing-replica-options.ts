/** Options of a replica, as JSON in its first argument. */
export interface SharingReplicaOptions {
  readonly url: string;
  readonly ca: string;
  readonly token: string;
  readonly identity: string;
  /** Of the Lease, or of the table. */
  readonly name: string;
  /** Of the Leases and the objects. */
  readonly namespace: string;
  readonly mode: 'share' | 'leaderElection';
  readonly shards: number;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  /** How fast its clocks run for its Leases: 1.08 for 8 % too fast. */
  readonly rate: number;
  /** How late the watches of its informers are. */
  readonly watchLagMs: number;
  /** The file to write to. */
  readonly file: string;
}

/** One line that a replica writes. Times are milliseconds of the machine's monotonic clock, the same for all processes. */
export type ReplicaLine =
  | {
      /** A request of a reconcile has begun: at `at` the guard let it pass. */
      readonly type: 'begun';
      readonly at: number;
      /** Tells holdings, or terms, of this process apart. */
      readonly holding: number;
      readonly key: string;
      /** Tells reconciles of this process apart. */
      readonly turn: number;
      /** The object whose cleanup the reconcile does. */
      readonly cleanupOf: string | undefined;
    }
  /** The finalizer of the object is removed. */
  | { readonly type: 'finalized'; readonly at: number; readonly uid: string }
  /** What it holds: shards, or 1 for a leader. */
  | { readonly type: 'held'; readonly at: number; readonly state: string; readonly held: number };

export const itemLabel = 'sharing-item';
export const finalizer = 'kubeatlas.dev/sharing';
/** Objects of this kind are done in two steps, the second one by `requeueAfterMs`. */
export const isSlow = (name: string): boolean => name.endsWith('0');
