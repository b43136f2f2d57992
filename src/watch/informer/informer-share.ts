import type { FollowStep } from '../follow-step.js';
import { abandonOnAbort, abortWith, onAbort, reasonOf } from '../../core/shared/abort.js';
import { isComparableVersion } from '../../core/model/resource-version.js';
import { requireCallback, requireKnownOptions, requireSignal } from '../../core/shared/arguments.js';
import { createEndReport } from '../end-report.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import { abortableIterator } from '../../core/shared/abortable-iterator.js';
import type { InformerCore } from './informer-core.js';
import { createBell, throwUncaught, type Listeners } from './listeners.js';
import { createPendingSteps, takeChangeSet, type ChangeSet, type PendingSteps } from './pending-steps.js';
import type { IndexFunction } from './informer-store.js';

/** The options of one user of an informer. */
export interface ShareOptions<Item> {
  readonly indexes?: Readonly<Record<string, IndexFunction<Item>>> | undefined;
  readonly onListenerError?: ((error: unknown) => void) | undefined;
  /** Ends only the share; the end of the core ends the share too. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `informer.reached`. */
export interface ReachedOptions {
  /** Ends the wait, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates one user's share of an informer: a store with the user's own indexes, and listeners and readers that end with
 * the share.
 *
 * An end is reported once ({@link createEndReport}), and by neither promise if it came from outside, or if a reader is
 * open, which gets the error.
 *
 * @param onEnd called as soon as the share ends, for whatever reason; `ended` waits for its promise
 */
export function createInformerShare<Item>(
  core: InformerCore<Item>,
  { indexes = {}, onListenerError = throwUncaught, signal }: ShareOptions<Item>,
  onEnd: (reason: unknown) => Promise<void> | undefined,
) {
  const ending = new AbortController();
  const closed = new DOMException('the informer was closed', 'AbortError');
  const view = core.store.view(indexes);
  const offs = new Set<() => void>();
  const isClosed = (): boolean => ending.signal.reason === closed;
  let readers = 0;

  const synced = abandonOnAbort(core.synced, ending.signal);
  const ended = new Promise<void>((resolve, reject) => {
    const end = async (reason: Error): Promise<void> => {
      const isReported = core.status.isFailed && reason === core.signal.reason && readers === 0;
      report.end({ isReported, hasSynced: core.health.synced });
      for (const off of [...offs]) off();
      view.close();
      await onEnd(reason);
      if (reason === closed) resolve();
      else reject(reason);
    };
    onAbort(ending.signal, () => void end(reasonOf(ending.signal)));
  });
  const report = createEndReport({ synced, ended });

  /** Begins something that stops when the share ends, at the latest. */
  const during = (begin: () => () => void): (() => void) => {
    if (ending.signal.aborted) return () => undefined;
    const stop = begin();
    const off = (): void => {
      offs.delete(off);
      stop();
    };
    offs.add(off);
    return off;
  };
  const adding =
    <Event>(listeners: Listeners<Event>) =>
    (listener: (event: Event) => void): (() => void) => {
      requireCallback('listener', listener);
      return during(() => listeners.add(listener, onListenerError));
    };
  const on = adding(core.listeners);
  const onTurn = adding(core.turns);

  /**
   * Yields what has gathered whenever there is something, beginning with the existing objects. A reader that starts after
   * `close()` ends at once and without an error, like those that were reading.
   *
   * @param take takes from what has gathered
   * @param wakeAt what lets the reader look again: each step, or the end of a turn with steps
   */
  const read = <Read>(
    take: (pending: PendingSteps<Item>) => readonly Read[],
    wakeAt: 'step' | 'turn',
  ): AsyncIterator<Read, undefined> => {
    async function* readAll(leaving: AbortSignal): AsyncGenerator<Read, void, undefined> {
      if (isClosed()) return;
      readers += 1;
      const pending = createPendingSteps<Item>();
      const bell = createBell();
      for (const object of view.store.list()) pending.push({ type: 'added', object });
      if (core.health.synced) pending.push({ type: 'synced', resourceVersion: '' });
      const stops = [
        on((step) => {
          pending.push(step);
          if (wakeAt === 'step') bell.ring();
        }),
      ];
      if (wakeAt === 'turn') stops.push(onTurn(bell.ring));
      try {
        for (;;) {
          yield* take(pending);
          if (!pending.isEmpty) continue;
          if (isClosed()) return;
          leaving.throwIfAborted();
          await bell.rung(leaving);
        }
      } finally {
        readers -= 1;
        for (const stop of stops) stop();
      }
    }
    return abortableIterator(readAll, isClosed() ? [] : [ending.signal]);
  };

  abortWith(ending, [signal, core.signal]);

  return {
    store: view.store,
    get synced() {
      return report.synced;
    },
    get ended() {
      return report.ended;
    },
    get endpoint() {
      return core.status.endpoint;
    },
    get columns() {
      return core.status.columns;
    },
    get health() {
      return { ...core.health };
    },
    get '~followed'() {
      return core.status.followed;
    },
    reached: (version: string, options: ReachedOptions = {}): Promise<void> =>
      new Promise((resolve, reject) => {
        if (!isComparableVersion(version)) {
          throw new InvalidArgumentError('version', 'must be a resource version: a number above 0');
        }
        const { signal: leaving } = requireKnownOptions(options, { signal: requireSignal });
        const waiting = new AbortController();
        const unfollow = abortWith(waiting, [leaving, ending.signal]);
        waiting.signal.throwIfAborted();
        // Fulfilled directly: whoever waits knows it before a listener of the step can act.
        const stop = core.version.wait(version, () => {
          unfollow();
          resolve();
        });
        onAbort(waiting.signal, () => {
          stop();
          reject(reasonOf(waiting.signal));
        });
      }),
    on,
    changeSets: (): AsyncIterable<ChangeSet<Item>> => ({
      [Symbol.asyncIterator]: () =>
        read((pending) => {
          const set = takeChangeSet(pending);
          return set === undefined ? [] : [set];
        }, 'turn'),
    }),
    subscribe: onTurn,
    getSnapshot: () => core.store.snapshot(),
    close() {
      ending.abort(closed);
    },
    [Symbol.asyncIterator]: (): AsyncIterator<FollowStep<Item>, undefined> =>
      read((pending) => pending.shift(), 'step'),
  };
}
