import type { ConfigPlace } from '../shared/config-place.js';
import type { HttpHeaders, HttpMethod, Transport } from './transport.js';

/** What `authenticate()` gives for one request. */
export interface Credentials {
  /** Authorization and its like. A value with several entries is sent as several headers of that name. */
  readonly headers: HttpHeaders;
  /** Opaque: an https.Agent in Node. The same object means the same pool of sockets. */
  readonly agent?: object | undefined;
}

/**
 * Whose requests these are to be instead: the credentials need the right to impersonate him.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#user-impersonation
 */
export interface Impersonation {
  /** The name of the user. */
  readonly user: string;
  /** The uid of the user. @default none */
  readonly uid?: string | undefined;
  /** The groups that the user is to be in. @default those that the server gives to every user */
  readonly groups?: readonly string[] | undefined;
  /** Further fields; keys are taken in lower case by servers. */
  readonly extra?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Asked before each request; once more with `rejected: true` after the server answered 401. */
export type Authenticate = (context: {
  readonly signal: AbortSignal;
  readonly rejected: boolean;
}) => Promise<Credentials>;

/** One finished exchange, for logs and metrics. It shows no header, so no credential. */
export interface Exchange {
  /** The HTTP method. */
  readonly method: HttpMethod;
  /** As it was sent, query string included, without the server. */
  readonly path: string;
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  /** The Content-Type of the answer; undefined when it had none, or when no answer came. */
  readonly mediaType: string | undefined;
  /** How many bytes of the body were read, after decompression; 0 for a stream, whose end is not awaited. */
  readonly bytes: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  /** 0 for the first try, then 1, 2, ... */
  readonly attempt: number;
}

/** A warning that the server attached to an answer (`Warning: 299 - "..."`). */
export interface ServerWarning {
  /** The words of the server, without credentials. */
  readonly text: string;
  /** The code of the warning: 299 for those of Kubernetes. */
  readonly code: number;
  /** Who warns: `-` for the API server. */
  readonly agent: string;
  /** The HTTP method of the request that was answered. */
  readonly method: HttpMethod;
  /** Without the query string. */
  readonly path: string;
}

/** How often a request is tried again. */
export interface RetryOptions {
  /** Tries after the first one. 0 switches retries off. @default 10 */
  readonly limit?: number | undefined;
  /** No wait is longer than this, whatever `Retry-After` says. @default 30_000 */
  readonly maxDelayMs?: number | undefined;
}

/** Where it was written down what decides whether a server is reached, for the errors of those who do not reach it. */
export interface ServerPlaces {
  /** Where to connect to: the server, or the proxy before it. */
  readonly address: ConfigPlace;
  /** Whom to trust. */
  readonly authority: ConfigPlace;
  /** The name that the certificate of the server must have. */
  readonly serverName: ConfigPlace;
}

/** The part of the client options that the transport room understands. */
export interface ConnectionOptions {
  /** Base URL; its path is kept (`https://host/k8s/clusters/c-abc`); may be relative (`/k8s`) in a browser. */
  readonly server: string;
  /**
   * Asked for credentials before each request; `loadKubeconfig` of `kubeatlas/kubeconfig` gives it.
   * @default none: requests go without credentials
   */
  readonly authenticate?: Authenticate | undefined;
  /**
   * A bearer token that stays the same, for https and for servers on this machine. For one that is renewed give
   * `authenticate`.
   * @default none
   */
  readonly token?: string | undefined;
  /** Sends every request as another user. Stands in the place of what `authenticate` says of it. @default none */
  readonly impersonate?: Impersonation | undefined;
  /**
   * Called once by `client.close()`, when all requests have been ended: gives back what `authenticate` keeps, the idle
   * sockets of its agents say. What throws here rejects the promise of `close()`.
   * @default nothing is called
   */
  readonly onClose?: (() => void) | undefined;
  /** Named by the errors of a server that cannot be reached; `loadKubeconfig` gives it. @default none */
  readonly configuredAt?: ServerPlaces | undefined;
  /**
   * What sends the requests, in the place of the default: for a test, for HTTP/2, for a special runtime.
   * @default axios over HTTP/1.1 in Node, Deno and Bun; `fetch` in browsers and workers
   */
  readonly transport?: Transport | undefined;
  /**
   * Called for each try of each request when it is over, for logs and metrics. What it throws is nobody's affair.
   * @default nothing is called
   */
  readonly onExchange?: ((exchange: Exchange) => void) | undefined;
  /**
   * Called for each warning that the server attaches to an answer. What it throws is nobody's affair.
   * @default nothing is called
   */
  readonly onWarning?: ((warning: ServerWarning) => void) | undefined;
  /**
   * How often a request that may be repeated is tried again, and after what pauses.
   * @default the defaults of each option
   */
  readonly retry?: RetryOptions | undefined;
  /** How many requests are under way at once, streams not counted; in Node each has a socket of its own. @default 16 */
  readonly maxSockets?: number | undefined;
  /**
   * How many streams (watches, logs that are followed) may be open at once; one more throws `TooManyStreamsError`. Over
   * HTTP/1.1 a browser has six connections for one origin, and streams that take them all would freeze every request.
   * @default 4 in browsers; no limit elsewhere
   */
  readonly maxStreams?: number | undefined;
  /** How long connecting may take, TLS included, in milliseconds. In Node, where no agent is given. @default 30_000 */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * How long the server may say nothing while an answer is waited for or arrives, in milliseconds; Infinity for no limit.
   * Streams have none unless their call gives one. @default 60_000
   */
  readonly silenceTimeoutMs?: number | undefined;
  /**
   * How long a request may take as a whole, retries included, in milliseconds. Streams have such a limit only where their
   * call gives one, and discovery has limits of its own: `discovery.timeoutMs`. @default none
   */
  readonly timeoutMs?: number | undefined;
  /**
   * The most that one answer may hold, in bytes after decompression; more throws `AnswerTooLargeError`. A JavaScript
   * string cannot hold more than 536,870,888 characters. @default 500_000_000
   */
  readonly maxAnswerBytes?: number | undefined;
  /** Sent as User-Agent where the runtime allows it. @default 'kubeatlas' */
  readonly userAgent?: string | undefined;
}
