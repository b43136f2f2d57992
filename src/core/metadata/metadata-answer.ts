import type { AnyKubeError } from '../errors.js';
import type { PartialObjectMetadata } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { Served } from '../representation/shapes.js';
import type { CallOptions } from '../resource/options.js';

/**
 * Why the answer is unknown, for `switch`:
 *
 * - `not-served`: a 404 that names no object. The group, version or resource is not served, or not in that scope.
 * - `unauthorized`: 401. `forbidden`: 403.
 * - `unavailable`: 5xx or 429; for example, the backend of an APIService does not answer.
 * - `expired`: 410 to a page of a list; the server no longer has the state of the first page.
 * - `no-answer`: the server could not be reached, or not in time.
 * - `unusable-answer`: the answer was not what was requested, or too large.
 * - `refused`: any other status, such as 405 for a resource that cannot be read.
 */
export type UnreadReason =
  'not-served' | 'unauthorized' | 'forbidden' | 'unavailable' | 'expired' | 'no-answer' | 'unusable-answer' | 'refused';

/** What could not be read, as data. Never treat it as absent. */
export interface Unread {
  readonly state: 'unknown';
  /** Why it could not be read, for programs. */
  readonly reason: UnreadReason;
  /** The message, for people. */
  readonly message: string;
  /** The HTTP status, if an answer came. */
  readonly statusCode?: number | undefined;
  /** The error that the request threw. */
  readonly error: AnyKubeError;
}

/** One object to read. A namespaced mapping needs a namespace. */
export interface MetadataQuestion {
  /** The endpoint to read at. */
  readonly mapping: RESTMapping;
  /** The namespace of the object; left out for a cluster-scoped one. */
  readonly namespace?: string | undefined;
  /** The name of the object. */
  readonly name: string;
}

/**
 * What is known about an object. `missing` means that the server itself says there is no object with that name;
 * anything weaker is `unknown`.
 *
 * @typeParam Item the metadata of an object, by the option `managedFields` of the reader
 */
export type MetadataAnswer<Item = Served<PartialObjectMetadata>> =
  { readonly state: 'found'; readonly object: Item } | { readonly state: 'missing' } | Unread;

/** The objects of one resource, in one namespace or in all of them. */
export interface ListQuestion {
  /** The endpoint to read at. */
  readonly mapping: RESTMapping;
  /** One namespace instead of all. */
  readonly namespace?: string | undefined;
  /** Only objects with these labels: `app=front,tier!=db`. */
  readonly labelSelector?: string | undefined;
  /** Only objects with these fields: `metadata.name=front-0`. */
  readonly fieldSelector?: string | undefined;
}

/** How to page through a list. `timeoutMs` applies to each page. */
export type PagingOptions = CallOptions & {
  /** Objects per page. @default 500 */
  readonly limit?: number | undefined;
  /** Objects on the first page, if different. @default `limit` */
  readonly firstLimit?: number | undefined;
  /**
   * What to do when the server forgets the state of the first page (410):
   *
   * - `stop` ends with `unknown`.
   * - `continue` continues after the last page with the current state, if the server offers that: lists are sorted by
   *   namespace and name, so no object comes twice, but the pages are not from one moment.
   * - `restart` yields `again` and requests the whole list at once, as client-go does.
   *
   * @default 'stop'
   * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
   */
  readonly expired?: 'stop' | 'continue' | 'restart' | undefined;
};

/**
 * One page of metadata.
 *
 * @typeParam Item the metadata of an object, by the option `managedFields` of the reader
 */
export interface MetadataPage<Item = Served<PartialObjectMetadata>> {
  readonly state: 'page';
  /** The objects of the page. */
  readonly items: readonly Item[];
  /** Whether more pages follow. */
  readonly more: boolean;
  /** How many objects follow, if the server says so; it need not be exact. */
  readonly remaining: number | undefined;
}

/**
 * One step through a list. After `again` the list starts over, and earlier pages are void; `unknown` is the last step.
 *
 * @typeParam Item the metadata of an object, by the option `managedFields` of the reader
 */
export type MetadataStep<Item = Served<PartialObjectMetadata>> =
  MetadataPage<Item> | { readonly state: 'again' } | Unread;

/**
 * Reads metadata through a client and classifies each failure: a refusal of the server is an answer, not an error.
 *
 * @typeParam Item the metadata of an object, by the option `managedFields` of the reader
 */
export interface MetadataReader<Item = Served<PartialObjectMetadata>> {
  /**
   * Reads one object. `missing` is certain; for `unknown`, try again later or tell the user why.
   *
   * @throws InvalidArgumentError, InvalidNameError, NamespaceRequiredError or NamespaceConflictError for a question
   * that can never work; ClientClosedError; the signal's reason after an abort; any error from getting credentials
   */
  read(question: MetadataQuestion, options?: CallOptions): Promise<MetadataAnswer<Item>>;
  /**
   * Reads a set page by page, requesting each page when it is needed. A server that repeats its continue tokens ends in
   * `unknown`.
   *
   * @throws as `read`, when the iteration begins or continues
   */
  pages(question: ListQuestion, options?: PagingOptions): AsyncGenerator<MetadataStep<Item>, void, undefined>;
}
