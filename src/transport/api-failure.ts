import { createAnswerBody, type AnswerBody } from '../media/answer-body.js';
import type { Status } from '../model/status.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { ApiError } from './errors.js';
import { reasonFor } from './reason-codes.js';
import { retryAfterSeconds } from './retry.js';
import type { HttpMethod } from './transport.js';

const excerptLength = 200;
/** Enough for the excerpt, whatever is blotted out before it is cut. */
const looksAt = 65_536;

/** What an answer that was not wanted consists of. */
export interface RefusedAnswer {
  readonly method: HttpMethod;
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or its beginning. */
  readonly content: Uint8Array | string;
  /** Blots the credentials of the request out of a text. */
  readonly conceal: (text: string) => string;
}

/** The `ApiError` for an answer that was not wanted. A server may repeat what was sent, so credentials are blotted out. */
export function apiErrorOf({ method, path, status: statusCode, headers, content, conceal }: RefusedAnswer): ApiError {
  const body = createAnswerBody({ content, mediaType: headers['content-type'], path, conceal });
  const sent = readStatus(body);
  return new ApiError({
    method,
    path,
    statusCode,
    status: sent ?? makeStatus(statusCode, conceal(body.text().slice(0, looksAt)), method),
    fromServer: sent !== undefined,
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], sent),
  });
}

/** The `ApiError` for the object of an `ERROR` event: a Status, whose code stands for that of an answer. */
export function apiErrorOfEvent(
  object: unknown,
  { method, path, conceal }: Pick<RefusedAnswer, 'method' | 'path' | 'conceal'>,
): ApiError {
  const sent = cleanStatus(object, conceal);
  const code: unknown = sent?.code;
  const statusCode = typeof code === 'number' && Number.isSafeInteger(code) && code >= 400 ? code : 500;
  const status = sent ?? makeStatus(statusCode, 'the event brought no Status', method);
  return new ApiError({
    method,
    path,
    statusCode,
    status,
    fromServer: sent !== undefined,
    retryAfterSeconds: retryAfterSeconds(undefined, sent),
  });
}

/** The `Status` in a body, without credentials; undefined when it is anything else. */
function readStatus(body: AnswerBody): Status | undefined {
  try {
    return cleanStatus(body.json(), (text) => body.conceal(text));
  } catch {
    // Broken, or nested so deeply that nothing could be done with it.
    return undefined;
  }
}

function cleanStatus(value: unknown, conceal: (text: string) => string): Status | undefined {
  if (!isJsonRecord(value) || !isStatus(value)) return undefined;
  const clean = concealedIn(value, conceal);
  return isJsonRecord(clean) && isStatus(clean) ? clean : undefined;
}

/** The same JSON, its texts and keys without credentials. */
function concealedIn(value: unknown, conceal: (text: string) => string): unknown {
  if (typeof value === 'string') return conceal(value);
  if (Array.isArray(value)) return value.map((item) => concealedIn(item, conceal));
  if (!isJsonRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [conceal(key), concealedIn(field, conceal)]));
}

/**
 * A `Status` for an answer that brought none: a proxy's HTML, the text/plain 404 of an unknown group. It has no
 * `details`, so it never says which object is missing. As for client-go, a create can meet no newer version: its 409 is for an
 * object that is there already.
 */
function makeStatus(statusCode: number, body: string, method: HttpMethod): Status {
  return {
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    message: beginningOf(body),
    reason: statusCode === 409 && method === 'POST' ? 'AlreadyExists' : reasonFor(statusCode),
    code: statusCode,
  };
}

/** A Status of `v1`, or of `meta.k8s.io/v1`, as some servers name it. */
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
