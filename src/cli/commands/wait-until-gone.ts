import { follow, isKubeError, type ResourceHandle } from '../../index.js';
import { selectorOfName } from './object-targets.js';

export interface WaitUntilGoneOptions {
  /**
   * The uid of the object to wait for, so that another object with its name does not count. Undefined for any object.
   */
  readonly uid: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called when the server is lost; the wait continues. */
  readonly onLoss: (error: unknown) => Promise<void>;
}

/**
 * Waits until an object is gone, or another one has its name; returns false when the time is over. Unlike `waitFor`
 * with `deleted`, it knows the uid, so that an object recreated before the wait began does not delay it.
 *
 * @param handle bound to the namespace
 */
export async function waitUntilGone(
  handle: ResourceHandle,
  name: string,
  { uid, timeoutMs, signal, onLoss }: WaitUntilGoneOptions,
): Promise<boolean> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const combined = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let exists = false;
  try {
    const steps = follow(handle.as('PartialObjectMetadata'), {
      fieldSelector: selectorOfName(name),
      signal: combined,
    });
    for await (const step of steps) {
      if (step.type === 'interrupted') await onLoss(step.error);
      // A server or a proxy that ignores the selector sends other objects too.
      if ('object' in step && step.object.metadata.name !== name) continue;
      if (step.type === 'removed') return true;
      if (step.type === 'synced' && !exists) return true;
      if (step.type === 'added' || step.type === 'changed') {
        exists = uid === undefined || step.object.metadata.uid === uid;
        if (!exists) return true;
      }
    }
  } catch (error) {
    if (timeout.aborted && signal?.aborted !== true) return false;
    if (isKubeError(error) && error.code === 'resource-gone') return true;
    throw error;
  }
  return !timeout.aborted;
}
