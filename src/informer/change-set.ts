import { metadataOf, stateKey } from '../follow/followed-object.js';
import type { FollowStep } from '../follow/follow-step.js';
import { stepsBetween } from './pending-steps.js';

/** The changes to the objects of an informer since the last set: one entry for each object. */
export interface ChangeSet<Item> {
  /** New objects. */
  readonly added: readonly Item[];
  /** Changed objects, with their current state and their state as of the last set. */
  readonly changed: readonly { readonly object: Item; readonly before: Item }[];
  /** Removed objects, in their state as of the last set. */
  readonly removed: readonly Item[];
}

/** Gathers steps into a {@link ChangeSet}. */
export interface ChangeGatherer<Item> {
  add(step: FollowStep<Item>): void;
  /** Returns the gathered changes, undefined if they cancel out, and starts again. */
  take(): ChangeSet<Item> | undefined;
}

/** Creates an empty gatherer. */
export function createChangeGatherer<Item>(): ChangeGatherer<Item> {
  let states = new Map<string, { readonly before: Item | undefined; now: Item | undefined }>();

  return {
    add(step) {
      if (step.type !== 'added' && step.type !== 'changed' && step.type !== 'removed') return;
      const key = stateKey(metadataOf(step.object) ?? {});
      const now = step.type === 'removed' ? undefined : step.object;
      const known = states.get(key);
      if (known !== undefined) {
        known.now = now;
        return;
      }
      const before = step.type === 'added' ? undefined : step.type === 'changed' ? step.before : step.object;
      states.set(key, { before, now });
    },

    take() {
      const set = { added: [] as Item[], changed: [] as { object: Item; before: Item }[], removed: [] as Item[] };
      let isEmpty = true;
      for (const { before, now } of states.values()) {
        for (const step of stepsBetween(before, now)) {
          isEmpty = false;
          if (step.type === 'added') set.added.push(step.object);
          else if (step.type === 'removed') set.removed.push(step.object);
          else if (step.type === 'changed') set.changed.push({ object: step.object, before: step.before });
        }
      }
      states = new Map();
      return isEmpty ? undefined : set;
    },
  };
}
