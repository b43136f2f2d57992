import { nameSelector } from '../core/model/api-path.js';
import type { Client } from '../core/client.js';
import { isKubeError } from '../core/errors.js';
import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { MetadataBy } from '../core/representation/partial-object-metadata.js';
import type { Served, Shapes } from '../core/representation/shapes.js';
import type { TableColumn, TableRow } from '../core/representation/table/table.js';
import type { ResourceType } from '../core/resource/registry.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { onAbort } from '../core/shared/abort.js';
import { requireClient, requireKnownOptions } from '../core/shared/arguments.js';
import { backoffMs, systemClock } from '../core/shared/clock.js';
import type { ApiError } from '../core/transport/errors.js';
import { createInformer, type Informer } from '../watch/informer/informer.js';
import { waitForResource } from '../watch/wait-for-resource.js';
import { createView, createViewRegistry, type Source, type LiveView } from './view.js';

/** Options of {@link viewObjects}. */
export interface ObjectsViewOptions<Form extends ViewForm = undefined, ManagedFields extends boolean = boolean> {
  /** Rows as the server prints them, or metadata alone; for a name. @default whole objects, or what the handle reads */
  readonly as?: Form | undefined;
  /** The namespace. @default all namespaces */
  readonly namespace?: string | undefined;
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
    ? S['item']
    : Form extends 'Table'
      ? TableRow<MetadataBy<ManagedFields>>
      : Form extends 'PartialObjectMetadata'
        ? MetadataBy<ManagedFields>
        : Subject extends string
          ? Served<ResourceType<Subject>>
          : never
>;

/**
 * - `loading`: nothing is known yet, the first objects arrive, or nobody is subscribed: the objects are then those of before.
 * - `live`: all objects are there, and each change follows.
 * - `interrupted`: the server is lost. The objects are those of the moment before, and it is asked again.
 * - `failed`: it was refused, or nobody serves the resource. It is asked again, ever more rarely, unless the question itself
 *   is wrong.
 */
export type ViewHealth = 'loading' | 'live' | 'interrupted' | 'failed';

/** The objects of a resource, as a user interface shows them. */
export interface ObjectsState<Item> {
  /** The objects, in the order in which they came: sort them for people. One that did not change is the same object as before, and so is the array. */
  readonly items: readonly Item[];
  /** Whether all objects have been there: until then, `items` are the first of them. */
  readonly isComplete: boolean;
  /** Whether the items are up to date. */
  readonly health: ViewHealth;
  /** Why it is `interrupted` or `failed`: an `ApiError` with 403, a `NoMatchError`. */
  readonly error: unknown;
  /** The columns of rows; empty for objects. */
  readonly columns: readonly TableColumn[];
}

const nothing: readonly never[] = Object.freeze([]);
const loading: ObjectsState<never> = Object.freeze({
  items: nothing,
  isComplete: false,
  health: 'loading',
  error: undefined,
  columns: nothing,
});

const inRegistry = createViewRegistry();

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
  const { as, namespace, labelSelector, fieldSelector, limit, managedFields = false } = options;
  const key = JSON.stringify([
    'objects',
    typeof subject === 'string' ? subject : numberOf(subject),
    [as, namespace, labelSelector, fieldSelector, limit, managedFields],
  ]);
  return inRegistry(client, key, () =>
    createView<ObjectsState<Viewed<Subject, Form, ManagedFields>>>(
      loading,
      (changed) => followObjects(client, subject, options as ObjectsViewOptions, changed),
      (shown) => Object.freeze({ ...shown, health: 'loading', error: undefined }),
    ),
  );
}

let handles = 0;
const numbers = /* @__PURE__ */ new WeakMap<object, number>();

function numberOf(handle: object): number {
  const number = numbers.get(handle) ?? (handles += 1);
  numbers.set(handle, number);
  return number;
}

const longestPauseMs = 60_000;
/** What no later attempt mends. */
const hopeless: readonly string[] = [
  'invalid-argument',
  'invalid-selector',
  'invalid-name',
  'namespace-conflict',
  'ambiguous-match',
  'closed',
];
/** Nobody serves the name, as far as is known. */
const unserved: readonly string[] = ['no-match', 'group-unavailable', 'resource-gone'];

/** Follows objects by one informer after the other: each ends by the first error that it cannot survive. */
function followObjects<Item>(
  client: Client,
  subject: string | ResourceHandle<Shapes>,
  options: ObjectsViewOptions,
  changed: () => void,
): Source<ObjectsState<Item>> {
  const ending = new AbortController();
  const { signal } = ending;
  let informer: Informer<Item> | undefined;
  /** The last failure, and the informer that it ended. */
  let failed: { readonly of: Informer<Item> | undefined; readonly reason: unknown } | undefined;

  /** The health of the informer. A failure counts until the next one has something. */
  const now = (): { readonly health: ViewHealth; readonly error: unknown } => {
    const { synced = false, interruptedAt, error } = informer?.health ?? {};
    const isLost = interruptedAt !== undefined;
    if (failed !== undefined && (failed.of === informer || (!synced && !isLost))) {
      return { health: 'failed', error: failed.reason };
    }
    return { health: isLost ? 'interrupted' : synced ? 'live' : 'loading', error };
  };

  const followOnce = async (): Promise<void> => {
    const made = createInformer(client, subject as string, { ...checked(options), signal } as never) as Informer<Item>;
    made.synced.catch(() => undefined);
    made.ended.catch(() => undefined);
    informer = made;
    made.on(changed);
    await made.ended;
  };
  const followAlways = async (): Promise<void> => {
    for (let tries = 0; ; tries += 1) {
      try {
        await followOnce();
      } catch (reason) {
        if (signal.aborted) return;
        if (['live', 'interrupted'].includes(now().health)) tries = 0;
        failed = { of: informer, reason };
        changed();
        const code = isKubeError(reason) ? reason.code : '';
        if (hopeless.includes(code) || (reason as Partial<ApiError>).statusCode === 400) return;
        if (typeof subject === 'string' && unserved.includes(code)) {
          await waitForResource(client, subject, { signal, timeoutMs: Infinity });
        } else await systemClock.sleep(Math.max(1000, backoffMs(tries, longestPauseMs)), signal);
      }
    }
  };
  followAlways().catch((reason: unknown) => {
    if (signal.aborted) return;
    failed = { of: informer, reason };
    changed();
  });
  onAbort(client.signal, changed);

  return {
    read(shown) {
      // What was shown stays until the next informer has as much.
      const isKept = shown.isComplete && informer?.health.synced !== true;
      const items = isKept ? shown.items : (informer?.getSnapshot() ?? shown.items);
      const columns = informer?.columns ?? shown.columns;
      const isComplete = shown.isComplete || informer?.health.synced === true;
      const { health, error } = now();
      const isSame =
        items === shown.items &&
        columns === shown.columns &&
        isComplete === shown.isComplete &&
        health === shown.health &&
        error === shown.error;
      return isSame ? shown : Object.freeze({ items, isComplete, health, error, columns });
    },
    end() {
      ending.abort();
    },
  };
}

/** Returns the options without those that are not given: for a handle, `as` is none. */
function checked(options: ObjectsViewOptions): ObjectsViewOptions {
  const known = requireKnownOptions(options, {
    as: true,
    namespace: true,
    labelSelector: true,
    fieldSelector: true,
    limit: true,
    managedFields: true,
  });
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

/** Options of {@link viewObject}. */
export type ObjectViewOptions<Form extends ViewForm = undefined, ManagedFields extends boolean = boolean> = Pick<
  ObjectsViewOptions<Form, ManagedFields>,
  'as' | 'namespace' | 'managedFields'
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
