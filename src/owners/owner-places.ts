import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { equivalenceClasses } from '../identity/equivalence-classes.js';
import type { RESTMapper } from '../mapper/rest-mapper.js';
import type { GroupUnavailableError, NoMatchError } from '../mapper/errors.js';
import type { GroupVersion } from '../model/group-version.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import { mappingOf, type RESTMapping } from '../model/rest-mapping.js';
import { mappingsOfKind } from './mappings-of-kind.js';

/** Where an owner may be, in the order in which to look. */
export interface OwnerPlaces {
  /** In the version that the reference names: all of them have to be looked at. */
  readonly exact: readonly RESTMapping[];
  /** In other served versions of the group, one endpoint for each set of objects: where the exact version is not served. */
  readonly others: readonly RESTMapping[];
  /** Whether an entry of the exact version could not be read, which may be a further endpoint of the kind. */
  readonly isExactIncomplete: boolean;
  /** Whether a part of the group could not be read: then what is missing in the others may be there all the same. */
  readonly isIncomplete: boolean;
  /** The mapper's own error where there is no place at all. */
  readonly unmatched?: NoMatchError | GroupUnavailableError | undefined;
}

/** The endpoints of a kind: those in the exact version, and those in the other versions of its group. */
export function placesOfKind(mapper: RESTMapper, type: GroupVersion & { readonly kind: string }): OwnerPlaces {
  const { group, version, kind } = type;
  const { mappings: exact } = mappingsOfKind(mapper, { group, kind }, version);
  const { mappings: all, unmatched } = mappingsOfKind(mapper, { group, kind });
  const others = all.filter(({ resource }) => resource.version !== version);
  return {
    exact,
    others: onePerSet(others, mapper.catalog),
    // An entry that was left out does not tell its kind: it may be this one.
    isExactIncomplete: mapper.catalog
      .failuresOf({ group, version })
      .some((failure) => failure.group === group && failure.version === version),
    isIncomplete: mapper.catalog.failuresOf({ group }).length > 0,
    unmatched,
  };
}

/** The endpoints of a resource that is named by its plural, as far as the catalog has them. */
export function placesOfResource(catalog: Catalog, named: GroupVersionResource): OwnerPlaces {
  const { group, version, resource } = named;
  const entry = catalog.resource(named);
  const others = catalog.resources({ group }).filter((each) => each.resource === resource && each.version !== version);
  return {
    exact: entry === undefined ? [] : [mappingOf(entry)],
    others: onePerSet(others.map(mappingOf), catalog),
    isExactIncomplete: false,
    // Entries of other resources leave the rest of their group-version known.
    isIncomplete: catalog
      .failuresOf({ group })
      .some((failure) => failure.resource === undefined || failure.resource === resource),
  };
}

/** Of endpoints that are known to serve the same objects the first alone. */
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
