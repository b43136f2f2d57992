import { metadataOf } from '../watch/followed-object.js';
import type { FollowStep } from '../watch/follow-step.js';
import type { ObjectMeta } from '../core/model/kube-object.js';
import { requireObject } from '../core/shared/arguments.js';
import { isEqual } from '../core/shared/is-equal.js';

/** A step about one object. */
export type ObjectStep<Item> = Extract<FollowStep<Item>, { readonly type: 'added' | 'changed' | 'removed' }>;

/**
 * Reports whether a step is worth a reconcile. It is called for steps of type `changed` only, unless `predicateOn` of
 * its source says otherwise, so that an addition, a removal or the start of a deletion is never dropped by accident.
 */
export type Predicate<Item = unknown> = (step: ObjectStep<Item>) => boolean;

/**
 * Reports whether the `spec` changed, as far as the server counts such changes in `metadata.generation`. True for
 * objects without a generation, whose changes are unknown. It keeps a controller from triggering itself by writing
 * `status`.
 *
 * @example
 * const source = { resource: 'deployments', predicate: generationChanged };
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/
 */
export const generationChanged: Predicate = differs(
  ({ generation }) => generation,
  ({ generation }) => generation === undefined,
);

/**
 * Reports whether a label was added, removed or changed.
 *
 * @example
 * const source = { resource: 'nodes', predicate: labelsChanged };
 */
export const labelsChanged: Predicate = differs(({ labels }) => labels);

/**
 * Reports whether an annotation was added, removed or changed.
 *
 * @example
 * const source = { resource: 'deployments', predicate: annotationsChanged };
 */
export const annotationsChanged: Predicate = differs(({ annotations }) => annotations);

/**
 * Combines predicates: true if at least one is true.
 *
 * @example
 * const predicate = anyOf(generationChanged, labelsChanged, annotationsChanged);
 */
export function anyOf<Item>(...predicates: readonly Predicate<Item>[]): Predicate<Item> {
  return (step) => predicates.some((each) => each(step));
}

/**
 * Combines predicates: true if all are true.
 *
 * @example
 * const predicate = allOf(generationChanged, not(labelsChanged));
 */
export function allOf<Item>(...predicates: readonly Predicate<Item>[]): Predicate<Item> {
  return (step) => predicates.every((each) => each(step));
}

/**
 * Negates a predicate.
 *
 * @example
 * const predicate = not(annotationsChanged);
 */
export function not<Item>(predicate: Predicate<Item>): Predicate<Item> {
  return (step) => !predicate(step);
}

/** Reports whether this step starts the deletion of an object, which then waits for its finalizers. */
export function beganDeletion(step: ObjectStep<unknown>): boolean {
  if (step.type !== 'changed') return false;
  const isDeleted = (item: unknown): boolean => typeof metadataOf(item)?.deletionTimestamp === 'string';
  return isDeleted(step.object) && !isDeleted(step.before);
}

function differs(read: (metadata: ObjectMeta) => unknown, isUnknown?: (metadata: ObjectMeta) => boolean): Predicate {
  return (step) => {
    requireObject('step', step);
    if (step.type !== 'changed') return true;
    const [now, before] = [metadataOf(step.object) ?? {}, metadataOf(step.before) ?? {}];
    // A missing map equals an empty one.
    return isUnknown?.(now) === true || !isEqual(read(now) ?? {}, read(before) ?? {});
  };
}
