import type { GroupEntry, KeptNote, ResourceEntry, VersionEntry } from '../catalog/entries.js';
import { mayHide, type CatalogFailure } from '../catalog/failures.js';
import { shareUnchanged } from '../catalog/share-unchanged.js';
import { formatGroupVersion, type GroupVersion } from '../model/group-version.js';
import { listingOf, nameOf, type CatalogPart, type ReceivedDocument, type Root, type RootFacts } from './facts.js';
import { none } from './parse/reading.js';
import type { ReadGroupVersion } from './read-documents.js';
import { memoryMs, verdictOf, type PartFacts, type PartVerdict } from './verdict.js';

/** What a round learned beside the documents of one root. */
export interface RoundAnswers {
  readonly root: Root;
  /** The path of the root. */
  readonly document: string;
  /** What the own paths of group-versions answered, by name. */
  readonly ownPaths: ReadonlyMap<string, ReadGroupVersion>;
  /** What was seen being deleted. */
  readonly deleted: readonly CatalogPart[];
  /** The current time: RFC 3339. */
  readonly date: string;
}

/**
 * Judges every part below a root by the table of `verdict.ts`, at the end of a round. Pure: returns the facts with the
 * new verdict in them. Fields, order and preferred version are those of the document that was first received last; what
 * only others list follows its neighbour there. What did not change is the same object as before.
 */
export function judge(facts: RootFacts, round: RoundAnswers): RootFacts {
  const { failed, latest } = facts;
  if (failed !== undefined) {
    const groups = shareUnchanged(facts.groups, keepAll(facts.groups, failed.failure, round.date));
    // A server without a core group answers 404 at its root.
    const isNone = round.root === 'api' && failed.failure.class === 'notFound' && groups.length === 0;
    return { ...facts, groups, failures: isNone ? none : [failed.failure] };
  }
  if (latest === undefined) return facts;
  const isKnown = facts.groups === latest.groups || facts.groups.length === 0;
  if (isKnown && facts.documents.length === 1 && facts.missingSince.size === 0 && facts.unserved.size === 0) {
    return { ...facts, groups: latest.groups, failures: latest.failures };
  }
  const judging = new Judging(facts, latest, round);
  const groups = shareUnchanged(facts.groups, judging.groups());
  const { deletedElsewhere, missing, missingSince } = judging;
  if (deletedElsewhere.length > 0) {
    // What earlier documents say of something deleted since no longer counts.
    const documents = facts.documents.filter(
      (each) => each === latest || !deletedElsewhere.some(listingOf(each.groups)),
    );
    return judge({ ...facts, documents }, round);
  }
  const failures = missing.length === 0 ? latest.failures : [...latest.failures, ...sorted(missing)];
  return { ...facts, groups, failures, missingSince };
}

/** A group, a version or a resource as each of the documents that count lists it, in their order. */
type Listed<Item> = readonly (Item | undefined)[];

/** What is judged about the resources of a group-version. */
interface KeptParts {
  /** What the latest document says of it, if it says anything. */
  readonly latest: VersionEntry | undefined;
  /** For how long the group-version is missing. */
  readonly missingForMs?: number | undefined;
  /** Whether all of it is kept, for a reason of its own. */
  readonly isKept: boolean;
}

class Judging {
  /** The documents that count; the one that was first received last comes first. */
  readonly #documents: readonly ReceivedDocument[];
  /** The failures of each that may hide something of a group-version. */
  readonly #behind: readonly ((part: GroupVersion) => readonly CatalogFailure[])[];
  /** The index of the latest document. */
  readonly #latestIndex: number;
  readonly missingSince = new Map<string, number>();
  /** A failure for each part that is kept although no failure of a document explains it. */
  readonly missing: CatalogFailure[] = [];
  /** The parts that are gone although an earlier document lists them. */
  readonly deletedElsewhere: CatalogPart[] = [];

  constructor(
    private readonly facts: RootFacts,
    private readonly latest: ReceivedDocument,
    private readonly round: RoundAnswers,
  ) {
    this.#documents = facts.documents.filter((each) => each === latest || latest.at - each.at < memoryMs).reverse();
    this.#behind = this.#documents.map(({ failures }) => failuresBehind(failures));
    this.#latestIndex = this.#documents.indexOf(latest);
  }

  groups(): readonly GroupEntry[] {
    const known = this.facts.groups;
    const lists = this.#documents.map(({ groups }) => groups);
    lists.push(known);
    const find = lists.map((groups) => finder(groups, nameOfGroup));
    return Object.freeze(
      merge(lists, nameOfGroup).flatMap(({ name }, index) => {
        const found = find.map((each) => each(name, index));
        const before = found.pop();
        const [first] = found;
        const isSettled = (before === undefined || before === first) && found.every((each) => each === first);
        return (isSettled && !this.#hasUnserved({ group: name }) ? first : this.#group(name, found, before)) ?? [];
      }),
    );
  }

  #group(name: string, found: Listed<GroupEntry>, before: GroupEntry | undefined): GroupEntry | undefined {
    const lists = [...found, before].map((each) => each?.versions ?? none);
    const versions = merge(lists, nameOfVersion).flatMap(({ version }) => {
      const all = lists.map((list) => list.find((each) => each.version === version));
      const known = all.pop();
      return this.#version({ group: name, version }, all, known) ?? [];
    });
    const first = found.find((each) => each !== undefined);
    if (first === undefined && versions.length === 0) return undefined;
    const preferences = [...found, before].flatMap((each) => each?.preferredVersion ?? []);
    const preferredOf = (freshness: VersionEntry['freshness']): string | undefined => {
      const names = versions.flatMap((each) => (each.freshness === freshness ? each.version : []));
      return preferences.find((each) => names.includes(each)) ?? names[0];
    };
    const preferredVersion = preferredOf('Current') ?? preferredOf('Kept');
    return Object.freeze({ name, versions: Object.freeze(versions), preferredVersion });
  }

  #version(
    part: GroupVersion,
    found: Listed<VersionEntry>,
    before: VersionEntry | undefined,
  ): VersionEntry | undefined {
    const latest = found[this.#latestIndex];
    const wasRead = [...found, before].some((each) => each !== undefined && each.resources.length > 0);
    if (latest === undefined && !wasRead) return undefined;
    const behind = this.#failuresInLatest(part);
    const isEmpty = latest !== undefined && latest.freshness !== 'Current' && latest.resources.length === 0;
    const missingForMs = this.#missingFor(part, latest !== undefined, behind.length > 0);
    const verdict = this.#verdict(part, found, {
      missingForMs,
      ownPathLacks: this.#ownPath(part)?.failed?.failure.class === 'notFound',
      isUnread: isEmpty || (latest === undefined && behind.length > 0),
      wasRead,
      isMissingElsewhere: this.#isMissingElsewhere(
        found,
        found.map((each, index) => each === undefined && this.#behind[index]?.(part).length === 0),
      ),
    });
    if (verdict === 'gone') return undefined;
    if (verdict === 'nothing') return latest;
    if (verdict === 'reported' && latest !== undefined) return this.#reported(part, latest, found, before);
    const why = isEmpty || latest === undefined ? behind[0] : undefined;
    const since = before?.freshness === 'Kept' ? before.kept?.since : undefined;
    const current = isEmpty ? undefined : latest;
    const kept = { latest: current, missingForMs, isKept: true };
    const resources = this.#resources(part, found, before, kept).map(({ entry }) => entry);
    if (latest === undefined && resources.length === 0) return undefined;
    return keep({ ...part, freshness: 'Current', resources }, why ?? this.#noteMissing(part), since ?? this.round.date);
  }

  /** Returns a group-version that the latest document lists, with resources of others and from before. */
  #reported(
    part: GroupVersion,
    latest: VersionEntry,
    found: Listed<VersionEntry>,
    before: VersionEntry | undefined,
  ): VersionEntry | undefined {
    const { freshness } = latest;
    const read = found.map((each) => (each?.freshness === freshness ? each : undefined));
    const first = read.find((each) => each !== undefined) ?? latest;
    const isSettled = read.every((each) => each === undefined || each.resources === first.resources);
    if (isSettled && holdsAll(first, before) && !this.#hasUnserved(part)) return first;
    const resources = this.#resources(part, read, before, { latest, isKept: false });
    if (resources.length === 0 && latest.resources.length > 0) return undefined;
    const why = resources.find((each) => each.why !== undefined)?.why;
    const entries = Object.freeze(resources.map(({ entry }) => entry));
    if (why === undefined) return { ...part, freshness, resources: entries };
    const kept: KeptNote = Object.freeze({ since: before?.kept?.since ?? this.round.date, why });
    return Object.freeze({ ...part, freshness, resources: entries, kept });
  }

  /**
   * Returns the resources of a group-version that documents list, or that were known. `latest` is
   * what the latest document says; without it, what is returned is kept as a whole.
   */
  #resources(
    part: GroupVersion,
    found: Listed<VersionEntry>,
    before: VersionEntry | undefined,
    { latest, missingForMs, isKept }: KeptParts,
  ): readonly { readonly entry: ResourceEntry; readonly why?: CatalogFailure }[] {
    const ownPath = this.#ownPath(part);
    const own = ownPath?.version.resources ?? none;
    const isOwnGone = ownPath?.failed?.failure.class === 'notFound';
    // An answer without any resource makes no sense, and proves nothing.
    const isWhole = own.length > 0 && ownPath?.failures.length === 0;
    const behind = this.#failuresInLatest(part);
    const lists = [...found, before].map((each) => each?.resources ?? none);
    const find = lists.map((list) => finder(list, nameOfResource));
    const findOwn = finder(own, nameOfResource);
    return merge(lists, nameOfResource).flatMap(({ resource }, index) => {
      const all = find.map((each) => each(resource, index));
      const [known, ownEntry] = [all.pop(), findOwn(resource, index)];
      const listed = all[this.#latestIndex];
      const flaw = latest?.freshness === 'Current' ? behind.find((each) => hidesEntry(each, resource)) : behind[0];
      const isHidden = latest === undefined || flaw !== undefined;
      const missing = this.#missingFor({ ...part, resource }, latest !== undefined && listed !== undefined, isHidden);
      const lacking = all.map((each, at) => each === undefined && this.#lacks(part, resource, at, found[at]));
      const verdict = this.#verdict({ ...part, resource }, all, {
        missingForMs: latest === undefined ? missingForMs : missing,
        ownPathLacks: isOwnGone || (isWhole ? ownEntry === undefined : undefined),
        latestLacks: latest !== undefined && lacking[this.#latestIndex],
        unservedForMs: this.latest.at - (this.facts.unserved.get(nameOf({ ...part, resource }))?.since ?? Infinity),
        isUnread: isHidden && listed === undefined,
        wasRead: true,
        isMissingElsewhere: this.#isMissingElsewhere(all, lacking),
      });
      if (verdict === 'gone') return [];
      const reported = all.find((each) => each !== undefined) ?? known;
      const entry = listed === undefined ? newerOf(reported, ownEntry) : reported;
      if (entry === undefined) return [];
      if (verdict === 'reported') return { entry };
      const isExplained = isKept || (listed === undefined && flaw !== undefined);
      const why = isExplained ? flaw : this.#noteMissing({ ...part, resource });
      return { entry: keepEntry(entry), ...(why !== undefined && { why }) };
    });
  }

  #verdict(part: CatalogPart, found: Listed<object>, facts: PartFacts): PartVerdict {
    const verdict = verdictOf({ ...facts, sawDeleted: this.round.deleted.some((each) => isWithin(part, each)) });
    if (verdict !== 'gone') return verdict;
    this.missingSince.delete(nameOf(part));
    if (found[this.#latestIndex] === undefined && found.some((each) => each !== undefined))
      this.deletedElsewhere.push(part);
    return verdict;
  }

  /** Returns for how long a part is missing. What a failure may hide is not missing now, and may have been before. */
  #missingFor(part: CatalogPart, isListed: boolean, isHidden: boolean): number | undefined {
    if (isListed) return undefined;
    const since = this.facts.missingSince.get(nameOf(part)) ?? (isHidden ? undefined : this.latest.at);
    if (since === undefined) return undefined;
    this.missingSince.set(nameOf(part), since);
    return isHidden ? undefined : this.latest.at - since;
  }

  /** Reports whether some document lacks a part and came after the first that lists it: the server may learn of a part. */
  #isMissingElsewhere(found: Listed<object>, lacking: readonly boolean[]): boolean {
    const firsts = this.#documents.flatMap(({ first }, index) => (found[index] === undefined ? [] : first));
    const since = firsts.length === 0 ? -1 : Math.min(...firsts);
    return lacking.some((lacks, index) => lacks && (this.#documents[index]?.last ?? -1) > since);
  }

  /** Reports whether a document has a group-version current and whole, without a resource. */
  #lacks(part: GroupVersion, resource: string, index: number, version: VersionEntry | undefined): boolean {
    if (version?.freshness !== 'Current' || version.resources.some((each) => each.resource === resource)) return false;
    return !this.#behind[index]?.(part).some((failure) => hidesEntry(failure, resource));
  }

  /** Reports whether nobody may serve some of the resources that a group, or a version of it, lists. */
  #hasUnserved({ group, version }: Partial<GroupVersion>): boolean {
    const { unserved } = this.facts;
    if (unserved.size === 0) return false;
    return [...unserved.values()].some((each) => each.group === group && each.version === (version ?? each.version));
  }

  #failuresInLatest(part: GroupVersion): readonly CatalogFailure[] {
    return this.#behind[this.#latestIndex]?.(part) ?? none;
  }

  #ownPath(part: GroupVersion): ReadGroupVersion | undefined {
    return this.round.ownPaths.get(formatGroupVersion(part));
  }

  #noteMissing(part: CatalogPart): CatalogFailure {
    const { root, document } = this.round;
    const message = `${document}: known from an earlier discovery but missing from a recent answer; kept until it is certain that it is gone`;
    const failure = Object.freeze<CatalogFailure>({ class: 'missing', root, document, ...part, message });
    this.missing.push(failure);
    return failure;
  }
}

const nameOfGroup = ({ name }: GroupEntry): string => name;
const nameOfVersion = ({ version }: VersionEntry): string => version;
const nameOfResource = ({ resource }: ResourceEntry): string => resource;

/**
 * Merges lists by name, in the order of the first; further items of the others follow their predecessor there. The work
 * grows with the number of items.
 */
function merge<Item>(lists: readonly (readonly Item[])[], nameIn: (item: Item) => string): readonly Item[] {
  return lists.reduce((all, list) => {
    if (list === all || list.length === 0) return all;
    const names = new Set(all.map(nameIn));
    if (list.every((item) => names.has(nameIn(item)))) return all;
    const first: Item[] = [];
    const behind = new Map<string, Item[]>();
    let row = first;
    for (const item of list) {
      if (names.has(nameIn(item))) behind.set(nameIn(item), (row = []));
      else row.push(item);
    }
    return [...first, ...all.flatMap((item) => [item, ...(behind.get(nameIn(item)) ?? none)])];
  });
}

/** Finds items of a list by name; nearly always they are at the expected index. */
function finder<Item>(
  list: readonly Item[],
  nameIn: (item: Item) => string,
): (name: string, index: number) => Item | undefined {
  let byName: Map<string, Item> | undefined;
  return (name, index) => {
    const item = list[index];
    if (item !== undefined && nameIn(item) === name) return item;
    return (byName ??= new Map(list.map((each) => [nameIn(each), each]))).get(name);
  };
}

/** Indexes failures by group: a server can have thousands of them, looked up for thousands of groups. */
function failuresBehind(failures: readonly CatalogFailure[]): (part: GroupVersion) => readonly CatalogFailure[] {
  if (failures.length === 0) return () => none;
  const ofGroups = new Map<string | undefined, CatalogFailure[]>();
  for (const failure of failures) {
    const known = ofGroups.get(failure.group);
    if (known === undefined) ofGroups.set(failure.group, [failure]);
    else known.push(failure);
  }
  return (part) =>
    [...(ofGroups.get(part.group) ?? none), ...(ofGroups.get(undefined) ?? none)].filter((each) => mayHide(each, part));
}

/** Reports whether a failure may hide an entry of a group-version that was read. */
function hidesEntry({ class: why, resource }: CatalogFailure, name: string): boolean {
  return why === 'malformed' && (resource === undefined || resource === name);
}

/** Reports whether a version lists all that was known: nearly always at the same index. */
function holdsAll({ resources }: VersionEntry, before: VersionEntry | undefined): boolean {
  return (before?.resources ?? none).every(({ resource }, index) => resources[index]?.resource === resource);
}

function isWithin(part: CatalogPart, deleted: CatalogPart): boolean {
  const isSame = part.group === deleted.group && part.version === deleted.version;
  return isSame && (deleted.resource === undefined || part.resource === deleted.resource);
}

/** Returns what the own path of a group-version says of a resource, if it says something else than documents of roots. */
function newerOf(known: ResourceEntry | undefined, own: ResourceEntry | undefined): ResourceEntry | undefined {
  if (known === undefined || own === undefined) return known ?? own;
  const essence = ({ kind, scope, singular, verbs, shortNames, categories, subresources }: ResourceEntry): string =>
    JSON.stringify([
      kind,
      scope,
      singular,
      verbs,
      shortNames,
      categories,
      subresources.map((each) => each.subresource),
    ]);
  return essence(known) === essence(own) ? known : own;
}

/** Marks all that is known of a root as kept. */
function keepAll(known: readonly GroupEntry[], why: CatalogFailure, date: string): readonly GroupEntry[] {
  return Object.freeze(
    known.map((group) => {
      const versions = group.versions.map((version) =>
        keep(version, why, version.freshness === 'Kept' ? (version.kept?.since ?? date) : date),
      );
      const first = versions.find(({ freshness }) => freshness === 'Kept')?.version;
      return Object.freeze({
        ...group,
        versions: Object.freeze(versions),
        preferredVersion: group.preferredVersion ?? first,
      });
    }),
  );
}

/** Marks a version as kept. One known by name alone stays stale. */
function keep(known: VersionEntry, why: CatalogFailure, since: string): VersionEntry {
  if (known.resources.length === 0) return known;
  const { group, version } = known;
  const resources = Object.freeze(known.resources.map(keepEntry));
  return Object.freeze({ group, version, freshness: 'Kept', resources, kept: Object.freeze({ since, why }) });
}

function keepEntry(entry: ResourceEntry): ResourceEntry {
  return entry.freshness === 'Kept' ? entry : Object.freeze({ ...entry, freshness: 'Kept' });
}

/** Sorts by name: the list is the same whichever of several documents came last. */
function sorted(missing: readonly CatalogFailure[]): readonly CatalogFailure[] {
  const nameIn = ({ group = '', version = '', resource = '' }: CatalogFailure): string =>
    `${group}/${version}/${resource}`;
  return [...missing].sort((a, b) => (nameIn(a) < nameIn(b) ? -1 : 1));
}
