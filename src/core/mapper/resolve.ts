import type { ResourceEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { resourceKey } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { oneOf, requireKnownOptions, requireTexts, type OptionChecks } from '../shared/arguments.js';
import { quote } from '../shared/quote.js';
import {
  AmbiguousMatchError,
  unmatched,
  type GroupUnavailableError,
  type NoMatchError,
  type Question,
} from './errors.js';
import { categoryMembers, find, isName } from './find.js';
import { compareGroups, entryAt, foldCase, mappingAt, type NameIndex } from './name-index.js';
import { isTie, resolutionReason, type Resolution, type Resolutions, type ResolveOptions } from './resolution.js';
import { readSubject, type WordReading, type Readings, type Subject } from './subject.js';
import { suggest } from './suggest.js';

/** The options of a resolution. */
export const resolveOptionChecks: OptionChecks<ResolveOptions> = {
  verbs: requireTexts,
  scope: oneOf('Namespaced', 'Cluster'),
  ambiguity: oneOf('first', 'error'),
};

/** Resolves one {@link Subject}. */
export function resolveSubject(index: NameIndex, subject: Subject, options: ResolveOptions = {}): Resolution {
  const readings = readSubject(subject);
  requireKnownOptions(options, resolveOptionChecks, 'options');
  const found = find(index, readings, options);
  if (found === undefined) throw noMatch(index, readings, options);
  const { ranks, reading } = found;
  const first = entryAt(index, ranks[0] ?? -1);
  const isExact = reading.version !== undefined && reading.group !== undefined && reading.group === first.group;
  const { question, objectName } = readings;
  const hasFailures = index.catalog.failures.length > 0;
  const unread = hasFailures ? unreadBefore(index, readings, reading, first) : undefined;
  return resolutionOf(index, ranks, { question, isExact, objectName, unread, ambiguity: options.ambiguity });
}

/** What a {@link Resolution} depends on besides its ranks. */
interface Choice {
  readonly question: Question;
  /** Whether the question named group and version. */
  readonly isExact: boolean;
  readonly objectName?: string | undefined;
  readonly unread?: readonly CatalogFailure[] | undefined;
  readonly ambiguity: ResolveOptions['ambiguity'];
}

/** Builds the resolution of ranks that were found, first choice first. */
function resolutionOf(
  index: NameIndex,
  ranks: readonly number[],
  { question, isExact, objectName, unread = [], ambiguity }: Choice,
): Resolution {
  const candidates = Object.freeze(ranks.map((rank) => mappingAt(index, rank)));
  const [mapping] = candidates as readonly [RESTMapping, ...RESTMapping[]];
  const resolution = Object.freeze({
    mapping,
    candidates,
    reason: resolutionReason(candidates, isExact),
    ...(objectName !== undefined && { name: objectName }),
    ...(unread.length > 0 && { unread }),
  });
  if (ambiguity === 'error' && isTie(resolution)) throw new AmbiguousMatchError({ question, candidates });
  return resolution;
}

/** Describes in words what options ask of an entry; empty if they ask nothing. */
function describeLimits({ verbs = [], scope }: ResolveOptions): string {
  const parts = [];
  if (verbs.length > 0) parts.push(`the verbs ${verbs.map(quote).join(', ')}`);
  if (scope !== undefined) parts.push(`scope ${quote(scope)}`);
  return parts.join(' and ');
}

/** Creates the error for readings without a match. */
function noMatch(index: NameIndex, readings: Readings, options: ResolveOptions): NoMatchError | GroupUnavailableError {
  const { catalog } = index;
  const { question, names, kinds } = readings;
  const lacking = describeLimits(options);
  const category = typeof question === 'string' ? categoryMembers(index, question, options) : undefined;
  if (category !== undefined && category.length > 0) {
    const members = category.map(([first = -1]) => mappingAt(index, first));
    return unmatched(catalog, { question, groups: [{}], members });
  }
  const readAs = names.length > 0 ? names : kinds;
  const groups = readAs.map(({ group, version, shortGroup = false }) => {
    return { group, version, isAbbreviated: shortGroup || (names.length > 0 && version === undefined) };
  });
  if (lacking !== '' && (category !== undefined || find(index, readings) !== undefined)) {
    return unmatched(catalog, { question, groups, lacking });
  }
  return unmatched(catalog, { question, groups, suggestions: suggest(index, readings, options) });
}

/**
 * Returns the failures that may hide a better answer: parts of the server that could not be read, fit the question, and
 * rank higher. Kept entries rank behind everything that may become readable again, so every failure that fits ranks
 * before a kept answer.
 */
function unreadBefore(
  index: NameIndex,
  { names, kinds }: Readings,
  found: WordReading,
  chosen: ResourceEntry,
): readonly CatalogFailure[] {
  const { failures } = index.catalog;
  const all = [...names, ...kinds];
  // Earlier readings of a word with dots may have failed only because of unread parts.
  const earlier = all
    .slice(0, all.indexOf(found))
    .filter(({ group, version }) => group !== found.group || version !== found.version);
  return Object.freeze(
    failures.filter(
      (failure) =>
        (mayHold(failure, found) && (chosen.freshness === 'Kept' || ranksBefore(index, failure, chosen))) ||
        earlier.some((reading) => failure.group !== undefined && mayHold(failure, reading)),
    ),
  );
}

/** Reports whether the failure may hide what a reading names. */
function mayHold(failure: CatalogFailure, { word, group, version, shortGroup = false }: WordReading): boolean {
  if (failure.resource !== undefined && foldCase(failure.resource) !== word) return false;
  if (version !== undefined && failure.version !== undefined && failure.version !== version) return false;
  if (group === undefined || failure.group === undefined) return true;
  const isAbbreviated = group !== '' && (shortGroup || version === undefined);
  return failure.group === group || (isAbbreviated && failure.group.startsWith(group));
}

/** Reports whether what a failure hides would rank before an entry. */
function ranksBefore(index: NameIndex, failure: CatalogFailure, chosen: ResourceEntry): boolean {
  if (failure.group !== chosen.group) {
    if (chosen.group === '') return false;
    return failure.group === undefined || failure.group === '' || compareGroups(index, failure.group, chosen.group) < 0;
  }
  if (failure.version === undefined) return true;
  // Not by rank: the server may prefer this version only because it cannot serve the first one now.
  const versions = index.catalog.group(chosen.group)?.versions.map(({ version }) => version) ?? [];
  return versions.indexOf(failure.version) < versions.indexOf(chosen.version);
}

/** Resolves comma-separated lists and categories as well, each endpoint (or object of one) once. */
export function resolveWords(
  index: NameIndex,
  words: string | readonly string[],
  options: ResolveOptions = {},
): Resolutions {
  requireKnownOptions(options, resolveOptionChecks, 'options');
  const resolutions = new Map<string, Resolution>();
  const unread = new Set<CatalogFailure>();
  for (const list of typeof words === 'string' ? [words] : requireTexts('words', words)) {
    for (const word of list.split(',')) {
      const category = expandCategory(index, word, options);
      const found = category?.resolutions ?? [resolveSubject(index, word, options)];
      for (const failure of category?.unread ?? found[0]?.unread ?? []) unread.add(failure);
      for (const resolution of found) {
        const key = `${resourceKey(resolution.mapping.resource)}/${resolution.name ?? ''}`;
        if (!resolutions.has(key)) resolutions.set(key, resolution);
      }
    }
  }
  return Object.freeze({
    resolutions: Object.freeze([...resolutions.values()]),
    unread: Object.freeze([...unread]),
  });
}

/**
 * Returns one resolution for each resource of the category; undefined if the word is no category, or is the plural or
 * singular of a resource.
 */
function expandCategory(index: NameIndex, word: string, options: ResolveOptions): Resolutions | undefined {
  const members = categoryMembers(index, word, options);
  if (members === undefined || isName(index, { word: foldCase(word), group: undefined }, options)) return undefined;
  // Any resource may be in any category, so every failure may hide more members, except failures of subresources.
  const unread = index.catalog.failures.filter(({ resource }) => resource?.includes('/') !== true);
  if (members.length === 0 && unread.length === 0) {
    throw unmatched(index.catalog, { question: word, groups: [], lacking: describeLimits(options) });
  }
  const choice = { question: word, isExact: false, ambiguity: options.ambiguity };
  return { resolutions: members.map((ranks) => resolutionOf(index, ranks, choice)), unread };
}
