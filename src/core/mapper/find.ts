import type { ResourceFilter } from '../catalog/catalog.js';
import type { ResourceEntry } from '../catalog/entries.js';
import { cohabit, cohabitingGroups } from '../model/cohabiting-groups.js';
import type { GroupKind } from '../model/group-version-kind.js';
import { byRank, entryAt, foldCase, inWordOrder, keptLast, select, selectType, type NameIndex } from './name-index.js';
import { readVersion, type WordReading, type Readings } from './subject.js';

/** What an entry has to be besides what a question names. */
export type EntryLimits = Pick<ResourceFilter, 'verbs' | 'scope'>;

/** Reports whether an entry is within limits, and in the version if one is given. */
export function fits(entry: ResourceEntry, { verbs, scope }: EntryLimits, version?: string): boolean {
  if (version !== undefined && entry.version !== version) return false;
  if (scope !== undefined && entry.scope !== scope) return false;
  return verbs === undefined || verbs.every((verb) => entry.verbs.includes(verb));
}

/**
 * Tries the readings as kubectl does: all of them as names, then all of them as kinds. After that, in the same order,
 * the readings that kubectl does not know, so that none of them replaces one that it knows. Returns ranks of entries, first
 * choice first, and the reading that led to them.
 */
export function find(index: NameIndex, { names, kinds }: Readings, limits: EntryLimits = {}) {
  for (const isLenient of [false, true]) {
    for (const [readings, findBy] of [
      [names, findName],
      [kinds, findKind],
    ] as const) {
      for (const reading of readings) {
        if ((reading.lenient ?? false) !== isLenient) continue;
        const ranks = findBy(index, reading, limits);
        if (ranks.length > 0) return { ranks, reading };
      }
    }
  }
  return undefined;
}

/**
 * Finds one reading as a name. As in kubectl, a plural or singular in exactly this group keeps the word from being a
 * short name, even in a version that it is not served in. A singular that discovery omits does not.
 */
function findName(index: NameIndex, reading: WordReading, limits: EntryLimits): readonly number[] {
  if (!isName(index, reading, limits)) {
    const ranks = findShortName(index, reading, limits);
    if (ranks.length > 0) return ranks;
  }
  return inWordOrder(index, withoutLesserNames(index, matchNames(index, reading, limits), reading.word));
}

/** Reports whether the word is the plural or singular of a resource, as discovery spells it, in any version. */
export function isName(index: NameIndex, reading: Pick<WordReading, 'word' | 'group'>, limits: EntryLimits): boolean {
  const { word } = reading;
  const found = select(
    index,
    reading,
    (entry) => (foldCase(entry.resource) === word || foldCase(entry.singular) === word) && fits(entry, limits),
  );
  return found.length > 0;
}

/** Reports whether the word, in lower case, is the plural or the singular of the entry. */
export function isNamed(entry: ResourceEntry, word: string): boolean {
  return foldCase(entry.resource) === word || foldCase(singularOf(entry)) === word;
}

/** Returns the singular by which a resource is found: the kind in lower case if discovery names none, as in client-go. */
function singularOf({ singular, kind }: ResourceEntry): string {
  return singular === '' ? foldCase(kind) : singular;
}

/**
 * Returns the ranks of all endpoints whose plural or singular is the word. A group matches exactly or, if it has no such
 * resource and no version is given, by its prefix.
 */
export function matchNames(index: NameIndex, reading: WordReading, limits: EntryLimits = {}): number[] {
  const { word, version, shortGroup = false } = reading;
  return select(
    index,
    reading,
    (entry) => isNamed(entry, word) && fits(entry, limits, version),
    version === undefined || shortGroup,
  );
}

/** Reports whether the word, in lower case, is a short name of the entry. */
export function isShortName({ shortNames }: ResourceEntry, word: string): boolean {
  for (const shortName of shortNames) if (foldCase(shortName) === word) return true;
  return false;
}

/**
 * Finds the resources with this short name, in all their versions (or the requested one), because a version may not list
 * it. Among several resources, the one whose first version to list it ranks highest is the first choice.
 */
function findShortName(index: NameIndex, reading: WordReading, limits: EntryLimits): readonly number[] {
  const { word, version } = reading;
  const listing = select(index, reading, (entry) => isShortName(entry, word) && fits(entry, limits), true);
  const types = new Set<number>();
  for (const rank of listing) types.add(index.types[rank] ?? -1);
  const all: number[] = [];
  for (const type of types) {
    all.push(...selectType(index, type, undefined, (entry) => fits(entry, limits, version)));
  }
  if (types.size < 2) return all;
  const [best = -1] = inWordOrder(index, listing);
  const ranks = inWordOrder(index, all.sort(byRank));
  const chosen = ranks.find((rank) => index.types[rank] === index.types[best]);
  return chosen === undefined ? ranks : [chosen, ...ranks.filter((rank) => rank !== chosen)];
}

/** Finds one reading as a kind, in any letter case. */
function findKind(index: NameIndex, reading: WordReading, limits: EntryLimits): readonly number[] {
  const { word, version, shortGroup = false } = reading;
  const isOfKind = (entry: ResourceEntry): boolean => foldCase(entry.kind) === word && fits(entry, limits, version);
  return inWordOrder(index, select(index, reading, isOfKind, shortGroup));
}

/**
 * Drops resources that have the word as their singular if another resource of that group-version has it as its plural.
 */
function withoutLesserNames(index: NameIndex, ranks: readonly number[], word: string): readonly number[] {
  if (ranks.length < 2) return ranks;
  const plurals = new Set<string>();
  for (const rank of ranks) {
    const { group, version, resource } = entryAt(index, rank);
    if (foldCase(resource) === word) plurals.add(`${group}/${version}`);
  }
  if (plurals.size === 0) return ranks;
  return ranks.filter((rank) => {
    const { group, version, resource } = entryAt(index, rank);
    return foldCase(resource) === word || !plurals.has(`${group}/${version}`);
  });
}

/**
 * Returns the endpoints in the group-version of the first one that the word names best: by plural if there is one, else
 * all of them.
 */
export function bestOfFirst(index: NameIndex, ranks: readonly number[], word: string): readonly number[] {
  if (ranks.length < 2) return ranks;
  const [first = -1] = ranks;
  const { group, version, freshness } = entryAt(index, first);
  const beside = ranks.filter((rank) => {
    const entry = entryAt(index, rank);
    return entry.version === version && entry.group === group && entry.freshness === freshness;
  });
  return withoutLesserNames(index, beside, word);
}

/**
 * Returns the ranks of all endpoints of a kind, spelled as on the server or all in lower case: in the order of the
 * requested versions, else by rank. Within one group-version, the exact spelling comes first.
 */
export function matchKinds(
  index: NameIndex,
  { group, kind }: GroupKind,
  versions: readonly string[],
): readonly number[] {
  const word = foldCase(kind);
  const named = versions.map(readVersion).filter((version) => version !== undefined);
  const ranks = select(
    index,
    { word, group },
    (entry) =>
      (entry.kind === kind || (kind === word && foldCase(entry.kind) === kind)) &&
      (named.length === 0 || named.includes(entry.version)),
  );
  if (ranks.length < 2) return ranks;
  const order = (rank: number): number => named.indexOf(entryAt(index, rank).version);
  const spelling = (rank: number): number => (entryAt(index, rank).kind === kind ? 0 : 1);
  if (named.length === 0 && !ranks.some(spelling)) return ranks;
  const isOneVersion = (a: number, b: number): boolean => entryAt(index, a).version === entryAt(index, b).version;
  ranks.sort((a, b) => order(a) - order(b) || (isOneVersion(a, b) ? spelling(a) - spelling(b) : 0) || a - b);
  return keptLast(index, ranks);
}

/**
 * Returns the singular of a plural or singular, from the first group-version without contradiction. As in client-go,
 * the document's order of versions counts here, not the preferred version.
 */
export function findSingular(index: NameIndex, name: string): string | undefined {
  const reading = { word: foldCase(name), group: undefined, version: undefined };
  const entries = matchNames(index, reading).map((rank) => entryAt(index, rank));
  const [first] = entries;
  const best = entries.filter(({ group, freshness }) => group === first?.group && freshness === first.freshness);
  return firstAgreed(index, best) ?? firstAgreed(index, entries);
}

function firstAgreed(index: NameIndex, entries: readonly ResourceEntry[]): string | undefined {
  for (const group of new Set(entries.map((entry) => entry.group))) {
    for (const { version } of index.catalog.group(group)?.versions ?? []) {
      const here = entries.filter((entry) => entry.group === group && entry.version === version);
      const singulars = new Set(here.map(singularOf));
      if (singulars.size === 1) return [...singulars][0];
    }
  }
  return undefined;
}

/**
 * Returns the resources of a category that fit: for each the ranks of its versions, first choice first, with the same
 * objects under several groups joined. Undefined if no resource lists the word as a category.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#categories
 */
export function categoryMembers(
  index: NameIndex,
  word: string,
  limits: EntryLimits,
): readonly (readonly number[])[] | undefined {
  const types = index.categories.get(foldCase(word));
  if (types === undefined) return undefined;
  const members = new Map<number, readonly number[]>();
  for (const type of typeof types === 'number' ? [types] : types) {
    const versions = selectType(index, type, undefined, (entry) => fits(entry, limits));
    // A resource of which only a later version fits is ranked by that version.
    if (versions[0] !== undefined) members.set(versions[0], versions);
  }

  const joined = new Map<number, readonly number[]>();
  const cohabitants: number[] = [];
  for (const first of inWordOrder(index, [...members.keys()].sort(byRank))) {
    const entry = entryAt(index, first);
    const versions = members.get(first) ?? [];
    const isSame = (other: ResourceEntry): boolean => other.scope === entry.scope && cohabit(other, entry);
    const known = cohabitants.find((rank) => isSame(entryAt(index, rank)));
    if (known !== undefined) joined.set(known, inWordOrder(index, [...(joined.get(known) ?? []), ...versions]));
    else {
      joined.set(first, versions);
      if (cohabitingGroups(entry.resource).length > 0) cohabitants.push(first);
    }
  }
  return [...joined.values()];
}
