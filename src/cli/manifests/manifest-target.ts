import type { ResourceHandle } from '../../index.js';
import { UsageError } from '../errors.js';
import type { Session } from '../session.js';
import type { ManifestEntry } from './read-manifests.js';

/** Where an object of a manifest belongs. */
export interface ManifestTarget {
  /** Bound to the namespace. */
  readonly handle: ResourceHandle;
  /** Undefined for what has none. */
  readonly namespace: string | undefined;
}

/**
 * Refuses objects whose namespace is not the one that `-n` names, before anything is sent.
 *
 * @throws {UsageError} for the first of them
 */
export function requireNamespaces(manifests: readonly ManifestEntry[], given: string | undefined): void {
  if (given === undefined) return;
  for (const { object, place } of manifests) {
    const own = object.metadata.namespace ?? '';
    if (own === '' || own === given) continue;
    throw new UsageError(
      `${place}: the namespace of the object is ${JSON.stringify(own)}, and -n says ${JSON.stringify(given)}: make them agree.`,
    );
  }
}

/** Finds the resource of an object, and the namespace: its own one, or else that of the session. */
export async function targetOfManifest(session: Session, { object }: ManifestEntry): Promise<ManifestTarget> {
  const handle = await session.client.resource(object, { signal: session.calls.signal });
  if (handle.mapping.scope === 'Cluster') return { handle, namespace: undefined };
  const own = object.metadata.namespace ?? '';
  const namespace = own === '' ? session.namespace : own;
  return { handle: handle.namespace(namespace), namespace };
}
