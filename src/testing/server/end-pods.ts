import type { Change } from '../store/change.js';
import { isInGracePeriod } from '../verbs/remove.js';
import type { ControllerParts, DeletionController } from './deletion-controller.js';

/** The maximum delay of timers; longer ones would fire immediately. */
const longestMs = 2 ** 31 - 1;

/**
 * Ends pods when their grace period is over, as the agent of their node does: by deleting them with a grace period of 0.
 * An agent that runs against the server comes first.
 */
export function createPodEnder({ resourceOf, now, timers, remove, run }: ControllerParts): DeletionController {
  const waiting = new Map<string, unknown>();

  const stop = (uid: string): void => {
    timers.clearTimeout(waiting.get(uid));
    waiting.delete(uid);
  };
  const observe = ({ type, object, previous, store, key }: Change): void => {
    const { uid = '', deletionTimestamp, deletionGracePeriodSeconds } = object.metadata;
    const before = previous?.metadata;
    if (before?.uid !== undefined && before.uid !== uid) stop(before.uid);
    const resource = deletionTimestamp === undefined ? undefined : resourceOf(store);
    const isPending = type !== 'DELETED' && resource !== undefined && isInGracePeriod(object, resource);
    if (!isPending) {
      if (waiting.has(uid)) stop(uid);
      return;
    }
    const isSame =
      before?.deletionTimestamp === deletionTimestamp &&
      before?.deletionGracePeriodSeconds === deletionGracePeriodSeconds;
    if (waiting.has(uid) && isSame) return;
    stop(uid);
    const ms = Math.max(0, Date.parse(deletionTimestamp ?? '') - now().getTime());
    if (!(ms <= longestMs)) return;
    const timer = timers.setTimeout(() => {
      waiting.delete(uid);
      const pod = store.get(key);
      if (pod?.metadata.uid !== uid) return;
      remove(store, key, pod, resource, { propagation: {}, gracePeriodSeconds: 0 });
      run();
    }, ms);
    // A pod that is being deleted must not keep a program alive.
    (timer as { unref?: () => void } | undefined)?.unref?.();
    waiting.set(uid, timer);
  };

  return {
    observe,
    run: () => false,
    end: () => {
      for (const uid of [...waiting.keys()]) stop(uid);
    },
  };
}
