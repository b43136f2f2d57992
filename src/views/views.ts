import type { Client } from '../core/client.js';
import { requireClient } from '../core/shared/arguments.js';
import { RecentMap } from '../core/shared/recent-map.js';
import { createListeners, throwUncaught } from '../watch/informer/listeners.js';
import { humanAge } from '../core/representation/print/age.js';
import { canI, type AccessQuestion } from '../core/access/can-i.js';
import type { Catalog } from '../core/catalog/catalog.js';
import { onAbort } from '../core/shared/abort.js';
import { backoffMs, systemClock } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { createLiveCatalog } from '../watch/live-catalog.js';
import { nameSelector } from '../core/model/api-path.js';
import { isForbidden, isKubeError, isNotFound, isUnauthorized } from '../core/errors.js';
import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { MetadataBy } from '../core/representation/partial-object-metadata.js';
import type { Served, Shapes } from '../core/representation/shapes.js';
import type { TableColumn, TableRow } from '../core/representation/table/table.js';
import type { ResourceType } from '../core/resource/registry.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import type { ApiError } from '../core/transport/errors.js';
import type { InformedItem } from '../watch/follow.js';
import { createInformer, type Informer } from '../watch/informer/informer.js';
import { waitForResource } from '../watch/wait-for-resource.js';

/**
 * A value that changes, as React's `useSyncExternalStore` and the stores of Vue and Svelte expect it. What stands behind
 * it, such as a watch, begins with the first subscription and ends soon after the last.
 *
 * @typeParam T what it shows: the same object until something in it changes
 */
export interface LiveView<T> {
  /**
   * Calls the listener after each change, at most once a frame (`requestAnimationFrame` where there is one, else 16 ms):
   * never in a page that is hidden. Returns the function that unsubscribes.
   */
  readonly subscribe: (listener: () => void) => () => void;
  /** Returns the value as of the last frame. */
  readonly getSnapshot: () => T;
}

/**
 * Begins what stands behind a {@link LiveView}, which ends by the signal. `changed` announces a change. Returns what reads the
 * present value, given the one that is shown: called once a frame with changes.
 */
export type Source<T> = (changed: () => void, signal: AbortSignal) => (shown: T) => T;

/**
 * How long a source stays without subscribers, in milliseconds: React's StrictMode and a page that is opened again
 * subscribe anew within it, and need not read everything again.
 */
const lingerMs = 1000;

/**
 * Creates a {@link LiveView}. A value whose fields are those of the one that is shown is no change. An error that a listener throws
 * is an uncaught error, and does not affect the others.
 *
 * @param stale what is shown differently once nobody follows any more: it must not pass for the present
 */
export function createView<T>(initial: T, source: Source<T>, stale: Partial<T> = {}): LiveView<T> {
  const listeners = createListeners();
  let shown: T = Object.freeze(initial);
  let running: { readonly read: (shown: T) => T; readonly ending: AbortController } | undefined;
  let cancelFrame: (() => void) | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  const show = (): void => {
    cancelFrame = undefined;
    const next = running === undefined ? shown : running.read(shown);
    if (isShown(next, shown)) return;
    shown = Object.freeze(next);
    listeners.call();
  };
  const begin = (): void => {
    const ending = new AbortController();
    const changed = (): void => {
      if (!ending.signal.aborted) cancelFrame ??= onNextFrame(show);
    };
    running = { read: source(changed, ending.signal), ending };
    changed();
  };
  const end = (): void => {
    cancelFrame?.();
    cancelFrame = undefined;
    running?.ending.abort();
    running = undefined;
    if (Object.keys(stale).length > 0) shown = Object.freeze({ ...shown, ...stale });
  };
  return {
    subscribe(listener) {
      const unsubscribe = listeners.add(listener, throwUncaught);
      clearTimeout(lingering);
      if (running === undefined) begin();
      return () => {
        unsubscribe();
        if (listeners.size > 0) return;
        clearTimeout(lingering);
        lingering = setTimeout(end, lingerMs);
      };
    },
    getSnapshot: () => shown,
  };
}

function isShown<T>(next: T, shown: T): boolean {
  if (typeof next !== 'object' || next === null) return Object.is(next, shown);
  return (Object.keys(next) as (keyof T)[]).every((field) => next[field] === shown[field]);
}

function onNextFrame(act: () => void): () => void {
  if (typeof requestAnimationFrame === 'function') {
    const frame = requestAnimationFrame(act);
    return () => cancelAnimationFrame(frame);
  }
  const timer = setTimeout(act, 16);
  return () => clearTimeout(timer);
}

/** More than a page shows at once. One that is forgotten still works; whoever asks for it anew gets another one. */
const mostViews = 1000;
const viewsOf = /* @__PURE__ */ new WeakMap<object, Map<string, LiveView<unknown>>>();

/** Returns the one view for a key of a client, a fleet or a handle: those who ask for the same share what stands behind it. */
export function sharedViewOf<T>(owner: object, key: readonly unknown[], create: () => LiveView<T>): LiveView<T> {
  const views = viewsOf.get(owner) ?? new RecentMap<string, LiveView<unknown>>(mostViews);
  viewsOf.set(owner, views);
  const name = JSON.stringify(key);
  const view = views.get(name) ?? create();
  views.set(name, view);
  return view as LiveView<T>;
}

/** Follows the clock with one timer for all its subscribers: milliseconds since 1970, each second. */
const clockView: LiveView<number> = /* @__PURE__ */ createView(0, (changed, signal) => {
  const timer = setInterval(changed, 1000);
  onAbort(signal, () => clearInterval(timer));
  return () => Date.now();
});

/**
 * Returns a {@link LiveView} of the age of a timestamp, as kubectl prints it: `3m20s`. Thousands of them share one timer, and
 * only those whose text changes announce it.
 *
 * @param timestamp of a manifest: `metadata.creationTimestamp`
 * @example
 * const age = viewAge(object.metadata.creationTimestamp);
 * age.subscribe(() => console.log(age.getSnapshot()));
 */
export function viewAge(timestamp: string | null | undefined): LiveView<string> {
  // Before the first frame the clock has not been read.
  const read = (): string => humanAge(timestamp, clockView.getSnapshot() || Date.now());
  return {
    subscribe(listener) {
      let shown = read();
      return clockView.subscribe(() => {
        const now = read();
        if (now === shown) return;
        shown = now;
        listener();
      });
    },
    getSnapshot: read,
  };
}

/** Whether the user may do something, as a user interface shows it. */
export interface AccessState {
  /** Undefined until the server has answered, and if it cannot be asked. */
  readonly isAllowed: boolean | undefined;
  /** Why it could not be asked. */
  readonly error: unknown;
}

const unknown: AccessState = Object.freeze({ isAllowed: undefined, error: undefined });

/**
 * Returns a {@link LiveView} of whether the user of a client may do something: asked once while anybody shows it. The server decides
 * again at each request.
 *
 * @example
 * const deletion = viewAccess(client, { verb: 'delete', resource: 'pods', namespace: 'shop' });
 * deletion.subscribe(() => console.log(deletion.getSnapshot().isAllowed));
 * @throws InvalidArgumentError if `client` is not a client; what else is wrong is the `error` of the state
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access
 */
export function viewAccess(client: Client, question: Omit<AccessQuestion, 'signal'>): LiveView<AccessState> {
  const { verb, resource, subresource, namespace, name, path } = question;
  const key = ['access', verb, resource, subresource, namespace, name, path];
  requireClient(client);
  return sharedViewOf(client, key, () =>
    createView(unknown, (changed, signal) => {
      let state = unknown;
      const answered = (isAllowed: boolean | undefined, error?: unknown): void => {
        state = { isAllowed, error };
        changed();
      };
      canI(client, { ...question, signal }).then(answered, (error: unknown) => answered(undefined, error));
      return () => state;
    }),
  );
}

/** What a server serves, as a user interface shows it. */
export interface CatalogState {
  /**
   * The catalog: what is unread stands in `catalog.failures`, and what is kept is marked. Undefined until the server was
   * read.
   */
  readonly catalog: Catalog | undefined;
  /** `watch` while definitions are followed; `poll` while discovery is asked at an interval. */
  readonly mode: 'watch' | 'poll';
  /** Why it cannot be read, or is polled: an `ApiError` with 403. */
  readonly error: unknown;
}

const unread: CatalogState = Object.freeze({ catalog: undefined, mode: 'poll', error: undefined });
const longestPauseMs = 60_000;
/** Somebody waits in front of the screen, and few do at the same time. */
const changeDelayMs = 500;

/**
 * Returns a {@link LiveView} of the catalog of a server, live: a definition that is created appears within a second or two. See
 * `createLiveCatalog`, which it stands on.
 *
 * @throws InvalidArgumentError if `client` is not a client
 * @example
 * const served = viewCatalog(client);
 * served.subscribe(() => console.log(served.getSnapshot().catalog?.groups.length));
 * @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api
 */
export function viewCatalog(client: Client): LiveView<CatalogState> {
  requireClient(client);
  return sharedViewOf(client, ['catalog'], () => createView(unread, followCatalog(client), { mode: 'poll' }));
}

/** Returns how long to wait until it is asked again: ever longer. */
function pauseAfter(error: unknown, before: unknown, tries: number): number {
  const causeOf = (each: unknown): unknown =>
    isKubeError(each) && each.code === 'discovery' ? each.causes.apis : each;
  // The very same refusal was not asked for: the client waits until the user has logged in (`onUnauthorized`).
  if (isUnauthorized(error) && causeOf(error) === causeOf(before)) return 1000;
  return Math.max(1000, backoffMs(tries, longestPauseMs));
}

const followCatalog =
  (client: Client): Source<CatalogState> =>
  (changed, signal) => {
    const live = createLiveCatalog(client, { signal, changeDelayMs, onChange: changed });
    let first: Catalog | undefined;
    let failed: unknown;
    const fail = (error: unknown): void => {
      failed = error;
      changed();
    };
    const readFirst = async (): Promise<void> => {
      for (let tries = 0; first === undefined; tries += 1) {
        const before = failed;
        try {
          first = await client.discovery.catalog({ signal });
          failed = undefined;
          changed();
        } catch (error) {
          fail(error);
          await systemClock.sleep(pauseAfter(error, before, tries), signal);
        }
      }
    };
    const untilEnd = async (): Promise<void> => {
      for await (const _ of live) continue;
    };
    readFirst().catch(fail);
    untilEnd().catch(fail);
    onAbort(client.signal, changed);
    return () => ({ catalog: live.catalog ?? first, mode: live.mode, error: failed ?? live.reason });
  };

/** Options of {@link viewObjects}. */
export interface ObjectsViewOptions<Form extends ViewForm = undefined, ManagedFields extends boolean = boolean> {
  /** Rows as the server prints them, or metadata alone; for a name. @default whole objects, or what the handle reads */
  readonly as?: Form | undefined;
  /** The namespace. @default all namespaces */
  readonly namespace?: string | undefined;
  /**
   * Several namespaces, up to 500, for users who may not list all: each has a health of its own in the state, and the rows are those of
   * all that are not refused. Of none of them, there is nothing. One that is added or removed leaves the others as they are.
   * @default that of `namespace`
   */
  readonly namespaces?: readonly string[] | undefined;
  /** Whether to ask at all: false while something else is not known yet. @default true */
  readonly enabled?: boolean | undefined;
  /** Only objects with these labels: `app=front`. @default all objects */
  readonly labelSelector?: string | undefined;
  /** Only objects with these fields: `status.phase=Running`. @default all objects */
  readonly fieldSelector?: string | undefined;
  /** The size of a page of the first list. @default that of `follow` */
  readonly limit?: number | undefined;
  /** Whether to keep `metadata.managedFields`, if the form has them. @default false */
  readonly managedFields?: ManagedFields | undefined;
}

/** The forms of the objects of a name; undefined for whole objects. */
export type ViewForm = 'Table' | 'PartialObjectMetadata' | undefined;

/** The objects of a view of a subject in a form. */
export type Viewed<Subject, Form extends ViewForm = undefined, ManagedFields extends boolean = false> = DeepReadonly<
  Subject extends ResourceHandle<infer S>
    ? InformedItem<S['item'], ManagedFields>
    : Form extends 'Table'
      ? TableRow<MetadataBy<ManagedFields>>
      : Form extends 'PartialObjectMetadata'
        ? MetadataBy<ManagedFields>
        : Subject extends string
          ? InformedItem<Served<ResourceType<Subject>>, ManagedFields>
          : never
>;

/**
 * - `loading`: nothing is known yet, the first objects arrive, or nobody is subscribed: the objects are then those of before.
 * - `live`: all objects are there, and each change follows.
 * - `interrupted`: the server is lost. The objects are those of the moment before, and it is asked again.
 * - `deleted`: the definition of the resource was deleted while it was shown: the server does not find the resource. The objects are
 *   those of the moment before, and it is asked again: a server that has just started may not find it either (404); after a minute
 *   or two it is certain (`ResourceGoneError`).
 * - `failed`: it was refused, or nobody serves the resource. It is asked again, ever more rarely, unless the question itself
 *   is wrong.
 * - `disabled`: `enabled` is false, so that nothing is asked.
 */
export type ViewHealth = 'loading' | 'live' | 'interrupted' | 'deleted' | 'failed' | 'disabled';

/** One of the namespaces of a view of several. */
export interface NamespaceState {
  /** The name of the namespace. */
  readonly namespace: string;
  /** Whether all its objects have been there. */
  readonly isComplete: boolean;
  /** Whether its objects are up to date. */
  readonly health: ViewHealth;
  /** Why they are not: an `ApiError` with 403. */
  readonly error: unknown;
}

/** The objects of a resource, as a user interface shows them. */
export interface ObjectsState<Item> {
  /** The objects, in the order in which they came: sort them for people. One that did not change is the same object as before, and so is the array. */
  readonly items: readonly Item[];
  /** Whether all objects have been there: until then, `items` are the first of them. False while one of several namespaces has failed. */
  readonly isComplete: boolean;
  /**
   * Whether the items are up to date. Of several namespaces it is that of the worst, but those that failed are left out: it is `failed` if
   * all have.
   */
  readonly health: ViewHealth;
  /**
   * Why it is `interrupted`, `deleted` or `failed`, or why one of several namespaces is left out: an `ApiError` with 403, a
   * `ResourceGoneError`, a `NoMatchError`.
   */
  readonly error: unknown;
  /** The columns of rows; empty for objects. */
  readonly columns: readonly TableColumn[];
  /** Each of `namespaces`, if several were asked for. */
  readonly namespaces: readonly NamespaceState[];
}

/** What is shown once nobody is subscribed. */
export const asBefore = { health: 'loading', error: undefined } as const;

const nothing: readonly never[] = Object.freeze([]);
const loading: ObjectsState<never> = Object.freeze({
  items: nothing,
  isComplete: false,
  health: 'loading',
  error: undefined,
  columns: nothing,
  namespaces: nothing,
});

/**
 * Returns a {@link LiveView} of the objects of a resource: the first ones as they arrive, then every change. Whoever asks for the
 * same gets the same view, and so shares one watch. For hooks of React see `kubeatlas/react`; for a program without pages
 * take `createInformer`.
 *
 * A name that nobody serves is `failed`, and found when it is installed.
 *
 * @param subject a name, or a handle: the same one each time, since another handle is another view
 * @throws InvalidArgumentError if `client` is not a client; what else is wrong is the `error` of the state
 * @example
 * const pods = viewObjects(client, 'pods', { as: 'Table', namespace: 'shop' });
 * const stop = pods.subscribe(() => console.log(pods.getSnapshot().items.length));
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export function viewObjects<
  Subject extends string | ResourceHandle<Shapes>,
  Form extends ViewForm = undefined,
  ManagedFields extends boolean = false,
>(
  client: Client,
  subject: Subject,
  options: ObjectsViewOptions<Form, ManagedFields> = {},
): LiveView<ObjectsState<Viewed<Subject, Form, ManagedFields>>> {
  requireClient(client);
  const { enabled = true, namespaces, ...each } = options;
  if (!enabled) return disabled;
  const { as, namespace, labelSelector, fieldSelector, limit, managedFields = false } = each;
  const selection = [as, namespace, labelSelector, fieldSelector, limit, managedFields];
  const [owner, name] = typeof subject === 'string' ? [client, subject] : [subject];
  return sharedViewOf(owner, ['objects', name, selection, namespaces], () => {
    type State = ObjectsState<Viewed<Subject, Form, ManagedFields>>;
    if (namespaces === undefined) {
      return createView<State>(loading, followObjects(client, subject, each as ObjectsViewOptions), asBefore);
    }
    const fail = (problem: string): LiveView<State> => {
      const error = new InvalidArgumentError('namespaces', problem);
      return constantView<State>({ ...loading, health: 'failed', error });
    };
    if (namespace !== undefined) return fail('cannot be given with namespace');
    const names = [...new Set(namespaces)];
    if (names.length > mostNamespaces) {
      return fail(`must be at most ${mostNamespaces}: choose some, or follow all namespaces`);
    }
    const views = names.map((namespace) => viewObjects(client, subject, { ...each, namespace }));
    return joinViews(names, views);
  });
}

const mostNamespaces = 500;

/** Returns a view of what does not change. */
export function constantView<State>(state: State): LiveView<State> {
  return createView(state, () => (shown) => shown);
}

const disabled = /* @__PURE__ */ constantView<ObjectsState<never>>({ ...loading, health: 'disabled' });

/**
 * The health of several namespaces is the first of these that one of them has. One that failed takes nothing from the others: it is left
 * out, with its rows, and `error` says why, unless all have failed.
 */
const healths: readonly ViewHealth[] = ['deleted', 'interrupted', 'loading', 'live', 'failed'];

/** Joins the views of several namespaces, which others may share. */
function joinViews<Item>(
  names: readonly string[],
  views: readonly LiveView<ObjectsState<Item>>[],
): LiveView<ObjectsState<Item>> {
  let parts: readonly ObjectsState<Item>[] = [];
  let joined: ObjectsState<Item> | undefined;
  const read = (): ObjectsState<Item> => {
    const present = views.map((view) => view.getSnapshot());
    if (joined !== undefined && present.every((part, index) => part === parts[index])) return joined;
    parts = present;
    const health = healths.find((each) => parts.some((part) => part.health === each)) ?? 'live';
    const read = parts.filter((part) => part.health !== 'failed' || health === 'failed');
    const errorOf = (of: ViewHealth): unknown => parts.find((part) => part.health === of)?.error;
    joined = Object.freeze({
      items: Object.freeze(read.flatMap(({ items }) => items)),
      isComplete: read.length === parts.length && parts.every(({ isComplete }) => isComplete),
      health,
      error: errorOf(health) ?? errorOf('failed'),
      columns: parts.find(({ columns }) => columns.length > 0)?.columns ?? nothing,
      namespaces: parts.map(({ isComplete, health, error }, index) => {
        return { namespace: names[index] as string, isComplete, health, error };
      }),
    });
    return joined;
  };
  const follow: Source<ObjectsState<Item>> = (changed, signal) => {
    for (const { subscribe } of views) onAbort(signal, subscribe(changed));
    return read;
  };
  return createView(read(), follow, asBefore);
}

/** The codes of what no later attempt mends. */
export const hopeless: readonly string[] = [
  'invalid-argument',
  'invalid-selector',
  'invalid-name',
  'namespace-conflict',
  'ambiguous-match',
  'closed',
];
/** Nobody serves the name, as far as is known. */
const notServed: readonly string[] = ['no-match', 'group-unavailable', 'resource-gone'];

/** Follows objects by one informer after the other: each ends by the first error that it cannot survive. */
function followObjects<Item>(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: ObjectsViewOptions,
): Source<ObjectsState<Item>> {
  return (changed, signal) => {
    let informer: Informer<Item> | undefined;
    /** The last failure, and the informer that it ended. */
    let failed: { readonly of: Informer<Item> | undefined; readonly reason: unknown } | undefined;
    const fail = (reason: unknown): void => {
      failed = { of: informer, reason };
      changed();
    };

    /** The health of the informer. A failure counts until the next one has something. */
    const now = (): { readonly health: ViewHealth; readonly error: unknown } => {
      const { synced = false, interruptedAt, error } = informer?.health ?? {};
      const isLost = interruptedAt !== undefined;
      if (failed !== undefined && (failed.of === informer || (!synced && !isLost))) {
        const { reason } = failed;
        return { health: isKubeError(reason) && reason.code === 'resource-gone' ? 'deleted' : 'failed', error: reason };
      }
      if (!isLost) return { health: synced ? 'live' : 'loading', error };
      if (isForbidden(error) || isUnauthorized(error)) return { health: 'failed', error };
      return { health: isNotFound(error) ? 'deleted' : 'interrupted', error };
    };

    const followOnce = async (): Promise<void> => {
      const made = createInformer(client, subject as string, { ...options, signal } as never) as Informer<Item>;
      made.synced.catch(() => undefined);
      made.ended.catch(() => undefined);
      informer = made;
      made.on(changed);
      await made.ended;
    };
    const followAlways = async (): Promise<void> => {
      for (let tries = 0; ; tries += 1) {
        const before = failed?.reason;
        try {
          await followOnce();
        } catch (reason) {
          signal.throwIfAborted();
          if (informer?.health.synced === true) tries = 0;
          fail(reason);
          const code = isKubeError(reason) ? reason.code : '';
          if (hopeless.includes(code) || (reason as Partial<ApiError>).statusCode === 400) return;
          if (typeof subject === 'string' && notServed.includes(code)) {
            await waitForResource(client, subject, { signal, timeoutMs: Infinity });
          } else await systemClock.sleep(pauseAfter(reason, before, tries), signal);
        }
      }
    };
    followAlways().catch(fail);
    onAbort(client.signal, changed);

    return (shown) => {
      const isSynced = informer?.health.synced === true;
      // What was shown stays until the next informer has as much.
      const items = shown.isComplete && !isSynced ? shown.items : (informer?.getSnapshot() ?? shown.items);
      const columns = informer?.columns ?? shown.columns;
      return { ...shown, items, isComplete: shown.isComplete || isSynced, ...now(), columns };
    };
  };
}

/** Options of {@link viewObject}. */
export type ObjectViewOptions<Form extends ViewForm = undefined, ManagedFields extends boolean = boolean> = Pick<
  ObjectsViewOptions<Form, ManagedFields>,
  'as' | 'namespace' | 'enabled' | 'managedFields'
>;

/**
 * Returns a {@link LiveView} of one object: `items` has it, or nothing if it does not exist or `isComplete` is false. It follows
 * the object alone, and finds it when it is created.
 *
 * @throws InvalidArgumentError if `client` is not a client
 * @example
 * const front = viewObject(client, 'deployments.apps', 'front', { namespace: 'shop' });
 * front.subscribe(() => console.log(front.getSnapshot().items[0]?.metadata.name));
 */
export function viewObject<
  Subject extends string | ResourceHandle<Shapes>,
  Form extends ViewForm = undefined,
  ManagedFields extends boolean = false,
>(
  client: Client,
  subject: Subject,
  name: string,
  options: ObjectViewOptions<Form, ManagedFields> = {},
): LiveView<ObjectsState<Viewed<Subject, Form, ManagedFields>>> {
  return viewObjects(client, subject, { ...options, fieldSelector: nameSelector(name) });
}
