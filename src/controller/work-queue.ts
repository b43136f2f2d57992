import { onAbort, reasonOf } from '../core/shared/abort.js';
import {
  numberCheck,
  requireCount,
  requireKnownOptions,
  type OptionChecks,
  type OptionNames,
} from '../core/shared/arguments.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { createHeap, type HeapItem } from './heap.js';
import { QueueFullError } from './errors.js';
import { measureWith, type OnMeasurement } from './metrics.js';
import { createTokenBucket } from './token-bucket.js';

/** The backoff of failed keys. */
export interface BackoffOptions {
  /** The delay after the first failure, in milliseconds; it doubles with each further failure. @default 5 */
  readonly baseDelayMs?: number | undefined;
  /** The longest delay, in milliseconds. @default 1_000_000 */
  readonly maxDelayMs?: number | undefined;
  /** The rate of retries per second for all keys together, once the burst is used up. @default 10 */
  readonly retriesPerSecond?: number | undefined;
  /** How many retries there may be at once before the rate applies. @default 100 */
  readonly retryBurst?: number | undefined;
}

/** Options of `createWorkQueue`. */
export interface WorkQueueOptions<Item> {
  /** The name of the queue in messages and metrics. @default 'queue' */
  readonly name?: string | undefined;
  /** Returns the key of an item; items with equal keys are the same. @default String */
  readonly keyOf?: ((item: Item) => string) | undefined;
  /** How many keys the queue may hold. @default 1_000_000 */
  readonly maxKeys?: number | undefined;
  /** The backoff of failed items. @default the defaults of each option */
  readonly retry?: BackoffOptions | undefined;
  /** Called with each value of the metrics in `controllerMetrics`. @default nothing is measured */
  readonly onMeasurement?: OnMeasurement | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
  /** Returns a number from 0 to 1, for the jitter of retries. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** Options of `add` of a work queue. */
export interface AddOptions {
  /** The priority; higher ones come first. @default 0 */
  readonly priority?: number | undefined;
  /** The delay, in milliseconds. @default 0 */
  readonly afterMs?: number | undefined;
}

const queueChecks: OptionChecks<WorkQueueOptions<unknown>> = {
  name: true,
  keyOf: true,
  maxKeys: requireCount,
  retry: true,
  onMeasurement: true,
  clock: true,
  random: true,
};

/** The options of `add`. */
const addNames: OptionNames<AddOptions> = { priority: true, afterMs: true };
/** The options of `retry`, whose delay is the backoff. */
const retryNames: OptionNames<Pick<AddOptions, 'priority'>> = { priority: true };

/** An item that is handed out to a worker. */
export interface TakenItem<Item> {
  /** The item that was last added under its key. */
  readonly item: Item;
  /** The priority of the item; higher ones come first. */
  readonly priority: number;
  /** How often the item has failed since it was last forgotten. */
  readonly failures: number;
}

/**
 * A queue of keys for workers, like client-go's `workqueue` with the priorities of controller-runtime. Each key is in
 * it at most once, and with one worker at a time. A key that is added while a worker has it becomes ready again when
 * the worker calls `done`.
 */
export interface WorkQueue<Item> {
  /** How many keys are ready. A key that is added while a worker has it counts once that worker is done. */
  readonly depth: number;
  /** How many keys wait for their time. */
  readonly delayed: number;
  /** How many keys workers have. */
  readonly underWay: number;
  /** Whether it was closed. */
  readonly closed: boolean;
  /** Milliseconds until the next delayed key is ready; undefined if none is delayed. */
  readonly nextInMs: number | undefined;
  /**
   * Adds an item. If its key is already in the queue, the higher priority and the earlier time apply. Does nothing once
   * the queue is closed.
   *
   * @throws QueueFullError; InvalidArgumentError for a time or a priority that is not a finite number
   */
  add(item: Item, options?: AddOptions): void;
  /**
   * Adds a failed item after its backoff delay, and returns that delay in milliseconds. You still have to call
   * {@link done}.
   *
   * @throws QueueFullError; InvalidArgumentError for a priority that is not a finite number
   */
  retry(item: Item, options?: Pick<AddOptions, 'priority'>): number;
  /** Resets the backoff of an item. Call it when the item has succeeded or will not be retried. */
  forget(item: Item): void;
  /**
   * Waits for the next ready item and returns it; undefined once the queue is closed.
   *
   * @throws the signal's reason after an abort
   */
  get(signal?: AbortSignal): Promise<TakenItem<Item> | undefined>;
  /** Marks an item as done by its worker, so that its key may be handed out again. */
  done(item: Item): void;
  /** Closes the queue: it drops its items, ignores new ones and hands none out. */
  close(): void;
}

interface Entry<Item> extends HeapItem {
  readonly key: string;
  item: Item;
  priority: number;
  /** Of a ready one: its place among those of its priority. Of a delayed one: the time at which it is ready. */
  at: number;
  /** `held`: ready, but a worker has its key. */
  state: 'ready' | 'delayed' | 'held';
  readyAt: number;
}

interface Waiter<Item> {
  readonly resolve: (taken: TakenItem<Item> | undefined) => void;
  /** Removes its listener from the signal. */
  readonly stop: (() => void) | undefined;
}

/**
 * Creates an empty queue. With your own `clock` and `random` it is deterministic.
 *
 * @throws InvalidArgumentError for options that can never work
 * @example
 * const queue = createWorkQueue();
 * queue.add('shop/front', { afterMs: 1000 });
 * for (let taken = await queue.get(signal); taken !== undefined; taken = await queue.get(signal)) {
 *   console.log(taken.item);
 *   queue.done(taken.item);
 * }
 */
export function createWorkQueue<Item = string>(options: WorkQueueOptions<Item> = {}): WorkQueue<Item> {
  const { name = 'queue', keyOf = String, maxKeys = 1_000_000 } = requireKnownOptions(options, queueChecks);
  const { clock = systemClock, retry = {}, random = Math.random, onMeasurement } = options;
  const limiter = createRetryLimiter(retry, clock, random);
  const entries = new Map<string, Entry<Item>>();
  /** The highest priority first, and the oldest first within one. */
  const ready = createHeap<Entry<Item>>((one, other) =>
    one.priority === other.priority ? one.at < other.at : one.priority > other.priority,
  );
  let places = 0;
  const delayed = createHeap<Entry<Item>>((one, other) => one.at < other.at);
  const startedAt = new Map<string, number>();
  const waiters: Waiter<Item>[] = [];
  let timer: { readonly at: number; readonly controller: AbortController } | undefined;
  let isClosed = false;

  const measure = measureWith(onMeasurement, { 'workqueue.name': name });
  const measureDepth =
    measure &&
    ((change: number, priority: number): void => {
      measure('workqueue.depth', change, { 'workqueue.priority': priority });
    });
  const makeReady = (entry: Entry<Item>): void => {
    delayed.delete(entry);
    entry.readyAt = clock.now();
    if (startedAt.has(entry.key)) {
      entry.state = 'held';
      return;
    }
    entry.state = 'ready';
    entry.at = places += 1;
    ready.set(entry);
    measure?.('workqueue.adds', 1);
    measureDepth?.(1, entry.priority);
  };
  const take = (): TakenItem<Item> | undefined => {
    const [entry] = ready.items;
    if (entry === undefined) return undefined;
    ready.delete(entry);
    const { key, item, priority } = entry;
    const now = clock.now();
    entries.delete(key);
    startedAt.set(key, now);
    measureDepth?.(-1, priority);
    measure?.('workqueue.wait.duration', (now - entry.readyAt) / 1000);
    return { item, priority, failures: limiter.failures.get(key) ?? 0 };
  };
  const handOut = (): void => {
    while (waiters.length > 0 && (isClosed || ready.items.length > 0)) {
      const waiter = waiters.shift();
      waiter?.stop?.();
      waiter?.resolve(take());
    }
  };
  const wake = (): void => {
    timer = undefined;
    for (let [first] = delayed.items; first !== undefined && first.at <= clock.now(); [first] = delayed.items) {
      makeReady(first);
    }
    setTimer();
    handOut();
  };
  const setTimer = (): void => {
    const [first] = delayed.items;
    if (isClosed || first === undefined || (timer !== undefined && timer.at <= first.at)) return;
    timer?.controller.abort();
    const mine = { at: first.at, controller: new AbortController() };
    timer = mine;
    clock.sleep(Math.max(0, first.at - clock.now()), mine.controller.signal).then(
      () => {
        if (timer === mine) wake();
      },
      () => undefined,
    );
  };
  const add: WorkQueue<Item>['add'] = (item, options = {}) => {
    const { priority = 0, afterMs = 0 } = requireKnownOptions(options, addNames);
    if (isClosed) return;
    if (!Number.isFinite(priority)) throw new InvalidArgumentError('priority', 'must be a finite number');
    if (!Number.isFinite(afterMs)) throw new InvalidArgumentError('afterMs', 'must be a finite number');
    const key = keyOf(item);
    let entry = entries.get(key);
    const isNew = entry === undefined;
    if (entry === undefined) {
      // A key that a worker has was in the queue before, so it may always return.
      if (entries.size >= maxKeys && !startedAt.has(key)) throw new QueueFullError(name, key, maxKeys);
      entry = { key, item, priority, state: 'delayed', readyAt: 0, at: 0, index: -1 };
      entries.set(key, entry);
    }
    entry.item = item;
    if (priority > entry.priority) {
      const before = entry.priority;
      entry.priority = priority;
      if (entry.state === 'ready') {
        measureDepth?.(-1, before);
        measureDepth?.(1, priority);
        entry.at = places += 1;
        ready.set(entry);
      }
    }
    if (entry.state === 'delayed') {
      if (afterMs <= 0) makeReady(entry);
      else {
        const at = clock.now() + afterMs;
        if (isNew || at < entry.at) {
          entry.at = at;
          delayed.set(entry);
        }
        if (isNew) measure?.('workqueue.retries', 1);
        setTimer();
      }
    }
    handOut();
  };

  return {
    get depth() {
      return ready.items.length;
    },
    get delayed() {
      return delayed.items.length;
    },
    get underWay() {
      return startedAt.size;
    },
    get closed() {
      return isClosed;
    },
    get nextInMs() {
      const [first] = delayed.items;
      return first && Math.max(0, first.at - clock.now());
    },
    add,
    retry(item, options = {}) {
      const { priority } = requireKnownOptions(options, retryNames);
      const afterMs = limiter.delayMs(keyOf(item));
      add(item, { priority, afterMs });
      return afterMs;
    },
    forget(item) {
      limiter.failures.delete(keyOf(item));
    },
    get: (signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const leave = (): void => {
          waiters.splice(waiters.indexOf(waiter), 1);
          reject(reasonOf(signal));
        };
        const waiter: Waiter<Item> = { resolve, stop: signal && onAbort(signal, leave) };
        waiters.push(waiter);
        handOut();
      }),
    done(item) {
      const key = keyOf(item);
      const started = startedAt.get(key);
      if (started === undefined) return;
      startedAt.delete(key);
      measure?.('workqueue.work.duration', (clock.now() - started) / 1000);
      const entry = entries.get(key);
      if (entry?.state === 'held') makeReady(entry);
      handOut();
    },
    close() {
      isClosed = true;
      timer?.controller.abort();
      for (const { state, priority } of entries.values()) if (state === 'ready') measureDepth?.(-1, priority);
      ready.clear();
      delayed.clear();
      entries.clear();
      handOut();
    },
  };
}

const requireFinite = /* @__PURE__ */ numberCheck('a number greater than 0', (n) => Number.isFinite(n) && n > 0);
const backoffChecks: OptionChecks<BackoffOptions> = {
  baseDelayMs: requireFinite,
  maxDelayMs: requireFinite,
  retriesPerSecond: requireFinite,
  retryBurst: requireFinite,
};

/**
 * Creates the limiter of a queue, which counts the failures of keys and computes their delays. The defaults are
 * client-go's: 5 ms, doubling up to 1,000 s, and 10 retries per second for all keys, with a burst of 100. A random part
 * of up to half of the delay is taken off, so that keys that failed together are not retried together.
 */
function createRetryLimiter(options: BackoffOptions, clock: Clock, random: () => number) {
  requireKnownOptions(options, backoffChecks, 'retry');
  const { baseDelayMs = 5, maxDelayMs = 1_000_000, retriesPerSecond = 10, retryBurst = 100 } = options;
  const bucket = createTokenBucket(retryBurst, retriesPerSecond, clock);
  const failures = new Map<string, number>();
  return {
    /** Counts one more failure and returns the delay in milliseconds. */
    delayMs(key: string): number {
      const count = failures.get(key) ?? 0;
      failures.set(key, count + 1);
      const part = random();
      const jitter = part >= 0 && part <= 1 ? 0.5 + part / 2 : 1;
      const backoff = Math.min(baseDelayMs * 2 ** Math.min(count, 60), maxDelayMs) * jitter;
      return Math.max(backoff, bucket.reserveMs());
    },
    /** How often each key has failed; one that is forgotten is deleted. */
    failures,
  };
}
