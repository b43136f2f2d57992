import type { GroupVersionKind } from './group-version-kind.js';
import type { GroupVersionResource } from './group-version-resource.js';

/** Whether the objects of a resource live in namespaces or in the cluster as a whole. */
export type Scope = 'Namespaced' | 'Cluster';

/** The link between a kind and the one endpoint that serves it. */
export interface RESTMapping {
  /** The endpoint. */
  readonly resource: GroupVersionResource;
  /** The kind of its objects. */
  readonly kind: GroupVersionKind;
  /** Whether its objects are namespaced. */
  readonly scope: Scope;
}

/** Returns the mapping of an endpoint, frozen. As in client-go, the kind has the group and version of the endpoint. */
export function mappingOf(entry: GroupVersionResource & { readonly kind: string; readonly scope: Scope }): RESTMapping {
  const { group, version, resource, kind, scope } = entry;
  return Object.freeze({
    resource: Object.freeze({ group, version, resource }),
    kind: Object.freeze({ group, version, kind }),
    scope,
  });
}
