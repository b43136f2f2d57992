import { metadataOf } from '../watch/followed-object.js';
import { followedBy } from '../watch/informer/informer-core.js';
import { createBell } from '../watch/informer/listeners.js';
import { abandonOnAbort } from '../core/shared/abort.js';
import { requireKnownOptions, requireMethods, requireSignal } from '../core/shared/arguments.js';
import type { CallOptions } from '../core/resource/options.js';
import type { Controller, ControllerStatus } from './controller.js';
import type { ControllerSource } from './controller-source.js';

/**
 * Waits until a controller has seen every write so far, its own included, and has nothing to do. Use it in tests
 * instead of a sleep. It lists the objects that the controller follows and compares them with the informers.
 *
 * It does not wait for delayed requests: advance the clock of the controller for these, for example by the returned
 * `nextInMs`.
 *
 * @returns the status of the settled controller
 * @throws the error that ends the controller; the signal's reason after an abort
 * @example
 * await handle.namespace('shop').create({ metadata: { name: 'front' } });
 * await settled(controller);
 * console.log((await handle.namespace('shop').get('front')).metadata.labels);
 */
export async function settled(
  controller: Controller,
  options: Pick<CallOptions, 'signal'> = {},
): Promise<ControllerStatus> {
  requireMethods('controller', controller, ['idle']);
  const { signal } = requireKnownOptions(options, { signal: requireSignal });
  const ended = controller.ended.then(() => undefined);
  ended.catch(() => undefined);
  const wait = <T>(work: Promise<T>): Promise<T | undefined> => abandonOnAbort(Promise.race([work, ended]), signal);
  await wait(controller.synced);
  const bell = createBell();
  const offs = controller.sources.map(({ informer }) => informer.on(bell.ring));
  try {
    for (;;) {
      await wait(controller.idle());
      const { finished, closed } = controller.status;
      if (closed) {
        await wait(ended);
        return controller.status;
      }
      bell.silence();
      const isCurrent = await wait(isUpToDate(controller.sources, signal));
      await wait(controller.idle());
      if (bell.hasRung || controller.status.finished !== finished) continue;
      if (isCurrent === true) return controller.status;
      await wait(bell.rung(signal));
    }
  } finally {
    for (const off of offs) off();
  }
}

/** Reports whether the informers have the same objects as the server. */
async function isUpToDate(sources: readonly ControllerSource[], signal: AbortSignal | undefined): Promise<boolean> {
  const answers = await Promise.all(
    sources.map(async ({ informer }) => {
      const followed = followedBy(informer);
      if (followed === undefined) return true;
      const { handle, filter, labelSelector, fieldSelector, shard } = followed;
      let count = 0;
      for await (const item of handle.items({ labelSelector, fieldSelector, shard, signal })) {
        if (filter?.(item) === false) continue;
        count += 1;
        const { namespace, name = '', uid, resourceVersion } = metadataOf(item) ?? {};
        const known = metadataOf(informer.store.get(namespace, name));
        if (known?.uid !== uid || known?.resourceVersion !== resourceVersion) return false;
      }
      return informer.store.size === count;
    }),
  );
  return answers.every(Boolean);
}
