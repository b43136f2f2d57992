import type { GroupVersion } from './group-version.js';

/** A resource inside a group, whatever the version. `group: ''` is the core group. */
export interface GroupResource {
  readonly group: string;
  readonly resource: string;
}

/** What a URL names: one endpoint, `/apis/<group>/<version>/.../<resource>`. */
export interface GroupVersionResource extends GroupVersion {
  /** The plural, in lower case, exactly as discovery spells it. */
  readonly resource: string;
}

/**
 * A question about a resource: the parts that are left out (or undefined) may be anything. `group: ''` asks for
 * the core group, which client-go cannot say.
 */
export interface PartialGroupVersionResource {
  readonly group?: string | undefined;
  readonly version?: string | undefined;
  readonly resource: string;
}

/** The name of an endpoint alone, frozen: whatever else the value holds is left out. */
export function groupVersionResourceOf({ group, version, resource }: GroupVersionResource): GroupVersionResource {
  return Object.freeze({ group, version, resource });
}

/** `deployments.v1.apps`, `pods.v1.` for core: a form that kubectl and `resolve()` read back exactly. */
export function formatGroupVersionResource({ group, version, resource }: GroupVersionResource): string {
  return `${resource}.${version}.${group}`;
}

/** `deployments.apps`, or `pods` in the core group. */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/**
 * The endpoint as a key of a Map or a Set, whatever the names contain. For people take
 * {@link formatGroupVersionResource}.
 */
export function resourceKey({ group, version, resource }: GroupVersionResource): string {
  return JSON.stringify([group, version, resource]);
}

/** Whether both name the same endpoint; what else the two hold does not matter. */
export function sameResource(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.resource === b.resource && a.group === b.group && a.version === b.version;
}
