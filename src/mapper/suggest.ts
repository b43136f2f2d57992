import type { ResourceEntry } from '../catalog/entries.js';
import { entryAt, type NameIndex } from './name-index.js';
import { createNearWords, isOneSlip, type NearWords } from './near-words.js';
import type { Reading, Readings } from './readings.js';
import { selectFirst, typesIn, type Accepts } from './select.js';

const most = 3;
const groupsToTry = 64;

/** What was meant perhaps, in words that `resolve` reads; only what fits, and usually nothing. */
export type Suggest = (readings: Pick<Readings, 'names' | 'kinds'>, fits?: Accepts) => readonly string[];

/**
 * Makes a {@link Suggest} for one index. It knows three mistakes: another version of the group has it, the word is one
 * slip away from one that is there, the group is. The work for one question is bounded.
 */
export function createSuggest(index: NameIndex): Suggest {
  let nearWords: NearWords | undefined;
  return ({ names, kinds }, fits = () => true) => {
    nearWords ??= createNearWords(index.words);
    const found = new Set<string>();
    const readings = (names.length > 0 ? names : kinds).filter((reading) => reading.shortGroup !== true);
    const nameOf = (entry: ResourceEntry): string => (names.length > 0 ? entry.resource : entry.kind);

    for (const reading of readings) {
      const { word, group, version } = reading;
      const offer = (entry: ResourceEntry | undefined): void => {
        if (entry !== undefined) found.add(wordFor(nameOf(entry), entry, reading));
      };
      if (group !== undefined && version !== undefined)
        offer(firstOf(index, { word, group, version: undefined }, fits));
      for (const near of nearWords.near(word, most)) offer(firstOf(index, { word: near, group, version }, fits));
      for (const entry of inNearGroups(index, reading, fits)) offer(entry);
    }
    return [...found].slice(0, most);
  };
}

function firstOf(index: NameIndex, { word, group, version }: Reading, fits: Accepts): ResourceEntry | undefined {
  const types = index.words.get(word);
  const [first] = selectFirst(
    index,
    group === undefined ? types : typesIn(index, types, group),
    (entry) =>
      (group === undefined || entry.group === group) &&
      (version === undefined || entry.version === version) &&
      fits(entry),
  );
  return first === undefined ? undefined : entryAt(index.entries, first);
}

function inNearGroups(index: NameIndex, { word, group, version }: Reading, fits: Accepts): readonly ResourceEntry[] {
  const types = index.words.get(word);
  if (group === undefined || types === undefined) return [];
  return (typeof types === 'number' ? [types] : types.slice(0, groupsToTry))
    .map((type) => entryAt(index.entries, type))
    .filter((entry) => isOneSlip(group, entry.group))
    .flatMap((entry) => firstOf(index, { word, group: entry.group, version }, fits) ?? []);
}

/** Names as much of the entry as the question did. */
function wordFor(name: string, entry: ResourceEntry, { group, version }: Reading): string {
  if (group === undefined) return version === undefined ? name : `${name}.${entry.version}.${entry.group}`;
  return version === undefined ? `${name}.${entry.group}` : `${name}.${entry.version}.${entry.group}`;
}
