import type { ResourceEntry } from '../catalog/entries.js';
import { find, fits, isNamed, isShortName, type EntryLimits } from './find.js';
import { entryAt, foldCase, inWordOrder, select, type NameIndex } from './name-index.js';
import { readSubject, type WordReading, type Readings } from './subject.js';

const most = 3;

/**
 * Suggests what may have been meant, in words that `resolve` accepts; only what fits, and usually nothing. It recognizes
 * three mistakes: the name is in another version of the group, the word is one typing error away from a known word, or
 * the group is.
 */
export function suggest(index: NameIndex, { names, kinds }: Readings, limits: EntryLimits): readonly string[] {
  const found = new Set<string>();
  const isKind = names.length === 0;
  for (const reading of isKind ? kinds : names) {
    if (reading.shortGroup === true) continue;
    const { word, group, version } = reading;
    const similar: WordReading[] = [];
    if (group !== undefined && version !== undefined) similar.push({ word, group, version: undefined });
    for (const near of nearWords(index.words.keys(), word)) similar.push({ word: near, group, version });
    for (const near of nearGroups(index, reading)) similar.push({ word, group: near, version });
    for (const each of similar) {
      const entry = firstOf(index, each, isKind, limits);
      if (entry === undefined) continue;
      const name = isKind ? entry.kind : entry.resource;
      const short = nameAs(reading, name, entry);
      found.add(leadsTo(index, short, entry, limits) ? short : `${name}.${entry.group}`);
    }
  }
  return [...found].slice(0, most);
}

function firstOf(
  index: NameIndex,
  reading: WordReading,
  isKind: boolean,
  limits: EntryLimits,
): ResourceEntry | undefined {
  const { word, version } = reading;
  const ranks = select(
    index,
    reading,
    (entry) =>
      (foldCase(entry.kind) === word || (!isKind && (isNamed(entry, word) || isShortName(entry, word)))) &&
      fits(entry, limits, version),
  );
  const [first] = inWordOrder(index, ranks);
  return first === undefined ? undefined : entryAt(index, first);
}

/** Reports whether a word resolves to the resource that it is suggested for, and not to another one of that name. */
function leadsTo(index: NameIndex, word: string, { group, resource }: ResourceEntry, limits: EntryLimits): boolean {
  const rank = find(index, readSubject(word), limits)?.ranks[0];
  const meant = rank === undefined ? undefined : entryAt(index, rank);
  return meant?.group === group && meant.resource === resource;
}

/** Returns a name as specific as the question was. */
function nameAs({ group, version }: WordReading, name: string, entry: ResourceEntry): string {
  if (version !== undefined) return `${name}.${entry.version}.${entry.group}`;
  return group === undefined ? name : `${name}.${entry.group}`;
}

function nearGroups(index: NameIndex, { word, group }: WordReading): readonly string[] {
  if (group === undefined) return [];
  const ranks = select(index, { word, group: undefined }, (entry) => isOneSlip(group, entry.group));
  return [...new Set(ranks.map((rank) => entryAt(index, rank).group))].sort();
}

// One slip of a typist: two letters swapped, one too many, one missing, one wrong. Very short words are never near.
const shortest = 4;

/** Returns the first three known words that are one slip away. */
export function nearWords(known: Iterable<string>, word: string): readonly string[] {
  if (word.length < shortest) return [];
  return [...known].filter((each) => isOneSlip(each, word)).slice(0, most);
}

/** Reports whether one slip turns one word into the other. */
export function isOneSlip(a: string, b: string): boolean {
  if (a === b || Math.max(a.length, b.length) < shortest || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
