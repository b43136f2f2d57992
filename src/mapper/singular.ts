import type { ResourceEntry } from '../catalog/entries.js';
import { foldCase } from './fold-case.js';
import { matchNames } from './match-names.js';
import { entryAt, type NameIndex } from './name-index.js';
import { select, selectFirst } from './select.js';

/**
 * Returns the singular of a plural or singular, from the first group-version without contradiction. As in client-go,
 * the document's order of versions counts here, not the preferred version.
 */
export function findSingular(index: NameIndex, name: string): string | undefined {
  const reading = { word: foldCase(name), group: undefined, version: undefined };
  return (
    firstAgreed(index, matchNames(index, reading, selectFirst)) ??
    firstAgreed(index, matchNames(index, reading, select))
  );
}

function firstAgreed(index: NameIndex, places: readonly number[]): string | undefined {
  const entries = places.map((place) => entryAt(index.entries, place));
  for (const group of new Set(entries.map((entry) => entry.group))) {
    for (const { version } of index.catalog.group(group)?.versions ?? []) {
      const here = entries.filter((entry) => entry.group === group && entry.version === version);
      const singulars = new Set(here.map(singularIn));
      if (singulars.size === 1) return [...singulars][0];
    }
  }
  return undefined;
}

function singularIn({ singular, kind }: ResourceEntry): string {
  return singular === '' ? foldCase(kind) : singular;
}
