import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Catalog, ResourceFilter } from './catalog.js';
import type { GroupEntry, ResourceEntry } from './entries.js';
import type { CatalogFailure, Provenance } from './failures.js';

/** What a catalog is made of. Names must be unique within their parent: the first one wins. */
export interface CatalogParts {
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
  readonly provenance: Provenance;
}

/**
 * Indexes the parts of a catalog once. Discovery calls it; call it yourself to make a catalog for a test or from a
 * source of your own.
 */
export function createCatalog(parts: CatalogParts): Catalog {
  const groups = freezeAll(parts.groups);
  for (const group of groups) {
    for (const version of freezeAll(group.versions)) freezeAll(version.resources).forEach(freezeLists);
  }
  const failures = freezeAll(parts.failures);
  const byName = new Map<string, GroupEntry>();
  for (const group of groups) if (!byName.has(group.name)) byName.set(group.name, group);
  const all = Object.freeze(groups.flatMap((group) => group.versions.flatMap((version) => version.resources)));
  const endpoints = indexEndpoints(all);

  return Object.freeze<Catalog>({
    groups,
    failures,
    provenance: Object.freeze({ ...parts.provenance }),
    resources: (filter) => (filter === undefined ? all : Object.freeze(all.filter((entry) => fits(entry, filter)))),
    resource: ({ group, version, resource }: GroupVersionResource) => endpoints.get(group)?.get(version)?.get(resource),
    group: (name) => byName.get(name),
    version: ({ group, version }) => byName.get(group)?.versions.find((entry) => entry.version === version),
    failuresOf: ({ group, version }) => failures.filter((failure) => mayHide(failure, group, version)),
  });
}

type EndpointIndex = Map<string, Map<string, Map<string, ResourceEntry>>>;

function indexEndpoints(all: readonly ResourceEntry[]): EndpointIndex {
  const index: EndpointIndex = new Map();
  for (const entry of all) {
    const versions = childOf(index, entry.group);
    const resources = childOf(versions, entry.version);
    if (!resources.has(entry.resource)) resources.set(entry.resource, entry);
  }
  return index;
}

function childOf<Value>(parent: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = parent.get(key);
  if (known !== undefined) return known;
  const child = new Map<string, Value>();
  parent.set(key, child);
  return child;
}

function fits(entry: ResourceEntry, { verbs, scope, category, group, version }: ResourceFilter): boolean {
  return (
    (group === undefined || entry.group === group) &&
    (version === undefined || entry.version === version) &&
    (scope === undefined || entry.scope === scope) &&
    (category === undefined || entry.categories.includes(category)) &&
    (verbs === undefined || verbs.every((verb) => entry.verbs.includes(verb)))
  );
}

function mayHide(failure: CatalogFailure, group: string, version: string | undefined): boolean {
  if (failure.group === undefined) return failure.root === (group === '' ? 'api' : 'apis');
  return (
    failure.group === group && (version === undefined || failure.version === undefined || failure.version === version)
  );
}

/** Freezes a list and its members in place. */
function freezeAll<T extends object>(items: readonly T[]): readonly T[] {
  for (const item of items) Object.freeze(item);
  return Object.freeze(items);
}

function freezeLists(entry: ResourceEntry): void {
  for (const list of [entry.shortNames, entry.categories, entry.verbs]) Object.freeze(list);
  freezeAll(entry.subresources);
}
