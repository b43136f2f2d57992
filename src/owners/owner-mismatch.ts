import { cohabit } from '../model/cohabiting-groups.js';
import type { OwnerReference } from '../model/owner-reference.js';
import type { OwnerMismatch } from './owner-graph.js';
import { readApiVersion, resourceOf } from './reference-type.js';
import type { WalkedObject } from './walked-object.js';

/** Compares a reference with the object that has its uid as the garbage collector does, except for the version. */
export function mismatchOf(
  reference: OwnerReference,
  owner: WalkedObject,
  dependent: Pick<WalkedObject, 'namespace'>,
  isResourceHonored: boolean,
): OwnerMismatch | undefined {
  if (!isOfGroup(reference, owner)) return 'group';
  const resource = isResourceHonored ? resourceOf(reference) : undefined;
  if (resource === undefined ? reference.kind !== owner.kind : resource !== owner.resource?.resource) {
    return resource === undefined ? 'kind' : 'resource';
  }
  if (reference.name !== owner.name) return 'name';
  return owner.namespace !== undefined && owner.namespace !== dependent.namespace ? 'namespace' : undefined;
}

function isOfGroup({ apiVersion: named }: OwnerReference, { apiVersion, resource }: WalkedObject): boolean {
  if (named === apiVersion) return true;
  const group = readApiVersion(named)?.group;
  if (group === undefined) return false;
  if (group === readApiVersion(apiVersion)?.group) return true;
  return resource !== undefined && cohabit({ group, resource: resource.resource }, resource);
}
