import type { KubeList, KubeObject, ObjectLike } from '../../core/model/kube-object.js';
import { requireKnownOptions } from '../../core/shared/arguments.js';
import { markConverted } from '../../core/representation/origin.js';
import type { Representation } from '../../core/representation/representation.js';
import type { Shapes } from '../../core/representation/shapes.js';
import { continueOf } from '../../core/representation/parsed-answer.js';
import type { WatchEvent } from '../../core/representation/watch-event.js';
import { wholeObject } from '../../core/representation/whole-object.js';
import { manifestOptionChecks, toManifest, type ManifestOptions } from './to-manifest.js';

/** The shapes of a handle for manifests. */
export interface ManifestShapes<Input extends ObjectLike = KubeObject> extends Shapes {
  readonly one: KubeObject;
  readonly many: KubeList;
  readonly item: KubeObject;
  readonly event: WatchEvent<KubeObject>;
  readonly input: Input;
}

/**
 * Returns the representation of objects as they belong in git: see {@link toManifest}, which does the same to an object
 * that you already have. Manifests can be applied again, to this server or another one. `originOf` returns `converted`,
 * since no server produces them.
 *
 * @throws InvalidArgumentError if `controllers` is not a list of names
 * @example
 * const deployment = await handle.as(manifest()).namespace('shop').get('front');
 * await handle.apply(deployment, { fieldManager: 'my-backup' });
 */
export function manifest(options: ManifestOptions = {}): Representation<ManifestShapes> {
  requireKnownOptions(options, manifestOptionChecks);
  const inner = wholeObject();
  const cut = (object: KubeObject): KubeObject => toManifest(object, options);
  return {
    name: 'manifest',
    offer: (verb, context) => inner.offer(verb, context),
    decodeOne: (body, context) => cut(inner.decodeOne(body, context)),
    decodeMany(body, context) {
      const list = inner.decodeMany(body, context);
      return markConverted({ ...list, items: list.items.map(cut) });
    },
    decodeEvents(context) {
      const decode = inner.decodeEvents(context);
      return (frame) => {
        const event = decode(frame);
        return event.type === 'BOOKMARK' ? event : markConverted({ type: event.type, object: cut(event.object) });
      };
    },
    itemsOf: ({ items }) => items,
    continueOf,
  };
}
