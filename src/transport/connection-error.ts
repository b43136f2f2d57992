import { describePlace, type ConfigPlace } from '../shared/config-place.js';
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
  /** What has to be corrected, where that is known. */
  readonly place?: ConfigPlace | undefined;
}

/** The `reasonCode` of an answer whose body ended before it was complete. */
export const truncatedBody = 'ERR_TRUNCATED_BODY';

/**
 * No answer, or only a part of one: the connection broke, or there never was one. The most frequent reasons for the
 * latter have classes of their own, all of them ConnectionErrors: `ConnectionRefusedError`, `HostNotFoundError` and
 * `UntrustedServerError`, which name the place in the kubeconfig. Any answer with a status is an `ApiError` instead. Whether a write was carried out is unknown. It has no
 * `cause`: the errors of HTTP libraries carry the request with its credentials.
 */
export class ConnectionError extends KubeError {
  static override readonly brand: string = 'ConnectionError';
  readonly code: 'connection' | 'connection-refused' | 'host-not-found' | 'untrusted-server' = 'connection';
  /**
   * The runtime's word: `ECONNREFUSED`, `ECONNRESET`, `ENOTFOUND`, `DEPTH_ZERO_SELF_SIGNED_CERT`, ...;
   * `ERR_NETWORK` in browsers, which do not tell; `ERR_TRUNCATED_BODY` when the answer broke off.
   */
  readonly reasonCode: string;
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
    super(`${method} ${path}: ${what}: ${words}${adviceFor(reasonCode)}${where === '' ? '' : ` (${where})`}`);
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

const unknownAuthority = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF/;

function adviceFor(reasonCode: string): string {
  if (reasonCode === 'ECONNREFUSED') return '; is the server running there?';
  if (reasonCode === 'ENOTFOUND') return '; check the name of the server.';
  if (unknownAuthority.test(reasonCode)) return '; give the certificate authority that signed for the server.';
  if (reasonCode.includes('CERT')) return '; check the certificate of the server.';
  return '';
}
