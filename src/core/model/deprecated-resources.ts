import type { GroupResource } from './group-version-resource.js';

const deprecated: readonly GroupResource[] = [
  { group: '', resource: 'endpoints' },
  { group: '', resource: 'componentstatuses' },
];

/**
 * Reports whether a resource of Kubernetes is deprecated, and nothing else serves its objects: each request of it raises
 * the server's metric `apiserver_requested_deprecated_apis`. Componentstatuses are since 1.19, endpoints since 1.33.
 * @see https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
export function isDeprecatedResource({ group, resource }: GroupResource): boolean {
  return deprecated.some((each) => each.group === group && each.resource === resource);
}
