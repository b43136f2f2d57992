import type { Client } from '../core/client.js';
import { handleOf } from '../watch/informer/informed-handle.js';
import type { FollowedItem } from '../watch/follow.js';
import { createInformer, type Informer, type InformerOptions } from '../watch/informer/informer.js';
import { formatGroupVersionResource } from '../core/model/group-version-resource.js';
import type { DeepReadonly } from '../core/model/deep-readonly.js';
import type { KubeObject } from '../core/model/kube-object.js';
import type { RESTMapping } from '../core/model/rest-mapping.js';
import type { Served, Shapes } from '../core/representation/shapes.js';
import type { ResourceType } from '../core/resource/registry.js';
import type { ResourceHandle } from '../core/resource/resource-handle.js';
import { requireFunction, requireObject, requireOneOf } from '../core/shared/arguments.js';
import type { Clock } from '../core/shared/clock.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import type { OwnerChoice } from './owner-requests.js';
import type { ObjectStep, Predicate } from './predicates.js';
import type { ReconcileRequest } from './reconcile-request.js';

/**
 * A resource for a controller to watch: any name of a resource, for whole objects; a handle, in any representation; or
 * an informer that you share and close yourself, after the controller.
 */
export type WatchedResource = string | WatchedHandle | Informer<unknown>;

/** A handle in any representation: the members that a controller uses do not depend on the shapes that it writes. */
export type WatchedHandle = Pick<ResourceHandle<Shapes>, 'mapping' | 'isServed' | 'signal'>;

/** The type of the objects of a {@link WatchedResource}, as they are read: without `metadata.managedFields`. */
export type WatchedItem<R> =
  R extends Informer<infer Item>
    ? Item
    : R extends ResourceHandle<infer S>
      ? FollowedItem<S['item']>
      : FollowedItem<Served<R extends string ? ResourceType<R> : KubeObject>>;

/**
 * A watched resource with options. Those of an informer apply to names and handles only. To read `metadata.managedFields`,
 * watch an informer of your own that has them.
 */
export interface SourceOptions<R, Item> extends Omit<
  InformerOptions<Item>,
  'signal' | 'clock' | 'onListenerError' | 'managedFields'
> {
  /** A name, a handle, or an informer of your own. */
  readonly resource: R;
  /** Decides which changes count. @default all of them */
  readonly predicate?: Predicate<DeepReadonly<Item>> | undefined;
  /** The steps that `predicate` decides on. The step that starts a deletion counts as removed here. @default ['changed'] */
  readonly predicateOn?: readonly ObjectStep<unknown>['type'][] | undefined;
}

/** A resource whose objects are owned by those of `for`: their owner is reconciled. */
export interface OwnedSource extends SourceOptions<WatchedResource, WatchedItem<string>>, OwnerChoice {}

/** The type of the objects of a {@link MappedSource}; any objects where nothing is known of the resource. */
type MappedItem<R> = WatchedItem<WatchedResource extends R ? string : R>;

/** A resource with a map from its objects to the requests that they cause. */
export interface MappedSource<R extends WatchedResource = WatchedResource> extends SourceOptions<R, MappedItem<R>> {
  /**
   * Returns the requests for an object, or an empty list. It is synchronous: look things up in the store of an
   * informer. For a change, it is called with the object before and after.
   */
  map(object: DeepReadonly<MappedItem<R>>): readonly ReconcileRequest[];
}

/** The option of a controller that a source comes from. */
export type SourceRole = 'for' | 'owns' | 'watches';

/** A source from the options of a controller, checked. */
export interface GivenSource {
  readonly role: SourceRole;
  readonly options: SourceOptions<WatchedResource, unknown> & OwnerChoice & Partial<Pick<MappedSource, 'map'>>;
}

/** An open source. */
export interface ControllerSource {
  /** The option that it comes from: `for`, `owns` or `watches`. */
  readonly role: SourceRole;
  /** A name for messages: `deployments.v1.apps`, or `an informer`. */
  readonly name: string;
  /** The informer that keeps its objects up to date. */
  readonly informer: Informer<unknown>;
  /** The endpoint that it follows; undefined for an informer that you passed. */
  readonly mapping: RESTMapping | undefined;
}

/** A source with its options. */
export interface OpenSource extends ControllerSource, GivenSource {}

const ownFields: readonly string[] = ['resource', 'predicate', 'predicateOn', 'map', 'controller', 'honors'];
/** Options that the handle of a name already includes. */
const fieldsOfNames: readonly string[] = ['namespace', 'waitForResourceMs'];

/** Throws `InvalidArgumentError` for a source that can never work. */
export function requireSource(argument: string, role: SourceRole, given: unknown): GivenSource {
  const isWithOptions = isJsonRecord(given) && Object.hasOwn(requireObject('source', given), 'resource');
  const fields: unknown = isWithOptions ? given : { resource: given };
  const options = fields as GivenSource['options'];
  const { resource, predicate, predicateOn = [], map } = options;
  if (typeof resource === 'string' ? resource === '' : !isInformer(resource) && !isHandle(resource)) {
    throw new InvalidArgumentError(argument, 'must be the name of a resource, a handle or an informer');
  }
  for (const [name, value] of Object.entries({ predicate, map })) requireFunction(`${argument}.${name}`, value);
  if (role === 'watches' && map === undefined) {
    throw new InvalidArgumentError(argument, 'requires a map from an object to requests');
  }
  for (const type of predicateOn) requireOneOf(`${argument}.predicateOn`, type, ['added', 'changed', 'removed']);
  const further = Object.keys(options).filter((name) => !ownFields.includes(name));
  if (isInformer(resource) && further.length > 0) {
    throw new InvalidArgumentError(argument, `is an informer, which has its own options: omit ${further.join(', ')}`);
  }
  return { role, options };
}

/**
 * Finds the endpoint of a source. Returns what opens it: its informer starts, and reports nothing before the current turn of the
 * event loop is over.
 */
export async function findSource(
  client: Client,
  given: GivenSource,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<() => OpenSource> {
  const { resource, namespace, waitForResourceMs } = given.options;
  if (isInformer(resource)) return () => ({ ...given, name: 'an informer', informer: resource, mapping: undefined });
  const choice = { namespace, waitForResourceMs, signal, clock };
  const handle = await handleOf(client, resource as string | ResourceHandle<Shapes>, choice);
  const mapping = await handle.mapping({ signal });
  const ownOptions = typeof resource === 'string' ? [...ownFields, ...fieldsOfNames] : ownFields;
  const further = Object.fromEntries(Object.entries(given.options).filter(([name]) => !ownOptions.includes(name)));
  return () => {
    const informer = createInformer(client, handle, { ...further, signal, clock });
    return { ...given, name: formatGroupVersionResource(mapping.resource), informer, mapping };
  };
}

function isInformer(value: unknown): value is Informer<unknown> {
  return typeof value === 'object' && value !== null && 'store' in value && 'getSnapshot' in value;
}

function isHandle(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'mapping' in value && 'watch' in value;
}
