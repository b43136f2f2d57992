import type { ResourceEntry } from './catalog/entries.js';
import type { ObjectReader, Sighting } from './identity/probe.js';
import type { KubeList, PartialObjectMetadata } from './model/kube-object.js';
import type { RESTMapping, Scope } from './model/rest-mapping.js';
import { UnexpectedShapeError } from './representation/unexpected-shape-error.js';
import { InvalidNameError } from './resource/invalid-name-error.js';
import type { ResourceHandle } from './resource/resource-handle.js';
import { reasonOf } from './shared/abort.js';
import { ApiError } from './transport/api-error.js';
import { ConnectionError } from './transport/connection-error.js';
import { MalformedAnswerError } from './transport/malformed-answer-error.js';
import { TimeoutError } from './transport/timeout-error.js';

/** Makes the handle of a resource for metadata alone. */
export type MetadataHandleOf = (
  mapping: RESTMapping,
) => ResourceHandle<PartialObjectMetadata, KubeList<PartialObjectMetadata>, PartialObjectMetadata>;

/** What a server, or the way to it, can do to a look; `InvalidNameError` where it names an object so that no path could. */
const serverErrors = [
  ApiError,
  ConnectionError,
  InvalidNameError,
  MalformedAnswerError,
  TimeoutError,
  UnexpectedShapeError,
] as const;

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
      // A client that was closed and credentials that cannot be had are not the server's answer.
      if (!serverErrors.some((kind) => error instanceof kind)) throw error;
      return { state: 'unknown', why: error instanceof Error ? error.message : '' };
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

function mappingOf({ group, version, resource, kind, scope }: ResourceEntry): RESTMapping {
  return { resource: { group, version, resource }, kind: { group, version, kind }, scope };
}
