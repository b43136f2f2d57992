import { isKubeError } from '../errors.js';
import { requireMetadata } from '../follow/followed-object.js';
import type { DeepReadonly } from '../model/deep-readonly.js';
import type { ObjectLike, ObjectMeta } from '../model/kube-object.js';
import type { Served } from '../representation/shapes.js';
import type { ObjectShapes } from '../representation/whole-object.js';
import type { CallOptions } from '../resource/options.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { requireCallback, requireObject, requireText } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { Reconcile } from './controller-options.js';

/** How often a change of finalizers is tried where others change the object meanwhile. */
const maxAttempts = 5;

/**
 * Puts a finalizer on an object, so that it stays until the finalizer is off again. The patch holds only for the object as it
 * was read; where somebody changed it in between (409) it is read again, so that no finalizer of others is lost.
 *
 * An object that is being deleted takes no more finalizers, and is answered as it is.
 *
 * @param handle of whole objects, in any namespace
 * @param object as an informer or a read gave it
 * @returns the object as it is on the server
 * @throws the last conflict after 5 attempts, the 404 of an object that is gone, and what reads and patches throw
 * @throws InvalidArgumentError for a finalizer that is no name with a domain
 * @example
 * const stays = await addFinalizer(handle, object, 'example.com/cleanup', { signal });
 * console.log(stays.metadata.finalizers);
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/
 */
export async function addFinalizer<T extends ObjectLike>(
  handle: ResourceHandle<ObjectShapes<T>>,
  object: DeepReadonly<Served<T>>,
  finalizer: string,
  options: CallOptions = {},
): Promise<DeepReadonly<Served<T>>> {
  const outcome = await changeFinalizers(handle, object, options, (metadata) => {
    const { finalizers } = readFinalizers(metadata, finalizer);
    const isSettled = finalizers.includes(finalizer) || typeof metadata.deletionTimestamp === 'string';
    return isSettled ? undefined : [...finalizers, finalizer];
  });
  if ('gone' in outcome) throw outcome.gone;
  return outcome.object;
}

/**
 * Takes a finalizer off an object, with the same care as {@link addFinalizer}. When the last one is off, an object that is being
 * deleted is gone.
 *
 * @param handle of whole objects, in any namespace
 * @param object as an informer or a read gave it
 * @returns the object as the server had it last; undefined where it was gone, or another one has its name now
 * @throws the last conflict after 5 attempts, and what reads and patches throw
 * @throws InvalidArgumentError for a finalizer that is no name with a domain
 * @example
 * const last = await removeFinalizer(handle, object, 'example.com/cleanup', { signal });
 * if (last === undefined) console.log('it was gone already');
 */
export async function removeFinalizer<T extends ObjectLike>(
  handle: ResourceHandle<ObjectShapes<T>>,
  object: DeepReadonly<Served<T>>,
  finalizer: string,
  options: CallOptions = {},
): Promise<DeepReadonly<Served<T>> | undefined> {
  const outcome = await changeFinalizers(handle, object, options, (metadata) => {
    const { finalizers } = readFinalizers(metadata, finalizer);
    return finalizers.includes(finalizer) ? finalizers.filter((each) => each !== finalizer) : undefined;
  });
  return 'gone' in outcome ? undefined : outcome.object;
}

/** What {@link withFinalizer} takes. */
export interface FinalizedReconcile<T extends ObjectLike> {
  /** For objects that stay. They have the finalizer. */
  readonly reconcile: Reconcile<DeepReadonly<Served<T>>>;
  /**
   * For objects that are being deleted: takes away what the cluster does not. The finalizer goes when it is over, and stays
   * where it throws, or asks to come again.
   */
  readonly cleanup: Reconcile<DeepReadonly<Served<T>>>;
}

/**
 * A reconcile with a cleanup before deletion. The finalizer is on an object before `reconcile` sees it for the first time, so
 * that nothing is made that nobody would take away. Objects that are gone are called for no more: they were cleaned up.
 *
 * @param handle of whole objects, in all namespaces
 * @param finalizer a name of yours with a domain: `example.com/cleanup`
 * @throws InvalidArgumentError for a finalizer that no server takes
 * @example
 * const reconcile = withFinalizer(handle, 'example.com/cleanup', {
 *   reconcile: async ({ name }) => console.log(`make what ${name} wants`),
 *   cleanup: async ({ name }) => console.log(`take away what ${name} had`),
 * });
 */
export function withFinalizer<T extends ObjectLike>(
  handle: ResourceHandle<ObjectShapes<T>>,
  finalizer: string,
  steps: FinalizedReconcile<T>,
): Reconcile<DeepReadonly<Served<T>>> {
  readFinalizers({}, finalizer);
  const { reconcile, cleanup } = requireObject('steps', steps);
  for (const [name, step] of Object.entries({ reconcile, cleanup })) requireCallback(name, step);
  return async (request, context) => {
    const { object, signal } = context;
    if (object === undefined) return undefined;
    const { finalizers, isDeleted } = readFinalizers(requireMetadata(object), finalizer);
    if (!isDeleted) {
      return reconcile(request, { ...context, object: await addFinalizer(handle, object, finalizer, { signal }) });
    }
    if (!finalizers.includes(finalizer)) return undefined;
    const result = await cleanup(request, context);
    if (result?.requeueAfterMs !== undefined) return result;
    await removeFinalizer(handle, object, finalizer, { signal });
    return undefined;
  };
}

type Outcome<T> =
  | { readonly object: T }
  | {
      /** The error that showed it. */
      readonly gone: unknown;
    };

async function changeFinalizers<T extends ObjectLike>(
  handle: ResourceHandle<ObjectShapes<T>>,
  object: DeepReadonly<Served<T>>,
  { signal, timeoutMs }: CallOptions,
  change: (metadata: ObjectMeta) => readonly string[] | undefined,
): Promise<Outcome<DeepReadonly<Served<T>>>> {
  const { uid } = requireMetadata(requireObject('object', object));
  let current = object;
  for (let attempt = 1; ; attempt += 1) {
    const { name, namespace, resourceVersion, ...metadata } = requireMetadata(current);
    if (name === undefined || resourceVersion === undefined) {
      throw new InvalidArgumentError('object', 'has to have a name and a resourceVersion: give it as a server did');
    }
    const finalizers = change(metadata);
    if (finalizers === undefined) return { object: current };
    const place = namespace === undefined ? handle : handle.namespace(namespace);
    try {
      const body = { metadata: { resourceVersion, finalizers } };
      return { object: (await place.patch(name, body, { type: 'merge', signal, timeoutMs })) as typeof current };
    } catch (error) {
      if (isMissing(error, name)) return { gone: error };
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
      try {
        current = (await place.get(name, { signal, timeoutMs })) as typeof current;
      } catch (failure) {
        if (isMissing(failure, name)) return { gone: failure };
        throw failure;
      }
      if (requireMetadata(current).uid !== uid) return { gone: error };
    }
  }
}

function readFinalizers(
  { finalizers, deletionTimestamp }: ObjectMeta,
  finalizer: string,
): { readonly finalizers: readonly string[]; readonly isDeleted: boolean } {
  if (!/^[^\s/]+\/[^\s/]+$/.test(requireText('finalizer', finalizer))) {
    throw new InvalidArgumentError('finalizer', 'has to be a name with a domain, as example.com/cleanup');
  }
  return { finalizers: finalizers ?? [], isDeleted: typeof deletionTimestamp === 'string' };
}

function isConflict(error: unknown): boolean {
  return isKubeError(error) && error.code === 'api' && error.statusCode === 409;
}

/** A 404 of the object itself, not of a resource that is not served. */
function isMissing(error: unknown, name: string): boolean {
  if (!isKubeError(error) || error.code !== 'api' || error.statusCode !== 404) return false;
  return error.status.details?.name === name;
}
