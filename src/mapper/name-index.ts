import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { groupsByRank, versionsByRank } from '../catalog/rank.js';
import { isBuiltInGroup } from '../model/built-in-groups.js';
import { mappingOf, type RESTMapping } from '../model/rest-mapping.js';

/** The ranks of the entries that a word leads to, in ascending order. Most words of a catalog have one: no list then. */
type Ranks = number | number[];

/** The names of a catalog, each found by one map lookup. An entry is known by its rank, its index in `entries`. */
export interface NameIndex {
  readonly catalog: Catalog;
  /** The entries that can be mapped, by rank: resources without a kind, and those not served now, are left out. */
  readonly entries: ResourceEntry[];
  /** Plurals, singulars, short names and kinds, in lower case. */
  readonly words: Map<string, Ranks>;
  /** Categories, in lower case. */
  readonly categories: Map<string, Ranks>;
  /** Whether some entries are kept from before: these come behind all others that fit a question. */
  readonly hasKept: boolean;
  /** The mappings made so far, by rank. */
  readonly mappings: (RESTMapping | undefined)[];
  /** The ranks of the groups by name; made on first use. */
  groupRanks?: ReadonlyMap<string, number>;
}

/** Reports whether an entry matches. */
export type Accepts = (entry: ResourceEntry) => boolean;

/** Indexes a catalog; the work grows with the number of its entries. */
export function indexNames(catalog: Catalog): NameIndex {
  const index = { catalog, entries: [], words: new Map(), categories: new Map(), mappings: [] };
  let hasKept = false;
  for (const group of groupsByRank(catalog.groups)) {
    for (const version of versionsByRank(group)) {
      if (version.freshness === 'Stale') continue;
      for (const entry of version.resources) {
        if (entry.kind === '' || entry.freshness === 'Stale') continue;
        addEntry(index, entry);
        if (entry.freshness === 'Kept') hasKept = true;
      }
    }
  }
  return { ...index, hasKept };
}

function addEntry(
  { entries, words, categories }: Pick<NameIndex, 'entries' | 'words' | 'categories'>,
  entry: ResourceEntry,
): void {
  const rank = entries.length;
  const plural = foldCase(entry.resource);
  const known = words.get(plural);
  if (known !== undefined && isRepeated(entries, known, entry)) return;
  entries.push(entry);
  addRank(words, plural, known, rank);
  const { singular, kind, shortNames, categories: listed } = entry;
  if (singular !== '') add(words, foldCase(singular), rank);
  const lowerKind = foldCase(kind);
  if (lowerKind !== singular) add(words, lowerKind, rank);
  for (const shortName of shortNames) add(words, foldCase(shortName), rank);
  for (const category of listed) add(categories, foldCase(category), rank);
}

/** Names are unique in a catalog of a server; in any other, the first entry of each name counts. */
function isRepeated(
  entries: readonly ResourceEntry[],
  ranks: Ranks,
  { group, version, resource }: ResourceEntry,
): boolean {
  if (typeof ranks === 'number') return isSame(entries[ranks]);
  for (let at = ranks.length - 1; at >= 0; at -= 1) {
    const known = entries[ranks[at] ?? -1];
    if (known?.group !== group) return false;
    if (isSame(known)) return true;
  }
  return false;

  function isSame(known: ResourceEntry | undefined): boolean {
    return known?.group === group && known.version === version && known.resource === resource;
  }
}

function add(table: Map<string, Ranks>, word: string, rank: number): void {
  addRank(table, word, table.get(word), rank);
}

function addRank(table: Map<string, Ranks>, word: string, known: Ranks | undefined, rank: number): void {
  if (known === undefined) table.set(word, rank);
  else if (typeof known === 'number') {
    if (known !== rank) table.set(word, [known, rank]);
  } else if (known[known.length - 1] !== rank) known.push(rank);
}

/** Returns the entry at a rank that the index gave. */
export function entryAt({ entries }: NameIndex, rank: number): ResourceEntry {
  const entry = entries[rank];
  if (entry === undefined) throw new RangeError(`no entry of rank ${rank}`);
  return entry;
}

/** Returns the mapping of the entry at a rank, made on first use and frozen. */
export function mappingAt(index: NameIndex, rank: number): RESTMapping {
  return (index.mappings[rank] ??= mappingOf(entryAt(index, rank)));
}

/** A word in lower case, in one group or in any. */
export interface GroupedWord {
  readonly word: string;
  readonly group: string | undefined;
}

/** Returns the ranks of the entries of a word that match, in ascending order, but kept ones last. */
export function select(index: NameIndex, { word, group }: GroupedWord, accepts: Accepts): number[] {
  const known = index.words.get(word);
  const found: number[] = [];
  if (known === undefined) return found;
  const { entries, hasKept } = index;
  if (typeof known === 'number') {
    const entry = entries[known];
    if (entry !== undefined && (group === undefined || entry.group === group) && accepts(entry)) found.push(known);
    return found;
  }
  for (const rank of group === undefined ? known : ranksNear(index, known, group)) {
    const entry = entries[rank];
    if (entry !== undefined && (group === undefined || entry.group === group) && accepts(entry)) found.push(rank);
  }
  return hasKept ? keptLast(index, found) : found;
}

/**
 * Does the same as {@link select}, but a group without a match may abbreviate the groups that begin with it. The core
 * group never does, nor does a group that could not be read: it may hold what was asked for.
 */
export function selectAbbreviated(index: NameIndex, { word, group }: GroupedWord, accepts: Accepts): number[] {
  const exact = select(index, { word, group }, accepts);
  if (exact.length > 0 || group === undefined || group === '') return exact;
  if (index.catalog.failures.some((failure) => failure.group === group)) return exact;
  return select(index, { word, group: undefined }, (entry) => entry.group.startsWith(group) && accepts(entry));
}

/** Returns the ranks of all versions of a resource that match. */
export function versionsOf(index: NameIndex, { resource, group }: ResourceEntry, accepts: Accepts): number[] {
  return select(index, { word: foldCase(resource), group }, (each) => each.resource === resource && accepts(each));
}

const few = 16;

/** Leaves out other groups without going through all of them, if there are many. */
function ranksNear(index: NameIndex, ranks: readonly number[], group: string): readonly number[] {
  if (ranks.length <= few) return ranks;
  const groupRank = groupRankOf(index, group);
  let low = 0;
  for (let high = ranks.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (groupRankOf(index, entryAt(index, ranks[middle] ?? -1).group) < groupRank) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (index.entries[ranks[end] ?? -1]?.group === group) end += 1;
  return ranks.slice(low, end);
}

/** Returns the rank of a group, including groups without entries in the index; -1 if the catalog has no such group. */
function groupRankOf(index: NameIndex, group: string): number {
  index.groupRanks ??= new Map(groupsByRank(index.catalog.groups).map(({ name }, rank) => [name, rank]));
  return index.groupRanks.get(group) ?? -1;
}

/** Moves kept entries behind those that the server vouches for. */
export function keptLast(index: NameIndex, ranks: number[]): number[] {
  if (!index.hasKept || ranks.length < 2) return ranks;
  const isKept = (rank: number): number => (index.entries[rank]?.freshness === 'Kept' ? 1 : 0);
  return ranks.sort((a, b) => isKept(a) - isKept(b));
}

/**
 * Sorts ranks into the order in which `resolve` prefers them, which is the same in either discovery format: by rank for
 * an aggregated document. In a legacy one, custom groups come behind the built-in ones, sorted by name: all custom
 * groups have the same priority, and servers order them by name in the aggregated document but by their versions in the
 * legacy one. Kept entries come last.
 */
export function inWordOrder(index: NameIndex, ranks: readonly number[]): readonly number[] {
  if (ranks.length < 2) return ranks;
  if (index.catalog.provenance.apis !== 'legacy') return index.hasKept ? keptLast(index, [...ranks]) : ranks;
  const groupOf = (rank: number): string => entryAt(index, rank).group;
  return keptLast(
    index,
    [...ranks].sort((a, b) => compareGroups(index, groupOf(a), groupOf(b)) || a - b),
  );
}

/** Compares two groups as `resolve` prefers them; a group that the catalog does not have comes first. */
export function compareGroups(index: NameIndex, a: string, b: string): number {
  if (a === b) return 0;
  const [rankA, rankB] = [groupRankOf(index, a), groupRankOf(index, b)];
  if (index.catalog.provenance.apis !== 'legacy' || rankA === -1 || rankB === -1) return rankA - rankB;
  const [customA, customB] = [isBuiltInGroup(a) ? '' : a, isBuiltInGroup(b) ? '' : b];
  if (customA === customB) return rankA - rankB;
  return customA < customB ? -1 : 1;
}

/**
 * Returns the word in lower case, for comparison. Words beyond ASCII stay as they are: the Kelvin sign in lower case is
 * a k, and no name should match by such an accident. Nearly all words are in lower case already and are returned as is.
 */
export function foldCase(word: string): string {
  let hasCapital = false;
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    if (code > 127) return word;
    if (code >= 65 && code <= 90) hasCapital = true;
  }
  return hasCapital ? word.toLowerCase() : word;
}
