import type { GroupVersion } from '../model/group-version.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Scope } from '../model/rest-mapping.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from './entries.js';
import type { CatalogFailure, Provenance } from './failures.js';

/** Which resources to give; what is left out does not matter. */
export interface ResourceFilter {
  /** All of these verbs. */
  readonly verbs?: readonly string[] | undefined;
  /** `Namespaced` or `Cluster`. */
  readonly scope?: Scope | undefined;
  /** One of its categories: `all`. */
  readonly category?: string | undefined;
  /** The API group, exactly; `''` is the core group. */
  readonly group?: string | undefined;
  /** The version, exactly: `v1`. */
  readonly version?: string | undefined;
  /**
   * True: each resource of a group once, in the version that the server prefers among those that have it. False: the
   * versions that it prefers less.
   */
  readonly preferred?: boolean | undefined;
  /** True: groups that kube-apiserver does not serve by itself, custom resources say. False: its own alone. */
  readonly custom?: boolean | undefined;
  /** One of its subresources: `scale`, `status`. */
  readonly subresource?: string | undefined;
}

/**
 * What a server offers, as one immutable snapshot: the core group first, then groups, versions and resources in
 * the order in which the server ranks them. Get one from `client.discovery.catalog()`; the pure functions of this
 * package (`createMapper`, `aliasesOf`) take it as it is. The same object means that nothing changed.
 *
 * Every method throws `InvalidArgumentError` for a question of the wrong type, null and undefined included.
 */
export interface Catalog {
  /** All groups, the core group first, then in the server's order. */
  readonly groups: readonly GroupEntry[];
  /** What could not be learned. An entry missing above may be behind one of these. */
  readonly failures: readonly CatalogFailure[];
  /** Which discovery format the server spoke at each root. */
  readonly provenance: Provenance;
  /**
   * All resources that fit, in the order of `groups`; resources that carry only subresources have an empty `kind`.
   *
   * @throws InvalidArgumentError for a filter of the wrong type
   */
  resources(filter?: ResourceFilter): readonly ResourceEntry[];
  /**
   * The entry of one endpoint; undefined where the catalog has none.
   *
   * @throws InvalidArgumentError for what is no GroupVersionResource
   */
  resource(gvr: GroupVersionResource): ResourceEntry | undefined;
  /**
   * A group by its name, `''` for the core group; undefined where the catalog has none.
   *
   * @throws InvalidArgumentError for a name that is no text
   */
  group(name: string): GroupEntry | undefined;
  /**
   * One version of a group; undefined where the catalog has none.
   *
   * @throws InvalidArgumentError for what is no GroupVersion
   */
  version(groupVersion: GroupVersion): VersionEntry | undefined;
  /**
   * The failures behind which something of this group (and version) may hide: its own, its group's and its root's.
   * Failures of single entries count as well.
   *
   * @throws InvalidArgumentError for a question of the wrong type
   */
  failuresOf(question: { readonly group: string; readonly version?: string | undefined }): readonly CatalogFailure[];
}
