import type { Catalog } from '../catalog/catalog.js';
import type { ResourceEntry, SubresourceEntry } from '../catalog/entries.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import { UnsupportedError } from './errors.js';

/**
 * Throws {@link UnsupportedError} if the catalog lists the resource, or its subresource, without the verb, or no subresource
 * of that name. If discovery could not read the resource, or the catalog does not have it, the verb is not known to be
 * missing, and the request is sent.
 *
 * @param advice an alternative for the caller, appended to the message
 */
export function requireVerb(
  catalog: Catalog | undefined,
  resource: GroupVersionResource,
  verb: string,
  subresource?: string,
  advice = '',
): void {
  if (catalog === undefined) return;
  const entry = catalog.resource(resource);
  const found = subresource === undefined ? entry : subresourceIn(catalog, resource, subresource);
  if (found?.verbs.includes(verb) === true || isDoubtful(catalog, resource, entry)) return;
  const listed = (names: readonly string[]): string => `discovery lists ${names.join(', ') || 'none'}`;
  if (found !== undefined) throw new UnsupportedError(resource, { subresource, verb }, listed(found.verbs) + advice);
  if (subresource === undefined) return;
  const why =
    entry === undefined ? 'it is no longer served' : listed(entry.subresources.map((each) => each.subresource));
  throw new UnsupportedError(resource, { subresource }, why);
}

/** Returns what a catalog has of a subresource. */
export function subresourceIn(
  catalog: Catalog | undefined,
  resource: GroupVersionResource,
  subresource: string,
): SubresourceEntry | undefined {
  return catalog?.resource(resource)?.subresources.find((each) => each.subresource === subresource);
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
