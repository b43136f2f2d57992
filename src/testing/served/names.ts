import { problemsOfLabel, problemsOfSegment, problemsOfSubdomain, type NameProblems } from '../wire/name-problems.js';
import type { ServedResource } from './served.js';

/**
 * Returns what a resource demands of the names of its objects: labels for namespaces and services, any path segment for
 * RBAC and for addresses, otherwise subdomains.
 */
export function namingOf({ group, resource, custom }: ServedResource): NameProblems {
  if (custom) return problemsOfSubdomain;
  if (group === 'rbac.authorization.k8s.io' || resource === 'ipaddresses') return problemsOfSegment;
  return group === '' && (resource === 'namespaces' || resource === 'services') ? problemsOfLabel : problemsOfSubdomain;
}
