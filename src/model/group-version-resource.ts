import type { GroupVersion } from './group-version.js';

/** A resource inside a group, whatever the version. `group: ''` is the core group. */
export interface GroupResource {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The plural, as it stands in paths: `deployments`. */
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
  /** The API group, or its beginning where the mapper takes that. */
  readonly group?: string | undefined;
  /** The version, exactly. */
  readonly version?: string | undefined;
  /** The plural or the singular: `deployments`. */
  readonly resource: string;
}

/** The name of an endpoint alone, frozen: whatever else the value holds is left out. */
export function groupVersionResourceOf({ group, version, resource }: GroupVersionResource): GroupVersionResource {
  return Object.freeze({ group, version, resource });
}

/**
 * `deployments.v1.apps`, `pods.v1.` for core: a form that kubectl and `resolve()` read back exactly.
 *
 * @example
 * formatGroupVersionResource({ group: 'apps', version: 'v1', resource: 'deployments' }); // 'deployments.v1.apps'
 */
export function formatGroupVersionResource({ group, version, resource }: GroupVersionResource): string {
  return `${resource}.${version}.${group}`;
}

/**
 * `deployments.apps`, or `pods` in the core group.
 *
 * @example
 * formatGroupResource({ group: 'apps', resource: 'deployments' }); // 'deployments.apps'
 */
export function formatGroupResource({ group, resource }: GroupResource): string {
  return group === '' ? resource : `${resource}.${group}`;
}

/**
 * The endpoint as a key of a Map or a Set, whatever the names contain. For people take
 * {@link formatGroupVersionResource}.
 *
 * @example
 * const seen = new Set<string>();
 * for (const entry of catalog.resources({ verbs: ['list'] })) seen.add(resourceKey(entry));
 */
export function resourceKey({ group, version, resource }: GroupVersionResource): string {
  return JSON.stringify([group, version, resource]);
}

/**
 * Whether both name the same endpoint; what else the two hold does not matter.
 *
 * @example
 * const pods = { group: '', version: 'v1', resource: 'pods' };
 * sameResource(handle.mapping.resource, pods);
 */
export function sameResource(a: GroupVersionResource, b: GroupVersionResource): boolean {
  return a.resource === b.resource && a.group === b.group && a.version === b.version;
}
