import type { RESTMapper } from '../core/mapper/rest-mapper.js';
import { readApiVersion, resourceOf, type HonorsOption, type OwnerReference } from '../core/model/owner-reference.js';
import { requireObject } from '../core/shared/arguments.js';
import { honorsResource, requireReferences } from './check-arguments.js';
import { mappingsOfKind } from './owner-endpoints.js';

const compared = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'] as const;

/**
 * Reports whether admission sees an update as a change of the owner references of an object, which requires permission
 * to delete the object. References are compared in order and field by field; null is the same as absent, but `false`
 * is not.
 *
 * Released servers do not have `resource`, so a change of it is never a mutation. With `honors: 'resource'`, an old
 * client may strip the field because it does not know it. That alone is not a mutation if resource and kind map to each
 * other; it is one if they do not, or if this is unknown. Any other change of `resource` is a mutation.
 *
 * @throws InvalidArgumentError if references are not a list, and for options that can never work
 * @example
 * const before = object.metadata.ownerReferences;
 * isMutation(before, before, mapper); // false
 * isMutation(before, [], mapper); // true if there were any
 * @see https://github.com/kubernetes/enhancements/issues/2336
 * @see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement
 */
export function isMutation(
  oldReferences: readonly OwnerReference[] | null | undefined,
  newReferences: readonly OwnerReference[] | null | undefined,
  mapper: RESTMapper,
  options: HonorsOption = {},
): boolean {
  const isResourceHonored = honorsResource(options);
  requireObject('mapper', mapper);
  const before = requireReferences('oldReferences', oldReferences);
  const after = requireReferences('newReferences', newReferences);
  if (before.length !== after.length) return true;
  return before.some((old, index) => {
    const next = after[index];
    return next === undefined || isChanged(old, next, isResourceHonored ? mapper : undefined);
  });
}

/** Reports whether a reference changed. Without a mapper, `resource` does not count. */
function isChanged(old: OwnerReference, next: OwnerReference, mapper: RESTMapper | undefined): boolean {
  if (compared.some((field) => (old[field] ?? undefined) !== (next[field] ?? undefined))) return true;
  if (mapper === undefined) return false;
  const resource = resourceOf(old);
  if (resource === resourceOf(next)) return false;
  return resource === undefined || resourceOf(next) !== undefined || !mapToEachOther(mapper, old, resource);
}

/** Reports whether the kind maps to the resource and the resource to the kind, in the version of the reference. */
function mapToEachOther(mapper: RESTMapper, { apiVersion, kind }: OwnerReference, resource: string): boolean {
  const groupVersion = readApiVersion(apiVersion);
  if (groupVersion === undefined) return false;
  const { mappings } = mappingsOfKind(mapper, { group: groupVersion.group, kind }, groupVersion.version);
  return mappings.some((mapping) => mapping.resource.resource === resource && mapping.kind.kind === kind);
}
