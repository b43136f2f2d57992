import type { OwnerReference } from './owner-reference.js';

/**
 * The metadata that every object carries, as it is on the wire: times stay strings, unknown fields stay.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
export interface ObjectMeta {
  /** Unique among the objects of its resource in its namespace. */
  name?: string | undefined;
  /** What the server makes a name of by adding letters, where `name` is left out. */
  generateName?: string | undefined;
  /** The namespace; absent for a cluster-scoped object. */
  namespace?: string | undefined;
  /** Given by the server: tells this object from all others of that name, before and after. */
  uid?: string | undefined;
  /** The version of the object, to be compared for equality alone. */
  resourceVersion?: string | undefined;
  /** Counted up by the server with each change of the spec. */
  generation?: number | undefined;
  /** When it was created, in RFC 3339. */
  creationTimestamp?: string | null | undefined;
  /** From when on it is being deleted, in RFC 3339; absent while nobody has asked for that. */
  deletionTimestamp?: string | null | undefined;
  /** How long it has to end, in seconds, once it is being deleted. */
  deletionGracePeriodSeconds?: number | undefined;
  /** Short values to select by. */
  labels?: Record<string, string> | undefined;
  /** Further values, for programs and people, which cannot be selected by. */
  annotations?: Record<string, string> | undefined;
  /** The objects that it depends on: it goes when all of them are gone. */
  ownerReferences?: OwnerReference[] | undefined;
  /** What has to be done before it goes: it stays while there are any. */
  finalizers?: string[] | undefined;
  /** Who owns which fields, by the record of server-side apply. */
  managedFields?: unknown[] | undefined;
}

/**
 * The loosest shape of an object, as a constraint: the types of other packages fit it, those with `Date` times
 * included. For an object whose fields are not known beforehand use {@link KubeObject}.
 */
export interface ObjectLike {
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion?: string | undefined;
  /** The kind of the object: `Deployment`. */
  kind?: string | undefined;
  /** Names, uid and version, where there are any. */
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
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion: string;
  /** The kind of the object: `Deployment`. */
  kind: string;
  /** What every object has: name, labels, owners and their like. */
  metadata: ObjectMeta;
  [field: string]: unknown;
}

/** The metadata of a list: where it stands and how to go on. */
export interface ListMeta {
  /** The version of the whole list, from which a watch can go on. */
  resourceVersion?: string | undefined;
  /** Present when there are more pages; valid for a few minutes only. */
  continue?: string | undefined;
  /** How many objects follow, if the server says so; it need not be exact. */
  remainingItemCount?: number | undefined;
}

/** A list of objects as a server answers it. */
export interface KubeList<Item = KubeObject> {
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion: string;
  /** The kind of the list: `PodList`. */
  kind: string;
  /** Where the list stands, and how to go on. */
  metadata: ListMeta;
  /** The objects of this page. */
  items: Item[];
}

/** What a server answers to `as=PartialObjectMetadata`, with the kind and apiVersion of the object it stands for. */
export interface PartialObjectMetadata {
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion: string;
  /** The kind of the object: `Deployment`. */
  kind: string;
  /** What every object has: name, labels, owners and their like. */
  metadata: ObjectMeta;
}
