import type { ObjectMeta } from '../model/kube-object.js';
import type { Shapes } from '../representation/shapes.js';
import type { WatchOptions } from '../resource/options.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import type { WatchMark } from '../resource/watch/watch-marks.js';
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
} from '../shared/arguments.js';
import { backoffMs, systemClock, type Clock } from '../shared/clock.js';
import { isJsonRecord } from '../shared/json-record.js';
import { leavable } from '../shared/leavable.js';
import { ResourceGoneError } from './errors.js';
import { judgeFollowFailure } from './follow-failure.js';
import type { FollowState, FollowStep } from './follow-step.js';
import {
  requireMetadata,
  requireIdentity,
  stateKey,
  withoutManagedFields,
  type ChangeEvent,
} from './followed-object.js';

/** Options of {@link follow}. */
export interface FollowOptions<Item> {
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
  readonly managedFields?: boolean | undefined;
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
  requireMethods('handle', handle, ['watch', 'isServed']);
  const { signal } = requireKnownOptions(options, followOptionChecks);
  return {
    [Symbol.asyncIterator]: () =>
      leavable((leaving) => followObjects(handle, options, leaving), [signal, handle.signal]),
  };
}

async function* followObjects<S extends Shapes>(
  handle: ResourceHandle<S>,
  options: FollowOptions<S['item']>,
  signal: AbortSignal,
): AsyncGenerator<FollowStep<S['item']>, void, undefined> {
  const { state = new Map<string, S['item']>(), clock = systemClock, pollIntervalMs = 10_000 } = options;
  const { labelSelector, fieldSelector, idleTimeoutMs, denialLimitMs = 60_000 } = options;
  let { limit } = options;
  let version: string | undefined;
  let hasSynced = false;
  let poll: number | undefined;
  let tries = 0;
  let syncedAt: number | undefined;
  let deniedSince: number | undefined;
  let isInterrupted = false;

  for (;;) {
    const watch: WatchOptions = {
      labelSelector,
      fieldSelector,
      idleTimeoutMs,
      limit,
      poll,
      clock,
      signal,
      ...(poll === undefined && { resourceVersion: version }),
      initialEvents: true,
      bookmarks: true,
      interruptions: true,
    };
    // The keys of the state that is being read, until its end mark.
    let taken: Set<string> | undefined = new Set();
    try {
      for await (const event of handle.watch(watch)) {
        const known = event as
          WatchMark | ChangeEvent<S['item']> | { readonly type: 'BOOKMARK'; readonly object: unknown };
        switch (known.type) {
          case 'INTERRUPTED':
            if (!isInterrupted) yield { type: 'interrupted', error: known.error };
            isInterrupted = true;
            break;
          case 'RESUMED':
            // While the state is being read, its end is the recovery.
            if (taken === undefined && isInterrupted) {
              isInterrupted = false;
              yield { type: 'recovered', resourceVersion: version ?? '' };
            }
            break;
          case 'BOOKMARK':
            version = requireMetadata(known.object).resourceVersion ?? version;
            break;
          case 'INITIAL_EVENTS_END': {
            for (const [key, object] of [...state.entries()]) {
              if (taken?.has(key) !== false) continue;
              state.delete(key);
              yield { type: 'removed', object };
            }
            taken = undefined;
            version = known.resourceVersion === '' ? undefined : known.resourceVersion;
            syncedAt = clock.now();
            deniedSince = undefined;
            const { resourceVersion } = known;
            yield hasSynced
              ? { type: 'recovered', resourceVersion, relisted: true }
              : { type: 'synced', resourceVersion };
            hasSynced = true;
            isInterrupted = false;
            break;
          }
          default: {
            const metadata = requireMetadata(known.object);
            if (taken === undefined) version = metadata.resourceVersion ?? version;
            const key = stateKey(metadata);
            taken?.add(key);
            for (const step of changesOf(state, key, known, options)) yield step;
          }
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      const verdict = judgeFollowFailure(error, taken !== undefined);
      // A state that was lost again at once does not count as success: it must not be requested again without a pause.
      if (syncedAt !== undefined && clock.now() - syncedAt >= longestPauseMs) tries = 0;
      syncedAt = undefined;
      switch (verdict) {
        case 'throw':
          throw error;
        case 'anew':
          version = undefined;
          break;
        case 'refused':
          if (version === undefined) throw error;
          version = undefined;
          break;
        case 'whole':
          limit = 0;
          break;
        case 'poll':
          poll = pollIntervalMs;
          continue;
        case 'missing':
          if ((await handle.isServed({ signal })) === false)
            throw new ResourceGoneError((await handle.mapping({ signal })).resource, error);
          break;
        case 'denied':
          deniedSince ??= clock.now();
          if (!hasSynced || clock.now() - deniedSince >= denialLimitMs) throw error;
          break;
        case 'again':
          break;
      }
      // Some yielded objects are newer than the version of the last complete state: only the newest state is not older
      // than they.
      if (taken !== undefined && taken.size > 0) version = undefined;
      if (!isInterrupted) yield { type: 'interrupted', error };
      isInterrupted = true;
      if (tries > 0) await clock.sleep(backoffMs(tries - 1, longestPauseMs), signal);
      tries += 1;
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
  { type, object: sent, columns }: ChangeEvent<Item>,
  { managedFields = false, transform }: FollowOptions<Item>,
): readonly FollowStep<Item>[] {
  const metadata = requireMetadata(sent);
  const before = state.get(key);
  if (type === 'DELETED' && before === undefined) return [];
  const lean = managedFields ? sent : withoutManagedFields(sent);
  const object = transform === undefined ? lean : transformed(lean, metadata, transform);
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
