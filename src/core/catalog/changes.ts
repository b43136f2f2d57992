import type { Catalog } from './catalog.js';
import { requireCatalog } from './create-catalog.js';
import type { ResourceEntry } from './entries.js';
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
  /** Endpoints that the server no longer confirms: their entries are from before, and are now `Kept`. */
  readonly kept: readonly ResourceEntry[];
  /** Endpoints that were `Kept` and that the server lists again; their entries may differ. */
  readonly recovered: readonly ChangedResource[];
}

/**
 * Compares a catalog with the previous one, by endpoint, so that a program knows what to start and what to stop. It is
 * fast for successive catalogs of one client, because they share unchanged parts. Ignores groups and versions without
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
  const [{ groups: oldGroups }, { groups: newGroups }] = [
    requireCatalog('before', before),
    requireCatalog('after', after),
  ];
  const changes = { added: [], changed: [], removed: [], kept: [], recovered: [] } as Building;
  pairUp(oldGroups, newGroups, 'name', (oldGroup, newGroup) =>
    pairUp(oldGroup?.versions, newGroup?.versions, 'version', (oldVersion, newVersion) =>
      pairUp(oldVersion?.resources, newVersion?.resources, 'resource', (one, other) =>
        diffResource(one, other, changes),
      ),
    ),
  );
  for (const list of Object.values(changes)) Object.freeze(list);
  return Object.freeze(changes);
}

type Building = { -readonly [List in keyof CatalogChanges]: CatalogChanges[List][number][] };

function diffResource(
  before: ResourceEntry | undefined,
  after: ResourceEntry | undefined,
  { added, changed, removed, kept, recovered }: Building,
): void {
  if (before === undefined || after === undefined) {
    if (after !== undefined) added.push(after);
    else if (before !== undefined) removed.push(before);
    return;
  }
  const [wasKept, isKept] = [before.freshness === 'Kept', after.freshness === 'Kept'];
  if (isKept && !wasKept) kept.push(after);
  else if (wasKept && !isKept) recovered.push({ before, after });
  else if (shareEntry(before, after) !== before) changed.push({ before, after });
}

/** Calls `visit` for each name whose items are not the same object: in the new order, then the removed ones. */
function pairUp<Name extends string, Item extends Readonly<Record<Name, string>>>(
  before: readonly Item[] = [],
  after: readonly Item[] = [],
  name: Name,
  visit: (before: Item | undefined, after: Item | undefined) => void,
): void {
  if (before === after) return;
  const left = new Map(before.map((item) => [item[name], item]));
  for (const item of after) {
    const known = left.get(item[name]);
    left.delete(item[name]);
    if (known !== item) visit(known, item);
  }
  for (const item of left.values()) visit(item, undefined);
}
