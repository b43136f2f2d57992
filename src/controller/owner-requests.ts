import { metadataOf, stateKey } from '../watch/followed-object.js';
import type { InformerStore } from '../watch/informer/informer-store.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import type { HonorsOption, OwnerReference, PossibleOwner } from '../core/model/owner-reference.js';
import { ownerMismatch } from '../core/model/owner-reference.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import { isJsonRecord, recordsOf, type JsonRecord } from '../core/shared/json-record.js';
import type { ReconcileRequest } from './reconcile-request.js';

/** The owners of a dependent that count. */
export interface OwnerChoice extends HonorsOption {
  /** True for the owner that manages the dependent (`controller: true`) only; false for all owners. @default true */
  readonly controller?: boolean | undefined;
}

/** The objects among which owners are looked for. */
export interface OwnerCandidates {
  readonly store: InformerStore<unknown>;
  /** Their resource, if it is known. */
  readonly mapping: RESTMapping | undefined;
}

/**
 * Returns requests for the owners of a dependent among the objects of a store. Owners are found by uid, so a reference
 * to an object that was deleted and recreated under the same name leads nowhere. An owner that is not in the store yet
 * causes a request when it arrives, and one that is gone caused a request when it went.
 *
 * With `by: 'name'` it is the owner of that name now instead: an owner that was recreated may wait for the dependents of
 * its predecessor to go, because they have the names that it needs.
 *
 * As in the garbage collector, an object with the uid of a reference is not the owner if its name, namespace or type
 * differs.
 */
export function requestsOfOwners(
  dependent: unknown,
  { store, mapping }: OwnerCandidates,
  { controller = true, honors }: OwnerChoice,
  by: 'uid' | 'name' = 'uid',
): readonly ReconcileRequest[] {
  const metadata = metadataOf(dependent);
  const requests: ReconcileRequest[] = [];
  for (const reference of recordsOf(metadata?.ownerReferences)) {
    if (!isReference(reference) || (controller && reference.controller !== true)) continue;
    const owner = by === 'uid' ? store.byUid(reference.uid) : namedIn(store, reference, metadata?.namespace);
    const { name, namespace: given } = metadataOf(owner) ?? {};
    if (owner === undefined || name === undefined) continue;
    const namespace = given === '' ? undefined : given;
    const known = { ...typeOf(owner, mapping), name, namespace };
    if (ownerMismatch(reference, known, { namespace: metadata?.namespace }, honors) !== undefined) continue;
    requests.push(namespace === undefined ? { name } : { namespace, name });
  }
  return requests;
}

/** Finds an object by the name in a reference; an owner may be in no namespace. */
function namedIn(store: InformerStore<unknown>, { name }: OwnerReference, namespace: string | undefined): unknown {
  return typeof name === 'string' ? (store.get(namespace, name) ?? store.get(undefined, name)) : undefined;
}

/** Rows of a table say nothing of their type. */
function typeOf(owner: unknown, mapping: RESTMapping | undefined): Omit<PossibleOwner, 'name'> {
  if (mapping !== undefined) {
    const { resource, kind } = mapping;
    return { apiVersion: formatGroupVersion(kind), kind: kind.kind, resource };
  }
  const { apiVersion, kind } = isJsonRecord(owner) && !('cells' in owner) ? owner : {};
  return {
    apiVersion: typeof apiVersion === 'string' ? apiVersion : undefined,
    kind: typeof kind === 'string' ? kind : undefined,
  };
}

function isReference(value: JsonRecord): value is JsonRecord & OwnerReference {
  return typeof value['uid'] === 'string' && value['uid'] !== '';
}

/** Returns the objects of a store that an owner owns. */
export function dependentsIn(
  dependents: InformerStore<unknown>,
  owner: unknown,
  owners: OwnerCandidates,
  choice: OwnerChoice,
): readonly unknown[] {
  const { uid, ...metadata } = metadataOf(owner) ?? {};
  if (uid === undefined) return [];
  const key = stateKey(metadata);
  return dependents
    .by('owner', uid)
    .filter((each) => requestsOfOwners(each, owners, choice).some((request) => stateKey(request) === key));
}
