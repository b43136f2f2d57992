import type { FollowStep } from '../follow/follow-step.js';
import { onAbort } from '../shared/abort.js';
import { createChangeGatherer, type ChangeSet } from './change-set.js';
import { createPendingSteps } from './pending-steps.js';

/** The source that the readers of an informer read from. */
export interface ReaderSource<Item> {
  readonly on: (listener: (step: FollowStep<Item>) => void) => () => void;
  /** Adds a listener that is called once for each turn with a step. */
  readonly onTurn: (listener: () => void) => () => void;
  readonly snapshot: () => readonly Item[];
  readonly isSynced: () => boolean;
  /** Whether the informer was closed: then readers end without an error. */
  readonly isClosed: () => boolean;
}

/** Yields the existing objects, then every step. */
export async function* readSteps<Item>(
  source: ReaderSource<Item>,
  leaving: AbortSignal,
): AsyncGenerator<FollowStep<Item>, void, undefined> {
  if (source.isClosed()) return;
  const pending = createPendingSteps<Item>();
  for (const object of source.snapshot()) pending.push({ type: 'added', object });
  if (source.isSynced()) pending.push({ type: 'synced', resourceVersion: '' });
  const bell = createBell();
  const off = source.on((step) => {
    pending.push(step);
    bell.ring();
  });
  try {
    for (;;) {
      yield* pending.shift();
      if (!pending.isEmpty) continue;
      if (source.isClosed()) return;
      leaving.throwIfAborted();
      await bell.rung(leaving);
    }
  } finally {
    off();
  }
}

/** Yields the existing objects as one set, then one set for each turn with changes. */
export async function* readChangeSets<Item>(
  source: ReaderSource<Item>,
  leaving: AbortSignal,
): AsyncGenerator<ChangeSet<Item>, void, undefined> {
  if (source.isClosed()) return;
  const gatherer = createChangeGatherer<Item>();
  for (const object of source.snapshot()) gatherer.add({ type: 'added', object });
  const bell = createBell();
  const off = source.on((step) => {
    gatherer.add(step);
  });
  const offTurn = source.onTurn(() => {
    bell.ring();
  });
  try {
    for (;;) {
      const set = gatherer.take();
      if (set !== undefined) yield set;
      if (source.isClosed()) return;
      leaving.throwIfAborted();
      await bell.rung(leaving);
    }
  } finally {
    off();
    offTurn();
  }
}

/** Wakes one reader; a ring before the reader waits is not lost. */
function createBell(): { ring(): void; rung(signal: AbortSignal): Promise<void> } {
  let wake: (() => void) | undefined;
  let hasRung = false;
  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    async rung(signal) {
      if (!hasRung) {
        await new Promise<void>((resolve) => {
          const stop = onAbort(signal, resolve);
          wake = () => {
            stop();
            resolve();
          };
          if (signal.aborted) wake();
        });
      }
      hasRung = false;
      wake = undefined;
    },
  };
}
