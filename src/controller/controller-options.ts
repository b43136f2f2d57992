import type { Client } from '../client.js';
import type { InformerStore } from '../informer/informer-store.js';
import type { DeepReadonly } from '../model/deep-readonly.js';
import type { KubeObject } from '../model/kube-object.js';
import type { Served } from '../representation/shapes.js';
import {
  requireCallOptions,
  requireCount,
  requireFunction,
  requireKnownNames,
  requireText,
  type OptionNames,
} from '../shared/arguments.js';
import { systemClock, type Clock } from '../shared/clock.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import {
  requireSource,
  type GivenSource,
  type MappedSource,
  type OwnedSource,
  type SourceOptions,
  type WatchedItem,
  type WatchedResource,
} from './controller-source.js';
import type { OnMeasurement } from './metrics.js';
import type { ReconcileRequest } from './reconcile-request.js';
import type { BackoffOptions } from './retry-limiter.js';

/** What a reconcile gets besides its request. */
export interface ReconcileContext<Item = DeepReadonly<Served<KubeObject>>> {
  /** Aborted at the deadline, and when the controller has waited long enough for its end. Pass it to every call. */
  readonly signal: AbortSignal;
  /**
   * The object as the informer has it, frozen; undefined where it is gone, or not among those that the informer follows. To
   * change it and write it, take a `deepCopy`. It may be older than what you wrote a moment ago: a write with its `resourceVersion` is refused then, and the reconcile comes again.
   */
  readonly object: Item | undefined;
  /** 1, and one more for each failure since the last success. */
  readonly attempt: number;
  /** The client of the controller. */
  readonly client: Client;
  /** All objects of `for`. */
  readonly store: InformerStore<Item>;
  /** The objects of `owns` that belong to the object, as their informers have them. */
  readonly dependents: () => readonly DeepReadonly<Served<KubeObject>>[];
}

/** What a reconcile may answer. */
export interface ReconcileResult {
  /**
   * Comes again after so many milliseconds, or sooner where something changes. 0 or less, a moment that has passed say: as
   * soon as a retry would.
   */
  readonly requeueAfterMs?: number | undefined;
}

/**
 * Brings one object to what it is to be, whatever happened to it before: it is told who, not what. What it throws is told to
 * `onError`, and it is tried again after a growing pause, unless that is a `TerminalError`.
 */
export type Reconcile<Item = DeepReadonly<Served<KubeObject>>> = (
  request: ReconcileRequest,
  context: ReconcileContext<Item>,
) => void | undefined | ReconcileResult | Promise<void | undefined | ReconcileResult>;

/** Where something failed. */
export type ControllerFailure =
  | {
      /** `reconcile`: it threw. `deadline`: it is not over in time, and goes on. */
      readonly at: 'reconcile' | 'deadline';
      readonly request: ReconcileRequest;
      readonly attempt: number;
      /** In how many milliseconds it is tried again; undefined where it is not, and at a deadline, where it is under way. */
      readonly retryInMs: number | undefined;
    }
  | {
      /** A map or a predicate threw, or a map answered what is no request. */
      readonly at: 'map' | 'predicate';
      /** The resource of the object. */
      readonly source: string;
      readonly object: unknown;
    };

/** What {@link createController} takes. */
export interface ControllerOptions<R extends WatchedResource> {
  /** For messages, metrics and health checks. */
  readonly name: string;
  /** The resource that is reconciled. */
  readonly for: R | SourceOptions<R, WatchedItem<R>>;
  /** Resources whose objects belong to those of `for`, by their owner references. @default none */
  readonly owns?: readonly (WatchedResource | OwnedSource)[] | undefined;
  /** Any further resources, with a map to who is to be reconciled. @default none */
  readonly watches?: readonly MappedSource[] | undefined;
  /** Called for one object at a time: makes the cluster as the object wants it. What it throws is tried again later. */
  readonly reconcile: Reconcile<DeepReadonly<WatchedItem<R>>>;
  /** How many objects are reconciled at once, each by one at a time. @default 1 */
  readonly concurrency?: number | undefined;
  /** How long one reconcile may take, in milliseconds; Infinity for ever. @default 300_000 */
  readonly reconcileTimeoutMs?: number | undefined;
  /** How soon a key that failed comes again. @default the defaults of each option */
  readonly retry?: BackoffOptions | undefined;
  /** How many keys the queue may hold; with one more the controller ends with `QueueFullError`. @default 1_000_000 */
  readonly maxKeys?: number | undefined;
  /** Told of every failure that the controller goes on after. What it ends for rejects `ended`. */
  readonly onError: (error: unknown, failure: ControllerFailure) => void;
  /** Called for each value of the metrics that `controllerMetrics` describes. @default nothing is measured */
  readonly onMeasurement?: OnMeasurement | undefined;
  /** Closes the controller when it is aborted, as `close()` does. */
  readonly signal?: AbortSignal | undefined;
  /** How long reconciles may go on once the controller is closed, in milliseconds. @default 30_000 */
  readonly closeTimeoutMs?: number | undefined;
  /** Its own, its queue's and its informers'. @default the runtime's */
  readonly clock?: Clock | undefined;
  /** From 0 to 1, for the jitter of retries. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** The options of a controller, checked and filled in. */
export interface ControllerSettings {
  readonly name: string;
  readonly sources: readonly GivenSource[];
  readonly reconcile: Reconcile<unknown>;
  readonly concurrency: number;
  readonly reconcileTimeoutMs: number;
  readonly closeTimeoutMs: number;
  readonly onError: (error: unknown, failure: ControllerFailure) => void;
  readonly onMeasurement: OnMeasurement | undefined;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
}

const names: OptionNames<ControllerOptions<WatchedResource>> = {
  name: true,
  for: true,
  owns: true,
  watches: true,
  reconcile: true,
  onError: true,
  concurrency: true,
  reconcileTimeoutMs: true,
  retry: true,
  maxKeys: true,
  onMeasurement: true,
  signal: true,
  closeTimeoutMs: true,
  clock: true,
  random: true,
};

/** Throws `InvalidArgumentError` for options that can never work. */
export function requireControllerOptions(given: ControllerOptions<WatchedResource>): ControllerSettings {
  const options = requireKnownNames(given, names);
  const { owns = [], watches = [], concurrency = 1, reconcileTimeoutMs = 300_000 } = options;
  const { closeTimeoutMs = 30_000, clock = systemClock, signal } = options;
  if (requireText('name', options.name) === '') throw new InvalidArgumentError('name', 'has to say something');
  for (const name of ['reconcile', 'onError'] as const) {
    if (typeof options[name] !== 'function') throw new InvalidArgumentError(name, 'has to be a function');
  }
  requireFunction('onMeasurement', options.onMeasurement);
  requireCount('concurrency', concurrency);
  requireTime('reconcileTimeoutMs', reconcileTimeoutMs);
  requireTime('closeTimeoutMs', closeTimeoutMs);
  if (signal?.aborted !== true) requireCallOptions({ signal });
  for (const [name, list] of Object.entries({ owns, watches })) {
    if (!Array.isArray(list)) throw new InvalidArgumentError(name, 'has to be a list');
  }
  const sources = [
    requireSource('for', 'for', options.for),
    ...owns.map((each, index) => requireSource(`owns[${index}]`, 'owns', each)),
    ...watches.map((each, index) => requireSource(`watches[${index}]`, 'watches', each)),
  ];
  const { name, reconcile, onError, onMeasurement } = options;
  return {
    name,
    sources,
    reconcile: reconcile,
    concurrency,
    reconcileTimeoutMs,
    closeTimeoutMs,
    onError,
    onMeasurement,
    signal,
    clock,
  };
}

/** Throws `InvalidArgumentError` for what is no time in milliseconds; Infinity is one. */
export function requireTime(argument: string, value: unknown): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new InvalidArgumentError(argument, 'has to be a number of milliseconds, 0 or more');
}
