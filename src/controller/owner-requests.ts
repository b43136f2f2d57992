import { metadataOf, stateKey } from '../follow/followed-object.js';
import type { InformerStore } from '../informer/informer-store.js';
import { formatGroupVersion } from '../model/group-version.js';
import type { OwnerReference } from '../model/owner-reference.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { honorsResource, type HonorsOption } from '../owners/honored-field.js';
import { mismatchOf } from '../owners/owner-mismatch.js';
import type { WalkedObject } from '../owners/walked-object.js';
import { isJsonRecord } from '../shared/json-record.js';
import type { ReconcileRequest } from './reconcile-request.js';

/** The owners of a dependent that count. */
export interface OwnerChoice extends HonorsOption {
  /** True for the owner that manages the dependent (`controller: true`) only; false for all owners. @default true */
  readonly controller?: boolean | undefined;
}

/** The place to look for owners in. */
export interface OwnerPlace {
  readonly store: InformerStore<unknown>;
  /** Their resource, if it is known. */
  readonly mapping: RESTMapping | undefined;
}

/**
 * Returns requests for the owners of a dependent among the objects of a store. Owners are found by uid, so a reference
 * to an object that was deleted and recreated under the same name leads nowhere. An owner that is not in the store yet
 * causes a request when it arrives, and one that is gone caused a request when it went.
 *
 * As in the garbage collector, an object with the uid of a reference is not the owner if its name, namespace or type
 * differs.
 */
export function requestsOfOwners(
  dependent: unknown,
  { store, mapping }: OwnerPlace,
  { controller = true, honors }: OwnerChoice,
): readonly ReconcileRequest[] {
  const metadata = metadataOf(dependent);
  const references: unknown = metadata?.ownerReferences;
  if (!Array.isArray(references)) return [];
  // Without a mapping, the resource of the owner is not known.
  const isResourceHonored = honorsResource(honors) && mapping !== undefined;
  const requests: ReconcileRequest[] = [];
  for (const reference of references as readonly unknown[]) {
    if (!isReference(reference) || (controller && reference.controller !== true)) continue;
    const owner = store.byUid(reference.uid);
    const { name, namespace } = metadataOf(owner) ?? {};
    if (owner === undefined || name === undefined) continue;
    // A type that is not known fits, because the uid is the same.
    const { apiVersion, kind, uid } = reference;
    const walked = { apiVersion, kind, ...typeOf(owner, mapping), name, uid, ...(namespace && { namespace }) };
    if (mismatchOf(reference, walked, metadata ?? {}, isResourceHonored) !== undefined) continue;
    requests.push(namespace ? { namespace, name } : { name });
  }
  return requests;
}

/** Returns what is known of the type of an owner: its mapping, or what the object itself has. */
function typeOf(
  owner: unknown,
  mapping: RESTMapping | undefined,
): Partial<Pick<WalkedObject, 'apiVersion' | 'kind' | 'resource'>> {
  if (mapping !== undefined) {
    const { kind, resource } = mapping;
    return { apiVersion: formatGroupVersion(kind), kind: kind.kind, resource };
  }
  const { apiVersion, kind } = isJsonRecord(owner) && !('cells' in owner) ? owner : {};
  return {
    ...(typeof apiVersion === 'string' && { apiVersion }),
    ...(typeof kind === 'string' && { kind }),
  };
}

function isReference(value: unknown): value is OwnerReference {
  return isJsonRecord(value) && typeof value['uid'] === 'string' && value['uid'] !== '';
}

/** Returns the objects of a store that an owner owns. */
export function dependentsIn(
  dependents: InformerStore<unknown>,
  owner: unknown,
  place: OwnerPlace,
  choice: OwnerChoice,
): readonly unknown[] {
  const { uid, ...metadata } = metadataOf(owner) ?? {};
  if (uid === undefined) return [];
  const key = stateKey(metadata);
  return dependents
    .by('owner', uid)
    .filter((each) => requestsOfOwners(each, place, choice).some((request) => stateKey(request) === key));
}
