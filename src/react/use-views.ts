import { useMemo, useSyncExternalStore } from 'react';
import type { AccessQuestion } from '../core/access/can-i.js';
import type { Client } from '../core/client.js';
import type { Shapes } from '../core/representation/shapes.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { viewAccess, type AccessState } from '../views/access.js';
import { viewAge } from '../views/age.js';
import { viewCatalog, type CatalogState } from '../views/catalog.js';
import {
  viewObject,
  viewObjects,
  type ObjectsState,
  type ObjectsViewOptions,
  type ObjectViewOptions,
  type Viewed,
  type ViewForm,
} from '../views/objects.js';
import type { LiveView } from '../views/view.js';

function useView<T>({ subscribe, getSnapshot }: LiveView<T>): T {
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
