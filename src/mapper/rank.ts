import { isBuiltInGroup } from './built-in-groups.js';
import { entryAt, type NameIndex } from './name-index.js';

/**
 * Sorts places into the order in which `resolve` prefers them. In an aggregated document that is the order of the
 * index. In a legacy one the groups that are not built in rank by name behind those that are: all custom groups have one
 * priority, and servers order such groups by name in the aggregated document but by their versions in the legacy one.
 */
export function byRank(index: NameIndex, places: readonly number[]): readonly number[] {
  if (places.length < 2 || index.catalog.provenance.apis !== 'legacy') return places;
  const customGroupOf = (place: number): string => {
    const { group } = entryAt(index.entries, place);
    return isBuiltInGroup(group) ? '' : group;
  };
  return [...places].sort((a, b) => {
    const [one, other] = [customGroupOf(a), customGroupOf(b)];
    if (one === other) return a - b;
    return one < other ? -1 : 1;
  });
}
