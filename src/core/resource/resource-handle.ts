import type { SubresourceEntry } from '../catalog/entries.js';
import type { KubeObject, ObjectLike } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { MetadataBy, MetadataOptions, MetadataShapes } from '../representation/partial-object-metadata.js';
import type { Decoders, Offering } from '../representation/representation.js';
import type { PatchBody, PatchType } from '../representation/partial-shapes.js';
import type { AppliedManifest, Manifest, ReadonlyManifest, Served, Shapes } from '../representation/shapes.js';
import type { AnyRowObject, IncludeObject, RowObjects } from '../representation/table/table.js';
import type { TableShapes } from '../representation/table/table-representation.js';
import type { ObjectShapes } from '../representation/whole-object.js';
import type {
  ApplyOptions,
  CallOptions,
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
import type { SubresourceAnswer, SubresourceName, SubresourceType } from './registry.js';
import type { DeleteCollectionResult, DeleteResult } from './verbs/delete.js';
import type { ScaleHandle } from './verbs/scale.js';
import type { InitialEventsEnd, WatchMark } from './watch/watcher.js';

/**
 * One resource of one server, ready to use: from `client.resource('deploy')`, which sends nothing, or from
 * `client.handle(mapping)`, which is exact at once.
 *
 * A handle that was made from a name finds its endpoint with its first call: a verb, the first event of a watch, or
 * `mapping()`. A call that cannot find it throws what `client.resolve` throws (`NoMatchError`, `GroupUnavailableError`,
 * `AmbiguousMatchError`, `DiscoveryError`), and the next call tries again. Once a call has succeeded, the handle keeps
 * its endpoint, even if the resource is deleted and defined again with another scope. Handles derived from it by
 * `namespace()`, `as()` and `scale()` share the look-up; calls at the same time share its requests. The signal and the
 * time limit of a call include its look-up, and end it for that call alone.
 *
 * Without `namespace()` a handle lists all namespaces. Reading, patching, scaling or deleting one namespaced object
 * without a namespace throws `NamespaceRequiredError`; create and replace can take the namespace from
 * `metadata.namespace` instead. A namespace that contradicts the object or the scope throws `NamespaceConflictError`, a
 * name that cannot be part of a path throws `InvalidNameError`, and a value that no server could accept or an option
 * that the call does not know throws `InvalidArgumentError`.
 *
 * All of these reject the promise of the call before its request is sent. In addition, a call throws `ApiError` for an
 * error answer, `MalformedAnswerError` for an answer that is not JSON, `UnexpectedShapeError` for an answer that does
 * not fit the request (a `Status` or a single object instead of a list, for example), and the connection's errors if
 * there is no answer.
 *
 * @typeParam S the types that it returns and writes: `ResourceHandle<ObjectShapes<Deployment>>`
 */
export interface ResourceHandle<S extends Shapes = ObjectShapes> {
  /**
   * The types `S`, for the compiler alone: no handle has this field. It comes first because otherwise TypeScript 7
   * would not accept a handle of pods as a handle of any objects.
   */
  readonly shapes?: { readonly [Shape in keyof S]: S[Shape] } | undefined;
  /** The namespace set by `namespace()`. */
  readonly boundNamespace: string | undefined;
  /** Aborted by `client.close()`. */
  readonly signal: AbortSignal;
  /**
   * Returns the endpoint, with its kind and scope; it never changes.
   *
   * @throws as `client.resolve`, while the endpoint is not known; TimeoutError; ClientClosedError; the signal's reason
   *   after an abort
   */
  mapping(options?: CallOptions): Promise<RESTMapping>;
  /**
   * Returns the verbs of the resource in the current catalog; none if the catalog does not have the resource.
   *
   * @throws as {@link mapping}; DiscoveryError
   */
  verbs(options?: CallOptions): Promise<readonly string[]>;
  /**
   * Returns the paths below each object, such as `status` and `scale`, as the current catalog has them; none if the
   * catalog does not have the resource.
   *
   * @throws as {@link mapping}; DiscoveryError
   */
  subresources(options?: CallOptions): Promise<readonly SubresourceEntry[]>;
  /**
   * Reports whether a fresh discovery lists the resource; a 404 alone does not prove that it is gone. False for a name
   * that the server does not have; undefined if discovery could not read the part of the server that may have it. All
   * callers together cause at most one discovery per second.
   *
   * @throws AmbiguousMatchError; ClientClosedError; the signal's reason after an abort
   */
  isServed(options?: { readonly signal?: AbortSignal | undefined }): Promise<boolean | undefined>;

  /** The same resource inside one namespace. Without it, a handle is of all namespaces. */
  namespace(namespace: string): ResourceHandle<S>;
  /**
   * Another endpoint in the same representation and namespace: another version of the resource, for example.
   *
   * @throws InvalidArgumentError for an argument that is not a mapping
   */
  at(mapping: RESTMapping): ResourceHandle<S>;
  /** The same resource in another representation, which changes what is read but not what is written. */
  readonly as: ChooseRepresentation<S['input']>;

  /**
   * Reads one object.
   *
   * @throws ApiError, with 404 if the object does not exist; UnsupportedError for a resource without the verb; and as
   *   described above
   */
  get(name: string, options?: GetOptions): Promise<S['one']>;
  /**
   * Reads a subresource of the object. `status` returns the object itself. `scale` returns a Scale; `scale(name)` reads
   * a Scale of any version.
   */
  get<Name extends string>(
    name: string,
    options: GetOptions & SubresourceChoice<Name>,
  ): Promise<SubresourceType<Name, S['one']>>;
  /**
   * Reads one page: everything, or `limit` items and a `metadata.continue`.
   *
   * @throws ApiError; UnsupportedError for a resource without the verb; UnexpectedShapeError; and as described above
   */
  list(options?: ListOptions): Promise<S['many']>;
  /**
   * Yields page after page; each page is requested when the iteration asks for it. Without `limit`, the only page has
   * all objects.
   *
   * @throws as {@link list}, when the iteration begins or continues; ApiError with 410 if the token of the next page
   *   has expired
   */
  pages(options?: ListOptions): AsyncIterable<S['many']>;
  /**
   * Yields item after item of all pages; without `limit`, one page has them all. If the token expires in the meantime, the iteration ends with an error: a list
   * cannot be resumed.
   *
   * @throws as {@link pages}
   */
  items(options?: ListOptions): AsyncIterable<S['item']>;

  /**
   * Yields every change for as long as you iterate: the watch begins when you request the first event, and ends with
   * `break`, the signal, or `client.close()`. Without `resourceVersion` the current state comes first, as `ADDED`
   * events; with `{ initialEvents: true }` an `INITIAL_EVENTS_END` follows it.
   *
   * The watch recovers from server timeouts, resets and dead sockets by itself, from the last event or bookmark. If
   * changes could be lost, it throws instead; use `follow()` to keep a state up to date. A failed first attempt throws,
   * and so does each refusal that is not temporary.
   *
   * @throws WatchEndedError if changes could be lost, with the reason in `end`; ApiError for a refusal such as a 403;
   *   UnsupportedError for a resource without the verb (use `{ poll }`); TooManyStreamsError beyond `maxStreams`
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
   */
  watch(options: WatchOptions & { readonly interruptions: true }): AsyncIterable<S['event'] | WatchMark>;
  watch(options: WatchOptions & { readonly initialEvents: true }): AsyncIterable<S['event'] | InitialEventsEnd>;
  watch(
    options?: WatchOptions & {
      readonly initialEvents?: false | undefined;
      readonly interruptions?: false | undefined;
    },
  ): AsyncIterable<S['event']>;
  watch(options?: WatchOptions): AsyncIterable<S['event'] | WatchMark>;

  /**
   * Creates an object. Takes and returns whole objects, whatever the representation. Missing `apiVersion` and `kind`
   * are filled in on a copy; the object passed in is not changed and may be readonly, as objects from an informer are.
   *
   * @throws ApiError, with 409 if the object already exists; ObjectMismatchError for an object of another kind;
   *   InvalidArgumentError for a number that JavaScript cannot hold exactly (an integer beyond 2^53 - 1, or a number
   *   that is not finite), naming its place: it may have been rounded when the object was read. Patch such objects
   *   instead
   */
  create(
    object: Manifest<S['input']> | ReadonlyManifest<S['input']>,
    options?: WriteOptions,
  ): Promise<Served<S['input']>>;
  /**
   * Posts to a subresource: an `Eviction` to `eviction`, a `TokenRequest` to `token`. Kind and apiVersion are filled in
   * if discovery names them. Returns the server's answer, which may be a `Status`.
   */
  create<Name extends string>(
    object: Manifest<SubresourceType<Name, KubeObject>>,
    options: CreateSubresourceOptions<Name>,
  ): Promise<SubresourceAnswer<Name>>;
  /**
   * Like create, but replaces the object of that name. With `metadata.resourceVersion`, a change in between is a 409.
   *
   * @throws ApiError, with 404 if the object does not exist; and as {@link create}
   */
  replace(
    object: Manifest<S['input']> | ReadonlyManifest<S['input']>,
    options?: WriteOptions,
  ): Promise<Served<S['input']>>;
  /** Replaces a subresource that has a kind of its own, such as `scale`. */
  replace<Name extends SubresourceName>(
    object: Manifest<SubresourceType<Name, never>>,
    options: WriteOptions & SubresourceChoice<Name>,
  ): Promise<SubresourceType<Name, never>>;
  /**
   * Replaces a subresource: `{ subresource: 'status' }` takes and returns the whole object, but only the status is
   * written.
   */
  replace(
    object: Manifest<S['input']> | ReadonlyManifest<S['input']>,
    options: WriteOptions & SubresourceChoice,
  ): Promise<Served<S['input']>>;
  /**
   * Server-side apply: declares the fields that `fieldManager` wants on an object, and creates the object if it is
   * missing. Fields that the manager applied before and leaves out now are removed. A field that another manager owns
   * with another value is an `ApiError` with 409, whose `conflicts` name both; `{ force: true }` takes the field over.
   *
   * Takes any part of an object and returns the object in the handle's representation. For a 406, see `patch`.
   *
   * An owner reference must not have `resource` here, which current servers answer with 500: see
   * `withoutOwnerResource`.
   *
   * @throws ApiError, with 409 and `conflicts` for fields of other managers; InvalidArgumentError without a
   *   `fieldManager`, and for an object with managedFields; and as {@link create}
   * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
   */
  apply(object: AppliedManifest<S['input']>, options: ApplyOptions): Promise<S['one']>;
  /**
   * Changes some fields of one object; null removes a field. Returns the object in the handle's representation.
   *
   * @throws ApiError, with 404 if the object does not exist, and with 406 if the resource does not support the
   *   representation. A read would fall back to JSON, but the patch may already be applied: patch with a handle for
   *   whole objects then; UnsupportedError
   */
  patch<Type extends PatchType>(
    name: string,
    body: PatchBody<S['input'], Type>,
    options: PatchOptions & { readonly type: Type },
  ): Promise<S['one']>;
  /**
   * Deletes one object, or begins to: finalizers and the grace period may keep it. The options are sent in the body,
   * because servers read all of them there.
   *
   * @throws ApiError, with 404 if the object does not exist, and 409 if a precondition does not hold; UnsupportedError
   */
  delete(name: string, options?: DeleteOptions): Promise<DeleteResult>;
  /**
   * Deletes the objects that the selectors choose, or all objects without a selector, in one namespace or of a
   * cluster-scoped resource. It is not a transaction: an error may come after some objects are gone.
   *
   * @throws ApiError; NamespaceRequiredError for a namespaced resource without a namespace; UnsupportedError
   */
  deleteCollection(options?: DeleteCollectionOptions): Promise<DeleteCollectionResult>;

  /** Returns the handle for the `/scale` subresource of one object; sends no request by itself. */
  scale(name: string): ScaleHandle;
}

/**
 * The function `as()` of a handle.
 *
 * @typeParam Input the type of objects that the handle writes, in any representation
 */
export interface ChooseRepresentation<Input extends ObjectLike> {
  /**
   * Rows as the server prints them. `includeObject` decides what each row carries besides its cells. This is nearly all
   * of the size: on a real server 5,000 pods are 17.4 MB with `Metadata` and 0.7 MB with `None`, because metadata is
   * mostly managedFields. The default is `None` inside one namespace and for cluster-scoped resources, where the cells
   * tell everything, and `Metadata` across all namespaces, where the cells do not tell the namespace.
   */
  (representation: 'Table'): ResourceHandle<TableShapes<AnyRowObject, Input>>;
  <Include extends IncludeObject>(
    representation: 'Table',
    options: { readonly includeObject: Include },
  ): ResourceHandle<TableShapes<RowObjects[Include], Input>>;
  /**
   * Objects without spec and status, and without managedFields unless requested: on real servers these are most of the
   * metadata, which is more than half of a pod's bytes.
   */
  <ManagedFields extends boolean = false>(
    representation: 'PartialObjectMetadata',
    options?: MetadataOptions<ManagedFields>,
  ): ResourceHandle<MetadataShapes<Input, MetadataBy<ManagedFields>>>;
  /**
   * Your own representation, an object literal or an instance of a class: its types are the results of its decoders.
   * Also takes the representations of the package: `as(asKind({ group, version, kind }))` for another kind, for
   * example.
   */
  <One, Many, Item, Event>(
    representation: Offering & Decoders<One, Many, Item, Event>,
  ): ResourceHandle<{ one: One; many: Many; item: Item; event: Event; input: Input }>;
}
