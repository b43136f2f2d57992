import type { SocketClose } from './web-socket.js';

/** The HTTP methods that a Kubernetes API server supports. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Headers, with names in lower case. Several values stay separate if HTTP requires it. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[]>>;

/** One HTTP exchange to carry out, complete: absolute or same-origin URL, credentials among the headers. */
export interface TransportRequest {
  /** The HTTP method. */
  readonly method: HttpMethod;
  /** The absolute URL; in a browser it may begin with a slash instead. */
  readonly url: string;
  /** All headers to send, including credentials. A value with several entries is sent as several headers. */
  readonly headers: HttpHeaders;
  /** The body, sent as is: text in UTF-8, or bytes. */
  readonly body?: string | Uint8Array | undefined;
  /** Aborted when the answer is no longer wanted, even while its body is being read. */
  readonly signal?: AbortSignal | undefined;
  /** Opaque: the agent from `authenticate()`, for transports that support it. */
  readonly agent?: object | undefined;
}

/** An answer whose head has arrived. Any status is an answer. */
export interface TransportAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** Header names are in lower case, repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives, decompressed; null for none. Leaving it early ends the request. */
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
}

/** A request for a WebSocket, complete as a {@link TransportRequest} is. */
export interface TransportConnectRequest extends Omit<TransportRequest, 'method' | 'body'> {
  /** The subprotocols to offer, the best first. */
  readonly protocols: readonly string[];
  /** If the runtime cannot send headers: offers the bearer token as one of the protocols. */
  readonly bearerProtocol: boolean;
  /** The largest accepted message, in bytes. */
  readonly maxMessageBytes: number;
  /** If the runtime cannot pause reading: how many unread bytes may be kept. */
  readonly maxBufferedBytes: number;
}

/** The answer to a request for a WebSocket: with status 101 and `socket`, or a refusal with any other status. */
export interface TransportUpgrade extends TransportAnswer {
  /** The WebSocket, if the server agreed. */
  readonly socket?: TransportSocket | undefined;
}

/** An open WebSocket, as a transport provides it. */
export interface TransportSocket {
  /** The subprotocol that the server chose; empty for none. */
  readonly protocol: string;
  /** The messages, text as UTF-8. Ends when the server closes the connection; throws if the connection breaks. */
  readonly messages: AsyncIterable<Uint8Array>;
  /**
   * Sends one message in one frame; resolves when there is room for the next, which may be in the same memory.
   *
   * @throws anything, which counts as a failed connection
   */
  send(message: Uint8Array): Promise<void>;
  /** Sends a close frame, and releases the socket soon after. */
  close(): void;
  /** How the server closed the connection; rejects if the connection breaks. */
  readonly closed: Promise<SocketClose>;
}

/**
 * The interface between kubeatlas and the network. The default transport is built on axios in Node and on `fetch`
 * elsewhere; set `ClientOptions.transport` for a test or a special runtime. A transport sends one request and returns
 * bytes. The client handles retries, limits, credentials, error messages and aborts, even if a transport ignores its
 * signal.
 *
 * A rejection, or a body that throws, counts as a failed connection.
 */
export interface Transport {
  /**
   * Sends one request; settles as soon as the head of the answer has arrived. Any status is an answer.
   *
   * @throws anything, which counts as a failed connection; a `code` of the error becomes `reasonCode`, and a lost
   * connection is tried again for a write only if the error has `unsent: true`, which says that no byte of it left
   */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /**
   * Opens a WebSocket; settles as soon as the server has answered. Without this method `client.connect()` throws.
   *
   * @throws as {@link send}
   */
  connect?(request: TransportConnectRequest): Promise<TransportUpgrade>;
  /** Releases all sockets. Called once, after every request has been ended. */
  close(): void;
}
