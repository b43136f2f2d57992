import { metadataOf } from '../follow/followed-object.js';
import type { FollowStep } from '../follow/follow-step.js';
import { deepFreeze } from './deep-freeze.js';

/** The objects that a filter leaves out: only their identity is kept, which `follow` needs. */
export interface HiddenObjects<Item> {
  has(object: Item): boolean;
  /** Returns the object itself, or a stub with its identity if it is to be hidden. */
  keep(object: Item): Item;
}

/** Creates the {@link HiddenObjects} of one informer. */
export function createHiddenObjects<Item>(filter: ((object: Item) => boolean) | undefined): HiddenObjects<Item> {
  const hidden = new WeakSet();
  return {
    has: (object) => hidden.has(object as object),
    keep(object) {
      if (filter === undefined || filter(object)) return object;
      const { name, namespace, uid, resourceVersion } = metadataOf(object) ?? {};
      const stub = { metadata: { name, namespace, uid, resourceVersion } };
      hidden.add(stub);
      return stub as Item;
    },
  };
}

/**
 * Returns the step as readers see it, who do not see hidden objects; undefined if they see nothing of it.
 *
 * @param removed the known state of the object that the step removes: the filter may judge its last state differently
 */
export function visible<Item>(
  step: FollowStep<Item>,
  hidden: HiddenObjects<Item>,
  removed?: Item,
): FollowStep<Item> | undefined {
  if (step.type === 'added') return hidden.has(step.object) ? undefined : step;
  if (step.type === 'removed') {
    const known = removed ?? step.object;
    if (hidden.has(known)) return undefined;
    return hidden.has(step.object) ? { type: 'removed', object: known } : step;
  }
  if (step.type !== 'changed') return step;
  const [was, is] = [hidden.has(step.before), hidden.has(step.object)];
  if (was && is) return undefined;
  if (was) return { type: 'added', object: step.object };
  return is ? { type: 'removed', object: step.before } : step;
}

/** Freezes the objects of a step. */
export function freezeStep<Item>(step: FollowStep<Item>): FollowStep<Item> {
  if ('object' in step) deepFreeze(step.object);
  if ('before' in step) deepFreeze(step.before);
  return step;
}
