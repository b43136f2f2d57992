import type { Client } from '../../core/client.js';
import { isKubeError, isNotFound } from '../../core/errors.js';
import { followWith, type FollowChoice } from '../follow.js';
import type { FollowStep } from '../follow-step.js';
import type { GroupVersionResource } from '../../core/model/group-version-resource.js';
import type { Shapes } from '../../core/representation/shapes.js';
import type { TableColumn } from '../../core/representation/table/table.js';
import type { ResourceHandle } from '../../core/resource/resource-handle.js';
import { newWatchHealth, noteInterruption, type InformerHealth } from '../../core/resource/watch/watcher.js';
import { abortWith } from '../../core/shared/abort.js';
import { backoffMs, systemClock } from '../../core/shared/clock.js';
import { deferred } from '../../core/shared/concurrency.js';
import { metadataOf } from '../followed-object.js';
import { deepFreeze } from '../../core/shared/deep-freeze.js';
import { handleOf, successorOf, type FormChoice } from './informed-handle.js';
import { createSharedStore } from './informer-store.js';
import { createListeners } from './listeners.js';
import { createReachedVersion } from './reached-version.js';

/** Options of {@link startInformerCore}; the signal ends the core. */
export interface CoreOptions<Item> extends Omit<FollowChoice<Item>, 'state'>, FormChoice {
  readonly namespace?: string | undefined;
  readonly waitForResourceMs?: number | undefined;
  /** The endpoint, if it is known already. */
  readonly endpoint?: GroupVersionResource | undefined;
}

/** The endpoint that an informer follows, and its choice of objects there. */
export interface FollowedSelection extends CoreOptions<unknown> {
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
export type InformerCore<Item> = ReturnType<typeof startInformerCore<Item>>;

/** The longest pause between two looks for another version of an endpoint that answers 404: 30 s. */
const longestSearchPauseMs = 30_000;

/** Follows a resource from now on, and its next version if the followed one is withdrawn. */
export function startInformerCore<Item>(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: CoreOptions<Item>,
) {
  const { signal, clock = systemClock, as, namespace, waitForResourceMs, endpoint, ...following } = options;
  const choice = { as, namespace, waitForResourceMs, managedFields: following.managedFields };
  const ending = new AbortController();
  const listeners = createListeners<FollowStep<Item>>();
  const turns = createListeners();
  const version = createReachedVersion();
  const store = createSharedStore<Item>(version.reach.bind(version));
  const health = newWatchHealth();
  const status = {
    /** The endpoint that is followed; undefined until it is known. */
    endpoint,
    /** What is followed; undefined until it is known. */
    followed: undefined as FollowedSelection | undefined,
    columns: undefined as readonly TableColumn[] | undefined,
    /** Whether the core ended by an error of its own rather than from outside. */
    isFailed: false,
  };
  const synced = deferred<void>();
  const take = (step: FollowStep<Item>): void => {
    if ('object' in step) health.lastEventAt = clock.now();
    if ('columns' in step && step.columns !== undefined) status.columns = step.columns;
    if (step.type === 'synced' || step.type === 'recovered') version.is(step.resourceVersion);
    // While the state is being read, its objects come in any order.
    else if (step.type !== 'interrupted' && !health.listing) {
      version.reach(metadataOf(step.object)?.resourceVersion);
    }
    if (step.type === 'synced') synced.resolve();
    if (listeners.size > 0) {
      if ('object' in step) deepFreeze(step.object);
      if ('before' in step) deepFreeze(step.before);
      listeners.call(step);
    }
    if (turns.size > 0) turns.callSoon();
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
      status.endpoint = resource;
      const leaving = new AbortController();
      abortWith(leaving, [ending.signal]);
      let next: ResourceHandle<Shapes> | undefined;
      let search: AbortController | undefined;
      const goOnAt = (found: ResourceHandle<Shapes>): void => {
        next = found;
        leaving.abort();
      };
      status.followed = { ...(following as CoreOptions<unknown>), handle, relist: goOnAt.bind(undefined, handle) };
      try {
        const settings = { ...following, clock, signal: leaving.signal, state: store.state };
        for await (const step of followWith(handle, settings as FollowChoice<unknown>, health)) {
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
  const over = run().catch((error: unknown) => {
    status.isFailed = !ending.signal.aborted;
    end(error);
  });

  return {
    store,
    status: status as Readonly<typeof status>,
    health: health as InformerHealth,
    /** The version that the state has reached. */
    version,
    /** Fulfilled when the first state is complete; never settled if the core ends before. */
    synced: synced.promise,
    /** Fulfilled once all work has stopped. */
    over,
    /** Aborted as soon as the core ends, with the reason. */
    signal: ending.signal,
    /** Called with each step. */
    listeners,
    /** Called once for each turn with a step. */
    turns,
    end,
  };
}
