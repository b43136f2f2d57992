import { AmbiguousMatchError, NoMatchError } from '../core/mapper/errors.js';
import type { RESTMapper } from '../core/mapper/rest-mapper.js';
import { readApiVersion, resourceOf, type HonorsOption, type OwnerReference } from '../core/model/owner-reference.js';
import { honorsResource } from './check-arguments.js';
import { mappingsOfKind } from './owner-endpoints.js';

/**
 * Returns a copy of the reference with `resource` filled in. The kind decides, as on every released server: a
 * `resource` that the kind does not map to is replaced. With `honors: 'resource'`, an existing one is kept and nothing
 * is looked up.
 *
 * Released servers drop the field: create, replace and merge patch answer with a warning (400 under
 * `fieldValidation=Strict`), and apply fails with 500. Before an apply, use {@link withoutOwnerResource} unless you know
 * that the server has the field.
 *
 * @throws NoMatchError when the kind is not served in that version.
 * @throws GroupUnavailableError when discovery could not read it.
 * @throws AmbiguousMatchError when the kind has several resources there, and only the writer knows which one is meant.
 * @example
 * const reference = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'front', uid: '5d4e' };
 * completeOwnerReference(reference, mapper).resource; // 'deployments'
 * @see https://github.com/kubernetes/enhancements/issues/2336
 */
export function completeOwnerReference<Reference extends OwnerReference>(
  reference: Reference,
  mapper: RESTMapper,
  options: HonorsOption = {},
): Reference & { resource: string } {
  const named = resourceOf(reference);
  const isHonored = honorsResource(options);
  if (isHonored && named !== undefined) return { ...reference, resource: named };
  const { apiVersion, kind } = reference;
  const groupVersion = readApiVersion(apiVersion);
  if (groupVersion === undefined) {
    const question = { apiVersion, kind };
    throw new NoMatchError('the apiVersion of the owner reference has no version', {
      question,
      suggestions: [],
      failures: [],
    });
  }
  const { group, version } = groupVersion;
  const { mappings, unmatched } = mappingsOfKind(mapper, { group, kind }, version);
  if (unmatched !== undefined) throw unmatched;
  if (named !== undefined && mappings.some(({ resource }) => resource.resource === named)) {
    return { ...reference, resource: named };
  }
  const [first, ...others] = mappings;
  if (first === undefined || others.length > 0) {
    throw new AmbiguousMatchError({ question: { apiVersion, kind }, candidates: mappings });
  }
  return { ...reference, resource: first.resource.resource };
}
