import type { ServedGroup, ServedResource, ServedSubresource, ServedVersion } from '../served/served.js';

/** Settings of an aggregated document besides its contents. */
export interface AggregatedOptions {
  /** The field that publishes ids; undefined for none. */
  readonly internalIDField: 'internalID' | 'resourceID' | undefined;
  readonly isDead: (group: string, version: ServedVersion) => boolean;
}

/**
 * Returns the items of an APIGroupDiscoveryList, which are the same in v2 and v2beta1. Fields have the order of real
 * servers, so that the ETag matches theirs.
 */
export function aggregatedItems(groups: Iterable<ServedGroup>, options: AggregatedOptions): unknown[] {
  return [...groups].map((group) => ({
    metadata: group.metadata,
    versions: inPreference(group).map((version) => {
      if (options.isDead(group.name, version)) return { version: version.version, freshness: 'Stale' };
      const resources = unlessEmpty(inOrder(version.resources).map((resource) => renderResource(resource, options)));
      return { version: version.version, resources, freshness: version.freshness };
    }),
  }));
}

/** Puts the preferred version first, which is how aggregated documents mark it. */
function inPreference({ versions, preferredVersion }: ServedGroup): readonly ServedVersion[] {
  const preferred = versions.filter(({ version }) => version === preferredVersion);
  return [...preferred, ...versions.filter((version) => !preferred.includes(version))];
}

/** Sorts the custom resources of a version by name. */
function inOrder(resources: readonly ServedResource[]): readonly ServedResource[] {
  if (!resources.every(({ custom }) => custom)) return resources;
  return [...resources].sort((a, b) => (a.resource < b.resource ? -1 : a.resource > b.resource ? 1 : 0));
}

function renderResource(entry: ServedResource, { internalIDField }: AggregatedOptions): object {
  return {
    resource: entry.resource,
    responseKind: entry.responseKind,
    scope: entry.scope,
    singularResource: entry.singular,
    verbs: entry.verbs,
    shortNames: unlessEmpty(entry.shortNames),
    categories: unlessEmpty(entry.categories),
    subresources: unlessEmpty(entry.subresources.map(renderSubresource)),
    ...(internalIDField !== undefined && { [internalIDField]: entry.internalID }),
  };
}

function renderSubresource({ subresource, responseKind, acceptedTypes, verbs }: ServedSubresource): object {
  return { subresource, responseKind, acceptedTypes: unlessEmpty(acceptedTypes), verbs };
}

function unlessEmpty<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}
