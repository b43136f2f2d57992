import type { ResourceHandle, RESTMapping } from '../../index.js';
import { UsageError } from '../errors.js';
import type { Session } from '../session.js';
import type { ManifestEntry } from './read-manifests.js';

/** The resource and the namespace of an object in a manifest. */
export interface ManifestTarget {
  readonly mapping: RESTMapping;
  /** A handle bound to the namespace. */
  readonly handle: ResourceHandle;
  /** Undefined for cluster-scoped objects. */
  readonly namespace: string | undefined;
}

/**
 * Rejects objects whose namespace differs from that of `-n`, before anything is sent.
 *
 * @throws {UsageError} for the first such object
 */
export function requireNamespaces(manifests: readonly ManifestEntry[], given: string | undefined): void {
  if (given === undefined) return;
  for (const { object, location } of manifests) {
    const own = object.metadata.namespace ?? '';
    if (own === '' || own === given) continue;
    throw new UsageError(
      `${location}: the namespace of the object, ${JSON.stringify(own)}, does not match the namespace of -n, ${JSON.stringify(given)}.`,
    );
  }
}

/**
 * Finds the resource and the namespace of an object; the namespace is the object's own, or else that of the session.
 */
export async function targetOfManifest(session: Session, { object }: ManifestEntry): Promise<ManifestTarget> {
  const { mapping } = await session.client.resolve(object, { signal: session.calls.signal });
  const handle = session.client.handle(mapping);
  if (mapping.scope === 'Cluster') return { mapping, handle, namespace: undefined };
  const own = object.metadata.namespace ?? '';
  const namespace = own === '' ? session.namespace : own;
  return { mapping, handle: handle.namespace(namespace), namespace };
}
