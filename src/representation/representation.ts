import type { AnswerBody } from '../media/answer-body.js';
import type { GroupVersionKind } from '../model/group-version-kind.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import type { AnswerShapes } from './shapes.js';

/** What an answer is asked for by: `get` and `patch`, `list`, or `watch`. */
export type RepresentationVerb = 'get' | 'list' | 'watch';

/** How a representation is asked for. */
export interface RepresentationOffer {
  /**
   * The whole Accept header, fallbacks included. A server that answers a read with 406 is asked once more for plain
   * `application/json`.
   */
  readonly accept: string;
  /**
   * The same in JSON alone, where `accept` offers protobuf: for a patch, which cannot be asked for again, and for an endpoint
   * whose protobuf could not be read.
   */
  readonly jsonAccept?: string | undefined;
  /** True where a 406 is to be told: it throws, and nothing else is asked for. @default false */
  readonly exact?: boolean | undefined;
  /** Goes into the query string: `includeObject` of a Table. */
  readonly query?: Readonly<Record<string, string>> | undefined;
}

/** What a representation is told of the request it serves. */
export interface RepresentationContext {
  /** The endpoint that is asked, with its kind and scope. */
  readonly mapping: RESTMapping;
  /** The namespace asked for; undefined for a cluster-scoped resource and for all namespaces. */
  readonly namespace?: string | undefined;
  /** The kind of the objects, where discovery says that its group or version is not that of the endpoint. */
  readonly objectKind?: GroupVersionKind | undefined;
}

/**
 * A form in which objects can be asked for: what to offer the server, and how to read whatever it answers. The built-in
 * ones are the whole object, Table and PartialObjectMetadata; pass your own to `handle.as()`, as an object literal or an
 * instance of a class: its types are those that its decoders return.
 *
 * A decoder gets the body as it arrived, with its media type, and throws `UnexpectedShapeError` for what does not fit the
 * question; `body.json()` throws `MalformedAnswerError` for what is no JSON.
 *
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#alternate-representations-of-resources
 */
export interface Representation<S extends AnswerShapes>
  extends Offering, Decoders<S['one'], S['many'], S['item'], S['event']> {}

/** What a {@link Representation} asks for. */
export interface Offering {
  /** What it is called, for messages. */
  readonly name: string;
  /**
   * What to ask for. Servers answer 406 to the kind of a single object on a list, and the other way round; a watch takes
   * the kind of a single object.
   */
  offer(verb: RepresentationVerb, context: RepresentationContext): RepresentationOffer;
}

/** What a {@link Representation} makes of the answers; apart, because TypeScript infers these four one by one alone. */
export interface Decoders<One, Many, Item, Event> {
  /** Reads the answer for a single object: in this representation, or plain where the server has no other. */
  decodeOne(body: AnswerBody, context: RepresentationContext): One;
  /** Reads one page of a list. */
  decodeMany(body: AnswerBody, context: RepresentationContext): Many;
  /**
   * Makes the decoder of one stream of events, which gets every frame of it in turn and may keep what later frames leave
   * out, as the columns of a Table. Each watch gets its own.
   *
   * A frame is one watch event as the server sent it, `{ "type": "ADDED", "object": {} }` in JSON, with the media type of
   * the stream. The watch has looked at the type by then and keeps what is for itself: an `ERROR`, whose object is a
   * Status, never comes here. `BOOKMARK` does.
   * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/watch-event/
   */
  decodeEvents(context: RepresentationContext): (frame: AnswerBody) => Event;
  /** The items of a page, for `items()`. */
  itemsOf(many: NoInfer<Many>): readonly Item[];
  /** Where the next page begins; undefined on the last one. */
  continueOf(many: NoInfer<Many>): string | undefined;
}
