import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import type { ObjectLike } from '../model/kube-object.js';

/** A kind whose group and version may be omitted. `group: ''` is the core group; without a group, any matches. */
export interface PartialGroupVersionKind {
  /** The API group, matched exactly. */
  readonly group?: string | undefined;
  /** The version, matched exactly. */
  readonly version?: string | undefined;
  /** The kind: `Deployment`. */
  readonly kind: string;
}

/**
 * Anything that can be resolved to an endpoint, read in this order:
 *
 * 1. a string, as typed for kubectl: `TYPE[.VERSION][.GROUP][/NAME]`,
 * 2. an object with `resource` and without `apiVersion`: a resource, with its group and version if known,
 * 3. an object with `apiVersion`: a Kubernetes object, or any part of one that names its type,
 * 4. an object with `kind`: a kind, with its group and version if known.
 */
export type Subject = string | PartialGroupVersionResource | PartialGroupVersionKind | ObjectLike;
