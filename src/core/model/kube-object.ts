import type { OwnerReference } from './owner-reference.js';

/**
 * The metadata that every object carries, as on the wire: times stay strings, and unknown fields are kept.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
export interface ObjectMeta {
  /** Unique among the objects of its resource in its namespace. */
  name?: string | undefined;
  /** The prefix from which the server generates a name by adding letters, if `name` is omitted. */
  generateName?: string | undefined;
  /** The namespace; absent for a cluster-scoped object. */
  namespace?: string | undefined;
  /** Set by the server: distinguishes this object from all others of that name, earlier and later ones. */
  uid?: string | undefined;
  /**
   * The version of the object. Since Kubernetes 1.35, of two versions of one resource the larger number is the newer one
   * (`BigInt(a) > BigInt(b)`); on older servers, compare for equality only.
   */
  resourceVersion?: string | undefined;
  /** Incremented by the server with each change of the spec. */
  generation?: number | undefined;
  /** When it was created, in RFC 3339. */
  creationTimestamp?: string | null | undefined;
  /** When the object is due to be deleted, in RFC 3339; absent until its deletion is requested. */
  deletionTimestamp?: string | null | undefined;
  /** The seconds that the object has to terminate once its deletion is requested. */
  deletionGracePeriodSeconds?: number | undefined;
  /** Short values to select by. */
  labels?: Record<string, string> | undefined;
  /** Further values, for programs and people, that selectors cannot use. */
  annotations?: Record<string, string> | undefined;
  /** The objects that it depends on: it is deleted once all of them are gone. */
  ownerReferences?: OwnerReference[] | undefined;
  /** Tasks to finish before it is removed: it stays until the list is empty. */
  finalizers?: string[] | undefined;
  /** The owners of its fields, as recorded by server-side apply. */
  managedFields?: ManagedFieldsEntry[] | undefined;
}

/**
 * What one manager owns of an object.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export interface ManagedFieldsEntry {
  /** The program or person that owns the fields. */
  manager?: string | undefined;
  /** `Apply` or `Update`. */
  operation?: string | undefined;
  /** The version of the fields: `apps/v1`. */
  apiVersion?: string | undefined;
  /** When the entry last changed, in RFC 3339. */
  time?: string | undefined;
  /** The form of `fieldsV1`: `FieldsV1`. */
  fieldsType?: string | undefined;
  /** The owned fields as a tree: `{ 'f:spec': { 'f:replicas': {} } }`. */
  fieldsV1?: object | undefined;
  /** The subresource through which they were written. */
  subresource?: string | undefined;
}

/**
 * The loosest shape of an object, for use as a constraint: the types of other packages satisfy it, including those with
 * `Date` times. For an object with fields not known in advance use {@link KubeObject}.
 */
export interface ObjectLike {
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion?: string | undefined;
  /** The kind of the object: `Deployment`. */
  kind?: string | undefined;
  /** Names, uid and version, if any. */
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

/**
 * The metadata of an object, with the kind and apiVersion of that object, not `PartialObjectMetadata` as on the wire.
 */
export interface PartialObjectMetadata extends ObjectLike {
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion: string;
  /** The kind of the object: `Deployment`. */
  kind: string;
  /** The metadata common to all objects: name, labels, owners and so on. */
  metadata: ObjectMeta;
}

/** An object as a server returns it, with any further fields. */
export interface KubeObject extends PartialObjectMetadata {
  [field: string]: unknown;
}

/** The metadata of a list: its version, and how to continue. */
export interface ListMeta {
  /** The version of the whole list, from which a watch can start. */
  resourceVersion?: string | undefined;
  /** The token for the next page, if there is one; valid for a few minutes only. */
  continue?: string | undefined;
  /** The number of remaining objects, if the server states it; it need not be exact. */
  remainingItemCount?: number | undefined;
  /** The shard that the server chose by, as it was requested; absent if it does not know shards, and in a Table. */
  shardInfo?: { selector: string } | undefined;
}

/** A list of objects as a server returns it. */
export interface KubeList<Item = KubeObject> {
  /** Group and version of the kind: `apps/v1`, or `v1` in the core group. */
  apiVersion: string;
  /** The kind of the list: `PodList`. */
  kind: string;
  /** The version of the list, and how to continue. */
  metadata: ListMeta;
  /** The objects of this page. */
  items: Item[];
}
