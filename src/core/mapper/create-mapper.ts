import type { Catalog } from '../catalog/catalog.js';
import { formatGroupVersionKind, type GroupKind, type GroupVersionKind } from '../model/group-version-kind.js';
import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { AmbiguousMatchError, unmatched, type Unmatched } from './errors.js';
import { bestOfFirst, findSingular, matchKinds, matchNames } from './find.js';
import { indexNames, mappingAt } from './name-index.js';
import { resolveSubject, resolveWords } from './resolve.js';
import type { RESTMapper } from './rest-mapper.js';
import { readPartial, readVersion } from './subject.js';

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
  if (!Array.isArray(requireObject('catalog', catalog).groups)) {
    throw new InvalidArgumentError('catalog', 'must be a catalog');
  }
  const index = indexNames(catalog);

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
    kindsFor(question) {
      const kinds = new Map<string, GroupVersionKind>();
      for (const { kind } of allNamed(question)) {
        const key = formatGroupVersionKind(kind);
        if (!kinds.has(key)) kinds.set(key, kind);
      }
      return [...kinds.values()];
    },
    resourceFor: (question) => best(question, (a, b) => a === b).resource,
    resourcesFor: (question) => allNamed(question).map(({ resource }) => resource),
    mappingFor: (groupKind, ...versions) => mappingAt(index, allOfKind(groupKind, versions)[0] ?? -1),
    mappingsFor: (groupKind, ...versions) => allOfKind(groupKind, versions).map((rank) => mappingAt(index, rank)),
    singularFor(name) {
      const singular = findSingular(index, name);
      if (singular === undefined) throw unmatched(catalog, { question: name, groups: [], anywhere: true });
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
  if (group === undefined) return { question: plain, groups: [], anywhere: true };
  return { question: plain, groups: [{ group, version, isAbbreviated: version === undefined }] };
}

function unmatchedKind({ group, kind }: GroupKind, versions: readonly string[]): Unmatched {
  const named = versions.map(readVersion).filter((version) => version !== undefined);
  const groups = named.length === 0 ? [{ group }] : named.map((version) => ({ group, version }));
  return { question: { group, kind, ...(named.length > 0 && { versions: named }) }, groups };
}
