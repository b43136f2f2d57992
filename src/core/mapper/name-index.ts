import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { groupsByRank, versionsByRank } from '../catalog/rank.js';
import { haveSameItems } from '../catalog/share-unchanged.js';
import { isBuiltInGroup } from '../model/built-in-groups.js';
import { mappingOf, type RESTMapping } from '../model/rest-mapping.js';

/**
 * The types that a word names, in ascending order. A type is a plural in a group, in any version, and known by the rank
 * of its first entry. Most words of a catalog name one type, which needs no list.
 */
export type Types = number | number[];

/** The names of a catalog, each found by one map lookup. An entry is known by its rank, its index in `entries`. */
export interface NameIndex {
  readonly catalog: Catalog;
  /** The entries that can be mapped, by rank: resources without a kind, and those not served now, are left out. */
  readonly entries: ResourceEntry[];
  /** The type of each entry. */
  readonly types: number[];
  /** For each entry, the rank of the same type in the version that ranks next, or -1 if there is none. */
  readonly nextVersion: number[];
  /** Plurals, singulars, short names and kinds, in lower case. */
  readonly words: Map<string, Types>;
  /** Categories, in lower case. */
  readonly categories: Map<string, Types>;
  /** Whether some entries are kept from before: these come behind all others that fit a question. */
  hasKept: boolean;
  /** The mappings made so far, by rank. */
  readonly mappings: (RESTMapping | undefined)[];
  /** The ranks of the groups by name; made on first use. */
  groupRanks?: ReadonlyMap<string, number>;
}

/** Reports whether an entry matches. */
export type Accepts = (entry: ResourceEntry) => boolean;

/** Indexes a catalog; the work grows with the number of its entries. */
export function indexNames(catalog: Catalog): NameIndex {
  const lists = { entries: [], types: [], nextVersion: [], mappings: [] };
  const index: NameIndex = { catalog, ...lists, words: new Map(), categories: new Map(), hasKept: false };
  for (const group of groupsByRank(catalog.groups)) {
    for (const version of versionsByRank(group)) {
      if (version.freshness === 'Stale') continue;
      for (const entry of version.resources) {
        if (entry.kind === '' || entry.freshness === 'Stale') continue;
        addEntry(index, entry);
        if (entry.freshness === 'Kept') index.hasKept = true;
      }
    }
  }
  return index;
}

function addEntry(index: NameIndex, entry: ResourceEntry): void {
  const { entries, types, nextVersion, words, categories } = index;
  const { resource, singular, kind, version } = entry;
  const rank = entries.length;
  const plural = foldCase(resource);
  const type = typeOf(entries, words.get(plural), entry) ?? rank;
  let last = type;
  for (let each = type; each !== -1 && type !== rank; each = nextVersion[each] ?? -1) {
    // Names are unique in a catalog of a server; in any other, the first entry of each name counts.
    if (entries[each]?.version === version) return;
    last = each;
  }
  const earlier = entries[last];
  if (earlier !== undefined) nextVersion[last] = rank;
  entries.push(entry);
  types.push(type);
  nextVersion.push(-1);
  // Most versions of a type have the names of the one before.
  if (earlier !== undefined && haveSameNames(earlier, entry)) return;
  add(words, plural, type);
  if (singular !== '') add(words, foldCase(singular), type);
  const lowerKind = foldCase(kind);
  if (lowerKind !== singular) add(words, lowerKind, type);
  for (const shortName of entry.shortNames) add(words, foldCase(shortName), type);
  for (const category of entry.categories) add(categories, foldCase(category), type);
}

function haveSameNames(a: ResourceEntry, b: ResourceEntry): boolean {
  return (
    a.singular === b.singular &&
    a.kind === b.kind &&
    haveSameItems(a.shortNames, b.shortNames) &&
    haveSameItems(a.categories, b.categories)
  );
}

/** Returns the type of an entry if an earlier version has it: types of its group are at the end of the list. */
function typeOf(
  entries: readonly ResourceEntry[],
  types: Types | undefined,
  { group, resource }: ResourceEntry,
): number | undefined {
  if (types === undefined) return undefined;
  const list = typeof types === 'number' ? [types] : types;
  for (let at = list.length - 1; at >= 0; at -= 1) {
    const known = entries[list[at] ?? -1];
    if (known?.group !== group) return undefined;
    if (known.resource === resource) return list[at];
  }
  return undefined;
}

function add(table: Map<string, Types>, word: string, type: number): void {
  const known = table.get(word);
  if (known === undefined) table.set(word, type);
  else if (typeof known === 'number') {
    if (known !== type) table.set(word, known < type ? [known, type] : [type, known]);
  } else {
    // Types arrive by rank, except for one that has another name in a later version.
    let at = known.length;
    while (at > 0 && (known[at - 1] ?? 0) > type) at -= 1;
    if (known[at - 1] !== type) known.splice(at, 0, type);
  }
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

/**
 * Returns the ranks of the entries of a word that match, in ascending order, but kept ones last.
 *
 * @param abbreviates whether a group without a match stands for the groups that begin with it. The core group never does,
 * nor does a group that could not be read: it may hold the resource.
 */
export function select(
  index: NameIndex,
  { word, group }: GroupedWord,
  accepts: Accepts,
  abbreviates = false,
): number[] {
  const types = index.words.get(word);
  if (types === undefined) return [];
  const found: number[] = [];
  for (const type of typeof types === 'number' ? [types] : types)
    found.push(...selectType(index, type, group, accepts));
  if (found.length === 0 && abbreviates && group !== undefined && group !== '') {
    if (index.catalog.failures.some((failure) => failure.group === group)) return found;
    return select(index, { word, group: undefined }, (entry) => entry.group.startsWith(group) && accepts(entry));
  }
  if (found.length < 2) return found;
  return keptLast(index, found.sort(byRank));
}

/** Returns the ranks of the versions of a type that match, in ascending order, but kept ones last. */
export function selectType(index: NameIndex, type: number, group: string | undefined, accepts: Accepts): number[] {
  const { entries, nextVersion } = index;
  const found: number[] = [];
  if (group !== undefined && entries[type]?.group !== group) return found;
  for (let rank = type; rank !== -1; rank = nextVersion[rank] ?? -1) {
    const entry = entries[rank];
    if (entry !== undefined && accepts(entry)) found.push(rank);
  }
  return keptLast(index, found);
}

/** Returns the rank of a group, including groups without entries in the index; -1 if the catalog has no such group. */
function groupRankOf(index: NameIndex, group: string): number {
  index.groupRanks ??= new Map(groupsByRank(index.catalog.groups).map(({ name }, rank) => [name, rank]));
  return index.groupRanks.get(group) ?? -1;
}

/** The order of ranks. */
export const byRank = (a: number, b: number): number => a - b;

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
