import { useMemo, useSyncExternalStore, useCallback, useEffect, useRef, useState } from 'react';
import type { AccessQuestion } from '../core/access/can-i.js';
import type { Client } from '../core/client.js';
import type { Shapes } from '../core/representation/shapes.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import type {
  AccessState,
  CatalogState,
  ObjectsState,
  ObjectsViewOptions,
  ObjectViewOptions,
  Viewed,
  ViewForm,
  LiveView,
} from '../views/views.js';
import { viewAccess, viewAge, viewCatalog, viewObject, viewObjects } from '../views/views.js';
import { EditRefusedError } from '../views/errors.js';
import { viewLogs, type LogsState, type LogsViewOptions } from '../views/view-logs.js';
import type { PodOwnersHandle, PodSelection } from '../connect/index.js';
import { isKubeError } from '../core/errors.js';
import type { Resolution } from '../core/mapper/resolution.js';

/**
 * The value of a view of `kubeatlas/views`, or of `viewFleetObjects`: the other hooks are this with a view each. Pass the same
 * view in each render, as the functions that return views give it.
 *
 * @example
 * const { items, clusters } = useView(viewFleetObjects(fleet, 'pods', { as: 'Table' }));
 */
export function useView<T>({ subscribe, getSnapshot }: LiveView<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
}

/**
 * The objects of a resource, live: the first ones as they arrive, then every change, at most one render a frame. With
 * `as: 'Table'`, rows as the server prints them. Components that ask for the same share one watch, which ends a second
 * after the last of them is gone.
 *
 * An object that did not change is the same object as before: a row in `memo` is not rendered again. A name that
 * nobody serves is `failed`, and found when it is installed.
 *
 * @param client created once, outside of components or in a context
 * @param subject a name, or a handle: the same one in each render, as from `useMemo`
 * @throws InvalidArgumentError if `client` is not a client
 * @example
 * const { items, isComplete, error } = useObjects(client, 'pods', { as: 'Table', namespace: 'shop' });
 */
export function useObjects<
  Subject extends string | ResourceHandle<Shapes>,
  Form extends ViewForm = undefined,
  ManagedFields extends boolean = false,
>(
  client: Client,
  subject: Subject,
  options: ObjectsViewOptions<Form, ManagedFields> = {},
): ObjectsState<Viewed<Subject, Form, ManagedFields>> {
  return useView(viewObjects(client, subject, options));
}

/** One object, as a user interface shows it. */
export interface ObjectState<Item> extends Omit<ObjectsState<Item>, 'items'> {
  /** The object; undefined if it does not exist, or while `isComplete` is false. */
  readonly object: Item | undefined;
}

/**
 * One object, live. If it is created later, it appears.
 *
 * @param options of a namespaced object, `namespace`
 * @throws InvalidArgumentError if `client` is not a client
 * @example
 * const { object, isComplete, error } = useObject(client, 'deployments.apps', 'front', { namespace: 'shop' });
 */
export function useObject<
  Subject extends string | ResourceHandle<Shapes>,
  Form extends ViewForm = undefined,
  ManagedFields extends boolean = false,
>(
  client: Client,
  subject: Subject,
  name: string,
  options: ObjectViewOptions<Form, ManagedFields> = {},
): ObjectState<Viewed<Subject, Form, ManagedFields>> {
  const state = useView(viewObject(client, subject, name, options));
  return useMemo(() => {
    const { items, ...rest } = state;
    if (items.length < 2) return { ...rest, object: items[0] };
    const error = new InvalidArgumentError('namespace', 'is required: several namespaces have an object of this name');
    return { ...rest, health: 'failed', error, object: undefined };
  }, [state]);
}

/**
 * What the server serves, live, with what could not be read.
 *
 * @throws InvalidArgumentError if `client` is not a client
 * @example
 * const { catalog, error } = useCatalog(client);
 */
export function useCatalog(client: Client): CatalogState {
  return useView(viewCatalog(client));
}

/**
 * Whether the user of the client may do something, to hide or disable a button: asked once while anybody shows it.
 *
 * @throws InvalidArgumentError if `client` is not a client
 * @example
 * const { isAllowed } = useCanI(client, { verb: 'delete', resource: 'pods', namespace: 'shop' });
 */
export function useCanI(client: Client, question: Omit<AccessQuestion, 'signal'>): AccessState {
  return useView(viewAccess(client, question));
}

/**
 * The age of a timestamp, as kubectl prints it (`3m20s`). It stays right: thousands share one timer, and a component is
 * rendered again only when its text changes.
 *
 * @example
 * const age = useAge(object.metadata.creationTimestamp);
 */
export function useAge(timestamp: string | null | undefined): string {
  return useView(useMemo(() => viewAge(timestamp), [timestamp]));
}

/**
 * Logs, followed while a component shows them: of a pod, of the pods of a workload or a service, or of those with some labels.
 *
 * @param pods pods, services or workloads of one namespace: the same handle in each render, as from `useMemo`
 * @param target the name of an object of the handle, or a selection of pods
 * @throws InvalidArgumentError for options that are unknown
 * @example
 * import { useMemo } from 'react';
 *
 * const pods = useMemo(() => client.resource('pods').namespace('shop'), [client]);
 * const { lines, dropped, health } = useLogs(pods, 'front-0', { container: 'main' });
 */
export function useLogs(
  pods: PodOwnersHandle,
  target: string | PodSelection,
  options: LogsViewOptions = {},
): LogsState {
  return useView(viewLogs(pods, target, options));
}

/**
 * Why the server refused a write:
 * - `conflict`: 409. Somebody else has changed the object since, or manages the fields (also an `EditRefusedError`): read it again.
 * - `forbidden`: 401 or 403. The user may not do it.
 * - `invalid`: 400 or 422. The server does not accept the object, or it is no edit.
 * - `failed`: anything else, such as a lost connection.
 */
export type ActionRefusal = 'conflict' | 'forbidden' | 'invalid' | 'failed';

/** The state of an action, and how to start it. */
export interface Action<Args extends readonly unknown[], Result> {
  /**
   * Starts the action. Never rejects: what fails is `error`. Undefined then, and if a later start or the end of the component came
   * first.
   */
  readonly run: (...args: Args) => Promise<Result | undefined>;
  /** Whether the last start has yet to end. */
  readonly isRunning: boolean;
  /** The result of the last start; undefined if it failed. */
  readonly result: Result | undefined;
  /** Why the last start failed. */
  readonly error: unknown;
  /** The kind of `error`; undefined without one. */
  readonly refusal: ActionRefusal | undefined;
}

const refusals: Readonly<Record<number, ActionRefusal>> = {
  400: 'invalid',
  401: 'forbidden',
  403: 'forbidden',
  409: 'conflict',
  422: 'invalid',
};

function refusalOf(error: unknown): ActionRefusal {
  if (error instanceof EditRefusedError) {
    return ['identity', 'unchanged'].includes(error.refusal) ? 'invalid' : 'conflict';
  }
  return (isKubeError(error) && error.code === 'api' ? refusals[error.statusCode] : undefined) ?? 'failed';
}

type Outcome<Result> = Omit<Action<never, Result>, 'run'>;

const notRunning = { isRunning: false, result: undefined, error: undefined, refusal: undefined };

/**
 * An action on the server that a component starts, such as a write, with its outcome: conflict and missing permission are told
 * apart. Of several starts, the last one counts.
 *
 * @example
 * const { run, refusal } = useAction((name: string) => handle.delete(name));
 */
export function useAction<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const [outcome, setOutcome] = useState<Outcome<Result>>(notRunning);
  const latestAct = useRef(act);
  const starts = useRef(0);
  useEffect(() => {
    latestAct.current = act;
  });
  useEffect(() => () => void (starts.current += 1), []);
  const run = useCallback(async (...args: Args): Promise<Result | undefined> => {
    const start = (starts.current += 1);
    setOutcome({ ...notRunning, isRunning: true });
    const end = (next: Partial<Outcome<Result>>): void => {
      if (start === starts.current) setOutcome({ ...notRunning, ...next });
    };
    try {
      const result = await latestAct.current(...args);
      end({ result });
      return start === starts.current ? result : undefined;
    } catch (error) {
      end({ error, refusal: refusalOf(error) });
      return undefined;
    }
  }, []);
  return { run, ...outcome };
}

/** Options of {@link useResolve}. */
export interface UseResolveOptions {
  /** How long a word that the known catalog lacks must stand before the server is asked, in milliseconds. @default 500 */
  readonly pauseMs?: number | undefined;
}

/** What a word in a search box means. */
export interface ResolveState {
  /** The answer to the present word, with its reason and the other candidates. */
  readonly resolution: Resolution | undefined;
  /**
   * Why there is none: a `NoMatchError`, whose message says what else may be meant and whose `suggestions` list it, or an
   * `AmbiguousMatchError` with its candidates.
   */
  readonly error: unknown;
  /** Whether the server may still know better. */
  readonly isPending: boolean;
}

const nothing: ResolveState = { resolution: undefined, error: undefined, isPending: false };

/**
 * Resolves what people type into a search box: a kind, a resource, a short name, `TYPE.VERSION.GROUP`. Each word is looked up in
 * the catalog that is at hand, which sends nothing; the server is asked only if a word that it lacks stands for a while. The
 * answer is always that to the latest word.
 *
 * @example
 * const { resolution, error, isPending } = useResolve(client, 'deploy');
 */
export function useResolve(client: Client, word: string, { pauseMs = 500 }: UseResolveOptions = {}): ResolveState {
  const [state, setState] = useState<ResolveState & { readonly of: string }>({ ...nothing, of: '' });
  const wanted = word.trim();
  useEffect(() => {
    if (wanted === '') return;
    const ending = new AbortController();
    const { signal } = ending;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: Partial<ResolveState>): void => {
      if (!signal.aborted) setState({ ...nothing, ...next, of: wanted });
    };
    const fail = (error: unknown): void => show({ error });
    const askServer = (): void => {
      client.resolve(wanted, { signal }).then((resolution) => show({ resolution }), fail);
    };
    client.mapper({ signal }).then((mapper) => {
      try {
        show({ resolution: mapper.resolve(wanted) });
      } catch (error) {
        show({ error, isPending: true });
        if (!signal.aborted) timer = setTimeout(askServer, pauseMs);
      }
    }, fail);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, wanted, pauseMs]);
  if (wanted === '') return nothing;
  return state.of === wanted ? state : { ...nothing, isPending: true };
}
