import type { Client } from '../client.js';
import { ResourceGoneError } from '../follow/errors.js';
import { follow, type FollowOptions } from '../follow/follow.js';
import type { FollowState, FollowStep } from '../follow/follow-step.js';
import type { GroupVersionResource } from '../model/group-version-resource.js';
import type { Shapes } from '../representation/shapes.js';
import type { TableColumn } from '../representation/table/table.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { abortWith } from '../shared/abort.js';
import { systemClock } from '../shared/clock.js';
import { createHiddenObjects, freezeStep, visible } from './hidden-objects.js';
import { handleOf, successorOf, type FormChoice } from './informed-handle.js';
import { healthAfter, unheard, type InformerHealth } from './informer-health.js';
import { createSharedStore, type SharedStore } from './informer-store.js';
import { createListeners } from './listeners.js';

/** Options of {@link startInformerCore}; the signal ends the core. */
export interface CoreOptions<Item> extends Omit<FollowOptions<Item>, 'state'>, FormChoice {
  readonly namespace?: string | undefined;
  readonly filter?: ((object: Item) => boolean) | undefined;
  readonly waitForResourceMs?: number | undefined;
  /** The endpoint, if it is known already. */
  readonly endpoint?: GroupVersionResource | undefined;
}

/** The one watch behind an informer, or behind all informers that share it. */
export interface InformerCore<Item> {
  readonly store: SharedStore<Item>;
  /** The endpoint that is followed; undefined until it is known. */
  readonly endpoint: GroupVersionResource | undefined;
  readonly columns: readonly TableColumn[] | undefined;
  readonly health: InformerHealth;
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
  const hidden = createHiddenObjects(filter);
  const store = createSharedStore<Item>((object) => hidden.has(object));
  const listeners = createListeners<FollowStep<Item>>();
  const turns = createListeners();
  let health = unheard;
  let columns: readonly TableColumn[] | undefined;
  let isTurnDue = false;
  let nowSynced = (): void => undefined;
  const synced = new Promise<void>((resolve) => {
    nowSynced = resolve;
  });
  /** The last deleted object, as the state had it. */
  let removed: Item | undefined;
  const state: FollowState<Item> = {
    ...store.state,
    get size() {
      return store.state.size;
    },
    delete(key) {
      removed = store.state.get(key);
      store.state.delete(key);
    },
  };

  const tell = (step: FollowStep<Item>): void => {
    if (listeners.size > 0) listeners.tell(freezeStep(step));
    if (isTurnDue || turns.size === 0) return;
    isTurnDue = true;
    setTimeout(() => {
      isTurnDue = false;
      turns.tell();
    }, 0);
  };
  const take = (told: FollowStep<Item>): void => {
    // The objects are already known: after a move to another version this is a recovery.
    const isAgain = told.type === 'synced' && health.synced;
    const step: FollowStep<Item> = isAgain ? { ...told, type: 'recovered', relisted: true } : told;
    health = healthAfter(health, step, clock.now());
    if ('columns' in step && step.columns !== undefined) columns = step.columns;
    const seen = visible(step, hidden, removed);
    removed = undefined;
    if (step.type === 'synced') nowSynced();
    if (seen !== undefined) tell(seen);
  };
  const keep = (sent: Item): Item => hidden.keep(transform === undefined ? sent : transform(sent));

  const run = async (): Promise<void> => {
    let handle = await handleOf(client, subject, { ...choice, clock, signal: ending.signal });
    for (;;) {
      const { resource } = await handle.mapping({ signal: ending.signal });
      endpoint = resource;
      try {
        const settings = { ...following, clock, signal: ending.signal, transform: keep as never, state };
        for await (const step of follow(handle, settings)) take(step as FollowStep<Item>);
      } catch (error) {
        const next = error instanceof ResourceGoneError ? successorOf(client, handle, resource) : undefined;
        if (next === undefined) throw error;
        if (health.interruptedAt === undefined) take({ type: 'interrupted', error });
        handle = next;
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
    get health() {
      return health;
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
