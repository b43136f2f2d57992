import type { Catalog } from '../catalog/catalog.js';
import { formatGroupVersionKind, type GroupKind, type GroupVersionKind } from '../model/group-version-kind.js';
import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { requireObject, requireText } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { readGroupKind, readResourceQuestion, readVersions } from './arguments.js';
import { AmbiguousMatchError } from './errors.js';
import { matchKinds } from './match-kinds.js';
import { bestOfFirst, matchNames, readPartial, readVersion } from './match-names.js';
import { indexNames, type NameIndex } from './name-index.js';
import { renewIndex } from './renew-index.js';
import { resolveWords } from './resolve-all.js';
import { resolveSubject } from './resolver.js';
import type { RESTMapper } from './rest-mapper.js';
import { select, selectFirst } from './select.js';
import { findSingular } from './singular.js';
import { createSuggest } from './suggest.js';
import { unmatched, type Unmatched } from './unmatched.js';
import { createUnreadBefore } from './unread.js';

/**
 * Creates the RESTMapper of a catalog. The catalog is indexed once. After that, each question costs one map lookup,
 * whatever the size of the catalog, and a miss costs little more than the error that it throws.
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
  return mapperOf(indexNames(catalog));
}

/** A mapper from which the next one can be made. */
export interface RenewableMapper {
  readonly mapper: RESTMapper;
  /**
   * Returns the mapper of a later catalog of the same server. It answers as a new one would, but only what changed is
   * indexed.
   */
  renew(catalog: Catalog): RenewableMapper;
}

/** Creates the mapper of a catalog that other catalogs will follow. */
export function createRenewableMapper(catalog: Catalog): RenewableMapper {
  return renewable(indexNames(catalog));
}

function renewable(index: NameIndex): RenewableMapper {
  return {
    mapper: mapperOf(index),
    renew: (catalog) => renewable(renewIndex(index, catalog) ?? indexNames(catalog)),
  };
}

function mapperOf(index: NameIndex): RESTMapper {
  const { catalog } = index;
  const names = { index, suggest: createSuggest(index), unreadBefore: createUnreadBefore(catalog) };

  const allNamed = (asked: PartialGroupVersionResource): readonly number[] => {
    const question = readResourceQuestion(asked);
    const places = matchNames(index, readPartial(question), select);
    if (places.length === 0) throw unmatched(index, unmatchedResource(question));
    return places;
  };
  const best = (
    asked: PartialGroupVersionResource,
    isSame: (a: RESTMapping, b: RESTMapping) => boolean,
  ): RESTMapping => {
    const question = readResourceQuestion(asked);
    const reading = readPartial(question);
    const places = bestOfFirst(index, matchNames(index, reading, selectFirst), reading.word);
    if (places.length === 0) throw unmatched(index, unmatchedResource(question));
    const first = index.mappingAt(places[0] ?? -1);
    if (places.length > 1 && places.some((place) => !isSame(first, index.mappingAt(place)))) {
      const candidates = places.map((place) => index.mappingAt(place));
      throw new AmbiguousMatchError({ question: plainQuestion(question), candidates });
    }
    return first;
  };
  const allOfKind = (asked: GroupKind, askedVersions: readonly string[]): readonly number[] => {
    const groupKind = readGroupKind(asked);
    const versions = readVersions(askedVersions);
    const places = matchKinds(index, groupKind, versions);
    if (places.length === 0) throw unmatched(index, unmatchedKind(groupKind, versions));
    return places;
  };

  return Object.freeze<RESTMapper>({
    catalog,
    kindFor: (question) => best(question, (a, b) => a.kind.kind === b.kind.kind).kind,
    kindsFor(question) {
      const kinds = new Map<string, GroupVersionKind>();
      for (const place of allNamed(question)) {
        const { kind } = index.mappingAt(place);
        const key = formatGroupVersionKind(kind);
        if (!kinds.has(key)) kinds.set(key, kind);
      }
      return [...kinds.values()];
    },
    resourceFor: (question) => best(question, (a, b) => a === b).resource,
    resourcesFor: (question) => allNamed(question).map((place) => index.mappingAt(place).resource),
    mappingFor: (groupKind, ...versions) => index.mappingAt(allOfKind(groupKind, versions)[0] ?? -1),
    mappingsFor: (groupKind, ...versions) => allOfKind(groupKind, versions).map((place) => index.mappingAt(place)),
    singularFor(name) {
      requireText('name', name);
      const singular = findSingular(index, name);
      if (singular === undefined) throw unmatched(index, { question: name, groups: [], anywhere: true });
      return singular;
    },
    resolve: (subject, options) => resolveSubject(names, subject, options),
    resolveAll: (words, options) => resolveWords(names, words, options),
  });
}

/** Returns the question as errors repeat it: without omitted fields. */
function plainQuestion({ resource, group, version }: PartialGroupVersionResource): PartialGroupVersionResource {
  const wanted = readVersion(version);
  return { resource, ...(group !== undefined && { group }), ...(wanted !== undefined && { version: wanted }) };
}

function unmatchedResource(asked: PartialGroupVersionResource): Unmatched {
  const question = plainQuestion(asked);
  const { group, version } = question;
  if (group === undefined) return { question, groups: [], anywhere: true };
  return { question, groups: [{ group, version, cutShort: version === undefined }] };
}

function unmatchedKind({ group, kind }: GroupKind, versions: readonly string[]): Unmatched {
  const wanted = versions.map(readVersion).filter((version) => version !== undefined);
  const groups = wanted.length === 0 ? [{ group }] : wanted.map((version) => ({ group, version }));
  return { question: { group, kind, ...(wanted.length > 0 && { versions: wanted }) }, groups };
}
