import { metadataOf, stateKey } from '../followed-object.js';
import type { FollowStep } from '../follow-step.js';

/** The steps that one reader has not taken yet. */
export type PendingSteps<Item> = ReturnType<typeof createPendingSteps<Item>>;

/** The changes to the objects of an informer since the last set: one entry for each object. */
export interface ChangeSet<Item> {
  /** New objects. */
  readonly added: readonly Item[];
  /** Changed objects, with their current state and their state as of the last set. */
  readonly changed: readonly { readonly object: Item; readonly before: Item }[];
  /** Removed objects, in their state as of the last set. */
  readonly removed: readonly Item[];
}

interface Pending<Item> {
  readonly before: Item | undefined;
  now: Item | undefined;
  readonly step?: FollowStep<Item>;
}

const synced = Symbol('synced');
const connection = Symbol('connection');

/** Creates an empty queue of at most one change per object, so a slow reader holds no more than the state. */
export function createPendingSteps<Item>() {
  const queue = new Map<string | symbol, Pending<Item>>();

  return {
    get isEmpty(): boolean {
      return queue.size === 0;
    },

    push(step: FollowStep<Item>): void {
      if (step.type !== 'added' && step.type !== 'changed' && step.type !== 'removed') {
        // Only the last step of the connection counts, after the changes that came with it; `synced` is always yielded.
        const key = step.type === 'synced' ? synced : connection;
        queue.delete(key);
        queue.set(key, { before: undefined, now: undefined, step });
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

    /** Takes the oldest: one step, a removal and an addition, or none if the changes of an object cancel out. */
    shift(): readonly FollowStep<Item>[] {
      const [next] = queue;
      if (next === undefined) return [];
      const [key, { before, now, step }] = next;
      queue.delete(key);
      return step === undefined ? stepsBetween(before, now) : [step];
    },
  };
}

/** Takes all changes as one set; undefined if there are none. */
export function takeChangeSet<Item>(pending: PendingSteps<Item>): ChangeSet<Item> | undefined {
  const set = { added: [] as Item[], changed: [] as { object: Item; before: Item }[], removed: [] as Item[] };
  while (!pending.isEmpty) {
    for (const step of pending.shift()) {
      if (step.type === 'added') set.added.push(step.object);
      else if (step.type === 'removed') set.removed.push(step.object);
      else if (step.type === 'changed') set.changed.push({ object: step.object, before: step.before });
    }
  }
  return Object.values(set).some((changes) => changes.length > 0) ? set : undefined;
}

/** Returns the steps from one state of a name to another. */
function stepsBetween<Item>(before: Item | undefined, now: Item | undefined): readonly FollowStep<Item>[] {
  if (before === undefined) return now === undefined ? [] : [{ type: 'added', object: now }];
  if (now === undefined) return [{ type: 'removed', object: before }];
  if (metadataOf(before)?.uid === metadataOf(now)?.uid) return [{ type: 'changed', object: now, before }];
  return [
    { type: 'removed', object: before },
    { type: 'added', object: now },
  ];
}
