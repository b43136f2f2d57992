import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from '../catalog/entries.js';

/**
 * All endpoints of a catalog, each once, the first choice first: the core group, then the groups in the catalog's
 * order, in each the preferred version before the others.
 */
export function endpointsByRank(catalog: Catalog): ResourceEntry[] {
  const endpoints: ResourceEntry[] = [];
  const seen = new Map<string, Map<string, Set<string>>>();
  for (const group of coreFirst(catalog.groups)) {
    const seenVersions = seen.get(group.name) ?? new Map<string, Set<string>>();
    seen.set(group.name, seenVersions);
    for (const { version, resources } of preferredFirst(group)) {
      const seenResources = seenVersions.get(version) ?? new Set<string>();
      seenVersions.set(version, seenResources);
      for (const entry of resources) {
        if (!seenResources.has(entry.resource)) endpoints.push(entry);
        seenResources.add(entry.resource);
      }
    }
  }
  return endpoints;
}

function coreFirst(groups: readonly GroupEntry[]): readonly GroupEntry[] {
  return [...groups.filter(({ name }) => name === ''), ...groups.filter(({ name }) => name !== '')];
}

function preferredFirst({ versions, preferredVersion }: GroupEntry): readonly VersionEntry[] {
  if (versions[0]?.version === preferredVersion) return versions;
  return [
    ...versions.filter(({ version }) => version === preferredVersion),
    ...versions.filter(({ version }) => version !== preferredVersion),
  ];
}
