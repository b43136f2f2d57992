import type { Client } from '../client.js';
import { ResourceGoneError } from '../follow/errors.js';
import { follow, type FollowOptions } from '../follow/follow.js';
import type { FollowStep } from '../follow/follow-step.js';
import type { KubeObject } from '../model/kube-object.js';
import type { Shapes } from '../representation/shapes.js';
import type { ObjectShapes } from '../representation/whole-object.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { abortWith } from '../shared/abort.js';
import { requireCallback, requireKnownOptions, requireMethods } from '../shared/arguments.js';
import { callQuietly } from '../shared/call-quietly.js';
import { systemClock } from '../shared/clock.js';
import { leavable } from '../shared/leavable.js';
import { createHiddenObjects, freezeStep, visible } from './hidden-objects.js';
import { handleOf, successorOf } from './informed-handle.js';
import type { ChangeSet } from './change-set.js';
import { informerOptionChecks, isNameOfResource } from './informer-arguments.js';
import { readChangeSets, readSteps, type ReaderSource } from './informer-readers.js';
import { createInformerStore, type IndexFunction, type InformerStore } from './informer-store.js';

/** What {@link createInformer} takes. */
export interface InformerOptions<Item> extends Omit<FollowOptions<Item>, 'state'> {
  /** For a resource that is given by name: one namespace instead of all. */
  readonly namespace?: string | undefined;
  /** Which objects there are to be; the others are not kept but for their names. */
  readonly filter?: ((object: Item) => boolean) | undefined;
  /** Further indexes of the store. */
  readonly indexes?: Readonly<Record<string, IndexFunction<Item>>> | undefined;
  /** For a resource that is given by name: waits for one that is not served yet, so many milliseconds. @default none */
  readonly waitForResourceMs?: number | undefined;
  /** Told of what a listener throws; what it throws itself is nobody's affair. @default it is thrown where nobody catches it */
  readonly onListenerError?: ((error: unknown) => void) | undefined;
}

/** How an informer is. */
export interface InformerHealth {
  readonly synced: boolean;
  /** Since when the server is lost, in milliseconds of the clock; undefined while it is there. */
  readonly interruptedAt: number | undefined;
  /** When something was last heard, in milliseconds of the clock. */
  readonly lastHeardAt: number | undefined;
  /** How often the state was taken: 1 after the first time. */
  readonly relists: number;
}

/**
 * The objects of one resource, kept up to date, with indexes: what controllers and live views read from. A `for await` tells
 * the objects that are there, then every change; a reader that is slow is told the last state of each object.
 */
export interface Informer<Item> extends AsyncIterable<FollowStep<Item>> {
  readonly store: InformerStore<Item>;
  /** Fulfilled once the first state is complete; rejected where the informer ends before. */
  readonly synced: Promise<void>;
  readonly health: InformerHealth;
  /** Rejected with the reason when the informer ends by an error; fulfilled by `close()`. */
  readonly ended: Promise<void>;
  /** Calls a listener with every step from now on. Answers the function that calls it off. */
  on(listener: (step: FollowStep<Item>) => void): () => void;
  /** Changes gathered over one turn of the runtime, for user interfaces. */
  changeSets(): AsyncIterable<ChangeSet<Item>>;
  /** As React's `useSyncExternalStore` and Vue's stores want it: called at most once a turn. Answers the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** All objects: the same array until one changes. */
  readonly getSnapshot: () => readonly Item[];
  close(): void;
}

/**
 * Makes an informer, which begins at once. Where the version that it follows is withdrawn it goes on with the next that is served:
 * the objects are the same, and each is told as changed. It ends by its signal, `close()`, `client.close()`, or with the reason
 * that `follow` ends for.
 *
 * @param subject a name, for whole objects, or a handle in any representation
 * @throws InvalidArgumentError for options that can never work; everything else rejects `ended` and `synced`
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function createInformer<S extends Shapes>(
  client: Client,
  subject: ResourceHandle<S>,
  options?: InformerOptions<S['item']>,
): Informer<S['item']>;
export function createInformer(
  client: Client,
  subject: string,
  options?: InformerOptions<ObjectShapes<KubeObject>['item']>,
): Informer<ObjectShapes<KubeObject>['item']>;
export function createInformer(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: object = {},
): Informer<unknown> {
  return startInformer(client, subject, options);
}

function startInformer<Item>(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: InformerOptions<Item>,
): Informer<Item> {
  requireMethods('client', client, ['resource', 'handle']);
  requireKnownOptions(options, informerOptionChecks(isNameOfResource(subject)));
  const {
    filter,
    indexes = {},
    namespace,
    waitForResourceMs,
    onListenerError = throwAside,
    signal,
    clock = systemClock,
    transform,
    ...rest
  } = options;
  const ending = new AbortController();
  const closed = new DOMException('the informer was closed', 'AbortError');
  const hidden = createHiddenObjects(filter);
  const store = createInformerStore<Item>({ indexes, isHidden: (object) => hidden.has(object) });
  const listeners = new Set<(step: FollowStep<Item>) => void>();
  const turns = new Set<() => void>();
  const health = {
    synced: false,
    interruptedAt: undefined as number | undefined,
    lastHeardAt: undefined as number | undefined,
    relists: 0,
  };
  const { promise: synced, resolve: nowSynced, reject: neverSynced } = withResolvers();
  let isTurnDue = false;

  abortWith(ending, [signal, client.signal]);
  const endTurn = (): void => {
    isTurnDue = false;
    for (const tell of [...turns]) if (turns.has(tell)) guarded(tell);
  };
  const guarded = (call: () => void): void => {
    try {
      call();
    } catch (error) {
      callQuietly(() => onListenerError(error));
    }
  };
  const tell = (step: FollowStep<Item>): void => {
    for (const listener of [...listeners]) {
      // Another one may have called it off just now.
      if (!listeners.has(listener)) continue;
      guarded(() => {
        listener(step);
      });
    }
    if (isTurnDue || turns.size === 0) return;
    isTurnDue = true;
    setTimeout(endTurn, 0);
  };
  const note = (step: FollowStep<Item>): void => {
    health.lastHeardAt = step.type === 'interrupted' ? health.lastHeardAt : clock.now();
    if (step.type === 'interrupted') health.interruptedAt ??= clock.now();
    if (step.type !== 'synced' && step.type !== 'recovered') return;
    health.interruptedAt = undefined;
    health.relists += 1;
    if (health.synced) return;
    health.synced = true;
    nowSynced();
  };
  const keep = (sent: Item): Item => hidden.keep(transform === undefined ? sent : transform(sent));
  const run = async (): Promise<void> => {
    let handle = await handleOf(client, subject, { namespace, waitForResourceMs, signal: ending.signal });
    for (;;) {
      try {
        const steps = follow(handle, {
          ...rest,
          clock,
          signal: ending.signal,
          transform: keep as never,
          state: store.state,
        });
        for await (const each of steps) {
          const step = visible(each as FollowStep<Item>, hidden);
          note(each as FollowStep<Item>);
          if (step !== undefined) tell(freezeStep(step));
        }
      } catch (error) {
        const next = error instanceof ResourceGoneError ? successorOf(client, handle) : undefined;
        if (next === undefined) throw error;
        handle = next;
      }
    }
  };
  const ended = run().catch((error: unknown) => {
    neverSynced(error);
    ending.abort(error);
    if (error !== closed) throw error;
  });
  ended.catch(() => undefined);
  synced.catch(() => undefined);

  const on: Informer<Item>['on'] = (listener) => {
    requireCallback('listener', listener);
    const own = (step: FollowStep<Item>): void => {
      listener(step);
    };
    listeners.add(own);
    return () => listeners.delete(own);
  };

  const source: ReaderSource<Item> = {
    on,
    onTurn(listener) {
      turns.add(listener);
      return () => turns.delete(listener);
    },
    snapshot: () => store.snapshot(),
    isSynced: () => health.synced,
    isClosed: () => ending.signal.reason === closed,
  };

  // Whoever begins to read after close() gets the objects that there were, and no error either.
  const endOfReaders = (): readonly AbortSignal[] => (source.isClosed() ? [] : [ending.signal]);

  return {
    store,
    synced,
    ended,
    get health() {
      return { ...health };
    },
    on,
    changeSets: () => ({
      [Symbol.asyncIterator]: () => leavable((leaving) => readChangeSets(source, leaving), endOfReaders()),
    }),
    subscribe(listener) {
      requireCallback('listener', listener);
      const turn = (): void => {
        listener();
      };
      turns.add(turn);
      return () => turns.delete(turn);
    },
    getSnapshot: () => store.snapshot(),
    close() {
      ending.abort(closed);
    },
    [Symbol.asyncIterator]: () => leavable((leaving) => readSteps(source, leaving), endOfReaders()),
  };
}

function withResolvers(): {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
} {
  let resolve = (): void => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((one, other) => {
    resolve = one;
    reject = other;
  });
  return { promise, resolve, reject };
}

/** As from a listener of the platform: it breaks nothing here, and nobody overlooks it. */
function throwAside(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
