import type { Catalog } from '../core/catalog/catalog.js';
import type { ResourceEntry } from '../core/catalog/entries.js';
import { equivalenceClasses } from '../identity/classify.js';
import type { RESTMapper } from '../core/mapper/rest-mapper.js';
import { GroupUnavailableError, NoMatchError } from '../core/mapper/errors.js';
import type { GroupKind } from '../core/model/group-version-kind.js';
import type { GroupVersion } from '../core/model/group-version.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { mappingOf, type RESTMapping } from '../core/model/rest-mapping.js';

/** The endpoints at which an owner may be, in the order in which to look. */
export interface OwnerEndpoints {
  /** Endpoints in the version that the reference names: all have to be looked at. */
  readonly exact: readonly RESTMapping[];
  /** Endpoints in other served versions, one for each set of objects, for when the exact version is not served. */
  readonly others: readonly RESTMapping[];
  /** Whether an entry of the exact version could not be read, and may be a further endpoint of the kind. */
  readonly isExactIncomplete: boolean;
  /** Whether a part of the group could not be read: an owner that is missing in `others` may then exist there. */
  readonly isIncomplete: boolean;
  /** The mapper's error if there is no endpoint at all. */
  readonly unmatched?: NoMatchError | GroupUnavailableError | undefined;
}

/** Returns the endpoints of a kind: those in the exact version, and those in the other versions of its group. */
export function endpointsOfKind(mapper: RESTMapper, type: GroupVersion & { readonly kind: string }): OwnerEndpoints {
  const { group, version, kind } = type;
  const { mappings: exact } = mappingsOfKind(mapper, { group, kind }, version);
  const { mappings: all, unmatched } = mappingsOfKind(mapper, { group, kind });
  const others = all.filter(({ resource }) => resource.version !== version);
  return {
    exact,
    others: onePerSet(others, mapper.catalog),
    // The kind of an entry that was left out is unknown: it may be this one.
    isExactIncomplete: mapper.catalog
      .failuresOf({ group, version })
      .some((failure) => failure.group === group && failure.version === version),
    isIncomplete: mapper.catalog.failuresOf({ group }).length > 0,
    unmatched,
  };
}

/** Returns the endpoints of a resource that the catalog has, by its plural. */
export function endpointsOfResource(catalog: Catalog, named: GroupVersionResource): OwnerEndpoints {
  const { group, version, resource } = named;
  const entry = catalog.resource(named);
  const others = catalog.resources({ group }).filter((each) => each.resource === resource && each.version !== version);
  return {
    exact: entry === undefined ? [] : [mappingOf(entry)],
    others: onePerSet(others.map(mappingOf), catalog),
    isExactIncomplete: false,
    // A failed entry of another resource does not make this one unknown.
    isIncomplete: catalog
      .failuresOf({ group })
      .some((failure) => failure.resource === undefined || failure.resource === resource),
  };
}

/** Keeps only the first of the endpoints that are known to serve the same objects. */
function onePerSet(mappings: readonly RESTMapping[], catalog: Catalog): readonly RESTMapping[] {
  if (mappings.length < 2) return mappings;
  const setOf = new Map<ResourceEntry, number>();
  for (const [number, { endpoints }] of equivalenceClasses(catalog).entries()) {
    for (const endpoint of endpoints) setOf.set(endpoint, number);
  }
  const seen = new Set<number>();
  return mappings.filter(({ resource }) => {
    const entry = catalog.resource(resource);
    const set = entry === undefined ? undefined : setOf.get(entry);
    if (set === undefined) return true;
    const isFirst = !seen.has(set);
    seen.add(set);
    return isFirst;
  });
}

/** The endpoints of a kind, or the mapper's error if there is none. */
export interface MappingsOfKind {
  readonly mappings: readonly RESTMapping[];
  readonly unmatched?: NoMatchError | GroupUnavailableError | undefined;
}

/** Returns all endpoints of a kind, in one version of its group or in all versions. */
export function mappingsOfKind(mapper: RESTMapper, groupKind: GroupKind, version?: string): MappingsOfKind {
  try {
    const mappings = mapper.mappingsFor(groupKind, ...(version === undefined ? [] : [version]));
    // The mapper takes `__internal` for any version, as client-go does.
    return { mappings: mappings.filter(({ resource }) => version === undefined || resource.version === version) };
  } catch (error) {
    if (error instanceof NoMatchError || error instanceof GroupUnavailableError) {
      return { mappings: [], unmatched: error };
    }
    throw error;
  }
}
