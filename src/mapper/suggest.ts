import type { ResourceEntry } from '../catalog/entries.js';
import { find } from './find.js';
import { foldCase } from './fold-case.js';
import { isNamed } from './match-names.js';
import { entryAt, type NameIndex } from './name-index.js';
import { createNearWords, isOneSlip, type NearWords } from './near-words.js';
import { readSubject, type Readings, type WordReading } from './readings.js';
import { select, typesIn, type Accepts } from './select.js';
import { inWordOrder } from './word-order.js';

const most = 3;

/** Suggests what may have been meant, in words that `resolve` accepts; only what fits, and usually nothing. */
export type Suggest = (readings: Pick<Readings, 'names' | 'kinds'>, fits?: Accepts) => readonly string[];

/**
 * Creates a {@link Suggest} for one index. It recognises three mistakes: the name is in another version of the group,
 * the word is one typing error away from a known word, or the group is. The work depends on the question and on the
 * number of resources that share the suggested name, not on the number of all resources.
 */
export function createSuggest(index: NameIndex): Suggest {
  let nearWords: NearWords | undefined;
  return ({ names, kinds }, fits = () => true) => {
    nearWords ??= createNearWords(index.words);
    const found = new Set<string>();
    const asKinds = names.length === 0;
    for (const reading of asKinds ? kinds : names) {
      if (reading.shortGroup === true) continue;
      const { word, group, version } = reading;
      const offer = (meant: WordReading): void => {
        const entry = firstOf(index, meant, asKinds, fits);
        if (entry === undefined) return;
        const name = asKinds ? entry.kind : entry.resource;
        const short = wordFor(name, entry, reading);
        found.add(leadsTo(index, short, entry, fits) ? short : `${name}.${entry.group}`);
      };
      if (group !== undefined && version !== undefined) offer({ word, group, version: undefined });
      for (const near of nearWords.near(word, most)) offer({ word: near, group, version });
      for (const near of groupsNear(index, reading)) offer({ word, group: near, version });
    }
    return [...found].slice(0, most);
  };
}

function firstOf(
  index: NameIndex,
  { word, group, version }: WordReading,
  asKind: boolean,
  fits: Accepts,
): ResourceEntry | undefined {
  const types = index.words.get(word);
  const places = select(
    index,
    group === undefined ? types : typesIn(index, types, group),
    (entry) =>
      (group === undefined || entry.group === group) &&
      (version === undefined || entry.version === version) &&
      (asKind ? foldCase(entry.kind) === word : isCalled(entry, word)) &&
      fits(entry),
  );
  const [first] = inWordOrder(index, places);
  return first === undefined ? undefined : entryAt(index.entries, first);
}

/** Reports whether the word is a name of this very version: the next one may have a different kind, for example. */
function isCalled(entry: ResourceEntry, word: string): boolean {
  return (
    isNamed(entry, word) ||
    foldCase(entry.kind) === word ||
    entry.shortNames.some((shortName) => foldCase(shortName) === word)
  );
}

/** Reports whether a word resolves to the resource that it is suggested for, and not to another one of that name. */
function leadsTo(index: NameIndex, word: string, { group, resource }: ResourceEntry, fits: Accepts): boolean {
  const place = find(index, readSubject(word), fits)?.places[0];
  const meant = place === undefined ? undefined : entryAt(index.entries, place);
  return meant?.group === group && meant.resource === resource;
}

function groupsNear(index: NameIndex, { word, group }: WordReading): readonly string[] {
  const types = index.words.get(word);
  if (group === undefined || types === undefined) return [];
  const groups = new Set(
    (typeof types === 'number' ? [types] : types).map((type) => entryAt(index.entries, type).group),
  );
  return [...groups].filter((other) => isOneSlip(group, other)).sort();
}

/** Returns a name as specific as the question was. */
function wordFor(name: string, entry: ResourceEntry, { group, version }: WordReading): string {
  if (group === undefined) return version === undefined ? name : `${name}.${entry.version}.${entry.group}`;
  return version === undefined ? `${name}.${entry.group}` : `${name}.${entry.version}.${entry.group}`;
}
