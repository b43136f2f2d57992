import type { ResourceEntry } from '../catalog/entries.js';
import { foldCase } from './fold-case.js';
import { isNamed, matchNames, mayBeCutShort } from './match-names.js';
import type { Types } from './index-groups.js';
import { entryAt, type NameIndex } from './name-index.js';
import type { Readings, WordReading } from './readings.js';
import { select, typesIn, type Accepts } from './select.js';
import { inWordOrder } from './word-order.js';

/** The outcome of a question: first choice first, then the others by rank. */
interface Found {
  readonly places: readonly number[];
  readonly reading: WordReading;
}

/**
 * Tries the readings as kubectl does: all of them as names, then all of them as kinds. After that, in the same order,
 * the readings that kubectl does not know, so that none of them replaces one that it knows.
 */
export function find(index: NameIndex, readings: Readings, fits: Accepts | undefined): Found | undefined {
  return findAmong(index, readings, fits, false) ?? findAmong(index, readings, fits, true);
}

function findAmong(
  index: NameIndex,
  { names, kinds }: Readings,
  fits: Accepts | undefined,
  wanted: boolean,
): Found | undefined {
  for (const reading of names) {
    if ((reading.lenient ?? false) !== wanted) continue;
    const places = findName(index, reading, fits);
    if (places.length > 0) return { places, reading };
  }
  for (const reading of kinds) {
    if ((reading.lenient ?? false) !== wanted) continue;
    const places = inWordOrder(index, findKind(index, reading, fits));
    if (places.length > 0) return { places, reading };
  }
  return undefined;
}

/** Reports whether the word is the plural or singular of a resource, as discovery spells it. */
export function isName(index: NameIndex, word: string, fits: Accepts | undefined): boolean {
  return givenNames(index, { word, group: undefined, version: undefined }, fits).length > 0;
}

/**
 * Finds one reading as a name. As in kubectl, a plural or singular in exactly this group keeps the word from being a
 * short name, even in a version that it is not served in. A singular that discovery omits does not.
 */
function findName(index: NameIndex, reading: WordReading, fits: Accepts | undefined): readonly number[] {
  const { word, group, version, shortGroup = false } = reading;
  if (givenNames(index, reading, fits).length === 0) {
    const short = findShortName(index, reading, fits);
    if (short.length > 0) return short;
  }
  let places = matchNames(index, reading, select, fits);
  if (places.length === 0 && shortGroup && group !== undefined && mayBeCutShort(index, group)) {
    const accepts: Accepts = (entry) =>
      entry.group.startsWith(group) &&
      (version === undefined || entry.version === version) &&
      isNamed(entry, word) &&
      (fits?.(entry) ?? true);
    places = select(index, index.words.get(word), accepts);
  }
  return inWordOrder(index, withoutLesserNames(index, places, word));
}

function givenNames(index: NameIndex, { word, group }: WordReading, fits: Accepts | undefined): readonly number[] {
  const types = index.words.get(word);
  return select(index, group === undefined ? types : typesIn(index, types, group), (entry) => {
    const isGiven = foldCase(entry.resource) === word || foldCase(entry.singular) === word;
    return isGiven && (group === undefined || entry.group === group) && (fits?.(entry) ?? true);
  });
}

/**
 * Finds the resources with this short name, in all their versions, because a version may not list it. Among several
 * resources, the one whose first version to list it ranks highest is the first choice.
 */
function findShortName(
  index: NameIndex,
  { word, group, version }: WordReading,
  fits: Accepts | undefined,
): readonly number[] {
  const listsIt = (entry: ResourceEntry): boolean =>
    entry.shortNames.some((shortName) => foldCase(shortName) === word) && (fits?.(entry) ?? true);
  let types = index.words.get(word);
  if (group === undefined) return withAllVersions(index, types, select(index, types, listsIt), version, fits);

  const inGroup = typesIn(index, types, group);
  let listed = select(index, inGroup, (entry) => entry.group === group && listsIt(entry));
  if (listed.length > 0) types = inGroup;
  else if (mayBeCutShort(index, group)) {
    listed = select(index, types, (entry) => entry.group.startsWith(group) && listsIt(entry));
  }
  return withAllVersions(index, types, listed, version, fits);
}

/** Returns all versions (or the requested one) of the types that list the short name. */
function withAllVersions(
  index: NameIndex,
  types: Types | undefined,
  listed: readonly number[],
  version: string | undefined,
  fits: Accepts | undefined,
): readonly number[] {
  const [first] = inWordOrder(index, listed);
  if (first === undefined) return listed;
  const keys = new Set(listed.map((place) => typeKey(entryAt(index.entries, place))));
  const places = select(
    index,
    types,
    (entry) =>
      keys.has(typeKey(entry)) && (version === undefined || entry.version === version) && (fits?.(entry) ?? true),
  );
  const ranked = inWordOrder(index, places);
  const chosenType = typeKey(entryAt(index.entries, first));
  const chosen = ranked.find((place) => typeKey(entryAt(index.entries, place)) === chosenType);
  return chosen === undefined || chosen === ranked[0]
    ? ranked
    : [chosen, ...ranked.filter((place) => place !== chosen)];
}

function typeKey({ group, resource }: ResourceEntry): string {
  return `${group}/${resource}`;
}

/** Finds one reading as a kind, in any letter case. */
function findKind(
  index: NameIndex,
  { word, group, version, shortGroup = false }: WordReading,
  fits: Accepts | undefined,
): readonly number[] {
  const types = index.words.get(word);
  const accepts: Accepts = (entry) =>
    foldCase(entry.kind) === word && (version === undefined || entry.version === version) && (fits?.(entry) ?? true);
  if (group === undefined) return select(index, types, accepts);
  const exact = select(index, typesIn(index, types, group), (entry) => entry.group === group && accepts(entry));
  if (exact.length > 0 || !shortGroup || !mayBeCutShort(index, group)) return exact;
  return select(index, types, (entry) => entry.group.startsWith(group) && accepts(entry));
}

/**
 * Drops resources that have the word as their singular if another resource of that group-version has it as its plural.
 */
function withoutLesserNames({ entries }: NameIndex, places: readonly number[], word: string): readonly number[] {
  if (places.length < 2) return places;
  const plurals = new Set<string>();
  for (const place of places) {
    const { group, version, resource } = entryAt(entries, place);
    if (foldCase(resource) === word) plurals.add(`${group}/${version}`);
  }
  if (plurals.size === 0) return places;
  return places.filter((place) => {
    const { group, version, resource } = entryAt(entries, place);
    return foldCase(resource) === word || !plurals.has(`${group}/${version}`);
  });
}
