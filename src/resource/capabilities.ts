import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry, SubresourceEntry } from '../catalog/entries.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import { UnsupportedError } from './errors.js';

/**
 * Throws {@link UnsupportedError} where discovery lists the resource without the verb. What was not read is not known to be
 * missing: then the server is asked, and so it is for a resource that the catalog does not have.
 *
 * @param advice what to do instead
 */
export function requireVerb(
  catalog: Catalog | undefined,
  resource: GroupVersionResource,
  verb: string,
  advice = '',
): void {
  const entry = catalog?.resource(resource);
  if (catalog === undefined || entry === undefined || entry.verbs.includes(verb)) return;
  if (isDoubtful(catalog, resource, entry)) return;
  throw new UnsupportedError(resource, { verb }, `discovery lists ${wordsOf(entry.verbs)} for it${advice}`);
}

/**
 * What the catalog says of a subresource; undefined where it does not know, and the server has to be asked. Throws
 * {@link UnsupportedError} where it lists none of that name.
 */
export function subresourceOf(
  catalog: Catalog | undefined,
  resource: GroupVersionResource,
  subresource: string,
): SubresourceEntry | undefined {
  if (catalog === undefined) return undefined;
  const entry = catalog.resource(resource);
  const found = entry?.subresources.find((each) => each.subresource === subresource);
  if (found !== undefined || isDoubtful(catalog, resource, entry)) return found;
  const others = entry?.subresources.map((each) => each.subresource) ?? [];
  const why = entry === undefined ? 'it is no longer served' : `discovery lists ${wordsOf(others)} for it`;
  throw new UnsupportedError(resource, { subresource }, why);
}

/** As {@link subresourceOf}, and that it has the verb. */
export function requireSubresource(
  catalog: Catalog | undefined,
  resource: GroupVersionResource,
  { subresource, verb }: { readonly subresource: string; readonly verb: string },
): SubresourceEntry | undefined {
  const entry = subresourceOf(catalog, resource, subresource);
  if (entry === undefined || entry.verbs.includes(verb)) return entry;
  const why = `discovery lists ${wordsOf(entry.verbs)} for it`;
  throw new UnsupportedError(resource, { subresource, verb }, why);
}

/** Whether a catalog has a resource; undefined where what it knows is incomplete or stale. */
export function isServedIn(catalog: Catalog, resource: GroupVersionResource): boolean | undefined {
  const entry = catalog.resource(resource);
  if (isDoubtful(catalog, resource, entry)) return undefined;
  return entry !== undefined;
}

function isDoubtful(catalog: Catalog, resource: GroupVersionResource, entry: ResourceEntry | undefined): boolean {
  const known = [entry, catalog.version(resource)];
  return (
    known.some((each) => each !== undefined && each.freshness !== 'Current') || catalog.failuresOf(resource).length > 0
  );
}

function wordsOf(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(', ');
}
