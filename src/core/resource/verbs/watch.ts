import type { AnswerBody } from '../../media/answer-body.js';
import { compareResourceVersions } from '../../model/resource-version.js';
import { createTokenCheck } from '../../representation/continue-tokens.js';
import { UnexpectedShapeError } from '../../representation/errors.js';
import { eventOf, readListedPage, type ListedItem, type ListedPage } from '../../representation/list-events.js';
import type { Representation, RepresentationOffer } from '../../representation/representation.js';
import type { Shapes } from '../../representation/shapes.js';
import { readFrame } from '../../representation/watch-event.js';
import { abortWith, onAbort } from '../../shared/abort.js';
import { abortableIterator } from '../../shared/abortable-iterator.js';
import { isSignal } from '../../shared/arguments.js';
import { systemClock } from '../../shared/clock.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { KubeError } from '../../shared/kube-error.js';
import { apiErrorOfEvent } from '../../transport/api-failure.js';
import type { ApiRequest, Connection, QueryParameters, StreamSlot } from '../../transport/connection.js';
import { ConnectionError } from '../../transport/errors.js';
import { readFrames } from '../../transport/frames.js';
import { freshCatalog, inShard, listPath, locate, readAs, type HandleParts, type Target } from '../call.js';
import { isServedIn, requireVerb } from '../capabilities.js';
import { NamespaceConflictError, ResourceGoneError, WatchEndedError } from '../errors.js';
import { lacksInitialEvents, offerTo, type RequestedForm } from '../known-forms.js';
import { optionTables, queryOf, type WatchOptions } from '../options.js';
import { createWatchMachine, defaultIdleTimeoutMs, noteInterruption } from '../watch/watcher.js';
import type { Follower, Relist, RunningState, Watched, WatchFailure } from '../watch/watcher.js';

/** Watches a list. Every iteration is a separate watch. */
export function watchList<S extends Shapes>(
  parts: HandleParts<S>,
  options: WatchOptions,
): AsyncIterable<Exclude<Watched<S>, Relist>> {
  // An invalid signal and invalid options are refused when the first event is requested.
  const given: { readonly signal?: unknown } = Object(options) as object;
  const signals = [isSignal(given.signal) ? given.signal : undefined, parts.connection.signal];
  const run = (signal: AbortSignal) => runWatch(parts, options, signal) as AsyncGenerator<Exclude<Watched<S>, Relist>>;
  return { [Symbol.asyncIterator]: () => abortableIterator(run, signals) };
}

/**
 * Runs one watch, over as many streams and lists as it takes: does what the state of its machine demands, and advances the
 * state by what happened. It keeps its slot among the streams even between two streams.
 */
export async function* runWatch<S extends Shapes>(
  parts: HandleParts<S>,
  options: WatchOptions,
  signal: AbortSignal,
  follower?: Follower,
): AsyncGenerator<Watched<S>, void, undefined> {
  const { connection, discovery } = parts;
  const query = queryOf(optionTables.watch, options);
  if ('timeoutMs' in options) {
    const problem = 'is not supported for a watch: pass the signal AbortSignal.timeout(ms) instead';
    throw new InvalidArgumentError('timeoutMs', problem);
  }
  const { resourceVersion = '', poll, shard, clock = systemClock } = options;
  const { bookmarks = false, interruptions = false } = options;
  const representation = shard === undefined ? parts.representation : inShard(parts, shard);
  const found = await locate(parts, { signal });
  // The watch may have been left meanwhile.
  signal.throwIfAborted();
  const isAny = resourceVersion === '' || resourceVersion === '0';
  const initialState: boolean = options.initialEvents ?? isAny;
  const marksEnd = options.initialEvents === true;
  if (poll !== undefined && !isAny && !marksEnd) {
    throw new InvalidArgumentError('resourceVersion', 'requires a watch: a list does not show the changes since then');
  }
  let target = found;
  let source: WatchSource<S> = { connection, representation, target, query, signal };
  let decode = representation.decodeEvents(target);
  const { resource } = target.mapping;
  const requested: RequestedForm = { server: connection.server, resource, verb: 'watch' };
  const { maxAnswerBytes, maxDelayMs } = connection.limits;
  const { backoff } = connection.server;
  const first: RunningState =
    poll === undefined
      ? { name: 'Starting', least: resourceVersion, yielded: false }
      : { name: 'Polling', least: resourceVersion, pages: 0, isListed: false };
  const machine = createWatchMachine({ requested, options, follower, maxDelayMs }, first);
  const { health } = machine;
  health.listing = initialState;
  let slot: StreamSlot | undefined;
  let endTurn: (() => void) | undefined;
  let polled: PolledState = new Map();
  let polledVersion = '';
  /** The interruption was reported as a 404. */
  let isMissing = false;

  const freeSlot = (): void => {
    slot?.();
    slot = undefined;
  };
  const requireWatch = (): void => {
    requireVerb(discovery.current, resource, 'watch', undefined, '; { poll: milliseconds } lists instead');
  };
  /** Takes a slot among the initial states that are requested at the same time, until the first event or page. */
  const takeTurn = async (): Promise<void> => {
    endTurn?.();
    endTurn = await backoff.states.take(signal);
  };
  const progress = (): void => {
    machine.progressed();
    endTurn?.();
    endTurn = undefined;
  };

  // Even if nobody requests another event.
  const unfollow = onAbort(signal, freeSlot);
  try {
    if (poll === undefined && !initialState) {
      requireWatch();
      slot = connection.takeStreamSlot();
      machine.state = { name: 'Watching', version: isAny ? await versionNow(source) : resourceVersion };
    }
    for (;;) {
      const { state } = machine;
      let failure: WatchFailure;
      try {
        switch (state.name) {
          case 'Ended':
            throw state.error;

          case 'Recovering':
            if (state.check === 'served') {
              const error = await whyGone(parts, found, signal, state.error);
              if (error !== undefined) {
                machine.state = { name: 'Ended', error };
                continue;
              }
            }
            // A server that comes back without the resource is no longer what was reported: followers then look elsewhere.
            if (
              state.isInterruption &&
              interruptions &&
              (health.interruptedAt === undefined || (state.check === 'served' && !isMissing))
            ) {
              noteInterruption(health, state.error, clock.now());
              isMissing = state.check === 'served';
              yield { type: 'INTERRUPTED', error: state.error };
            }
            if (state.check === 'version' && (await isAtEarlierVersion(source, versionOf(state.next)))) {
              machine.state = state.next;
              // Handled below, like any error of a request.
              throw new WatchEndedError('behind', resource, { resourceVersion: versionOf(state.next) });
            }
            if (state.waitMs > 0) {
              const together = state.error instanceof ConnectionError && state.next.name !== 'Polling';
              if (together && !state.isRelist) await backoff.wait(machine, state.waitMs, clock, signal);
              else await clock.sleep(state.waitMs, signal);
            }
            if (state.isRelist) {
              target = { ...found, objectKind: discovery.current?.resource(resource)?.responseKind };
              source = { ...source, target };
              decode = representation.decodeEvents(target);
              health.listing = true;
              yield { type: 'RELIST' };
            }
            machine.state = state.next;
            continue;

          case 'Polling': {
            freeSlot();
            if (!state.isListed) requireVerb(discovery.current, resource, 'list');
            const least = state.isListed ? '' : state.least;
            const now: PolledState = new Map();
            let last: PageRead | undefined;
            state.pages = 0;
            for await (const page of listState(source, least, machine.limit ?? 0)) {
              state.pages += 1;
              for (const item of page.items) now.set(requireKey(item), item);
              last = page;
            }
            health.lastHeardAt = clock.now();
            progress();
            const version = last?.resourceVersion ?? '';
            if (health.interruptedAt !== undefined && (state.isListed || follower === undefined)) {
              machine.back();
              yield { type: 'RESUMED', resourceVersion: state.isListed ? polledVersion : version };
            }
            if (last !== undefined && (state.isListed || initialState)) {
              const before = state.isListed ? polled : new Map<string, ListedItem>();
              for (const frame of differences(before, now, last.body)) {
                signal.throwIfAborted();
                const event = decode(frame);
                if (event !== undefined) yield event;
              }
            }
            polled = now;
            polledVersion = version;
            if (!state.isListed) {
              machine.synced({ ...state, isListed: true });
              if (marksEnd) yield { type: 'INITIAL_EVENTS_END', resourceVersion: version };
            }
            await clock.sleep(machine.pollMs ?? 0, signal);
            if (machine.seeksStream && version !== '') machine.state = { name: 'Watching', version };
            continue;
          }

          case 'Listing': {
            await takeTurn();
            let version = '';
            for await (const page of listState(source, state.least, machine.limit)) {
              if (state.pages === 0) progress();
              state.pages += 1;
              version = requireVersion(page, target);
              for (const { object, resourceVersion: version } of page.items) {
                signal.throwIfAborted();
                const isNewer = (compareResourceVersions(version ?? '', state.least) ?? 0) > 0;
                if (health.byLists && state.quiet !== undefined && isNewer) state.quiet.isHeldBack = true;
                const event = decode(eventOf('ADDED', object, page.body));
                if (event !== undefined) yield event;
              }
            }
            machine.opened();
            machine.synced({ name: 'Watching', version, quiet: state.quiet });
            if (marksEnd) yield { type: 'INITIAL_EVENTS_END', resourceVersion: version };
            continue;
          }

          case 'Starting':
          case 'Watching': {
            if (state.name === 'Starting') requireWatch();
            slot ??= connection.takeStreamSlot();
            machine.offer = offerTo(requested, representation.offer('watch', target));
            if (state.name === 'Starting') {
              if (lacksInitialEvents(requested, machine.offer.accept)) {
                machine.state = { name: 'Listing', least: state.least, pages: 0, quiet: state.quiet };
                continue;
              }
              await takeTurn();
            }
            const stream = await connection.stream(streamRequest(source, state, machine.offer, options), slot);
            machine.streams(state);
            backoff.through(machine);
            if (health.interruptedAt !== undefined && (state.name === 'Watching' || follower === undefined)) {
              machine.back();
              yield { type: 'RESUMED', resourceVersion: versionOf(state) };
            }
            let current = state;
            const limit = { maxBytes: maxAnswerBytes, option: 'maxAnswerBytes' };
            for await (const frames of readFrames(stream, limit)) {
              for (const frame of frames) {
                signal.throwIfAborted();
                const { type, object, resourceVersion: version, endsInitialEvents, body } = readFrame(frame, target);
                if (type === 'ERROR') throw apiErrorOfEvent(object, stream);
                if (current.name === 'Starting' && !endsInitialEvents && machine.isOverdue()) {
                  // Who reads the events of a watch may take longer.
                  if (follower !== undefined || !current.yielded) throw new WatchEndedError('incomplete', resource);
                }
                const event = decode(body);
                health.lastHeardAt = clock.now();
                if (!machine.isLive) progress();
                if (current.name === 'Watching') current.version = version;
                else if (endsInitialEvents) {
                  current = { name: 'Watching', version };
                  machine.synced(current);
                  if (marksEnd) {
                    yield { type: 'INITIAL_EVENTS_END', resourceVersion: current.version };
                    continue;
                  }
                }
                if (type === 'BOOKMARK' && !bookmarks) continue;
                // An object of another shard.
                if (event === undefined) continue;
                if (current.name === 'Starting') current.yielded = true;
                yield event;
              }
            }
          }
        }
      } catch (error) {
        signal.throwIfAborted();
        if (machine.state.name === 'Ended') throw error;
        failure = { error };
      }
      signal.throwIfAborted();
      endTurn?.();
      endTurn = undefined;
      machine.advance(failure);
    }
  } finally {
    unfollow();
    freeSlot();
    endTurn?.();
    backoff.leave(machine);
  }
}

function versionOf(state: RunningState): string {
  return state.name === 'Watching' ? state.version : '';
}

/** Returns the error that ends the watch after a 404 if a fresh discovery shows that its path will not come back. */
async function whyGone(
  parts: HandleParts,
  target: Target,
  signal: AbortSignal,
  notFound: unknown,
): Promise<KubeError | undefined> {
  const { mapping, namespace } = target;
  const { resource } = mapping;
  parts.onNotFound?.(resource, listPath(target));
  const catalog = await freshCatalog(parts, signal).catch(() => undefined);
  signal.throwIfAborted();
  if (catalog === undefined || isServedIn(catalog, resource) === undefined) return undefined;
  const entry = catalog.resource(resource);
  if (entry === undefined) return new ResourceGoneError(resource, notFound);
  if (entry.scope !== 'Cluster' || namespace === undefined) return undefined;
  return new NamespaceConflictError(resource, namespace);
}

/** The common parts of the requests of one watch. */
interface WatchSource<S extends Shapes = Shapes> {
  readonly connection: Connection;
  readonly representation: Pick<Representation<S>, 'offer'>;
  readonly target: Target;
  /** The selectors. */
  readonly query: QueryParameters;
  readonly signal: AbortSignal;
}

/**
 * Returns the request for one stream of events, without retries: of the state at a version or later (the newest if it is
 * empty), which a marked bookmark ends, or of the changes since a version.
 */
function streamRequest(
  { target, query, signal }: WatchSource,
  state: Extract<RunningState, { readonly name: 'Starting' | 'Watching' }>,
  { accept, query: form }: RepresentationOffer,
  // Like client-go: 5 to 10 minutes at random, so that not all watches leave a server at once.
  { idleTimeoutMs = defaultIdleTimeoutMs, timeoutSeconds = Math.round(300 * (1 + Math.random())) }: WatchOptions,
): ApiRequest {
  const start =
    state.name === 'Watching'
      ? { resourceVersion: state.version }
      : {
          sendInitialEvents: 'true',
          resourceVersionMatch: 'NotOlderThan',
          resourceVersion: state.least === '' ? undefined : state.least,
        };
  return {
    path: listPath(target),
    query: { ...query, ...form, watch: 'true', allowWatchBookmarks: 'true', ...start, timeoutSeconds },
    accept,
    signal,
    silenceTimeoutMs: idleTimeoutMs,
    retry: false,
  };
}

/** A page, with the answer that it came in. */
interface PageRead extends ListedPage {
  readonly body: AnswerBody;
}

/**
 * Lists one state, page after page; the next page is under way while the reader works on one. Every page gets the
 * resourceVersion of the first page: on a server that lists every page afresh, objects of earlier pages may have changed
 * since then. A repeated token throws `UnexpectedShapeError`.
 *
 * @param least the oldest acceptable version; empty for the newest state
 * @param limit how many objects a page has; 0 for all in one
 */
async function* listState(source: WatchSource, least: string, limit = 500): AsyncGenerator<PageRead, void, undefined> {
  const paging = limit === 0 ? {} : { limit };
  const start = least === '' ? {} : { resourceVersion: least, resourceVersionMatch: 'NotOlderThan' };
  const leaving = new AbortController();
  abortWith(leaving, [source.signal]);
  const check = createTokenCheck(source.target.mapping.resource);
  const list = async (more: QueryParameters, token?: string): Promise<PageRead> => {
    const repeated = token === undefined ? undefined : check(token);
    if (repeated !== undefined) throw repeated;
    return listPage({ ...source, signal: leaving.signal }, { ...paging, ...more, continue: token });
  };
  try {
    let page = await list(start);
    const { resourceVersion } = page;
    for (;;) {
      const coming = page.continue === undefined ? undefined : list({}, page.continue);
      // A failure is that of the reader who comes for the page.
      coming?.catch(() => undefined);
      yield { ...page, resourceVersion };
      if (coming === undefined) return;
      page = await coming;
    }
  } finally {
    leaving.abort();
  }
}

/** Lists one page in the representation. */
async function listPage(source: WatchSource, more: QueryParameters, retry?: boolean): Promise<PageRead> {
  const { target, query, signal } = source;
  const request = { path: listPath(target), query: { ...query, ...more }, signal, retry };
  const decode = (body: AnswerBody) => ({ ...readListedPage(body, target, query['shardSelector']), body });
  return readAs(source, 'list', target, request, decode);
}

const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';
const metadataOfOne: Pick<Representation<Shapes>, 'offer'> = { offer: () => ({ accept }) };

/**
 * Returns the server's current version, at the cost of one object's metadata.
 *
 * @param retry false for a probe, which the watch retries by its own rules
 */
async function versionNow(source: WatchSource, retry?: boolean): Promise<string> {
  const page = await listPage({ ...source, query: {}, representation: metadataOfOne }, { limit: 1 }, retry);
  return requireVersion(page, source.target);
}

/** Returns the version of a list; throws if it has none, because no watch could start from it. */
function requireVersion({ resourceVersion }: ListedPage, { mapping }: Target): string {
  if (resourceVersion !== undefined) return resourceVersion;
  const problem = 'is missing, and a watch cannot continue without it: use { poll }';
  throw new UnexpectedShapeError({ resource: mapping.resource, field: 'metadata.resourceVersion', problem });
}

/**
 * Reports whether the server is at an earlier version, as after a restore of its data: it would stay silent until it
 * reaches this version again. If the request fails, the next stream will show why.
 */
async function isAtEarlierVersion(source: WatchSource, version: string): Promise<boolean> {
  try {
    return (compareResourceVersions(await versionNow(source, false), version) ?? 0) < 0;
  } catch {
    source.signal.throwIfAborted();
    return false;
  }
}

/** The objects of the last list by their keys. */
type PolledState = Map<string, ListedItem>;

/** Returns the key of an object; throws `InvalidArgumentError` for a row without metadata. */
function requireKey({ key }: ListedItem): string {
  if (key !== undefined) return key;
  const problem = 'requires the metadata of each object: use a Table with includeObject "Metadata"';
  throw new InvalidArgumentError('poll', problem);
}

/** Identifies the state of an object: its version, or its whole text if it has none. */
function stateOf({ resourceVersion, object }: ListedItem): string {
  return resourceVersion ?? JSON.stringify(object);
}

/**
 * Yields the differences between two lists as the events that a watch would have sent. An object that was deleted and
 * created again under its name appears as `DELETED` and `ADDED` if it has a uid.
 */
function* differences(
  before: PolledState,
  now: PolledState,
  source: AnswerBody,
): Generator<AnswerBody, void, undefined> {
  for (const [key, { object }] of before) if (!now.has(key)) yield eventOf('DELETED', object, source);
  for (const [key, item] of now) {
    const last = before.get(key);
    if (last === undefined) yield eventOf('ADDED', item.object, source);
    else if (stateOf(last) !== stateOf(item)) yield eventOf('MODIFIED', item.object, source);
  }
}
