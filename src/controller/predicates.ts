import { metadataOf } from '../follow/followed-object.js';
import type { FollowStep } from '../follow/follow-step.js';
import type { ObjectMeta } from '../model/kube-object.js';

/** A step that tells what became of one object. */
export type ObjectStep<Item> = Extract<FollowStep<Item>, { readonly type: 'added' | 'changed' | 'removed' }>;

/**
 * Whether a step is worth a reconcile. It is asked for steps of the type `changed` alone, unless `predicateOn` of its source
 * says otherwise: what came, what went and what is about to go is never overlooked by accident.
 */
export type Predicate<Item = unknown> = (step: ObjectStep<Item>) => boolean;

/**
 * True where the `spec` changed, so far as the server counts that in `metadata.generation`, and for objects without one, of
 * which nothing is known. Then a controller does not wake itself by writing `status`.
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
 * True where a label came, went or changed.
 *
 * @example
 * const source = { resource: 'nodes', predicate: labelsChanged };
 */
export const labelsChanged: Predicate = differs(({ labels }) => labels);

/**
 * True where an annotation came, went or changed.
 *
 * @example
 * const source = { resource: 'deployments', predicate: annotationsChanged };
 */
export const annotationsChanged: Predicate = differs(({ annotations }) => annotations);

/**
 * True where one of them is.
 *
 * @example
 * const predicate = anyOf(generationChanged, labelsChanged, annotationsChanged);
 */
export function anyOf<Item>(...predicates: readonly Predicate<Item>[]): Predicate<Item> {
  return (step) => predicates.some((each) => each(step));
}

/**
 * True where all of them are.
 *
 * @example
 * const predicate = allOf(generationChanged, not(labelsChanged));
 */
export function allOf<Item>(...predicates: readonly Predicate<Item>[]): Predicate<Item> {
  return (step) => predicates.every((each) => each(step));
}

/**
 * True where the other is not.
 *
 * @example
 * const predicate = not(annotationsChanged);
 */
export function not<Item>(predicate: Predicate<Item>): Predicate<Item> {
  return (step) => !predicate(step);
}

/** Whether an object began to be deleted by this step: it waits for its finalizers. */
export function beganDeletion(step: ObjectStep<unknown>): boolean {
  if (step.type !== 'changed') return false;
  const isDeleted = (item: unknown): boolean => typeof metadataOf(item)?.deletionTimestamp === 'string';
  return isDeleted(step.object) && !isDeleted(step.before);
}

function differs(read: (metadata: ObjectMeta) => unknown, isUnknown?: (metadata: ObjectMeta) => boolean): Predicate {
  return (step) => {
    if (step.type !== 'changed') return true;
    const [now, before] = [metadataOf(step.object) ?? {}, metadataOf(step.before) ?? {}];
    return isUnknown?.(now) === true || !isSame(read(now), read(before));
  };
}

/** Of texts, numbers and flat maps of texts; a map that is missing is an empty one. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one === 'number' || typeof other === 'number') return false;
  const [first, second] = [Object.entries(one ?? {}), Object.entries(other ?? {})];
  const values = new Map<string, unknown>(second);
  return first.length === second.length && first.every(([key, value]) => values.has(key) && values.get(key) === value);
}
