import { listedTable } from './api-resources.js';
import * as words from './arguments.js';
import * as categories from './categories.js';
import { discoveredGroups } from './discovered-groups.js';
import * as defaultGroups from './default-mapper-groups.js';
import * as defaultMappings from './default-mapper-mappings.js';
import * as defaultNames from './default-mapper-names.js';
import * as discoveryMapper from './discovery-mapper.js';
import { errorTable } from './errors.js';
import type { MapperCase } from './mapper-case.js';
import { missedShortNames, missesInTurn } from './misses.js';
import * as multi from './multi-mapper.js';
import * as priority from './priority-mapper.js';
import * as shortNames from './short-names.js';
import type { Case, Table } from './table.js';
import { namedObjects, resourceTuples } from './tuples.js';
import { comparedVersions, parsedVersions } from './versions.js';

/** The tables whose cases are questions to the mapper of one server. */
export const mapperTables: readonly Table<MapperCase>[] = [
  ...Object.values(discoveryMapper),
  ...Object.values(shortNames),
  ...Object.values(categories),
  ...Object.values(defaultNames),
  ...Object.values(defaultGroups),
  ...Object.values(defaultMappings),
  ...Object.values(multi),
  ...Object.values(priority),
  resourceTuples,
  namedObjects,
];

/** Every table, by name. */
export const allTables: readonly Table<Case<unknown, unknown>>[] = [
  ...mapperTables,
  missesInTurn,
  missedShortNames,
  discoveredGroups,
  ...Object.values(words),
  comparedVersions,
  parsedVersions,
  errorTable,
  listedTable,
].sort((a, b) => (a.name < b.name ? -1 : 1));
