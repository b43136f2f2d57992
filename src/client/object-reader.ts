import type { ResourceEntry } from '../catalog/entries.js';
import type { ObjectReader, Sighting } from '../identity/probe.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
import { mappingOf, type RESTMapping, type Scope } from '../model/rest-mapping.js';
import type { MetadataShapes } from '../representation/partial-object-metadata.js';
import { InvalidNameError } from '../resource/errors.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { reasonOf } from '../shared/abort.js';
import { ApiError } from '../transport/errors.js';
import { isServerFailure } from './server-failure.js';

/** Makes the handle of a resource for metadata alone. */
export type MetadataHandleOf = (mapping: RESTMapping) => ResourceHandle<MetadataShapes>;

/** What the probes of `client.identity` look at objects with: metadata of one object at a time, and never a write. */
export function createObjectReader(handleOf: MetadataHandleOf, signal: AbortSignal | undefined): ObjectReader {
  const attempt = async (
    { scope }: ResourceEntry,
    look: () => Promise<PartialObjectMetadata | undefined>,
  ): Promise<Sighting> => {
    try {
      return sightingOf(await look(), scope);
    } catch (error) {
      if (signal?.aborted) throw reasonOf(signal);
      if (error instanceof ApiError && isMissing(error)) return { state: 'missing' };
      // A name that stands in no path is the server's doing too: it came in a list.
      if (!isServerFailure(error) && !(error instanceof InvalidNameError)) throw error;
      return { state: 'unknown', why: error.message };
    }
  };
  return {
    anyOne: (entry) =>
      attempt(entry, async () => {
        const { items } = await handleOf(mappingOf(entry)).list({ limit: 1, signal });
        return items[0];
      }),
    named: (entry, { name, namespace }) =>
      attempt(entry, () => {
        const handle = handleOf(mappingOf(entry));
        return (namespace === undefined ? handle : handle.namespace(namespace)).get(name, { signal });
      }),
  };
}

/** A namespace is told where the scope has one, whatever else a careless server writes. */
function sightingOf(object: PartialObjectMetadata | undefined, scope: Scope): Sighting {
  if (object === undefined) return { state: 'missing' };
  const { name, namespace, uid = '' } = object.metadata;
  if (!name) return { state: 'unknown', why: 'an object without a name' };
  if (scope === 'Cluster') return { state: 'found', name, uid };
  return namespace
    ? { state: 'found', name, namespace, uid }
    : { state: 'unknown', why: 'a namespaced object without a namespace' };
}

/** Only the server's own word that this object is not there; an unserved version or a wrong scope is a 404 as well. */
function isMissing({ statusCode, fromServer, status }: ApiError): boolean {
  return statusCode === 404 && fromServer && Boolean(status.details?.name);
}
