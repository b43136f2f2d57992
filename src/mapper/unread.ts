import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { foldCase } from './fold-case.js';
import type { Readings, WordReading } from './readings.js';
import { groupsInWordOrder } from './word-order.js';

/**
 * Returns the failures that may hide a better answer: parts of the server that could not be read, fit the question, and
 * rank higher. Kept entries rank behind everything that may become readable again, so every failure that fits ranks
 * before a kept answer.
 */
export type UnreadBefore = (readings: Readings, found: WordReading, chosen: ResourceEntry) => readonly CatalogFailure[];

const nothing: readonly CatalogFailure[] = Object.freeze([]);

/** Creates {@link UnreadBefore} for a catalog; costs nothing if everything was read. */
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
    // Earlier readings of a word with dots may have failed only because of unread parts.
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

/** Reports whether the failure may hide what was asked for. */
function mayHold(failure: CatalogFailure, { word, group, version, shortGroup = false }: WordReading): boolean {
  if (failure.resource !== undefined && foldCase(failure.resource) !== word) return false;
  if (version !== undefined && failure.version !== undefined && failure.version !== version) return false;
  if (group === undefined || failure.group === undefined) return true;
  const cutShort = group !== '' && (shortGroup || version === undefined);
  return failure.group === group || (cutShort && failure.group.startsWith(group));
}
