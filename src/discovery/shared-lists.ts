import { FieldProblem, none, readList, type Place } from './fields.js';

/** The lists of texts that were read last from one field of the entries of a document. */
export interface RecentLists {
  readonly lists: (readonly string[])[];
  next: number;
}

/** Servers offer a handful of sets of verbs and categories; the versions of a resource share their short names. */
const most = 8;

/** Starts with no lists. */
export function recentLists(): RecentLists {
  return { lists: [], next: 0 };
}

/**
 * A list of texts, frozen; absent and null read as empty. Thousands of entries carry the same few lists: each is kept once,
 * which saves memory, and one that equals a recent list needs no second check.
 */
export function readTexts(value: unknown, place: Place, field: string, recent: RecentLists): readonly string[] {
  const list = readList(value, place, field);
  if (list.length === 0) return none;
  for (let place = 0; place < recent.lists.length; place += 1) {
    const known = recent.lists[place];
    if (known !== undefined && isSame(known, list)) return known;
  }
  if (!areTexts(list)) throw new FieldProblem(place, field, 'holds something that is not a string');
  Object.freeze(list);
  recent.lists[recent.next] = list;
  recent.next = (recent.next + 1) % most;
  return list;
}

function isSame(known: readonly string[], list: readonly unknown[]): boolean {
  if (known.length !== list.length) return false;
  for (let place = 0; place < list.length; place += 1) if (known[place] !== list[place]) return false;
  return true;
}

function areTexts(list: readonly unknown[]): list is readonly string[] {
  for (const item of list) if (typeof item !== 'string') return false;
  return true;
}
