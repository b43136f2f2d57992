import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { ObjectMeta } from '../core/model/kube-object.js';
import type { Shapes } from '../core/representation/shapes.js';
import type { TableColumn } from '../core/representation/table/table.js';
import type { BookmarkEvent } from '../core/representation/watch-event.js';
import { optionTables, type WatchOptions } from '../core/resource/options.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { innerOf } from '../core/resource/inner-handle.js';
import { newWatchHealth, type Relist, type WatchHealth, type WatchMark } from '../core/resource/watch/watcher.js';
import {
  requireBoolean,
  requireClock,
  requireFunction,
  requireMethods,
  requireMilliseconds,
  requireKnownOptions,
  requireSignal,
  requireVerdict,
  requireWhole,
  type OptionCheck,
} from '../core/shared/arguments.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { abortableIterator } from '../core/shared/abortable-iterator.js';
import type { FollowState, FollowStep } from './follow-step.js';
import { metadataOf, requireMetadata, stateKey } from './followed-object.js';

/** Options of {@link follow}. */
export interface FollowOptions<Item, ManagedFields extends boolean = boolean> extends Pick<
  WatchOptions,
  'signal' | 'labelSelector' | 'fieldSelector' | 'shard' | 'limit' | 'idleTimeoutMs' | 'clock'
> {
  /** The interval of lists if watching is not possible, in milliseconds. @default 10_000 */
  readonly pollIntervalMs?: number | undefined;
  /** How long the server may refuse (401, 403) a request that it once allowed, in milliseconds. @default 60_000 */
  readonly denialLimitMs?: number | undefined;
  /** Whether to keep `metadata.managedFields`. @default false */
  readonly managedFields?: ManagedFields | undefined;
  /**
   * Applied to each object before it is stored and yielded. It has to keep name, namespace, uid and resourceVersion.
   * @default objects stay as they are
   */
  readonly transform?: ((object: Item) => Item) | undefined;
  /** The store of the objects, initially empty. @default a new Map */
  readonly state?: FollowState<Item> | undefined;
}

/** An item of {@link follow}: it has no `metadata.managedFields`, unless they were asked for. */
export type FollowedItem<Item, ManagedFields extends boolean = false> = true extends ManagedFields
  ? Item
  : Item & Dropped<Item>;

/** An object as an informer hands it out, frozen: it has no `metadata.managedFields`, unless they were asked for. */
export type InformedItem<Item, ManagedFields extends boolean = false> = true extends ManagedFields
  ? DeepReadonly<Item>
  : DeepReadonly<Item> & Dropped<Item>;

// In an intersection, so that functions for any type of objects can call what gives them.
type Dropped<Item> = Item extends { readonly metadata: { readonly managedFields?: unknown } }
  ? WithoutManagers
  : Item extends { readonly object: infer Content }
    ? { readonly object: Content extends { readonly metadata: object } ? Content & WithoutManagers : Content }
    : unknown;

type WithoutManagers = { readonly metadata: { readonly managedFields?: undefined } };

/** The check of each option, also for callers that pass the options on. */
export const followOptionChecks: { readonly [Option in keyof Required<FollowOptions<never>>]: OptionCheck } = {
  ...optionTables.watch.query,
  signal: requireSignal,
  limit: requireWhole,
  idleTimeoutMs: requireMilliseconds,
  pollIntervalMs: requireMilliseconds,
  denialLimitMs: (option, value) => value === 0 || requireMilliseconds(option, value),
  managedFields: requireBoolean,
  transform: requireFunction,
  state: (option, value) => requireMethods(option, value, ['get', 'set', 'delete', 'entries']),
  clock: requireClock,
};

/**
 * Yields the state of a set of objects, then every change, without end: the basis of informers and live views. Unlike a
 * watch it survives lost changes: it reads the state again and yields the differences. It never returns to an older
 * state, unless the server does so, for example after its data was restored.
 *
 * An object that was deleted and created again under its name is `removed`, then `added`. While the server is away,
 * several changes of an object may be merged into one. If the resource cannot be watched, or no stream is left
 * (`maxStreams`), it lists instead.
 *
 * It ends by its signal, `break`, `client.close()`, or a permanent error: whatever `client.resolve` throws if the handle
 * cannot find its endpoint at the beginning, `ResourceGoneError` for a resource that the server no longer serves, `ApiError` for a 401 or 403 that persists or came at once, or for a selector that the server
 * refuses.
 *
 * @param handle a handle of whole objects, of metadata, or of a Table whose rows carry metadata
 * @throws InvalidArgumentError for invalid options, and for rows without metadata
 * @throws during the iteration: as `client.resolve`, at the beginning; ResourceGoneError; ApiError; ClientClosedError; the signal's reason
 * @example
 * for await (const step of follow(handle.namespace('shop'), { signal })) {
 *   if (step.type === 'added' || step.type === 'changed') console.log(step.object.metadata.name);
 *   if (step.type === 'synced') console.log('that was all, for now');
 * }
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function follow<S extends Shapes, ManagedFields extends boolean = false>(
  handle: ResourceHandle<S>,
  options: FollowOptions<FollowedItem<S['item'], ManagedFields>, ManagedFields> = {},
): AsyncIterable<FollowStep<FollowedItem<S['item'], ManagedFields>>> {
  requireKnownOptions(options, followOptionChecks);
  return followWith(handle, options as FollowOptions<S['item']>) as AsyncIterable<
    FollowStep<FollowedItem<S['item'], ManagedFields>>
  >;
}

/** Options of {@link followWith}. */
export interface FollowChoice<Item> extends FollowOptions<Item> {
  /** Chooses the objects, after `transform`; nothing is kept of the others. */
  readonly filter?: ((object: Item) => boolean) | undefined;
}

/** Follows a set of objects, as {@link follow} does; with the health of the one who follows several, one after the other. */
export function followWith<S extends Shapes>(
  handle: ResourceHandle<S>,
  options: FollowChoice<S['item']>,
  given?: WatchHealth,
): AsyncIterable<FollowStep<S['item']>> {
  const inner = innerOf<S>(handle, 'handle');
  const { signal, clock, labelSelector, fieldSelector, shard, limit, idleTimeoutMs, pollIntervalMs, denialLimitMs } =
    options;
  const marks = { initialEvents: true, interruptions: true, bookmarks: true };
  const watch: WatchOptions = { ...marks, labelSelector, fieldSelector, shard, limit, idleTimeoutMs, clock };
  return {
    [Symbol.asyncIterator]() {
      const health = given ?? newWatchHealth();
      const follower = { health, pollIntervalMs, denialLimitMs };
      const begin = (leaving: AbortSignal) =>
        followObjects(inner.follow(watch, follower, leaving) as AsyncIterable<Followed<S>>, options, health);
      return abortableIterator(begin, [signal, handle.signal]);
    },
  };
}

/** The parts of a watch event that are read here. */
interface ChangeEvent<Item> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: Item;
  readonly columns?: readonly TableColumn[] | undefined;
}

/** What the watch of a follower yields: the changes of the representation, bookmarks and marks. */
type Followed<S extends Shapes> = ChangeEvent<S['item']> | WatchMark | Relist | BookmarkEvent;

async function* followObjects<S extends Shapes>(
  events: AsyncIterable<Followed<S>>,
  options: FollowChoice<S['item']>,
  health: Readonly<WatchHealth>,
): AsyncGenerator<FollowStep<S['item']>, void, undefined> {
  const state: FollowState<S['item']> = options.state ?? new Map<string, S['item']>();
  /** The keys of the state that is being read. */
  const read = new Set<string>();
  for await (const event of events) {
    switch (event.type) {
      case 'BOOKMARK':
        if (!health.listing) state.bookmark?.(event.object.metadata.resourceVersion ?? '');
        break;
      case 'INTERRUPTED':
        yield { type: 'interrupted', error: event.error };
        break;
      case 'RESUMED':
        yield { type: 'recovered', resourceVersion: event.resourceVersion };
        break;
      case 'RELIST':
        read.clear();
        break;
      case 'INITIAL_EVENTS_END': {
        for (const [key, object] of [...state.entries()]) {
          if (read.has(key)) continue;
          state.delete(key);
          yield { type: 'removed', object };
        }
        read.clear();
        const { resourceVersion } = event;
        yield health.relists === 1
          ? { type: 'synced', resourceVersion }
          : { type: 'recovered', resourceVersion, relisted: true };
        break;
      }
      default: {
        const metadata = requireMetadata(event.object);
        const key = stateKey(metadata);
        if (health.listing) read.add(key);
        const steps = changesOf(state, key, metadata, event, options);
        for (const step of steps) yield step;
        if (steps.length === 0 && !health.listing) state.bookmark?.(metadata.resourceVersion ?? '');
      }
    }
  }
}

function apiVersionOf(item: unknown): unknown {
  const object = isJsonRecord(item) && 'cells' in item ? item['object'] : item;
  return isJsonRecord(object) ? object['apiVersion'] : undefined;
}

/** Applies a change to the state, and returns the resulting steps: none if the state of the object is already known. */
function changesOf<Item>(
  state: FollowState<Item>,
  key: string,
  metadata: ObjectMeta,
  { type, object: sent, columns }: ChangeEvent<Item>,
  { managedFields = false, transform, filter }: FollowChoice<Item>,
): readonly FollowStep<Item>[] {
  const before = state.get(key);
  if (type === 'DELETED' && before === undefined) return [];
  // Often more than half of an object, and useful mainly to servers. In place: the object is ours.
  if (!managedFields && 'managedFields' in metadata) delete metadata.managedFields;
  const object = transform === undefined ? sent : transformed(sent, metadata, transform);
  const isChosen = filter === undefined || requireVerdict('filter', filter(object));
  if (type === 'DELETED' || !isChosen) {
    if (before === undefined) return [];
    state.delete(key);
    return [{ type: 'removed', object: isChosen ? object : before }];
  }
  if (before === undefined) {
    state.set(key, object);
    return [{ type: 'added', object, columns }];
  }
  const last = requireMetadata(before);
  if (last.uid !== metadata.uid) {
    state.set(key, object);
    return [
      { type: 'removed', object: before },
      { type: 'added', object, columns },
    ];
  }
  if (metadata.resourceVersion !== undefined && last.resourceVersion === metadata.resourceVersion) {
    // The same state may be written differently in another version of the API.
    if (apiVersionOf(before) === apiVersionOf(object)) return [];
  }
  state.set(key, object);
  return [{ type: 'changed', object, before, columns }];
}

/** Transforms an object. Throws `InvalidArgumentError` if that took its identity, which is read before. */
function transformed<Item>(item: Item, metadata: ObjectMeta, transform: (object: Item) => Item): Item {
  const { name, namespace, uid, resourceVersion } = metadata;
  const object = transform(item);
  const { name: toName, namespace: toNamespace, uid: toUid, resourceVersion: toVersion } = metadataOf(object) ?? {};
  if (name === toName && namespace === toNamespace && uid === toUid && resourceVersion === toVersion) return object;
  // An async function may still be rejected.
  callQuietly(() => object);
  throw new InvalidArgumentError('transform', 'must keep metadata: name, namespace, uid and resourceVersion');
}
