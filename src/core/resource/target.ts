import { isPathSegment, resourcePath, type ApiPrefixes } from '../model/api-path.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { ObjectLike } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { requireObject, requireOneOf } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { CallOptions, OptionTable } from './options.js';
import { InvalidNameError, NamespaceConflictError, NamespaceRequiredError, type NameRole } from './errors.js';

/** The endpoint and namespace that a handle addresses. Assignable to `RepresentationContext`. */
export interface Target {
  readonly mapping: RESTMapping;
  /** The argument of `namespace()`; checked only when a path is built. */
  readonly namespace: string | undefined;
  readonly prefixes: ApiPrefixes;
  /** The kind of the objects according to the current catalog, which may differ from the mapping's kind. */
  readonly objectKind?: GroupVersionKind | undefined;
}

/**
 * Prepares a call: its endpoint is known afterwards. Returns the options with the time that is left.
 *
 * @param table the options that the call takes
 */
export type Ready = <Options extends CallOptions>(table: OptionTable, options: Options) => Promise<Options>;

/** The path of a list: of the bound namespace, or of all namespaces. */
export function listPath(target: Target): string {
  return resourcePath(target.mapping.resource, { namespace: boundNamespace(target) }, target.prefixes);
}

/** The path of one object or of its subresource, in the bound namespace. */
export function objectPath(target: Target, name: string, subresource?: string): string {
  const { mapping, prefixes } = target;
  const namespace = boundNamespace(target);
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

/** Narrows the target to the namespace of the object to write, if the object names one. */
export function targetOf(target: Target, object: ObjectLike): Target {
  const { resource, scope } = target.mapping;
  const own = object.metadata?.namespace ?? '';
  const bound = boundNamespace(target);
  if (own !== '' && scope === 'Cluster') throw new NamespaceConflictError(resource, own);
  if (own !== '' && bound !== undefined && own !== bound) throw new NamespaceConflictError(resource, bound, own);
  const namespace = own === '' ? bound : own;
  if (namespace === undefined && scope === 'Namespaced') throw new NamespaceRequiredError(resource, true);
  return { ...target, namespace };
}

function boundNamespace({ mapping, namespace }: Target): string | undefined {
  if (namespace === undefined) return undefined;
  requireSegment('namespace', namespace);
  if (mapping.scope === 'Cluster') throw new NamespaceConflictError(mapping.resource, namespace);
  return namespace;
}

/** Returns the word if it can be a path segment; throws {@link InvalidNameError} otherwise. */
function requireSegment(role: NameRole, word: unknown): string {
  if (typeof word === 'string' && isPathSegment(word)) return word;
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
  const known: unknown = requireOneOf('mapping.scope', scope, ['Namespaced', 'Cluster']);
  if (known === undefined) throw new InvalidArgumentError('mapping.scope', 'is required');
  // A copy: a handle is exact for life, whatever becomes of the argument.
  return { resource: { group, version, resource: plural }, kind: { ...kind }, scope };
}
