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

/**
 * The seam between kubeatlas and the network. The default transport is built on axios in Node and on `fetch` elsewhere;
 * give another one as `ClientOptions.transport` for a test or a special runtime. A transport sends one request and
 * returns bytes. Retries, limits, credentials, error messages and aborts are up to the client, even if a transport
 * ignores its signal.
 *
 * A rejection, or a body that throws, counts as a failed connection.
 */
export interface Transport {
  /**
   * Sends one request; settles as soon as the head of the answer has arrived. Any status is an answer.
   *
   * @throws anything, which counts as a failed connection; a `code` of the error becomes `reasonCode`
   */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Releases all sockets. Called once, after every request has been ended. */
  close(): void;
}
