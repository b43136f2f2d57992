import { cohabitingGroups } from '../identity/cohabitation.js';
import { areSameObjects } from './choose.js';
import { foldCase } from './fold-case.js';
import { entryAt, type NameIndex } from './name-index.js';
import { select, type Accepts } from './select.js';
import { inWordOrder } from './word-order.js';

/**
 * Returns the resources of a category that fit: for each the places of its versions, first choice first, with the same
 * objects under several groups joined. Undefined if no resource lists the word as a category.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#categories
 */
export function categoryMembers(
  index: NameIndex,
  word: string,
  fits: Accepts = () => true,
): readonly (readonly number[])[] | undefined {
  const types = index.categories.get(foldCase(word));
  if (types === undefined) return undefined;
  const versionsOf = new Map<number, readonly number[]>();
  for (const type of typeof types === 'number' ? [types] : types) {
    const [first, ...others] = select(index, type, fits);
    if (first !== undefined) versionsOf.set(first, [first, ...others]);
  }
  // A type of which only a later version fits is ranked by that version.
  const firsts = [...versionsOf.keys()].sort(index.compare);
  return joinSameObjects(index, inWordOrder(index, firsts), versionsOf);
}

/** Returns the versions of each type, joined for cohabiting groups. */
function joinSameObjects(
  index: NameIndex,
  firsts: readonly number[],
  versionsOf: ReadonlyMap<number, readonly number[]>,
): readonly (readonly number[])[] {
  const sets = new Map<number, readonly number[]>();
  const cohabitants: number[] = [];
  for (const first of firsts) {
    const entry = entryAt(index.entries, first);
    const versions = versionsOf.get(first) ?? [];
    const home = cohabitants.find((place) => areSameObjects(entryAt(index.entries, place), entry));
    if (home !== undefined) sets.set(home, inWordOrder(index, [...(sets.get(home) ?? []), ...versions]));
    else {
      sets.set(first, versions);
      if (cohabitingGroups(entry.resource).length > 0) cohabitants.push(first);
    }
  }
  return [...sets.values()];
}
