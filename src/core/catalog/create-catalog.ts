import {
  oneOf,
  requireBoolean,
  requireKnownOptions,
  requireObject,
  requireText,
  requireTexts,
  type OptionChecks,
} from '../shared/arguments.js';
import { deepFreeze } from '../shared/deep-freeze.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { isBuiltInGroup } from '../model/built-in-groups.js';
import type { Catalog, ResourceFilter } from './catalog.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from './entries.js';
import { mayHide } from './failures.js';
import { firstOfEach, versionsByRank } from './rank.js';

/** Requires a catalog. */
export function requireCatalog(argument: string, catalog: Catalog): Catalog {
  if (Array.isArray(requireObject(argument, catalog).groups)) return catalog;
  throw new InvalidArgumentError(argument, 'must be a catalog');
}

/** The parts of a catalog. Names must be unique within their parent: the first one wins. */
export type CatalogParts = Pick<Catalog, 'groups' | 'failures' | 'provenance'>;

/**
 * Creates a catalog from its parts, which are deeply frozen in place. Use it for tests, or if you have another source
 * than discovery.
 *
 * @example
 * const nothing = createCatalog({ groups: [], failures: [], provenance: { api: 'legacy', apis: 'legacy' } });
 * createMapper(nothing).resolve('pods'); // throws NoMatchError
 */
export function createCatalog(parts: CatalogParts): Catalog {
  return indexCatalog({ ...parts, groups: deepFreeze(firstOfEach(parts.groups, ({ name }) => name)) });
}

/**
 * Does the same for groups that discovery made, which are already frozen and have unique names, so it skips going
 * through them.
 */
export function indexCatalog(parts: CatalogParts): Catalog {
  const groups = Object.freeze(parts.groups);
  const failures = deepFreeze(parts.failures);
  // Each is made on first use: many programs only use a mapper and never need them.
  let all: readonly ResourceEntry[] | undefined;
  let preferred: ReadonlySet<ResourceEntry> | undefined;
  let byName: ReadonlyMap<string, GroupEntry> | undefined;
  const indexes = new Map<VersionEntry, Map<string, ResourceEntry>>();
  const findGroup = (name: string): GroupEntry | undefined =>
    (byName ??= new Map(groups.map((group) => [group.name, group]))).get(name);

  return Object.freeze<Catalog>({
    groups,
    failures,
    provenance: Object.freeze({ ...parts.provenance }),
    resources(filter) {
      all ??= allResources(groups);
      if (filter === undefined) return all;
      const criteria = requireKnownOptions(filter, filterChecks, 'filter');
      const fitting = all.filter((entry) => fits(entry, criteria));
      if (criteria.preferred === undefined) return Object.freeze(fitting);
      preferred ??= preferredEntries(groups);
      return Object.freeze(fitting.filter((entry) => preferred?.has(entry) === criteria.preferred));
    },
    resource({ group, version, resource }) {
      for (const entry of findGroup(group)?.versions ?? []) {
        if (entry.version !== version) continue;
        const index =
          indexes.get(entry) ?? new Map(firstOfEach(entry.resources, nameOf).map((each) => [each.resource, each]));
        indexes.set(entry, index);
        return index.get(resource);
      }
      return undefined;
    },
    group: findGroup,
    version: ({ group, version }) => findGroup(group)?.versions.find((entry) => entry.version === version),
    failuresOf: (question) => failures.filter((failure) => mayHide(failure, question)),
  });
}

const filterChecks: OptionChecks<ResourceFilter> = {
  verbs: requireTexts,
  scope: oneOf('Namespaced', 'Cluster'),
  category: requireText,
  group: requireText,
  version: requireText,
  preferred: requireBoolean,
  custom: requireBoolean,
  subresource: requireText,
};

function allResources(groups: readonly GroupEntry[]): readonly ResourceEntry[] {
  return Object.freeze(groups.flatMap(({ versions }) => versions.flatMap(({ resources }) => resources)));
}

const nameOf = ({ resource }: ResourceEntry): string => resource;

/** Returns each resource of a group in the first version by rank that has it. */
function preferredEntries(groups: readonly GroupEntry[]): ReadonlySet<ResourceEntry> {
  const inGroup = (group: GroupEntry): ResourceEntry[] => versionsByRank(group).flatMap(({ resources }) => resources);
  return new Set(groups.flatMap((group) => firstOfEach(inGroup(group), nameOf)));
}

function fits(entry: ResourceEntry, filter: ResourceFilter): boolean {
  const { verbs, scope, category, group, version, custom, subresource } = filter;
  return (
    (group === undefined || entry.group === group) &&
    (version === undefined || entry.version === version) &&
    (scope === undefined || entry.scope === scope) &&
    (category === undefined || entry.categories.includes(category)) &&
    (custom === undefined || isBuiltInGroup(entry.group) !== custom) &&
    (subresource === undefined || entry.subresources.some((each) => each.subresource === subresource)) &&
    (verbs === undefined || verbs.every((verb) => entry.verbs.includes(verb)))
  );
}
