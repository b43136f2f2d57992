import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry, ResourceEntry } from '../catalog/entries.js';
import { groupsByRank, versionsByRank } from '../catalog/rank.js';
import { mappingOf, type RESTMapping } from '../model/rest-mapping.js';
import { foldCase } from './fold-case.js';

/**
 * One type, or several in the order of rank. A type is a plural in a group, whatever the version; its number is the
 * place of its first entry. Nearly every word names one type, which costs no array.
 */
export type Types = number | readonly number[];

type TypesOf = Map<string, number | number[]>;

/** The names of a catalog, so that each is found by one look into a map. */
export interface NameIndex {
  readonly catalog: Catalog;
  /**
   * What can be mapped, in the order of rank: core v1, then the groups as the catalog has them, in each the preferred
   * version first. Resources without a kind and those that are not served now are left out.
   */
  readonly entries: readonly ResourceEntry[];
  /** For each entry the place of the same type in the version that ranks next, -1 where there is none. */
  readonly nextVersion: Int32Array;
  /** Plurals, singulars, short names and kinds, in lower case. */
  readonly words: ReadonlyMap<string, Types>;
  /** In lower case. */
  readonly categories: ReadonlyMap<string, Types>;
  /** Whether some entries are told from before: those come behind all others that fit a question. */
  readonly hasKept: boolean;
  /** The place of the first entry of a group; -1 where it has none. */
  startOf(group: string): number;
  /** The mapping of the entry at a place, made when it is first asked for and frozen. */
  mappingAt(place: number): RESTMapping;
}

/** Indexes a catalog; the work grows with the number of its entries. */
export function indexNames(catalog: Catalog): NameIndex {
  const entries: ResourceEntry[] = [];
  const nextVersion = new Int32Array(countEntries(catalog.groups)).fill(-1);
  const words: TypesOf = new Map();
  const categories: TypesOf = new Map();
  const index = { entries, nextVersion, words, categories };
  const groups = groupsByRank(catalog.groups);
  for (let place = 0; place < groups.length; place += 1) {
    const group = groups[place];
    if (group !== undefined) addGroup(index, group);
  }

  let starts: Map<string, number> | undefined;
  const mappings: (RESTMapping | undefined)[] = [];
  return {
    catalog,
    ...index,
    hasKept: entries.some(({ freshness }) => freshness === 'Kept'),
    startOf: (group) => (starts ??= startsOf(entries)).get(group) ?? -1,
    mappingAt: (place) => (mappings[place] ??= mappingOf(entryAt(entries, place))),
  };
}

interface Building {
  readonly entries: ResourceEntry[];
  readonly nextVersion: Int32Array;
  readonly words: TypesOf;
  readonly categories: TypesOf;
}

// These run for every entry of a catalog, and a catalog is indexed once: plain loops, because an iterator makes an
// object for each step until the engine has found out that it need not.

function addGroup(index: Building, group: GroupEntry): void {
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

function addEntry({ entries, nextVersion, words, categories }: Building, entry: ResourceEntry): void {
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

/** The entry at a place that the index gave. */
export function entryAt(entries: readonly ResourceEntry[], place: number): ResourceEntry {
  const entry = entries[place];
  if (entry === undefined) throw new RangeError(`no entry at place ${place}`);
  return entry;
}

/** The singular by which a resource is found: the kind in lower case where discovery names none, as in client-go. */
export function singularOf({ singular, kind }: ResourceEntry): string {
  return foldCase(singular === '' ? kind : singular);
}

function startsOf(entries: readonly ResourceEntry[]): Map<string, number> {
  const starts = new Map<string, number>();
  for (const [place, { group }] of entries.entries()) if (!starts.has(group)) starts.set(group, place);
  return starts;
}

function countEntries(groups: readonly GroupEntry[]): number {
  let count = 0;
  for (const { versions } of groups) for (const { resources } of versions) count += resources.length;
  return count;
}

/** The type of the entry, if an earlier version of its group has it; types of its group are the last of the list. */
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

/** True where one word is the other in lower case, as most singulars are of their kinds; makes no new word. */
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

/** Types come in the order of rank, but for one that has another name in a later version. */
function insert(types: number[], type: number): void {
  if ((types[types.length - 1] ?? -1) < type) {
    types.push(type);
    return;
  }
  let place = types.length;
  while (place > 0 && (types[place - 1] ?? 0) > type) place -= 1;
  if (types[place - 1] !== type) types.splice(place, 0, type);
}
