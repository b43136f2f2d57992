import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import type { ObjectLike } from '../model/kube-object.js';

/** A kind whose group and version may be left out. `group: ''` is the core group; without a group, any matches. */
export interface PartialGroupVersionKind {
  /** The API group, exactly. */
  readonly group?: string | undefined;
  /** The version, exactly. */
  readonly version?: string | undefined;
  /** The kind: `Deployment`. */
  readonly kind: string;
}

/**
 * What can be resolved to an endpoint, read in this order:
 *
 * 1. a string, as people type it for kubectl: `TYPE[.VERSION][.GROUP][/NAME]`,
 * 2. something with `resource` and without `apiVersion`: a resource, its group and version if known,
 * 3. something with `apiVersion`: an object, or any part of one that names its type,
 * 4. something with `kind`: a kind, its group and version if known.
 */
export type Subject = string | PartialGroupVersionResource | PartialGroupVersionKind | ObjectLike;
