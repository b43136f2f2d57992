import type { CatalogFailure } from '../catalog/failures.js';
import type { EvidenceKind } from '../identity/evidence.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { MatchPolicy } from './configuration-kinds.js';

/** The target of a request: an endpoint, or a subresource of its objects. */
export interface AdmissionEndpoint extends GroupVersionResource {
  /** `scale`; absent for the objects themselves. */
  readonly subresource?: string;
}

/**
 * Why a rule misses requests to an endpoint that serves its objects.
 *
 * - `exact`: the rules match exactly, and name other endpoints of these objects.
 * - `another server`: one of the two is served by a server behind the aggregator, so no server knows that they are the
 *   same.
 * - `unknown to the server`: the server serves both but does not know that they are the same, because only their
 *   `internalID` says so.
 * - `not served`: what the rule names is no longer served; this endpoint is documented to serve the same objects:
 *   another version of the resource, or a group that it moved to.
 */
export type MissReason = 'exact' | 'another server' | 'unknown to the server' | 'not served';

/** An endpoint that a rule misses. */
export interface MissedEndpoint extends AdmissionEndpoint {
  /** What the rule does name of these objects. Its version is `*` where the rule says so and nothing is served. */
  readonly sameAs: AdmissionEndpoint;
  /** Why the server does not apply the rule to it. */
  readonly reason: MissReason;
  /** Those of the rule that no other rule covers. */
  readonly operations: readonly string[];
  /** What holds the set of endpoints together, each kind once; empty for what is not served. */
  readonly evidence: readonly EvidenceKind[];
}

/** An endpoint that a rule does not name, but to whose requests the server applies it. */
export interface CoveredEndpoint extends AdmissionEndpoint {
  /** What the rules name, and the server knows to be the same. */
  readonly sameAs: AdmissionEndpoint;
}

/** The result for one rule; endpoints are sorted by group, version and name. */
export interface RuleFinding {
  /** `webhooks[0].rules[1]`, `spec.matchConstraints.excludeResourceRules[0]` */
  readonly path: string;
  /** Of its webhook or policy; empty where it has none. */
  readonly name: string;
  /** The policy that applies to the rule. */
  readonly matchPolicy: MatchPolicy;
  /** How many endpoints the rule itself names, including subresources; 0 if none is served. */
  readonly matches: number;
  /** Endpoints of the same objects that the rule does not reach. */
  readonly missed: readonly MissedEndpoint[];
  /** Endpoints of the same objects that the rule does not name and that are judged all the same. */
  readonly covered: readonly CoveredEndpoint[];
  /** Endpoints with the same plural and scope but no evidence either way: check them yourself. */
  readonly unknown: readonly AdmissionEndpoint[];
}

/** The result of `expandRules`. */
export interface RuleExpansion<T> {
  /**
   * The configuration with a further rule behind each one that misses something; its unknown fields are as they were.
   * The input is not modified, and the two share what did not change.
   */
  readonly configuration: T;
  /** Whether no rule misses an endpoint. */
  readonly complete: boolean;
  /** One for each rule, in the order of the configuration. */
  readonly findings: readonly RuleFinding[];
  /** Parts of the server that could not be read; each may hide a missed endpoint. */
  readonly unread: readonly CatalogFailure[];
}
