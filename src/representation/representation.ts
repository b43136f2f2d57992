import type { JsonRecord } from '../shared/json-record.js';
import type { RESTMapping } from '../model/rest-mapping.js';

/** How a representation is asked for. */
export interface RepresentationOffer {
  /**
   * The whole Accept header, fallbacks included. A server that answers a read with 406 is asked once more for plain
   * `application/json`.
   */
  readonly accept: string;
  /** Goes into the query string: `includeObject` of a Table. */
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/** What a representation is told of the request it serves. */
export interface RepresentationContext {
  readonly mapping: RESTMapping;
  /** The namespace asked for; undefined for a cluster-scoped resource and for all namespaces. */
  readonly namespace?: string | undefined;
}

/**
 * A form in which objects can be asked for: what to offer the server, and how to read whatever it answers. The
 * built-in ones are the whole object, Table and PartialObjectMetadata; pass one of your own to `handle.as()`.
 *
 * @typeParam One the answer to `get` and `patch`
 * @typeParam Many the answer to `list`
 * @typeParam Item what `items()` yields
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources
 */
export interface Representation<One, Many, Item> {
  readonly name: string;
  /** For a single object. */
  offerOne(context: RepresentationContext): RepresentationOffer;
  /** For a list. A server answers 406 to the single object's kind on a list, and the other way round. */
  offerMany(context: RepresentationContext): RepresentationOffer;
  /**
   * Reads the parsed body of a single object's answer: in this representation, or plain where the server has no other.
   * Throws `UnexpectedShapeError` when it is neither.
   */
  decodeOne(body: JsonRecord, context: RepresentationContext): One;
  /** Reads the parsed body of a list's answer. */
  decodeMany(body: JsonRecord, context: RepresentationContext): Many;
  /** The items of a decoded list, for `items()`. */
  itemsOf(many: Many): readonly Item[];
  /** Where the next page begins; undefined on the last one. */
  continueOf(many: Many): string | undefined;
}
