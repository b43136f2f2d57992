import { createAnswerBody, type AnswerBody } from '../media/answer-body.js';
import type { Status } from '../model/status.js';
import { isJsonRecord, type JsonRecord } from '../shared/json-record.js';
import { quote } from '../shared/quote.js';
import type { ApiStream } from './connection.js';
import { ApiError, reasonFor } from './errors.js';
import { retryAfterSeconds } from './retry.js';
import type { HttpMethod } from './transport.js';

const excerptLength = 200;
/** How much of the body is searched: enough for the excerpt, however much of it is redacted. */
const longestScanned = 65_536;

/** An answer with an unwanted status. */
export interface RefusedAnswer extends Pick<ApiStream, 'method' | 'path' | 'status' | 'headers' | 'conceal'> {
  /** The body, or the beginning of it. */
  readonly content: Uint8Array | string;
}

/** Makes the `ApiError` for an unwanted answer. A server may echo the request, so credentials are redacted. */
export function apiErrorOf(answer: RefusedAnswer): ApiError {
  const { method, path, status: statusCode, headers, content, conceal } = answer;
  const body = createAnswerBody({ content, mediaType: headers['content-type'], path, conceal });
  const sent = readStatus(body);
  const status = sent ?? makeStatus(statusCode, wordsOf(body, statusCode, headers['location']), method);
  const seconds = retryAfterSeconds(headers['retry-after'], sent);
  const fromServer = sent !== undefined;
  return new ApiError({ method, path, statusCode, status, fromServer, retryAfterSeconds: seconds });
}

/** Returns what an answer that is no Status says; of a redirect, where it leads: to a page to log in, mostly. */
function wordsOf(body: AnswerBody, statusCode: number, location: string | undefined): string {
  if (statusCode < 300 || statusCode > 399 || location === undefined) {
    return body.conceal(body.text().slice(0, longestScanned));
  }
  return describeRedirect(location, body.conceal);
}

/** Describes a redirect that is not followed, without the query of its address, which may hold a secret. */
export function describeRedirect(location: string, conceal: (text: string) => string): string {
  const [address = ''] = conceal(location).split(/[?#]/);
  const to = quote(address.replace(/\/\/[^/@]*@/, '//'));
  return `the server redirects to ${to}, which is not followed: check the URL of the server, and whether it requires a login`;
}

/** Makes the `ApiError` for the object of an `ERROR` event: a Status, whose code stands in for the HTTP status. */
export function apiErrorOfEvent(
  object: unknown,
  { method, path, conceal }: Pick<RefusedAnswer, 'method' | 'path' | 'conceal'>,
): ApiError {
  const sent = cleanStatus(object, conceal);
  const code: unknown = sent?.code;
  const statusCode = typeof code === 'number' && Number.isSafeInteger(code) && code >= 400 ? code : 500;
  const status = sent ?? makeStatus(statusCode, 'the event contains no Status', method);
  const seconds = retryAfterSeconds(undefined, sent);
  return new ApiError({ method, path, statusCode, status, fromServer: sent !== undefined, retryAfterSeconds: seconds });
}

/** Returns the `Status` in a body, without credentials; undefined if the body is anything else. */
function readStatus(body: AnswerBody): Status | undefined {
  try {
    return cleanStatus(body.json(), body.conceal);
  } catch {
    // Broken JSON, or nested too deeply to process.
    return undefined;
  }
}

function cleanStatus(value: unknown, conceal: (text: string) => string): Status | undefined {
  return isJsonRecord(value) && isStatus(value) ? (concealedIn(value, conceal) as Status) : undefined;
}

/** Returns the same JSON with credentials redacted in its strings and keys. */
export function concealedIn(value: unknown, conceal: (text: string) => string): unknown {
  if (typeof value === 'string') return conceal(value);
  if (Array.isArray(value)) return value.map((item) => concealedIn(item, conceal));
  if (!isJsonRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [conceal(key), concealedIn(field, conceal)]));
}

/**
 * Makes a `Status` for an answer that carried none: a proxy's HTML, the text/plain 404 of an unknown group. It has no
 * `details`, so it never says which object is missing. Like client-go, it takes a 409 to a create for an object that
 * already exists.
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

/** Reports whether a value is a Status of `v1`, or of `meta.k8s.io/v1` as some servers write it. */
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
