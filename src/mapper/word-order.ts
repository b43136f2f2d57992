import type { Catalog } from '../catalog/catalog.js';
import { groupsByRank } from '../catalog/rank.js';
import { isBuiltInGroup } from '../model/built-in-groups.js';
import { entryAt, type NameIndex } from './name-index.js';
import { keptLast } from './select.js';

// `resolve` shall answer alike whichever format the server spoke. In an aggregated document its order is that of the
// catalog (catalog/rank.ts). In a legacy one the groups that are not built in come by name behind those that are: all
// custom groups have one priority, and servers order such groups by name in the aggregated document but by their
// versions in the legacy one.

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

/** For each group its place in that order, for groups that have no entry in the index as well. */
export function groupsInWordOrder({ groups, provenance }: Catalog): ReadonlyMap<string, number> {
  const names = groupsByRank(groups).map(({ name }) => name);
  if (provenance.apis !== 'legacy') return new Map(names.map((name, place) => [name, place]));
  const custom = names.filter((name) => !isBuiltInGroup(name)).sort((a, b) => (a < b ? -1 : 1));
  return new Map([...names.filter(isBuiltInGroup), ...custom].map((name, place) => [name, place]));
}
