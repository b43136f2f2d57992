import type { Client } from '../client.js';
import { throwUnheard } from '../informer/listeners.js';
import { abandonOnAbort, onAbort } from '../shared/abort.js';
import { callQuietly } from '../shared/call-quietly.js';
import { requireObject } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { createControllerLife } from './controller-life.js';
import {
  requireControllerOptions,
  requireTime,
  type ControllerOptions,
  type ReconcileContext,
} from './controller-options.js';
import {
  handleOfSource,
  openSource,
  type ControllerSource,
  type GivenSource,
  type WatchedResource,
} from './controller-source.js';
import { ControllerClosedError, SourceClosedError } from './errors.js';
import { dependentsIn, type OwnerPlace } from './owner-requests.js';
import { createReconciler, type RunningReconcile } from './reconciler.js';
import { requestKey, requireRequest, type ReconcileRequest } from './reconcile-request.js';
import { readRequests } from './source-requests.js';
import { createWorkQueue, type AddOptions } from './work-queue.js';

/** How a controller is. */
export interface ControllerStatus {
  /** Whether all informers were synced, so that reconciles run. */
  readonly synced: boolean;
  /** Whether it was closed, or ended by an error. */
  readonly closed: boolean;
  /** Keys that are ready. */
  readonly queued: number;
  /** Keys that wait for a retry, or for the time that they asked for. */
  readonly delayed: number;
  /** In how many milliseconds the next of these is ready; undefined where there is none. */
  readonly nextInMs: number | undefined;
  /** The reconciles under way. */
  readonly running: readonly RunningReconcile[];
  /** How many reconciles are over. */
  readonly finished: number;
  /** How many reconciles may be under way at once. */
  readonly concurrency: number;
}

/** A controller that runs. `await using` closes it. */
export interface Controller extends AsyncDisposal {
  /** As the options have it. */
  readonly name: string;
  /** Fulfilled once every informer has its first state; rejected where the controller ends before. */
  readonly synced: Promise<void>;
  /**
   * Fulfilled when it was closed; rejected with the reason where it ended by an error. An error of which nobody would learn is
   * thrown where nobody catches it: unless `ended` was asked for, or `synced` while it is open.
   */
  readonly ended: Promise<void>;
  /** How it is at this moment. */
  readonly status: ControllerStatus;
  /** What it watches: that of `for` first. Empty until the names are resolved. */
  readonly sources: readonly ControllerSource[];
  /**
   * Adds a request by hand, for what happens outside of the cluster. Does nothing once the controller is closed.
   *
   * @throws QueueFullError; InvalidArgumentError
   */
  enqueue(request: ReconcileRequest, options?: AddOptions): void;
  /**
   * Waits until it is synced and nothing is ready or under way, or until it is closed. What is delayed does not count.
   *
   * @throws the signal's reason after an abort
   */
  idle(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Ends it: no further reconcile begins, those under way may finish within `timeoutMs` (`closeTimeoutMs` of the controller),
   * then their signal is aborted, and a second later they are left to themselves. A second call may shorten the time.
   *
   * @throws InvalidArgumentError for a `timeoutMs` that is no time
   */
  close(options?: { readonly timeoutMs?: number | undefined }): Promise<void>;
}

/** The method of `await using`, where the types of the runtime know it. */
export type AsyncDisposal = typeof Symbol extends { readonly asyncDispose: infer Key extends symbol }
  ? Readonly<Record<Key, () => Promise<void>>>
  : object;

/** After so many reconciles the runtime gets a turn, so that those which wait for nothing do not block it. */
const reconcilesPerTurn = 100;

/**
 * Makes a controller, which begins at once: it follows resources, and calls `reconcile` for every object at the start, and for
 * each that changes. What changed comes before what was only listed, and one object is never reconciled twice at once.
 *
 * It ends by `close()`, its signal, `client.close()`, or with what an informer ends for: a 403, a resource that is not served
 * any more. Then make a new one, as the restart of a pod does: a controller that does not see everything would do harm.
 *
 * @throws InvalidArgumentError for options that can never work; everything else rejects `ended` and `synced`
 * @example
 * const controller = createController(client, {
 *   name: 'labeller',
 *   for: 'deployments',
 *   reconcile: async ({ namespace, name }, { object }) => console.log(namespace, name, object?.metadata.labels),
 *   onError: (error, { at }) => console.error(at, error),
 * });
 * await controller.ended;
 * @see https://kubernetes.io/docs/concepts/architecture/controller/
 */
export function createController<R extends WatchedResource>(client: Client, options: ControllerOptions<R>): Controller {
  requireObject('client', client);
  const settings = requireControllerOptions(options);
  const { name, clock, closeTimeoutMs } = settings;
  const { maxKeys, retry, onMeasurement, random } = options;
  const queueOptions = { name, keyOf: requestKey, maxKeys, retry, onMeasurement, clock, random };
  const queue = createWorkQueue<ReconcileRequest>(queueOptions);
  const closed = new ControllerClosedError(name);
  const idlers = new Set<() => void>();
  const offs: (() => void)[] = [];
  let sources: readonly ControllerSource[] = [];
  let hasSynced = false;
  let workers: readonly Promise<void>[] = [];
  let turns = 0;

  const life = createControllerLife({
    clock,
    closed,
    release: () => {
      release();
    },
    work: () => Promise.all(workers),
  });
  const isIdle = (): boolean => life.closing.aborted || (hasSynced && queue.depth === 0 && queue.underWay === 0);
  const tellIdle = (): void => {
    if (isIdle()) for (const tell of [...idlers]) tell();
  };
  const release = (): void => {
    queue.close();
    for (const off of offs.splice(0)) off();
    tellIdle();
  };
  const fail = (error: unknown): void => {
    if (!life.closing.aborted) void life.end(error, closeTimeoutMs);
  };
  const owners = (): OwnerPlace => {
    const [first] = sources as readonly [ControllerSource];
    return { store: first.informer.store, mapping: first.handle?.mapping };
  };
  const contextOf = (request: ReconcileRequest): Omit<ReconcileContext<unknown>, 'signal' | 'attempt'> => {
    const { store } = owners();
    const object = store.get(request.namespace, request.name);
    const dependents = (resource?: unknown): readonly unknown[] => {
      const owned = settings.sources.filter(({ role }) => role === 'owns').map(({ options }) => options);
      if (resource !== undefined && !owned.some((each) => each.resource === resource)) {
        throw new InvalidArgumentError('resource', 'is none of owns: give what stands there');
      }
      return sources
        .filter(({ role }) => role === 'owns')
        .flatMap(({ informer }, index) => {
          const { resource: own, ...choice } = owned[index] ?? {};
          const isAsked = resource === undefined || own === resource;
          return isAsked ? dependentsIn(informer.store, object, owners(), choice) : [];
        });
    };
    return { client, store, object, dependents: dependents as ReconcileContext['dependents'] };
  };
  const reconciler = createReconciler(settings, { queue, stopping: life.stopping, contextOf });

  const work = async (): Promise<void> => {
    for (let taken = await queue.get(); taken !== undefined; taken = await queue.get()) {
      await reconciler.run(taken);
      tellIdle();
      turns += 1;
      if (turns % reconcilesPerTurn === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const read = (source: ControllerSource, given: GivenSource): void => {
    const add = (request: ReconcileRequest, priority: number): void => {
      try {
        queue.add(request, { priority });
      } catch (error) {
        fail(error);
      }
    };
    const tell = (at: 'map' | 'predicate', error: unknown, object: unknown): void => {
      callQuietly(() => {
        settings.onError(error, { at, source: source.name, object });
      });
    };
    offs.push(readRequests(source, given, owners, { add, fail: tell }));
    source.informer.ended.then(() => {
      fail(new SourceClosedError(name, source.name));
    }, fail);
  };
  const begin = async (): Promise<void> => {
    const { closing } = life;
    const within = { signal: closing, clock };
    const handles = await Promise.all(settings.sources.map((each) => handleOfSource(client, each, within)));
    closing.throwIfAborted();
    sources = settings.sources.map((each, index) => openSource(client, each, handles[index], within));
    for (const [index, given] of settings.sources.entries()) read(sources[index] as ControllerSource, given);
    if (closing.aborted) release();
    await Promise.all(sources.map(({ informer }) => abandonOnAbort(informer.synced, closing)));
    hasSynced = true;
    workers = Array.from({ length: settings.concurrency }, work);
    tellIdle();
  };
  const close: Controller['close'] = ({ timeoutMs = closeTimeoutMs } = {}) =>
    life.end(closed, requireTime('timeoutMs', timeoutMs));

  /** Until it is over: the client may be closed while reconciles are still waited for. */
  const endWith = (signal: AbortSignal, end: () => void): void => {
    const off = onAbort(signal, end);
    life.ended.then(off, off);
    if (signal.aborted) end();
  };
  if (settings.signal !== undefined) endWith(settings.signal, () => void close());
  endWith(client.signal, () => void life.end(client.signal.reason, 0));
  const heard = { synced: false, ended: false };
  life.ended.catch((reason: unknown) => {
    if (reason !== client.signal.reason) throwUnheard(reason, () => heard.ended || (heard.synced && !hasSynced));
  });
  const synced = begin();
  synced.catch(fail);

  const controller: Controller = {
    // Its method is added below, where the runtime has the symbol.
    ...({} as AsyncDisposal),
    name,
    get synced() {
      heard.synced = true;
      return synced;
    },
    get ended() {
      heard.ended = true;
      return life.ended;
    },
    get status() {
      return {
        synced: hasSynced,
        closed: life.closing.aborted,
        queued: queue.depth,
        delayed: queue.delayed,
        nextInMs: queue.nextInMs,
        running: [...reconciler.running].map((each) => ({ ...each })),
        finished: reconciler.finished,
        concurrency: settings.concurrency,
      };
    },
    get sources() {
      return sources;
    },
    enqueue(request, { priority, afterMs } = {}) {
      queue.add(requireRequest('request', request), { priority, afterMs });
    },
    async idle({ signal } = {}) {
      if (isIdle()) return;
      const { promise, resolve } = openPromise();
      idlers.add(resolve);
      await abandonOnAbort(promise, signal).finally(() => idlers.delete(resolve));
    },
    close,
  };
  const dispose: unknown = Reflect.get(Symbol, 'asyncDispose');
  if (typeof dispose === 'symbol') Object.defineProperty(controller, dispose, { value: () => close() });
  return Object.freeze(controller);
}

function openPromise(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((one) => {
    resolve = one;
  });
  return { promise, resolve };
}
