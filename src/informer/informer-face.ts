import { abortWith, onAbort, reasonOf } from '../shared/abort.js';
import { requireCallback } from '../shared/arguments.js';
import { leavable } from '../shared/leavable.js';
import type { FollowStep } from '../follow/follow-step.js';
import type { ChangeSet } from './change-set.js';
import type { InformerCore } from './informer-core.js';
import { readChangeSets, readSteps, type ReaderSource } from './informer-readers.js';
import { hideFromCopies, throwAside, throwUnheard } from './listeners.js';
import type { IndexFunction } from './store-indexes.js';

/** The options of one user of an informer. */
export interface FaceOptions<Item> {
  readonly indexes?: Readonly<Record<string, IndexFunction<Item>>> | undefined;
  readonly onListenerError?: ((error: unknown) => void) | undefined;
  /** Ends only the face; the end of the core ends the face too. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Creates one user's view of an informer: a store with the user's own indexes, and listeners and readers that end with
 * the face.
 *
 * @param onEnd called as soon as the face ends, for whatever reason; `ended` waits for its promise
 */
export function createInformerFace<Item>(
  core: InformerCore<Item>,
  { indexes = {}, onListenerError = throwAside, signal }: FaceOptions<Item>,
  onEnd: (reason: unknown) => Promise<void> | undefined,
) {
  const ending = new AbortController();
  const closed = new DOMException('the informer was closed', 'AbortError');
  const view = core.store.view(indexes);
  const offs = new Set<() => void>();
  const isClosed = (): boolean => ending.signal.reason === closed;
  /** Who learns why the face ended. */
  const heard = { synced: false, ended: false, readers: 0 };
  const isHeard = (): boolean => heard.ended || (heard.synced && !core.health.synced) || heard.readers > 0;

  const ended = new Promise<void>((resolve, reject) => {
    const end = async (reason: Error): Promise<void> => {
      const isOverlooked = core.isFailed && reason === core.signal.reason && !isHeard();
      for (const off of [...offs]) off();
      view.close();
      await onEnd(reason);
      if (reason === closed) resolve();
      else reject(reason);
      if (isOverlooked) throwUnheard(reason, isHeard);
    };
    onAbort(ending.signal, () => void end(reasonOf(ending.signal)));
  });
  const synced = new Promise<void>((resolve, reject) => {
    void core.synced.then(resolve);
    onAbort(ending.signal, () => {
      reject(reasonOf(ending.signal));
    });
  });
  for (const each of [ended, synced]) each.catch(() => undefined);

  /** Begins something that stops when the face ends, at the latest. */
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
  const on = (listener: (step: FollowStep<Item>) => void): (() => void) => {
    requireCallback('listener', listener);
    return during(() => core.on(listener, onListenerError));
  };
  const onTurn = (listener: () => void): (() => void) => {
    requireCallback('listener', listener);
    return during(() => core.onTurn(listener, onListenerError));
  };
  const source: ReaderSource<Item> = {
    on,
    onTurn,
    snapshot: () => core.store.snapshot(),
    isSynced: () => core.health.synced,
    isClosed,
  };
  /** A reader that starts after `close()` ends at once and without an error, like those that were reading. */
  const read = <Told>(
    begin: (leaving: AbortSignal) => AsyncGenerator<Told, void, undefined>,
  ): AsyncIterator<Told, undefined> => {
    let reading = 0;
    const beginHearing = (leaving: AbortSignal): AsyncGenerator<Told, void, undefined> => {
      reading = 1;
      heard.readers += reading;
      return begin(leaving);
    };
    return leavable(beginHearing, isClosed() ? [] : [ending.signal], () => {
      heard.readers -= reading;
    });
  };

  abortWith(ending, [signal, core.signal]);

  return hideFromCopies({
    store: view.store,
    get synced() {
      heard.synced = true;
      return synced;
    },
    get ended() {
      heard.ended = true;
      return ended;
    },
    get endpoint() {
      return core.endpoint;
    },
    get columns() {
      return core.columns;
    },
    get health() {
      return { ...core.health };
    },
    on,
    changeSets: (): AsyncIterable<ChangeSet<Item>> => ({
      [Symbol.asyncIterator]: () => read((leaving) => readChangeSets(source, leaving)),
    }),
    subscribe: onTurn,
    getSnapshot: () => core.store.snapshot(),
    close() {
      ending.abort(closed);
    },
    [Symbol.asyncIterator]: (): AsyncIterator<FollowStep<Item>, undefined> =>
      read((leaving) => readSteps(source, leaving)),
  });
}
