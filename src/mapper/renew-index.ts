import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry } from '../catalog/entries.js';
import { groupsByRank } from '../catalog/rank.js';
import { addGroup, type IndexTables, type Types } from './index-groups.js';
import { countEntries, indexOf, type NameIndex, type WordTable } from './name-index.js';

/** How many places of changed or removed groups are tolerated, in addition to a quarter of those in use. */
const spare = 64;

/**
 * Builds the index of a catalog from that of an earlier one: groups that are the same objects as before keep their
 * places, and the others get places behind them. The work grows with what changed, apart from one number for each
 * entry. Undefined if too much changed, now or since the last full indexing. No group may be listed twice; discovery
 * never does so.
 */
export function renewIndex(before: NameIndex, catalog: Catalog): NameIndex | undefined {
  const groups = groupsByRank(catalog.groups);
  const from = earlierPlaces(before.groups, groups);
  const isKept = new Uint8Array(before.groups.length);
  const spans = new Int32Array(groups.length * 2);
  let inUse = 0;
  for (let place = 0; place < from.length; place += 1) {
    const was = from[place] ?? -1;
    if (was === -1) continue;
    isKept[was] = 1;
    const [start = 0, end = 0] = [before.spans[was * 2], before.spans[was * 2 + 1]];
    spans[place * 2] = start;
    spans[place * 2 + 1] = end;
    inUse += end - start;
  }
  const lost = before.groups.filter((_, place) => isKept[place] === 0);
  const found = groups.filter((_, place) => from[place] === -1);
  const used = before.entries.length;
  const room = countEntries(found);
  if (used + room > (inUse + room) * 1.25 + spare) return undefined;

  const gone = tablesOf([], countEntries(lost));
  for (const group of lost) addGroup(gone, group);
  const tables = tablesOf(before.entries.slice(), used + room);
  tables.nextVersion.set(before.nextVersion.subarray(0, used));
  for (let place = 0; place < groups.length; place += 1) {
    const group = groups[place];
    if (from[place] !== -1 || group === undefined) continue;
    spans[place * 2] = tables.entries.length;
    addGroup(tables, group);
    spans[place * 2 + 1] = tables.entries.length;
  }

  const ranks = ranksOf(tables.entries.length, spans);
  const isThere = (place: number): boolean => ranks[place] !== -1;
  const hasKept = tables.entries.some(({ freshness }, place) => freshness === 'Kept' && isThere(place));
  return indexOf({
    catalog,
    groups,
    spans,
    entries: tables.entries,
    ranks,
    nextVersion: tables.nextVersion,
    words: renewWords(before.words, gone.words, tables.words, ranks),
    categories: renewWords(before.categories, gone.categories, tables.categories, ranks),
    hasKept,
    mappings: before.mappings.slice(),
  });
}

/**
 * Returns for each group its place among the previous ones, or -1 if it is a different one or its order among the
 * others changed.
 */
function earlierPlaces(before: readonly GroupEntry[], groups: readonly GroupEntry[]): Int32Array {
  const from = new Int32Array(groups.length).fill(-1);
  const shift = before.length - groups.length;
  let start = 0;
  for (; start < groups.length && before[start] === groups[start]; start += 1) from[start] = start;
  let end = groups.length;
  for (; end > start && end + shift > start && before[end + shift - 1] === groups[end - 1]; end -= 1) {
    from[end - 1] = end + shift - 1;
  }
  const places = new Map(before.slice(start, end + shift).map((group, place) => [group, start + place]));
  let last = -1;
  for (const [place, group] of groups.slice(start, end).entries()) {
    const was = places.get(group) ?? -1;
    if (was > last) from[start + place] = last = was;
  }
  return from;
}

function tablesOf(entries: IndexTables['entries'], room: number): IndexTables {
  return { entries, nextVersion: new Int32Array(room).fill(-1), words: new Map(), categories: new Map() };
}

function ranksOf(count: number, spans: Int32Array): Int32Array {
  const ranks = new Int32Array(count).fill(-1);
  let rank = 0;
  for (let at = 0; at < spans.length; at += 2) {
    const end = spans[at + 1] ?? 0;
    for (let place = spans[at] ?? 0; place < end; place += 1) ranks[place] = rank++;
  }
  return ranks;
}

/** Builds a table in which the words of removed and of added groups lead to the types that have them now. */
function renewWords(
  before: WordTable,
  gone: IndexTables['words'],
  come: IndexTables['words'],
  ranks: Int32Array,
): WordTable {
  const [base, over] = before instanceof LaidOver ? [before.base, before.over] : [before, undefined];
  const changed = new Map<string, Types>(over);
  for (const word of new Set([...gone.keys(), ...come.keys()])) {
    const types = mergeTypes(listOf(before.get(word)), listOf(come.get(word)), ranks);
    changed.set(word, types.length > 1 ? types : (types[0] ?? nowhere));
  }
  return new LaidOver(base, changed);
}

/** Merges two lists by rank, without types that are gone. */
function mergeTypes(known: readonly number[], others: readonly number[], ranks: Int32Array): readonly number[] {
  const types: number[] = [];
  let next = 0;
  for (let place = 0; place < known.length; place += 1) {
    const type = known[place] ?? 0;
    const rank = ranks[type] ?? -1;
    if (rank === -1) continue;
    for (; next < others.length && (ranks[others[next] ?? 0] ?? 0) < rank; next += 1) types.push(others[next] ?? 0);
    types.push(type);
  }
  return next === others.length ? types : types.concat(others.slice(next));
}

function listOf(types: Types | undefined): readonly number[] {
  if (types === undefined) return [];
  return typeof types === 'number' ? [types] : types;
}

/** Stands for the types of a word that is gone. */
const nowhere = -1;

/** A table that overrides some words of the one below it, which other indexes share. */
class LaidOver implements WordTable {
  constructor(
    readonly base: WordTable,
    readonly over: ReadonlyMap<string, Types>,
  ) {}

  get size(): number {
    return this.base.size + this.over.size;
  }

  get(word: string): Types | undefined {
    const types = this.over.get(word) ?? this.base.get(word);
    return types === nowhere ? undefined : types;
  }

  *keys(): MapIterator<string> {
    yield* this.base.keys();
    yield* this.over.keys();
  }
}
