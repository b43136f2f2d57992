import { isObjectName, isPathSegment, resourcePath, type ApiPrefixes } from '../model/api-path.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { oneOf, requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { InvalidNameError, NamespaceConflictError, NamespaceRequiredError, type NameRole } from './errors.js';

/** The endpoint and namespace that a handle addresses. Assignable to `RepresentationContext`. */
export interface Target {
  readonly mapping: RESTMapping;
  /** The argument of `namespace()`, which fits the scope of the resource. */
  readonly namespace: string | undefined;
  readonly prefixes?: ApiPrefixes | undefined;
  /** The kind of the objects according to the current catalog, which may differ from the mapping's kind. */
  readonly objectKind?: GroupVersionKind | undefined;
}

/** The path of a list: of the bound namespace, or of all namespaces. */
export function listPath(target: Target): string {
  return resourcePath(target.mapping.resource, { namespace: target.namespace }, target.prefixes);
}

/** The path of one object or of its subresource, in the bound namespace. */
export function objectPath(target: Target, name: string, subresource?: string): string {
  const { mapping, namespace, prefixes } = target;
  if (mapping.scope === 'Namespaced' && namespace === undefined) throw new NamespaceRequiredError(mapping.resource);
  return resourcePath(
    mapping.resource,
    {
      namespace,
      name: requireSegment('name', name),
      subresource: subresource === undefined ? undefined : requireSegment('subresource', subresource),
    },
    prefixes,
  );
}

/** Narrows the target to the namespace that the object to write names itself; empty for none. */
export function targetIn(target: Target, own: string): Target {
  const { resource, scope } = target.mapping;
  const bound = target.namespace;
  if (own !== '' && scope === 'Cluster') throw new NamespaceConflictError(resource, own);
  if (own !== '' && bound !== undefined && own !== bound) throw new NamespaceConflictError(resource, bound, own);
  const namespace = own === '' ? bound : requireSegment('namespace', own);
  if (namespace === undefined && scope === 'Namespaced') throw new NamespaceRequiredError(resource, true);
  return { ...target, namespace };
}

/** Returns the word if it can be a path segment; throws {@link InvalidNameError} otherwise. */
export function requireSegment(role: NameRole, word: unknown): string {
  if (typeof word === 'string' && (role === 'name' ? isObjectName(word) : isPathSegment(word))) return word;
  throw new InvalidNameError(role, typeof word === 'string' ? word : '');
}

/** Returns the mapping; throws if its path would not be that of a resource. */
export function requireMapping(mapping: RESTMapping): RESTMapping {
  const { resource, kind, scope } = requireObject('mapping', mapping);
  const { group, version, resource: plural } = requireObject('mapping.resource', resource);
  for (const [field, word] of Object.entries({ group: group === '' ? 'core' : group, version, resource: plural })) {
    if (typeof word === 'string' && isPathSegment(word)) continue;
    throw new InvalidArgumentError(`mapping.resource.${field}`, 'must be a name that is a valid path segment');
  }
  oneOf('Namespaced', 'Cluster')('mapping.scope', scope);
  // A copy: a handle is exact for life, whatever becomes of the argument.
  return { resource: { group, version, resource: plural }, kind: { ...kind }, scope };
}
