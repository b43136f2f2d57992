import type { AnswerBody } from '../media/answer-body.js';
import { oneOf, requireCount, requirePositive, type OptionChecks } from '../shared/arguments.js';
import { InvalidArgumentError } from '../shared/invalid-argument-error.js';
import type { Server } from './server.js';
import type { HttpMethod } from './transport.js';
import type { ApiSocket } from './web-socket.js';

/** A request to the API server, relative to its base URL. */
export interface ApiRequest {
  /** The HTTP method. @default 'GET' */
  readonly method?: HttpMethod | undefined;
  /** The path: begins with a slash, with encoded segments: `/api/v1/namespaces/a/pods`. */
  readonly path: string;
  /** The query parameters. Undefined values are omitted. The entries of an array are repeated parameters. */
  readonly query?: QueryParameters | undefined;
  /**
   * Additional headers. Headers of the client and its credentials override them; headers that HTTP itself sets are
   * refused.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The acceptable media types, as an Accept header. @default 'application/json' */
  readonly accept?: string | undefined;
  /** The media type of the body. @default 'application/json' if there is a body */
  readonly contentType?: string | undefined;
  /** An ETag: the server answers 304 if its document still has it. Also set `expected: [304]`. */
  readonly ifNoneMatch?: string | undefined;
  /** Statuses besides 2xx that are not errors, for example 304 with `ifNoneMatch`. */
  readonly expected?: readonly number[] | undefined;
  /** The body, sent as is: text in UTF-8, or bytes. */
  readonly body?: string | Uint8Array | undefined;
  /** Ends the request, and its body if that is still being read. */
  readonly signal?: AbortSignal | undefined;
  /** The limit for the whole exchange including retries, in ms. @default the client's `timeoutMs`; none for a stream */
  readonly timeoutMs?: number | undefined;
  /** When `timeoutMs` began, by `performance.now()`: for one of several requests of a call. @default now */
  readonly startedAt?: number | undefined;
  /**
   * The longest silence of the server, in milliseconds. @default the client's `silenceTimeoutMs`; none for a stream and,
   * once it is open, a WebSocket
   */
  readonly silenceTimeoutMs?: number | undefined;
  /** The largest accepted answer, in decompressed bytes; not for streams. @default the client's `maxAnswerBytes` */
  readonly maxBytes?: number | undefined;
  /** False for callers with their own retry rules: one attempt, and a second one only after a 401. @default true */
  readonly retry?: boolean | undefined;
  /**
   * Whether the request ignores `maxSockets` and has its own connection, as the renewal of a lease does.
   * @default false
   */
  readonly isUrgent?: boolean | undefined;
  /** The guards of `client.with()`. Their `prepare` is not called here: it has already produced this request. */
  readonly guards?: readonly RequestGuard[] | undefined;
}

/** The checks of what every request has. */
const commonChecks = {
  path: true,
  query: true,
  headers: true,
  signal: true,
  silenceTimeoutMs: requirePositive,
  guards: true,
} as const;

/** The checks of a request. */
export const requestChecks: OptionChecks<ApiRequest> = {
  ...commonChecks,
  method: oneOf('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'),
  accept: true,
  contentType: true,
  ifNoneMatch: true,
  expected: true,
  body: requireBody,
  timeoutMs: requirePositive,
  startedAt: true,
  maxBytes: requirePositive,
  retry: true,
  isUrgent: true,
};

/** Anything else would be sent as its text, `[object Object]`. */
function requireBody(option: string, body: unknown): void {
  if (typeof body === 'string' || (ArrayBuffer.isView(body) && 'subarray' in body)) return;
  throw new InvalidArgumentError(option, 'must be a string or a Uint8Array');
}

/** A request for a WebSocket, relative to the base URL. */
export interface ConnectRequest extends Pick<
  ApiRequest,
  'path' | 'query' | 'headers' | 'signal' | 'silenceTimeoutMs' | 'guards'
> {
  /** The subprotocols to offer, the best first: `v5.channel.k8s.io`. @default none */
  readonly protocols?: readonly string[] | undefined;
  /**
   * In browsers, which cannot send an Authorization header with a WebSocket: sends the bearer token as a subprotocol,
   * besides those in `protocols`. `kubeatlas proxy` accepts it. Works only over https or to this machine. Without it, a
   * proxy must add the credentials.
   * @default false
   */
  readonly bearerProtocol?: boolean | undefined;
  /** The largest accepted message, in bytes; a larger one ends the connection. @default 16 MiB */
  readonly maxMessageBytes?: number | undefined;
  /**
   * In browsers, which receive messages even if the program does not read them: how many unread bytes may be kept. One
   * more ends the connection. Node reads nothing ahead.
   * @default 32 MiB
   */
  readonly maxBufferedBytes?: number | undefined;
}

/** A header could otherwise hold more than was meant. */
function requireProtocols(option: string, value: unknown): void {
  if (!Array.isArray(value) || !value.every((one) => /^[!-+\--~]+$/.test(String(one)))) {
    throw new InvalidArgumentError(option, 'must be a list of names without spaces and commas');
  }
}

/** The checks of a request for a WebSocket. */
export const connectChecks: OptionChecks<ConnectRequest> = {
  ...commonChecks,
  protocols: requireProtocols,
  bearerProtocol: true,
  maxMessageBytes: requireCount,
  maxBufferedBytes: requireCount,
};

/** A guard that the requests of a client must pass: see `client.with()`. */
export interface RequestGuard {
  /** When aborted, ends the requests under way and refuses further ones, with its reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called synchronously before each attempt, including retries and streams. If it throws, the call rejects with that
   * error and nothing is sent.
   */
  readonly check?: (() => void) | undefined;
  /** Turns the given request into the one to send, once for all attempts. An error that it throws rejects the call. */
  readonly prepare?: ((request: ApiRequest) => ApiRequest) | undefined;
}

/** Values of a query string, before encoding. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The whole answer to an {@link ApiRequest}: 2xx, or an expected status. */
export interface ApiAnswer extends AnswerBody {
  /** The HTTP status. */
  readonly status: number;
  /** Header names are in lower case, repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
}

/** An answer (2xx, or an expected status) whose body arrives in pieces. Leaving the loop early ends the request. */
export interface ApiStream extends Pick<ApiAnswer, 'status' | 'headers' | 'mediaType' | 'path' | 'conceal'> {
  /** The HTTP method of the request, for messages. */
  readonly method: HttpMethod;
  /** The bytes as they arrive, decompressed. The reader divides them into frames. */
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * One API server as one user sees it: base URL, credentials, retries, limits and warnings, in front of a `Transport`.
 * Everything in kubeatlas that sends a request goes through a connection.
 *
 * `request` and `stream` throw `ApiError` for any other status, `ConnectionError` if no answer came, `TimeoutError`
 * and `AnswerTooLargeError` beyond a limit, `ClientClosedError` after `close()`, and the signal's own reason after an
 * abort.
 */
export interface Connection {
  request(request: ApiRequest): Promise<ApiAnswer>;
  /** Opens a stream. Unless given a slot, the stream takes one for as long as it is open. */
  stream(request: ApiRequest, slot?: StreamSlot): Promise<ApiStream>;
  /** Opens a WebSocket, which takes one of the slots for streams. A failure is not retried, save a 401. */
  connect(request: ConnectRequest): Promise<ApiSocket>;
  /**
   * Takes one of the slots for streams that may be open at once, for callers that open one stream after another. Throws
   * `TooManyStreamsError` if all are taken.
   */
  takeStreamSlot(): StreamSlot;
  /** The limits, for callers with their own retry rules. */
  readonly limits: ConnectionLimits;
  /** What is known of the server: the same object for all connections that derive from one. */
  readonly server: Server;
  /** Aborted by `close()`. */
  readonly signal: AbortSignal;
  /** Who observes the writes of the connection, guarded or not. @default nobody can */
  readonly writes?: Set<WriteObserver> | undefined;
  close(): Promise<void>;
}

/**
 * Called with each write before it leaves, and with its answer, which is known here before the caller has it. Errors that
 * it throws are ignored.
 */
export type WriteObserver = (request: ApiRequest, answer: Promise<ApiAnswer>) => void;

/** Frees one of the `maxStreams` slots of a client; calling it again does nothing. */
export type StreamSlot = () => void;

/** The limits of a client that callers respect as well. */
export interface ConnectionLimits {
  /** The time limit of a call that has none of its own, in milliseconds; Infinity for none. */
  readonly timeoutMs: number;
  /** The longest pause between two attempts, in milliseconds. */
  readonly maxDelayMs: number;
  /** The largest accepted answer, or event of a stream, in bytes. */
  readonly maxAnswerBytes: number;
}

/** Returns the same connection with its requests behind a guard, in addition to the guards that it already has. */
export function guardConnection(connection: Connection, guard: RequestGuard): Connection {
  const guarded = (request: ApiRequest): ApiRequest => {
    const prepared = guard.prepare?.(request) ?? request;
    return { ...prepared, guards: [...(prepared.guards ?? []), guard] };
  };
  return {
    ...connection,
    signal: guard.signal ?? connection.signal,
    request: async (request) => connection.request(guarded(request)),
    stream: async (request, slot) => connection.stream(guarded(request), slot),
    connect: async (request) => connection.connect({ ...request, ...guarded(request) }),
  };
}
