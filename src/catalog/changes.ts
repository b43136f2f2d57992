import { requireObject } from '../shared/arguments.js';
import type { Catalog } from './catalog.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from './entries.js';
import { shareEntry } from './share-unchanged.js';

/** One endpoint in two catalogs that say different things of it. */
export interface ChangedResource {
  /** The entry in the older catalog. */
  readonly before: ResourceEntry;
  /** The entry in the newer catalog. */
  readonly after: ResourceEntry;
}

/** How one catalog differs from another, by endpoint; each endpoint is in one list at most. */
export interface CatalogChanges {
  /** Those that were not there before, in the order of the catalog of after. */
  readonly added: readonly ResourceEntry[];
  /** Those of which something else is said than before. */
  readonly changed: readonly ChangedResource[];
  /** Those that are gone, in the order of the catalog of before. */
  readonly removed: readonly ResourceEntry[];
  /** Those that the server does not vouch for any more, and that are told from before: they are `Kept` now. */
  readonly kept: readonly ResourceEntry[];
  /** Those that were `Kept` and that the server speaks of again; what it says may be something else than before. */
  readonly recovered: readonly ChangedResource[];
}

/**
 * How a catalog differs from the one before it, by endpoint: what a program has to start and to stop. Pure, and quick
 * between successive catalogs of one client, which share what did not change. Groups and versions without resources, and
 * the order, do not count.
 *
 * @throws InvalidArgumentError for anything but two catalogs
 * @example
 * const before = await client.discovery.catalog();
 * const { added, removed } = diffCatalogs(before, await client.discovery.refresh());
 * for (const entry of added) console.log(`new: ${formatGroupVersionResource(entry)}`);
 * console.log(`${removed.length} are gone`);
 */
export function diffCatalogs(before: Catalog, after: Catalog): CatalogChanges {
  const { groups: oldGroups } = requireObject('before', before);
  const { groups: newGroups } = requireObject('after', after);
  const changes = { added: [], changed: [], removed: [], kept: [], recovered: [] } as Building;
  if (oldGroups !== newGroups) {
    pairUp(
      oldGroups,
      newGroups,
      ({ name }) => name,
      (one, other) => {
        diffGroup(one, other, changes);
      },
    );
  }
  return Object.freeze({
    added: Object.freeze(changes.added),
    changed: Object.freeze(changes.changed),
    removed: Object.freeze(changes.removed),
    kept: Object.freeze(changes.kept),
    recovered: Object.freeze(changes.recovered),
  });
}

type Building = { -readonly [List in keyof CatalogChanges]: CatalogChanges[List][number][] };

function diffGroup(before: GroupEntry | undefined, after: GroupEntry | undefined, changes: Building): void {
  pairUp(
    before?.versions ?? [],
    after?.versions ?? [],
    ({ version }) => version,
    (one, other) => {
      diffVersion(one, other, changes);
    },
  );
}

function diffVersion(before: VersionEntry | undefined, after: VersionEntry | undefined, changes: Building): void {
  pairUp(
    before?.resources ?? [],
    after?.resources ?? [],
    ({ resource }) => resource,
    (one, other) => {
      diffResource(one, other, changes);
    },
  );
}

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

/** Calls `visit` with all items of the same name that are not the same object: in the new order, then those that are gone. */
function pairUp<Item>(
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
  visit: (before: Item | undefined, after: Item | undefined) => void,
): void {
  if (before === after) return;
  const left = new Map(before.map((item) => [nameOf(item), item]));
  for (const item of after) {
    const name = nameOf(item);
    const known = left.get(name);
    left.delete(name);
    if (known !== item) visit(known, item);
  }
  for (const item of left.values()) visit(item, undefined);
}
