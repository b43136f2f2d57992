import type { Catalog } from './catalog.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from './entries.js';

// The one order of rank: core v1, then the groups in the order of the server's document, each with its preferred
// version first. This is the order of client-go's discovery RESTMapper (restmapper.NewDiscoveryRESTMapper).

/** Returns the groups of a catalog by rank: the core group first, the others in catalog order. */
export function groupsByRank(groups: readonly GroupEntry[]): readonly GroupEntry[] {
  const core = groups.findIndex(({ name }) => name === '');
  const entry = groups[core];
  return entry === undefined || core === 0 ? groups : [entry, ...groups.filter((group) => group !== entry)];
}

/**
 * Returns the versions of a group by rank: the preferred one first, the others in catalog order. As in client-go, v1 of
 * the core group comes first even if the server prefers another version.
 */
export function versionsByRank({ name, versions, preferredVersion }: GroupEntry): readonly VersionEntry[] {
  const first = name === '' ? 'v1' : preferredVersion;
  if (versions.length < 2 || (versions[0]?.version === first && first === preferredVersion)) return versions;
  const rankOf = ({ version }: VersionEntry): number => {
    if (name === '' && version === 'v1') return 0;
    return version === preferredVersion ? 1 : 2;
  };
  return [...versions].sort((a, b) => rankOf(a) - rankOf(b));
}

/**
 * Returns all endpoints of a catalog by rank, each once. Names are unique within their parent in a catalog made by
 * `createCatalog`; in any other the first entry of each name counts.
 */
export function endpointsByRank(catalog: Pick<Catalog, 'groups'>): ResourceEntry[] {
  const endpoints: ResourceEntry[] = [];
  for (const group of firstOfEach(groupsByRank(catalog.groups), ({ name }) => name)) {
    for (const { resources } of firstOfEach(versionsByRank(group), ({ version }) => version)) {
      for (const entry of firstOfEach(resources, ({ resource }) => resource)) endpoints.push(entry);
    }
  }
  return endpoints;
}

/** Returns the first item of each name. Most lists have one member, which needs no set of names. */
export function firstOfEach<T>(items: readonly T[], nameOf: (item: T) => string): readonly T[] {
  if (items.length < 2) return items;
  const names = new Set<string>();
  const once: T[] = [];
  for (const item of items) {
    const name = nameOf(item);
    if (!names.has(name)) once.push(item);
    names.add(name);
  }
  return once;
}
