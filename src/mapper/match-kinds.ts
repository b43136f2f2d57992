import type { GroupKind } from '../model/group-version-kind.js';
import { foldCase } from './fold-case.js';
import type { NameIndex } from './name-index.js';
import { readVersion } from './match-names.js';
import { keptLast, select, typesIn } from './select.js';

/**
 * Returns the places of all endpoints of a kind, spelled as on the server or all in lower case: in the order of the
 * requested versions, else by rank. Within one group-version, the exact spelling comes first.
 */
export function matchKinds(
  index: NameIndex,
  { group, kind }: GroupKind,
  versions: readonly string[] = [],
): readonly number[] {
  const { entries } = index;
  const lower = foldCase(kind);
  const wanted = versions.map(readVersion).filter((version) => version !== undefined);
  const places = select(
    index,
    typesIn(index, index.words.get(lower), group),
    (entry) =>
      entry.group === group &&
      (entry.kind === kind || (kind === lower && foldCase(entry.kind) === kind)) &&
      (wanted.length === 0 || wanted.includes(entry.version)),
  );
  if (places.length < 2) return places;
  const versionOf = (place: number): string => entries[place]?.version ?? '';
  const otherSpelling = (place: number): number => (entries[place]?.kind === kind ? 0 : 1);
  // They are in the order of rank already.
  if (wanted.length === 0 && !places.some(otherSpelling)) return places;
  const ordered = places.sort((a, b) => {
    const [one, other] = [versionOf(a), versionOf(b)];
    if (one === other) return otherSpelling(a) - otherSpelling(b) || index.compare(a, b);
    return wanted.indexOf(one) - wanted.indexOf(other) || index.compare(a, b);
  });
  return keptLast(index, ordered);
}
