import type { AnswerBody } from '../media/answer-body.js';
import type { HttpMethod } from './transport.js';

/** A question to the API server, relative to its base URL. */
export interface ApiRequest {
  /** The HTTP method. @default 'GET' */
  readonly method?: HttpMethod | undefined;
  /** Begins with a slash, segments encoded: `/api/v1/namespaces/a/pods`. */
  readonly path: string;
  /** Undefined values are left out; arrays are repeated. */
  readonly query?: QueryParameters | undefined;
  /** Further headers. Those of the client and of its credentials win, and those that HTTP needs are refused. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Which media types will do, as an Accept header. @default 'application/json' */
  readonly accept?: string | undefined;
  /** What the body is. @default 'application/json' where there is a body */
  readonly contentType?: string | undefined;
  /** An ETag: the server answers 304 where its document still has it. Give `expected: [304]` as well. */
  readonly ifNoneMatch?: string | undefined;
  /** Statuses besides 2xx that are answers and not errors: 304 where `ifNoneMatch` was sent, say. */
  readonly expected?: readonly number[] | undefined;
  /** Sent as it is: text in UTF-8, or bytes. */
  readonly body?: string | Uint8Array | undefined;
  /** Ends the request, and its body where that is still read. */
  readonly signal?: AbortSignal | undefined;
  /** The limit for the whole exchange, retries included, in milliseconds. @default the client's `timeoutMs`; none for a stream */
  readonly timeoutMs?: number | undefined;
  /** How long the server may say nothing, in milliseconds. @default the client's `silenceTimeoutMs`; none for a stream */
  readonly silenceTimeoutMs?: number | undefined;
  /** The most that the answer may hold, in bytes after decompression; not for streams. @default the client's `maxAnswerBytes` */
  readonly maxBytes?: number | undefined;
  /** False for those who have rules of their own: one try, and a second one after a 401 alone. @default true */
  readonly retry?: boolean | undefined;
  /** Those of `client.with()`. Their `prepare` is not called here: it has made this request. */
  readonly guards?: readonly RequestGuard[] | undefined;
}

/** What stands before the requests of a client: see `client.with()`. */
export interface RequestGuard {
  /** Ends what is under way when it is aborted, and refuses the rest, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called as each try begins, retries and streams included, with nothing to wait for between it and the transport. What it
   * throws rejects the call, and nothing is sent.
   */
  readonly check?: (() => void) | undefined;
  /** Makes the request that is sent of the one that is asked for, once for all its tries. What it throws rejects the call. */
  readonly prepare?: ((request: ApiRequest) => ApiRequest) | undefined;
}

/** Values of a query string, before encoding. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The whole answer to an {@link ApiRequest}: 2xx, or a status that was expected. */
export interface ApiAnswer extends AnswerBody {
  /** The HTTP status. */
  readonly status: number;
  /** Names in lower case, repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer whose body arrives in pieces, 2xx by then. Leaving the iteration early ends the request. */
export interface ApiStream {
  /** The HTTP status. */
  readonly status: number;
  /** The Content-Type, as it was sent. */
  readonly mediaType: string | undefined;
  /** Names in lower case, repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The HTTP method that was sent, for messages. */
  readonly method: HttpMethod;
  /** The path that was asked for, for messages. */
  readonly path: string;
  /** The bytes as they arrive, decompressed. To cut them into frames is up to the reader. */
  readonly body: AsyncIterable<Uint8Array>;
  /** A text with the credentials of the request blotted out: for messages that quote the body. */
  readonly conceal: (text: string) => string;
}

/**
 * One API server as one user sees it: base URL, credentials, retries, limits and warnings, in front of a `Transport`.
 * Everything in kubeatlas that sends a request goes through one of these.
 *
 * `request` and `stream` throw `ApiError` for any other status, `ConnectionError` when no answer came, `TimeoutError`
 * and `AnswerTooLargeError` beyond a limit, `ClientClosedError` after `close()`, and the signal's own reason after an abort.
 */
export interface Connection {
  request(request: ApiRequest): Promise<ApiAnswer>;
  /** Takes a place of its own for as long as it is open, unless it is given one. */
  stream(request: ApiRequest, place?: StreamPlace): Promise<ApiStream>;
  /**
   * A place among the streams that may be open at once, for what opens one stream after another. Throws
   * `TooManyStreamsError` where all are taken.
   */
  takeStreamPlace(): StreamPlace;
  /** For those who try again by rules of their own. */
  readonly limits: ConnectionLimits;
  /** Aborted by `close()`. */
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

/** One of the `maxStreams` of a client. */
export interface StreamPlace {
  /** Gives it back; a second time does nothing. */
  release(this: void): void;
}

/** The limits of a client that others keep to as well. */
export interface ConnectionLimits {
  /** The longest pause between two tries, in milliseconds. */
  readonly maxDelayMs: number;
  /** The most that one answer, or one event of a stream, may hold. */
  readonly maxAnswerBytes: number;
}

/** The same connection, whose requests stand behind a guard, and behind those that it had. */
export function guardConnection(connection: Connection, guard: RequestGuard): Connection {
  const guarded = (request: ApiRequest): ApiRequest => {
    const prepared = guard.prepare?.(request) ?? request;
    return { ...prepared, guards: [...(prepared.guards ?? []), guard] };
  };
  return {
    ...connection,
    signal: guard.signal ?? connection.signal,
    request: async (request) => connection.request(guarded(request)),
    stream: async (request, place) => connection.stream(guarded(request), place),
  };
}
