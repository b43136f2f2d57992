import type { Status } from '../model/status.js';
import { describePlace, type ConfigPlace } from '../shared/config-place.js';
import { isJsonRecord } from '../shared/json-record.js';
import { KubeError } from '../shared/kube-error.js';
import { adviceFor, reasonFor, truncatedBody } from './reason-codes.js';
import type { HttpMethod } from './transport.js';

/** What an {@link ApiError} is made of. */
export interface ApiFailure {
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** Without the query. */
  readonly path: string;
  /** The HTTP status. */
  readonly statusCode: number;
  /** The Status, as it was sent or made. */
  readonly status: Status;
  /** False where the Status was made here. */
  readonly fromServer: boolean;
  /** How long the server asks to wait, in seconds. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * The server answered, and the answer is no: 404, 409, 403, 503, ... Switch on `reason` or `statusCode`.
 *
 * A 404 alone does not say that an object is missing. At the path of the object itself, a server's own Status with
 * `status.details.name` does; an unserved version, an unknown resource and a wrong scope are 404 without it. At a
 * subresource's path it may also be the subresource that is missing.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export class ApiError extends KubeError {
  static override readonly brand = 'ApiError';
  readonly code = 'api' as const;
  /** The HTTP status. */
  readonly statusCode: number;
  /** A word for machines: `NotFound`, `Conflict`, `Expired`, ... */
  readonly reason: string;
  /** The whole Status as the server sent it, without credentials, or one made here. */
  readonly status: Status;
  /** False when the answer was no Status but a proxy's page or plain text, and `status` was made here. */
  readonly fromServer: boolean;
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** As it was sent, without the query. */
  readonly path: string;
  /** How long the server asks to wait, from `Retry-After` or the details of the Status. */
  readonly retryAfterSeconds?: number | undefined;

  constructor({ method, path, statusCode, status, fromServer, retryAfterSeconds }: ApiFailure) {
    const reason = status.reason === undefined || status.reason === '' ? reasonFor(statusCode) : status.reason;
    const words = status.message === undefined || status.message === '' ? '' : `: ${status.message}`;
    super(`${method} ${path}: ${statusCode} ${reason}${words}`);
    this.statusCode = statusCode;
    this.reason = reason;
    this.status = status;
    this.fromServer = fromServer;
    this.method = method;
    this.path = path;
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds;
  }

  /**
   * What kept an apply from being done: each field that another manager has with another value. Empty for any other error.
   * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
   */
  get conflicts(): readonly FieldConflict[] {
    const causes: unknown = this.status.details?.causes;
    if (this.statusCode !== 409 || !Array.isArray(causes)) return [];
    return (causes as readonly unknown[]).flatMap((cause) => {
      if (!isJsonRecord(cause) || cause['reason'] !== 'FieldManagerConflict') return [];
      const { field, message } = cause;
      if (typeof field !== 'string' || typeof message !== 'string') return [];
      return [{ field, manager: managerIn(message), message }];
    });
  }
}

/** One field of an apply that another manager has. */
export interface FieldConflict {
  /** As the server writes it: `.spec.replicas`. */
  readonly field: string;
  /** Who has it; empty where the server's words do not say. */
  readonly manager: string;
  /** The server's words. */
  readonly message: string;
}

/** `conflict with "kubectl" using apps/v1`: the manager as Go quotes it. */
function managerIn(message: string): string {
  const quoted = /"(?:[^"\\]|\\.)*"/.exec(message)?.[0];
  try {
    return quoted === undefined ? '' : (JSON.parse(quoted) as string);
  } catch {
    // Go escapes more than JSON knows.
    return quoted?.slice(1, -1) ?? '';
  }
}

/** The client was closed, before the request or while it was under way. Make a new client to go on. */
export class ClientClosedError extends KubeError {
  static override readonly brand = 'ClientClosedError';
  readonly code = 'closed' as const;

  constructor() {
    super('The client was closed; make a new one to send requests.');
  }
}

/** What a {@link ConnectionError} tells. */
export interface ConnectionFailure {
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** Without the query. */
  readonly path: string;
  /** The runtime's word for it. */
  readonly reasonCode: string;
  /** `host:port`; undefined for a relative base URL. */
  readonly host: string | undefined;
  /** The words of the runtime, without anything secret. */
  readonly detail: string;
  /** What has to be corrected, where that is known. */
  readonly place?: ConfigPlace | undefined;
}

/**
 * No answer, or only a part of one: the connection broke, or there never was one. The most frequent reasons for the
 * latter have classes of their own, all of them ConnectionErrors: `ConnectionRefusedError`, `HostNotFoundError` and
 * `UntrustedServerError`, which name the place in the kubeconfig. Any answer with a status is an `ApiError` instead.
 * Whether a write was carried out is unknown. It has no `cause`: the errors of HTTP libraries carry the request with its
 * credentials.
 */
export class ConnectionError extends KubeError {
  static override readonly brand: string = 'ConnectionError';
  readonly code: 'connection' | 'connection-refused' | 'host-not-found' | 'untrusted-server' = 'connection';
  /**
   * The runtime's word: `ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`, `DEPTH_ZERO_SELF_SIGNED_CERT`, ...;
   * `ERR_NETWORK` in browsers, which do not tell; `ERR_TRUNCATED_BODY` when the answer broke off;
   * `ERR_CONNECT_TIMEOUT` after `connectTimeoutMs`; `ERR_HTTP2_...` over HTTP/2 (`ERR_HTTP2_PING_TIMEOUT` where the server gave
   * no sign of life).
   */
  readonly reasonCode: string;
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** As it was sent, without the query. */
  readonly path: string;
  /** `host:port` of the server, also where it was a proxy that failed; undefined for a relative base URL. */
  readonly host: string | undefined;
  /** The words of the runtime. */
  readonly detail: string;
  /** The kubeconfig file that leads there, for the three classes above and as far as it is known. */
  readonly file: string | undefined;
  /** The context in use. */
  readonly context: string | undefined;
  /** The field to look at, `clusters["dev"].cluster.server` say. */
  readonly field: string | undefined;

  constructor({ method, path, reasonCode, host, detail, place = {} }: ConnectionFailure) {
    const server = host ?? 'the server';
    const what = reasonCode === truncatedBody ? `the answer of ${server} broke off` : `no answer from ${server}`;
    const words = detail.includes(reasonCode) ? detail : `${reasonCode}: ${detail}`;
    const where = describePlace(place);
    super(`${method} ${path}: ${what}: ${words}${adviceFor(reasonCode, detail)}${where === '' ? '' : ` (${where})`}`);
    this.reasonCode = reasonCode;
    this.method = method;
    this.path = path;
    this.host = host;
    this.detail = detail;
    this.file = place.file;
    this.context = place.context;
    this.field = place.field;
  }
}

/** Nobody listens at the address of the server, or at that of the proxy before it. */
export class ConnectionRefusedError extends ConnectionError {
  static override readonly brand = 'ConnectionRefusedError';
  override readonly code = 'connection-refused' as const;
}

/** The name of the server, or of the proxy before it, leads to no address. */
export class HostNotFoundError extends ConnectionError {
  static override readonly brand = 'HostNotFoundError';
  override readonly code = 'host-not-found' as const;
}

/**
 * The certificate of the server is not accepted: it comes from an authority that is not trusted, is for another name,
 * or is out of date; see `reasonCode`. No request was sent, so no credential either.
 */
export class UntrustedServerError extends ConnectionError {
  static override readonly brand = 'UntrustedServerError';
  override readonly code = 'untrusted-server' as const;
}

/**
 * An option or a part of a request that can never work: a server that is no URL, a header with a line break.
 * Thrown before anything is sent; correct the call, do not try it again. The value itself is not shown where it may
 * hold a credential.
 */
export class InvalidOptionError extends KubeError {
  static override readonly brand = 'InvalidOptionError';
  readonly code = 'invalid-option' as const;
  /** Which option: `server`, `authenticate`, `timeoutMs`, ... */
  readonly option: string;

  constructor(option: string, problem: string) {
    super(`The option ${option} cannot be used: ${problem}.`);
    this.option = option;
  }
}

/** Which limit a request ran into. */
export type TimeLimit = 'timeoutMs' | 'silenceTimeoutMs';

/**
 * A request took longer than a limit of this client: `timeoutMs` for the whole, retries and waits included, or
 * `silenceTimeoutMs` without a byte from the server. What the server did is unknown. The server's own limit
 * (`timeoutSeconds`) does not end here but in an `ApiError` with status 504.
 */
export class TimeoutError extends KubeError {
  static override readonly brand = 'TimeoutError';
  readonly code = 'timeout' as const;
  /** The option that sets the limit. */
  readonly limit: TimeLimit;
  /** The limit, in milliseconds. */
  readonly timeoutMs: number;
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** As it was sent, without the query. */
  readonly path: string;

  constructor(
    { method, path }: { readonly method: HttpMethod; readonly path: string },
    limit: TimeLimit,
    timeoutMs: number,
  ) {
    super(
      limit === 'timeoutMs'
        ? `${method} ${path}: not finished after ${timeoutMs} ms; give it a larger timeoutMs or ask for less.`
        : `${method} ${path}: nothing came for ${timeoutMs} ms; if the server needs that long, give a larger silenceTimeoutMs.`,
    );
    this.limit = limit;
    this.timeoutMs = timeoutMs;
    this.method = method;
    this.path = path;
  }
}

/**
 * An answer, or one frame of a stream, holds more bytes after decompression than this client takes; the rest was not
 * read. Ask for less: page with `limit`, select, or take metadata or a Table. Where that much is really wanted, raise the option that is named.
 */
export class AnswerTooLargeError extends KubeError {
  static override readonly brand = 'AnswerTooLargeError';
  readonly code = 'answer-too-large' as const;
  /** The limit, in bytes. */
  readonly maxBytes: number;
  /** The option that sets it. */
  readonly option: string;
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** As it was sent, without the query. */
  readonly path: string;

  constructor(
    { method, path }: { readonly method: HttpMethod; readonly path: string },
    { maxBytes, option }: { readonly maxBytes: number; readonly option: string },
    what = 'the answer',
  ) {
    super(
      `${method} ${path}: ${what} holds more than ${maxBytes} bytes; ask for pages (limit) or for less, or give a larger ${option}.`,
    );
    this.maxBytes = maxBytes;
    this.option = option;
    this.method = method;
    this.path = path;
  }
}

/**
 * One stream more was wanted than this client may have open at once. Nothing was sent. In a browser take `follow()` or
 * `watch({ poll })`, which do with lists, end a watch that nobody looks at, or give a larger `maxStreams` where the server
 * speaks HTTP/2 to the browser.
 */
export class TooManyStreamsError extends KubeError {
  static override readonly brand = 'TooManyStreamsError';
  readonly code = 'too-many-streams' as const;
  /** How many may be open. */
  readonly maxStreams: number;

  constructor(maxStreams: number) {
    super(
      `${maxStreams} streams are open, which is all that maxStreams allows: end one, take { poll } for a watch, or give a larger maxStreams.`,
    );
    this.maxStreams = maxStreams;
  }
}
