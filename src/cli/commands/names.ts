import type { GroupVersionResource, RESTMapping, Scope } from '../../index.js';

/** An endpoint in the JSON that commands print. */
export interface EndpointReference extends GroupVersionResource {
  readonly kind: string;
  readonly scope: Scope;
}

/** Cuts anything that is an endpoint, a catalog entry say, to what names it. */
export function referenceTo({ group, version, resource, kind, scope }: EndpointReference): EndpointReference {
  return { group, version, resource, kind, scope };
}

/** `deployment.apps/front`, `pod/web-0`: an object as kubectl names it; without an object, its type. */
export function objectName({ kind: { group, kind } }: RESTMapping, name?: string): string {
  const type = group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
  return name === undefined ? type : `${type}/${name}`;
}
