/** HTTP methods that a Kubernetes API server answers to. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Header names in lower case. Several values stay apart where HTTP wants them apart. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[]>>;

/** One HTTP exchange to carry out, complete: absolute or same-origin URL, credentials among the headers. */
export interface TransportRequest {
  /** The HTTP method. */
  readonly method: HttpMethod;
  /** Where to, whole, or beginning with a slash in a browser. */
  readonly url: string;
  /** All headers to send, credentials among them. A value with several entries is sent as several headers. */
  readonly headers: HttpHeaders;
  /** Sent as it is: text in UTF-8, or bytes. */
  readonly body?: string | Uint8Array | undefined;
  /** Aborted when nobody wants the answer any more, while the body is being read as well. */
  readonly signal?: AbortSignal | undefined;
  /** Opaque here: what `authenticate()` gave, for the transport that understands it. */
  readonly agent?: object | undefined;
}

/** An answer whose head has arrived. Any status is an answer. */
export interface TransportAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** Names in lower case, repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives, decompressed; null for none. Leaving it early ends the request. */
  readonly body: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null;
}

/**
 * The seam between kubeatlas and the network. The default one stands on axios in Node and on `fetch` elsewhere; give
 * another as `ClientOptions.transport` for a test or a special runtime. It sends one request and answers bytes: retries, limits,
 * credentials and the words of errors are the client's, and so are aborts, even for a transport that ignores its signal.
 *
 * A rejection, and a body that throws, are taken to mean that the connection failed.
 */
export interface Transport {
  /**
   * Sends one request; settled as soon as the head of the answer is there. Any status is an answer.
   *
   * @throws anything, which is taken to mean that the connection failed; a `code` of the error becomes `reasonCode`
   */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Gives all sockets back. Called once, when every request has been ended. */
  close(): void;
}
