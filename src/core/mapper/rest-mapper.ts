import type { Catalog } from '../catalog/catalog.js';
import type { GroupKind, GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersionResource, PartialGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { Resolution, Resolutions, ResolveOptions } from './resolution.js';
import type { Subject } from './subject.js';

/**
 * Maps between the names of one catalog: resources, kinds, and the words that people type. Pure and synchronous; a
 * snapshot, like its catalog.
 *
 * The first seven methods are for programs and answer as client-go's discovery RESTMapper does on the same document
 * (docs/conformance.md lists where they do better): core v1 first, then the groups in document order, each with its
 * preferred version before the others; versions that are not served now are not mapped. Given a resource, they match
 * plural and singular in any letter case, and a group by its prefix if the exact group has no such resource. Short
 * names are for `resolve`.
 *
 * All of them throw `NoMatchError` if nothing matches, and `GroupUnavailableError` if the question names a group that
 * discovery could not read, so that the answer is unknown. Results are frozen and shared.
 */
export interface RESTMapper {
  /** The snapshot that all answers come from. */
  readonly catalog: Catalog;

  /**
   * Returns the kind that an endpoint serves, with the endpoint's own group and version.
   *
   * @throws NoMatchError, GroupUnavailableError; AmbiguousMatchError if the word is the singular
   *   of several resources of one group-version
   */
  kindFor(resource: PartialGroupVersionResource): GroupVersionKind;
  /**
   * Returns all matching kinds, by rank.
   *
   * @throws NoMatchError, GroupUnavailableError
   */
  kindsFor(resource: PartialGroupVersionResource): readonly GroupVersionKind[];
  /**
   * Returns the full name of the endpoint.
   *
   * @throws as {@link kindFor}
   */
  resourceFor(resource: PartialGroupVersionResource): GroupVersionResource;
  /**
   * Returns all matching endpoints, by rank.
   *
   * @throws NoMatchError, GroupUnavailableError
   */
  resourcesFor(resource: PartialGroupVersionResource): readonly GroupVersionResource[];
  /**
   * Returns the endpoint of a kind. The group is exact (`''` for the core group); the kind is spelled as on the server,
   * or all in lower case. With versions, returns the first of them that is served. Without versions, returns the
   * endpoint of the highest rank.
   *
   * @throws NoMatchError, GroupUnavailableError
   */
  mappingFor(groupKind: GroupKind, ...versions: readonly string[]): RESTMapping;
  /**
   * Returns all endpoints of a kind: those in the given versions, in their order, or all by rank.
   *
   * @throws NoMatchError, GroupUnavailableError
   */
  mappingsFor(groupKind: GroupKind, ...versions: readonly string[]): readonly RESTMapping[];
  /**
   * Returns the singular of a plural or singular, as the first group-version in the document has it.
   *
   * @throws NoMatchError, GroupUnavailableError
   */
  singularFor(name: string): string;

  /**
   * Resolves a word as kubectl does, or any other {@link Subject}, and reports what else it could mean. The answer does
   * not depend on the format that the server spoke: groups of a legacy document that are not built into Kubernetes rank
   * by name, because real servers list them in a different order there than in an aggregated one.
   *
   * A word is tried as plural or singular, then as short name, then as kind, in any letter case; `a.b.c` first as
   * version b of group c, then as group b.c. A group may be abbreviated (`storage` for `storage.k8s.io`) if no group of
   * exactly that name has the resource. `services.` means the core group.
   *
   * @throws NoMatchError, GroupUnavailableError, InvalidArgumentError; AmbiguousMatchError under
   *   `{ ambiguity: 'error' }`
   */
  resolve(subject: Subject, options?: ResolveOptions): Resolution;
  /**
   * Resolves several words, each a comma-separated list of what `resolve` takes, or of categories such as `all`. A
   * plural or singular takes precedence over a category, and a category over short names and kinds. A category yields
   * each of its resources once, in its preferred version, and the same objects under several groups once. Anything
   * named twice is returned once.
   *
   * Parts that could not be read but may contain more are in `unread`. If nothing of a category can be read, there are
   * no resolutions.
   *
   * @throws as {@link resolve}, for the first word that is unknown
   */
  resolveAll(words: string | readonly string[], options?: ResolveOptions): Resolutions;
}
