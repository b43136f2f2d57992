import type { GroupVersionResource, RESTMapping, Scope } from '../../index.js';

/** An endpoint in the JSON that commands print. */
export interface EndpointReference extends GroupVersionResource {
  readonly kind: string;
  readonly scope: Scope;
}

/** Reduces anything that is an endpoint, such as a catalog entry, to the fields that name it. */
export function referenceTo({ group, version, resource, kind, scope }: EndpointReference): EndpointReference {
  return { group, version, resource, kind, scope };
}

/** Names an object as kubectl does: `deployment.apps/front`, `pod/web-0`; without a name, only its type. */
export function objectName({ kind: { group, kind } }: RESTMapping, name?: string): string {
  const type = group === '' ? kind.toLowerCase() : `${kind.toLowerCase()}.${group}`;
  return name === undefined ? type : `${type}/${name}`;
}
