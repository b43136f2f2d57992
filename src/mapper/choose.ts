import type { ResourceEntry } from '../catalog/entries.js';
import { cohabit } from '../identity/cohabitation.js';
import { isBuiltInGroup } from '../model/built-in-groups.js';
import { requireResolution } from './arguments.js';
import { entryAt, type NameIndex } from './name-index.js';
import type { Resolution, ResolutionReason } from './resolution.js';

/** Returns why the first of these places is the answer. `pinned` is true if the question named group and version. */
export function resolutionReason({ entries }: NameIndex, places: readonly number[], pinned: boolean): ResolutionReason {
  const [first = -1, ...others] = places;
  const chosen = entryAt(entries, first);
  if (others.length === 0) return pinned ? 'exact' : 'only one';

  let sameGroup = true;
  let rivals = 0;
  let rivalsInGroup = 0;
  let isTied = false;
  for (const place of others) {
    const entry = entryAt(entries, place);
    const inGroup = entry.group === chosen.group;
    if (!inGroup) sameGroup = false;
    if (areSameObjects(chosen, entry)) continue;
    if (inGroup && entry.version === chosen.version) return 'server order';
    rivals += 1;
    if (inGroup) rivalsInGroup += 1;
    else if (!goesBefore(chosen.group, entry.group)) isTied = true;
  }
  if (sameGroup) return 'preferred version';
  if (rivals === 0) return 'same objects';
  if (rivalsInGroup === rivals) return 'preferred version';
  if (chosen.group === '') return 'core group';
  return isTied ? 'server order' : 'built-in group';
}

/**
 * Reports whether only the order of the server's document decided between groups: another group has other objects with
 * this name, and neither group is the core group, or built-in while the other is not. `ambiguity: 'error'` rejects such
 * answers.
 *
 * @example
 * const resolution = mapper.resolve('widgets');
 * if (isTie(resolution)) console.warn(`ambiguous: ${describeResolution(resolution)}`);
 */
export function isTie(resolution: Resolution): boolean {
  const { mapping, candidates, reason } = requireResolution(resolution);
  const { group } = mapping.resource;
  return (
    reason === 'server order' &&
    candidates.some(
      ({ resource, scope }) =>
        resource.group !== group &&
        !goesBefore(group, resource.group) &&
        !(scope === mapping.scope && cohabit(resource, mapping.resource)),
    )
  );
}

/**
 * Reports whether the nature of the groups decides between them. Every server ranks the core group first;
 * kube-apiserver gives its own groups priorities above 15000 and the groups of custom resources 1000, which only an
 * APIService can change.
 */
function goesBefore(group: string, other: string): boolean {
  return group === '' || (isBuiltInGroup(group) && !isBuiltInGroup(other));
}

/**
 * Reports whether two entries are known to be the same objects, by what every format of discovery shows: versions of
 * one plural in one group, and cohabiting groups.
 */
export function areSameObjects(a: ResourceEntry, b: ResourceEntry): boolean {
  return a.scope === b.scope && cohabit(a, b);
}
