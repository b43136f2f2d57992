import { resourceKey } from '../model/group-version-resource.js';
import { requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { Catalog } from './catalog.js';
import type { GroupEntry, ResourceEntry } from './entries.js';
import { shareEntry } from './share-unchanged.js';

/** One endpoint that differs between two catalogs. */
export type ChangedResource = {
  /** The entry in the older catalog. */
  readonly before: ResourceEntry;
  /** The entry in the newer catalog. */
  readonly after: ResourceEntry;
};

/** The differences between two catalogs, by endpoint. Each endpoint is in at most one list. */
export interface CatalogChanges {
  /** New endpoints, in the order of the newer catalog. */
  readonly added: readonly ResourceEntry[];
  /** Endpoints whose entries differ. */
  readonly changed: readonly ChangedResource[];
  /** Removed endpoints, in the order of the older catalog. */
  readonly removed: readonly ResourceEntry[];
  /** Endpoints that the server no longer vouches for: their entries, carried over from before, are now `Kept`. */
  readonly kept: readonly ResourceEntry[];
  /** Endpoints that were `Kept` and that the server lists again; their entries may differ. */
  readonly recovered: readonly ChangedResource[];
}

/**
 * Compares a catalog with the one before it, by endpoint, and so tells a program what to start and what to stop. Pure,
 * and fast between successive catalogs of one client, which share unchanged parts. Ignores groups and versions without
 * resources, and order.
 *
 * @throws InvalidArgumentError if either argument is not a catalog
 * @example
 * const before = await client.discovery.catalog();
 * const { added, removed } = diffCatalogs(before, await client.discovery.refresh());
 * for (const entry of added) console.log(`new: ${formatGroupVersionResource(entry)}`);
 * console.log(`${removed.length} are gone`);
 */
export function diffCatalogs(before: Catalog, after: Catalog): CatalogChanges {
  const oldGroups = groupsOf('before', before);
  const newGroups = groupsOf('after', after);
  const left = new Map(entriesIn(oldGroups, newGroups).map((entry) => [resourceKey(entry), entry]));
  const changes = { added: [], changed: [], removed: [], kept: [], recovered: [] } as Building;
  for (const entry of entriesIn(newGroups, oldGroups)) {
    const key = resourceKey(entry);
    addChange(changes, left.get(key), entry);
    left.delete(key);
  }
  changes.removed.push(...left.values());
  for (const list of Object.values(changes)) Object.freeze(list);
  return Object.freeze(changes);
}

function groupsOf(argument: string, catalog: Catalog): readonly GroupEntry[] {
  const { groups } = requireObject(argument, catalog);
  if (Array.isArray(groups) === true) return catalog.groups;
  throw new InvalidArgumentError(argument, 'must be a catalog');
}

/** Returns the entries of the groups that are not those of the other catalog: what did not change is the same object. */
function entriesIn(groups: readonly GroupEntry[], others: readonly GroupEntry[]): readonly ResourceEntry[] {
  const same = new Set(others);
  return groups.flatMap((group) => (same.has(group) ? [] : group.versions.flatMap(({ resources }) => resources)));
}

type Building = { -readonly [List in keyof CatalogChanges]: CatalogChanges[List][number][] };

function addChange(
  { added, changed, kept, recovered }: Building,
  before: ResourceEntry | undefined,
  after: ResourceEntry,
): void {
  if (before === undefined) added.push(after);
  else if (after.freshness === 'Kept' && before.freshness !== 'Kept') kept.push(after);
  else if (after.freshness !== 'Kept' && before.freshness === 'Kept') recovered.push({ before, after });
  else if (shareEntry(before, after) !== before) changed.push({ before, after });
}
