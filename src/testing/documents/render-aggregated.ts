import type { ServedGroup, ServedResource, ServedSubresource, ServedVersion } from '../served/served.js';

/** What decides about an aggregated document besides the model. */
export interface AggregatedOptions {
  /** The field in which ids are published; undefined for none. */
  readonly internalIDField: 'internalID' | 'resourceID' | undefined;
  readonly isDead: (group: string, version: ServedVersion) => boolean;
}

/**
 * The items of an APIGroupDiscoveryList, the same in v2 and v2beta1. Fields stand in the order of real servers, so that
 * the ETag comes out as theirs.
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

/** Aggregated documents name the preferred version by putting it first. */
function inPreference({ versions, preferredVersion }: ServedGroup): readonly ServedVersion[] {
  const preferred = versions.filter(({ version }) => version === preferredVersion);
  return [...preferred, ...versions.filter((version) => !preferred.includes(version))];
}

/** The custom resources of a version stand in the order of their names. */
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
