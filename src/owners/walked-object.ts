import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { ObjectLike } from '../model/kube-object.js';
import type { OwnerReference } from '../model/owner-reference.js';
import { requireObject } from '../shared/arguments.js';
import { isJsonRecord } from '../shared/json-record.js';

/** An object that a walk has come to: what names it, and nothing else. */
export interface WalkedObject {
  /** The group and version of the kind, as manifests write it. */
  readonly apiVersion: string;
  /** The kind of the object. */
  readonly kind: string;
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined;
  /** The name of the object. */
  readonly name: string;
  /** The uid of the object; empty where it has none. */
  readonly uid: string;
  /** The endpoint that it was read at; absent for the object that a walk began at. */
  readonly resource?: GroupVersionResource | undefined;
}

/** The least that a walk can begin at: an object of any type, whole or as metadata. */
export interface WalkStart extends ObjectLike {
  /** Name, namespace, uid and owner references of the object. */
  metadata?:
    | (NonNullable<ObjectLike['metadata']> & {
        ownerReferences?: readonly (Omit<OwnerReference, 'resource'> & { resource?: string | undefined })[] | undefined;
      })
    | undefined;
}

/** What names an object; texts that are missing are empty. */
export function walkedObject(object: WalkStart, resource?: GroupVersionResource): WalkedObject {
  const { apiVersion, kind, metadata } = requireObject('object', object);
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

/** The owner references of an object as they came, of any shape; none where there is no list. */
export function referencesOf({ metadata }: WalkStart): readonly OwnerReference[] {
  const references: unknown = isJsonRecord(metadata) ? metadata['ownerReferences'] : undefined;
  return Array.isArray(references) ? (references as readonly OwnerReference[]) : [];
}

/** What tells an object from all others: its uid, or where it is. Objects without a uid own nothing. */
export function walkedObjectKey(object: WalkedObject): string {
  if (object.uid !== '') return object.uid;
  const { apiVersion, kind, namespace, name } = object;
  return JSON.stringify([apiVersion, kind, namespace ?? null, name]);
}
