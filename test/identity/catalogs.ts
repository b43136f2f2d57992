import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createCatalog } from '../../src/core/catalog/create-catalog.js';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import type { Provenance } from '../../src/core/catalog/failures.js';
import { formatGroupVersionResource, type GroupVersionResource } from '../../src/core/model/group-version-resource.js';

/** Names an endpoint as `plural.version.group`; the core group's name ends with a dot. */
export function endpoint(name: string, more: Partial<ResourceEntry> = {}): ResourceEntry {
  const [resource = '', version = '', ...group] = name.split('.');
  return {
    group: group.join('.'),
    version,
    resource,
    kind: 'Thing',
    scope: 'Namespaced',
    singular: '',
    shortNames: [],
    categories: [],
    verbs: ['get', 'list'],
    subresources: [],
    freshness: 'Current',
    ...more,
  };
}

/** A catalog of these endpoints: groups and versions in the order in which they are first named, the first preferred. */
export function catalogOf(
  entries: readonly ResourceEntry[],
  { preferred = {}, provenance = { api: 'legacy', apis: 'legacy' } }: CatalogChoices = {},
): Catalog {
  const byGroup = grouped(entries, (entry) => entry.group);
  const groups = [...byGroup].map(([name, own]) => {
    const byVersion = grouped(own, (entry) => entry.version);
    const versions = [...byVersion].map(([version, resources]) => ({
      group: name,
      version,
      freshness: 'Current' as const,
      resources,
    }));
    return { name, versions, preferredVersion: preferred[name] ?? versions[0]?.version };
  });
  return createCatalog({ groups, failures: [], provenance });
}

function grouped(
  entries: readonly ResourceEntry[],
  by: (entry: ResourceEntry) => string,
): Map<string, ResourceEntry[]> {
  const groups = new Map<string, ResourceEntry[]>();
  for (const entry of entries) {
    const group = groups.get(by(entry)) ?? [];
    group.push(entry);
    groups.set(by(entry), group);
  }
  return groups;
}

interface CatalogChoices {
  readonly preferred?: Readonly<Record<string, string>>;
  readonly provenance?: Provenance;
}

/** The names of endpoints, as {@link endpoint} takes them. */
export function names(entries: readonly GroupVersionResource[]): string[] {
  return entries.map(formatGroupVersionResource);
}
