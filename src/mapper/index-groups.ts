import type { GroupEntry, ResourceEntry } from '../catalog/entries.js';
import { versionsByRank } from '../catalog/rank.js';
import { foldCase } from './fold-case.js';

/**
 * One type, or several by rank. A type is a plural in a group, in any version; its number is the place of its first
 * entry. Nearly every word names one type, which then needs no array.
 */
export type Types = number | readonly number[];

type TypesOf = Map<string, number | number[]>;

/** The tables of an index, to which groups are added by rank. */
export interface IndexTables {
  readonly entries: ResourceEntry[];
  /**
   * For each entry, the place of the same type in the version that ranks next, or -1 if there is none; long enough for
   * all entries.
   */
  readonly nextVersion: Int32Array;
  /** Plurals, singulars, short names and kinds, in lower case. */
  readonly words: TypesOf;
  /** Categories, in lower case. */
  readonly categories: TypesOf;
}

// These functions run for every entry of a catalog, and a catalog is indexed once: plain loops, because an iterator
// allocates an object for each step until the engine optimises it away.

/** Adds the resources of a group that can be mapped: those without a kind, and those not served now, are left out. */
export function addGroup(index: IndexTables, group: GroupEntry): void {
  const versions = versionsByRank(group);
  for (let rank = 0; rank < versions.length; rank += 1) {
    const version = versions[rank];
    if (version === undefined || version.freshness === 'Stale') continue;
    const { resources } = version;
    for (let place = 0; place < resources.length; place += 1) {
      const entry = resources[place];
      if (entry !== undefined && entry.kind !== '' && entry.freshness !== 'Stale') addEntry(index, entry);
    }
  }
}

function addEntry({ entries, nextVersion, words, categories }: IndexTables, entry: ResourceEntry): void {
  const place = entries.length;
  const plural = foldCase(entry.resource);
  const known = words.get(plural);
  const type = typeAmong(entries, known, entry);
  if (type === undefined) {
    addKnown(words, plural, known, place);
    addNames(words, categories, place, entry);
  } else {
    const last = lastVersion(nextVersion, type);
    if (entries[last]?.version === entry.version) return;
    nextVersion[last] = place;
    if (!hasNamesOf(entries[last], entry)) addNames(words, categories, type, entry);
  }
  entries.push(entry);
}

/**
 * Returns the type of the entry, if an earlier version of its group has it; types of its group are at the end of the
 * list.
 */
function typeAmong(
  entries: readonly ResourceEntry[],
  types: Types | undefined,
  { group, resource }: ResourceEntry,
): number | undefined {
  if (types === undefined) return undefined;
  const count = typeof types === 'number' ? 1 : types.length;
  for (let place = count - 1; place >= 0; place -= 1) {
    const type = typeof types === 'number' ? types : (types[place] ?? 0);
    const known = entries[type];
    if (known?.group !== group) return undefined;
    if (known.resource === resource) return type;
  }
  return undefined;
}

function lastVersion(nextVersion: Int32Array, type: number): number {
  let last = type;
  for (let next = type; next !== -1; next = nextVersion[next] ?? -1) last = next;
  return last;
}

function hasNamesOf(known: ResourceEntry | undefined, entry: ResourceEntry): boolean {
  return (
    known !== undefined &&
    known.singular === entry.singular &&
    known.kind === entry.kind &&
    sameWords(known.shortNames, entry.shortNames) &&
    sameWords(known.categories, entry.categories)
  );
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  if (a === b) return true;
  for (let place = 0; place < a.length; place += 1) if (a[place] !== b[place]) return false;
  return a.length === b.length;
}

function addNames(words: TypesOf, categories: TypesOf, type: number, entry: ResourceEntry): void {
  const { singular, kind } = entry;
  if (singular !== '') add(words, foldCase(singular), type);
  if (!isLowerCaseOf(singular, kind)) add(words, foldCase(kind), type);
  const { shortNames, categories: listed } = entry;
  for (let place = 0; place < shortNames.length; place += 1) add(words, foldCase(shortNames[place] ?? ''), type);
  for (let place = 0; place < listed.length; place += 1) add(categories, foldCase(listed[place] ?? ''), type);
}

/**
 * Reports whether one word is the other in lower case, as most singulars are of their kinds, without allocating a
 * string.
 */
function isLowerCaseOf(lower: string, word: string): boolean {
  if (lower.length !== word.length) return false;
  for (let place = 0; place < word.length; place += 1) {
    const code = word.charCodeAt(place);
    if (lower.charCodeAt(place) !== (code >= 65 && code <= 90 ? code + 32 : code)) return false;
  }
  return true;
}

function add(map: TypesOf, word: string, type: number): void {
  addKnown(map, word, map.get(word), type);
}

function addKnown(map: TypesOf, word: string, known: number | number[] | undefined, type: number): void {
  if (known === undefined) map.set(word, type);
  else if (typeof known !== 'number') insert(known, type);
  else if (known !== type) map.set(word, known < type ? [known, type] : [type, known]);
}

/** Types arrive by rank, except for one that has another name in a later version. */
function insert(types: number[], type: number): void {
  if ((types[types.length - 1] ?? -1) < type) {
    types.push(type);
    return;
  }
  let place = types.length;
  while (place > 0 && (types[place - 1] ?? 0) > type) place -= 1;
  if (types[place - 1] !== type) types.splice(place, 0, type);
}
