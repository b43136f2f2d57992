/** HTTP methods that a Kubernetes API server answers to. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Header names in lower case. Several values stay apart where HTTP wants them apart. */
export type HttpHeaders = Readonly<Record<string, string | readonly string[]>>;

/** One HTTP exchange to carry out, complete: absolute or same-origin URL, credentials among the headers. */
export interface TransportRequest {
  readonly method: HttpMethod;
  readonly url: string;
  readonly headers: HttpHeaders;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Opaque here: what `authenticate()` gave, for the transport that understands it. */
  readonly agent?: object | undefined;
}

/** A whole answer. Any status is an answer; only a failure to get one rejects. */
export interface TransportResponse {
  readonly status: number;
  /** Names in lower case, repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer whose body arrives over time. Leaving the iteration early ends the request. */
export interface TransportStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The seam between kubeatlas and the network. The default one stands on axios; give another as
 * `ClientOptions.transport` for a test or a special runtime. It does no retries and knows no Kubernetes.
 *
 * Rejects with a `ConnectionError` where no answer came, and with the signal's own reason after an abort.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  stream(request: TransportRequest): Promise<TransportStream>;
  /** Ends every request under way and gives all sockets back. */
  close(): void;
}
