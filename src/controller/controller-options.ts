import type { Client } from '../core/client.js';
import type { InformerStore } from '../watch/informer/informer-store.js';
import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { KubeObject } from '../core/model/kube-object.js';
import type { Served } from '../core/representation/shapes.js';
import type { OptionCheck, OptionChecks } from '../core/shared/arguments.js';
import {
  requireAge,
  requireBoolean,
  requireCallback,
  requireCount,
  requireKnownOptions,
  requireList,
  requireMethods,
  requireName,
  requireSignal,
} from '../core/shared/arguments.js';
import { systemClock, type Clock } from '../core/shared/clock.js';
import type { MappedSource, OwnedSource, SourceOptions, WatchedItem, WatchedResource } from './controller-source.js';
import { requireSource } from './controller-source.js';
import type { OnMeasurement } from './metrics.js';
import type { ReconcileRequest } from './reconcile-request.js';
import type { BackoffOptions } from './work-queue.js';
import type { Sharing } from './share/sharing.js';

/** The second argument of a reconcile. */
export interface ReconcileContext<Item = DeepReadonly<Served<KubeObject>>> {
  /** Aborted at the deadline, and when the time to finish after a close is over. Pass it to every call. */
  readonly signal: AbortSignal;
  /**
   * The object from the informer's store, frozen; undefined if it is gone or the informer does not select it. To change
   * and write it, take a `deepCopy`. It has what this process wrote (`awaitOwnWrites`), but others may have written since:
   * a write with its `resourceVersion` is then refused, and the reconcile is retried.
   */
  readonly object: Item | undefined;
  /** 1 plus the number of failures since the last success. */
  readonly attempt: number;
  /** The client of the controller; with `share`, one that sends nothing once this member does not hold the object. */
  readonly client: Client;
  /** All objects of `for`. */
  readonly store: InformerStore<Item>;
  /** The objects of `owns` that the object owns, from the stores of their informers. */
  readonly dependents: ReadDependents;
}

/** The `dependents` of a {@link ReconcileContext}: the objects of `owns` that the reconciled object owns. */
export interface ReadDependents {
  /** Returns those of all resources in `owns`. */
  (): readonly DeepReadonly<Served<KubeObject>>[];
  /**
   * Returns those of one resource, with its type.
   *
   * @param resource an element of `owns`: the same name, handle or informer
   * @throws InvalidArgumentError for a value that is not in `owns`
   */
  <R extends WatchedResource>(resource: R): readonly DeepReadonly<WatchedItem<R>>[];
}

/** The optional result of a reconcile. */
export interface ReconcileResult {
  /**
   * Reconciles again after this many milliseconds, or sooner if something changes. 0 or less, such as a time that has
   * already passed, means with the backoff of a retry.
   */
  readonly requeueAfterMs?: number | undefined;
}

/**
 * Brings one object to its desired state. The request names the object and not what happened to it. An error that it
 * throws goes to `onError`, and the request is retried with backoff, unless it is a `TerminalError`.
 */
export type Reconcile<Item = DeepReadonly<Served<KubeObject>>> = (
  request: ReconcileRequest,
  context: ReconcileContext<Item>,
) => void | undefined | ReconcileResult | Promise<void | undefined | ReconcileResult>;

/** Where something failed. */
export type ControllerFailure =
  | {
      /** `reconcile`: the reconcile threw. `deadline`: it is past its deadline and still running. */
      readonly at: 'reconcile' | 'deadline';
      readonly request: ReconcileRequest;
      readonly attempt: number;
      /** Milliseconds until the retry; undefined without a retry, and for `deadline`: the reconcile still runs. */
      readonly retryInMs: number | undefined;
    }
  | {
      /**
       * `map`: the map threw or returned something that is not a request. `predicate`: it threw. `name`: the server has
       * an object whose name or namespace no request can have, which is not reconciled.
       */
      readonly at: 'map' | 'predicate' | 'name';
      /** The resource of the object. */
      readonly source: string;
      readonly object: unknown;
    };

/**
 * Options of {@link createController}.
 *
 * @typeParam R the resource that is reconciled
 * @typeParam W the resources in `watches`
 */
export interface ControllerOptions<
  R extends WatchedResource,
  W extends readonly WatchedResource[] = readonly WatchedResource[],
> {
  /** The name of the controller in messages, metrics and health checks. */
  readonly name: string;
  /** The resource that is reconciled. */
  readonly for: R | SourceOptions<R, WatchedItem<R>>;
  /** Resources whose objects are owned by those of `for`, by their owner references. @default none */
  readonly owns?: readonly (WatchedResource | OwnedSource)[] | undefined;
  /** Further resources, each with a map from an object to requests. @default none */
  readonly watches?: { readonly [Index in keyof W]: MappedSource<W[Index]> } | undefined;
  /** Brings one object to its desired state. Retried later if it throws. */
  readonly reconcile: Reconcile<DeepReadonly<WatchedItem<R>>>;
  /** How many reconciles may run at once; never two for the same object. @default 1 */
  readonly concurrency?: number | undefined;
  /** How long one reconcile may take, in milliseconds; Infinity for no limit. @default 300_000 */
  readonly reconcileTimeoutMs?: number | undefined;
  /**
   * Whether a request waits, at most 10 seconds, until the informers have what was written through their clients to its
   * objects: a reconcile then sees its own writes, and creates nothing twice. @default true
   */
  readonly awaitOwnWrites?: boolean | undefined;
  /** The backoff of failed keys. @default the defaults of each option */
  readonly retry?: BackoffOptions | undefined;
  /** How many keys the queue may hold; one more ends the controller with `QueueFullError`. @default 1_000_000 */
  readonly maxKeys?: number | undefined;
  /**
   * Reconciles only what this member of a sharing holds: use the `client` of the {@link ReconcileContext} then, which sends
   * nothing for an object that another member has. @default none: all objects
   */
  readonly share?: Sharing | undefined;
  /** Called for every failure that the controller survives. A failure that ends it rejects `ended` instead. */
  readonly onError: (error: unknown, failure: ControllerFailure) => void;
  /** Called with each value of the metrics in `controllerMetrics`. @default nothing is measured */
  readonly onMeasurement?: OnMeasurement | undefined;
  /** Closes the controller when aborted, like `close()`. */
  readonly signal?: AbortSignal | undefined;
  /** How long reconciles may keep running after the controller is closed, in milliseconds. @default 30_000 */
  readonly closeTimeoutMs?: number | undefined;
  /** The clock of the controller, its queue and its informers. @default the runtime's */
  readonly clock?: Clock | undefined;
  /** Returns a number from 0 to 1, for the jitter of retries. @default Math.random */
  readonly random?: (() => number) | undefined;
}

/** The options of a controller, checked and filled in. */
export type ControllerSettings = ReturnType<typeof requireControllerOptions>;

const requireSources: OptionCheck = (option, value) => requireList(option, value as readonly unknown[]);

const checks: OptionChecks<ControllerOptions<WatchedResource>> = {
  name: true,
  for: true,
  owns: requireSources,
  watches: requireSources,
  reconcile: true,
  onError: true,
  concurrency: requireCount,
  reconcileTimeoutMs: requireAge,
  awaitOwnWrites: requireBoolean,
  retry: true,
  maxKeys: true,
  share: (option, value) => requireMethods(option, value, ['run', 'stop']),
  onMeasurement: true,
  signal: requireSignal,
  closeTimeoutMs: requireAge,
  clock: true,
  random: true,
};

/** Throws `InvalidArgumentError` for options that can never work. */
export function requireControllerOptions<R extends WatchedResource, W extends readonly WatchedResource[]>(
  given: ControllerOptions<R, W>,
) {
  // The sources decide which objects its functions are called with.
  const options = requireKnownOptions(given as unknown as ControllerOptions<WatchedResource>, checks);
  const { owns = [], watches = [], concurrency = 1, reconcileTimeoutMs = 300_000 } = options;
  const { awaitOwnWrites = true, closeTimeoutMs = 30_000, clock = systemClock } = options;
  requireName('name', options.name);
  for (const name of ['reconcile', 'onError'] as const) requireCallback(name, options[name]);
  const sources = [
    requireSource('for', 'for', options.for),
    ...owns.map((each, index) => requireSource(`owns[${index}]`, 'owns', each)),
    ...watches.map((each, index) => requireSource(`watches[${index}]`, 'watches', each)),
  ];
  return { ...options, sources, concurrency, reconcileTimeoutMs, awaitOwnWrites, closeTimeoutMs, clock };
}
