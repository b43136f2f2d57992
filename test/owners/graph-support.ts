import { formatGroupVersionResource } from '../../src/core/model/group-version-resource.js';
import type { PartialObjectMetadata } from '../../src/core/model/kube-object.js';
import type { Served } from '../../src/core/representation/shapes.js';
import type { OwnerReference } from '../../src/core/model/owner-reference.js';
import { collectGraph, type CollectOptions, type OwnerGraph } from '../../src/owners/owner-graph.js';
import type { MetadataStep } from '../../src/core/metadata/create-metadata-reader.js';
import { failureAt } from '../mapper/build-catalog.js';
import { metadata, reference, worldCatalog } from './support.js';

export function ox(
  name: string,
  owners: readonly string[] = [],
  namespace: string | undefined = 'web',
): Served<PartialObjectMetadata> {
  const ownerReferences = owners.map((owner) => toOx(owner));
  return { ...metadata(name, `uid-${name}`, { namespace, ownerReferences }), ...oxType };
}

export const oxType = { apiVersion: 'shop.example.org/v2', kind: 'Ox' };

export function toOx(name: string, more: Partial<OwnerReference> = {}): OwnerReference {
  return reference({ ...oxType, name, uid: `uid-${name}`, ...more });
}

export const page = (...objects: Served<PartialObjectMetadata>[]): MetadataStep => ({
  state: 'page',
  items: objects,
  more: false,
  remaining: undefined,
});

export interface Collected {
  readonly graph: OwnerGraph;
  readonly asked: string[];
  readonly most: number;
}

/** Collects what these endpoints list, page by page; all others are empty. */
export async function collect(
  pages: Readonly<Record<string, readonly MetadataStep[]>>,
  { failures = [], ...options }: Partial<CollectOptions> & { failures?: Parameters<typeof failureAt>[] } = {},
): Promise<Collected> {
  const found = failures.map((failure) => failureAt(...failure));
  const catalog = worldCatalog({ failures: found });
  const asked: string[] = [];
  let [underWay, most] = [0, 0];
  const graph = await collectGraph(
    {
      endpoints: catalog.resources(),
      failures: catalog.failures,
      metadata: {
        async *pages({ mapping, namespace }) {
          const name = formatGroupVersionResource(mapping.resource);
          asked.push(namespace === undefined ? name : `${namespace}/${name}`);
          underWay += 1;
          most = Math.max(most, underWay);
          await Promise.resolve();
          yield* pages[name] ?? [page()];
          underWay -= 1;
        },
      },
    },
    { concurrency: 3, limit: 500, ...options },
  );
  return { graph, asked, most };
}

export const names = (objects: Iterable<{ name: string }>): string[] => [...objects].map(({ name }) => name);

export const oxen = 'oxen.v2.shop.example.org';
export const geese = 'geese.v1.shop.example.org';
