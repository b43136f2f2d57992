import type { AnswerBody } from '../media/answer-body.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { AnswerShapes } from './shapes.js';

/** The verb of a request: `get` (also for a patch or an apply), `list`, or `watch`. */
export type RepresentationVerb = 'get' | 'list' | 'watch';

/** How a representation is requested, by reads, watches, patch and apply; create, replace and delete ask for JSON. */
export interface RepresentationOffer {
  /**
   * The whole Accept header, fallbacks included. After a 406 a read is requested once more as plain `application/json`.
   */
  readonly accept: string;
  /**
   * The same in JSON only, if `accept` offers protobuf: for a patch, which cannot be repeated, and for an endpoint
   * whose protobuf could not be read.
   */
  readonly jsonAccept?: string | undefined;
  /** True to make a 406 throw instead of requesting plain JSON. @default false */
  readonly exact?: boolean | undefined;
  /** Query parameters: `includeObject` of a Table. */
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/** The request that a representation serves. */
export interface RepresentationContext {
  /** The requested endpoint, with its kind and scope. */
  readonly mapping: RESTMapping;
  /** The requested namespace; undefined for a cluster-scoped resource and for all namespaces. */
  readonly namespace?: string | undefined;
  /** The kind of the objects, if discovery says that its group or version differs from that of the endpoint. */
  readonly objectKind?: GroupVersionKind | undefined;
}

/**
 * A form in which objects can be requested: which media types to accept, and how to read the answers. The built-in
 * representations are the whole object, Table and PartialObjectMetadata; pass your own to `handle.as()`, as an object
 * literal or an instance of a class: its types are those that its decoders return.
 *
 * A decoder gets the body as it arrived, with its media type, and throws `UnexpectedShapeError` for a body that does
 * not fit the request; `body.json()` throws `MalformedAnswerError` for a body that is not JSON.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources
 */
export interface Representation<S extends AnswerShapes>
  extends Offering, Decoders<S['one'], S['many'], S['item'], S['event']> {}

/** The part of a {@link Representation} that makes the offer. */
export interface Offering {
  /** The name of the representation, for messages. */
  readonly name: string;
  /**
   * Returns the offer for a request. Servers answer 406 if a list requests the kind of a single object, and vice versa;
   * a watch takes the kind of a single object.
   */
  offer(verb: RepresentationVerb, context: RepresentationContext): RepresentationOffer;
}

/**
 * The part of a {@link Representation} that reads answers. Separate, because TypeScript can infer these four type
 * parameters only one by one.
 */
export interface Decoders<One, Many, Item, Event> {
  /** Reads the answer for a single object: in this representation, or plain if the server does not support it. */
  decodeOne(body: AnswerBody, context: RepresentationContext): One;
  /** Reads one page of a list. */
  decodeMany(body: AnswerBody, context: RepresentationContext): Many;
  /**
   * Creates the decoder for the events of one watch. It gets every frame in turn and may keep what later frames omit,
   * such as the columns of a Table. Each watch gets its own decoder.
   *
   * A frame is one watch event as the server sent it, `{ "type": "ADDED", "object": {} }` in JSON, with the media type
   * of the stream. The watch has already read the type and handles an `ERROR`, whose object is a Status, by itself: it
   * never gets here. A `BOOKMARK` does.
   * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/watch-event/
   */
  decodeEvents(context: RepresentationContext): (frame: AnswerBody) => Event;
  /** The items of a page, for `items()`. */
  itemsOf(many: NoInfer<Many>): readonly Item[];
  /** Where the next page begins; undefined on the last one. */
  continueOf(many: NoInfer<Many>): string | undefined;
}
