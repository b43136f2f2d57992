import type { GroupEntry, VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure, FailureClass } from '../catalog/failures.js';
import { shareAmongClients, shareUnchanged } from '../catalog/share-unchanged.js';
import { MalformedAnswerError } from '../media/errors.js';
import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersion } from '../model/group-version.js';
import { reasonOf, startDeadline, type Deadline } from '../shared/abort.js';
import { RecentMap } from '../shared/recent-map.js';
import { trimEnd } from '../shared/trim-end.js';
import { describeRedirect } from '../transport/api-failure.js';
import type { ApiAnswer, ApiRequest, Connection } from '../transport/connection.js';
import { AnswerTooLargeError, ApiError, ConnectionError, TimeoutError } from '../transport/errors.js';
import { createSlots, type Slots } from '../shared/concurrency.js';
import {
  acceptFormats,
  none,
  readGroupVersion,
  readRoot,
  type DocumentOrigin,
  type GroupVersionContent,
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
  readonly roots: DocumentSource<RootContent>;
  readonly groupVersions: DocumentSource<GroupVersionContent>;
  /** Limits how many documents of group-versions are read at once, across all callers. */
  readonly turns: Slots;
  /** Takes the documents of roots. */
  readonly store: { saveDocument(root: Root, answer: ApiAnswer): void } | undefined;
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
export function startReading({ settings }: DiscoverySource, signal?: AbortSignal): Deadline {
  return startDeadline(settings.timeoutMs, () => new DeadlinePassed(`${settings.timeoutMs}`), signal);
}

/** The answer of a root of discovery. Content confirmed by its ETag (304) is the same object as before. */
export type RootAnswer = (Document<RootContent> & { readonly failed?: undefined }) | { readonly failed: RootFailure };

/** The legacy document of one group-version; a version that could not be read stays, by name, without resources. */
export interface ReadGroupVersion {
  readonly version: VersionEntry;
  readonly failures: readonly CatalogFailure[];
  /** The failure, if it could not be read. */
  readonly failed?: RootFailure | undefined;
}

/** How many legacy documents are requested at a time. */
const fanOut = 10;

/** A server has two roots; the rest leaves room for other formats requested of them. */
const mostRoots = 8;

/** More than any known server has; its legacy documents have ETags only if a proxy adds them. */
const mostGroupVersions = 4096;

/** Creates the {@link DiscoverySource} of one connection. */
export function createDiscoverySource(
  parts: Pick<DiscoverySource, 'settings' | 'connection' | 'server' | 'store' | 'clock'>,
): DiscoverySource {
  return {
    ...parts,
    roots: new DocumentSource(parts, mostRoots),
    groupVersions: new DocumentSource(parts, mostGroupVersions),
    turns: createSlots(fanOut),
  };
}

/**
 * Reads one root, in one request if the server accepts it. What equals `known` is the same object as there. Throws only for an abort, a closed client and other errors
 * that are no failure of the server.
 */
export async function readRootDocument(
  { settings, roots, store }: DiscoverySource,
  root: Root,
  signal: AbortSignal,
  accept = settings.accept,
  known: () => readonly GroupEntry[] = () => none,
): Promise<RootAnswer> {
  const { formats, prefixes } = settings;
  const document = prefixes[root];
  const read = (offered: string): Promise<Document<RootContent>> => {
    const request = { path: document, accept: offered, signal, timeoutMs: Infinity };
    return roots.fetch(request, (answer) => {
      const content = readRoot(answer, { root, document });
      if (content.format === 'legacy') return content;
      if (accept === settings.accept) store?.saveDocument(root, answer);
      // What did not change is the same object as before, so it is compared and kept only once.
      const before = known();
      const groups = shareAmongClients(validatorOf(answer), content.groups);
      return { ...content, groups: before.length === 0 ? groups : shareUnchanged(before, groups) };
    });
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
  { settings, groupVersions, turns }: DiscoverySource,
  { group, version }: GroupVersion,
  signal: AbortSignal,
): Promise<ReadGroupVersion> {
  const document = groupVersionPath({ group, version }, settings.prefixes);
  const root = group === '' ? 'api' : 'apis';
  const where = { root, document, group, version } as const;
  let endTurn: (() => void) | undefined;
  try {
    endTurn = await turns.take(signal);
    const accept = acceptFormats(['legacy']);
    const request = { path: document, accept, signal, timeoutMs: settings.requestTimeoutMs };
    const { content } = await groupVersions.fetch(request, (answer) => readGroupVersion(answer, where));
    return {
      version: Object.freeze({ group, version, freshness: 'Current', resources: content.resources }),
      failures: content.failures,
    };
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
  const failed = (why: FailureClass, error: Error, problem?: string, statusCode?: number): RootFailure => {
    const message = problem === undefined ? error.message : `${path}: ${problem}`;
    return { error, failure: { class: why, ...where, message, ...(statusCode !== undefined && { statusCode }) } };
  };
  if (thrown instanceof ApiError) {
    const { statusCode } = thrown;
    const isDenied = statusCode === 401 || statusCode === 403;
    const why = isDenied ? 'denied' : statusCode === 404 ? 'notFound' : 'unreachable';
    return failed(why, thrown, undefined, statusCode);
  }
  if (thrown instanceof MalformedAnswerError) return failed('malformed', thrown);
  // A retry would only bring as many bytes again.
  if (thrown instanceof AnswerTooLargeError) {
    return failed(
      'malformed',
      thrown,
      `the document is larger than ${thrown.maxBytes} bytes (discovery.maxDocumentBytes)`,
    );
  }
  if (thrown instanceof DeadlinePassed) {
    const error = new TimeoutError({ method: 'GET', path }, 'timeoutMs', Number(thrown.message));
    const limit = 'the limit for discovery as a whole (discovery.timeoutMs)';
    return failed('unreachable', error, `not read within ${thrown.message} ms, ${limit}`);
  }
  if (thrown instanceof TimeoutError && thrown.limit === 'timeoutMs') {
    return failed('unreachable', thrown, `not read within ${thrown.timeoutMs} ms (discovery.requestTimeoutMs)`);
  }
  if (thrown instanceof TimeoutError || thrown instanceof ConnectionError) return failed('unreachable', thrown);
  throw thrown;
}

/** A request for one document. */
interface DocumentRequest {
  readonly path: string;
  readonly accept: string;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** The content of a document, and its validator. */
export interface Document<Content> {
  readonly content: Content;
  readonly etag: string | undefined;
}

/** A document that has a validator: its content may have to be parsed, and may then turn out to be malformed. */
export interface Remembered<Content> {
  readonly etag: string;
  readonly content: () => Content;
  /** Called if the content is malformed. */
  readonly refuse?: ((problem: string) => void) | undefined;
}

/**
 * Fetches documents of one kind. Of a document with an ETag, memory keeps the tag and the content, never the bytes: content
 * confirmed by a 304 costs neither a body nor a parse, and is the same object as before.
 */
export class DocumentSource<Content extends object> {
  readonly #memory: RecentMap<string, Remembered<Content>>;

  /** @param most how many documents are remembered: the most recent ones */
  constructor(
    private readonly parts: Pick<DiscoverySource, 'connection' | 'server' | 'settings'>,
    most: number,
  ) {
    this.#memory = new RecentMap(most);
  }

  /** Throws what the connection throws, and what `parse` throws. */
  async fetch(request: DocumentRequest, parse: (answer: ApiAnswer) => Content): Promise<Document<Content>> {
    const { connection, server, settings } = this.parts;
    for (;;) {
      const known = this.#memory.get(keyOf(request));
      const conditions = known !== undefined && { ifNoneMatch: known.etag, expected: [304] };
      const sent = { method: 'GET', ...request, maxBytes: settings.maxDocumentBytes, ...conditions } as const;
      const answer = await requestFollowing(connection, server, sent);
      if (known === undefined || answer.status !== 304) {
        const content = parse(answer);
        const etag = validatorOf(answer);
        if (etag === undefined) this.#memory.delete(keyOf(request));
        else this.recall(request, { etag, content: () => content });
        return { content, etag };
      }
      try {
        return { content: known.content(), etag: known.etag };
      } catch {
        // A store held something malformed, although the server confirmed its validator.
        this.#memory.delete(keyOf(request));
        known.refuse?.(`the document at ${request.path} is malformed`);
      }
    }
  }

  /** Adds a document, such as one that was received by an earlier process. */
  recall(request: Pick<DocumentRequest, 'path' | 'accept'>, document: Remembered<Content>): void {
    this.#memory.set(keyOf(request), document);
  }
}

function keyOf({ path, accept }: Pick<DocumentRequest, 'path' | 'accept'>): string {
  return `${path} ${accept}`;
}

/**
 * Returns the ETag as the server made it. A proxy that recompresses weakens the tag; the server compares byte for byte
 * with its own strong one, and If-None-Match compares weakly by definition (RFC 9110 13.1.2).
 */
function validatorOf({ headers }: ApiAnswer): string | undefined {
  return headers['etag']?.replace(/^W\//, '') || undefined;
}

/** Statuses that redirect. */
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** No server needs more. */
const mostRedirects = 5;

/**
 * Sends a GET that follows redirects as far as the client's credentials belong: to the same origin, below the same base
 * path (an added slash, a changed hash). Any other redirect is an `ApiError`, and is not followed.
 */
async function requestFollowing(connection: Connection, server: string, request: ApiRequest): Promise<ApiAnswer> {
  let { path, query } = request;
  for (let count = 0; ; count += 1) {
    const expected = [...(request.expected ?? []), ...redirects];
    const answer = await connection.request({ ...request, path, query, expected });
    if (!redirects.includes(answer.status)) return answer;
    const next = targetOf(server, path, answer.headers['location']);
    if (next === undefined || count === mostRedirects) throw refusal(path, answer, next !== undefined);
    ({ path, query } = next);
  }
}

/** Returns the target of a redirect relative to the server, or undefined if the credentials do not belong there. */
function targetOf(
  server: string,
  path: string,
  location: string | undefined,
): (Pick<ApiRequest, 'path' | 'query'> & { readonly path: string }) | undefined {
  if (location === undefined) return undefined;
  const base = new URL(server, 'http://relative.invalid');
  const prefix = trimEnd(base.pathname, '/');
  const from = `${base.origin}${prefix}${path}`;
  if (!URL.canParse(location, from)) return undefined;
  const target = new URL(location, from);
  const isBelow = target.pathname.startsWith(`${prefix}/`);
  if (target.origin !== base.origin || target.username !== '' || target.password !== '' || !isBelow) return undefined;
  const query: Record<string, string[]> = {};
  for (const name of target.searchParams.keys()) query[name] = target.searchParams.getAll(name);
  return { path: target.pathname.slice(prefix.length), query };
}

function refusal(path: string, { status, headers, conceal }: ApiAnswer, isLoop: boolean): ApiError {
  const message = isLoop
    ? `the server redirected more than ${mostRedirects} times`
    : describeRedirect(headers['location'] ?? '', conceal);
  return new ApiError({ method: 'GET', path, statusCode: status, status: { message }, fromServer: false });
}
