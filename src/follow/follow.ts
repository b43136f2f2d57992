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

/** What {@link follow} takes. */
export interface FollowOptions<Item> {
  /** Ends it; the iteration rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Only objects with these labels: `app=front,tier!=db`. @default all */
  readonly labelSelector?: string | undefined;
  /** Only objects with these fields: `metadata.name=front-0`. @default all */
  readonly fieldSelector?: string | undefined;
  /** How many objects a page has where the state has to be listed; 0 for all in one. @default 500 */
  readonly limit?: number | undefined;
  /** As of a watch. @default 75_000 */
  readonly idleTimeoutMs?: number | undefined;
  /** How often it lists where there can be no watch, in milliseconds. @default 10_000 */
  readonly pollIntervalMs?: number | undefined;
  /** How long the server may refuse (401, 403) what it once allowed, in milliseconds. @default 60_000 */
  readonly denialLimitMs?: number | undefined;
  /** Keeps `metadata.managedFields`, which go otherwise. @default false */
  readonly managedFields?: boolean | undefined;
  /**
   * Applied to each object before it is kept and told. It has to keep name, namespace, uid and resourceVersion.
   * @default objects stay as they are
   */
  readonly transform?: ((object: Item) => Item) | undefined;
  /** Where the objects are kept; empty to begin with. @default a Map of its own */
  readonly state?: FollowState<Item> | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

const longestPauseMs = 30_000;

/** The check of each option, for what takes them as well. */
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
 * The state of a set of objects, then every change to it, for ever: what informers and live views stand on. Unlike a watch it
 * survives everything: where changes could be lost, the state is taken again, and what differs is told. It never goes back
 * behind what it has told, unless the server itself does, as after a restore of its data.
 *
 * An object that was deleted and made again under its name is `removed`, then `added`. States that follow each other quickly
 * may be told as one while the server is away. Where a resource cannot be watched, or no stream is left (`maxStreams`), it lists.
 *
 * It ends by its signal, `break`, `client.close()`, or an error that no time mends: `ResourceGoneError` for a resource that the
 * server no longer serves, `ApiError` for a 401 or 403 that stays or came at once, or for a selector that the server refuses.
 *
 * @param handle of whole objects, of metadata, or of a Table whose rows carry metadata
 * @throws InvalidArgumentError for options that can never work, and for rows without metadata
 * @throws as the iteration goes on: ResourceGoneError; ApiError; ClientClosedError; the signal's reason
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
    // The keys of the state that is being taken, until its end mark.
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
            // While the state is taken, its end is the recovery.
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
      // A state that was lost again at once was no success: a server must not be asked for it without a pause.
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
            throw new ResourceGoneError(handle.mapping.resource, error);
          break;
        case 'denied':
          deniedSince ??= clock.now();
          if (!hasSynced || clock.now() - deniedSince >= denialLimitMs) throw error;
          break;
        case 'again':
          break;
      }
      // Objects were told that are newer than the version of the last whole state: only the newest state is not behind them.
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

/** Puts a change into the state, and answers what it comes to: nothing for a state that is known already. */
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
    // The same state in another version of the API is written otherwise.
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
