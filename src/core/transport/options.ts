import type { ConfigLocation } from '../shared/config-location.js';
import type { ApiError } from './errors.js';
import type { HttpHeaders, HttpMethod, Transport } from './transport.js';

/** The credentials for one request, as `authenticate()` returns them. */
export interface Credentials {
  /** Authorization and similar headers. A value with several entries is sent as several headers of that name. */
  readonly headers: HttpHeaders;
  /** Opaque: an https.Agent in Node. The same object means the same pool of sockets. */
  readonly agent?: object | undefined;
}

/**
 * The user to impersonate. The credentials need the right to impersonate that user.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
export interface Impersonation {
  /** The name of the user. */
  readonly user: string;
  /** The uid of the user. @default none */
  readonly uid?: string | undefined;
  /** The groups of the user. @default those that the server gives to every user */
  readonly groups?: readonly string[] | undefined;
  /** Extra fields. Servers convert the keys to lower case. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Provides the credentials for each request; called again with `rejected: true` after the server answered 401. */
export type Authenticate = (context: {
  readonly signal: AbortSignal;
  readonly rejected: boolean;
}) => Promise<Credentials>;

/** One finished exchange, for logs and metrics. It holds no header, and so no credential. */
export interface Exchange {
  /** The HTTP method. */
  readonly method: HttpMethod;
  /** The path as sent, including the query string, without the server. */
  readonly path: string;
  /** Undefined if no answer came. */
  readonly status: number | undefined;
  /** The Content-Type of the answer; undefined if it had none or no answer came. */
  readonly mediaType: string | undefined;
  /** How many bytes of the body were read, after decompression; 0 for a stream. */
  readonly bytes: number;
  /** How long the attempt took, in milliseconds. */
  readonly ms: number;
  /** 0 for the first attempt, then 1, 2, ... */
  readonly attempt: number;
}

/** A warning that the server attached to an answer (`Warning: 299 - "..."`). */
export interface ServerWarning {
  /** The message of the server, without credentials. */
  readonly text: string;
  /** The code of the warning: 299 for those of Kubernetes. */
  readonly code: number;
  /** The agent that warns: `-` for the API server. */
  readonly agent: string;
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** The path, without the query string. */
  readonly path: string;
}

/** How requests are retried. */
export interface RetryOptions {
  /** The maximum number of retries. 0 disables them. @default 10 */
  readonly limit?: number | undefined;
  /** The longest wait before a retry, whatever `Retry-After` says. @default 30_000 */
  readonly maxDelayMs?: number | undefined;
}

/** Where the settings that decide whether a server can be reached are configured. Errors name them. */
export interface ServerConfigLocations {
  /** The address to connect to: of the server, or of the proxy in front of it. */
  readonly address: ConfigLocation;
  /** The certificate authority to trust. */
  readonly authority: ConfigLocation;
  /** The name that the certificate of the server must have. */
  readonly serverName: ConfigLocation;
}

/** The end of a login, as `onUnauthorized` receives it. */
export interface EndedLogin {
  /** The 401 of kube-apiserver. */
  readonly error: ApiError;
  /** Allows the client to send requests again, after the user has logged in. */
  readonly resume: () => void;
}

/** The client options that concern connections. */
export interface ConnectionOptions {
  /** Base URL; its path is kept (`https://host/k8s/clusters/c-abc`); may be relative (`/k8s`) in a browser. */
  readonly server: string;
  /**
   * Called for credentials before each request; `loadKubeconfig` of `kubeatlas/kubeconfig` provides it.
   * @default none: requests are sent without credentials
   */
  readonly authenticate?: Authenticate | undefined;
  /**
   * A fixed bearer token, for https and for servers on this machine. For a token that is renewed, use `authenticate`.
   * @default none
   */
  readonly token?: string | undefined;
  /** Sends every request as another user, overriding any impersonation by `authenticate`. @default none */
  readonly impersonate?: Impersonation | undefined;
  /**
   * Called once by `client.close()`, after all requests have been ended, to release what `authenticate` holds, such as
   * the idle sockets of its agents. If it throws, the promise of `close()` rejects with that error.
   * @default nothing is called
   */
  readonly onClose?: (() => void) | undefined;
  /**
   * The places in the kubeconfig that errors name if the server cannot be reached; `loadKubeconfig` provides them.
   * @default none
   */
  readonly configLocations?: ServerConfigLocations | undefined;
  /**
   * Sends the requests instead of the default transport: for a test, for HTTP/2, for a special runtime.
   * @default axios over HTTP/1.1 in Node, Deno and Bun; `fetch` in browsers and workers
   */
  readonly transport?: Transport | undefined;
  /**
   * Called after each attempt of each request, for logs and metrics. Errors that it throws are ignored.
   * @default nothing is called
   */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /**
   * Called when the login of a page has ended: kube-apiserver, or the proxy in front of it, answered 401, even after
   * `authenticate` (if set) renewed the credentials. From then on nothing is sent, and every call fails with that
   * error, until you call `resume()`. If only an aggregated API answers 401, only calls of that API fail. Errors that
   * it throws are ignored.
   * @default nothing is called, and each call is sent
   */
  readonly onUnauthorized?: ((ended: EndedLogin) => void) | undefined;
  /**
   * Called for each warning that the server attaches to an answer. Errors that it throws are ignored.
   * @default nothing is called
   */
  readonly onWarning?: ((warning: ServerWarning) => void) | undefined;
  /**
   * How often, and after which pauses, a request that is safe to repeat is retried.
   * @default the defaults of each option
   */
  readonly retry?: RetryOptions | undefined;
  /** The maximum number of concurrent requests, streams not counted; in Node each has its own socket. @default 16 */
  readonly maxSockets?: number | undefined;
  /**
   * The maximum number of open streams (watches, followed logs) of this client; one more throws `TooManyStreamsError`.
   * Over HTTP/1.1, a browser has six connections to an origin for all tabs. Some of them are kept for requests: a
   * stream that finds no free connection throws the same error.
   * @default no limit
   */
  readonly maxStreams?: number | undefined;
  /**
   * In browsers, which cannot send an Authorization header with a WebSocket: sends the bearer token as a subprotocol,
   * so that streams can be WebSockets. Works only over https or to this machine. Proxies may log subprotocols.
   * @default false: with a token, streams are requests
   */
  readonly bearerProtocol?: boolean | undefined;
  /** How long connecting may take, TLS included, in milliseconds. In Node, if no agent is given. @default 30_000 */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * How long the server may stay silent before or during an answer, in milliseconds; Infinity for no limit. Does not
   * apply to streams, unless their call sets one. @default 60_000
   */
  readonly silenceTimeoutMs?: number | undefined;
  /**
   * How long a call may take in total, in milliseconds, including its look-up and retries. A first call waits no longer
   * for discovery; discovery continues for the next call. Does not apply to streams, unless their call sets it, nor to
   * calls of `client.discovery`, which has its own limits (`discovery.timeoutMs`).
   * @default none
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The largest accepted answer, in bytes after decompression; a larger one throws `AnswerTooLargeError`. A JavaScript
   * string cannot hold more than 536,870,888 characters. @default 500_000_000
   */
  readonly maxAnswerBytes?: number | undefined;
  /** Sent as User-Agent if the runtime allows it. @default 'kubeatlas' */
  readonly userAgent?: string | undefined;
}

/** Those of the default transport. */
export type TransportOptions = Pick<ConnectionOptions, 'maxSockets' | 'connectTimeoutMs' | 'bearerProtocol'>;
