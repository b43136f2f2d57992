import { GroupUnavailableError, NoMatchError } from '../mapper/errors.js';
import type { RESTMapper } from '../mapper/rest-mapper.js';
import type { GroupKind } from '../model/group-version-kind.js';
import type { RESTMapping } from '../model/rest-mapping.js';

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
