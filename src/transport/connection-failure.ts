import { truncatedBody, type ConnectionError } from './connection-error.js';
import { withoutHeaderValues } from './header-values.js';
import type { TransportRequest } from './transport.js';
import { connectionErrorFor } from './unreachable-errors.js';

/** Codes by which runtimes tell that a body ended too early, once an answer has begun. */
const brokenOff = new Set(['ECONNRESET', 'EPIPE', 'ERR_BAD_RESPONSE', 'ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_SOCKET']);

/**
 * The `ConnectionError` for whatever a runtime or a library threw. Nothing of that error is kept but its code and
 * its message, because libraries hang the whole request on their errors, credentials included.
 */
export function connectionErrorOf(
  error: unknown,
  request: TransportRequest,
  { answered = false }: { answered?: boolean | undefined } = {},
): ConnectionError {
  // Libraries wrap what the runtime threw: the innermost error with a code knows best.
  const chain = [error, fieldOf(error, 'cause'), fieldOf(fieldOf(error, 'cause'), 'cause')];
  const origin = chain.findLast((link) => textAt(link, 'code') !== undefined);
  const code = textAt(origin, 'code') ?? 'ERR_NETWORK';
  const message = textAt(origin, 'message') ?? textAt(error, 'message') ?? 'the connection failed';
  return connectionErrorFor({
    method: request.method,
    path: pathOf(request.url),
    host: hostOf(request.url),
    reasonCode: answered && brokenOff.has(code) ? truncatedBody : code,
    detail: withoutHeaderValues(message, request.headers),
  });
}

/** The path of an absolute or relative URL, without the query. */
export function pathOf(url: string): string {
  return url.startsWith('/') ? url.replace(/\?.*$/s, '') : new URL(url).pathname;
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
