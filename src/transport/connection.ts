import type { HttpMethod } from './transport.js';

/** A question to the API server, relative to its base URL. */
export interface ApiRequest {
  readonly method: HttpMethod;
  /** Begins with a slash, segments encoded. */
  readonly path: string;
  /** Undefined values are left out; arrays are repeated. */
  readonly query?: QueryParameters | undefined;
  readonly accept: string;
  readonly contentType?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  readonly body?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Our own limit for the whole exchange, retries included; the server's is `timeoutSeconds` in the query. */
  readonly timeoutMs?: number | undefined;
  /** Statuses besides 2xx that are answers and not errors: 304 where `ifNoneMatch` was sent, say. */
  readonly expected?: readonly number[] | undefined;
}

/** Values of a query string, before encoding. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The answer to an {@link ApiRequest}: 2xx, or a status that was expected. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer whose body arrives in pieces, 2xx by then. */
export interface ApiStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * One API server as one user sees it: base URL, credentials, retries, warnings, in front of a `Transport`.
 * Everything in kubeatlas that sends a request goes through one of these.
 *
 * `request` and `stream` throw `ApiError` for any other status, `ConnectionError` when no answer came,
 * `TimeoutError` after `timeoutMs`, `ClientClosedError` after `close()`, and the signal's own reason after an abort.
 */
export interface Connection {
  request(request: ApiRequest): Promise<ApiResponse>;
  stream(request: ApiRequest): Promise<ApiStream>;
  close(): Promise<void>;
}
