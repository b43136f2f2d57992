import { KubeError } from '../shared/kube-error.js';
import type { HttpMethod } from './transport.js';

/** What a {@link ConnectionError} tells. */
export interface ConnectionFailure {
  readonly method: HttpMethod;
  readonly path: string;
  readonly reasonCode: string;
  /** `host:port`; undefined for a relative base URL. */
  readonly host: string | undefined;
  /** The words of the runtime, without anything secret. */
  readonly detail: string;
}

/** The `reasonCode` of an answer whose body ended before it was complete. */
export const truncatedBody = 'ERR_TRUNCATED_BODY';

/**
 * No answer, or only a part of one: the server could not be reached, its certificate was refused, the connection
 * broke. Any answer with a status is an `ApiError` instead. Whether a write was carried out is unknown. It has no
 * `cause`: the errors of HTTP libraries carry the request with its credentials.
 */
export class ConnectionError extends KubeError {
  static override readonly brand = 'ConnectionError';
  readonly code = 'connection' as const;
  /**
   * The runtime's word: `ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`, `DEPTH_ZERO_SELF_SIGNED_CERT`, ...;
   * `ERR_NETWORK` in browsers, which do not tell; `ERR_TRUNCATED_BODY` when the answer broke off.
   */
  readonly reasonCode: string;
  readonly method: HttpMethod;
  /** As it was sent, without the query. */
  readonly path: string;

  constructor({ method, path, reasonCode, host = 'the server', detail }: ConnectionFailure) {
    const what = reasonCode === truncatedBody ? `the answer of ${host} broke off` : `no answer from ${host}`;
    const words = detail.includes(reasonCode) ? detail : `${reasonCode}: ${detail}`;
    super(`${method} ${path}: ${what}: ${words}${adviceFor(reasonCode)}`);
    this.reasonCode = reasonCode;
    this.method = method;
    this.path = path;
  }
}

const unknownAuthority = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF/;

function adviceFor(reasonCode: string): string {
  if (reasonCode === 'ECONNREFUSED') return '; is the server running there?';
  if (reasonCode === 'ENOTFOUND') return '; check the name of the server.';
  if (unknownAuthority.test(reasonCode)) return '; give the certificate authority that signed for the server.';
  if (reasonCode.includes('CERT')) return '; check the certificate of the server.';
  return '';
}
