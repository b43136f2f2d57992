import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import type { Status } from '../model/status.js';

const excerptLength = 200;

/** The `Status` in a body, exactly as it came; undefined when the body is anything else. */
export function readStatus(body: string): Status | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  return isJsonRecord(value) && isStatus(value) ? value : undefined;
}

/**
 * A `Status` for an answer that brought none: a proxy's HTML, the text/plain 404 of an unknown group. It has no
 * `details`, so it never says which object is missing.
 */
export function makeStatus(statusCode: number, body: string): Status {
  return {
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    message: beginningOf(body),
    reason: reasonFor(statusCode),
    code: statusCode,
  };
}

/** The word that Kubernetes has for an HTTP status; `Unknown` where it has none. */
export function reasonFor(statusCode: number): string {
  return reasons.get(statusCode) ?? (statusCode >= 500 ? 'InternalError' : 'Unknown');
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

function isStatus(value: JsonRecord): value is JsonRecord & Status {
  const { kind, status, message, reason, details } = value;
  return (
    kind === 'Status' &&
    [status, message, reason].every((text) => text === undefined || typeof text === 'string') &&
    (details === undefined || details === null || isJsonRecord(details))
  );
}

function beginningOf(body: string): string {
  const line = body.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > excerptLength ? `${line.slice(0, excerptLength)}…` : line;
}
