import { KubeError } from '../shared/kube-error.js';
import type { Status } from '../model/status.js';
import { reasonFor } from './status-body.js';
import type { HttpMethod } from './transport.js';

/** What an {@link ApiError} is made of. */
export interface ApiFailure {
  readonly method: HttpMethod;
  /** Without the query. */
  readonly path: string;
  readonly statusCode: number;
  readonly status: Status;
  readonly fromServer: boolean;
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
  /** The whole Status as the server sent it, or one made here. */
  readonly status: Status;
  /** False when the answer was no Status but a proxy's page or plain text, and `status` was made here. */
  readonly fromServer: boolean;
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
}
