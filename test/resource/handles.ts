import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createCatalog } from '../../src/core/catalog/create-catalog.js';
import type { ResourceEntry } from '../../src/core/catalog/entries.js';
import type { KubeObject } from '../../src/core/model/kube-object.js';
import type { RESTMapping } from '../../src/core/model/rest-mapping.js';
import { wholeObject } from '../../src/core/representation/whole-object.js';
import type { DiscoveryAccess } from '../../src/core/resource/call.js';
import { createResourceHandle } from '../../src/core/resource/create-resource-handle.js';
import { exactEndpoint } from '../../src/core/resource/call.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import type { Connection } from '../../src/core/transport/connection.js';
import { deploymentMapping, nodeMapping } from '../representation/contexts.js';

const allVerbs = ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'];

/** A catalog entry for a mapping, with a scale subresource of the given verbs. */
export function entryOf({ resource, kind, scope }: RESTMapping, scaleVerbs?: readonly string[]): ResourceEntry {
  return {
    ...resource,
    kind: kind.kind,
    scope,
    singular: kind.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    verbs: allVerbs,
    subresources:
      scaleVerbs === undefined
        ? []
        : [
            {
              subresource: 'scale',
              responseKind: { group: 'autoscaling', version: 'v1', kind: 'Scale' },
              acceptedTypes: [],
              verbs: scaleVerbs,
            },
          ],
    freshness: 'Current',
  };
}

export function catalogOf(...entries: readonly ResourceEntry[]): Catalog {
  return createCatalog({
    groups: entries.map((entry) => ({
      name: entry.group,
      preferredVersion: entry.version,
      versions: [{ group: entry.group, version: entry.version, freshness: 'Current', resources: [entry] }],
    })),
    failures: [],
    provenance: { api: 'aggregated/v2', apis: 'aggregated/v2' },
  });
}

/** A discovery that has a catalog at hand, or none, and that never asks a server. */
export function discoveryWith(current: () => Catalog | undefined): DiscoveryAccess {
  const nothing = (): Promise<never> => Promise.reject(new Error('nothing here discovers'));
  return {
    get current() {
      return current();
    },
    catalog: () => {
      const catalog = current();
      return catalog === undefined ? nothing() : Promise.resolve(catalog);
    },
    refresh: nothing,
  };
}

/** A handle for whole objects over a connection, with a catalog where the test needs one. */
export function handleFor(mapping: RESTMapping, connection: Connection, catalog?: Catalog): ResourceHandle {
  return createResourceHandle({
    connection,
    findEndpoint: exactEndpoint(mapping),
    representation: wholeObject(),
    discovery: discoveryWith(() => catalog),
  });
}

export const deployments = (connection: Connection, catalog?: Catalog) =>
  handleFor(deploymentMapping, connection, catalog);
export const nodes = (connection: Connection, catalog?: Catalog) => handleFor(nodeMapping, connection, catalog);

export function deployment(name: string, namespace?: string): KubeObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    spec: { replicas: 1 },
  };
}

/** A handle as JavaScript sees it, which may pass anything. */
export interface UntypedHandle {
  get(name: unknown): Promise<unknown>;
  create(object: unknown): Promise<unknown>;
  patch(name: unknown, body: unknown, options: unknown): Promise<unknown>;
  as(representation: unknown, options?: unknown): unknown;
}

export function untyped(handle: object): UntypedHandle {
  return handle as UntypedHandle;
}
