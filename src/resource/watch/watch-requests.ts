import type { AnswerBody } from '../../media/answer-body.js';
import { UnexpectedShapeError } from '../../representation/errors.js';
import { readListedPage, type ListedPage } from '../../representation/list-events.js';
import type { Representation, RepresentationOffer } from '../../representation/representation.js';
import type { Shapes } from '../../representation/shapes.js';
import type { ApiStream, Connection, QueryParameters, StreamSlot } from '../../transport/connection.js';
import { readAs } from '../call.js';
import { listPath, type Target } from '../target.js';

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
  readonly query: QueryParameters;
  readonly silenceTimeoutMs: number;
  readonly place: StreamSlot;
}

/** Opens one stream of events, without retries. */
export function openStream(
  { connection, target, query, signal }: WatchSource,
  { offer, query: more, silenceTimeoutMs, place }: StreamChoice,
): Promise<ApiStream> {
  const request = {
    path: listPath(target),
    query: { ...query, ...offer.query, watch: 'true', allowWatchBookmarks: 'true', ...more },
    accept: offer.accept,
    signal,
    silenceTimeoutMs,
    retry: false,
  };
  return connection.stream(request, place);
}

/** Lists one page in the representation. */
export async function listPage(
  { connection, representation, target, query, signal }: WatchSource,
  more: QueryParameters,
): Promise<PageRead> {
  const call = { method: 'GET', path: listPath(target), query: { ...query, ...more }, options: { signal } } as const;
  return readAs(connection, call, {
    verb: 'list',
    resource: target.mapping.resource,
    offer: representation.offer('list', target),
    decode: (body) => ({ ...readListedPage(body, target), body }),
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
    problem: 'is missing; a watch cannot continue without it: use { poll }',
  });
}
