import type { Client } from '../core/client.js';
import { abandonOnAbort, onAbort } from '../core/shared/abort.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { createEndReport } from '../watch/end-report.js';
import { requireAge, requireClient, requireKnownOptions, requireSignal } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { createControllerLife } from './controller-life.js';
import { requireControllerOptions, type ControllerOptions, type ReconcileContext } from './controller-options.js';
import { findSource, type ControllerSource, type OpenSource, type WatchedResource } from './controller-source.js';
import { ControllerClosedError, SourceClosedError } from './errors.js';
import { createOwnWrites, type OwnWrites } from './own-writes.js';
import { measureWith } from './metrics.js';
import { dependentsIn, type OwnerCandidates } from './owner-requests.js';
import { createReconciler, type RunningReconcile } from './reconciler.js';
import { requestKey, requireRequest, type ReconcileRequest } from './reconcile-request.js';
import { readRequests, type SourceFailure } from './source-requests.js';
import { createWorkQueue, type AddOptions } from './work-queue.js';
import type { HeldShard, ShareBy } from './share/sharing-gate.js';
import { metadataOf } from '../watch/followed-object.js';
import { followedBy } from '../watch/informer/informer-core.js';

/** The state of a controller at one moment. */
export interface ControllerStatus {
  /** Whether all informers have synced, so that reconciles run. */
  readonly synced: boolean;
  /** Whether it was closed, or ended by an error. */
  readonly closed: boolean;
  /** How many keys are ready. */
  readonly queued: number;
  /** How many keys wait for a retry, for their `requeueAfterMs`, or until the informers have what was written. */
  readonly delayed: number;
  /** Milliseconds until the next delayed key is ready; undefined if none is delayed. */
  readonly nextInMs: number | undefined;
  /** The reconciles that are running. */
  readonly running: readonly RunningReconcile[];
  /** How many reconciles have finished. */
  readonly finished: number;
  /** How many reconciles may run at once. */
  readonly concurrency: number;
}

/** A running controller. `await using` closes it. */
export interface Controller extends AsyncDisposal {
  /** The name from the options. */
  readonly name: string;
  /**
   * Resolves once every informer has its initial state; rejects if the controller ends first, which is reported here.
   */
  readonly synced: Promise<void>;
  /**
   * Resolves when the controller is closed; rejects with the error that ended it. An error after the sync is reported
   * here, an earlier one by `synced` unless only this promise was read: if nobody handles it, it is an unhandled rejection.
   */
  readonly ended: Promise<void>;
  /** The present state of the controller. */
  readonly status: ControllerStatus;
  /** The sources, that of `for` first. Empty until the names are resolved. */
  readonly sources: readonly ControllerSource[];
  /**
   * Adds a request, for events from outside the cluster. Does nothing once the controller is closed.
   *
   * @throws QueueFullError; InvalidArgumentError
   */
  enqueue(request: ReconcileRequest, options?: AddOptions): void;
  /**
   * Waits until the controller is synced and no key is ready or being reconciled, or until it is closed. Delayed keys
   * do not count.
   *
   * @throws the signal's reason after an abort
   */
  idle(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /**
   * Ends the controller. No further reconcile begins, and running ones may finish within `timeoutMs` (`closeTimeoutMs`
   * unless given). Then their signal is aborted, and one second later they are abandoned. A second call may shorten the
   * time.
   *
   * @throws InvalidArgumentError for a `timeoutMs` that is not a time
   */
  close(options?: { readonly timeoutMs?: number | undefined }): Promise<void>;
}

/** What `runController` and `createHealthHandler` need of a controller: another one may stand for many. */
export type RunningController = Pick<Controller, 'name' | 'synced' | 'ended' | 'status' | 'idle' | 'close'>;

/** The method that `await using` calls, if the types of the runtime declare it. */
export type AsyncDisposal = typeof Symbol extends { readonly asyncDispose: infer Key extends symbol }
  ? Readonly<Record<Key, () => Promise<void>>>
  : object;

/** After how long a request of a member that could not renew its Lease is tried again. */
const suspendedMs = 1000;

/** Reconciles between two yields to the event loop, so that reconciles that await nothing do not block it. */
const reconcilesPerTurn = 100;

/**
 * Creates a controller and starts it. It follows its resources and calls `reconcile` for every object at the start, and
 * again for each object that changes. Changes take precedence over objects that were only listed, and one object is
 * never reconciled twice at once.
 *
 * It ends with `close()`, its signal, `client.close()`, or the error that ends an informer: a 403, or a resource that
 * is no longer served. Create a new one then, as a pod restart does: a controller that does not see everything does
 * harm.
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
export function createController<
  R extends WatchedResource,
  const W extends readonly WatchedResource[] = readonly WatchedResource[],
>(client: Client, options: ControllerOptions<R, W>): Controller {
  requireClient(client);
  const settings = requireControllerOptions(options);
  const { name, clock, closeTimeoutMs } = settings;
  const { maxKeys, retry, onMeasurement, random } = options;
  const queue = createWorkQueue({ name, keyOf: requestKey, maxKeys, retry, onMeasurement, clock, random });
  const measure = measureWith(onMeasurement, { 'controller.name': name });
  const closed = new ControllerClosedError(name);
  const idlers = new Set<() => void>();
  const offs: (() => void)[] = [];
  let sources: readonly OpenSource[] = [];
  let hasSynced = false;
  let ownWrites: OwnWrites | undefined;
  let workers: readonly Promise<void>[] = [];
  let turns = 0;
  /** The part of the sharing; requests of shards that another member holds are not queued. */
  const share = settings.share?.['~inner'];
  const readers: (() => void)[] = [];
  /** How often shards were gained, and the informers are asked for what their former holders wrote. */
  let gaining = 0;
  /** The shards whose objects are reconciled. */
  const ready = new WeakSet<HeldShard>();
  /** Those of the shards whose objects are being queued; others were queued before. */
  let reading: ReadonlySet<HeldShard> | undefined;
  /** The uids of objects that are gone, until they are reconciled, by their keys. */
  const goneUids = new Map<string, string>();
  /** The text by which a request belongs to a shard. */
  const shardText: Readonly<Record<ShareBy, (request: ReconcileRequest) => string | undefined>> = {
    key: requestKey,
    namespace: ({ namespace = '' }) => namespace,
    uid: (request) => {
      const stored = metadataOf(sources[0]?.informer.store.get(request.namespace, request.name));
      return stored?.uid ?? goneUids.get(requestKey(request));
    },
  };
  /** Returns the shard of a request if this member holds it. */
  const heldFor = (request: ReconcileRequest): HeldShard | undefined => {
    if (share === undefined) return undefined;
    const text = shardText[share.by](request);
    const held = text === undefined ? undefined : share.held(text);
    return held !== undefined && ready.has(held) ? held : undefined;
  };

  const life = createControllerLife(clock, closed, () => Promise.all(workers));
  measure?.('controller.reconcile.limit', settings.concurrency);
  onAbort(life.closing, () => measure?.('controller.reconcile.limit', -settings.concurrency));
  const resolveIdle = (): void => {
    const isDone = hasSynced && gaining === 0 && queue.depth === 0 && queue.underWay === 0;
    if (!life.closing.aborted && !isDone) return;
    for (const resolve of idlers) resolve();
    idlers.clear();
  };
  const release = (): void => {
    report.end({ isReported: ![closed, client.signal.reason].includes(life.closing.reason), hasSynced });
    queue.close();
    ownWrites?.close();
    for (const off of offs.splice(0)) off();
    resolveIdle();
  };
  onAbort(life.closing, release);
  const fail = (error: unknown): void => {
    if (!life.closing.aborted) void life.end(error, closeTimeoutMs);
  };
  /** Adds a request from a listener or a timer, which must not throw: a full queue ends the controller. */
  const add = (request: ReconcileRequest, priority: number): void => {
    if (share !== undefined) {
      const held = heldFor(request);
      if (held === undefined || reading?.has(held) === false) return;
    }
    try {
      queue.add(request, { priority });
    } catch (error) {
      fail(error);
    }
  };
  const owners = (): OwnerCandidates => {
    const [{ informer, mapping }] = sources as readonly [OpenSource];
    return { store: informer.store, mapping };
  };
  const dependentsOf = (object: unknown, resource: unknown): readonly unknown[] => {
    const chosen = sources.filter(
      ({ role, options: each }) => role === 'owns' && (resource === undefined || each.resource === resource),
    );
    if (resource !== undefined && chosen.length === 0) {
      throw new InvalidArgumentError('resource', 'must be one of the resources in owns, exactly as given there');
    }
    return chosen.flatMap(({ informer, options: choice }) => dependentsIn(informer.store, object, owners(), choice));
  };
  const contextOf = ({ namespace, name }: ReconcileRequest): Omit<ReconcileContext<unknown>, 'signal' | 'attempt'> => {
    const [{ informer }] = sources as readonly [OpenSource];
    const { store } = informer;
    const object = store.get(namespace, name);
    const dependents = (resource?: unknown): readonly unknown[] => dependentsOf(object, resource);
    return { client, store, object, dependents: dependents as ReconcileContext['dependents'] };
  };
  const reconciler = createReconciler(settings, queue, life.stopping, contextOf);

  const work = async (): Promise<void> => {
    for (let taken = await queue.get(); taken !== undefined; taken = await queue.get()) {
      const held = share && heldFor(taken.item);
      const entered = held?.enter(client);
      if (share !== undefined && held === undefined) {
        queue.forget(taken.item);
        queue.done(taken.item);
      } else {
        const waitMs = held !== undefined && entered === undefined ? suspendedMs : ownWrites?.holdBack(taken);
        if (waitMs === undefined) await reconciler.run(taken, entered);
        else {
          queue.add(taken.item, { priority: taken.priority, afterMs: waitMs });
          queue.done(taken.item);
        }
        entered?.leave(ownWrites?.endsOf(taken.item) ?? []);
      }
      if (goneUids.size > 0) goneUids.delete(requestKey(taken.item));
      resolveIdle();
      turns += 1;
      if (turns % reconcilesPerTurn === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
  };
  const read = (source: OpenSource): void => {
    const report = (at: SourceFailure, error: unknown, object: unknown): void =>
      callQuietly(() => settings.onError(error, { at, source: source.name, object }));
    if (share?.by === 'uid' && source.role === 'for') {
      const off = source.informer.on((step) => {
        const { uid, name = '', namespace } = (step.type === 'removed' ? metadataOf(step.object) : undefined) ?? {};
        if (uid !== undefined && share.held(uid)) goneUids.set(requestKey({ namespace, name }), uid);
      });
      offs.push(off);
    }
    const reader = readRequests(source, owners, { add, fail: report });
    offs.push(reader.end);
    readers.push(reader.again);
    source.informer.ended.then(() => {
      fail(new SourceClosedError(name, source.name));
    }, fail);
  };
  const readGained = async (shards: readonly HeldShard[]): Promise<void> => {
    const { closing } = life;
    gaining += 1;
    await Promise.all(sources.map(({ informer }) => abandonOnAbort(informer.synced, closing)));
    await share?.formerWritesSeen(name, sources, shards, { signal: closing, clock });
    if (closing.aborted) return;
    for (const held of shards) ready.add(held);
    reading = new Set(shards);
    for (const again of readers) again();
    reading = undefined;
    gaining -= 1;
    resolveIdle();
  };
  const begin = async (): Promise<void> => {
    const { closing } = life;
    const within = { signal: closing, clock };
    const found = await Promise.all(settings.sources.map((each) => findSource(client, each, within)));
    closing.throwIfAborted();
    sources = found.map((open) => open());
    sources.forEach(read);
    // The objects of a shard that is gained later were not queued when they came.
    const onGained = (gained: readonly HeldShard[]): void => void readGained(gained).catch(() => undefined);
    const off = share?.listen(onGained, () => {
      for (const { informer } of sources) followedBy(informer)?.relist();
    });
    if (off !== undefined) offs.push(off);
    if (closing.aborted) release();
    await Promise.all(sources.map(({ informer }) => abandonOnAbort(informer.synced, closing)));
    if (settings.awaitOwnWrites) {
      ownWrites = createOwnWrites(sources, clock, add, share?.wrote.bind(share, name));
    }
    hasSynced = true;
    workers = Array.from({ length: settings.concurrency }, work);
    for (const each of workers) each.catch(fail);
    resolveIdle();
  };
  const close: Controller['close'] = (options = {}) => {
    const { timeoutMs = closeTimeoutMs } = requireKnownOptions(options, { timeoutMs: requireAge });
    return life.end(closed, timeoutMs);
  };

  const begun = Promise.resolve().then(begin);
  begun.catch(fail);
  const synced = begun.then(() => undefined);
  const ended = life.ended.then(() => undefined);
  const report = createEndReport({ synced, ended });

  /** Listens until the controller has ended: the client may be closed while reconciles are still running. */
  const endWith = (signal: AbortSignal, end: () => void): void => {
    const off = onAbort(signal, end);
    life.ended.then(off, off);
    if (signal.aborted) end();
  };
  if (settings.signal !== undefined) endWith(settings.signal, () => void close());
  endWith(client.signal, () => void life.end(client.signal.reason, 0));

  const controller: Controller = {
    // Its method is added below, if the runtime has the symbol.
    ...({} as AsyncDisposal),
    name,
    get synced() {
      return report.synced;
    },
    get ended() {
      return report.ended;
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
    enqueue(request, options) {
      queue.add(requireRequest('request', request), options);
    },
    async idle(options = {}) {
      const { signal } = requireKnownOptions(options, { signal: requireSignal });
      const isOver = new Promise<void>((resolve) => idlers.add(resolve));
      resolveIdle();
      await abandonOnAbort(isOver, signal);
    },
    close,
  };
  const dispose: unknown = Reflect.get(Symbol, 'asyncDispose');
  if (typeof dispose === 'symbol') Object.defineProperty(controller, dispose, { value: () => close() });
  return Object.freeze(controller);
}
