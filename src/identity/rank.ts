import type { Catalog } from '../catalog/catalog.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from '../catalog/entries.js';

/**
 * All endpoints of a catalog, each once, the first choice first: the core group, then the groups in the catalog's
 * order, in each the preferred version before the others.
 */
export function endpointsByRank(catalog: Catalog): ResourceEntry[] {
  const endpoints: ResourceEntry[] = [];
  for (const group of coreFirst(catalog.groups)) {
    for (const { resources } of preferredFirst(group)) {
      const [only] = resources;
      if (only !== undefined && resources.length === 1) endpoints.push(only);
      else addOnce(resources, endpoints);
    }
  }
  return endpoints;
}

function addOnce(resources: readonly ResourceEntry[], endpoints: ResourceEntry[]): void {
  const seen = new Set<string>();
  for (const entry of resources) {
    if (!seen.has(entry.resource)) endpoints.push(entry);
    seen.add(entry.resource);
  }
}

/** Each group once, and the core group before all. */
function coreFirst(groups: readonly GroupEntry[]): Iterable<GroupEntry> {
  const byName = new Map<string, GroupEntry>();
  const core = groups.find(({ name }) => name === '');
  if (core !== undefined) byName.set('', core);
  for (const group of groups) if (!byName.has(group.name)) byName.set(group.name, group);
  return byName.values();
}

/** Each version once, and the preferred one before the others. */
function preferredFirst({ versions, preferredVersion }: GroupEntry): readonly VersionEntry[] {
  const isFirst = ({ version }: VersionEntry, at: number): boolean =>
    versions.findIndex((other) => other.version === version) === at;
  // Nearly all groups are in order, and need no list of their own.
  if (versions[0]?.version === preferredVersion && versions.every(isFirst)) return versions;
  const once = versions.filter(isFirst);
  return [
    ...once.filter(({ version }) => version === preferredVersion),
    ...once.filter(({ version }) => version !== preferredVersion),
  ];
}
