import type { Catalog } from '../catalog/catalog.js';
import { requireCatalog } from '../catalog/create-catalog.js';
import { firstOfEach } from '../catalog/rank.js';
import { formatGroupVersionKind, type GroupKind, type GroupVersionKind } from '../model/group-version-kind.js';
import type { GroupVersionResource, PartialGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { AmbiguousMatchError, unmatched, type Unmatched } from './errors.js';
import { bestOfFirst, findSingular, matchKinds, matchNames } from './find.js';
import { indexNames, mappingAt } from './name-index.js';
import type { Resolution, Resolutions, ResolveOptions } from './resolution.js';
import { resolveSubject, resolveWords } from './resolve.js';
import { readPartial, readVersion, type Subject } from './subject.js';

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

/**
 * Creates the RESTMapper of a catalog. The catalog is indexed once. After that, each question costs one map lookup,
 * whatever the size of the catalog. Only `resolve` of an unknown word costs more, because it looks for what may have
 * been meant.
 *
 * @throws InvalidArgumentError if the argument is not a catalog
 * @example
 * const mapper = createMapper(await client.discovery.catalog());
 * const { mapping, reason } = mapper.resolve('deploy');
 * console.log(mapping.resource, reason);
 */
export function createMapper(catalog: Catalog): RESTMapper {
  const index = indexNames(requireCatalog('catalog', catalog));

  const allNamed = (question: PartialGroupVersionResource): readonly RESTMapping[] => {
    const ranks = matchNames(index, readPartial(question));
    if (ranks.length === 0) throw unmatched(catalog, unmatchedResource(question));
    return ranks.map((rank) => mappingAt(index, rank));
  };
  const best = (
    question: PartialGroupVersionResource,
    isSame: (a: RESTMapping, b: RESTMapping) => boolean,
  ): RESTMapping => {
    const reading = readPartial(question);
    const ranks = bestOfFirst(index, matchNames(index, reading), reading.word);
    if (ranks.length === 0) throw unmatched(catalog, unmatchedResource(question));
    const mapping = mappingAt(index, ranks[0] ?? -1);
    if (ranks.length > 1 && ranks.some((rank) => !isSame(mapping, mappingAt(index, rank)))) {
      const candidates = ranks.map((rank) => mappingAt(index, rank));
      throw new AmbiguousMatchError({ question: plainQuestion(question), candidates });
    }
    return mapping;
  };
  const allOfKind = (groupKind: GroupKind, versions: readonly string[]): readonly number[] => {
    const ranks = matchKinds(index, groupKind, versions);
    if (ranks.length === 0) throw unmatched(catalog, unmatchedKind(groupKind, versions));
    return ranks;
  };

  return Object.freeze<RESTMapper>({
    catalog,
    kindFor: (question) => best(question, (a, b) => a.kind.kind === b.kind.kind).kind,
    kindsFor: (question) => {
      const kinds = allNamed(question).map(({ kind }) => kind);
      return firstOfEach(kinds, formatGroupVersionKind);
    },
    resourceFor: (question) => best(question, (a, b) => a === b).resource,
    resourcesFor: (question) => allNamed(question).map(({ resource }) => resource),
    mappingFor: (groupKind, ...versions) => mappingAt(index, allOfKind(groupKind, versions)[0] ?? -1),
    mappingsFor: (groupKind, ...versions) => allOfKind(groupKind, versions).map((rank) => mappingAt(index, rank)),
    singularFor(name) {
      const singular = findSingular(index, name);
      if (singular === undefined) throw unmatched(catalog, { question: name, groups: [{}] });
      return singular;
    },
    resolve: resolveSubject.bind(undefined, index),
    resolveAll: resolveWords.bind(undefined, index),
  });
}

/** Returns the question as errors repeat it: without omitted fields. */
function plainQuestion({ resource, group, version }: PartialGroupVersionResource): PartialGroupVersionResource {
  const named = readVersion(version);
  return { resource, ...(group !== undefined && { group }), ...(named !== undefined && { version: named }) };
}

function unmatchedResource(question: PartialGroupVersionResource): Unmatched {
  const plain = plainQuestion(question);
  const { group, version } = plain;
  return { question: plain, groups: [{ group, version, isAbbreviated: version === undefined }] };
}

function unmatchedKind({ group, kind }: GroupKind, versions: readonly string[]): Unmatched {
  const named = versions.map(readVersion).filter((version) => version !== undefined);
  const groups = named.length === 0 ? [{ group }] : named.map((version) => ({ group, version }));
  return { question: { group, kind, ...(named.length > 0 && { versions: named }) }, groups };
}
