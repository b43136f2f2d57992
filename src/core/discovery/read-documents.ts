import type { GroupEntry, VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure, FailureClass } from '../catalog/failures.js';
import { shareAmongClients, shareUnchanged } from '../catalog/share-unchanged.js';
import { MalformedAnswerError } from '../media/errors.js';
import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersion } from '../model/group-version.js';
import { abortWith, longestTimerMs, reasonOf } from '../shared/abort.js';
import { trimEnd } from '../shared/trim-end.js';
import { describeRedirect } from '../transport/api-failure.js';
import type { ApiAnswer, ApiRequest, Connection } from '../transport/connection.js';
import { AnswerTooLargeError, ApiError, ConnectionError, TimeoutError } from '../transport/errors.js';
import type { Slots } from '../shared/concurrency.js';
import {
  acceptFormats,
  none,
  readGroupVersion,
  readRoot,
  type DocumentOrigin,
  type Root,
  type RootContent,
} from './parse-documents.js';
import type { RootFailure } from './errors.js';
import type { DiscoverySettings } from './options.js';

/** Everything needed to read the discovery documents of one server. */
export interface DiscoverySource {
  readonly settings: DiscoverySettings;
  readonly connection: Connection;
  /** The base URL of the server. */
  readonly server: string;
  /** Limits how many documents of group-versions are read at once, across all callers. */
  readonly turns: Slots;
  /** Takes the documents of roots. */
  readonly store: { saveDocument(root: Root, answer: ApiAnswer, etag: string | undefined): void } | undefined;
  readonly clock: DiscoveryClock;
}

/** Clocks, in milliseconds. */
export interface DiscoveryClock {
  /** Returns the time of a monotonic clock. */
  readonly now: () => number;
  /** Returns the time since 1970. */
  readonly date: () => number;
}

/** The reason of an abort when the time is up. It becomes the failure of each document that is being read. */
class DeadlinePassed extends Error {}

/** Begins the time within which documents are read: of `discovery.timeoutMs`, or until the caller's signal is aborted. */
export function startReading({ settings: { timeoutMs } }: DiscoverySource, signal?: AbortSignal) {
  const controller = new AbortController();
  const unfollow = abortWith(controller, [signal]);
  const late = (): void => controller.abort(new DeadlinePassed(`${timeoutMs}`));
  const timer = timeoutMs > longestTimerMs ? undefined : setTimeout(late, timeoutMs);
  return {
    signal: controller.signal,
    end: (): void => {
      clearTimeout(timer);
      unfollow();
    },
  };
}

/** The answer of a root of discovery. Content confirmed by its ETag (304) is the same object as before. */
export type RootAnswer = (RootDocument & { readonly failed?: undefined }) | { readonly failed: RootFailure };

/** The legacy document of one group-version; a version that could not be read stays, by name, without resources. */
export interface ReadGroupVersion {
  readonly version: VersionEntry;
  readonly failures: readonly CatalogFailure[];
  /** The failure, if it could not be read. */
  readonly failed?: RootFailure | undefined;
}

/** The document of a root, and its validator. */
export interface RootDocument {
  readonly content: RootContent;
  readonly etag: string | undefined;
}

/** A document that has a validator. Its content may have to be parsed; undefined if it turns out to be malformed. */
export interface RememberedDocument {
  readonly etag: string;
  readonly content: () => RootContent | undefined;
}

/** How a root is read. */
interface RootReading {
  /** @default that of the settings */
  readonly accept?: string | undefined;
  /** The document that a 304 confirms: that costs neither a body nor a parse. @default none */
  readonly remembered?: RememberedDocument | undefined;
  /** What equals one of these groups is the same object as there. @default none */
  readonly known?: (() => readonly GroupEntry[]) | undefined;
}

/**
 * Reads one root, in one request if the server accepts it. Throws only for an abort, a closed client and other errors that
 * are no failure of the server.
 */
export async function readRootDocument(
  source: DiscoverySource,
  root: Root,
  signal: AbortSignal,
  { accept = source.settings.accept, remembered, known = () => none }: RootReading,
): Promise<RootAnswer> {
  const { settings, store } = source;
  const { formats, prefixes } = settings;
  const document = prefixes[root];
  let confirmable = remembered;
  const read = async (offered: string): Promise<RootDocument> => {
    const conditions = confirmable !== undefined && { ifNoneMatch: confirmable.etag, expected: [304] };
    const request = { path: document, accept: offered, signal, timeoutMs: Infinity, ...conditions };
    const answer = await requestFollowing(source, request);
    if (confirmable !== undefined && answer.status === 304) {
      const content = confirmable.content();
      if (content !== undefined) return { content, etag: confirmable.etag };
      // A store held something malformed, although the server confirmed its validator.
      confirmable = undefined;
      return read(offered);
    }
    const content = readRoot(answer, { root, document });
    // A proxy that recompresses weakens the tag; the server compares byte for byte with its own strong one, and If-None-Match
    // compares weakly by definition (RFC 9110 13.1.2).
    const etag = answer.headers['etag']?.replace(/^W\//, '') || undefined;
    if (content.format === 'legacy') return { content, etag };
    // What did not change is the same object as before, so it is compared and kept only once.
    const before = known();
    if (accept === settings.accept) store?.saveDocument(root, answer, etag);
    const groups = shareAmongClients(etag, content.groups);
    return { content: { ...content, groups: before.length === 0 ? groups : shareUnchanged(before, groups) }, etag };
  };
  try {
    return await read(accept).catch((error: unknown) => {
      const plain = acceptFormats(['legacy']);
      const refused = error instanceof ApiError && error.statusCode === 406;
      if (!refused || accept === plain || !formats.includes('legacy')) throw error;
      // Servers before 1.9 and strict proxies reject the whole header because of one clause that they do not know.
      return read(plain);
    });
  } catch (error) {
    return { failed: failureOf(error, { root, document }, signal) };
  }
}

/** Reads the legacy document of one group-version in its turn. Throws as {@link readRootDocument} does. */
export async function readGroupVersionDocument(
  source: DiscoverySource,
  { group, version }: GroupVersion,
  signal: AbortSignal,
): Promise<ReadGroupVersion> {
  const { settings, turns } = source;
  const document = groupVersionPath({ group, version }, settings.prefixes);
  const root = group === '' ? 'api' : 'apis';
  const where = { root, document, group, version } as const;
  let endTurn: (() => void) | undefined;
  try {
    endTurn = await turns.take(signal);
    const accept = acceptFormats(['legacy']);
    const request = { path: document, accept, signal, timeoutMs: settings.requestTimeoutMs };
    const { resources, failures } = readGroupVersion(await requestFollowing(source, request), where);
    return { version: Object.freeze({ group, version, freshness: 'Current', resources }), failures };
  } catch (error) {
    return unreadGroupVersion({ group, version }, failureOf(error, where, signal));
  } finally {
    endTurn?.();
  }
}

/** Returns a group-version of which only the name is known, with the failure. */
export function unreadGroupVersion({ group, version }: GroupVersion, failed: RootFailure): ReadGroupVersion {
  const known: VersionEntry = Object.freeze({ group, version, freshness: 'Stale', resources: none });
  return { version: known, failures: [failed.failure], failed };
}

/**
 * Turns the failure to get one document into data, so that the rest of the catalog stands, in terms of the options of
 * discovery. Errors that are not failures of the server, or of the way to it, are rethrown: an abort, a closed client,
 * credentials that could not be obtained.
 */
export function failureOf(
  thrown: unknown,
  where: DocumentOrigin & Partial<GroupVersion>,
  signal: AbortSignal,
): RootFailure {
  if (signal.aborted && !(signal.reason instanceof DeadlinePassed)) throw reasonOf(signal);
  const path = where.document;
  const failed = (why: FailureClass, error: Error, problem?: string): RootFailure => {
    const message = problem === undefined ? error.message : `${path}: ${problem}`;
    const answered = error instanceof ApiError && { statusCode: error.statusCode };
    return { error, failure: { class: why, ...where, message, ...answered } };
  };
  if (thrown instanceof ApiError) {
    const isDenied = thrown.statusCode === 401 || thrown.statusCode === 403;
    return failed(isDenied ? 'denied' : thrown.statusCode === 404 ? 'notFound' : 'unreachable', thrown);
  }
  if (thrown instanceof MalformedAnswerError) return failed('malformed', thrown);
  // A retry would only bring as many bytes again.
  if (thrown instanceof AnswerTooLargeError) {
    const problem = `the document is larger than ${thrown.maxBytes} bytes (discovery.maxDocumentBytes)`;
    return failed('malformed', thrown, problem);
  }
  if (thrown instanceof DeadlinePassed) {
    const error = new TimeoutError({ method: 'GET', path }, 'timeoutMs', Number(thrown.message));
    const limit = 'the limit for all of discovery (discovery.timeoutMs)';
    return failed('unreachable', error, `not read within ${thrown.message} ms, ${limit}`);
  }
  if (thrown instanceof TimeoutError && thrown.limit === 'timeoutMs') {
    return failed('unreachable', thrown, `not read within ${thrown.timeoutMs} ms (discovery.requestTimeoutMs)`);
  }
  if (thrown instanceof TimeoutError || thrown instanceof ConnectionError) return failed('unreachable', thrown);
  throw thrown;
}

/** Statuses that redirect. */
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** No server needs more. */
const mostRedirects = 5;

/**
 * Sends a GET that follows redirects as far as the client's credentials belong: to the same origin, below the same base
 * path (an added slash, a changed hash). Any other redirect is an `ApiError`, and is not followed.
 */
async function requestFollowing(
  { connection, server, settings }: DiscoverySource,
  request: ApiRequest,
): Promise<ApiAnswer> {
  const sent = { method: 'GET', ...request, maxBytes: settings.maxDocumentBytes } as const;
  const expected = [...(request.expected ?? []), ...redirects];
  let { path, query } = request;
  for (let count = 0; ; count += 1) {
    const answer = await connection.request({ ...sent, path, query, expected });
    if (!redirects.includes(answer.status)) return answer;
    const next = targetOf(server, path, answer.headers['location']);
    if (next === undefined || count === mostRedirects) throw refusal(path, answer, next !== undefined);
    ({ path, query } = next);
  }
}

/** Returns the target of a redirect relative to the server, or undefined if the credentials do not belong there. */
function targetOf(server: string, path: string, location: string | undefined) {
  if (location === undefined) return undefined;
  const base = new URL(server, 'http://relative.invalid');
  const prefix = trimEnd(base.pathname, '/');
  const from = `${base.origin}${prefix}${path}`;
  if (!URL.canParse(location, from)) return undefined;
  const target = new URL(location, from);
  const isBelow = target.pathname.startsWith(`${prefix}/`);
  if (target.origin !== base.origin || target.username !== '' || target.password !== '' || !isBelow) return undefined;
  const { searchParams } = target;
  const query = Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)]));
  return { path: target.pathname.slice(prefix.length), query };
}

function refusal(path: string, { status, headers, conceal }: ApiAnswer, isLoop: boolean): ApiError {
  const message = isLoop
    ? `the server redirected more than ${mostRedirects} times`
    : describeRedirect(headers['location'] ?? '', conceal);
  return new ApiError({ method: 'GET', path, statusCode: status, status: { message }, fromServer: false });
}
