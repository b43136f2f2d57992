import type { Client } from '../../core/client.js';
import { isKubeError, isNotFound } from '../../core/errors.js';
import { followWith, type FollowOptions } from '../follow.js';
import type { FollowState, FollowStep } from '../follow-step.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import type { Shapes } from '../../core/representation/shapes.js';
import type { TableColumn } from '../../core/representation/table/table.js';
import type { ResourceHandle } from '../../core/resource/resource-handle.js';
import { newWatchHealth, noteInterruption, type InformerHealth } from '../../core/resource/watch/watcher.js';
import { abortWith } from '../../core/shared/abort.js';
import { requireVerdict } from '../../core/shared/arguments.js';
import { backoffMs, systemClock } from '../../core/shared/clock.js';
import { metadataOf } from '../followed-object.js';
import { deepFreeze } from '../../core/shared/deep-freeze.js';
import { handleOf, successorOf, type FormChoice } from './informed-handle.js';
import { createSharedStore, type SharedStore } from './informer-store.js';
import { createListeners } from './listeners.js';
import { createReachedVersion, type ReachedVersion } from './reached-version.js';

/** Options of {@link startInformerCore}; the signal ends the core. */
export interface CoreOptions<Item> extends Omit<FollowOptions<Item>, 'state'>, FormChoice {
  readonly namespace?: string | undefined;
  readonly filter?: ((object: Item) => boolean) | undefined;
  readonly waitForResourceMs?: number | undefined;
  /** The endpoint, if it is known already. */
  readonly endpoint?: GroupVersionResource | undefined;
}

/** The endpoint that an informer follows, and its choice of objects there. */
export interface FollowedSelection extends Pick<CoreOptions<unknown>, 'labelSelector' | 'fieldSelector' | 'shard'> {
  readonly handle: ResourceHandle<Shapes>;
  /** Reads the state again, as after a restore of the server's data, of which a watch is told nothing. */
  readonly relist: () => void;
}

/**
 * Returns what an informer follows; undefined until it is known, and for one that this package did not make. It is a plain
 * member, which no type shows: an ES module and a CommonJS module of this package may meet in one program.
 */
export function followedBy(informer: object): FollowedSelection | undefined {
  return (informer as { readonly '~followed'?: FollowedSelection })['~followed'];
}

/** The one watch behind an informer, or behind all informers that share it. */
export interface InformerCore<Item> {
  readonly store: SharedStore<Item>;
  /** The endpoint that is followed; undefined until it is known. */
  readonly endpoint: GroupVersionResource | undefined;
  readonly columns: readonly TableColumn[] | undefined;
  readonly health: InformerHealth;
  /** The version that the state has reached. */
  readonly version: Pick<ReachedVersion, 'wait'>;
  /** What is followed; undefined until it is known. */
  readonly followed: FollowedSelection | undefined;
  /** Fulfilled when the first state is complete; never settled if the core ends before. */
  readonly synced: Promise<void>;
  /** Fulfilled once all work has stopped. */
  readonly over: Promise<void>;
  /** Aborted as soon as the core ends, with the reason. */
  readonly signal: AbortSignal;
  /** Whether the core ended by an error of its own rather than from outside. */
  readonly isFailed: boolean;
  on(listener: (step: FollowStep<Item>) => void, onError: (error: unknown) => void): () => void;
  /** Adds a listener that is called once for each turn with a step. */
  onTurn(listener: () => void, onError: (error: unknown) => void): () => void;
  end(reason: unknown): void;
}

/** The longest pause between two looks for another version of an endpoint that answers 404: 30 s. */
const longestSearchPauseMs = 30_000;

/** Follows a resource from now on, and its next version if the followed one is withdrawn. */
export function startInformerCore<Item>(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: CoreOptions<Item>,
): InformerCore<Item> {
  const { signal, clock = systemClock, transform, filter, as, namespace, waitForResourceMs, ...further } = options;
  const { endpoint: known, ...following } = further;
  let endpoint = known;
  const choice = { as, namespace, waitForResourceMs, managedFields: following.managedFields };
  const ending = new AbortController();
  const hidden = filter === undefined ? undefined : createHiddenObjects(filter);
  const store = createSharedStore<Item>(hidden?.has);
  const listeners = createListeners<FollowStep<Item>>();
  const turns = createListeners();
  const version = createReachedVersion();
  let followed: FollowedSelection | undefined;
  const health = newWatchHealth();
  let columns: readonly TableColumn[] | undefined;
  let isTurnDue = false;
  let nowSynced = (): void => undefined;
  const synced = new Promise<void>((resolve) => {
    nowSynced = resolve;
  });
  /** The last deleted object, as the state had it: a filter may answer otherwise for its last state. */
  let removed: Item | undefined;
  const state: FollowState<Item> = {
    ...store.state,
    get size() {
      return store.state.size;
    },
    delete(key) {
      if (hidden !== undefined) removed = store.state.get(key);
      store.state.delete(key);
    },
    bookmark(resourceVersion) {
      version.reach(resourceVersion);
    },
  };
  const keep =
    hidden === undefined
      ? transform
      : (sent: Item): Item => hidden.keep(transform === undefined ? sent : transform(sent));

  const take = (step: FollowStep<Item>): void => {
    if ('object' in step) health.lastEventAt = clock.now();
    if ('columns' in step && step.columns !== undefined) columns = step.columns;
    const seen = hidden === undefined ? step : visible(step, hidden, removed);
    removed = undefined;
    if (step.type === 'synced' || step.type === 'recovered') version.is(step.resourceVersion);
    // While the state is being read, its objects come in any order.
    else if (step.type !== 'interrupted' && !health.listing) {
      version.reach(metadataOf(step.object)?.resourceVersion);
    }
    if (step.type === 'synced') nowSynced();
    if (seen === undefined) return;
    if (listeners.size > 0) {
      if ('object' in seen) deepFreeze(seen.object);
      if ('before' in seen) deepFreeze(seen.before);
      listeners.call(seen);
    }
    if (isTurnDue || turns.size === 0) return;
    isTurnDue = true;
    setTimeout(() => {
      isTurnDue = false;
      turns.call();
    }, 0);
  };

  /**
   * Waits until discovery no longer vouches for the endpoint and another version of it is served. Only moving there is
   * that fast: an informer ends once the endpoint is proved to be gone.
   */
  const findSuccessor = async (
    handle: ResourceHandle<Shapes>,
    resource: GroupVersionResource,
    signal: AbortSignal,
  ): Promise<ResourceHandle<Shapes>> => {
    for (let tries = 0; ; tries += 1) {
      const catalog = await client.discovery.refresh({ notOlderThanMs: 1000, signal }).catch(() => undefined);
      const entry = catalog?.resource(resource);
      const isListed = entry !== undefined && entry.freshness !== 'Kept';
      if (catalog !== undefined && !isListed) {
        const next = await successorOf(client, handle, resource, { signal, clock });
        if (next !== undefined) return next;
      }
      await clock.sleep(backoffMs(tries, longestSearchPauseMs), signal);
    }
  };

  const run = async (): Promise<void> => {
    let handle = await handleOf(client, subject, { ...choice, clock, signal: ending.signal });
    for (;;) {
      const { resource } = await handle.mapping({ signal: ending.signal });
      endpoint = resource;
      const { labelSelector, fieldSelector, shard } = following;
      const leaving = new AbortController();
      abortWith(leaving, [ending.signal]);
      let next: ResourceHandle<Shapes> | undefined;
      let search: AbortController | undefined;
      const goOnAt = (found: ResourceHandle<Shapes>): void => {
        next = found;
        leaving.abort();
      };
      followed = { handle, labelSelector, fieldSelector, shard, relist: goOnAt.bind(undefined, handle) };
      try {
        const settings = { ...following, clock, signal: leaving.signal, transform: keep as never, state };
        for await (const step of followWith(handle, settings, health)) {
          search?.abort();
          search = undefined;
          take(step as FollowStep<Item>);
          if (step.type !== 'interrupted' || !isNotFound(step.error)) continue;
          search = new AbortController();
          findSuccessor(handle, resource, search.signal).then(goOnAt, () => undefined);
        }
      } catch (error) {
        const isGone = isKubeError(error) && error.code === 'resource-gone';
        if (isGone) next ??= await successorOf(client, handle, resource, { signal: ending.signal, clock });
        if (next === undefined || ending.signal.aborted) throw error;
        if (health.interruptedAt === undefined) {
          noteInterruption(health, error, clock.now());
          take({ type: 'interrupted', error });
        }
        handle = next;
      } finally {
        search?.abort();
      }
    }
  };

  const end = (reason: unknown): void => {
    ending.abort(reason);
  };
  abortWith(ending, [signal, client.signal]);
  let isFailed = false;
  const over = run().catch((error: unknown) => {
    isFailed = !ending.signal.aborted;
    end(error);
  });

  return {
    store,
    get endpoint() {
      return endpoint;
    },
    get columns() {
      return columns;
    },
    health,
    version,
    get followed() {
      return followed;
    },
    synced,
    over,
    signal: ending.signal,
    get isFailed() {
      return isFailed;
    },
    on: (listener, onError) => listeners.add(listener, onError),
    onTurn: (listener, onError) => turns.add(listener, onError),
    end,
  };
}

/** The objects that a filter leaves out: only their identity is kept, which `follow` needs. */
interface HiddenObjects<Item> {
  has(this: void, object: Item): boolean;
  /** Returns the object itself, or a stub with its identity if it is to be hidden. */
  keep(object: Item): Item;
}

/** Creates the {@link HiddenObjects} of one informer. */
function createHiddenObjects<Item>(filter: (object: Item) => boolean): HiddenObjects<Item> {
  const hidden = new WeakSet();
  return {
    has: (object) => hidden.has(object as object),
    keep(object) {
      if (requireVerdict('filter', filter(object))) return object;
      const { name, namespace, uid, resourceVersion } = metadataOf(object) ?? {};
      const stub = { metadata: { name, namespace, uid, resourceVersion } };
      hidden.add(stub);
      return stub as Item;
    },
  };
}

/**
 * Returns the step as readers see it, who do not see hidden objects; undefined if they see nothing of it.
 *
 * @param removed the known state of the object that the step removes: the filter may decide differently on its last state
 */
function visible<Item>(
  step: FollowStep<Item>,
  hidden: HiddenObjects<Item>,
  removed?: Item,
): FollowStep<Item> | undefined {
  if (step.type === 'added') return hidden.has(step.object) ? undefined : step;
  if (step.type === 'removed') {
    const known = removed ?? step.object;
    if (hidden.has(known)) return undefined;
    return hidden.has(step.object) ? { type: 'removed', object: known } : step;
  }
  if (step.type !== 'changed') return step;
  const [was, is] = [hidden.has(step.before), hidden.has(step.object)];
  if (was && is) return undefined;
  if (was) return { type: 'added', object: step.object };
  return is ? { type: 'removed', object: step.before } : step;
}
