import { KubeError } from '../core/shared/kube-error.js';
import { quote } from '../core/shared/quote.js';

/** Which cluster of a fleet an error is about. */
export interface ClusterLocation {
  /** The name of the cluster; undefined if the error is about a whole source of clusters. */
  readonly cluster: string | undefined;
  /** Where the cluster comes from: `kubeconfig "/home/me/.kube/config", context "prod"`. */
  readonly source: string;
}

function describe({ cluster, source }: ClusterLocation): string {
  return cluster === undefined ? source : `cluster ${quote(cluster)} (${source})`;
}

/**
 * Something failed in one cluster of a fleet, or in a source of clusters; `cause` is the error itself. The other
 * clusters go on.
 */
export class ClusterError extends KubeError implements ClusterLocation {
  static override readonly brand = 'ClusterError';
  readonly code = 'cluster-failed' as const;
  /** The name of the cluster; undefined if the error is about a whole source of clusters. */
  readonly cluster: string | undefined;
  /** Where the cluster comes from. */
  readonly source: string;

  constructor(location: ClusterLocation, cause: unknown) {
    const what = cause instanceof Error ? cause.message || cause.name : String(cause);
    super(`${describe(location)}: ${what}`, { cause });
    this.cluster = location.cluster;
    this.source = location.source;
  }
}

/** Returns an error that names the cluster: the given one, if it does. */
export function errorOf(
  { name, source }: { readonly name: string; readonly source: string },
  cause: unknown,
): ClusterError {
  return cause instanceof ClusterError && cause.cluster === name
    ? cause
    : new ClusterError({ cluster: name, source }, cause);
}

/** A cluster did not answer within the limit of the call: the `cause` of a {@link ClusterError}. */
export class ClusterTimeoutError extends KubeError {
  static override readonly brand = 'ClusterTimeoutError';
  readonly code = 'cluster-timeout' as const;
  /** The limit, in milliseconds. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`no complete answer within ${timeoutMs} ms: increase timeoutMs, or check the cluster`);
    this.timeoutMs = timeoutMs;
  }
}

/** Two sources have a cluster by one name, or one source has two: the second is not used. The `cause` of a {@link ClusterError}. */
export class DuplicateClusterError extends KubeError {
  static override readonly brand = 'DuplicateClusterError';
  readonly code = 'duplicate-cluster' as const;

  constructor(first: string) {
    super(`another cluster has this name (${first}), so this cluster is not used: rename one of them`);
  }
}

/**
 * The reason of the `signal` of a cluster that is no longer in its fleet: it left, it was replaced by another cluster or
 * another way to it, or the fleet was closed.
 */
export class ClusterEndedError extends KubeError implements ClusterLocation {
  static override readonly brand = 'ClusterEndedError';
  readonly code = 'cluster-ended' as const;
  /** The name of the cluster. */
  readonly cluster: string;
  /** Where it came from. */
  readonly source: string;
  /** What happened. */
  readonly why: 'removed' | 'replaced' | 'closed';

  constructor(location: ClusterLocation & { readonly cluster: string }, why: ClusterEndedError['why']) {
    const what = { removed: 'is no longer in the fleet', replaced: 'was replaced', closed: 'ended with its fleet' };
    super(`${describe(location)} ${what[why]}`);
    this.cluster = location.cluster;
    this.source = location.source;
    this.why = why;
  }
}

/** The fleet was closed: the reason of its `signal`. */
export class FleetClosedError extends KubeError {
  static override readonly brand = 'FleetClosedError';
  readonly code = 'fleet-closed' as const;

  constructor() {
    super('the fleet was closed');
  }
}

/** A fleet was asked that has no cluster. */
export class NoClustersError extends KubeError {
  static override readonly brand = 'NoClustersError';
  readonly code = 'no-clusters' as const;

  constructor(sources: readonly string[]) {
    super(`the fleet has no clusters (${sources.join('; ') || 'an empty list'})`);
  }
}
