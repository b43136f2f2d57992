import { ConnectionError, type ConnectionFailure } from './connection-error.js';
import type { ServerPlaces } from './options.js';

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
 * or is out of date; `reasonCode` tells which. No request was sent, so no credential either.
 */
export class UntrustedServerError extends ConnectionError {
  static override readonly brand = 'UntrustedServerError';
  override readonly code = 'untrusted-server' as const;
}

/** Codes of OpenSSL and Node about the other side's certificate. An alert is what the server says about ours. */
const distrust = /^(?!.*ALERT).*(CERT|SELF_SIGNED|SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
const otherName = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']);

/** The error of its own that a failure has, or a `ConnectionError` for all the others. */
export function connectionErrorFor(failure: ConnectionFailure): ConnectionError {
  const { reasonCode } = failure;
  if (reasonCode === 'ECONNREFUSED') return new ConnectionRefusedError(failure);
  if (reasonCode === 'ENOTFOUND' || reasonCode === 'EAI_AGAIN') return new HostNotFoundError(failure);
  if (distrust.test(reasonCode)) return new UntrustedServerError(failure);
  return new ConnectionError(failure);
}

/** The same error with the place that has to be corrected, where it is known. */
export function namingPlace(error: ConnectionError, places: ServerPlaces | undefined): ConnectionError {
  if (places === undefined) return error;
  const { code, method, path, reasonCode, host, detail } = error;
  if (code === 'connection') return error;
  const trust = otherName.has(reasonCode) ? places.serverName : places.authority;
  const place = code === 'untrusted-server' ? trust : places.address;
  return connectionErrorFor({ method, path, reasonCode, host, detail, place });
}
