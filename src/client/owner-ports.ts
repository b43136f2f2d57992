import type { ApiPrefixes } from '../model/api-path.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type {
  ListMetadata,
  MetadataPage,
  MetadataQuestion,
  PortOptions,
  ReadMetadata,
  Unread,
  UnreadReason,
} from '../owners/metadata-ports.js';
import type { MetadataShapes } from '../representation/partial-object-metadata.js';
import { UnexpectedShapeError } from '../representation/errors.js';
import { createResourceHandle } from '../resource/create-resource-handle.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { ApiError, ConnectionError, TimeoutError } from '../transport/errors.js';
import type { Connection } from '../transport/connection.js';
import { MalformedAnswerError } from '../media/errors.js';
import { ownerMetadata } from './owner-lists.js';

/** Reads and lists metadata on one connection, and judges what the server answers instead. */
export interface MetadataPorts {
  readonly read: ReadMetadata;
  readonly list: ListMetadata;
}

/** Makes the {@link MetadataPorts} of a connection. */
export function createMetadataPorts(connection: Connection, prefixes: ApiPrefixes | undefined): MetadataPorts {
  const handleFor = (mapping: RESTMapping, namespace: string | undefined): ResourceHandle<MetadataShapes> =>
    createResourceHandle({
      connection,
      mapping,
      namespace,
      prefixes,
      representation: ownerMetadata(),
      currentCatalog: () => undefined,
    });

  return {
    async read({ mapping, namespace, name }, options) {
      try {
        return { state: 'found', object: await handleFor(mapping, namespace).get(name, options) };
      } catch (error) {
        return isMissing(error, { mapping, namespace, name }) ? { state: 'missing' } : unreadOf(error, options);
      }
    },
    list: ({ mapping, namespace }, options) => listPages(handleFor(mapping, namespace), options),
  };

  async function* listPages(
    handle: ReturnType<typeof handleFor>,
    { limit, ...options }: Parameters<ListMetadata>[1],
  ): AsyncGenerator<MetadataPage, void, undefined> {
    let pages = 0;
    try {
      for await (const { items } of handle.pages({ ...options, limit })) {
        pages += 1;
        yield { state: 'page', objects: items };
      }
      return;
    } catch (error) {
      if (pages === 0 || !(error instanceof ApiError && error.statusCode === 410)) {
        yield unreadOf(error, options);
        return;
      }
    }
    // The token expired on the way. As client-go does, the whole list is taken at once then.
    yield { state: 'again' };
    yield await handle.list(options).then(
      ({ items }): MetadataPage => ({ state: 'page', objects: items }),
      (error: unknown) => unreadOf(error, options),
    );
  }
}

/**
 * True for the server's word that there is no object of this name. Any other 404 says nothing of the object: an unserved
 * group, version or resource and a wrong scope are told without a name, a missing namespace with the kind `namespaces`.
 */
function isMissing(error: unknown, { mapping, name }: MetadataQuestion): boolean {
  if (!(error instanceof ApiError) || error.statusCode !== 404 || !error.fromServer) return false;
  const { details } = error.status;
  if (details?.name !== name) return false;
  return details.kind !== 'namespaces' || mapping.resource.resource === 'namespaces';
}

/** What a failed question comes to. Throws what is no answer: an abort, a closed client, an argument. */
function unreadOf(error: unknown, { signal }: PortOptions): Unread {
  const reason = signal?.aborted === true ? undefined : reasonOf(error);
  if (reason === undefined || !(error instanceof Error)) throw error;
  const statusCode = error instanceof ApiError ? error.statusCode : undefined;
  return { state: 'unknown', reason, message: error.message, ...(statusCode !== undefined && { statusCode }) };
}

function reasonOf(error: unknown): UnreadReason | undefined {
  if (error instanceof ApiError) return reasonOfStatus(error.statusCode);
  if (error instanceof ConnectionError || error instanceof TimeoutError) return 'no-answer';
  if (error instanceof MalformedAnswerError || error instanceof UnexpectedShapeError) return 'unusable-answer';
  return undefined;
}

function reasonOfStatus(statusCode: number): UnreadReason {
  switch (statusCode) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-served';
    case 429:
      return 'unavailable';
    default:
      return statusCode >= 500 ? 'unavailable' : 'refused';
  }
}
