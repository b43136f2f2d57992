import {
  ConnectionError,
  ConnectionRefusedError,
  HostNotFoundError,
  truncatedBody,
  UntrustedServerError,
  type ConnectionFailure,
} from './errors.js';
import type { ServerConfigLocations } from './options.js';
import type { TransportRequest } from './transport.js';

/** The field of a transport's error that is true if no byte of the request left. */
export const unsent = 'unsent';

/**
 * Makes the `ConnectionError` for whatever a runtime or a library threw. Keeps only the code and the message of that
 * error, because libraries attach the whole request to their errors, credentials included.
 *
 * @param answered whether the head of the answer had arrived
 */
export function connectionErrorOf(
  error: unknown,
  { method, url, conceal }: Pick<TransportRequest, 'method' | 'url'> & { readonly conceal: (text: string) => string },
  answered: boolean,
): ConnectionError {
  if (error instanceof ConnectionError) return error;
  // Libraries wrap the runtime's error: the innermost error with a code is the most specific.
  const chain = [error, fieldOf(error, 'cause'), fieldOf(fieldOf(error, 'cause'), 'cause')];
  const origin = chain.findLast((link) => textAt(link, 'code') !== undefined);
  const code = textAt(origin, 'code') ?? 'ERR_NETWORK';
  // Even without a code, a cause says more than the `fetch failed` around it.
  const reported = origin ?? chain.findLast((link) => textAt(link, 'message') !== undefined);
  const message = textAt(reported, 'message') ?? textAt(error, 'message') ?? 'the connection failed';
  return connectionErrorFor({
    method,
    path: pathOf(url),
    host: hostOf(url),
    // Whatever a runtime calls it (a reset, a premature close, the end of a gzip stream), the answer is incomplete.
    reasonCode: answered ? truncatedBody : code,
    detail: conceal(message).trim(),
    unsent: !answered && fieldOf(error, unsent) === true,
  });
}

/** Makes the error class that fits a failure: a specific one, or `ConnectionError` for all others. */
export function connectionErrorFor(failure: ConnectionFailure): ConnectionError {
  return new errors[kindOfReason(failure.reasonCode)](failure);
}

const errors = {
  refused: ConnectionRefusedError,
  'unknown-host': HostNotFoundError,
  untrusted: UntrustedServerError,
  'other-name': UntrustedServerError,
  other: ConnectionError,
} as const;

/** Returns the same error, naming the place to correct if it is known. */
export function namingLocation(error: ConnectionError, locations: ServerConfigLocations | undefined): ConnectionError {
  if (locations === undefined || error.code === 'connection') return error;
  const { code, method, path, reasonCode, host, detail, unsent } = error;
  const trust = kindOfReason(reasonCode) === 'other-name' ? locations.serverName : locations.authority;
  const location = code === 'untrusted-server' ? trust : locations.address;
  return connectionErrorFor({ method, path, reasonCode, host, detail, unsent, location });
}

/** Returns the path of an absolute or relative URL, without the query. */
export function pathOf(url: string): string {
  return url.startsWith('/') ? (url.split('?', 1)[0] ?? '') : new URL(url).pathname;
}

function hostOf(url: string): string | undefined {
  if (url.startsWith('/')) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const standardPort = protocol === 'https:' ? '443' : '80';
  return `${hostname}:${port === '' ? standardPort : port}`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const field = fieldOf(value, name);
  return typeof field === 'string' && field !== '' ? field : undefined;
}

/**
 * Codes of OpenSSL and Node about the peer's certificate, UNSPECIFIED for one that Node has no name for, such as an
 * issuer that is no authority. An alert is what the server says of ours.
 */
const distrust =
  /^(?!.*ALERT).*(CERT|SELF_SIGNED|SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|UNSPECIFIED)/;
const otherName = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']);

/** Classifies a runtime's error code by what is wrong on the way to the server. */
export function kindOfReason(code: string): keyof typeof errors {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host';
  if (!distrust.test(code)) return 'other';
  return otherName.has(code) ? 'other-name' : 'untrusted';
}
