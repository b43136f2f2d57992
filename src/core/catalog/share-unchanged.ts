import { isEqual } from '../shared/is-equal.js';
import { RecentMap } from '../shared/recent-map.js';
import type { GroupEntry, ResourceEntry, VersionEntry } from './entries.js';

// Reading a document again creates new objects for everything. This file replaces those that equal the previous ones by
// the previous ones, from the entries up, so that `===` shows whether any part of a catalog changed.

/**
 * Returns the groups, with every unchanged group, version and entry taken from before; the previous list itself if
 * nothing changed. Newly made objects are frozen.
 */
export function shareUnchanged(before: readonly GroupEntry[], after: readonly GroupEntry[]): readonly GroupEntry[] {
  if (before === after) return before;
  return shareList(before, after, ({ name }) => name, shareGroup);
}

/** What clients of this process have read, by the ETag of the document, for as long as one of them holds it. */
const heldByClients = /* @__PURE__ */ new RecentMap<string, WeakRef<readonly GroupEntry[]>>(256);

/**
 * Does the same with what another client holds, so that the equal documents of many clusters are in memory once. The ETag only says
 * what to compare with: a server that lies about it changes nothing.
 */
export function shareAmongClients(etag: string | undefined, groups: readonly GroupEntry[]): readonly GroupEntry[] {
  if (etag === undefined) return groups;
  const held = heldByClients.get(etag)?.deref();
  const shared = held === undefined ? groups : shareUnchanged(held, groups);
  if (shared !== held) heldByClients.set(etag, new WeakRef(shared));
  return shared;
}

/** Returns the previous entry if both are equal, else the new one. */
export function shareEntry(before: ResourceEntry, after: ResourceEntry): ResourceEntry {
  return isSameEntry(before, after) ? before : after;
}

function shareGroup(before: GroupEntry, after: GroupEntry): GroupEntry {
  if (before === after) return before;
  const versions = shareList(before.versions, after.versions, ({ version }) => version, shareVersion);
  if (versions === before.versions && before.preferredVersion === after.preferredVersion) return before;
  return versions === after.versions ? after : Object.freeze({ ...after, versions });
}

function shareVersion(before: VersionEntry, after: VersionEntry): VersionEntry {
  if (before === after) return before;
  const resources = shareList(before.resources, after.resources, ({ resource }) => resource, shareEntry);
  const areSame = resources === before.resources && before.freshness === after.freshness;
  if (areSame && isEqual(before.kept, after.kept)) return before;
  return resources === after.resources ? after : Object.freeze({ ...after, resources });
}

/**
 * Returns the previous list if its items are the same in the same order, and the new one if none of its items is
 * shared.
 */
function shareList<Item extends object>(
  before: readonly Item[],
  after: readonly Item[],
  nameOf: (item: Item) => string,
  share: (before: Item, after: Item) => Item,
): readonly Item[] {
  if (before === after) return before;
  if (before.length === 0) return after.length === 0 ? before : after;
  let byName: Map<string, Item> | undefined;
  const known = (name: string): Item | undefined =>
    (byName ??= new Map(before.map((each) => [nameOf(each), each]))).get(name);
  const shared = new Array<Item>(after.length);
  let isBefore = before.length === after.length;
  let isAfter = true;
  for (let place = 0; place < after.length; place += 1) {
    const item = after[place] as Item;
    const beside = before[place];
    if (beside === item) {
      shared[place] = item;
      continue;
    }
    // Nearly always at the same index.
    const was = beside !== undefined && nameOf(beside) === nameOf(item) ? beside : known(nameOf(item));
    const taken = was === undefined ? item : share(was, item);
    if (taken !== beside) isBefore = false;
    if (taken !== item) isAfter = false;
    shared[place] = taken;
  }
  if (isBefore) return before;
  return isAfter ? after : Object.freeze(shared);
}

/** Reports whether two lists have the same items. */
export function haveSameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let place = 0; place < a.length; place += 1) if (a[place] !== b[place]) return false;
  return true;
}

/** Does what {@link isEqual} does for the many entries, several times as fast. */
function isSameEntry(a: ResourceEntry, b: ResourceEntry): boolean {
  return (
    a === b ||
    (a.resource === b.resource &&
      a.kind === b.kind &&
      a.scope === b.scope &&
      a.singular === b.singular &&
      a.freshness === b.freshness &&
      a.version === b.version &&
      a.group === b.group &&
      a.storageVersionHash === b.storageVersionHash &&
      a.internalID === b.internalID &&
      isEqual(a.responseKind, b.responseKind) &&
      haveSameItems(a.verbs, b.verbs) &&
      haveSameItems(a.shortNames, b.shortNames) &&
      haveSameItems(a.categories, b.categories) &&
      isEqual(a.subresources, b.subresources))
  );
}
