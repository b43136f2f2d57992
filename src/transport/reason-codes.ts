/** The `reasonCode` of an answer whose body ended before it was complete. */
export const truncatedBody = 'ERR_TRUNCATED_BODY';

/** Codes of OpenSSL and Node about the peer's certificate. An alert is the server's judgement of ours. */
const distrust = /^(?!.*ALERT).*(CERT|SELF_SIGNED|SIGNATURE|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
const otherName = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'HOSTNAME_MISMATCH']);
const unknownAuthority = /SELF_SIGNED|UNABLE_TO_GET_ISSUER|UNABLE_TO_VERIFY_LEAF/;

/** Classifies a runtime's error code by what is wrong on the way to the server. */
export function kindOfReason(code: string): 'refused' | 'unknown-host' | 'untrusted' | 'other-name' | 'other' {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-host';
  if (!distrust.test(code)) return 'other';
  return otherName.has(code) ? 'other-name' : 'untrusted';
}

/**
 * Codes for an established connection that ended before the answer: by a reset, or over HTTP/2 by an error of the
 * session or an unanswered PING.
 */
const lost = new Set(['ECONNRESET', 'EPIPE', 'ERR_HTTP2_PING_TIMEOUT', 'ERR_HTTP2_SESSION_ERROR']);

/** Reports whether a code means that the connection was lost before the answer, so that a read may be sent again. */
export function isLostConnection(code: string): boolean {
  return lost.has(code);
}

/** Returns advice for a failed connection, as the end of a sentence; empty if there is none. */
export function adviceFor(code: string, detail = ''): string {
  // OpenSSL's words for a response without TLS.
  if (/wrong version number|packet length too long/i.test(detail)) return '; does the server speak http, not https?';
  if (code === 'ECONNREFUSED') return '; did you specify the right host or port?';
  if (code === 'ENOTFOUND') return "; check the server's host name.";
  if (unknownAuthority.test(code)) return "; specify the certificate authority that signed the server's certificate.";
  if (code.includes('CERT')) return "; check the server's certificate.";
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

/** Returns Kubernetes' reason for an HTTP status; `Unknown` if it has none. */
export function reasonFor(statusCode: number): string {
  return reasons.get(statusCode) ?? (statusCode >= 500 ? 'InternalError' : 'Unknown');
}
