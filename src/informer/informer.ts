import type { Client } from '../client.js';
import type { FollowOptions } from '../follow/follow.js';
import type { FollowStep } from '../follow/follow-step.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { DeepReadonly } from '../model/deep-readonly.js';
import type { KubeObject } from '../model/kube-object.js';
import type { MetadataShapes } from '../representation/partial-object-metadata.js';
import type { Served, Shapes, WireObject } from '../representation/shapes.js';
import type { RowObjects, TableColumn, TableRow } from '../representation/table/table.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { requireMethods } from '../shared/arguments.js';
import type { ChangeSet } from './change-set.js';
import { isNameOfResource, requireInformerOptions } from './informer-arguments.js';
import { startInformerCore, type CoreOptions } from './informer-core.js';
import { createInformerFace, type FaceOptions } from './informer-face.js';
import type { InformerHealth } from './informer-health.js';
import type { InformerStore } from './informer-store.js';
import type { IndexFunction } from './store-indexes.js';

/** What {@link createInformer} takes. */
export interface InformerOptions<Item> extends Omit<FollowOptions<Item>, 'state'> {
  /** One namespace instead of all. @default all of them */
  readonly namespace?: string | undefined;
  /**
   * Which objects there are to be, as they are after `transform`; of the others the names alone are kept.
   * @default all objects
   */
  readonly filter?: ((object: Item) => boolean) | undefined;
  /** Further indexes of the store. @default none: `namespace`, `owner` and `label` are always there */
  readonly indexes?: Readonly<Record<string, IndexFunction<DeepReadonly<Item>>>> | undefined;
  /** For a resource that is given by name: waits for one that is not served yet, so many milliseconds. @default none */
  readonly waitForResourceMs?: number | undefined;
  /** Told of what a listener throws; what it throws itself is nobody's affair. @default it is thrown where nobody catches it */
  readonly onListenerError?: ((error: unknown) => void) | undefined;
}

/**
 * The objects of one resource, kept up to date, with indexes: what controllers and live views read from. A `for await` tells
 * the objects that are there, then every change; a reader that is slow is told the last state of each object.
 *
 * What it hands out is frozen, since all readers have the same objects: take a `deepCopy` to change one.
 *
 * @typeParam Item what it hands out: `DeepReadonly<Served<Deployment>>`
 */
export interface Informer<Item> extends AsyncIterable<FollowStep<Item>> {
  /** The objects, to be looked up by name, uid, label and index. */
  readonly store: InformerStore<Item>;
  /** The endpoint that it follows at the moment; undefined while its name is looked up. */
  readonly endpoint: GroupVersionResource | undefined;
  /** Of rows; undefined until the first one. */
  readonly columns: readonly TableColumn[] | undefined;
  /** Fulfilled once the first state is complete; rejected where the informer ends before. */
  readonly synced: Promise<void>;
  /** How it is: whether it is synced, and when it last heard of the server. */
  readonly health: InformerHealth;
  /**
   * Rejected with the reason when the informer ends by an error; fulfilled by `close()`. An error of which nobody would learn is
   * thrown where nobody catches it: unless `ended` was asked for, or `synced` while it is open, or somebody reads.
   */
  readonly ended: Promise<void>;
  /**
   * Calls a listener with every step from now on. Answers the function that calls it off.
   *
   * @throws InvalidArgumentError for what is no function
   */
  on(listener: (step: FollowStep<Item>) => void): () => void;
  /**
   * Changes gathered over one turn of the runtime, for user interfaces.
   *
   * @throws the reason of the informer's end, when the iteration goes on
   */
  changeSets(): AsyncIterable<ChangeSet<Item>>;
  /** As React's `useSyncExternalStore` and Vue's stores want it: called at most once a turn. Answers the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** All objects: the same array until one changes. */
  readonly getSnapshot: () => readonly Item[];
  /** Ends it: `ended` is fulfilled, and listeners and readers hear no more. */
  close(): void;
}

/**
 * Makes an informer, which begins at once. Where the version that it follows is withdrawn it goes on with the next that is served:
 * the objects are the same, and each is told as changed. It ends by its signal, `close()`, `client.close()`, or with the reason
 * that `follow` ends for.
 *
 * @param subject a name, for whole objects unless the options say otherwise, or a handle in any representation
 * @throws InvalidArgumentError for options that can never work; everything else rejects `ended` and `synced`
 * @example
 * const pods = createInformer(client, 'pods', { namespace: 'shop' });
 * await pods.synced;
 * pods.on((step) => console.log(step.type));
 * console.log(pods.store.list({ labelSelector: 'app=front' }).length);
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function createInformer<S extends Shapes>(
  client: Client,
  subject: ResourceHandle<S>,
  options?: InformerOptions<S['item']>,
): Informer<DeepReadonly<S['item']>>;
/** The metadata of the objects alone, which is a fraction of the memory: for what labels, owners and names are enough for. */
export function createInformer(
  client: Client,
  subject: string,
  options: InformerOptions<MetadataShapes['item']> & { readonly as: 'PartialObjectMetadata' },
): Informer<DeepReadonly<MetadataShapes['item']>>;
/** Rows as the server prints them, each with the metadata of its object: for live tables. */
export function createInformer(
  client: Client,
  subject: string,
  options: InformerOptions<TableRow<RowObjects['Metadata']>> & { readonly as: 'Table' },
): Informer<DeepReadonly<TableRow<RowObjects['Metadata']>>>;
/**
 * Whole objects.
 *
 * @typeParam T their type, for those who have one: `createInformer<Deployment>(client, 'deployments')`. As with
 *   `client.resource` nothing is checked against it, and of classes with `Date` fields it is `WireForm<V1Deployment>`.
 */
export function createInformer<T extends WireObject = KubeObject>(
  client: Client,
  subject: string,
  options?: InformerOptions<Served<T>>,
): Informer<DeepReadonly<Served<T>>>;
export function createInformer(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: object = {},
): Informer<unknown> {
  requireMethods('client', client, ['resource', 'handle']);
  const { indexes, onListenerError, ...core }: CoreOptions<unknown> & FaceOptions<unknown> = requireInformerOptions(
    options,
    isNameOfResource(subject),
  );
  const running = startInformerCore(client, subject, core);
  return createInformerFace(running, { indexes, onListenerError }, (reason) => {
    running.end(reason);
    return running.over;
  });
}
