import type { ResourceEntry } from '../catalog/entries.js';
import { cohabit } from '../identity/cohabitation.js';
import { entryAt, type NameIndex } from './name-index.js';
import type { Resolution, ResolutionReason } from './resolution.js';

/**
 * Why the first of these places is the answer. `pinned` is true when the question named group and version.
 */
export function reasonFor({ entries }: NameIndex, places: readonly number[], pinned: boolean): ResolutionReason {
  const [first = -1, ...others] = places;
  const chosen = entryAt(entries, first);
  if (others.length === 0) return pinned ? 'exact' : 'only one';

  let sameGroup = true;
  let rivals = 0;
  let rivalsInGroup = 0;
  for (const place of others) {
    const entry = entryAt(entries, place);
    const inGroup = entry.group === chosen.group;
    if (!inGroup) sameGroup = false;
    if (areSameObjects(chosen, entry)) continue;
    if (inGroup && entry.version === chosen.version) return 'server order';
    rivals += 1;
    if (inGroup) rivalsInGroup += 1;
  }
  if (sameGroup) return 'preferred version';
  if (rivals === 0) return 'same objects';
  if (rivalsInGroup === rivals) return 'preferred version';
  return chosen.group === '' ? 'core group' : 'server order';
}

/** Whether nothing but the order of groups decided: another group has other objects of this name. */
export function isTie({ mapping, candidates, reason }: Resolution): boolean {
  return (
    reason === 'server order' &&
    candidates.some(
      ({ resource, scope }) =>
        resource.group !== mapping.resource.group && !(scope === mapping.scope && cohabit(resource, mapping.resource)),
    )
  );
}

/** What is known in every format of discovery: versions of one plural in one group, and the groups that cohabit. */
export function areSameObjects(a: ResourceEntry, b: ResourceEntry): boolean {
  return a.scope === b.scope && cohabit(a, b);
}
