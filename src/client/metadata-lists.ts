import type { Catalog } from '../catalog/catalog.js';
import type { ListMetadata } from '../census/metadata-pages.js';
import type { ApiPrefixes } from '../model/api-path.js';
import { mappingOf } from '../model/rest-mapping.js';
import { partialObjectMetadata } from '../representation/partial-object-metadata.js';
import { UnexpectedShapeError } from '../representation/errors.js';
import { createResourceHandle } from '../resource/create-resource-handle.js';
import { ApiError } from '../transport/errors.js';
import type { Connection } from '../transport/connection.js';
import { isServerFailure } from './server-failure.js';

/** What lists are read with. */
export interface MetadataListParts {
  readonly connection: Connection;
  readonly currentCatalog: () => Catalog | undefined;
  readonly prefixes?: ApiPrefixes | undefined;
}

/** Makes the port through which a census lists; here it is judged which failures are those of one resource. */
export function createListMetadata(parts: MetadataListParts): ListMetadata {
  return async (entry, { namespace, ...options }) => {
    const mapping = mappingOf(entry);
    const handle = createResourceHandle({ ...parts, mapping, representation: partialObjectMetadata(), namespace });
    try {
      const { items, metadata } = await handle.list(options);
      const next = metadata.continue || undefined;
      if (next !== undefined && next === options.continue) {
        throw new UnexpectedShapeError({
          resource: mapping.resource,
          apiVersion: undefined,
          kind: undefined,
          place: 'metadata.continue',
          problem: 'is the token that this page was asked for with',
        });
      }
      return { outcome: 'page', items, next, remaining: metadata.remainingItemCount };
    } catch (error) {
      if (!isServerFailure(error)) throw error;
      if (!(error instanceof ApiError) || error.statusCode !== 410) return { outcome: 'failed', error };
      return { outcome: 'expired', next: error.status.metadata?.continue || undefined, error };
    }
  };
}
