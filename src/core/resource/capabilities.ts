import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry, SubresourceEntry } from '../catalog/entries.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import { UnsupportedError } from './errors.js';

/**
 * Throws {@link UnsupportedError} if discovery lists the resource without the verb. If discovery could not read the
 * resource, or the catalog does not have it, the verb is not known to be missing, and the request is sent.
 *
 * @param advice an alternative for the caller, appended to the message
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
  throw new UnsupportedError(resource, { verb }, `discovery lists ${entry.verbs.join(', ') || 'none'}${advice}`);
}

/**
 * Returns the catalog's entry of a subresource; undefined if the catalog cannot tell, and only the server can. Throws
 * {@link UnsupportedError} if the catalog lists no subresource of that name, or lists it without the verb.
 */
export function requireSubresource(
  catalog: Catalog | undefined,
  resource: GroupVersionResource,
  { subresource, verb }: { readonly subresource: string; readonly verb: string },
): SubresourceEntry | undefined {
  const entry = catalog?.resource(resource);
  const found = entry?.subresources.find((each) => each.subresource === subresource);
  if (catalog === undefined || found?.verbs.includes(verb) === true) return found;
  if (found !== undefined) {
    throw new UnsupportedError(resource, { subresource, verb }, `discovery lists ${found.verbs.join(', ') || 'none'}`);
  }
  if (isDoubtful(catalog, resource, entry)) return undefined;
  const others = entry?.subresources.map((each) => each.subresource) ?? [];
  const why = entry === undefined ? 'it is no longer served' : `discovery lists ${others.join(', ') || 'none'}`;
  throw new UnsupportedError(resource, { subresource }, why);
}

/** Reports whether a catalog has a resource; undefined if its knowledge is incomplete or stale. */
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
