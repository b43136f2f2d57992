import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry, ResourceEntry } from '../catalog/entries.js';
import { groupsByRank } from '../catalog/rank.js';
import { mappingOf, type RESTMapping } from '../model/rest-mapping.js';
import { foldCase } from './fold-case.js';
import { addGroup, type IndexTables, type Types } from './index-groups.js';

/** Finds the types of a word: a map, or one overlaid with a few changed words. */
export type WordTable = Pick<ReadonlyMap<string, Types>, 'size' | 'get' | 'keys'>;

/** The parts of an index. */
export interface IndexParts {
  readonly catalog: Catalog;
  /** The groups of the catalog, by rank. */
  readonly groups: readonly GroupEntry[];
  /** For each group, the place of its first entry and the place behind its last one. */
  readonly spans: Int32Array;
  /**
   * The entries that can be mapped, by rank: core v1, then the groups in catalog order, each with its preferred version
   * first. Resources without a kind, and those not served now, are left out. In a renewed index, `ranks` has the order,
   * and some entries belong to groups that are gone: no word leads to these.
   */
  readonly entries: readonly ResourceEntry[];
  /** For each entry its rank, or -1 if it is gone; undefined if the rank of each entry is its place. */
  readonly ranks: Int32Array | undefined;
  /** For each entry, the place of the same type in the version that ranks next, or -1 if there is none. */
  readonly nextVersion: Int32Array;
  /** Plurals, singulars, short names and kinds, in lower case. */
  readonly words: WordTable;
  /** Categories, in lower case. */
  readonly categories: WordTable;
  /** Whether some entries are kept from before: these come behind all others that fit a question. */
  readonly hasKept: boolean;
  /** The mappings made so far, by place. */
  readonly mappings: (RESTMapping | undefined)[];
}

/** The names of a catalog, each found by one map lookup. */
export interface NameIndex extends IndexParts {
  /** Returns a number below 0 if the entry at the first place ranks before that at the second. */
  readonly compare: (a: number, b: number) => number;
  /** Returns the place of the first entry of a group, or -1 if it has none. */
  startOf(group: string): number;
  /** Returns the mapping of the entry at a place, made on first use and frozen. */
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

/** Creates the index of these parts. */
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

/** Returns the entry at a place that the index gave. */
export function entryAt(entries: readonly ResourceEntry[], place: number): ResourceEntry {
  const entry = entries[place];
  if (entry === undefined) throw new RangeError(`no entry at place ${place}`);
  return entry;
}

/**
 * Returns the singular by which a resource is found: the kind in lower case if discovery names none, as in client-go.
 */
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

/** Returns the maximum number of entries that groups may have. */
export function countEntries(groups: readonly GroupEntry[]): number {
  let count = 0;
  for (const { versions } of groups) for (const { resources } of versions) count += resources.length;
  return count;
}
