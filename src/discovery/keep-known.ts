import type { GroupEntry, KeptNote, ResourceEntry, VersionEntry } from '../catalog/entries.js';
import { mayHide, type CatalogFailure } from '../catalog/failures.js';
import { isSameFailure } from '../catalog/share-unchanged.js';
import type { GroupVersion } from '../model/group-version.js';
import { placeAgain } from './place-again.js';

/** A root, and the path of its document. */
export interface RootPlace {
  readonly root: 'api' | 'apis';
  readonly document: string;
}

/** What a round learned from one root, and what decides about everything else. */
export interface LearnedGroups {
  /** The groups that the server lists now. */
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
  readonly place: RootPlace;
  /** Reports whether a group-version that is not listed has been proved to be gone. */
  readonly isGone: (groupVersion: GroupVersion) => boolean;
  /** The current time: RFC 3339. */
  readonly date: string;
}

/** Groups merged with what was known of them, and all failures. */
export interface KeptGroups {
  readonly groups: readonly GroupEntry[];
  readonly failures: readonly CatalogFailure[];
}

/**
 * Adds what was known before, and a failure may hide, to what the server says now: group-versions that came without
 * resources because they could not be read, malformed single entries, and group-versions that are no longer listed.
 * What no failure hides is gone. `known` holds the previous groups, kept or not.
 */
export function keepKnown(known: readonly GroupEntry[], said: LearnedGroups): KeptGroups {
  const { groups, failures } = said;
  if (known.length === 0) return { groups, failures };
  // Nearly all groups are unchanged and in place: of thousands, only those between the common ends are compared.
  let start = 0;
  while (start < known.length && known[start] === groups[start]) start += 1;
  if (start === known.length && start === groups.length) return { groups, failures };
  const shorter = Math.min(known.length, groups.length) - start;
  let behind = 0;
  while (behind < shorter && known[known.length - 1 - behind] === groups[groups.length - 1 - behind]) behind += 1;
  const learned: Learned = { ...said, behind: failuresBehind(failures) };
  const before = new Map(known.slice(start, known.length - behind).map((group) => [group.name, group]));
  const missing: CatalogFailure[] = [];
  const kept = groups.map((group, place) => {
    if (place < start || place >= groups.length - behind) return group;
    const was = before.get(group.name);
    before.delete(group.name);
    if (was === undefined || was === group) return group;
    return mergeGroup(was, group, learned, missing);
  });
  const lost: GroupEntry[] = [];
  for (const was of before.values()) {
    const rest = keepMissing(was, was.versions, learned, missing);
    if (rest.length > 0) lost.push(groupOf(was, was.name, rest));
  }
  if (lost.length === 0 && missing.length === 0) return { groups: areSame(kept, groups) ? groups : kept, failures };
  return {
    groups: Object.freeze(placeAgain(known, kept, lost, ({ name }) => name)),
    failures: [...failures, ...missing],
  };
}

interface Learned extends LearnedGroups {
  /** Returns the failures that may hide something of a group-version. */
  readonly behind: (groupVersion: GroupVersion) => readonly CatalogFailure[];
}

/** Indexes by group: a server can have thousands of failures, looked up for thousands of groups. */
function failuresBehind(failures: readonly CatalogFailure[]): Learned['behind'] {
  const ofGroups = new Map<string | undefined, CatalogFailure[]>();
  for (const failure of failures) {
    const known = ofGroups.get(failure.group);
    if (known === undefined) ofGroups.set(failure.group, [failure]);
    else known.push(failure);
  }
  return (groupVersion) =>
    [...(ofGroups.get(groupVersion.group) ?? []), ...(ofGroups.get(undefined) ?? [])].filter((failure) =>
      mayHide(failure, groupVersion),
    );
}

/** Keeps everything known of a root that cannot be read. */
export function keepAll(known: readonly GroupEntry[], why: CatalogFailure, date: string): readonly GroupEntry[] {
  const kept = known.map((group) => {
    const versions = group.versions.map((version) => keepVersion(version, why, date));
    return versions.every((version, place) => version === group.versions[place])
      ? group
      : groupOf(group, group.name, Object.freeze(versions));
  });
  return Object.freeze(kept);
}

/** Creates the failure for something known from before that the document of its root does not list. */
export function noteMissing(
  { group, version, resource }: GroupVersion & { readonly resource?: string },
  { root, document }: RootPlace,
): CatalogFailure {
  const message = `${document}: known from an earlier discovery but not listed now; kept until its own path confirms that it is gone`;
  const entry = resource !== undefined && { resource };
  return Object.freeze<CatalogFailure>({ class: 'missing', root, document, group, version, ...entry, message });
}

/** Returns a known version marked as kept, or itself if it already is. One known by name alone stays stale. */
export function keepVersion(known: VersionEntry, why: CatalogFailure, date: string): VersionEntry {
  if (known.resources.length === 0) return known;
  const since = known.freshness === 'Kept' ? (known.kept?.since ?? date) : date;
  const kept = noteOf(known.kept, { since, why });
  const resources = keepEntries(known.resources);
  if (known.freshness === 'Kept' && kept === known.kept && resources === known.resources) return known;
  return Object.freeze({ group: known.group, version: known.version, freshness: 'Kept', resources, kept });
}

function mergeGroup(was: GroupEntry, group: GroupEntry, learned: Learned, missing: CatalogFailure[]): GroupEntry {
  const before = new Map(was.versions.map((version) => [version.version, version]));
  const versions = group.versions.map((version) => {
    const known = before.get(version.version);
    before.delete(version.version);
    if (known === undefined || known === version) return version;
    return mergeVersion(known, version, learned);
  });
  const lost = keepMissing(was, [...before.values()], learned, missing);
  if (lost.length === 0 && areSame(versions, group.versions)) return group;
  const all = lost.length === 0 ? versions : placeAgain(was.versions, versions, lost, ({ version }) => version);
  return groupOf(was, group.name, Object.freeze(all), group.preferredVersion);
}

function mergeVersion(
  known: VersionEntry,
  version: VersionEntry,
  { failures, behind: find, date }: Learned,
): VersionEntry {
  if (known.resources.length === 0) return version;
  const isEmpty = version.freshness !== 'Current' && version.resources.length === 0;
  if (failures.length === 0 || (!isEmpty && !mayHideEntries(known, version))) return version;
  const behind = find(version);
  if (isEmpty) {
    const [why] = behind;
    return why === undefined ? version : keepVersion(known, why, date);
  }
  return keepHidden(known, version, behind, date);
}

/**
 * Reports whether a known entry is missing from the version now: nearly always the same entries are at the same index.
 */
function mayHideEntries(known: VersionEntry, version: VersionEntry): boolean {
  return known.resources.some(({ resource }, place) => version.resources[place]?.resource !== resource);
}

/** Adds to a version that was read the entries that its failures may hide. */
function keepHidden(
  known: VersionEntry,
  version: VersionEntry,
  behind: readonly CatalogFailure[],
  date: string,
): VersionEntry {
  const flaws = behind.filter((failure) => failure.class === 'malformed');
  const [first] = flaws;
  if (first === undefined) return version;
  const names = new Set(version.resources.map(({ resource }) => resource));
  const mayBe = ({ resource }: ResourceEntry): boolean =>
    !names.has(resource) && flaws.some((flaw) => flaw.resource === undefined || flaw.resource === resource);
  const hidden = keepEntries(known.resources.filter(mayBe));
  if (hidden.length === 0) return version;
  const resources = placeAgain(known.resources, version.resources, hidden, ({ resource }) => resource);
  const kept = noteOf(known.kept, { since: known.kept?.since ?? date, why: first });
  return Object.freeze({ ...version, resources: Object.freeze(resources), kept });
}

/** Returns the unlisted versions that may still exist, and adds a failure for each of them. */
function keepMissing(
  { name: group }: GroupEntry,
  versions: readonly VersionEntry[],
  { behind, place, isGone, date }: Learned,
  missing: CatalogFailure[],
): readonly VersionEntry[] {
  const kept: VersionEntry[] = [];
  for (const known of versions) {
    const { version, resources } = known;
    if (resources.length === 0 || isGone({ group, version })) continue;
    // A malformed group is a failure already, and may be the reason.
    const hides = behind(known).find((failure) => failure.group === group);
    const why = hides ?? noteMissing({ group, version }, place);
    if (hides === undefined) missing.push(why);
    kept.push(keepVersion(known, why, date));
  }
  return kept;
}

/** Builds a group of these versions. If none of them is served now, the server's earlier preference stands. */
function groupOf(was: GroupEntry, name: string, versions: readonly VersionEntry[], preferred?: string): GroupEntry {
  const earlier = versions.find(({ version, freshness }) => version === was.preferredVersion && freshness === 'Kept');
  const first = earlier ?? versions.find(({ freshness }) => freshness === 'Kept');
  return Object.freeze({ name, versions, preferredVersion: preferred ?? first?.version });
}

/** Marks entries as kept. */
export function keepEntries(entries: readonly ResourceEntry[]): readonly ResourceEntry[] {
  if (entries.every(({ freshness }) => freshness === 'Kept')) return entries;
  return Object.freeze(
    entries.map((entry) =>
      entry.freshness === 'Kept' ? entry : Object.freeze({ ...entry, freshness: 'Kept' as const }),
    ),
  );
}

/** Returns the previous note if the new one is equal. */
export function noteOf(known: KeptNote | undefined, note: KeptNote): KeptNote {
  if (known?.since === note.since && isSameFailure(known.why, note.why)) return known;
  return Object.freeze(note);
}

function areSame<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.every((item, place) => item === b[place]);
}
