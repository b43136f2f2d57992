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
 * @param locations the places to correct, if known: the error names the one that fits
 */
export function connectionErrorOf(
  error: unknown,
  { method, url, conceal }: Pick<TransportRequest, 'method' | 'url'> & { readonly conceal: (text: string) => string },
  answered: boolean,
  locations?: ServerConfigLocations,
): ConnectionError {
  if (error instanceof ConnectionError) return error;
  // Libraries wrap the runtime's error: the innermost error with a code is the most specific.
  const chain = [error, fieldOf(error, 'cause'), fieldOf(fieldOf(error, 'cause'), 'cause')];
  const origin = chain.findLast((link) => textAt(link, 'code') !== undefined);
  const code = textAt(origin, 'code') ?? 'ERR_NETWORK';
  // Even without a code, a cause says more than the `fetch failed` around it.
  const reported = origin ?? chain.findLast((link) => textAt(link, 'message') !== undefined);
  const message = textAt(reported, 'message') ?? textAt(error, 'message') ?? 'the connection failed';
  // Whatever a runtime calls it (a reset, a premature close, the end of a gzip stream), the answer is incomplete.
  const reasonCode = answered ? truncatedBody : code;
  const place = kinds[kindOfReason(reasonCode)].place;
  return connectionErrorFor({
    method,
    path: pathOf(url),
    host: hostOf(url),
    reasonCode,
    detail: conceal(message).trim(),
    unsent: !answered && fieldOf(error, unsent) === true,
    location: place && locations?.[place],
  });
}

/** Makes the error class that fits a failure: a specific one, or `ConnectionError` for all others. */
export function connectionErrorFor(failure: ConnectionFailure): ConnectionError {
  return new kinds[kindOfReason(failure.reasonCode)].error(failure);
}

/** What is wrong on the way to the server: the error, and the place in the configuration to correct. */
const kinds = {
  refused: { error: ConnectionRefusedError, place: 'address' },
  'unknown-host': { error: HostNotFoundError, place: 'address' },
  untrusted: { error: UntrustedServerError, place: 'authority' },
  'other-name': { error: UntrustedServerError, place: 'serverName' },
  other: { error: ConnectionError, place: undefined },
} as const;

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
function kindOfReason(code: string): keyof typeof kinds {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host';
  if (!distrust.test(code)) return 'other';
  return otherName.has(code) ? 'other-name' : 'untrusted';
}
