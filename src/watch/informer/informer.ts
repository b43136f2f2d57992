import type { Client } from '../../core/client.js';
import { followOptionChecks, type FollowedItem, type InformedItem, type FollowOptions } from '../follow.js';
import type { FollowStep } from '../follow-step.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import type { DeepReadonly } from '../../core/model/deep-readonly.js';
import type { KubeObject } from '../../core/model/kube-object.js';
import type { MetadataBy } from '../../core/representation/partial-object-metadata.js';
import type { Served, Shapes, WireObject } from '../../core/representation/shapes.js';
import type { TableColumn, TableRow } from '../../core/representation/table/table.js';
import type { ResourceName, ResourceType } from '../../core/resource/registry.js';
import type { ResourceHandle } from '../../core/resource/resource-handle.js';
import { innerOf } from '../../core/resource/inner-handle.js';
import {
  oneOf,
  requireCallback,
  requireClient,
  requireFunction,
  requireKnownOptions,
  requireMethods,
  requireMilliseconds,
  requireObject,
  requireText,
  type OptionCheck,
} from '../../core/shared/arguments.js';
import { InvalidArgumentError } from '../../core/shared/invalid-argument-error.js';
import type { InformerHealth } from '../../core/resource/watch/watcher.js';
import { startInformerCore, type CoreOptions } from './informer-core.js';
import { createInformerShare, type ReachedOptions, type ShareOptions } from './informer-share.js';
import type { ChangeSet } from './pending-steps.js';
import type { IndexFunction, InformerStore } from './informer-store.js';

/** Options of {@link createInformer}. */
export interface InformerOptions<Item, ManagedFields extends boolean = boolean> extends Omit<
  FollowOptions<Item, ManagedFields>,
  'state'
> {
  /** The namespace to follow. @default all namespaces */
  readonly namespace?: string | undefined;
  /**
   * Chooses the objects to keep, after `transform`. Other objects are dropped.
   * @default all objects
   */
  readonly filter?: ((object: Item) => boolean) | undefined;
  /** Further indexes of the store. @default none: `namespace`, `owner` and `label` always exist */
  readonly indexes?: Readonly<Record<string, IndexFunction<DeepReadonly<Item>>>> | undefined;
  /** For a resource given by name: how long to wait until it is served, in milliseconds. @default none */
  readonly waitForResourceMs?: number | undefined;
  /** Called with errors that listeners throw; its own errors are ignored. @default throws them as uncaught errors */
  readonly onListenerError?: ((error: unknown) => void) | undefined;
}

/**
 * The objects of one resource, kept up to date, with indexes: the source that controllers and live views read from. A
 * `for await` yields the existing objects, then every change; a slow reader gets the last state of each object.
 *
 * All objects that an informer returns are frozen, because its readers share them. To change one, use `deepCopy`.
 *
 * @typeParam Item the type of the objects: `DeepReadonly<Served<Deployment>>`
 */
export interface Informer<Item> extends AsyncIterable<FollowStep<Item>> {
  /** The objects, for lookup by name, uid, label and index. */
  readonly store: InformerStore<Item>;
  /** The endpoint that is followed; undefined until the name or the handle has been looked up. */
  readonly endpoint: GroupVersionResource | undefined;
  /** The columns, if the items are rows; undefined until the first row. */
  readonly columns: readonly TableColumn[] | undefined;
  /**
   * Fulfilled once the first state is complete; rejected if the informer ends before. An error that ends it before is
   * reported here: if nobody handles the rejection, and no reader is open, it is an unhandled rejection.
   */
  readonly synced: Promise<void>;
  /** The health of the informer: whether it is synced, and when it last heard from the server. */
  readonly health: InformerHealth;
  /**
   * Rejected with the reason if the informer ends by an error; fulfilled by `close()`. An error after the sync is
   * reported here, and an earlier one if `synced` was never read: if nobody handles the rejection, and no reader is open,
   * it is an unhandled rejection.
   */
  readonly ended: Promise<void>;
  /**
   * Resolves once the informer has reached a version of its resource: `reached(made.metadata.resourceVersion)` waits
   * until it has what you wrote. If the version is of an object that the informer does not select, or of a list, it is
   * reached by the next change or bookmark, within about a minute.
   *
   * @throws InvalidArgumentError for a version that is not a number, as that of a server that is not Kubernetes; the
   *   reason of the informer's end; the signal's reason after an abort
   */
  reached(version: string, options?: ReachedOptions): Promise<void>;
  /**
   * Calls a listener with every step from now on. Returns the function that removes the listener.
   *
   * @throws InvalidArgumentError if the listener is not a function
   */
  on(listener: (step: FollowStep<Item>) => void): () => void;
  /**
   * Yields the changes gathered over one turn of the event loop, for user interfaces.
   *
   * @throws the reason of the informer's end, during the iteration
   */
  changeSets(): AsyncIterable<ChangeSet<Item>>;
  /**
   * Subscribes as React's `useSyncExternalStore` and Vue's stores expect: the listener is called at most once a turn.
   * Returns the function that unsubscribes.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns all objects: the same array until one changes. */
  readonly getSnapshot: () => readonly Item[];
  /** Ends the informer: `ended` is fulfilled, and listeners and readers get nothing more. */
  close(): void;
}

/**
 * Creates an informer, which starts at once. If the version that it follows is withdrawn, it continues with the best
 * version still served: the objects are the same, and each appears as changed. It ends by its signal, `close()`,
 * `client.close()`, or with the error that ends its `follow`. If the look-up at the beginning fails, the informer ends,
 * unless you give a name and set `waitForResourceMs`.
 *
 * @param subject a name, for whole objects unless the options choose another form, or a handle in any representation
 * @throws InvalidArgumentError for invalid options; any other error rejects `ended` and `synced`
 * @example
 * const pods = createInformer(client, 'pods', { namespace: 'shop' });
 * await pods.synced;
 * pods.on((step) => console.log(step.type));
 * console.log(pods.store.list({ labelSelector: 'app=front' }).length);
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function createInformer<S extends Shapes, ManagedFields extends boolean = false>(
  client: Client,
  subject: ResourceHandle<S>,
  options?: InformerOptions<FollowedItem<S['item'], ManagedFields>, ManagedFields>,
): Informer<InformedItem<S['item'], ManagedFields>>;
/**
 * Only the metadata of the objects, which takes a fraction of the memory: for uses that need only labels, owners and
 * names.
 */
export function createInformer<ManagedFields extends boolean = false>(
  client: Client,
  subject: string,
  options: InformerOptions<MetadataBy<ManagedFields>, ManagedFields> & { readonly as: 'PartialObjectMetadata' },
): Informer<DeepReadonly<MetadataBy<ManagedFields>>>;
/** Rows as the server prints them, each with the metadata of its object: for live tables. */
export function createInformer<ManagedFields extends boolean = false>(
  client: Client,
  subject: string,
  options: InformerOptions<TableRow<MetadataBy<ManagedFields>>, ManagedFields> & { readonly as: 'Table' },
): Informer<DeepReadonly<TableRow<MetadataBy<ManagedFields>>>>;
/**
 * Whole objects of a resource in the registry (import `kubeatlas/types`).
 *
 * @typeParam Name a key of `KubeatlasResources`
 */
export function createInformer<Name extends ResourceName, ManagedFields extends boolean = false>(
  client: Client,
  subject: Name,
  options?: InformerOptions<FollowedItem<Served<ResourceType<Name>>, ManagedFields>, ManagedFields>,
): Informer<InformedItem<Served<ResourceType<Name>>, ManagedFields>>;
/**
 * Whole objects.
 *
 * @typeParam T the type of the objects, if you have one: `createInformer<Deployment>(client, 'deployments')`. As with
 *   `client.resource`, nothing is checked against it, and classes with `Date` fields need `WireForm<V1Deployment>`.
 */
export function createInformer<T extends WireObject = KubeObject, ManagedFields extends boolean = false>(
  client: Client,
  subject: string,
  options?: InformerOptions<FollowedItem<Served<T>, ManagedFields>, ManagedFields>,
): Informer<InformedItem<Served<T>, ManagedFields>>;
/** Whole objects with `managedFields`, where the type is given. */
export function createInformer<T extends WireObject>(
  client: Client,
  subject: string,
  options: InformerOptions<Served<T>> & { readonly managedFields: boolean },
): Informer<DeepReadonly<Served<T>>>;
export function createInformer(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: object = {},
): Informer<unknown> {
  requireClient(client);
  const { indexes, onListenerError, ...core }: CoreOptions<unknown> & ShareOptions<unknown> = requireInformerOptions(
    options,
    isNameOfResource(subject),
  );
  const running = startInformerCore(client, subject, core);
  return createInformerShare(running, { indexes, onListenerError }, (reason) => {
    running.end(reason);
    return running.over;
  });
}

/** Reports whether a resource is given by name; throws `InvalidArgumentError` if it is neither a name nor a handle. */
function isNameOfResource(subject: unknown): boolean {
  if (typeof subject === 'string' && subject !== '') return true;
  if (typeof subject !== 'object') {
    throw new InvalidArgumentError('subject', 'must be the name of a resource, or a handle');
  }
  innerOf(requireMethods('subject', subject, ['watch', 'isServed', 'mapping', 'at']), 'subject');
  return false;
}

/** Throws for invalid options, before anything starts. */
export function requireInformerOptions<Options extends object>(options: Options, isNamed: boolean): Options {
  const ofNames =
    (check: OptionCheck): OptionCheck =>
    (option, value) => {
      if (isNamed) return check(option, value);
      throw new InvalidArgumentError(option, 'is only for a resource specified by name: a handle has its own');
    };
  // An informer has its own state.
  const { state: _, ...ofFollow } = followOptionChecks;
  requireKnownOptions<object>(options, {
    ...ofFollow,
    as: ofNames(oneOf('PartialObjectMetadata', 'Table')),
    namespace: ofNames(requireText),
    waitForResourceMs: ofNames(requireMilliseconds),
    filter: requireFunction,
    indexes: (option, value) => {
      for (const [name, index] of Object.entries(requireObject(option, value))) {
        requireCallback(`${option}.${name}`, index);
      }
    },
    onListenerError: requireFunction,
  } satisfies Readonly<Record<string, OptionCheck>>);
  return options;
}
