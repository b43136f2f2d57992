import { GroupUnavailableError } from '../core/mapper/errors.js';
import type { RESTMapper } from '../core/mapper/rest-mapper.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import {
  honoredResource,
  readApiVersion,
  type HonoredField,
  type HonorsOption,
  type OwnerReference,
} from '../core/model/owner-reference.js';
import { mappingOf, type RESTMapping } from '../core/model/rest-mapping.js';
import { requireKnownOptions, requireObject } from '../core/shared/arguments.js';
import { honorsCheck, requireReferences } from './check-arguments.js';
import { mappingsOfKind } from './owner-endpoints.js';

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
  requireObject('mapper', mapper);
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
