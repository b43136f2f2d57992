import type { Catalog, ResourceFilter } from './catalog.js';
import type { GroupEntry, ResourceEntry } from './entries.js';
import { createEndpointLookup } from './endpoint-lookup.js';
import type { CatalogFailure, Provenance } from './failures.js';
import { freezeAll, freezeGroups } from './freeze.js';

/** What a catalog is made of. Names must be unique within their parent: the first one wins. */
export interface CatalogParts {
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
  readonly provenance: Provenance;
}

/**
 * Makes a catalog of its parts, which are frozen in place, with everything in them. Call it to make a catalog for a
 * test or from a source of your own; discovery makes the one of a server.
 */
export function createCatalog(parts: CatalogParts): Catalog {
  return indexCatalog({ ...parts, groups: freezeGroups(firstOfEachName(parts.groups)) });
}

/**
 * The same for groups as discovery makes them, with unique names and frozen: there is no need to look through them.
 */
export function indexCatalog(parts: CatalogParts): Catalog {
  const groups = Object.freeze(parts.groups);
  const failures = freezeAll(parts.failures);
  // Both are made when they are first asked for: many programs never do, and ask a mapper alone.
  let all: readonly ResourceEntry[] | undefined;
  let byName: ReadonlyMap<string, GroupEntry> | undefined;
  const findGroup = (name: string): GroupEntry | undefined => (byName ??= groupsByName(groups)).get(name);

  return Object.freeze<Catalog>({
    groups,
    failures,
    provenance: Object.freeze({ ...parts.provenance }),
    resources(filter) {
      all ??= allResources(groups);
      return filter === undefined ? all : Object.freeze(all.filter((entry) => fits(entry, filter)));
    },
    resource: createEndpointLookup(findGroup),
    group: findGroup,
    version: ({ group, version }) => findGroup(group)?.versions.find((entry) => entry.version === version),
    failuresOf: ({ group, version }) => failures.filter((failure) => mayHide(failure, group, version)),
  });
}

function groupsByName(groups: readonly GroupEntry[]): ReadonlyMap<string, GroupEntry> {
  return new Map(groups.map((group) => [group.name, group]));
}

function firstOfEachName(groups: readonly GroupEntry[]): readonly GroupEntry[] {
  const names = new Set<string>();
  return groups.filter(({ name }) => !names.has(name) && names.add(name));
}

function allResources(groups: readonly GroupEntry[]): readonly ResourceEntry[] {
  const all: ResourceEntry[] = [];
  for (const { versions } of groups)
    for (const { resources } of versions) for (const entry of resources) all.push(entry);
  return Object.freeze(all);
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
