import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry, ResourceEntry } from '../catalog/entries.js';
import { groupsByRank } from '../catalog/rank.js';
import { mappingOf, type RESTMapping } from '../model/rest-mapping.js';
import { foldCase } from './fold-case.js';
import { addGroup, type IndexTables, type Types } from './index-groups.js';

/** Finds the types that have a word: a map, or one with a few words laid over it. */
export type WordTable = Pick<ReadonlyMap<string, Types>, 'size' | 'get' | 'keys'>;

/** What an index consists of. */
export interface IndexParts {
  readonly catalog: Catalog;
  /** The groups of the catalog by rank. */
  readonly groups: readonly GroupEntry[];
  /** For each of the groups the place of its first entry and that behind its last one. */
  readonly spans: Int32Array;
  /**
   * What can be mapped, in the order of rank: core v1, then the groups as the catalog has them, in each the preferred
   * version first. Resources without a kind and those that are not served now are left out. Of an index that was renewed,
   * `ranks` has the order, and some are of groups that are not there any more: no word leads to these.
   */
  readonly entries: readonly ResourceEntry[];
  /** For each entry its rank, -1 where it is not there any more; undefined where that is its place. */
  readonly ranks: Int32Array | undefined;
  /** For each entry the place of the same type in the version that ranks next, -1 where there is none. */
  readonly nextVersion: Int32Array;
  /** Plurals, singulars, short names and kinds, in lower case. */
  readonly words: WordTable;
  /** In lower case. */
  readonly categories: WordTable;
  /** Whether some entries are told from before: those come behind all others that fit a question. */
  readonly hasKept: boolean;
  /** The mappings that have been made so far, by place. */
  readonly mappings: (RESTMapping | undefined)[];
}

/** The names of a catalog, so that each is found by one look into a map. */
export interface NameIndex extends IndexParts {
  /** Below 0 where the entry at one place ranks before that at another. */
  readonly compare: (a: number, b: number) => number;
  /** The place of the first entry of a group; -1 where it has none. */
  startOf(group: string): number;
  /** The mapping of the entry at a place, made when it is first asked for and frozen. */
  mappingAt(place: number): RESTMapping;
}

/** Indexes a catalog; the work grows with the number of its entries. */
export function indexNames(catalog: Catalog): NameIndex {
  const groups = groupsByRank(catalog.groups);
  const entries: ResourceEntry[] = [];
  const spans = new Int32Array(groups.length * 2);
  const nextVersion = new Int32Array(countEntries(groups)).fill(-1);
  const tables: IndexTables = { entries, nextVersion, words: new Map(), categories: new Map() };
  for (let place = 0; place < groups.length; place += 1) {
    const group = groups[place];
    spans[place * 2] = entries.length;
    if (group !== undefined) addGroup(tables, group);
    spans[place * 2 + 1] = entries.length;
  }
  const hasKept = entries.some(({ freshness }) => freshness === 'Kept');
  return indexOf({ catalog, groups, spans, ranks: undefined, hasKept, mappings: [], ...tables });
}

/** The index of these parts. */
export function indexOf(parts: IndexParts): NameIndex {
  const { groups, spans, entries, ranks, mappings } = parts;
  let starts: Map<string, number> | undefined;
  return {
    ...parts,
    compare: ranks === undefined ? (a, b) => a - b : (a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0),
    startOf: (group) => (starts ??= startsOf(groups, spans)).get(group) ?? -1,
    mappingAt: (place) => (mappings[place] ??= mappingOf(entryAt(entries, place))),
  };
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

function startsOf(groups: readonly GroupEntry[], spans: Int32Array): Map<string, number> {
  const starts = new Map<string, number>();
  for (const [place, { name }] of groups.entries()) {
    const start = spans[place * 2] ?? 0;
    if (start !== spans[place * 2 + 1] && !starts.has(name)) starts.set(name, start);
  }
  return starts;
}

/** How many entries groups may have at most. */
export function countEntries(groups: readonly GroupEntry[]): number {
  let count = 0;
  for (const { versions } of groups) for (const { resources } of versions) count += resources.length;
  return count;
}
