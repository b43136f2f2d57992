import type { ResourceEntry } from '../catalog/entries.js';
import type { PartialGroupVersionResource } from '../model/group-version-resource.js';
import { foldCase } from './fold-case.js';
import type { Types } from './index-groups.js';
import { singularOf, type NameIndex } from './name-index.js';
import { select, typesIn, type Accepts } from './select.js';

/** A plural or singular to look for, in lower case. Undefined fields match anything. */
export interface NameReading {
  readonly word: string;
  readonly group: string | undefined;
  readonly version: string | undefined;
}

/** A way to search: {@link select}, or selectFirst if one answer is enough. */
type Selector = (index: NameIndex, types: Types | undefined, accepts: Accepts) => number[];

/** Reads a partial resource as client-go does: any letter case, and the version `__internal` counts as none. */
export function readPartial({ resource, group, version }: PartialGroupVersionResource): NameReading {
  return { word: foldCase(resource), group, version: readVersion(version) };
}

/** Returns the version of a question: empty and `__internal` mean any. */
export function readVersion(version: string | undefined): string | undefined {
  return version === '' || version === '__internal' ? undefined : version;
}

/** Reports whether the word, in lower case, is the plural or the singular of the entry. */
export function isNamed(entry: ResourceEntry, word: string): boolean {
  return foldCase(entry.resource) === word || singularOf(entry) === word;
}

/**
 * Returns the places of all endpoints whose plural or singular is the word, by rank. A group matches exactly or, if no
 * version is given and it has no such resource, by its prefix.
 */
export function matchNames(
  index: NameIndex,
  { word, group, version }: NameReading,
  selector: Selector = select,
  fits?: Accepts,
): number[] {
  const types = index.words.get(word);
  const accepts: Accepts = (entry) =>
    (version === undefined || entry.version === version) && isNamed(entry, word) && (fits === undefined || fits(entry));
  if (group === undefined) return selector(index, types, accepts);
  const exact = selector(index, typesIn(index, types, group), (entry) => entry.group === group && accepts(entry));
  if (exact.length > 0 || version !== undefined) return exact;
  return mayBeCutShort(index, group)
    ? selector(index, types, (entry) => entry.group.startsWith(group) && accepts(entry))
    : exact;
}

/**
 * Reports whether a group may abbreviate the groups that begin with it. The core group never does, nor does a group
 * that could not be read: it may hold the resource.
 */
export function mayBeCutShort({ catalog }: NameIndex, group: string): boolean {
  return group !== '' && !catalog.failures.some((failure) => failure.group === group);
}

/**
 * Returns the endpoints in the group-version of the first one that the word names best: by plural if there is one, else
 * all of them.
 */
export function bestOfFirst({ entries }: NameIndex, places: readonly number[], word: string): readonly number[] {
  const first = entries[places[0] ?? -1];
  if (first === undefined || !hasNeighbour(entries, places, first)) return places.slice(0, 1);
  const beside = places.filter((place) => {
    const entry = entries[place];
    return entry !== undefined && entry.group === first.group && entry.version === first.version;
  });
  const plural = beside.filter((place) => foldCase(entries[place]?.resource ?? '') === word);
  return plural.length > 0 ? plural : beside;
}

/** Reports whether a further place is in the group-version of the first one; mostly there is none. */
function hasNeighbour(entries: NameIndex['entries'], places: readonly number[], first: ResourceEntry): boolean {
  for (let at = 1; at < places.length; at += 1) {
    const entry = entries[places[at] ?? -1];
    if (entry?.version === first.version && entry.group === first.group) return true;
  }
  return false;
}
