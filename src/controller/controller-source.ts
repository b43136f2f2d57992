import type { Client } from '../client.js';
import { handleOf } from '../informer/informed-handle.js';
import { createInformer, type Informer, type InformerOptions } from '../informer/informer.js';
import { formatGroupVersionResource } from '../model/group-version-resource.js';
import type { DeepReadonly } from '../model/deep-readonly.js';
import type { KubeObject } from '../model/kube-object.js';
import type { Served, Shapes } from '../representation/shapes.js';
import type { ResourceHandle } from '../resource/resource-handle.js';
import { requireFunction, requireObject, requireOneOf } from '../shared/arguments.js';
import type { Clock } from '../shared/clock.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import { isJsonRecord } from '../shared/json-record.js';
import type { OwnerChoice } from './owner-requests.js';
import type { ObjectStep, Predicate } from './predicates.js';
import type { ReconcileRequest } from './reconcile-request.js';

/**
 * What a controller watches: a resource by any name, for whole objects; a handle, in any representation; or an informer that
 * you share with others and close yourself, after the controller.
 */
export type WatchedResource = string | WatchedHandle | Informer<unknown>;

/** A handle in any representation: what a controller needs of it does not depend on the shapes that it writes. */
export type WatchedHandle = Pick<ResourceHandle<Shapes>, 'mapping' | 'isServed' | 'signal'>;

/** The objects of a {@link WatchedResource}, as they are read. */
export type WatchedItem<R> =
  R extends Informer<infer Item> ? Item : R extends ResourceHandle<infer S> ? S['item'] : Served<KubeObject>;

/** A watched resource with all that can be said of it. The options of an informer are for names and handles. */
export interface SourceOptions<R, Item> extends Omit<InformerOptions<Item>, 'signal' | 'clock' | 'onListenerError'> {
  /** A name, a handle, or an informer of your own. */
  readonly resource: R;
  /** Which changes count. @default all of them */
  readonly predicate?: Predicate<DeepReadonly<Item>> | undefined;
  /** Which steps `predicate` is asked for. An object that begins to be deleted counts as removed here. @default ['changed'] */
  readonly predicateOn?: readonly ObjectStep<unknown>['type'][] | undefined;
}

/** A resource whose objects belong to those of `for`: their owner is reconciled. */
export interface OwnedSource extends SourceOptions<WatchedResource, Served<KubeObject>>, OwnerChoice {}

/** A resource of which you say who is to be reconciled. */
export interface MappedSource extends SourceOptions<WatchedResource, Served<KubeObject>> {
  /**
   * The requests for an object, at once: look things up in the store of an informer. Of a change, it is asked for the object as
   * it was and as it is. Answers an empty list for none.
   */
  map(object: DeepReadonly<Served<KubeObject>>): readonly ReconcileRequest[];
}

/** For what a source stands in the options of a controller. */
export type SourceRole = 'for' | 'owns' | 'watches';

/** A source as it stands in the options of a controller, checked. */
export interface GivenSource {
  readonly role: SourceRole;
  readonly options: SourceOptions<WatchedResource, unknown> & OwnerChoice & Partial<Pick<MappedSource, 'map'>>;
}

/** A source that is open. */
export interface ControllerSource {
  /** Whether it is that of `for`, of `owns` or of `watches`. */
  readonly role: SourceRole;
  /** For people: `deployments.v1.apps`, or `an informer`. */
  readonly name: string;
  /** What keeps its objects up to date. */
  readonly informer: Informer<unknown>;
  /** What the informer follows; undefined for one that you gave. */
  readonly handle: ResourceHandle<Shapes> | undefined;
  /** Which objects of the handle it follows. */
  readonly selection: Pick<InformerOptions<unknown>, 'labelSelector' | 'fieldSelector' | 'filter'>;
}

const ownFields: readonly string[] = ['resource', 'predicate', 'predicateOn', 'map', 'controller'];
/** What the handle of a name says once it is there. */
const fieldsOfNames: readonly string[] = ['namespace', 'waitForResourceMs'];

/** Throws `InvalidArgumentError` for a source that can never work. */
export function requireSource(argument: string, role: SourceRole, given: unknown): GivenSource {
  const options = isSourceOptions(given)
    ? (given as unknown as GivenSource['options'])
    : { resource: given as WatchedResource };
  const { resource, predicate, predicateOn = [], map } = options;
  if (typeof resource === 'string' ? resource === '' : !isInformer(resource) && !isHandle(resource)) {
    throw new InvalidArgumentError(argument, 'has to be the name of a resource, a handle or an informer');
  }
  for (const [name, value] of Object.entries({ predicate, map })) requireFunction(`${argument}.${name}`, value);
  if (role === 'watches' && map === undefined) {
    throw new InvalidArgumentError(argument, 'needs a map from an object to requests');
  }
  for (const type of predicateOn) requireOneOf(`${argument}.predicateOn`, type, ['added', 'changed', 'removed']);
  const further = Object.keys(options).filter((name) => !ownFields.includes(name));
  if (isInformer(resource) && further.length > 0) {
    throw new InvalidArgumentError(argument, `is an informer, which has its options already: ${further.join(', ')}`);
  }
  return { role, options };
}

/** The handle of a source that is no informer. */
export async function handleOfSource(
  client: Client,
  { options }: GivenSource,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<ResourceHandle<Shapes> | undefined> {
  const { resource, namespace, waitForResourceMs } = options;
  if (isInformer(resource)) return undefined;
  return handleOf(client, resource as string | ResourceHandle<Shapes>, { namespace, waitForResourceMs, signal, clock });
}

/** Opens a source: its informer begins, and tells nothing before the present turn is over. */
export function openSource(
  client: Client,
  { role, options }: GivenSource,
  handle: ResourceHandle<Shapes> | undefined,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): ControllerSource {
  if (handle === undefined) {
    return { role, name: 'an informer', informer: options.resource as Informer<unknown>, handle, selection: {} };
  }
  const said = typeof options.resource === 'string' ? [...ownFields, ...fieldsOfNames] : ownFields;
  const further = Object.fromEntries(Object.entries(options).filter(([name]) => !said.includes(name)));
  const informer = createInformer(client, handle, { ...further, signal, clock });
  const { labelSelector, fieldSelector, filter } = options;
  const selection = { labelSelector, fieldSelector, filter };
  return { role, name: formatGroupVersionResource(handle.mapping.resource), informer, handle, selection };
}

function isSourceOptions(given: unknown): given is Readonly<Record<string, unknown>> {
  return isJsonRecord(given) && Object.hasOwn(requireObject('source', given), 'resource');
}

function isInformer(value: unknown): value is Informer<unknown> {
  return typeof value === 'object' && value !== null && 'store' in value && 'getSnapshot' in value;
}

function isHandle(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'mapping' in value && 'watch' in value;
}
