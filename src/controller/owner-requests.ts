import { metadataOf, stateKey } from '../follow/followed-object.js';
import type { InformerStore } from '../informer/informer-store.js';
import { isBuiltInGroup } from '../model/built-in-groups.js';
import { parseGroupVersion } from '../model/group-version.js';
import type { OwnerReference } from '../model/owner-reference.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { isJsonRecord } from '../shared/json-record.js';
import type { ReconcileRequest } from './reconcile-request.js';

/** The owners of a dependent that count. */
export interface OwnerChoice {
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
 * differs. The type is `resource` if the server keeps that field, otherwise group and `kind`.
 */
export function requestsOfOwners(
  dependent: unknown,
  { store, mapping }: OwnerPlace,
  { controller = true }: OwnerChoice,
): readonly ReconcileRequest[] {
  const metadata = metadataOf(dependent);
  const references: unknown = metadata?.ownerReferences;
  if (!Array.isArray(references)) return [];
  const requests: ReconcileRequest[] = [];
  for (const reference of references as readonly unknown[]) {
    if (!isReference(reference) || (controller && reference.controller !== true)) continue;
    const owner = store.byUid(reference.uid);
    const { name, namespace } = metadataOf(owner) ?? {};
    if (owner === undefined || name === undefined || name !== reference.name) continue;
    const isCluster = namespace === undefined || namespace === '';
    if (!isCluster && namespace !== metadata?.namespace) continue;
    if (!isOfType(reference, typeOf(owner, mapping))) continue;
    requests.push(isCluster ? { name } : { namespace, name });
  }
  return requests;
}

interface OwnerType {
  readonly group: string | undefined;
  readonly kind: string | undefined;
  readonly resource: string | undefined;
}

/** Reports whether the type of a reference fits its owner. Unknown parts fit, because the uid is the same. */
function isOfType(reference: OwnerReference, { group, kind, resource }: OwnerType): boolean {
  if (typeof reference.resource === 'string' && resource !== undefined) return reference.resource === resource;
  if (kind !== undefined && reference.kind !== kind) return false;
  const named = typeof reference.apiVersion === 'string' ? parseGroupVersion(reference.apiVersion)?.group : undefined;
  if (group === undefined || named === undefined || named === group) return true;
  // A resource that moved between built-in groups is served in both: an old reference means the same object.
  return isBuiltInGroup(named) && isBuiltInGroup(group);
}

function typeOf(owner: unknown, mapping: RESTMapping | undefined): OwnerType {
  if (mapping !== undefined) {
    return { group: mapping.kind.group, kind: mapping.kind.kind, resource: mapping.resource.resource };
  }
  const { apiVersion, kind } = isJsonRecord(owner) && !('cells' in owner) ? owner : {};
  return {
    group: typeof apiVersion === 'string' ? parseGroupVersion(apiVersion)?.group : undefined,
    kind: typeof kind === 'string' ? kind : undefined,
    resource: undefined,
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
