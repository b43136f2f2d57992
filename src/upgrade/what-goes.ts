import type { Catalog } from '../core/catalog/catalog.js';
import { resourceKey } from '../core/model/group-version-resource.js';
import type { ServerComparison } from './compare-servers.js';
import type { Going } from './finding.js';

/** Indexes what goes away between two catalogs, and what stays. */
export function whatGoes(before: Catalog, after: Catalog, { gone }: Pick<ServerComparison, 'gone'>): Going {
  const goneKeys = new Set(gone.map(resourceKey));
  const goneKinds = new Set(gone.map(({ group, version, kind }) => keyOf(group, version, kind)));
  const staying = new Set<string>();
  const versions = new Map<string, string[]>();
  for (const { group, version, resource, kind } of after.resources()) {
    staying.add(keyOf(group, resource));
    staying.add(keyOf(group, version, kind));
    const known = versions.get(keyOf(group, kind)) ?? [];
    if (!known.includes(version)) versions.set(keyOf(group, kind), [...known, version]);
  }
  const today = new Set(before.resources().map(({ group, resource }) => keyOf(group, resource)));
  return {
    endpoints: gone,
    goes: (endpoint) => goneKeys.has(resourceKey(endpoint)),
    // Two resources of a version may share a kind.
    kindGoes: ({ group, version, kind }) =>
      goneKinds.has(keyOf(group, version, kind)) && !staying.has(keyOf(group, version, kind)),
    staysKind: ({ group, version, kind }) => staying.has(keyOf(group, version, kind)),
    versionsOfKind: ({ group, kind }) => versions.get(keyOf(group, kind)) ?? [],
    staysResource: ({ group, resource }) => staying.has(keyOf(group, resource)),
    isResource: ({ group, resource }) => today.has(keyOf(group, resource)),
  };
}

function keyOf(...words: readonly string[]): string {
  return words.join('/');
}
