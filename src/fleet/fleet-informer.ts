import type { TableColumn, TableRow } from '../core/representation/table/table.js';
import { abortWith, onAbort } from '../core/shared/abort.js';
import {
  oneOf,
  requireCallback,
  requireKnownOptions,
  requireMethods,
  requireName,
  requireText,
} from '../core/shared/arguments.js';
import { backoffMs, systemClock, type Clock } from '../core/shared/clock.js';
import { deepFreeze } from '../core/shared/deep-freeze.js';
import { isEqual } from '../core/shared/is-equal.js';
import { newWatchHealth, type InformerHealth } from '../core/resource/watch/watcher.js';
import { columnKeys } from '../representations/join-tables.js';
import type { ObjectsViewOptions, Viewed, ViewForm, ViewHealth } from '../views/views.js';
import { followOptionChecks, followWith } from '../watch/follow.js';
import type { FollowStep } from '../watch/follow-step.js';
import { metadataOf, stateKey } from '../watch/followed-object.js';
import { handleOf } from '../watch/informer/informed-handle.js';
import { createListeners, throwUncaught, type Listeners } from '../watch/informer/listeners.js';
import { createTrust, type Cluster } from './cluster.js';
import type { Fleet } from './create-fleet.js';
import type { ClusterEndedError } from './errors.js';

/** Options of {@link createFleetInformer}. */
export interface FleetInformerOptions<
  Form extends ViewForm = undefined,
  ManagedFields extends boolean = boolean,
> extends ObjectsViewOptions<Form, ManagedFields> {
  /** Closes the informer when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** @default the runtime's */
  readonly clock?: Clock | undefined;
}

/** An object of a fleet. */
export interface FleetItem<Item> {
  /** The name of the cluster that has it. */
  readonly cluster: string;
  /** `cluster/namespace/name`, which no other item has: a uid may exist in several clusters, as after a restore. */
  readonly key: string;
  /** The object, or its row. */
  readonly object: Item;
}

/** What a {@link FleetInformer} knows of one cluster. */
export interface FollowedCluster {
  /** The name of the cluster. */
  readonly cluster: string;
  /** Whether all its objects have been there. */
  readonly isComplete: boolean;
  /** `interrupted` and `failed`: the objects are those of the moment before, and the cluster is asked again. */
  readonly health: ViewHealth;
  /** Why it is `interrupted` or `failed`. */
  readonly error: unknown;
}

/**
 * One step of a {@link FleetInformer}: that of `follow`, in one cluster. `left`: the cluster is no longer in the fleet, or was
 * replaced by another one. Its objects were not deleted: they are known no more, and no `removed` is told of them. Those of a
 * successor under its name are `added` afterwards.
 */
export type FleetStep<Item> =
  | (FollowStep<Item> & { readonly cluster: string })
  | { readonly type: 'left'; readonly cluster: string; readonly reason: ClusterEndedError };

/** The objects of one resource in all clusters of a fleet, kept up to date. Made by {@link createFleetInformer}. */
export interface FleetInformer<Item> {
  /** The clusters, each with its health: the same array until something of it changes. */
  readonly clusters: readonly FollowedCluster[];
  /** The columns, if the items are rows: those of all clusters, joined by their names. */
  readonly columns: readonly TableColumn[];
  /** Fulfilled by `close()`, the signal, or the end of the fleet, once all work has stopped. */
  readonly ended: Promise<void>;
  /** Returns one object; undefined if there is none, or nothing is known of the cluster. */
  get(cluster: string, namespace: string | undefined, name: string): Item | undefined;
  /**
   * Calls a listener with every step from now on. Returns the function that removes it.
   *
   * @throws InvalidArgumentError if the listener is not a function
   */
  on(listener: (step: FleetStep<Item>) => void): () => void;
  /** Calls the listener after changes of objects or clusters, at most once a turn. Returns the function that removes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns all objects, cluster by cluster: the same array until one changes. One that did not change is the same item as before. */
  readonly getSnapshot: () => readonly FleetItem<Item>[];
  /** Ends the informer: listeners get nothing more. */
  close(): Promise<void>;
}

/** A cluster that is followed. */
interface Member<Item> {
  readonly objects: Map<string, Item>;
  readonly health: InformerHealth;
  /** Why the last attempt failed, until something is heard. */
  failure: { readonly error: unknown } | undefined;
  status: FollowedCluster;
  items: readonly FleetItem<Item>[] | undefined;
  /** The items of objects, so that each stays the same. */
  wrapped: WeakMap<object, FleetItem<Item>>;
  columns: readonly TableColumn[] | undefined;
  /** For each of the columns of all, its index among the columns of its rows, or -1; undefined for what are no rows. */
  places: readonly number[] | undefined;
}

const { labelSelector, fieldSelector, limit, managedFields, signal, clock } = followOptionChecks;
const checks = {
  ...{ labelSelector, fieldSelector, limit, managedFields, signal, clock },
  ...{ as: oneOf('PartialObjectMetadata', 'Table'), namespace: requireText },
};
const longestPauseMs = 30_000;

/**
 * Follows a resource in all clusters of a fleet, each by itself, as they come and go: a cluster that does not answer holds up none
 * of the others, and one that comes back is whole again. Whatever fails in a cluster is tried again.
 *
 * Before it trusts what a server says that was away, it reads the uid of kube-system: if another cluster has come under the address,
 * nothing is `removed`; the cluster has `left`, and its successor is followed. Where that namespace may not be read, it takes the
 * server for the same one.
 *
 * @param subject the name of a resource, looked up in each cluster
 * @throws InvalidArgumentError for options that can never work; FleetClosedError if the fleet was closed
 * @example
 * const pods = createFleetInformer(fleet, 'pods', { as: 'PartialObjectMetadata' });
 * pods.on((step) => console.log(step.cluster, step.type));
 */
export function createFleetInformer<
  Subject extends string,
  Form extends ViewForm = undefined,
  ManagedFields extends boolean = false,
>(
  fleet: Fleet,
  subject: Subject,
  options: FleetInformerOptions<Form, ManagedFields> = {},
): FleetInformer<Viewed<Subject, Form, ManagedFields>> {
  type Item = Viewed<Subject, Form, ManagedFields>;
  requireMethods('fleet', fleet, ['engage']);
  requireName('subject', subject);
  requireKnownOptions<object>(options, checks);
  const {
    signal,
    clock = systemClock,
    as,
    namespace,
    managedFields,
    ...selection
  } = options as FleetInformerOptions<ViewForm>;
  fleet.signal.throwIfAborted();
  const members = new Map<string, Member<Item>>();
  const listeners = createListeners<FleetStep<Item>>();
  const turns = createListeners();
  const closing = new AbortController();
  let shownColumns: readonly TableColumn[] = [];
  let items: readonly FleetItem<Item>[] | undefined;
  let statuses: readonly FollowedCluster[] | undefined;

  const refresh = (member: Member<Item>): void => {
    const { failure, health } = member;
    const isLost = health.interruptedAt !== undefined;
    const next: FollowedCluster = {
      cluster: member.status.cluster,
      isComplete: health.synced,
      health: failure !== undefined ? 'failed' : isLost ? 'interrupted' : health.synced ? 'live' : 'loading',
      error: failure === undefined ? health.error : failure.error,
    };
    turns.callSoon();
    const { isComplete, health: word, error } = member.status;
    if (isComplete === next.isComplete && word === next.health && error === next.error) return;
    member.status = Object.freeze(next);
    statuses = undefined;
  };
  /** Joins the columns of all clusters by their names; rows that were handed out before get as many cells. */
  const joinColumns = (): void => {
    const joined = new Map<string, TableColumn>();
    for (const { columns = [] } of members.values()) {
      const keys = columnKeys(columns);
      for (const [index, column] of columns.entries()) {
        const key = keys[index] ?? '';
        if (!joined.has(key)) joined.set(key, column);
      }
    }
    if (!isEqual([...joined.values()], shownColumns)) shownColumns = Object.freeze([...joined.values()]);
    for (const member of members.values()) {
      const own = columnKeys(member.columns ?? []);
      const places = member.columns && [...joined.keys()].map((key) => own.indexOf(key));
      if (isEqual(places, member.places)) continue;
      Object.assign(member, { places, wrapped: new WeakMap(), items: undefined });
      items = undefined;
    }
  };
  const wrap = (member: Member<Item>, object: Item): FleetItem<Item> => {
    const known = member.wrapped.get(object);
    if (known !== undefined) return known;
    const { places, status } = member;
    const { cluster } = status;
    let shown = object as object;
    const { cells = [] } = object as Partial<TableRow>;
    if (places !== undefined && !isEqual(places, [...cells.keys()])) {
      shown = { ...object, cells: places.map((place) => cells[place] ?? null) };
    }
    const key = `${cluster}/${stateKey(metadataOf(object) ?? {})}`;
    const item = Object.freeze({ cluster, key, object: deepFreeze(shown) as Item });
    member.wrapped.set(object, item);
    return item;
  };
  const take = (member: Member<Item>, step: FollowStep<Item>): void => {
    if ('columns' in step && step.columns !== undefined && step.columns !== member.columns) {
      member.columns = step.columns;
      joinColumns();
    }
    if ('object' in step) member.items = items = undefined;
    refresh(member);
    if (listeners.size === 0) return;
    if ('object' in step) deepFreeze(step.object);
    if ('before' in step) deepFreeze(step.before);
    listeners.call({ ...step, cluster: member.status.cluster });
  };

  /** Follows a cluster until its end, by one watch after the other: each finds the objects of the one before. */
  const follow = async (cluster: Cluster, ending: AbortSignal, member: Member<Item>): Promise<void> => {
    const { objects, health } = member;
    const retry = async (attempt: () => Promise<unknown>): Promise<void> => {
      for (let tries = 0; ; tries += 1) {
        const { relists } = health;
        try {
          await attempt();
          return;
        } catch (error) {
          ending.throwIfAborted();
          member.failure = { error };
          refresh(member);
          if (health.relists > relists) tries = 0;
          await clock.sleep(Math.max(1000, backoffMs(tries, longestPauseMs)), ending);
        }
      }
    };
    const { guard, confirm } = createTrust(cluster, () => health.synced, ending);
    const followOnce = async (): Promise<void> => {
      const client = (await cluster.client({ signal: ending })).with(guard);
      const handle = await handleOf(client, subject, { as, managedFields, namespace, signal: ending });
      const state = objects as Map<string, never>;
      for await (const step of followWith(
        handle,
        { ...selection, managedFields, clock, signal: ending, state },
        health,
      )) {
        if (step.type !== 'interrupted') await retry(confirm);
        ending.throwIfAborted();
        member.failure = undefined;
        take(member, step as FollowStep<Item>);
      }
    };
    await retry(followOnce);
  };

  abortWith(closing, [signal, fleet.signal]);
  const ended = fleet.engage(
    async (cluster, ending) => {
      const { name } = cluster;
      const status: FollowedCluster = { cluster: name, isComplete: false, health: 'loading', error: undefined };
      const member: Member<Item> = {
        ...{ objects: new Map(), health: newWatchHealth(), failure: undefined, status: Object.freeze(status) },
        ...{ items: undefined, wrapped: new WeakMap(), columns: undefined, places: undefined },
      };
      members.set(name, member);
      statuses = undefined;
      turns.callSoon();
      const off = onAbort(ending, () => {
        if (closing.signal.aborted) return;
        members.delete(name);
        items = statuses = undefined;
        joinColumns();
        turns.callSoon();
        listeners.call({ type: 'left', cluster: name, reason: ending.reason as ClusterEndedError });
      });
      try {
        await follow(cluster, ending, member);
      } finally {
        off();
      }
    },
    { signal: closing.signal },
  );

  /** Adds a listener that nothing calls once the informer is closed. */
  const listen = <Event>(to: Listeners<Event>, listener: (event: Event) => void): (() => void) => {
    requireCallback('listener', listener);
    return to.add((event) => {
      if (!closing.signal.aborted) listener(event);
    }, throwUncaught);
  };
  return Object.freeze<FleetInformer<Item>>({
    get clusters() {
      return (statuses ??= Object.freeze([...members.values()].map(({ status }) => status)));
    },
    get columns() {
      return shownColumns;
    },
    ended,
    get(cluster, namespaceOf, name) {
      const member = members.get(cluster);
      const object = member?.objects.get(stateKey({ namespace: namespaceOf, name }));
      return member === undefined || object === undefined ? undefined : wrap(member, object).object;
    },
    on: (listener) => listen(listeners, listener),
    subscribe: (listener) => listen(turns, listener),
    getSnapshot: () =>
      (items ??= Object.freeze(
        [...members.values()].flatMap(
          (member) => (member.items ??= [...member.objects.values()].map((object) => wrap(member, object))),
        ),
      )),
    close() {
      closing.abort(new DOMException('the informer was closed', 'AbortError'));
      return ended;
    },
  });
}
