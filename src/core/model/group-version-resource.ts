import type { GroupVersion } from './group-version.js';

/** A resource in a group, in any version. `group: ''` is the core group. */
export interface GroupResource {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The plural, as used in paths: `deployments`. */
  readonly resource: string;
}

/** One endpoint, as a URL names it: `/apis/<group>/<version>/.../<resource>`. */
export interface GroupVersionResource extends GroupVersion {
  /** The plural, in lower case, exactly as discovery spells it. */
  readonly resource: string;
}

/**
 * A question about a resource: omitted (or undefined) parts match anything. `group: ''` asks for the core group, which
 * client-go cannot express.
 */
export interface PartialGroupVersionResource {
  /** The API group, or a prefix of it if the mapper accepts one. */
  readonly group?: string | undefined;
  /** The version, matched exactly. */
  readonly version?: string | undefined;
  /** The plural or the singular: `deployments`. */
  readonly resource: string;
}

/** Returns just the name of an endpoint, frozen, without any other fields of the value. */
export function groupVersionResourceOf({ group, version, resource }: GroupVersionResource): GroupVersionResource {
  return Object.freeze({ group, version, resource });
}

/**
 * Formats an endpoint as `deployments.v1.apps`, or `pods.v1.` in the core group. kubectl and `resolve()` read this form
 * back exactly.
 *
 * @example
 * formatGroupVersionResource({ group: 'apps', version: 'v1', resource: 'deployments' }); // 'deployments.v1.apps'
 */
export function formatGroupVersionResource(gvr: GroupVersionResource): string {
  const { group, version, resource } = gvr;
  return `${resource}.${version}.${group}`;
}

/**
 * Formats a resource as `deployments.apps`, or `pods` in the core group.
 *
 * @example
 * formatGroupResource({ group: 'apps', resource: 'deployments' }); // 'deployments.apps'
 */
export function formatGroupResource(groupResource: GroupResource): string {
  const { group, resource } = groupResource;
  return group === '' ? resource : `${resource}.${group}`;
}

/**
 * Returns the endpoint as a key of a Map or a Set, whatever the names contain. For people use
 * {@link formatGroupVersionResource}.
 *
 * @example
 * const seen = new Set<string>();
 * for (const entry of catalog.resources({ verbs: ['list'] })) seen.add(resourceKey(entry));
 */
export function resourceKey(gvr: GroupVersionResource): string {
  const { group, version, resource } = gvr;
  return JSON.stringify([group, version, resource]);
}

/**
 * Reports whether both name the same endpoint; any other fields are ignored.
 *
 * @example
 * const pods = { group: '', version: 'v1', resource: 'pods' };
 * sameResource((await handle.mapping()).resource, pods);
 */
export function sameResource(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.resource === b.resource && a.group === b.group && a.version === b.version;
}
