import type { SubresourceEntry } from '../catalog/entries.js';
import type { KubeList, KubeObject, ObjectLike, PartialObjectMetadata } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { Status } from '../model/status.js';
import type { Representation } from '../representation/representation.js';
import type { Scale } from '../representation/scale-shape.js';
import type { IncludeObject, RowObjects, Table, TableRow } from '../representation/table-shape.js';
import type { CallOptions, DeleteOptions, GetOptions, ListOptions, PatchOptions, WriteOptions } from './options.js';

/**
 * One resource of one server, ready to use. Its identity (`mapping`) never changes; what it can do (`verbs`,
 * `subresources`) is read from the catalog of the moment. Get one from `client.resource('deploy')`.
 *
 * Without `namespace()` a handle lists all namespaces. Reading, patching, scaling or deleting one namespaced object
 * without a namespace throws `NamespaceRequiredError`; create and replace may take it from `metadata.namespace`
 * instead. A namespace that contradicts the object or the scope throws `NamespaceConflictError`, a name that cannot
 * stand in a path `InvalidNameError`, a value that no server could take `InvalidArgumentError`.
 *
 * All of these reject the promise of the call before any request is sent. Beside them a call throws what the server's
 * answer asks for: `ApiError`, `MalformedAnswerError` where it is no JSON, `UnexpectedShapeError` where it does not fit
 * the question (a `Status` or a single object for a list, say); and what the connection throws without an answer.
 *
 * @typeParam One what `get` and `patch` answer
 * @typeParam Many what `list` answers
 * @typeParam Item what `items()` yields
 */
export interface ResourceHandle<One = KubeObject, Many = KubeList, Item = KubeObject> {
  readonly mapping: RESTMapping;
  /** The namespace set by `namespace()`. */
  readonly boundNamespace: string | undefined;
  /** Empty when the present catalog no longer has the resource. */
  readonly verbs: readonly string[];
  readonly subresources: readonly SubresourceEntry[];

  /** The same resource inside one namespace. */
  namespace(namespace: string): ResourceHandle<One, Many, Item>;

  /**
   * The same resource in rows as the server prints them. `includeObject` decides what each row carries beside its
   * cells, and nearly all of the weight: on a real server 5,000 pods are 17.4 MB with `Metadata` and 0.7 MB with
   * `None`, because metadata is mostly managedFields. Left out, it is `None` inside one namespace and for
   * cluster-scoped resources, where the cells say it all, and `Metadata` over all namespaces, where the cells
   * do not tell the namespace.
   */
  as(representation: 'Table'): ResourceHandle<Table, Table, TableRow>;
  as<Include extends IncludeObject>(
    representation: 'Table',
    options: { readonly includeObject: Include },
  ): ResourceHandle<Table<RowObjects[Include]>, Table<RowObjects[Include]>, TableRow<RowObjects[Include]>>;
  /** The same resource without spec and status. On real servers metadata is more than half of a pod's bytes. */
  as(
    representation: 'PartialObjectMetadata',
  ): ResourceHandle<PartialObjectMetadata, KubeList<PartialObjectMetadata>, PartialObjectMetadata>;
  /** The same resource in a representation of your own. */
  as<O, M, I>(representation: Representation<O, M, I>): ResourceHandle<O, M, I>;

  get(name: string, options?: GetOptions): Promise<One>;
  /** One page: everything, or `limit` items and a `metadata.continue`. */
  list(options?: ListOptions): Promise<Many>;
  /** Page after page; the next one is asked for when you ask for it. */
  pages(options?: ListOptions): AsyncIterable<Many>;
  /** Item after item through all pages. A token that expires on the way (410) throws: a list cannot be resumed. */
  items(options?: ListOptions): AsyncIterable<Item>;

  /**
   * Takes and answers whole objects, whatever the representation. `apiVersion` and `kind` are filled in (on a copy)
   * where they are missing; throws `ObjectMismatchError` when they are not the handle's.
   */
  create<T extends ObjectLike>(object: T, options?: WriteOptions): Promise<T>;
  /** Like create, for the object of that name. With `metadata.resourceVersion`, a change in between is a 409. */
  replace<T extends ObjectLike>(object: T, options?: WriteOptions): Promise<T>;
  /**
   * Answers in the handle's representation. A 406 throws, unlike on a read, since the patch may have been done: patch
   * with a handle for whole objects where a resource makes no tables.
   */
  patch(name: string, body: object, options: PatchOptions): Promise<One>;
  /** The options go as a body, so that servers read them all. */
  delete(name: string, options?: DeleteOptions): Promise<DeleteResult>;

  /** The size of one object; makes no request by itself. */
  scale(name: string): ScaleHandle;
}

/**
 * The outcome of a delete, as the server tells it: a `Status`, or the object as it was last. An object does not mean
 * that something is left: finalizers or a grace period may keep it, but services, for one, answer it and are gone.
 */
export type DeleteResult =
  | { readonly status: Status; readonly object?: undefined }
  | { readonly object: KubeObject; readonly status?: undefined };

/**
 * The `/scale` subresource of one object. Both calls throw `UnsupportedError`, without a request, when the catalog of
 * the moment names no such subresource; while there is no catalog, the server is asked.
 */
export interface ScaleHandle {
  get(options?: CallOptions): Promise<Scale>;
  /**
   * Sets the number of replicas, whatever it was before: a merge patch where discovery names the verb, else get and
   * replace, where a change in between is a 409.
   */
  set(replicas: number, options?: WriteOptions): Promise<Scale>;
}
