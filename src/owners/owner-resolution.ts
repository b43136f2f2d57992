import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { PartialObjectMetadata } from '../core/model/kube-object.js';
import type { OwnerReference } from '../core/model/owner-reference.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import type { UnreadReason } from '../core/metadata/metadata-answer.js';
import type { OwnerReferenceProblem } from './owner-reference-problem.js';

/**
 * Why it is unknown whether an owner exists, for `switch`. Besides the reasons for a failed request:
 *
 * - `invalid-reference`: the reference is invalid, see `problems`. No request was sent.
 * - `no-mapping`: discovery knows no such kind in the group.
 * - `group-unavailable`: discovery could not read the group, wholly or in part.
 * - `discovery-failed`: discovery learned nothing at all.
 * - `wrong-scope`: the owner is namespaced and the dependent is not, so there is no namespace to look in.
 * - `no-uid`: the object that was found has no uid to compare.
 */
export type UnknownOwnerReason =
  | UnreadReason
  | 'invalid-reference'
  | 'no-mapping'
  | 'group-unavailable'
  | 'discovery-failed'
  | 'wrong-scope'
  | 'no-uid';

/** One request to the server and its result. */
export interface AskedForOwner {
  /** The endpoint of the request. */
  readonly resource: GroupVersionResource;
  /** Absent for the URL of a cluster-scoped object. */
  readonly namespace?: string | undefined;
  /** The requested name. */
  readonly name: string;
  /** The result: found, not found, found with another uid or without one, or why it could not be read. */
  readonly outcome: 'present' | 'not-found' | 'other-uid' | 'no-uid' | UnreadReason;
  /** The HTTP status of the response, if it was an error. */
  readonly statusCode?: number | undefined;
}

/** The common fields of every {@link OwnerResolution}. */
export interface ResolvedReference {
  /** The reference, as it was passed in. */
  readonly reference: OwnerReference;
  /** Where the owner was looked for, in order: exactly the requests that were sent. */
  readonly asked: readonly AskedForOwner[];
  /**
   * The endpoints that the reference can mean according to the catalog; a kind may have several. Empty if no catalog was
   * needed, or if the catalog has none.
   */
  readonly mappings: readonly RESTMapping[];
}

/** The owner exists: the object with that name has that uid. */
export interface PresentOwner extends ResolvedReference {
  readonly state: 'present';
  /** The owner, as metadata. */
  readonly owner: PartialObjectMetadata & { metadata: { name: string; uid: string } };
  /** The endpoint at which it was found. */
  readonly resource: GroupVersionResource;
}

/** The owner is gone for good: the server has no object of that name, or another one has its name now. */
export interface AbsentOwner extends ResolvedReference {
  readonly state: 'absent';
  /** `not-found`: there is no object of that name. `other-uid`: another object has its name now. */
  readonly reason: 'not-found' | 'other-uid';
}

/**
 * It is unknown whether the owner exists. Never treat this as absent: a garbage collector that did would delete objects
 * in use.
 */
export interface UnknownOwner extends ResolvedReference {
  readonly state: 'unknown';
  /** Why it is unknown, for programs. */
  readonly reason: UnknownOwnerReason;
  /** The human-readable message. */
  readonly message: string;
  /** The problems of the reference, for `invalid-reference`. */
  readonly problems?: readonly OwnerReferenceProblem[] | undefined;
}

/**
 * Whether the owner that a reference names exists. Switch on `state`, and then on the literal `reason`.
 * @see https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
export type OwnerResolution = PresentOwner | AbsentOwner | UnknownOwner;
