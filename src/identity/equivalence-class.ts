import type { ResourceEntry } from '../catalog/entries.js';
import type { Contradiction } from './separation.js';
import type { Evidence, EvidenceLink } from './evidence.js';
import type { Probe } from './probe.js';
import type { RemoteGroupVersion } from './remote.js';

/** The evidence for the functions of identity. */
export interface IdentityOptions {
  /** @default ownEvidence: the evidence on the catalog's own entries */
  readonly evidence?: Evidence | undefined;
  /**
   * Results of comparing objects: `probing.probes` of an answer of `createIdentity(client)`, or your own, such as the
   * same UID at two endpoints. @default none
   */
  readonly probes?: readonly Probe[] | undefined;
  /**
   * How to use the documented list of groups that kube-apiserver stores together (`events` on today's servers;
   * `extensions` with `apps`, `policy` and `networking.k8s.io` before 1.22). `hint` mentions it next to an unknown
   * answer; `join` uses it as evidence, the weakest of all. @default 'hint'
   */
  readonly cohabitation?: 'hint' | 'join' | undefined;
  /**
   * The group-versions behind the aggregator: those whose APIService has a `spec.service`. Versions of one group that
   * different servers serve are not known to be the same objects, whatever their names and hashes.
   * @default none; every version of a group is the same server's
   */
  readonly remote?: readonly RemoteGroupVersion[] | undefined;
}

/**
 * Endpoints that are known to serve one set of objects. Subresources follow their parent: endpoints that serve the same
 * `deployments` serve the same `deployments/scale`.
 * @see https://github.com/kubernetes/enhancements/issues/2341
 */
export interface EquivalenceClass {
  /** In rank order: the core group, then the groups as the catalog has them, the preferred version first. */
  readonly endpoints: readonly ResourceEntry[];
  /** The links that hold the class together: one fewer than there are endpoints, the strongest evidence first. */
  readonly evidence: readonly EvidenceLink[];
}

/** The result of {@link aliasesOf}. */
export interface Aliases extends EquivalenceClass {
  /**
   * Endpoints with the same plural and scope but no evidence either way. They may serve the same objects: treat them as
   * different, but do not rely on it.
   */
  readonly unknown: readonly ResourceEntry[];
  /** The hints of the documented list about the endpoints in `unknown`. */
  readonly hints: readonly EvidenceLink[];
  /** The contradictions that involve any of these endpoints. */
  readonly contradictions: readonly Contradiction[];
}
