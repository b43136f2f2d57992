import type { RESTMapper } from '../core/mapper/rest-mapper.js';
import {
  type HonoredField,
  honoredResource,
  type HonorsOption,
  type OwnerReference,
  readApiVersion,
  resourceOf,
} from '../core/model/owner-reference.js';
import { requireKnownOptions } from '../core/shared/arguments.js';
import { honorsCheck, honorsResource, requireReferences } from './check-arguments.js';
import { mappingsOfKind } from './owner-endpoints.js';
import { GroupUnavailableError } from '../core/mapper/errors.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { mappingOf, type RESTMapping } from '../core/model/rest-mapping.js';

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

/** A permission that the writer of a reference must have. */
export interface FinalizersAccess extends GroupVersionResource {
  readonly verb: 'update';
  readonly subresource: 'finalizers';
  /** Absent if the owner is cluster-scoped. */
  readonly namespace?: string | undefined;
  /** The name of the owner. */
  readonly name: string;
}

/** The permissions that admission requires for one reference that newly blocks the deletion of its owner. */
export interface BlockOwnerDeletionCheck {
  /** The reference that newly blocks. */
  readonly reference: OwnerReference;
  /** The writer must have all of these. */
  readonly accesses: readonly FinalizersAccess[];
  /**
   * Present if there is no mapping, so that admission rejects the write: the server has no such kind in that version, or
   * discovery could not read it.
   */
  readonly reason?: 'no-mapping' | 'group-unavailable' | undefined;
}

/** Options of {@link blockOwnerDeletionChecks}. */
export interface BlockOwnerDeletionOptions extends HonorsOption {
  /** The namespace of the dependent. @default none: the dependent is cluster-scoped */
  readonly namespace?: string | undefined;
}

/**
 * Returns the permissions that admission requires before a write may set `blockOwnerDeletion`: to update the finalizers
 * of the owner, at every endpoint that its kind maps to. Only references that did not block before are checked; for a
 * new object, these are all of them. With `honors: 'resource'`, only the endpoint that the reference names is checked.
 *
 * Admission skips the check for a user who may update all finalizers.
 *
 * @throws InvalidArgumentError if references are not a list, and for options that can never work
 * @example
 * const checks = blockOwnerDeletionChecks([], object.metadata.ownerReferences, mapper, { namespace: 'shop' });
 * for (const { accesses } of checks) console.log(accesses); // update deployments/finalizers
 * @see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement
 */
export function blockOwnerDeletionChecks(
  oldReferences: readonly OwnerReference[] | null | undefined,
  newReferences: readonly OwnerReference[] | null | undefined,
  mapper: RESTMapper,
  options: BlockOwnerDeletionOptions = {},
): readonly BlockOwnerDeletionCheck[] {
  const { namespace, honors } = requireKnownOptions(options, { ...honorsCheck, namespace: true });
  const blocking = new Set<string>();
  // As on the server, the last of several references with the same uid counts.
  for (const { uid, blockOwnerDeletion } of requireReferences('oldReferences', oldReferences)) {
    if (blockOwnerDeletion === true) blocking.add(uid);
    else blocking.delete(uid);
  }
  const added = requireReferences('newReferences', newReferences).filter(
    ({ uid, blockOwnerDeletion }) => blockOwnerDeletion === true && !blocking.has(uid),
  );
  return Object.freeze(
    added.map((reference) => {
      const { mappings, reason } = mappingsToCheck(reference, mapper, honors);
      const accesses = mappings.map(({ resource, scope }): FinalizersAccess => {
        const isNamed = scope === 'Namespaced' && namespace !== undefined && namespace !== '';
        return Object.freeze({
          verb: 'update',
          ...resource,
          subresource: 'finalizers',
          ...(isNamed && { namespace }),
          name: reference.name,
        });
      });
      return Object.freeze({ reference, accesses: Object.freeze(accesses), ...(reason !== undefined && { reason }) });
    }),
  );
}

function mappingsToCheck(
  reference: OwnerReference,
  mapper: RESTMapper,
  honors: HonoredField | undefined,
): { readonly mappings: readonly RESTMapping[]; readonly reason?: BlockOwnerDeletionCheck['reason'] } {
  const groupVersion = readApiVersion(reference.apiVersion);
  if (groupVersion === undefined) return { mappings: [], reason: 'no-mapping' };
  const { group, version } = groupVersion;
  const resource = honoredResource(reference, honors);
  if (resource !== undefined) {
    const entry = mapper.catalog.resource({ group, version, resource });
    if (entry !== undefined) return { mappings: [mappingOf(entry)] };
    const isUnread = mapper.catalog.failuresOf({ group, version }).length > 0;
    return { mappings: [], reason: isUnread ? 'group-unavailable' : 'no-mapping' };
  }
  const { mappings, unmatched } = mappingsOfKind(mapper, { group, kind: reference.kind }, version);
  if (mappings.length > 0) return { mappings };
  return { mappings, reason: unmatched instanceof GroupUnavailableError ? 'group-unavailable' : 'no-mapping' };
}
