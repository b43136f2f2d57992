import type { Client } from '../client.js';
import { waitForResource } from '../live/wait-for-resource.js';
import type { Shapes } from '../representation/shapes.js';
import type { ResourceHandle } from '../resource/resource-handle.js';

/** A handle as it is, or that of a name. */
export async function handleOf<S extends Shapes>(
  client: Client,
  subject: string | ResourceHandle<S>,
  choice: {
    readonly namespace: string | undefined;
    readonly waitForResourceMs: number | undefined;
    readonly signal: AbortSignal;
  },
): Promise<ResourceHandle<S>> {
  if (typeof subject !== 'string') return subject;
  const { namespace, waitForResourceMs: timeoutMs, signal } = choice;
  const handle =
    timeoutMs === undefined
      ? await client.resource(subject, { signal, verbs: ['list'] })
      : await waitForResource(client, subject, { signal, timeoutMs });
  return namespace === undefined ? handle : handle.namespace(namespace);
}

/** The same resource in the best version that is still served, in the same representation. */
export function successorOf<S extends Shapes>(
  client: Client,
  handle: ResourceHandle<S>,
): ResourceHandle<S> | undefined {
  const { group, version, resource } = handle.mapping.resource;
  const entry = client.discovery.current
    ?.resources({ group, verbs: ['list', 'watch'] })
    .find((each) => each.resource === resource && each.version !== version && each.freshness !== 'Kept');
  if (entry === undefined) return undefined;
  const kind = { group, version: entry.version, kind: entry.kind };
  return handle.at({ resource: { group, version: entry.version, resource }, kind, scope: entry.scope });
}
