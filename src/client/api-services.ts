import type { Catalog } from '../catalog/catalog.js';
import type { RemoteGroupVersion } from '../identity/remote.js';
import type { ApiPrefixes } from '../model/api-path.js';
import { wholeObject } from '../representation/whole-object.js';
import { createResourceHandle } from '../resource/create-resource-handle.js';
import type { CallOptions } from '../resource/options.js';
import { isJsonRecord } from '../shared/json-record.js';
import type { Connection } from '../transport/connection.js';
import type { RemoteAnswer } from './rules.js';
import { isServerFailure } from './server-failure.js';

const resource = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };
const kind = { group: 'apiregistration.k8s.io', version: 'v1', kind: 'APIService' };

/** What APIServices are read with. */
export interface ApiServiceParts {
  readonly connection: Connection;
  readonly currentCatalog: () => Catalog | undefined;
  readonly prefixes?: ApiPrefixes | undefined;
}

/**
 * Reads which group-versions are another server's, by one list. A server that has no APIServices has no aggregator,
 * so that nothing of it is remote.
 * @see https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/
 */
export function createReadRemote(
  parts: ApiServiceParts,
): (catalog: Catalog, options: CallOptions) => Promise<RemoteAnswer> {
  const handle = createResourceHandle({
    ...parts,
    mapping: { resource, kind, scope: 'Cluster' },
    representation: wholeObject(),
  });
  return async (catalog, { signal, timeoutMs }) => {
    if (catalog.resource(resource) === undefined) {
      const [unread] = catalog.failuresOf(resource);
      return unread === undefined ? { remote: [] } : { problem: unread.message };
    }
    try {
      const { items } = await handle.list({ signal, timeoutMs });
      return { remote: Object.freeze(items.flatMap(({ spec }) => remoteOf(spec))) };
    } catch (error) {
      if (!isServerFailure(error)) throw error;
      return { problem: error.message };
    }
  };
}

function remoteOf(spec: unknown): RemoteGroupVersion[] {
  if (!isJsonRecord(spec)) return [];
  const { group, version, service } = spec;
  // Without a service it is the API server itself that serves it.
  if (typeof version !== 'string' || !isJsonRecord(service)) return [];
  const backend = JSON.stringify([service['namespace'], service['name'], service['port'] ?? 443]);
  return [Object.freeze({ group: typeof group === 'string' ? group : '', version, backend })];
}
