import type { OwnerReference } from './owner-reference.js';

/**
 * The metadata that every object carries, as it is on the wire: times stay strings, unknown fields stay.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
export interface ObjectMeta {
  name?: string | undefined;
  generateName?: string | undefined;
  namespace?: string | undefined;
  uid?: string | undefined;
  resourceVersion?: string | undefined;
  generation?: number | undefined;
  creationTimestamp?: string | null | undefined;
  deletionTimestamp?: string | null | undefined;
  deletionGracePeriodSeconds?: number | undefined;
  labels?: Record<string, string> | undefined;
  annotations?: Record<string, string> | undefined;
  ownerReferences?: OwnerReference[] | undefined;
  finalizers?: string[] | undefined;
  managedFields?: unknown[] | undefined;
}

/**
 * The loosest shape of an object, as a constraint: the types of other packages fit it, those with `Date` times
 * included. For an object whose fields are not known beforehand use {@link KubeObject}.
 */
export interface ObjectLike {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  metadata?:
    | {
        name?: string | undefined;
        generateName?: string | undefined;
        namespace?: string | undefined;
        uid?: string | undefined;
        resourceVersion?: string | undefined;
      }
    | undefined;
}

/** An object as a server answers it, with any further fields. */
export interface KubeObject extends ObjectLike {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** The metadata of a list: where it stands and how to go on. */
export interface ListMeta {
  resourceVersion?: string | undefined;
  /** Present when there are more pages; valid for a few minutes only. */
  continue?: string | undefined;
  remainingItemCount?: number | undefined;
}

/** A list of objects as a server answers it. */
export interface KubeList<Item = KubeObject> {
  apiVersion: string;
  kind: string;
  metadata: ListMeta;
  items: Item[];
}

/** What a server answers to `as=PartialObjectMetadata`, with the kind and apiVersion of the object it stands for. */
export interface PartialObjectMetadata {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}
