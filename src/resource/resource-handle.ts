import type { SubresourceEntry } from '../catalog/entries.js';
import type { DeepReadonly } from '../model/deep-readonly.js';
import type { KubeObject, ObjectLike } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { MetadataOptions, MetadataShapes } from '../representation/partial-object-metadata.js';
import type { Decoders, Offering } from '../representation/representation.js';
import type { Manifest, Served, Shapes } from '../representation/shapes.js';
import type { AnyRowObject, IncludeObject, RowObjects } from '../representation/table/table.js';
import type { TableShapes } from '../representation/table/table-representation.js';
import type { ObjectShapes } from '../representation/whole-object.js';
import type {
  ApplyOptions,
  CreateSubresourceOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListOptions,
  PatchOptions,
  SubresourceChoice,
  WatchOptions,
  WriteOptions,
} from './options.js';
import type { DeleteCollectionResult, DeleteResult } from './verbs/delete.js';
import type { ScaleHandle } from './verbs/scale.js';
import type { InitialEventsEnd, WatchMark } from './watch/watch-marks.js';

/**
 * One resource of one server, ready to use. Its identity (`mapping`) never changes; what it can do (`verbs`,
 * `subresources`) is read from the catalog of the moment. Get one from `client.resource('deploy')`.
 *
 * Without `namespace()` a handle lists all namespaces. Reading, patching, scaling or deleting one namespaced object
 * without a namespace throws `NamespaceRequiredError`; create and replace may take it from `metadata.namespace`
 * instead. A namespace that contradicts the object or the scope throws `NamespaceConflictError`, a name that cannot
 * stand in a path `InvalidNameError`, a value that no server could take and an option that the call does not know
 * `InvalidArgumentError`.
 *
 * All of these reject the promise of the call before any request is sent. Beside them a call throws what the server's
 * answer asks for: `ApiError`, `MalformedAnswerError` where it is no JSON, `UnexpectedShapeError` where it does not fit
 * the question (a `Status` or a single object for a list, say); and what the connection throws without an answer.
 *
 * @typeParam S the types that it answers and writes: `ResourceHandle<ObjectShapes<Deployment>>`
 */
export interface ResourceHandle<S extends Shapes = ObjectShapes> {
  /** The endpoint, with its kind and scope. */
  readonly mapping: RESTMapping;
  /** The namespace set by `namespace()`. */
  readonly boundNamespace: string | undefined;
  /** Empty when the present catalog no longer has the resource. */
  readonly verbs: readonly string[];
  /**
   * The paths below each object, `status` and `scale` say. Empty when the present catalog no longer has the resource.
   */
  readonly subresources: readonly SubresourceEntry[];

  /** Aborted by `client.close()`. */
  readonly signal: AbortSignal;
  /**
   * Asks a fresh discovery whether the resource is there: what a 404 alone does not prove. Undefined where that could not
   * be read. At most one discovery a second is made for all who ask.
   *
   * @throws ClientClosedError; the signal's reason after an abort
   */
  isServed(options?: { readonly signal?: AbortSignal | undefined }): Promise<boolean | undefined>;

  /** The same resource inside one namespace. */
  namespace(namespace: string): ResourceHandle<S>;
  /**
   * Another endpoint in the same representation and namespace: another version of the resource, say.
   *
   * @throws InvalidArgumentError for what is no mapping
   */
  at(mapping: RESTMapping): ResourceHandle<S>;
  /** The same resource in another representation, which changes what is read, and not what is written. */
  readonly as: ChooseRepresentation<S['input']>;

  /**
   * Reads one object.
   *
   * @throws ApiError, with 404 where it is not there; UnsupportedError for a resource without the verb; and as said
   *   above
   */
  get(name: string, options?: GetOptions): Promise<S['one']>;
  /** A subresource of the object, `status` for one, which is the object itself; others have kinds of their own. */
  get(name: string, options: GetOptions & SubresourceChoice): Promise<S['one']>;
  /**
   * One page: everything, or `limit` items and a `metadata.continue`.
   *
   * @throws ApiError; UnsupportedError for a resource without the verb; UnexpectedShapeError; and as said above
   */
  list(options?: ListOptions): Promise<S['many']>;
  /**
   * Page after page; the next one is asked for when you ask for it.
   *
   * @throws as {@link list}, when the iteration begins or goes on; ApiError with 410 where the token of the next page
   *   has expired
   */
  pages(options?: ListOptions): AsyncIterable<S['many']>;
  /**
   * Item after item through all pages. A token that expires on the way ends it with an error: a list cannot be resumed.
   *
   * @throws as {@link pages}
   */
  items(options?: ListOptions): AsyncIterable<S['item']>;

  /**
   * Every change, for as long as the iteration goes on: it begins with the first event that is asked for, and ends with
   * `break`, the signal, or `client.close()`. Without `resourceVersion` the present state comes first, as `ADDED`
   * events; with `{ initialEvents: true }` an `INITIAL_EVENTS_END` stands behind it.
   *
   * The server's timeouts, resets and dead sockets are mended on the way, from the last event or bookmark. Where
   * something could be lost it throws instead; to have a state kept up all the same, take `follow()`. A first attempt
   * that fails throws, and so does any refusal that does not pass by itself.
   *
   * @throws WatchEndedError where something could be lost, with the reason in `end`; ApiError for a refusal, a 403 say;
   *   UnsupportedError for a resource without the verb (take `{ poll }`); TooManyStreamsError beyond `maxStreams`
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
   */
  watch(options: WatchOptions & { readonly interruptions: true }): AsyncIterable<S['event'] | WatchMark>;
  watch(options: WatchOptions & { readonly initialEvents: true }): AsyncIterable<S['event'] | InitialEventsEnd>;
  watch(
    options?: WatchOptions & { readonly initialEvents?: false | undefined; readonly interruptions?: false | undefined },
  ): AsyncIterable<S['event']>;
  watch(options?: WatchOptions): AsyncIterable<S['event'] | WatchMark>;

  /**
   * Takes and answers whole objects, whatever the representation. `apiVersion` and `kind` are filled in (on a copy)
   * where they are missing. What it takes is not changed, and may be readonly, as what an informer hands out.
   *
   * @throws ApiError, with 409 where it is there already; ObjectMismatchError for an object of another kind;
   *   InvalidArgumentError for a number that JavaScript does not hold exactly (an integer beyond 2^53 - 1, one that is
   *   not finite), naming its place: it may have been rounded when the object was read. Patch such objects instead
   */
  create(
    object: Manifest<S['input']> | DeepReadonly<Manifest<S['input']>>,
    options?: WriteOptions,
  ): Promise<Served<S['input']>>;
  /**
   * Posts to a subresource: an `Eviction` to `eviction`, a `TokenRequest` to `token`. Kind and apiVersion are filled in where
   * discovery names them. Answers what the server does, a `Status` for one.
   */
  create(object: Manifest<KubeObject>, options: CreateSubresourceOptions): Promise<KubeObject>;
  /**
   * Like create, for the object of that name. With `metadata.resourceVersion`, a change in between is a 409.
   *
   * @throws ApiError, with 404 where it is not there; and as {@link create}
   */
  replace(
    object: Manifest<S['input']> | DeepReadonly<Manifest<S['input']>>,
    options?: WriteOptions,
  ): Promise<Served<S['input']>>;
  /** A subresource of it: `{ subresource: 'status' }` takes and answers the whole object, of which the status alone counts. */
  replace(
    object: Manifest<S['input']> | DeepReadonly<Manifest<S['input']>>,
    options: WriteOptions & SubresourceChoice,
  ): Promise<Served<S['input']>>;
  /**
   * Server-side apply: states what `fieldManager` wants of an object, which is made where it is missing. Fields that it named
   * before and names no more go. Where another manager has a field with another value, that is an `ApiError` with 409, whose
   * `conflicts` name both; `{ force: true }` takes the field over.
   *
   * Takes a whole object, and answers in the handle's representation, as patch does, with the same caution.
   *
   * An owner reference must not carry `resource` here, which today's servers answer with 500: see `withoutOwnerResource`.
   *
   * @throws ApiError, with 409 and `conflicts` for fields of others; InvalidArgumentError without a `fieldManager`, and
   *   for an object that holds managedFields; and as {@link create}
   * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
   */
  apply(object: Manifest<S['input']> | DeepReadonly<Manifest<S['input']>>, options: ApplyOptions): Promise<S['one']>;
  /**
   * Changes a part of one object. Answers in the handle's representation.
   *
   * @throws ApiError, with 404 where it is not there, and 406 where the resource does not have the representation,
   *   unlike on a read, since the patch may have been done: patch with a handle for whole objects then;
   *   UnsupportedError
   */
  patch(name: string, body: object, options: PatchOptions): Promise<S['one']>;
  /**
   * Deletes one object, or begins to: finalizers and the grace period may keep it. The options go as a body, so that
   * servers read them all.
   *
   * @throws ApiError, with 404 where it is not there, and 409 where the preconditions do not hold; UnsupportedError
   */
  delete(name: string, options?: DeleteOptions): Promise<DeleteResult>;
  /**
   * Deletes what the selectors choose, all objects without any: in one namespace, or of a cluster-scoped resource. Not one
   * transaction: an error may come after some are gone.
   *
   * @throws ApiError; NamespaceRequiredError for a namespaced resource without a namespace; UnsupportedError
   */
  deleteCollection(options?: DeleteCollectionOptions): Promise<DeleteCollectionResult>;

  /** The size of one object; makes no request by itself. */
  scale(name: string): ScaleHandle;
}

/**
 * The function `as()` of a handle.
 *
 * @typeParam Input what the handle writes, in any representation
 */
export interface ChooseRepresentation<Input extends ObjectLike> {
  /**
   * In rows as the server prints them. `includeObject` decides what each row carries beside its cells, and nearly all of
   * the weight: on a real server 5,000 pods are 17.4 MB with `Metadata` and 0.7 MB with `None`, because metadata is mostly
   * managedFields. Left out, it is `None` inside one namespace and for cluster-scoped resources, where the cells say it
   * all, and `Metadata` over all namespaces, where the cells do not tell the namespace.
   */
  (representation: 'Table'): ResourceHandle<TableShapes<AnyRowObject, Input>>;
  <Include extends IncludeObject>(
    representation: 'Table',
    options: { readonly includeObject: Include },
  ): ResourceHandle<TableShapes<RowObjects[Include], Input>>;
  /**
   * Without spec and status, and without managedFields unless they are asked for: on real servers these are most of the
   * metadata, which is more than half of a pod's bytes.
   */
  (representation: 'PartialObjectMetadata', options?: MetadataOptions): ResourceHandle<MetadataShapes<Input>>;
  /**
   * In your own representation, an object literal or an instance of a class: its types are what its decoders return. Another
   * kind is one of those that come with the package: `as(asKind({ group, version, kind }))`.
   */
  <One, Many, Item, Event>(
    representation: Offering & Decoders<One, Many, Item, Event>,
  ): ResourceHandle<{ one: One; many: Many; item: Item; event: Event; input: Input }>;
}
