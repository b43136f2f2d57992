import type { Status } from '../model/status.js';
import { describeLocation, type ConfigLocation } from '../shared/config-location.js';
import { recordsOf } from '../shared/json-record.js';
import { KubeError } from '../shared/kube-error.js';
import type { HttpMethod } from './transport.js';

/** The parts of an {@link ApiError}. */
export type ApiFailure = Pick<
  ApiError,
  'method' | 'path' | 'statusCode' | 'status' | 'fromServer' | 'retryAfterSeconds'
>;

/**
 * The server answered with an error: 404, 409, 403, 503, ... Switch on `reason` or `statusCode`.
 *
 * A 404 alone does not mean that an object is missing: use `isObjectNotFound`.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export class ApiError extends KubeError {
  static override readonly brand = 'ApiError';
  readonly code = 'api' as const;
  /** The HTTP status. */
  readonly statusCode: number;
  /** The machine-readable reason: `NotFound`, `Conflict`, `Expired`, ... */
  readonly reason: string;
  /** The whole Status as the server sent it, without credentials, or one made by the client. */
  readonly status: Status;
  /** False if the answer was not a Status but a proxy's page or plain text; then the client made `status`. */
  readonly fromServer: boolean;
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** The path as sent, without the query. */
  readonly path: string;
  /** How long the server asks the client to wait, in seconds, from `Retry-After` or the details of the Status. */
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
   * The conflicts that prevented an apply: fields that another manager owns with another value. Empty for other errors.
   * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#conflicts
   */
  get conflicts(): readonly FieldConflict[] {
    if (this.statusCode !== 409) return [];
    return recordsOf(this.status.details?.causes).flatMap(({ reason, field, message }) => {
      if (reason !== 'FieldManagerConflict' || typeof field !== 'string' || typeof message !== 'string') return [];
      return [{ field, manager: managerIn(message), message }];
    });
  }
}

/** One field of an apply that another manager owns. */
export type FieldConflict = {
  /** The field, as the server writes it: `.spec.replicas`. */
  readonly field: string;
  /** The manager that owns it; empty if the server's message does not name one. */
  readonly manager: string;
  /** The server's message. */
  readonly message: string;
};

/** Finds the manager, quoted by Go, in a message like `conflict with "kubectl" using apps/v1`. */
function managerIn(message: string): string {
  // Anchored: a message without a closing quote is read once, not from each of its quotes.
  const quoted = /^[^"]*("[^"\\]*(?:\\.[^"\\]*)*")/.exec(message)?.[1];
  try {
    return quoted === undefined ? '' : (JSON.parse(quoted) as string);
  } catch {
    // Go has escapes that JSON does not.
    return quoted?.slice(1, -1) ?? '';
  }
}

const reasons: ReadonlyMap<number, string> = new Map([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [405, 'MethodNotAllowed'],
  [406, 'NotAcceptable'],
  [409, 'Conflict'],
  [410, 'Gone'],
  [413, 'RequestEntityTooLarge'],
  [415, 'UnsupportedMediaType'],
  [422, 'Invalid'],
  [429, 'TooManyRequests'],
  [503, 'ServiceUnavailable'],
  [504, 'Timeout'],
]);

/** Returns Kubernetes' reason for an HTTP status; `Unknown` if it has none. */
export function reasonFor(statusCode: number): string {
  return reasons.get(statusCode) ?? (statusCode >= 500 ? 'InternalError' : 'Unknown');
}

/** The client was closed, before or during the request. To continue, create a new client. */
export class ClientClosedError extends KubeError {
  static override readonly brand = 'ClientClosedError';
  readonly code = 'closed' as const;

  constructor() {
    super('The client was closed: create a new one to send requests.');
  }
}

/** The `reasonCode` of an answer whose body ended before it was complete. */
export const truncatedBody = 'ERR_TRUNCATED_BODY';

/** The parts of a {@link ConnectionError}. */
export type ConnectionFailure = Pick<ConnectionError, 'method' | 'path' | 'reasonCode' | 'host' | 'detail'> & {
  /** Whether it is known that no byte of the request left. @default false */
  readonly unsent?: boolean | undefined;
  /** What to correct, if known. */
  readonly location?: ConfigLocation | undefined;
};

/**
 * No answer, or only part of one: the connection broke, or could not be made. The most frequent causes have their own
 * subclasses, which name the place in the kubeconfig: `ConnectionRefusedError`, `HostNotFoundError` and
 * `UntrustedServerError`. Any answer with an error status is an `ApiError` instead. It is unknown whether a write was
 * carried out, unless `unsent` is true. There is no `cause`, because the errors of HTTP libraries carry the request
 * with its credentials.
 */
export class ConnectionError extends KubeError {
  static override readonly brand: string = 'ConnectionError';
  readonly code: 'connection' | 'connection-refused' | 'host-not-found' | 'untrusted-server' = 'connection';
  /**
   * The runtime's code: `ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`, `DEPTH_ZERO_SELF_SIGNED_CERT`, ...;
   * `ERR_NETWORK` in browsers, which do not tell; `ERR_TRUNCATED_BODY` if the answer broke off;
   * `ERR_CONNECT_TIMEOUT` after `connectTimeoutMs`; `ERR_HTTP2_...` over HTTP/2 (`ERR_HTTP2_PING_TIMEOUT` if the server
   * did not answer a PING).
   */
  readonly reasonCode: string;
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** The path as sent, without the query. */
  readonly path: string;
  /** `host:port` of the server, even if a proxy failed; undefined for a relative base URL. */
  readonly host: string | undefined;
  /** The runtime's message. */
  readonly detail: string;
  /** True if no byte of the request left, so that the server did nothing; false if that is not known. */
  readonly unsent: boolean;
  /** The kubeconfig file to correct, for the three subclasses and if known. */
  readonly file: string | undefined;
  /** The context in use. */
  readonly context: string | undefined;
  /** The field to check, for example `clusters["dev"].cluster.server`. */
  readonly field: string | undefined;

  constructor({ method, path, reasonCode, host, detail, unsent = false, location = {} }: ConnectionFailure) {
    const server = host ?? 'the server';
    const what = reasonCode === truncatedBody ? `the answer from ${server} was cut off` : `no answer from ${server}`;
    const words = detail.includes(reasonCode) ? detail : `${reasonCode}: ${detail}`;
    const where = describeLocation(location);
    super(`${method} ${path}: ${what}: ${words}${adviceFor(reasonCode, detail)}${where === '' ? '' : ` (${where})`}`);
    this.reasonCode = reasonCode;
    this.method = method;
    this.path = path;
    this.host = host;
    this.detail = detail;
    this.unsent = unsent;
    this.file = location.file;
    this.context = location.context;
    this.field = location.field;
  }
}

/** Returns advice for a failed connection, as the end of a sentence; empty if there is none. */
function adviceFor(code: string, detail = ''): string {
  // OpenSSL's words for a response without TLS.
  if (/wrong version number|packet length too long/i.test(detail)) return '; does the server speak http, not https?';
  if (code === 'ECONNREFUSED') return '; check the address, and whether the server is running.';
  if (code === 'ENOTFOUND') return "; check the server's host name.";
  if (unreachable.test(code)) return '; check the address, and the network or VPN.';
  if (unknownAuthority.test(code)) return "; specify the certificate authority that signed the server's certificate.";
  if (code.includes('CERT')) return "; check the server's certificate.";
  return '';
}

const unreachable = /^(?:EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_CONNECT_TIMEOUT)$/;
const unknownAuthority = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF/;

/** Nothing listens at the address of the server, or of the proxy in front of it. */
export class ConnectionRefusedError extends ConnectionError {
  static override readonly brand = 'ConnectionRefusedError';
  override readonly code = 'connection-refused' as const;
}

/** The name of the server, or of the proxy in front of it, does not resolve to an address. */
export class HostNotFoundError extends ConnectionError {
  static override readonly brand = 'HostNotFoundError';
  override readonly code = 'host-not-found' as const;
}

/**
 * The certificate of the server was rejected: its authority is not trusted, it is for another name, or it is out of
 * date; see `reasonCode`. No request was sent, and so no credential either.
 */
export class UntrustedServerError extends ConnectionError {
  static override readonly brand = 'UntrustedServerError';
  override readonly code = 'untrusted-server' as const;
}

/** The request, for messages. */
type Sent = Pick<ApiError, 'method' | 'path'>;

/** The limit that a request exceeded. */
export type TimeLimit = 'timeoutMs' | 'silenceTimeoutMs';

/**
 * A request exceeded a time limit of this client: `timeoutMs` for the whole, retries and waits included, or
 * `silenceTimeoutMs` without a byte from the server. What the server did is unknown. The server's own limit
 * (`timeoutSeconds`) results in an `ApiError` with status 504 instead. The client does not retry it.
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
  /** The path as sent, without the query. */
  readonly path: string;

  constructor({ method, path }: Sent, limit: TimeLimit, timeoutMs: number) {
    super(
      limit === 'timeoutMs'
        ? `${method} ${path}: no complete answer within ${timeoutMs} ms; increase timeoutMs or request less.`
        : `${method} ${path}: nothing was received for ${timeoutMs} ms; check the server, or increase silenceTimeoutMs.`,
    );
    this.limit = limit;
    this.timeoutMs = timeoutMs;
    this.method = method;
    this.path = path;
  }
}

/**
 * An answer, or one frame of a stream, exceeds the number of bytes after decompression that this client accepts; the
 * rest was not read. Request less: set `limit`, use selectors, or request metadata or a Table. If you need that much,
 * increase the option that the error names.
 */
export class AnswerTooLargeError extends KubeError {
  static override readonly brand = 'AnswerTooLargeError';
  readonly code = 'answer-too-large' as const;
  /** The limit, in bytes. */
  readonly maxBytes: number;
  /** The option that sets the limit. */
  readonly option: string;
  /** The HTTP method of the request. */
  readonly method: HttpMethod;
  /** The path as sent, without the query. */
  readonly path: string;

  constructor(
    { method, path }: Sent,
    { maxBytes, option }: { readonly maxBytes: number; readonly option: string },
    what = 'the answer',
  ) {
    super(
      `${method} ${path}: ${what} is larger than ${maxBytes} bytes; request less or in pages (limit), or increase ${option}.`,
    );
    this.maxBytes = maxBytes;
    this.option = option;
    this.method = method;
    this.path = path;
  }
}

/**
 * The client has `maxStreams` open streams. In a browser: the streams of all tabs leave no more connections over
 * HTTP/1.1, or the tab is hidden. Nothing was sent. Use `follow()` or `watch({ poll })`, which can work with lists; end
 * watches that are not shown; or serve the page over HTTP/2 or through `kubeatlas/proxy`.
 */
export class TooManyStreamsError extends KubeError {
  static override readonly brand = 'TooManyStreamsError';
  readonly code = 'too-many-streams' as const;
  /** How many streams may be open. */
  readonly maxStreams: number;

  constructor(maxStreams: number, problem = `${maxStreams} streams are open (maxStreams)`) {
    super(`${problem}: close one, or use { poll } for a watch.`);
    this.maxStreams = maxStreams;
  }
}
