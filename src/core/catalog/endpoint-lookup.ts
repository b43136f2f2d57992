import type { GroupVersionResource } from '../model/group-version-resource.js';
import { requireObject, requireText } from '../shared/arguments.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from './entries.js';

/** Versions with at most this many resources are searched linearly; above that, an index pays off. */
const few = 16;

/**
 * Finds an endpoint by its whole name. Nearly all versions have few resources and are searched linearly; one with many
 * is indexed on first use, so that making a catalog of thousands of groups costs nothing here.
 */
export function createEndpointLookup(
  findGroup: (name: string) => GroupEntry | undefined,
): (endpoint: GroupVersionResource) => ResourceEntry | undefined {
  const indexes = new Map<VersionEntry, ReadonlyMap<string, ResourceEntry>>();
  const indexOf = (version: VersionEntry): ReadonlyMap<string, ResourceEntry> => {
    let index = indexes.get(version);
    if (index === undefined) indexes.set(version, (index = indexResources(version)));
    return index;
  };
  return (endpoint) => {
    const { group, version, resource } = requireObject('gvr', endpoint);
    requireText('gvr.group', group);
    requireText('gvr.version', version);
    requireText('gvr.resource', resource);
    for (const entry of findGroup(group)?.versions ?? []) {
      if (entry.version !== version) continue;
      if (entry.resources.length > few) return indexOf(entry).get(resource);
      for (const each of entry.resources) if (each.resource === resource) return each;
      return undefined;
    }
    return undefined;
  };
}

function indexResources({ resources }: VersionEntry): ReadonlyMap<string, ResourceEntry> {
  const index = new Map<string, ResourceEntry>();
  for (const entry of resources) if (!index.has(entry.resource)) index.set(entry.resource, entry);
  return index;
}
