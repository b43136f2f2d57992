import type { ResourceEntry } from '../../../src/core/catalog/entries.js';

/**
 * Whether a word may mean an entry, told by looking at nothing but the two: one of its names, and then its group, its
 * version or both, the group perhaps cut short. A short name is that of all versions. Slow and plain on purpose.
 */
export function mayMean(word: string, entry: ResourceEntry, versions: readonly ResourceEntry[]): boolean {
  const [type = ''] = word.split('/');
  const [name = '', ...rest] = type.split('.');
  if (!namesOf(entry, versions).includes(lower(name))) return false;
  const isGroup = (text: string): boolean => (text === '' ? entry.group === '' : entry.group.startsWith(text));
  const isVersion = (text: string): boolean => ['', '__internal', entry.version].includes(text);
  const [version = '', ...group] = rest;
  return (
    rest.length === 0 ||
    isGroup(rest.join('.')) ||
    (rest.length === 1 && isVersion(version)) ||
    (rest.length > 1 && isVersion(version) && isGroup(group.join('.')))
  );
}

/** Whether a word is a category that one of the versions is in. */
export function mayHold(word: string, versions: readonly ResourceEntry[]): boolean {
  return versions.some(({ categories }) => categories.map(lower).includes(lower(word)));
}

function namesOf({ resource, singular, kind }: ResourceEntry, versions: readonly ResourceEntry[]): readonly string[] {
  const shortNames = versions.flatMap((version) => version.shortNames);
  return [resource, singular, kind, ...shortNames].filter((name) => name !== '').map(lower);
}

/** Only ASCII has letter cases here. */
function lower(word: string): string {
  return word.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
