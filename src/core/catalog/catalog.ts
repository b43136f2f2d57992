import type { GroupVersion } from '../model/group-version.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Scope } from '../model/rest-mapping.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from './entries.js';
import type { CatalogFailure, Provenance } from './failures.js';

/** Criteria for selecting resources. An omitted field does not filter. */
export type ResourceFilter = {
  /** The verbs that the resource has to support, all of them. */
  readonly verbs?: readonly string[] | undefined;
  /** `Namespaced` or `Cluster`. */
  readonly scope?: Scope | undefined;
  /** A category of the resource: `all`. */
  readonly category?: string | undefined;
  /** The API group, matched exactly; `''` is the core group. */
  readonly group?: string | undefined;
  /** The version, matched exactly: `v1`. */
  readonly version?: string | undefined;
  /**
   * True: each resource of a group once, in the version that the server prefers among those that have it. False: the
   * less preferred versions.
   */
  readonly preferred?: boolean | undefined;
  /**
   * True: groups that kube-apiserver does not serve by itself, such as those of custom resources. False: only its own.
   */
  readonly custom?: boolean | undefined;
  /** A subresource of the resource: `scale`, `status`. */
  readonly subresource?: string | undefined;
};

/**
 * What a server offers, as one immutable snapshot: the core group first, then groups, versions and resources in the
 * order in which the server ranks them. Get one from `client.discovery.catalog()`; the pure functions of this package
 * (`createMapper`, `aliasesOf`) take it as is. The same object means that nothing changed.
 */
export interface Catalog {
  /** All groups: the core group first, then in the server's order. */
  readonly groups: readonly GroupEntry[];
  /** The parts that could not be learned. An entry missing above may be hidden behind one of them. */
  readonly failures: readonly CatalogFailure[];
  /** The discovery format that the server spoke at each root. */
  readonly provenance: Provenance;
  /**
   * Returns all matching resources, in the order of `groups`. Resources that carry only subresources have an empty
   * `kind`.
   *
   * @throws InvalidArgumentError for an unknown criterion, or one of the wrong type
   */
  resources(filter?: ResourceFilter): readonly ResourceEntry[];
  /** Returns the entry of one endpoint, or undefined if the catalog has none. */
  resource(gvr: GroupVersionResource): ResourceEntry | undefined;
  /** Returns a group by its name (`''` for the core group), or undefined if the catalog has none. */
  group(name: string): GroupEntry | undefined;
  /** Returns one version of a group, or undefined if the catalog has none. */
  version(groupVersion: GroupVersion): VersionEntry | undefined;
  /**
   * Returns the failures that may hide something of this group (and version): its own, its group's and its root's.
   * Failures of single entries count as well.
   */
  failuresOf(question: { readonly group: string; readonly version?: string | undefined }): readonly CatalogFailure[];
}
