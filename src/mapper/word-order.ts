import type { Catalog } from '../catalog/catalog.js';
import { groupsByRank } from '../catalog/rank.js';
import { isBuiltInGroup } from '../model/built-in-groups.js';
import { entryAt, type NameIndex } from './name-index.js';
import { keptLast } from './select.js';

// `resolve` has to give the same answer in either discovery format. For an aggregated document it uses the order of the
// catalog (catalog/rank.ts). For a legacy one, custom groups come behind the built-in ones, sorted by name: all custom
// groups have the same priority, and servers order them by name in the aggregated document but by their versions in the
// legacy one.

/** Sorts places of the index into the order in which `resolve` prefers them. */
export function inWordOrder(index: NameIndex, places: readonly number[]): readonly number[] {
  if (places.length < 2) return places;
  if (index.catalog.provenance.apis !== 'legacy') return index.hasKept ? keptLast(index, [...places]) : places;
  const customGroupOf = (place: number): string => {
    const { group } = entryAt(index.entries, place);
    return isBuiltInGroup(group) ? '' : group;
  };
  const ordered = [...places].sort((a, b) => {
    const [one, other] = [customGroupOf(a), customGroupOf(b)];
    if (one === other) return index.compare(a, b);
    return one < other ? -1 : 1;
  });
  return keptLast(index, ordered);
}

/** Returns the position of each group in that order, including groups without entries in the index. */
export function groupsInWordOrder({ groups, provenance }: Catalog): ReadonlyMap<string, number> {
  const names = groupsByRank(groups).map(({ name }) => name);
  if (provenance.apis !== 'legacy') return new Map(names.map((name, place) => [name, place]));
  const custom = names.filter((name) => !isBuiltInGroup(name)).sort((a, b) => (a < b ? -1 : 1));
  return new Map([...names.filter(isBuiltInGroup), ...custom].map((name, place) => [name, place]));
}
