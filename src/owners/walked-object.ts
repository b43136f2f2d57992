import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import type { ObjectLike } from '../core/model/kube-object.js';
import type { OwnerReference } from '../core/model/owner-reference.js';
import { isJsonRecord } from '../core/shared/json-record.js';

/** The identity of an object in a walk. */
export interface WalkedObject {
  /** The group and version of the kind, as manifests write it. */
  readonly apiVersion: string;
  /** The kind of the object. */
  readonly kind: string;
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined;
  /** The name of the object. */
  readonly name: string;
  /** The uid of the object; empty if it has none. */
  readonly uid: string;
  /** The endpoint at which the object was read; absent for the start of a walk. */
  readonly resource?: GroupVersionResource | undefined;
}

/** The minimal start of a walk: an object of any type, whole or as metadata. */
export interface WalkStart extends ObjectLike {
  /** Name, namespace, uid and owner references of the object. */
  metadata?:
    | (NonNullable<ObjectLike['metadata']> & {
        ownerReferences?: readonly (Omit<OwnerReference, 'resource'> & { resource?: string | undefined })[] | undefined;
      })
    | undefined;
}

/** Returns the identity of an object; missing strings become empty. */
export function walkedObject(object: WalkStart, resource?: GroupVersionResource): WalkedObject {
  const { apiVersion, kind, metadata } = object;
  const { namespace, name, uid } = metadata ?? {};
  return Object.freeze({
    apiVersion: apiVersion ?? '',
    kind: kind ?? '',
    ...(namespace !== undefined && namespace !== '' && { namespace }),
    name: name ?? '',
    uid: uid ?? '',
    ...(resource !== undefined && { resource }),
  });
}

/** Returns the owner references of an object unchecked, of any shape; none if there is no list. */
export function referencesOf({ metadata }: WalkStart): readonly OwnerReference[] {
  const references: unknown = isJsonRecord(metadata) ? metadata['ownerReferences'] : undefined;
  return Array.isArray(references) ? (references as readonly OwnerReference[]) : [];
}

/** Returns a unique key of an object: its uid, or its location. Objects without a uid own nothing. */
export function walkedObjectKey(object: WalkedObject): string {
  if (object.uid !== '') return object.uid;
  const { apiVersion, kind, namespace, name } = object;
  return JSON.stringify([apiVersion, kind, namespace ?? null, name]);
}
