/** The `reasonCode` of an answer whose body ended before it was complete. */
export const truncatedBody = 'ERR_TRUNCATED_BODY';

/** Codes of OpenSSL and Node about the other side's certificate. An alert is what the server says about ours. */
const distrust = /^(?!.*ALERT).*(CERT|SELF_SIGNED|SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
const otherName = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']);
const unknownAuthority = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF/;

/** What a runtime's code says about the way to the server. */
export function kindOfReason(code: string): 'refused' | 'unknown-host' | 'untrusted' | 'other-name' | 'other' {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host';
  if (!distrust.test(code)) return 'other';
  return otherName.has(code) ? 'other-name' : 'untrusted';
}

/**
 * A connection that there was, and that ended before the answer: by a reset, or over HTTP/2 by an error of the session or because
 * no answer came to a PING.
 */
const lost = new Set(['ECONNRESET', 'EPIPE', 'ERR_HTTP2_PING_TIMEOUT', 'ERR_HTTP2_SESSION_ERROR']);

/** Whether a runtime's code says that the connection was lost while an answer was awaited, so that a read may be sent again. */
export function isLostConnection(code: string): boolean {
  return lost.has(code);
}

/** What to do about a failed connection, as the end of a sentence; empty where there is nothing to say. */
export function adviceFor(code: string, detail = ''): string {
  // What OpenSSL calls an answer without TLS.
  if (/wrong version number|packet length too long/i.test(detail))
    return '; does the server speak https, and not http?';
  if (code === 'ECONNREFUSED') return '; is the server running there?';
  if (code === 'ENOTFOUND') return '; check the name of the server.';
  if (unknownAuthority.test(code)) return '; give the certificate authority that signed for the server.';
  if (code.includes('CERT')) return '; check the certificate of the server.';
  return '';
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

/** The word that Kubernetes has for an HTTP status; `Unknown` where it has none. */
export function reasonFor(statusCode: number): string {
  return reasons.get(statusCode) ?? (statusCode >= 500 ? 'InternalError' : 'Unknown');
}
