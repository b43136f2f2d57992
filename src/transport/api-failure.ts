import { ApiError } from './api-error.js';
import { withoutHeaderValues } from './header-values.js';
import { retryAfterSeconds } from './retry-after.js';
import { makeStatus, readStatus } from './status-body.js';
import type { HttpHeaders, HttpMethod, TransportResponse } from './transport.js';

/**
 * The `ApiError` for an answer that was not wanted. A page that is no Status may repeat what was sent, so the values of
 * the credentials are blotted out of it.
 */
export function apiErrorOf(
  { status: statusCode, headers, body }: TransportResponse,
  { method, path, credentials }: { method: HttpMethod; path: string; credentials: HttpHeaders },
): ApiError {
  const sent = readStatus(body);
  const status = sent ?? makeStatus(statusCode, withoutHeaderValues(body.slice(0, 10_000), credentials));
  return new ApiError({
    method,
    path,
    statusCode,
    status,
    fromServer: sent !== undefined,
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], sent),
  });
}
