import type { ResourceEntry } from '../catalog/entries.js';

/**
 * Adds the fields that few entries have. The others stay plain literals with the same keys in the same order, which
 * keeps reading them fast: engines lay out objects by the way they were made, and a spread makes each its own way.
 */
export function withRareFields(
  entry: ResourceEntry,
  kind: Pick<ResourceEntry, 'responseKind'> | undefined,
  identity: Pick<ResourceEntry, 'storageVersionHash' | 'internalID'> | undefined,
): ResourceEntry {
  return kind === undefined && identity === undefined ? entry : { ...entry, ...kind, ...identity };
}
