import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { Scope } from '../model/rest-mapping.js';
import type { CatalogFailure } from './failures.js';

/**
 * Whether the server vouches for its data about a group-version. `Stale`: the backend behind it did not answer, and
 * what is listed (on real servers: nothing) may be out of date. `Kept`: the data is from an earlier discovery, because
 * that part can no longer be read or is missing; whether it still holds is unknown until you send a request.
 * When a part is kept, and when it is gone, decides `discovery/verdict.ts`.
 */
export type Freshness = 'Current' | 'Stale' | 'Kept';

/** When and why discovery fell back to earlier data. */
export type KeptNote = {
  /** Since when this data is from earlier: RFC 3339, UTC. */
  readonly since: string;
  /** The failure that keeps it from being read; also among the `failures` of the catalog. */
  readonly why: CatalogFailure;
};

/**
 * One endpoint of the server: everything that discovery says about a resource in one version. You can use it as a
 * GroupVersionResource and as a GroupVersionKind.
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export interface ResourceEntry {
  /** The API group of the endpoint; empty for the core group. */
  readonly group: string;
  /** The version of the endpoint: `v1`. */
  readonly version: string;
  /** The plural, as used in paths. */
  readonly resource: string;
  /** The kind of its objects; empty if the server names none (a parent that only carries subresources). */
  readonly kind: string;
  /** The group, version and kind of the objects, if their group or version differs from the endpoint's. */
  readonly responseKind?: GroupVersionKind | undefined;
  /** Whether its objects are namespaced. */
  readonly scope: Scope;
  /** The singular name; empty if the server names none. */
  readonly singular: string;
  /** Alternative short names: `po`. */
  readonly shortNames: readonly string[];
  /** Its categories, the groups of resources that it belongs to, such as `all`. */
  readonly categories: readonly string[];
  /** The verbs that the server supports: `get`, `list`, `watch`, `create` and so on. */
  readonly verbs: readonly string[];
  /** The subresources: paths below each of its objects. */
  readonly subresources: readonly SubresourceEntry[];
  /** Whether the server currently confirms this entry. */
  readonly freshness: Freshness;
  /** Opaque, legacy documents only: compare for equality, and only if plural and scope are equal. */
  readonly storageVersionHash?: string | undefined;
  /** Opaque, from servers that follow KEP-31: endpoints with equal ids serve one set of objects. */
  readonly internalID?: string | undefined;
}

/** A path below each object of a resource: `status`, `scale`, `token`. */
export interface SubresourceEntry {
  /** The name without its parent: `scale`, not `deployments/scale`. */
  readonly subresource: string;
  /** The kind of its answers, always with group and version; absent if the server names no kind. */
  readonly responseKind?: GroupVersionKind | undefined;
  /** The kinds that it accepts; aggregated documents only. */
  readonly acceptedTypes: readonly GroupVersionKind[];
  /** The verbs that the server supports: `get`, `patch`, `update`, `create`. */
  readonly verbs: readonly string[];
}

/** A version of a group with its resources, in document order. */
export interface VersionEntry {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version: `v1`. */
  readonly version: string;
  /** Whether the server currently confirms its data about this version. */
  readonly freshness: Freshness;
  /** Its resources, in document order. */
  readonly resources: readonly ResourceEntry[];
  /** Present if the version, or some of its resources, are `Kept`. */
  readonly kept?: KeptNote | undefined;
}

/** A group with its versions in the server's order of preference. */
export interface GroupEntry {
  /** The name of the group; empty for the core group. */
  readonly name: string;
  /** Its versions, the preferred one first. */
  readonly versions: readonly VersionEntry[];
  /**
   * The version that the server prefers among those that it can serve now. If all of them are kept, the one it
   * preferred before; undefined if it can serve none.
   */
  readonly preferredVersion: string | undefined;
}
