import type { AnswerBody } from '../../media/answer-body.js';
import { abortWith } from '../../shared/abort.js';
import { compareResourceVersions } from '../../model/resource-version.js';
import { createTokenCheck } from '../../representation/continue-tokens.js';
import { UnexpectedShapeError } from '../../representation/errors.js';
import { readListedPage, type ListedPage, eventOf, type ListedItem } from '../../representation/list-events.js';
import type { Representation, RepresentationOffer } from '../../representation/representation.js';
import type { Shapes } from '../../representation/shapes.js';
import type { ApiStream, Connection, QueryParameters, StreamSlot } from '../../transport/connection.js';
import { listPath, readAs, type Target } from '../call.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { JsonRecord } from '../../shared/json-record.js';

/** The common parts of the requests of one watch. */
export interface WatchSource<S extends Shapes = Shapes> {
  readonly connection: Connection;
  readonly representation: Representation<S>;
  readonly target: Target;
  /** The selectors. */
  readonly query: QueryParameters;
  readonly signal: AbortSignal;
}

/** A page, with the answer that it came in. */
export interface PageRead extends ListedPage {
  readonly body: AnswerBody;
}

/** How one stream is opened. */
export interface StreamChoice {
  readonly offer: RepresentationOffer;
  readonly silenceTimeoutMs: number;
  readonly timeoutSeconds: number | undefined;
  readonly slot: StreamSlot;
}

/**
 * Opens one stream of events, without retries: of the state at a version or later (the newest if it is empty), which a
 * marked bookmark ends, or of the changes since a version.
 */
export function openStream(
  { connection, target, query, signal }: WatchSource,
  from: { readonly name: 'Starting'; readonly least: string } | { readonly name: 'Watching'; readonly version: string },
  // Like client-go: 5 to 10 minutes at random, so that not all watches leave a server at once.
  { offer, silenceTimeoutMs, timeoutSeconds = Math.round(300 * (1 + Math.random())), slot }: StreamChoice,
): Promise<ApiStream> {
  const start =
    from.name === 'Watching'
      ? { resourceVersion: from.version }
      : {
          sendInitialEvents: 'true',
          resourceVersionMatch: 'NotOlderThan',
          resourceVersion: from.least === '' ? undefined : from.least,
        };
  const request = {
    path: listPath(target),
    query: { ...query, ...offer.query, watch: 'true', allowWatchBookmarks: 'true', ...start, timeoutSeconds },
    accept: offer.accept,
    signal,
    silenceTimeoutMs,
    retry: false,
  };
  return connection.stream(request, slot);
}

/**
 * Lists one state, page after page; the next page is under way while the reader works on one. Every page gets the
 * resourceVersion of the first page: on a server that lists every page afresh, objects of earlier pages may have changed
 * since then. A repeated token throws `UnexpectedShapeError`.
 *
 * @param least the oldest acceptable version; empty for the newest state
 * @param limit how many objects a page has; 0 for all in one
 */
export async function* listState(
  source: WatchSource,
  least: string,
  limit = 500,
): AsyncGenerator<PageRead, void, undefined> {
  const paging = limit === 0 ? {} : { limit };
  const start = least === '' ? {} : { resourceVersion: least, resourceVersionMatch: 'NotOlderThan' };
  const leaving = new AbortController();
  abortWith(leaving, [source.signal]);
  const list = (more: QueryParameters): Promise<PageRead> => {
    const page = listPage({ ...source, signal: leaving.signal }, { ...paging, ...more });
    // A failure is that of the reader who comes for the page.
    page.catch(() => undefined);
    return page;
  };
  const check = createTokenCheck(source.target.mapping.resource);
  try {
    let page = await list(start);
    const { resourceVersion } = page;
    for (;;) {
      const next = page.continue;
      const repeated = next === undefined ? undefined : check(next);
      const coming = next === undefined || repeated !== undefined ? undefined : list({ continue: next });
      yield { ...page, resourceVersion };
      if (repeated !== undefined) throw repeated;
      if (coming === undefined) return;
      page = await coming;
    }
  } finally {
    leaving.abort();
  }
}

/** Lists one page in the representation. */
async function listPage(
  { connection, representation, target, query, signal }: WatchSource,
  more: QueryParameters,
): Promise<PageRead> {
  const call = { method: 'GET', path: listPath(target), query: { ...query, ...more }, options: { signal } } as const;
  return readAs(connection, call, {
    verb: 'list',
    resource: target.mapping.resource,
    offer: representation.offer('list', target),
    decode: (body) => ({ ...readListedPage(body, target, query['shardSelector']), body }),
  });
}

const metadataOfOne = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

/**
 * Returns the server's current version, at the cost of one object's metadata.
 *
 * @param retry false for a probe, which the watch retries by its own rules
 */
export async function versionNow({ connection, target, signal }: WatchSource, retry = true): Promise<string> {
  const path = listPath(target);
  const call = { method: 'GET', path, query: { limit: 1 }, options: { signal }, retry } as const;
  const page = await readAs(connection, call, {
    verb: 'list',
    resource: target.mapping.resource,
    offer: { accept: metadataOfOne },
    decode: (body) => readListedPage(body, target),
  });
  return requireVersion(page, target);
}

/** Returns the version of a list; throws if it has none, because no watch could start from it. */
export function requireVersion({ resourceVersion }: ListedPage, { mapping }: Target): string {
  if (resourceVersion !== undefined) return resourceVersion;
  throw new UnexpectedShapeError({
    resource: mapping.resource,
    apiVersion: undefined,
    kind: undefined,
    field: 'metadata.resourceVersion',
    problem: 'is missing, and a watch cannot continue without it: use { poll }',
  });
}

/**
 * Reports whether the server is at an earlier version, as after a restore of its data: it would stay silent until it
 * reaches this version again. If the request fails, the next stream will show why.
 */
export async function isAtEarlierVersion(source: WatchSource, version: string): Promise<boolean> {
  try {
    return (compareResourceVersions(await versionNow(source, false), version) ?? 0) < 0;
  } catch {
    source.signal.throwIfAborted();
    return false;
  }
}

/** An object as of the last list. */
interface Known {
  readonly object: JsonRecord;
  /** Identifies the state of the object: its version, or its whole text if it has none. */
  readonly state: string;
}

/** The objects of the last list by their keys. */
export type PolledState = ReadonlyMap<string, Known>;

/** Returns the state that the items of all pages make up; throws `InvalidArgumentError` for rows without metadata. */
export function polledStateOf(items: readonly ListedItem[]): PolledState {
  const state = new Map<string, Known>();
  for (const { key, resourceVersion, object } of items) {
    if (key === undefined) {
      throw new InvalidArgumentError(
        'poll',
        'requires the metadata of each object: use a Table with includeObject "Metadata"',
      );
    }
    state.set(key, { object, state: resourceVersion ?? JSON.stringify(object) });
  }
  return state;
}

/**
 * Yields the differences between two lists as the events that a watch would have sent. An object that was deleted and
 * created again under its name appears as `DELETED` and `ADDED` if it has a uid.
 */
export function* differences(
  before: PolledState,
  now: PolledState,
  source: AnswerBody,
): Generator<AnswerBody, void, undefined> {
  for (const [key, { object }] of before) if (!now.has(key)) yield eventOf('DELETED', object, source);
  for (const [key, { object, state }] of now) {
    const last = before.get(key);
    if (last === undefined) yield eventOf('ADDED', object, source);
    else if (last.state !== state) yield eventOf('MODIFIED', object, source);
  }
}
