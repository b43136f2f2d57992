import type { ResourceEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { quote } from '../shared/quote.js';
import { readOptions } from './arguments.js';
import { categoryMembers } from './category.js';
import { isTie, resolutionReason } from './choose.js';
import { AmbiguousMatchError, type GroupUnavailableError, type NoMatchError } from './errors.js';
import { find } from './find.js';
import { entryAt, type NameIndex } from './name-index.js';
import type { Question } from './question.js';
import { readSubject, type Readings } from './readings.js';
import type { Resolution, ResolveOptions } from './resolution.js';
import type { Accepts } from './select.js';
import type { Subject } from './subject.js';
import type { Suggest } from './suggest.js';
import { unmatched, type NamedGroup } from './unmatched.js';
import type { UnreadBefore } from './unread.js';

/** The state that `resolve` and `resolveAll` work on. */
export interface Names {
  readonly index: NameIndex;
  readonly suggest: Suggest;
  readonly unreadBefore: UnreadBefore;
}

/** Resolves one {@link Subject}. */
export function resolveSubject(names: Names, subject: Subject, options?: ResolveOptions): Resolution {
  return resolveRead(names, readSubject(subject), readOptions(options));
}

/** Resolves the readings of a subject, with checked options. */
export function resolveRead(names: Names, readings: Readings, options: ResolveOptions): Resolution {
  const fits = fitting(options);
  const found = find(names.index, readings, fits);
  if (found === undefined) throw missing(names, readings, options, fits);
  const { places, reading } = found;
  const first = entryAt(names.index.entries, places[0] ?? -1);
  const pinned = reading.version !== undefined && reading.group !== undefined && reading.group === first.group;
  const { question, objectName } = readings;
  const unread = names.unreadBefore(readings, reading, first);
  return resolutionOf(names.index, places, { question, pinned, objectName, unread, ambiguity: options.ambiguity });
}

/** What a {@link Resolution} depends on besides its places. */
interface Choice {
  readonly question: Question;
  readonly pinned: boolean;
  readonly objectName?: string | undefined;
  readonly unread?: readonly CatalogFailure[] | undefined;
  readonly ambiguity: ResolveOptions['ambiguity'];
}

/** Builds the resolution of places that were found, first choice first. */
export function resolutionOf(
  index: NameIndex,
  places: readonly number[],
  { question, pinned, objectName, unread = [], ambiguity }: Choice,
): Resolution {
  const reason = resolutionReason(index, places, pinned);
  const candidates = Object.freeze(places.map((place) => index.mappingAt(place)));
  const [mapping] = candidates as readonly [RESTMapping, ...RESTMapping[]];
  const resolution = Object.freeze({
    mapping,
    candidates,
    reason,
    ...(objectName !== undefined && { name: objectName }),
    ...(unread.length > 0 && { unread }),
  });
  if (ambiguity === 'error' && isTie(resolution)) throw new AmbiguousMatchError({ question, candidates });
  return resolution;
}

/** Returns the test that the options make, or undefined if everything fits. */
export function fitting({ verbs = [], scope }: ResolveOptions): Accepts | undefined {
  if (verbs.length === 0 && scope === undefined) return undefined;
  return (entry: ResourceEntry) =>
    (scope === undefined || entry.scope === scope) && verbs.every((verb) => entry.verbs.includes(verb));
}

/** Describes the test of {@link fitting} in words. */
export function describeFit({ verbs = [], scope }: ResolveOptions): string {
  const parts = [];
  if (verbs.length > 0) parts.push(`the verbs ${verbs.map(quote).join(', ')}`);
  if (scope !== undefined) parts.push(`scope ${quote(scope)}`);
  return parts.join(' and ');
}

/** Creates the error for readings without a match. */
function missing(
  { index, suggest }: Names,
  readings: Readings,
  options: ResolveOptions,
  fits: Accepts | undefined,
): NoMatchError | GroupUnavailableError {
  const { question, names, kinds } = readings;
  const category = typeof question === 'string' ? categoryMembers(index, question, fits) : undefined;
  if (category !== undefined && category.length > 0) {
    const members = category.map(([first = -1]) => index.mappingAt(first));
    return unmatched(index, { question, groups: [], anywhere: true, members });
  }
  const readAs = names.length > 0 ? names : kinds;
  const anywhere = readAs.some(({ group }) => group === undefined);
  const groups = readAs.flatMap(({ group, version, shortGroup = false }): NamedGroup[] => {
    const cutShort = shortGroup || (names.length > 0 && version === undefined);
    return group === undefined ? [] : [{ group, version, cutShort }];
  });
  if (fits !== undefined && (category !== undefined || find(index, readings, undefined) !== undefined)) {
    return unmatched(index, { question, groups, anywhere, lacking: describeFit(options) });
  }
  return unmatched(index, {
    question,
    groups,
    anywhere,
    malformed: readAs.length === 0,
    suggestions: suggest(readings, fits),
  });
}
