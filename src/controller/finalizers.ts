import { isConflict, isObjectNotFound } from '../core/errors.js';
import { requireMetadata } from '../watch/followed-object.js';
import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { ObjectLike, ObjectMeta } from '../core/model/kube-object.js';
import type { Served } from '../core/representation/shapes.js';
import type { ObjectShapes } from '../core/representation/whole-object.js';
import type { CallOptions } from '../core/resource/options.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { callOptionNames, requireCallback, requireKnownOptions } from '../core/shared/arguments.js';
import { requireObject, requireText } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import type { Reconcile, ReconcileContext } from './controller-options.js';
import type { ReconcileRequest } from './reconcile-request.js';
import { requeueOf } from './reconciler.js';

/** How often a change of finalizers is attempted when others change the object meanwhile. */
const maxAttempts = 5;

/**
 * Adds a finalizer to an object, so that a deletion waits until the finalizer is removed. The patch carries the
 * `resourceVersion` of the object; after a conflict (409) the object is read again, so that no finalizer of others is
 * lost.
 *
 * An object that is being deleted takes no more finalizers and is returned unchanged.
 *
 * @param handle a handle for whole objects, in any namespace
 * @param object the object from an informer or a read
 * @returns the object as the server has it
 * @throws the last conflict after 5 attempts, the 404 of an object that is gone, and any error of reads and patches
 * @throws InvalidArgumentError for a finalizer that is not a name with a domain
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
  // It is undefined after a removal only.
  return (await changeFinalizers(handle, object, finalizer, options, false)) as DeepReadonly<Served<T>>;
}

/**
 * Removes a finalizer from an object, with the same care as {@link addFinalizer}. An object that is being deleted is
 * gone once its last finalizer is removed.
 *
 * @param handle a handle for whole objects, in any namespace
 * @param object the object from an informer or a read
 * @returns the last state of the object on the server; undefined if it was already gone or another object has its name
 * @throws the last conflict after 5 attempts, and any error of reads and patches
 * @throws InvalidArgumentError for a finalizer that is not a name with a domain
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
  return changeFinalizers(handle, object, finalizer, options, true).catch((error: unknown) => {
    if (isObjectNotFound(error)) return undefined;
    throw error;
  });
}

/** A part of a {@link FinalizedReconcile}: called only while there is an object. */
type FinalizedStep<Item> = (
  request: ReconcileRequest,
  context: ReconcileContext<Item> & { readonly object: Item },
) => ReturnType<Reconcile>;

/** The two parts of a reconcile for {@link withFinalizer}. */
export interface FinalizedReconcile<T extends ObjectLike> {
  /** Called for objects that are not being deleted. They have the finalizer. */
  readonly reconcile: FinalizedStep<DeepReadonly<Served<T>>>;
  /**
   * Called for objects that are being deleted, to remove what the cluster does not remove by itself. The finalizer is
   * removed when it returns, and stays if it throws, requests a requeue or returns what a reconcile may not return.
   */
  readonly cleanup: FinalizedStep<DeepReadonly<Served<T>>>;
}

/**
 * Returns a reconcile with a cleanup before deletion. An object gets the finalizer before `reconcile` sees it for the
 * first time, so that nothing is created that would not be cleaned up. Objects that are gone cause no call, because
 * they have been cleaned up.
 *
 * @param handle a handle for whole objects, in all namespaces
 * @param finalizer a name of yours with a domain: `example.com/cleanup`
 * @throws InvalidArgumentError for a finalizer that is not a name with a domain
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
    const result = await cleanup(request, { ...context, object });
    if (requeueOf('cleanup', result) !== undefined) return result;
    await removeFinalizer(handle, object, finalizer, { signal });
    return undefined;
  };
}

/** Returns undefined if the finalizer is to be removed and another object has the name. */
async function changeFinalizers<T extends ObjectLike>(
  handle: ResourceHandle<ObjectShapes<T>>,
  object: DeepReadonly<Served<T>>,
  finalizer: string,
  options: CallOptions,
  isRemoval: boolean,
): Promise<DeepReadonly<Served<T>> | undefined> {
  const { signal, timeoutMs } = requireKnownOptions(options, callOptionNames);
  const { name, namespace, uid } = requireMetadata(requireObject('object', object));
  const scoped = namespace === undefined ? handle : handle.namespace(namespace);
  let current = object;
  for (let attempt = 1; ; attempt += 1) {
    const { resourceVersion, ...metadata } = requireMetadata(current);
    // Without a version, the patch would drop what others put on meanwhile.
    if (name === undefined || resourceVersion === undefined || resourceVersion.trim() === '') {
      throw new InvalidArgumentError('object', 'must have a name and a resourceVersion, as returned by the server');
    }
    const { finalizers: before, isDeleted } = readFinalizers(metadata, finalizer);
    const has = before.includes(finalizer);
    if (isRemoval ? !has : has || isDeleted) return current;
    const finalizers = isRemoval ? before.filter((each) => each !== finalizer) : [...before, finalizer];
    const body = { metadata: { resourceVersion, finalizers } } as object as never;
    try {
      return (await scoped.patch(name, body, { type: 'merge', signal, timeoutMs })) as typeof current;
    } catch (error) {
      if (!isConflict(error) || attempt >= maxAttempts) throw error;
      current = (await scoped.get(name, { signal, timeoutMs })) as typeof current;
      if (requireMetadata(current).uid === uid) continue;
      if (isRemoval) return undefined;
      throw error;
    }
  }
}

function readFinalizers({ finalizers, deletionTimestamp }: ObjectMeta, finalizer: string) {
  if (!/^[^\s/]+\/[^\s/]+$/.test(requireText('finalizer', finalizer))) {
    throw new InvalidArgumentError('finalizer', 'must be a domain-qualified name such as example.com/cleanup');
  }
  return { finalizers: finalizers ?? [], isDeleted: typeof deletionTimestamp === 'string' };
}
