import type { GroupEntry, VersionEntry } from '../../catalog/entries.js';
import { isNewName, noteFlaw, refuseEntry, type DocumentReading, type ListDepth } from './reading.js';

/** The versions of groups that a document lists again, by group name. */
export type RepeatedGroups = Map<string, VersionEntry[]>;

/**
 * Reports whether the current group has been listed before; that is a failure of this group, although its versions
 * count.
 */
export function isRepeatedGroup(name: string, reading: DocumentReading, at: ListDepth): boolean {
  if (isNewName(at.names, name)) return false;
  refuseEntry(reading, at, undefined, 'which is listed twice', name);
  noteFlaw(reading, { group: name });
  return true;
}

/** Keeps the versions of a repeated group for {@link joinRepeated}. */
export function keepRepeated(repeated: RepeatedGroups, name: string, versions: readonly VersionEntry[]): void {
  const known = repeated.get(name) ?? [];
  for (const version of versions) known.push(version);
  repeated.set(name, known);
}

/**
 * Adds to each group the versions that only its repetitions list. `remake` replaces the list of versions of a group.
 */
export function joinRepeated(
  groups: readonly GroupEntry[],
  repeated: RepeatedGroups,
  remake: (group: GroupEntry, versions: readonly VersionEntry[]) => GroupEntry,
): readonly GroupEntry[] {
  if (repeated.size === 0) return groups;
  return groups.map((group) => {
    const again = repeated.get(group.name) ?? [];
    const names = new Set(group.versions.map(({ version }) => version));
    const further = again.filter(({ version }) => !names.has(version) && names.add(version));
    if (further.length === 0) return group;
    return Object.freeze(remake(group, Object.freeze([...group.versions, ...further])));
  });
}
