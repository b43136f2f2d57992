import type { Catalog } from '../catalog/catalog.js';
import type { CatalogFailure } from '../catalog/failures.js';
import { resourceKey } from '../model/group-version-resource.js';
import { readOptions, readWords } from './arguments.js';
import { categoryMembers } from './category.js';
import { isName } from './find.js';
import { foldCase } from './fold-case.js';
import type { Resolution, Resolutions, ResolveOptions } from './resolution.js';
import { describeFit, fitting, resolutionOf, resolveRead, type Names } from './resolver.js';
import { readSubject } from './readings.js';
import { unmatched } from './unmatched.js';

/** Resolves comma-separated lists and categories as well, each endpoint (or object of one) once. */
export function resolveWords(names: Names, words: string | readonly string[], options?: ResolveOptions): Resolutions {
  const read = readOptions(options);
  const resolutions = new Map<string, Resolution>();
  const unread = new Set<CatalogFailure>();
  for (const word of readWords(words).flatMap((list) => list.split(','))) {
    const answer = expandCategory(names, word, read) ?? resolveName(names, word, read);
    for (const failure of answer.unread) unread.add(failure);
    for (const resolution of answer.resolutions) {
      const key = `${resourceKey(resolution.mapping.resource)}/${resolution.name ?? ''}`;
      if (!resolutions.has(key)) resolutions.set(key, resolution);
    }
  }
  return Object.freeze({
    resolutions: Object.freeze([...resolutions.values()]),
    unread: Object.freeze([...unread]),
  });
}

function resolveName(names: Names, word: string, options: ResolveOptions): Resolutions {
  const resolution = resolveRead(names, readSubject(word), options);
  return { resolutions: [resolution], unread: resolution.unread ?? [] };
}

/**
 * Returns one resolution for each resource of the category; undefined if the word is no category, or is the plural or
 * singular of a resource.
 */
function expandCategory({ index }: Names, word: string, options: ResolveOptions): Resolutions | undefined {
  const fits = fitting(options);
  const members = categoryMembers(index, word, fits);
  if (members === undefined || isName(index, foldCase(word), fits)) return undefined;
  const unread = mayHaveMembers(index.catalog);
  if (members.length === 0 && unread.length === 0) {
    throw unmatched(index, { question: word, groups: [], lacking: describeFit(options) });
  }
  const choice = { question: word, pinned: false, ambiguity: options.ambiguity };
  return { resolutions: members.map((places) => resolutionOf(index, places, choice)), unread };
}

/** Any resource may be in any category, so every failure may hide more members, except failures of subresources. */
function mayHaveMembers({ failures }: Catalog): readonly CatalogFailure[] {
  return failures.filter(({ resource }) => resource?.includes('/') !== true);
}
