import type { ResourceEntry } from '../catalog/entries.js';
import type { Types } from './index-groups.js';
import type { NameIndex } from './name-index.js';

/** Reports whether an entry matches. */
export type Accepts = (entry: ResourceEntry) => boolean;

/** Returns the places of all matching entries of these types, by rank; kept ones come last. */
export function select(index: NameIndex, types: Types | undefined, accepts: Accepts): number[] {
  const places: number[] = [];
  if (types === undefined) return places;
  if (typeof types === 'number') follow(index, types, accepts, places);
  else {
    for (const type of types) follow(index, type, accepts, places);
    places.sort(index.compare);
  }
  return keptLast(index, places);
}

/** Moves kept entries behind those that the server vouches for. */
export function keptLast({ entries, hasKept }: NameIndex, places: number[]): number[] {
  if (!hasKept || places.length < 2) return places;
  const isKept = (place: number): number => (entries[place]?.freshness === 'Kept' ? 1 : 0);
  return places.sort((a, b) => isKept(a) - isKept(b));
}

/** Does the same as {@link select}, limited to the group of the first place: enough for a single answer. */
export function selectFirst(index: NameIndex, types: Types | undefined, accepts: Accepts): number[] {
  if (types === undefined || typeof types === 'number') return select(index, types, accepts);
  if (index.hasKept) {
    const all = select(index, types, accepts);
    const first = index.entries[all[0] ?? -1];
    return all.filter((place) => {
      const entry = index.entries[place];
      return entry?.group === first?.group && entry?.freshness === first?.freshness;
    });
  }
  const places: number[] = [];
  let group: string | undefined;
  for (const type of types) {
    if (group !== undefined && index.entries[type]?.group !== group) break;
    follow(index, type, accepts, places);
    if (places.length > 0) group = index.entries[type]?.group;
  }
  return places.sort(index.compare);
}

function follow({ entries, nextVersion }: NameIndex, type: number, accepts: Accepts, places: number[]): void {
  for (let place = type; place !== -1; place = nextVersion[place] ?? -1) {
    const entry = entries[place];
    if (entry !== undefined && accepts(entry)) places.push(place);
  }
}

const few = 8;

/** Returns those of the types that are in one group, without going through the others if there are many. */
export function typesIn(index: NameIndex, types: Types | undefined, group: string): Types | undefined {
  if (types === undefined || typeof types === 'number' || types.length <= few) return types;
  const start = index.startOf(group);
  if (start === -1) return undefined;
  let low = 0;
  for (let high = types.length; low < high;) {
    const middle = (low + high) >>> 1;
    if (index.compare(types[middle] ?? 0, start) < 0) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < types.length && index.entries[types[end] ?? 0]?.group === group) end += 1;
  return types.slice(low, end);
}
