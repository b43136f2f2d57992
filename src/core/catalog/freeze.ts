import type { GroupEntry, ResourceEntry, SubresourceEntry } from './entries.js';

/** Deeply freezes the groups of a catalog in place. */
export function freezeGroups(groups: readonly GroupEntry[]): readonly GroupEntry[] {
  for (const group of groups) {
    for (const version of group.versions) {
      for (const entry of version.resources) freezeResource(entry);
      Object.freeze(version.resources);
      if (version.kept !== undefined) {
        Object.freeze(version.kept.why);
        Object.freeze(version.kept);
      }
      Object.freeze(version);
    }
    Object.freeze(group.versions);
    Object.freeze(group);
  }
  return Object.freeze(groups);
}

/** Freezes a list and its members in place. */
export function freezeAll<T extends object>(items: readonly T[]): readonly T[] {
  for (const item of items) Object.freeze(item);
  return Object.freeze(items);
}

function freezeResource(entry: ResourceEntry): void {
  Object.freeze(entry.shortNames);
  Object.freeze(entry.categories);
  Object.freeze(entry.verbs);
  if (entry.responseKind !== undefined) Object.freeze(entry.responseKind);
  for (const subresource of entry.subresources) freezeSubresource(subresource);
  Object.freeze(entry.subresources);
  Object.freeze(entry);
}

function freezeSubresource(entry: SubresourceEntry): void {
  if (entry.responseKind !== undefined) Object.freeze(entry.responseKind);
  Object.freeze(entry.verbs);
  freezeAll(entry.acceptedTypes);
  Object.freeze(entry);
}
