import type { GroupEntry, VersionEntry } from '../catalog/entries.js';
import type { CatalogFailure, FailureClass } from '../catalog/failures.js';
import { shareUnchanged } from '../catalog/share-unchanged.js';
import type { AnswerBody } from '../media/answer-body.js';
import { MalformedAnswerError } from '../media/errors.js';
import { groupVersionPath } from '../model/api-path.js';
import type { GroupVersion } from '../model/group-version.js';
import { reasonOf } from '../shared/abort.js';
import type { Deadline } from '../shared/deadline.js';
import { trimEnd } from '../shared/trim-end.js';
import { describeRedirect } from '../transport/api-failure.js';
import type { ApiAnswer, ApiRequest, Connection } from '../transport/connection.js';
import { AnswerTooLargeError, ApiError, ConnectionError, TimeoutError } from '../transport/errors.js';
import { createSlots, type Slots } from '../transport/slots.js';
import type { OpenStore } from './documents/discovery-store.js';
import { acceptFormats } from './documents/formats.js';
import { DeadlinePassed, DocumentProblem, type RootFailure } from './errors.js';
import type { DiscoverySettings } from './options.js';
import {
  readGroupVersion,
  readRoot,
  type GroupVersionContent,
  type Root,
  type RootContent,
} from './parse/read-document.js';
import { none } from './parse/reading.js';

/** Everything needed to read the discovery documents of one server. */
export interface DiscoverySource {
  readonly settings: DiscoverySettings;
  readonly connection: Connection;
  readonly roots: DocumentSource<RootContent>;
  readonly groupVersions: DocumentSource<GroupVersionContent>;
  /** Limits how many documents of group-versions are read at once, across all callers. */
  readonly turns: Slots;
  readonly store: OpenStore | undefined;
  readonly clock: DiscoveryClock;
}

/** Clocks, in milliseconds. */
export interface DiscoveryClock {
  /** Returns the time of a monotonic clock. */
  readonly now: () => number;
  /** Returns the time since 1970. */
  readonly date: () => number;
}

/** The lifetime within which documents are read. */
export interface ReadingLife {
  /** The signal of the caller. Its abort ends everything, and is thrown. */
  readonly signal?: AbortSignal | undefined;
  readonly deadline: Deadline;
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
  connection: Connection,
  server: string,
  settings: DiscoverySettings,
  store: OpenStore | undefined,
  clock: DiscoveryClock,
): DiscoverySource {
  const parts = { connection, server, maxBytes: settings.maxDocumentBytes };
  return {
    settings,
    connection,
    roots: createDocumentSource<RootContent>({ ...parts, max: mostRoots }),
    groupVersions: createDocumentSource<GroupVersionContent>({ ...parts, max: mostGroupVersions }),
    turns: createSlots(fanOut),
    store,
    clock,
  };
}

/** How a root is read. */
export interface RootReading {
  /** @default the header that offers the formats of the settings */
  readonly accept?: string | undefined;
  /** Returns the groups that are known, so that what did not change stays the same object. @default none */
  readonly known?: (() => readonly GroupEntry[]) | undefined;
}

/**
 * Reads one root, in one request if the server accepts it. Throws only for an abort, a closed client and other errors
 * that are no failure of the server.
 */
export async function readRootDocument(
  { settings, roots, store }: DiscoverySource,
  root: Root,
  { signal, deadline }: ReadingLife,
  { accept = settings.accept, known = () => none }: RootReading = {},
): Promise<RootAnswer> {
  const { formats, prefixes } = settings;
  const document = prefixes[root];
  const read = (offered: string): Promise<Document<RootContent>> => {
    const request = { path: document, accept: offered, signal: deadline.signal, timeoutMs: Infinity };
    return roots.fetch(request, (answer) => {
      const content = readRoot(answer, { root, document });
      if (content.format === 'legacy') return content;
      if (accept === settings.accept) store?.saveDocument(root, answer);
      // What did not change is the same object as before, so it is compared and kept only once.
      const before = known();
      return before.length === 0 ? content : { ...content, groups: shareUnchanged(before, content.groups) };
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
  { signal, deadline }: ReadingLife,
): Promise<ReadGroupVersion> {
  const document = groupVersionPath({ group, version }, settings.prefixes);
  const root = group === '' ? 'api' : 'apis';
  const where = { root, document, group, version } as const;
  let endTurn: (() => void) | undefined;
  try {
    endTurn = await turns.take(deadline.signal);
    const accept = acceptFormats(['legacy']);
    const request = { path: document, accept, signal: deadline.signal, timeoutMs: settings.requestTimeoutMs };
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

/** The document that failed. */
interface FailedDocument extends Partial<GroupVersion> {
  readonly root: 'api' | 'apis';
  readonly document: string;
}

/** Errors of the server, or of the way to it, that affect one document. */
const documentErrors = [
  AnswerTooLargeError,
  ApiError,
  ConnectionError,
  DeadlinePassed,
  DocumentProblem,
  MalformedAnswerError,
  TimeoutError,
] as const;

type DocumentError = InstanceType<(typeof documentErrors)[number]>;

/**
 * Turns the failure to get one document into data, so that the rest of the catalog stands. Errors that are not failures
 * of the server are rethrown: an abort, a closed client, credentials that could not be obtained.
 */
export function failureOf(thrown: unknown, where: FailedDocument, signal: AbortSignal | undefined): RootFailure {
  if (signal?.aborted) throw reasonOf(signal);
  if (!isDocumentError(thrown)) throw thrown;
  const statusCode = thrown instanceof ApiError ? thrown.statusCode : undefined;
  const failure: CatalogFailure = {
    class: classOf(thrown),
    ...where,
    message: messageOf(thrown, where.document),
    ...(statusCode !== undefined && { statusCode }),
  };
  return { failure, error: publicError(thrown, where.document) };
}

function isDocumentError(thrown: unknown): thrown is DocumentError {
  return documentErrors.some((kind) => thrown instanceof kind);
}

function classOf(error: DocumentError): FailureClass {
  // Of one that is too large, a retry would only bring as many bytes again.
  if ([DocumentProblem, MalformedAnswerError, AnswerTooLargeError].some((kind) => error instanceof kind)) {
    return 'malformed';
  }
  if (!(error instanceof ApiError)) return 'unreachable';
  if (error.statusCode === 401 || error.statusCode === 403) return 'denied';
  return error.statusCode === 404 ? 'notFound' : 'unreachable';
}

/** Describes an error in terms of the options of discovery, not of the single request that hit a limit. */
function messageOf(error: DocumentError, document: string): string {
  if (error instanceof DocumentProblem) return `${document}: ${error.message}`;
  if (error instanceof DeadlinePassed) {
    return `${document}: not read within ${error.timeoutMs} ms, the limit for discovery as a whole (discovery.timeoutMs)`;
  }
  if (error instanceof AnswerTooLargeError) {
    return `${document}: the document is larger than ${error.maxBytes} bytes (discovery.maxDocumentBytes)`;
  }
  if (error instanceof TimeoutError && error.limit === 'timeoutMs') {
    return `${document}: not read within ${error.timeoutMs} ms (discovery.requestTimeoutMs)`;
  }
  return error.message;
}

function publicError(error: DocumentError, path: string): Error {
  if (error instanceof DocumentProblem) return new MalformedAnswerError(path, error.message);
  if (error instanceof DeadlinePassed) return new TimeoutError({ method: 'GET', path }, 'timeoutMs', error.timeoutMs);
  return error;
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
interface Remembered<Content> {
  readonly etag: string;
  readonly content: () => Content;
  /** Called if the content is malformed. */
  readonly refuse?: ((problem: string) => void) | undefined;
}

/** Parameters of {@link createDocumentSource}. */
interface DocumentSourceParts {
  readonly connection: Connection;
  /** The base URL of the server. */
  readonly server: string;
  readonly maxBytes: number;
  /** How many documents are remembered: the most recent ones. */
  readonly max: number;
}

/** Fetches documents of one kind. Content confirmed by its validator (304) is the same object as before. */
export interface DocumentSource<Content extends object> {
  /** Throws what the connection throws, and what `parse` throws. */
  fetch(request: DocumentRequest, parse: (answer: ApiAnswer & AnswerBody) => Content): Promise<Document<Content>>;
  /** Adds a document that was received by an earlier process. */
  recall(document: Pick<DocumentRequest, 'path' | 'accept'>, recalled: Remembered<Content>): void;
  /** Clears the memory, so that documents are fetched again. */
  clear(): void;
}

/**
 * Creates a {@link DocumentSource}. Of a document with an ETag, memory keeps the tag and the content, never the bytes. A
 * 304 then costs neither a body nor a parse.
 */
function createDocumentSource<Content extends object>({
  connection,
  server,
  maxBytes,
  max,
}: DocumentSourceParts): DocumentSource<Content> {
  const memory = new Map<string, Remembered<Content>>();
  const remember = (key: string, document: Remembered<Content>): void => {
    // The most recent document is last.
    memory.delete(key);
    memory.set(key, document);
    const [oldest] = memory.keys();
    if (memory.size > max && oldest !== undefined) memory.delete(oldest);
  };
  return {
    async fetch(request, parse) {
      const key = `${request.path} ${request.accept}`;
      for (;;) {
        const known = memory.get(key);
        const conditions = known !== undefined && { ifNoneMatch: known.etag, expected: [304] };
        const answer = await requestFollowing(connection, server, {
          method: 'GET',
          ...request,
          maxBytes,
          ...conditions,
        });
        if (known === undefined || answer.status !== 304) {
          const content = parse(answer);
          const etag = validatorOf(answer);
          if (etag === undefined) memory.delete(key);
          else remember(key, { etag, content: () => content });
          return { content, etag };
        }
        try {
          return { content: known.content(), etag: known.etag };
        } catch {
          // A store held something malformed, although the server confirmed its validator.
          memory.delete(key);
          known.refuse?.(`the document at ${request.path} is malformed`);
        }
      }
    },
    recall: (document, recalled) => {
      remember(`${document.path} ${document.accept}`, recalled);
    },
    clear: () => {
      memory.clear();
    },
  };
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
  const base = new URL(server.startsWith('/') ? `http://relative.invalid${server}` : server);
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
