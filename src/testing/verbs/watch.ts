import { parseFieldSelector } from '../../core/selector/field-selector.js';
import { badRequest } from '../wire/refusals.js';
import { tooLargeVersion, tooOldVersion } from '../wire/version-refusals.js';
import { cutPage } from '../store/page.js';
import { createBacklog } from './backlog.js';
import { selectorOf } from './read.js';
import { asServed, type Backend, type ResourceRequest, type VerbResult } from './resource-request.js';
import { bookmarkAt, feedEventOf, type WatchScope } from './watch-events.js';
import type { FeedEvent, WatchFeed } from './watch-feed.js';
import { readWatchOptions, type ReadWatchOptions } from './watch-options.js';
import { startWatchTimers } from './watch-timers.js';

/** The verb `watch`. `name` comes from the deprecated paths below `/watch/`. */
export function watch(request: ResourceRequest, name: string | undefined, backend: Backend): VerbResult {
  const options = readWatchOptions(request.query, request.watchList !== false);
  const selected = selectorOf(request) ?? (() => true);
  if (name === undefined) return begun({ ...request, matches: selected }, options, backend);
  requireName(name, request.query);
  const matches: WatchScope['matches'] = (object) => object.metadata.name === name && selected(object);
  return begun({ ...request, matches }, options, backend);
}

function requireName(name: string, query: URLSearchParams): void {
  const parts = parseFieldSelector(query.get('fieldSelector') ?? '');
  const named = ({ field, operator, value }: (typeof parts)[number]): boolean =>
    field === 'metadata.name' && operator === '=' && value === name;
  if (parts.length === 0 || parts.some(named)) return;
  throw badRequest("fieldSelector metadata.name doesn't match requested name");
}

function begun(scope: WatchScope, options: ReadWatchOptions, backend: Backend): VerbResult {
  return { code: 200, watch: (notify) => begin(scope, options, backend, notify) };
}

function begin(scope: WatchScope, options: ReadWatchOptions, backend: Backend, notify: () => void): WatchFeed {
  const { storage, store, timers, watches, limits } = backend;
  const { changes } = storage;
  const initial = initialEvents(scope, options, backend);
  let stops: (() => void)[] = [];
  const close = (): void => {
    const all = stops;
    stops = [];
    for (const stop of all) stop();
  };
  const backlog = createBacklog(initial.events, { limit: limits.watchBacklog, notify, isWhole: initial.isAll });
  const end = (): void => {
    close();
    backlog.end();
  };
  if (initial.isAll) return { next: backlog.next, close };
  const send = (event: FeedEvent): void => {
    if (!backlog.add(event)) close();
  };
  /** The version up to which the client is up to date; it needs no events up to `from`. */
  let sentVersion = Number(changes.resourceVersion);
  const from = Number(options.version ?? 0);
  const bookmark = (): void => {
    if (options.bookmarks && sentVersion >= from) send(bookmarkAt(String(sentVersion), scope));
  };
  stops = [
    changes.listen((change) => {
      sentVersion = Number(change.resourceVersion);
      const event = change.store === store && sentVersion > from ? feedEventOf(change, scope) : undefined;
      if (event !== undefined) send(event);
    }),
    startWatchTimers({
      timers,
      timeoutMs: options.timeoutMs,
      bookmarkIntervalMs: options.bookmarks ? limits.bookmarkIntervalMs : undefined,
      bookmark,
      end,
    }),
    watches.add({ resource: scope.resource, store, bookmark, end }),
  ];
  return { next: backlog.next, close };
}

interface InitialEvents {
  readonly events: Iterator<FeedEvent>;
  /** Whether nothing follows: the watch cannot start. */
  readonly isAll: boolean;
}

/** Returns the state with its end mark, the changes since a version, or the error that prevents both. */
function initialEvents(scope: WatchScope, options: ReadWatchOptions, { storage, store }: Backend): InitialEvents {
  const { resource, namespace, matches, watchList = true } = scope;
  const { changes } = storage;
  const { resourceVersion } = changes;
  const { version = resourceVersion, sendsState, bookmarks, timeoutMs = 0 } = options;
  if (timeoutMs < 0) return { events: [].values(), isAll: true };
  const error = (object: Extract<FeedEvent, { type: 'ERROR' }>['object']): InitialEvents => {
    return { events: [{ type: 'ERROR', object } as const].values(), isAll: true };
  };
  if (sendsState) {
    if (Number(version) > Number(resourceVersion)) return error(tooLargeVersion(version, resourceVersion));
    const { objects } = cutPage(store.sorted(), { namespace, matches, limit: 0 });
    return { events: stateEvents(), isAll: false };
    function* stateEvents(): Generator<FeedEvent> {
      for (const object of objects) yield { type: 'ADDED', object: asServed(object, resource) };
      if (bookmarks && watchList === true) yield bookmarkAt(resourceVersion, scope, true);
    }
  }
  const past = changes.since(version);
  if (past === undefined) return error(tooOldVersion(version, changes.oldestResourceVersion));
  const events = past.flatMap((change) => (change.store === store ? (feedEventOf(change, scope) ?? []) : []));
  return { events: events.values(), isAll: false };
}
