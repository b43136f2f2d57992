import { metadataOf, stateKey } from '../follow/followed-object.js';
import type { FollowStep } from '../follow/follow-step.js';

/**
 * The steps that one reader has not taken yet: at most one change per object, so a slow reader holds no more than the
 * state.
 */
export interface PendingSteps<Item> {
  readonly isEmpty: boolean;
  push(step: FollowStep<Item>): void;
  /** Takes the oldest: one step, or a removal and an addition. */
  shift(): readonly FollowStep<Item>[];
}

interface Pending<Item> {
  readonly before: Item | undefined;
  now: Item | undefined;
  readonly step?: FollowStep<Item>;
}

const synced = Symbol('synced');
const connection = Symbol('connection');

/** Creates an empty queue. */
export function createPendingSteps<Item>(): PendingSteps<Item> {
  const queue = new Map<string | symbol, Pending<Item>>();

  return {
    get isEmpty() {
      return queue.size === 0;
    },

    push(step) {
      if (step.type !== 'added' && step.type !== 'changed' && step.type !== 'removed') {
        // Only the last step of the connection counts, after the changes that came with it; `synced` is always yielded.
        const place = step.type === 'synced' ? synced : connection;
        queue.delete(place);
        queue.set(place, { before: undefined, now: undefined, step });
        return;
      }
      const key = stateKey(metadataOf(step.object) ?? {});
      const known = queue.get(key);
      const now = step.type === 'removed' ? undefined : step.object;
      if (known !== undefined) {
        known.now = now;
        if (known.before === undefined && now === undefined) queue.delete(key);
        return;
      }
      const before = step.type === 'added' ? undefined : step.type === 'changed' ? step.before : step.object;
      queue.set(key, { before, now });
    },

    shift() {
      const [next] = queue;
      if (next === undefined) return [];
      const [key, { before, now, step }] = next;
      queue.delete(key);
      return step === undefined ? stepsBetween(before, now) : [step];
    },
  };
}

/** Returns the steps from one state of a name to another. */
export function stepsBetween<Item>(before: Item | undefined, now: Item | undefined): readonly FollowStep<Item>[] {
  if (before === undefined) return now === undefined ? [] : [{ type: 'added', object: now }];
  if (now === undefined) return [{ type: 'removed', object: before }];
  if (metadataOf(before)?.uid === metadataOf(now)?.uid) return [{ type: 'changed', object: now, before }];
  return [
    { type: 'removed', object: before },
    { type: 'added', object: now },
  ];
}
