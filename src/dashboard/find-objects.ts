import { isForbidden, isNotFound, type Client, type GroupVersionResource } from 'kubeatlas';

/** Where a search looks: what people look for by name. */
const searched = [
  ...['deployments.v1.apps', 'statefulsets.v1.apps', 'daemonsets.v1.apps', 'pods.v1.', 'services.v1.', 'jobs.v1.batch'],
  ...['cronjobs.v1.batch', 'ingresses.v1.networking.k8s.io', 'configmaps.v1.', 'secrets.v1.'],
  ...['persistentvolumeclaims.v1.', 'nodes.v1.', 'namespaces.v1.'],
];

/** How many objects of a resource are looked at, and how many are shown. */
const [mostRead, mostFound] = [500, 20];

export interface FoundObject {
  readonly resource: GroupVersionResource;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
}

export interface FoundObjects {
  readonly found: readonly FoundObject[];
  /** Resources of which there are more than were looked at. */
  readonly cut: readonly string[];
  /** Resources that could not be read. */
  readonly unread: readonly string[];
}

/** Finds objects whose names contain a word: the metadata of the first 500 of each resource and namespace. */
export async function findObjects(
  client: Client,
  word: string,
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<FoundObjects> {
  const found: FoundObject[] = [];
  const [cut, unread]: [Set<string>, Set<string>] = [new Set(), new Set()];
  const search = async (name: string): Promise<void> => {
    const handle = client.resource(name).as('PartialObjectMetadata');
    const { resource, kind, scope } = await handle.mapping({ signal });
    const bound =
      scope === 'Cluster' || namespaces.length === 0 ? [handle] : namespaces.map((each) => handle.namespace(each));
    for (const each of bound) {
      const { items, metadata } = await each.list({ limit: mostRead, signal });
      if (metadata.continue) cut.add(resource.resource);
      for (const { metadata } of items) {
        if (!metadata.name.includes(word)) continue;
        found.push({ resource, kind: kind.kind, namespace: metadata.namespace, name: metadata.name });
      }
    }
  };
  // One after the other, so that a search never takes the connections of what is shown.
  for (const name of searched) {
    if (found.length >= mostFound) break;
    try {
      await search(name);
    } catch (error) {
      signal.throwIfAborted();
      // What the server does not serve has no objects.
      if (isForbidden(error) || isNotFound(error)) unread.add(name.split('.')[0] ?? name);
    }
  }
  return { found: found.slice(0, mostFound), cut: [...cut], unread: [...unread] };
}
