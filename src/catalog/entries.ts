import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { Scope } from '../model/rest-mapping.js';
import type { CatalogFailure } from './failures.js';

/**
 * Whether the server vouches for what it says of a group-version. `Stale`: the backend behind it did not answer,
 * and what is listed (on real servers: nothing) may be out of date. `Kept`: the server said it before and does not say it
 * now, because that part could not be read or is missing; whether it still holds is not known, and a request tells.
 */
export type Freshness = 'Current' | 'Stale' | 'Kept';

/** Since when something is told from what was known before, and why. */
export interface KeptNote {
  /** When it was first found that the server does not say it any more: RFC 3339, UTC. */
  readonly since: string;
  /** What keeps it from being read; among the `failures` of the catalog as well. */
  readonly why: CatalogFailure;
}

/**
 * One endpoint of the server: everything that discovery says of a resource in one version. Structurally both a
 * GroupVersionResource and a GroupVersionKind.
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export interface ResourceEntry {
  /** The API group of the endpoint; empty for the core group. */
  readonly group: string;
  /** The version of the endpoint: `v1`. */
  readonly version: string;
  /** The plural, as it stands in paths. */
  readonly resource: string;
  /** The kind of its objects; empty when the server names none (a parent that only carries subresources). */
  readonly kind: string;
  /** Present when the objects' own group or version differs from the endpoint's. */
  readonly responseKind?: GroupVersionKind | undefined;
  /** Whether its objects are in namespaces. */
  readonly scope: Scope;
  /** Empty when the server names none. */
  readonly singular: string;
  /** Further words for it: `po`. */
  readonly shortNames: readonly string[];
  /** The groups of resources that it is in, `all` for one. */
  readonly categories: readonly string[];
  /** What the server offers to do with it: `get`, `list`, `watch`, `create` and so on. */
  readonly verbs: readonly string[];
  /** The paths below each of its objects. */
  readonly subresources: readonly SubresourceEntry[];
  /** Whether the server vouches for what it says of it. */
  readonly freshness: Freshness;
  /** Opaque, legacy documents only: compare for equality, with plural and scope equal. */
  readonly storageVersionHash?: string | undefined;
  /** Opaque, for servers that follow KEP-31: equal ids are one set of objects. */
  readonly internalID?: string | undefined;
}

/** A path below each object of a resource: `status`, `scale`, `token`. */
export interface SubresourceEntry {
  /** Without the parent: `scale`, not `deployments/scale`. */
  readonly subresource: string;
  /** What it answers, its group and version always filled in; absent where the server names no kind. */
  readonly responseKind?: GroupVersionKind | undefined;
  /** What it takes; aggregated documents only. */
  readonly acceptedTypes: readonly GroupVersionKind[];
  /** What the server offers to do with it: `get`, `patch`, `update`, `create`. */
  readonly verbs: readonly string[];
}

/** A version of a group with its resources, in the document's order. */
export interface VersionEntry {
  /** The API group; empty for the core group. */
  readonly group: string;
  /** The version: `v1`. */
  readonly version: string;
  /** Whether the server vouches for what it says of this version. */
  readonly freshness: Freshness;
  /** Its resources, in the document's order. */
  readonly resources: readonly ResourceEntry[];
  /** Present where the freshness is `Kept`, or that of some of the resources. */
  readonly kept?: KeptNote | undefined;
}

/** A group with its versions in the server's order of preference. */
export interface GroupEntry {
  /** Empty for the core group. */
  readonly name: string;
  /** Its versions, the preferred one first. */
  readonly versions: readonly VersionEntry[];
  /**
   * The version that the server prefers among those that it can serve now; where all of them are kept, the one that it
   * preferred before; undefined when it can serve none.
   */
  readonly preferredVersion: string | undefined;
}
