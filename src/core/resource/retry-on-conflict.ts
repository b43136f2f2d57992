import { isConflict } from '../errors.js';
import type { ObjectLike } from '../model/kube-object.js';
import type { Manifest, Served } from '../representation/shapes.js';
import type { ObjectShapes } from '../representation/whole-object.js';
import {
  requireCallback,
  requireClock,
  requireCount,
  requireKnownOptions,
  requireMethods,
  requireObject,
  requireSignal,
} from '../shared/arguments.js';
import { systemClock, type Clock } from '../shared/clock.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { optionTables, type WriteOptions } from './options.js';
import type { ResourceHandle } from './resource-handle.js';

/** Options of {@link retryOnConflict}. */
export type RetryOnConflictOptions = Omit<WriteOptions, 'timeoutMs'> & {
  /** How often the object may be read and written. @default 5 */
  readonly attempts?: number | undefined;
  /** The subresource to replace: one that takes the whole object, such as `status`. @default the object itself */
  readonly subresource?: string | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
};

const { query, further } = optionTables.replace;
const checks = { ...query, ...further, signal: requireSignal, attempts: requireCount, clock: requireClock };

const firstPauseMs = 10;

/**
 * Reads an object, changes it and replaces it. If another client changed it in between (409), starts again after a
 * short pause. Use it for a change that depends on the current state. For other changes, a patch or an apply is better.
 *
 * @param handle a handle of whole objects
 * @param change returns the new object, which may be the one it was given, modified in place; returns undefined to
 *   leave the object as it is. It is called again after a conflict, so it must have no other side effects.
 * @returns the object as stored, or as read if there was nothing to change
 * @throws the last conflict (see `isConflict`) after `attempts` attempts; and whatever get, replace and `change` throw
 * @throws InvalidArgumentError for invalid options, and for a change of name, namespace or resourceVersion
 * @example
 * await retryOnConflict(handle.namespace('shop'), 'front', (object) => {
 *   object.metadata.labels = { ...object.metadata.labels, checked: 'true' };
 *   return object;
 * });
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
 */
export async function retryOnConflict<T extends ObjectLike>(
  handle: ResourceHandle<ObjectShapes<T>>,
  name: string,
  change: (object: Served<T>) => Manifest<T> | undefined | Promise<Manifest<T> | undefined>,
  options: RetryOnConflictOptions = {},
): Promise<Served<T>> {
  const { attempts = 5, clock = systemClock, subresource, ...write } = requireKnownOptions(options, checks);
  requireMethods('handle', handle, ['get', 'replace']);
  requireCallback('change', change);
  for (let attempt = 1; ; attempt += 1) {
    const object = await handle.get(name, { signal: write.signal });
    const { resourceVersion, namespace } = object.metadata as { resourceVersion?: string; namespace?: string };
    const changed = await change(object);
    if (changed === undefined) return object;
    const metadata = requireObject('change', changed).metadata as Readonly<Record<string, unknown>> | undefined;
    if (metadata?.['resourceVersion'] !== resourceVersion) {
      throw new InvalidArgumentError('change', 'must not change metadata.resourceVersion, which detects conflicts');
    }
    if (metadata?.['name'] !== name || (metadata['namespace'] ?? namespace) !== namespace) {
      throw new InvalidArgumentError('change', 'must not change metadata.name and namespace');
    }
    try {
      return await (subresource === undefined
        ? handle.replace(changed, write)
        : handle.replace(changed, { ...write, subresource }));
    } catch (error) {
      if (attempt >= attempts || !isConflict(error)) throw error;
    }
    await clock.sleep(firstPauseMs * 2 ** (attempt - 1) * (1 + Math.random()), write.signal);
  }
}
