import type { Contents, Endpoint } from '../documents/contents.js';

/** A word that names something in a document, and the endpoint that it names. */
export interface Name {
  readonly word: string;
  readonly endpoint: Endpoint;
}

/** Every plural, singular, short name and kind, each with the first endpoint that has it, and each once more with the last. */
export function namesOf(contents: Contents): readonly Name[] {
  const firsts = new Map<string, Endpoint>();
  const lasts = new Map<string, Endpoint>();
  for (const endpoint of contents.endpoints) {
    for (const word of wordsOf(endpoint)) {
      if (!firsts.has(word)) firsts.set(word, endpoint);
      lasts.set(word, endpoint);
    }
  }
  const names = [...firsts].map(([word, endpoint]) => ({ word, endpoint }));
  for (const [word, endpoint] of lasts) if (firsts.get(word) !== endpoint) names.push({ word, endpoint });
  return names;
}

function wordsOf({ resource, singular, kind, shortNames }: Endpoint): readonly string[] {
  return [resource, singular, kind, ...shortNames].filter((word) => word !== '');
}

/** The word in each letter case, as far as they differ. */
export function casesOf(word: string): readonly string[] {
  const lower = word.toLowerCase();
  const mixed = [...lower].map((letter, place) => (place % 2 === 0 ? letter : letter.toUpperCase())).join('');
  const title = lower.slice(0, 1).toUpperCase() + lower.slice(1);
  return [...new Set([word, lower, lower.toUpperCase(), title, mixed])];
}

/** A beginning of the group that is none itself, as people type it: `storage` for `storage.k8s.io`, `ap` for `apps`. */
export function beginningOf(group: string): string {
  const dot = group.indexOf('.');
  return dot > 0 ? group.slice(0, dot) : group.slice(0, -1);
}

/** The versions that could not be read, so that nothing is known of their resources. */
export function unreadVersions({ groups }: Contents): readonly { readonly group: string; readonly version: string }[] {
  return groups.flatMap(({ name: group, versions, readable }) =>
    versions.filter((version) => !readable.includes(version)).map((version) => ({ group, version })),
  );
}
