import type { PartialObjectMetadata } from '../model/kube-object.js';
import type { RESTMapping } from '../model/rest-mapping.js';

/**
 * Why the server did not tell, for `switch`:
 *
 * - `not-served`: a 404 that names no object. The group, the version or the resource is not served, or not in that scope.
 * - `unauthorized`: 401. `forbidden`: 403.
 * - `unavailable`: 5xx or 429; the backend of an APIService that does not answer, for one.
 * - `no-answer`: the server could not be reached, or not in time.
 * - `unusable-answer`: it answered something else than was asked for.
 * - `refused`: any other status; 405 where a resource cannot be read.
 */
export type UnreadReason =
  'not-served' | 'unauthorized' | 'forbidden' | 'unavailable' | 'no-answer' | 'unusable-answer' | 'refused';

/** What could not be read, as data. */
export interface Unread {
  readonly state: 'unknown';
  readonly reason: UnreadReason;
  /** For people. */
  readonly message: string;
  readonly statusCode?: number | undefined;
}

/** One object to read. The mapping's scope decides: a namespaced one takes a namespace. */
export interface MetadataQuestion {
  readonly mapping: RESTMapping;
  readonly namespace: string | undefined;
  readonly name: string;
}

/**
 * What there is of an object. `missing` is the server's own word that there is no object of that name; everything that
 * is less than that is `unknown`.
 */
export type MetadataAnswer =
  { readonly state: 'found'; readonly object: PartialObjectMetadata } | { readonly state: 'missing' } | Unread;

/** What ends a piece of work early, and how long each request may take. */
export interface PortOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Reads the metadata of one object. Rejects with the reason of its signal after an abort, and else never for an answer. */
export type ReadMetadata = (question: MetadataQuestion, options: PortOptions) => Promise<MetadataAnswer>;

/** The objects of one resource, in one namespace or in all of them. */
export interface ListQuestion {
  readonly mapping: RESTMapping;
  readonly namespace: string | undefined;
}

/** A piece of a list. After `again` the list begins once more, and what came before is void; `unknown` is the last one. */
export type MetadataPage =
  { readonly state: 'page'; readonly objects: readonly PartialObjectMetadata[] } | { readonly state: 'again' } | Unread;

/** Lists metadata page by page; rejects as {@link ReadMetadata} does. */
export type ListMetadata = (
  question: ListQuestion,
  options: PortOptions & { readonly limit: number },
) => AsyncIterable<MetadataPage>;
