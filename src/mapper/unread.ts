import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { foldCase } from './fold-case.js';
import type { Readings, WordReading } from './readings.js';
import { groupsInWordOrder } from './word-order.js';

/**
 * The failures behind which something may hide that would go before this answer: a part of the server that could not
 * be read, that fits the question, and that ranks higher. What is kept from before comes behind all that could be read
 * again, so that before such an answer goes every failure that fits.
 */
export type UnreadBefore = (readings: Readings, found: WordReading, chosen: ResourceEntry) => readonly CatalogFailure[];

const nothing: readonly CatalogFailure[] = Object.freeze([]);

/** Makes {@link UnreadBefore} of a catalog; where all was read it costs nothing. */
export function createUnreadBefore(catalog: Catalog): UnreadBefore {
  const { failures } = catalog;
  if (failures.length === 0) return () => nothing;
  let ranks: ReadonlyMap<string, number> | undefined;

  const ranksBefore = (failure: CatalogFailure, chosen: ResourceEntry): boolean => {
    if (failure.group !== chosen.group) {
      if (chosen.group === '') return false;
      if (failure.group === undefined || failure.group === '') return true;
      ranks ??= groupsInWordOrder(catalog);
      return (ranks.get(failure.group) ?? -1) < (ranks.get(chosen.group) ?? Infinity);
    }
    if (failure.version === undefined) return true;
    // Not by rank: the server may prefer this version only because it cannot serve the first one now.
    const versions = catalog.group(chosen.group)?.versions.map(({ version }) => version) ?? [];
    return versions.indexOf(failure.version) < versions.indexOf(chosen.version);
  };

  return ({ names, kinds }, found, chosen) => {
    const all = [...names, ...kinds];
    // A word with dots was read in other ways first, which led nowhere because of what could not be read.
    const earlier = all.slice(0, all.indexOf(found)).filter((reading) => !isSameQuestion(reading, found));
    return Object.freeze(
      failures.filter(
        (failure) =>
          (mayHold(failure, found) && (chosen.freshness === 'Kept' || ranksBefore(failure, chosen))) ||
          earlier.some((reading) => failure.group !== undefined && mayHold(failure, reading)),
      ),
    );
  };
}

function isSameQuestion(a: WordReading, b: WordReading): boolean {
  return a.group === b.group && a.version === b.version;
}

/** Whether what was asked for may be behind the failure. */
function mayHold(failure: CatalogFailure, { word, group, version, shortGroup = false }: WordReading): boolean {
  if (failure.resource !== undefined && foldCase(failure.resource) !== word) return false;
  if (version !== undefined && failure.version !== undefined && failure.version !== version) return false;
  if (group === undefined || failure.group === undefined) return true;
  const cutShort = group !== '' && (shortGroup || version === undefined);
  return failure.group === group || (cutShort && failure.group.startsWith(group));
}
