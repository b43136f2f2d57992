import type { GroupVersion } from '../model/group-version.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Scope } from '../model/rest-mapping.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from './entries.js';
import type { CatalogFailure, Provenance } from './failures.js';

/** Which resources to give; what is left out does not matter. */
export interface ResourceFilter {
  /** All of these verbs. */
  readonly verbs?: readonly string[] | undefined;
  readonly scope?: Scope | undefined;
  readonly category?: string | undefined;
  readonly group?: string | undefined;
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
  readonly groups: readonly GroupEntry[];
  /** What could not be learned. An entry missing above may be behind one of these. */
  readonly failures: readonly CatalogFailure[];
  readonly provenance: Provenance;
  /** All resources that fit, in the order of `groups`; resources that carry only subresources have an empty `kind`. */
  resources(filter?: ResourceFilter): readonly ResourceEntry[];
  resource(gvr: GroupVersionResource): ResourceEntry | undefined;
  group(name: string): GroupEntry | undefined;
  version(groupVersion: GroupVersion): VersionEntry | undefined;
  /**
   * The failures behind which something of this group (and version) may hide: its own, its group's and its root's.
   * Failures of single entries count as well.
   */
  failuresOf(question: { readonly group: string; readonly version?: string | undefined }): readonly CatalogFailure[];
}
