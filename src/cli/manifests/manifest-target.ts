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
 * Finds the resource of an object, and the namespace: its own one, which `-n` must not contradict, or else that of the session.
 *
 * @param given what `-n` says
 * @throws {UsageError} where the object's namespace is not the one that was given
 */
export async function targetOfManifest(
  session: Session,
  { object, place }: ManifestEntry,
  given: string | undefined,
): Promise<ManifestTarget> {
  const handle = await session.client.resource(object, { signal: session.calls.signal });
  if (handle.mapping.scope === 'Cluster') return { handle, namespace: undefined };
  const own = object.metadata.namespace ?? '';
  if (own !== '' && given !== undefined && own !== given) {
    throw new UsageError(
      `${place}: the namespace of the object is ${JSON.stringify(own)}, and -n says ${JSON.stringify(given)}: make them agree.`,
    );
  }
  const namespace = own === '' ? session.namespace : own;
  return { handle: handle.namespace(namespace), namespace };
}
