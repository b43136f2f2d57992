import type { CatalogFailure } from '../core/catalog/failures.js';
import type { EvidenceKind } from '../identity/evidence.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { MatchPolicy } from './read-configuration.js';

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
 * - `not served`: the endpoint that the rule names is not served; this endpoint is documented to serve the same
 *   objects: another version of the resource, or a group that it moved to.
 */
export type MissReason = 'exact' | 'another server' | 'unknown to the server' | 'not served';

/** An endpoint that a rule misses. */
export interface MissedEndpoint extends AdmissionEndpoint {
  /** The endpoint of these objects that the rule names. Its version is `*` if the rule has `*` and it is not served. */
  readonly sameAs: AdmissionEndpoint;
  /** Why the server does not apply the rule to it. */
  readonly reason: MissReason;
  /** The operations of the rule that no other rule covers. */
  readonly operations: readonly string[];
  /** The kinds of evidence that join the set of endpoints, each once; empty for `not served`. */
  readonly evidence: readonly EvidenceKind[];
}

/** An endpoint that a rule does not name, although the server applies the rule to its requests. */
export interface CoveredEndpoint extends AdmissionEndpoint {
  /** The endpoint that the rules name and the server knows to be equivalent. */
  readonly sameAs: AdmissionEndpoint;
}

/** The result for one rule; endpoints are sorted by group, version and name. */
export interface RuleFinding {
  /** The path of the rule: `webhooks[0].rules[1]`, `spec.matchConstraints.excludeResourceRules[0]`. */
  readonly path: string;
  /** The name of its webhook or policy; empty if it has none. */
  readonly name: string;
  /** The policy that applies to the rule. */
  readonly matchPolicy: MatchPolicy;
  /** How many endpoints the rule itself names, including subresources; 0 if none is served. */
  readonly matches: number;
  /** Endpoints of the same objects that the rule does not reach. */
  readonly missed: readonly MissedEndpoint[];
  /** Endpoints of the same objects that the rule does not name, but whose requests are judged anyway. */
  readonly covered: readonly CoveredEndpoint[];
  /** Endpoints with the same plural and scope but no evidence either way: check them yourself. */
  readonly unknown: readonly AdmissionEndpoint[];
}

/** The result of `expandRules`. */
export interface RuleExpansion<T> {
  /**
   * The configuration with further rules behind each rule that misses something; unknown fields are kept. The input is
   * not modified, and the two share their unchanged parts.
   */
  readonly configuration: T;
  /** Whether no rule misses an endpoint. */
  readonly complete: boolean;
  /** One for each rule, in the order of the configuration. */
  readonly findings: readonly RuleFinding[];
  /** Parts of the server that could not be read; each may hide a missed endpoint. */
  readonly unread: readonly CatalogFailure[];
}
