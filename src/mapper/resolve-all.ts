import { formatGroupVersionResource } from '../model/group-version-resource.js';
import { cohabitingGroups } from '../identity/cohabitation.js';
import { areSameObjects } from './choose.js';
import { isName } from './find.js';
import { foldCase } from './fold-case.js';
import { entryAt, type NameIndex } from './name-index.js';
import { byRank } from './rank.js';
import type { Resolution, ResolveOptions } from './resolution.js';
import { describeFit, fitting, resolutionOf, resolveSubject, type Names } from './resolver.js';
import { select } from './select.js';
import { unmatched } from './unmatched.js';

/** Answers comma lists and categories as well, each endpoint (or object of one) once. */
export function resolveWords(
  names: Names,
  words: string | readonly string[],
  options: ResolveOptions = {},
): readonly Resolution[] {
  const resolutions = new Map<string, Resolution>();
  for (const word of (typeof words === 'string' ? [words] : words).flatMap((list) => list.split(','))) {
    for (const resolution of expandCategory(names, word, options) ?? [resolveSubject(names, word, options)]) {
      const { mapping, name } = resolution;
      const key = `${formatGroupVersionResource(mapping.resource)}/${name ?? ''}`;
      if (!resolutions.has(key)) resolutions.set(key, resolution);
    }
  }
  return [...resolutions.values()];
}

/** One resolution for each resource of the category; undefined when the word is none, or is something's very name. */
function expandCategory({ index }: Names, word: string, options: ResolveOptions): readonly Resolution[] | undefined {
  const category = foldCase(word);
  const types = index.categories.get(category);
  const fits = fitting(options);
  if (types === undefined || isName(index, category, fits)) return undefined;

  const versionsOf = new Map<number, readonly number[]>();
  for (const type of typeof types === 'number' ? [types] : types) {
    const [first, ...others] = select(index, type, fits ?? (() => true));
    if (first !== undefined) versionsOf.set(first, [first, ...others]);
  }
  if (versionsOf.size === 0) throw unmatched(index, { question: word, groups: [], lacking: describeFit(options) });
  // A type that only a later version of fits stands where that version does.
  const firsts = [...versionsOf.keys()].sort((a, b) => a - b);
  const choice = { question: word, pinned: false, ambiguity: options.ambiguity };
  return joinSameObjects(index, byRank(index, firsts), versionsOf).map((places) => resolutionOf(index, places, choice));
}

/** The versions of each type, those of cohabiting groups together. */
function joinSameObjects(
  index: NameIndex,
  firsts: readonly number[],
  versionsOf: ReadonlyMap<number, readonly number[]>,
): readonly (readonly number[])[] {
  const sets = new Map<number, readonly number[]>();
  const cohabitants: number[] = [];
  for (const first of firsts) {
    const entry = entryAt(index.entries, first);
    const versions = versionsOf.get(first) ?? [];
    const home = cohabitants.find((place) => areSameObjects(entryAt(index.entries, place), entry));
    if (home !== undefined) sets.set(home, byRank(index, [...(sets.get(home) ?? []), ...versions]));
    else {
      sets.set(first, versions);
      if (cohabitingGroups(entry.resource).length > 0) cohabitants.push(first);
    }
  }
  return [...sets.values()];
}
