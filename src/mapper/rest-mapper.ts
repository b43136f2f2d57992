import type { Catalog } from '../catalog/catalog.js';
import type { GroupKind, GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersionResource, PartialGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { Resolution, Resolutions, ResolveOptions } from './resolution.js';
import type { Subject } from './subject.js';

/**
 * Maps between the names of one catalog: resources, kinds, and the words that people type. Pure and synchronous; a
 * snapshot, as its catalog is.
 *
 * The first seven methods are for programs and answer as client-go's discovery RESTMapper does on the same document
 * (docs/conformance.md lists where they do better): core v1 first, then the groups in the document's order, in each
 * the preferred version before the others; versions that are not served now are not mapped. Given a resource, they
 * match plural and singular in any letter case, and a group by its beginning where that group itself has no such
 * resource. Short names are for `resolve`.
 *
 * All of them throw `NoMatchError` when there is nothing, and `GroupUnavailableError` when the question names a
 * group that discovery could not read, so that the answer is not known. What they answer is frozen and shared. A question
 * of the wrong type, null and undefined included, is an `InvalidArgumentError` in every method.
 */
export interface RESTMapper {
  /** The snapshot that all answers come from. */
  readonly catalog: Catalog;

  /**
   * The kind that an endpoint serves, with the endpoint's own group and version.
   *
   * @throws NoMatchError, GroupUnavailableError, InvalidArgumentError; AmbiguousMatchError if the word is the singular
   *   of several resources of one group-version
   */
  kindFor(resource: PartialGroupVersionResource): GroupVersionKind;
  /**
   * All kinds that fit, in the order of rank.
   *
   * @throws NoMatchError, GroupUnavailableError, InvalidArgumentError
   */
  kindsFor(resource: PartialGroupVersionResource): readonly GroupVersionKind[];
  /**
   * The whole name of the endpoint.
   *
   * @throws as {@link kindFor}
   */
  resourceFor(resource: PartialGroupVersionResource): GroupVersionResource;
  /**
   * All endpoints that fit, in the order of rank.
   *
   * @throws NoMatchError, GroupUnavailableError, InvalidArgumentError
   */
  resourcesFor(resource: PartialGroupVersionResource): readonly GroupVersionResource[];
  /**
   * The endpoint of a kind. The group is exact, `''` the core group; the kind is as the server spells it, or all in
   * lower case. With versions, the first of them that is served; without, the one of the highest rank.
   *
   * @throws NoMatchError, GroupUnavailableError, InvalidArgumentError
   */
  mappingFor(groupKind: GroupKind, ...versions: readonly string[]): RESTMapping;
  /**
   * All endpoints of a kind: those in the given versions, in their order, or all in the order of rank.
   *
   * @throws NoMatchError, GroupUnavailableError, InvalidArgumentError
   */
  mappingsFor(groupKind: GroupKind, ...versions: readonly string[]): readonly RESTMapping[];
  /**
   * The singular of a plural or singular, as the first group-version in the document has it.
   *
   * @throws NoMatchError, GroupUnavailableError, InvalidArgumentError
   */
  singularFor(name: string): string;

  /**
   * Reads a word as kubectl does, or any other {@link Subject}, and says what else it could mean. Does not depend on the
   * format that the server spoke: groups of a legacy document that are not built into Kubernetes rank by name, because
   * real servers list them in another order there than in an aggregated one.
   *
   * A word is tried as plural or singular, then as short name, then as kind, in any letter case; `a.b.c` first as
   * version b of group c, then as group b.c. A group may be abbreviated (`storage` for `storage.k8s.io`) if no group
   * with exactly that name has the resource. `services.` is the core group's.
   *
   * @throws NoMatchError, GroupUnavailableError, InvalidArgumentError; AmbiguousMatchError under `{ ambiguity: 'error'
   *   }`
   */
  resolve(subject: Subject, options?: ResolveOptions): Resolution;
  /**
   * Several words, each a comma list of what `resolve` reads, or of categories such as `all`. A plural or singular
   * takes precedence over a category, and a category over short names and kinds. A category yields each of its
   * resources once, in its preferred version, and the same objects under several groups once. What is named twice is
   * returned once.
   *
   * What could not be read but may contain more is in `unread`; a category of which nothing can be read gives no
   * resolutions.
   *
   * @throws as {@link resolve}, for the first word that is unknown
   */
  resolveAll(words: string | readonly string[], options?: ResolveOptions): Resolutions;
}
