import type { GroupEntry, VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure } from '../catalog/failures.js';
import type { SeenDocuments } from './alternation.js';
import { keepEntries, keepVersion, noteMissing, noteOf, type KeptGroups, type RootPlace } from './keep-known.js';
import { placeAgain } from './place-again.js';

/** Parameters of {@link unionOfDocuments} besides the documents. */
export interface UnionParts {
  readonly place: RootPlace;
  /** Returns the previous version, which records since when something is kept. */
  readonly known: (group: string, version: string) => VersionEntry | undefined;
  /** The current time: RFC 3339. */
  readonly date: string;
}

/**
 * Returns the groups of all alternating documents, the same whichever came last. What one of them lacks is marked as
 * kept. If several differ, the newest one wins. `said` is what came now: the parts that could not be read now are not
 * vouched for, whatever another document said.
 */
export function unionOfDocuments(said: readonly GroupEntry[], documents: SeenDocuments, parts: UnionParts): KeptGroups {
  const failures: CatalogFailure[] = [];
  const lists = [...documents.withResources.map(({ groups }) => groups), said];
  const byName = lists.map((groups) => new Map(groups.map((group) => [group.name, group])));
  const present = new Map(said.map((group) => [group.name, group]));
  const groups = union(lists, ({ name }) => name).map(({ name }): GroupEntry => {
    const all = byName.flatMap((each) => each.get(name) ?? []);
    const listed = union(
      all.map((group) => group.versions),
      ({ version }) => version,
    );
    const versions = listed.map(({ version }) => {
      const told = all.flatMap((group) => group.versions.filter((each) => each.version === version));
      const now = present.get(name)?.versions.find((each) => each.version === version);
      if (now !== undefined && now.freshness !== 'Current' && now.resources.length === 0) return now;
      return unionVersion(told, documents, parts, failures);
    });
    const preferences = all.flatMap(({ preferredVersion }) => preferredVersion ?? []);
    const served = versions.flatMap(({ version, freshness }) => (freshness === 'Current' ? [version] : []));
    const preferredVersion = preferences.find((version) => served.includes(version)) ?? served[0] ?? preferences[0];
    return Object.freeze({ name, versions: Object.freeze(versions), preferredVersion });
  });
  return { groups: Object.freeze(groups), failures };
}

function unionVersion(
  said: readonly VersionEntry[],
  documents: SeenDocuments,
  { place, known, date }: UnionParts,
  failures: CatalogFailure[],
): VersionEntry {
  const current = said.filter(({ freshness }) => freshness === 'Current');
  const counted = current.length > 0 ? current : said;
  const [first] = counted as readonly [VersionEntry];
  const { group, version, freshness } = first;
  const before = known(group, version)?.kept;
  if (documents.isLacking(first)) {
    const why = noteMissing(first, place);
    failures.push(why);
    return keepVersion(first, why, before?.since ?? date);
  }
  if (counted.length === 1) return first;
  const all = union(
    counted.map(({ resources }) => resources),
    ({ resource }) => resource,
  );
  const lacking = all.filter((entry) => documents.isLackingResource(entry));
  const [example] = lacking;
  if (example === undefined) {
    return all.length === first.resources.length ? first : Object.freeze({ ...first, resources: Object.freeze(all) });
  }
  for (const entry of lacking) failures.push(noteMissing(entry, place));
  const resources = all.map((entry) => (lacking.includes(entry) ? (keepEntries([entry])[0] ?? entry) : entry));
  const kept = noteOf(before, { since: before?.since ?? date, why: noteMissing(example, place) });
  return Object.freeze({ group, version, freshness, resources: Object.freeze(resources), kept });
}

/**
 * Merges lists by name: in the order of the first; further items of the others go behind the item that they follow
 * there.
 */
function union<Item>(lists: readonly (readonly Item[])[], nameOf: (item: Item) => string): readonly Item[] {
  return lists.reduce((all, list) => {
    const names = new Set(all.map(nameOf));
    const further = list.filter((item) => !names.has(nameOf(item)));
    return further.length === 0 ? all : placeAgain(list, all, further, nameOf);
  });
}
