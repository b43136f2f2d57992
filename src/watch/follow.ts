import { isKubeError } from '../core/errors.js';
import type { ObjectMeta } from '../core/model/kube-object.js';
import type { Shapes } from '../core/representation/shapes.js';
import type { BookmarkEvent } from '../core/representation/watch-event.js';
import type { WatchOptions } from '../core/resource/options.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import type { WatchMark } from '../core/resource/watch/watch-marks.js';
import {
  requireBoolean,
  requireClock,
  requireFunction,
  requireMethods,
  requireMilliseconds,
  requireKnownOptions,
  requireSignal,
  requireText,
  requireWhole,
  type OptionCheck,
} from '../core/shared/arguments.js';
import { backoffMs, systemClock, type Clock } from '../core/shared/clock.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { leavable } from '../core/shared/leavable.js';
import type { FollowState, FollowStep } from './follow-step.js';
import { requireMetadata, requireIdentity, stateKey, type ChangeEvent } from './followed-object.js';

/** Options of {@link follow}. */
export interface FollowOptions<Item, ManagedFields extends boolean = boolean> {
  /** Ends the iteration, which rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Only objects with these labels: `app=front,tier!=db`. @default all */
  readonly labelSelector?: string | undefined;
  /** Only objects with these fields: `metadata.name=front-0`. @default all */
  readonly fieldSelector?: string | undefined;
  /** How many objects a page has if the state has to be listed; 0 for all in one. @default 500 */
  readonly limit?: number | undefined;
  /** The same as for a watch, in milliseconds. @default 75_000 */
  readonly idleTimeoutMs?: number | undefined;
  /** The interval of lists if watching is not possible, in milliseconds. @default 10_000 */
  readonly pollIntervalMs?: number | undefined;
  /** How long the server may refuse (401, 403) a request that it once allowed, in milliseconds. @default 60_000 */
  readonly denialLimitMs?: number | undefined;
  /** Keeps `metadata.managedFields`, which are dropped otherwise. @default false */
  readonly managedFields?: ManagedFields | undefined;
  /**
   * Applied to each object before it is stored and yielded. It has to keep name, namespace, uid and resourceVersion.
   * @default objects stay as they are
   */
  readonly transform?: ((object: Item) => Item) | undefined;
  /** The store of the objects, initially empty. @default a new Map */
  readonly state?: FollowState<Item> | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

/** Between two watches of a wrapper that ends them. */
const longestPauseMs = 30_000;

/** The check of each option, also for callers that pass the options on. */
export const followOptionChecks: { readonly [Option in keyof Required<FollowOptions<never>>]: OptionCheck } = {
  signal: requireSignal,
  labelSelector: requireText,
  fieldSelector: requireText,
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
 * Yields the state of a set of objects, then every change to it, for ever: the basis of informers and live views.
 * Unlike a watch it survives lost changes: it reads the state again and yields the differences. It never goes back to
 * an older state than it has yielded, unless the server itself does, as after a restore of its data.
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
export function follow<S extends Shapes>(
  handle: ResourceHandle<S>,
  options: FollowOptions<S['item']> = {},
): AsyncIterable<FollowStep<S['item']>> {
  requireMethods('handle', handle, ['watch']);
  const { signal } = requireKnownOptions(options, followOptionChecks);
  return {
    [Symbol.asyncIterator]: () =>
      leavable((leaving) => followObjects(handle, options, leaving), [signal, handle.signal]),
  };
}

/** What `handle.watch()` yields here: the changes of the representation, and marks. */
type WatchedEvent<Item> = ChangeEvent<Item> | WatchMark | BookmarkEvent;

async function* followObjects<S extends Shapes>(
  handle: ResourceHandle<S>,
  options: FollowOptions<S['item']>,
  signal: AbortSignal,
): AsyncGenerator<FollowStep<S['item']>, void, undefined> {
  const { clock = systemClock, labelSelector, fieldSelector } = options;
  const state: FollowState<S['item']> = options.state ?? new Map<string, S['item']>();
  const { limit, idleTimeoutMs, pollIntervalMs, denialLimitMs } = options;
  const relist = { relist: true, initialEvents: true, interruptions: true, bookmarks: true } as const;
  const watch: WatchOptions = {
    ...relist,
    pollIntervalMs,
    denialLimitMs,
    labelSelector,
    fieldSelector,
    limit,
    idleTimeoutMs,
    clock,
    signal,
  };
  let hasSynced = false;

  for (let tries = 0; ; tries += 1) {
    const begunAt = clock.now();
    /** The keys of the state that is being read, until its end mark. */
    let reading: Set<string> | undefined = new Set();
    try {
      for await (const event of handle.watch(watch) as AsyncIterable<WatchedEvent<S['item']>>) {
        switch (event.type) {
          case 'BOOKMARK':
            if (reading === undefined) state.bookmark?.(event.object.metadata.resourceVersion ?? '');
            break;
          case 'INTERRUPTED':
            yield { type: 'interrupted', error: event.error };
            break;
          case 'RESUMED':
            yield { type: 'recovered', resourceVersion: event.resourceVersion };
            break;
          case 'RELIST':
            reading = new Set();
            break;
          case 'INITIAL_EVENTS_END': {
            for (const [key, object] of reading === undefined ? [] : [...state.entries()]) {
              if (reading?.has(key) !== false) continue;
              state.delete(key);
              yield { type: 'removed', object };
            }
            reading = undefined;
            const { resourceVersion } = event;
            yield hasSynced
              ? { type: 'recovered', resourceVersion, relisted: true }
              : { type: 'synced', resourceVersion };
            hasSynced = true;
            break;
          }
          default: {
            const metadata = requireMetadata(event.object);
            const key = stateKey(metadata);
            reading?.add(key);
            for (const step of changesOf(state, key, metadata, event, options)) yield step;
          }
        }
      }
    } catch (error) {
      // The watch of a handle survives lost changes; that of a wrapper may be one that does not know `relist`.
      if (signal.aborted || !isKubeError(error) || error.code !== 'watch-ended') throw error;
      yield { type: 'interrupted', error };
    }
    if (clock.now() - begunAt >= longestPauseMs) tries = 0;
    await clock.sleep(backoffMs(tries, longestPauseMs), signal);
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
  { managedFields = false, transform }: FollowOptions<Item>,
): readonly FollowStep<Item>[] {
  const before = state.get(key);
  if (type === 'DELETED' && before === undefined) return [];
  // Often more than half of an object, and useful mainly to servers. In place: the object is ours.
  if (!managedFields && 'managedFields' in metadata) delete metadata.managedFields;
  const object = transform === undefined ? sent : transformed(sent, metadata, transform);
  if (type === 'DELETED') {
    state.delete(key);
    return [{ type: 'removed', object }];
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

function transformed<Item>(item: Item, metadata: ObjectMeta, transform: (object: Item) => Item): Item {
  const { name, namespace, uid, resourceVersion } = metadata;
  const object = transform(item);
  requireIdentity({ name, namespace, uid, resourceVersion }, object);
  return object;
}
