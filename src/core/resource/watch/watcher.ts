import { isKubeError } from '../../errors.js';
import { UnreadableProtobufError } from '../../media/errors.js';
import type { RepresentationOffer } from '../../representation/representation.js';
import type { Shapes } from '../../representation/shapes.js';
import { backoffMs, systemClock } from '../../shared/clock.js';
import { ApiError } from '../../transport/errors.js';
import { WatchEndedError, type WatchEnd } from '../errors.js';
import { isRefusable, noteLackOfInitialEvents, noteRefused, offerInJson, type RequestedForm } from '../known-forms.js';
import type { WatchOptions } from '../options.js';

/** The mark after the initial state of a watch with `initialEvents`. */
export interface InitialEventsEnd {
  readonly type: 'INITIAL_EVENTS_END';
  /** The version at which the state was complete. */
  readonly resourceVersion: string;
}

/** The mark that a watch with `interruptions` yields once it has lost its server; it keeps retrying. */
export interface Interruption {
  readonly type: 'INTERRUPTED';
  /** The error of the last try. */
  readonly error: unknown;
}

/**
 * The mark that a watch with `interruptions` yields once it has a stream again, before the changes in between. If the
 * server no longer has those changes, it reports that in the stream, and the watch ends with a `WatchEndedError`.
 */
export interface Resumption {
  readonly type: 'RESUMED';
  /** The version from which the watch resumes. Empty if it has none. */
  readonly resourceVersion: string;
}

/**
 * The mark that the watch of `follow()` yields before it reads the state again, because changes could be lost: the events
 * up to the next `INITIAL_EVENTS_END` are the whole state. An object that is not among them no longer exists.
 */
export interface Relist {
  readonly type: 'RELIST';
}

/** The marks that a watch yields on request besides the events of its representation. */
export type WatchMark = InitialEventsEnd | Interruption | Resumption;

/** What a watch yields: the events of its representation, and marks. */
export type Watched<S extends Shapes> = S['event'] | WatchMark | Relist;

/** What streams that bring nothing leave behind, until one brings something: a proxy may hold them back. */
interface Quiet {
  /** How many streams in a row brought nothing. */
  silences: number;
  /** How many lists since then brought nothing either, and when the next one is due. */
  idleLists: number;
  listAt: number;
  /** Whether the list has what the streams before it held back. */
  isHeldBack: boolean;
}

/** A state in which a request is made. */
export type RunningState =
  /** The initial state is listed at `least` or a later version (empty: the newest), page by page. */
  | { readonly name: 'Listing'; readonly least: string; pages: number; readonly quiet?: Quiet | undefined }
  /**
   * The initial state arrives as events, up to a marked bookmark. Once a part of it was yielded, it cannot be resumed:
   * a server sends it in the order of names.
   */
  | { readonly name: 'Starting'; readonly least: string; yielded: boolean; quiet?: Quiet | undefined }
  /** There is a version to resume from. */
  | { readonly name: 'Watching'; version: string; quiet?: Quiet | undefined }
  /** The resource is listed at an interval, for the differences. */
  | { readonly name: 'Polling'; readonly least: string; pages: number; isListed: boolean };

/** The state of a watch. */
export type WatchState =
  | RunningState
  /** The watch has to wait, or to ask the server something, before it goes on in another state. */
  | {
      readonly name: 'Recovering';
      readonly error: unknown;
      readonly check?: 'version' | 'served' | undefined;
      /** Whether to yield `INTERRUPTED`. */
      readonly isInterruption: boolean;
      readonly waitMs: number;
      /** Whether the state is read again from its beginning. */
      readonly isRelist: boolean;
      readonly next: RunningState;
    }
  | { readonly name: 'Ended'; readonly error: unknown };

/** The states of the table; with `+`, a part of the state was yielded, or the first list is complete. */
export type StateName = 'Listing' | 'Starting' | 'Starting+' | 'Watching' | 'Polling' | 'Polling+';

/** What can happen to a watch. */
export type Incident =
  /** The server ended the stream in order. */
  | 'closed'
  /** The same within a second, and without an event. */
  | 'closed at once'
  /** The initial state ended before its end mark, in order, by a broken connection or by what is no event: twice in a row. */
  | 'cut short again'
  /** The end mark of the initial state did not come within a minute, although the stream is not silent. */
  | 'overdue'
  /** Nothing came on a stream for `idleTimeoutMs`; a list that is silent for the client's `silenceTimeoutMs` is `lost`. */
  | 'silent'
  /** The same for a second stream in a row, or a later one, none of which brought anything: a proxy may hold it back. */
  | 'silent again'
  /** The connection broke, or a request took too long. */
  | 'lost'
  /** The first stream of all could not be opened. */
  | 'unreachable'
  /** 410: the server no longer has the version. */
  | 'expired'
  /** 410 between two pages: the token expired. */
  | 'torn'
  /** The server is at an earlier version. */
  | 'behind'
  /** 504: the server has not reached the version yet. */
  | 'not reached'
  /** 500 */
  | 'internal error'
  /** 429, 502, 503. A proxy answers 502 while the server behind it is away. */
  | 'unavailable'
  /** 400, 422: initial events, the version or a selector. */
  | 'refused'
  /** 406: the form, which has an alternative. */
  | 'not acceptable'
  /** The server's protobuf cannot be read. */
  | 'unreadable'
  /** 401 (the connection renewed the credentials once before), 403 */
  | 'denied'
  /** 404 */
  | 'not found'
  /** The resource lacks the verb. */
  | 'not watchable'
  /** No stream is left. */
  | 'no stream'
  /** An answer that cannot be used, or another 5xx. */
  | 'unusable'
  | 'anything else';

/** What ends an open stream of an initial state before its end mark. */
const cuts: ReadonlySet<Incident> = new Set(['closed', 'closed at once', 'lost', 'unusable']);

/** How a watch goes on. */
export type Recovery =
  | 'resume'
  | 'resume, unless the server is behind'
  | 'resume in JSON'
  | 'resume in plain JSON'
  | 'list'
  | 'poll'
  /** The same until a stream is free. */
  | 'poll meanwhile'
  /** Resume, and list the state now and then: at once, then at growing intervals of up to ten minutes. */
  | 'read by lists'
  /** Read the state again: at the reached version or later, and the newest if a part of it was yielded. */
  | 'relist'
  | 'relist the newest'
  | 'relist the newest in one page'
  | 'relist the newest, once'
  /** Until that long after the first denial; at once, if no state was ever complete. */
  | 'relist until denialLimitMs'
  | 'relist if served'
  | 'end'
  | `end: ${WatchEnd}`;

/** One row of {@link recoveries}. */
export interface RecoveryRow {
  readonly incident: readonly Incident[];
  readonly state: readonly StateName[];
  /** How many times in a row the row holds. */
  readonly times?: number;
  readonly watch: Recovery;
  /** What `follow()` does. @default the same */
  readonly follow?: Recovery;
}

const any: readonly StateName[] = ['Listing', 'Starting', 'Starting+', 'Watching', 'Polling', 'Polling+'];
const serverFailures: readonly Incident[] = ['not reached', 'internal error', 'unavailable'];
const passing: readonly Incident[] = ['lost', 'internal error', 'unavailable', 'unreadable', 'unusable'];
const interruptions: readonly Incident[] = [
  ...(['closed', 'closed at once', 'cut short again', 'overdue', 'silent', 'lost', 'expired'] as const),
  ...serverFailures,
];

/**
 * What a watch does after an incident: the first row that fits. docs/watching.md shows this table.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export const recoveries: readonly RecoveryRow[] = [
  { incident: ['unreadable'], state: ['Starting', 'Watching'], watch: 'resume in JSON' },
  { incident: ['not acceptable'], state: ['Watching'], watch: 'resume in plain JSON' },
  {
    incident: ['not acceptable', 'refused', 'silent', 'overdue', 'cut short again'],
    state: ['Starting'],
    watch: 'list',
  },
  { incident: ['silent'], state: ['Watching'], watch: 'resume, unless the server is behind' },
  {
    incident: ['silent again'],
    state: ['Watching'],
    watch: 'resume, unless the server is behind',
    follow: 'read by lists',
  },
  { incident: ['closed', 'lost'], state: ['Starting', 'Watching'], watch: 'resume' },
  { incident: ['closed at once'], state: ['Starting', 'Watching'], times: 2, watch: 'resume' },
  { incident: ['closed at once'], state: ['Watching'], watch: 'end: closed', follow: 'relist' },
  { incident: ['unreachable'], state: ['Starting', 'Watching'], watch: 'end', follow: 'resume' },
  { incident: serverFailures, state: ['Starting', 'Watching'], times: 2, watch: 'resume' },
  { incident: serverFailures, state: ['Starting'], watch: 'list' },
  { incident: ['lost', 'torn', ...serverFailures], state: ['Polling+'], watch: 'resume' },
  { incident: ['torn'], state: any, watch: 'end: incomplete', follow: 'relist the newest in one page' },
  { incident: interruptions, state: ['Starting+'], watch: 'end: incomplete', follow: 'relist the newest' },
  { incident: ['expired'], state: ['Watching'], watch: 'end: expired', follow: 'relist' },
  { incident: ['expired'], state: ['Starting'], watch: 'end: expired', follow: 'relist the newest' },
  { incident: ['behind'], state: ['Watching'], watch: 'end: behind', follow: 'relist the newest' },
  { incident: ['expired', 'not reached'], state: any, watch: 'end', follow: 'relist the newest' },
  { incident: ['refused'], state: any, watch: 'end', follow: 'relist the newest, once' },
  { incident: ['denied'], state: any, watch: 'end', follow: 'relist until denialLimitMs' },
  { incident: ['not found'], state: any, watch: 'end', follow: 'relist if served' },
  { incident: ['not watchable'], state: ['Starting', 'Watching'], watch: 'end', follow: 'poll' },
  { incident: ['no stream'], state: ['Starting', 'Watching'], watch: 'end', follow: 'poll meanwhile' },
  { incident: passing, state: any, watch: 'end', follow: 'relist' },
  { incident: ['anything else'], state: any, watch: 'end' },
];

/** How a stream or a list ended: by an error, or closed by the server. */
export type WatchFailure = { readonly error: unknown } | undefined;

/** What a recovery is based on. */
interface Failed {
  readonly incident: Incident;
  readonly failure: WatchFailure;
  readonly state: RunningState;
  /** How long the stream lasted, and how long to wait at least before the next one, in milliseconds. */
  readonly stream: { readonly lastedMs: number; readonly pauseMs: number };
  /** How often the incident happened in a row. */
  readonly times: number;
  /** The error with which `watch()` ends. */
  readonly ending: unknown;
}

/** The health of an informer: whether its state is listed, synced or lost. All times are milliseconds of its clock. */
export interface InformerHealth {
  /** Whether the first state is complete. */
  readonly synced: boolean;
  /** Whether the whole state is being read, for the first time or again. */
  readonly listing: boolean;
  /**
   * When following was interrupted: the server was lost or refused, or changes could be lost; undefined while it is not
   * interrupted.
   */
  readonly interruptedAt: number | undefined;
  /** Why it was interrupted. */
  readonly error: unknown;
  /** When the server was last heard from: by an event, a bookmark or a list, or because it was back. */
  readonly lastHeardAt: number | undefined;
  /** When the last change of an object arrived, as an informer notes it; undefined before the first. */
  readonly lastEventAt: number | undefined;
  /** When the whole state was last read; undefined before the first time. */
  readonly lastRelistAt: number | undefined;
  /** How often the whole state was read: 1 after the first time. */
  readonly relists: number;
  /**
   * Whether changes are read by lists, at an interval: the resource cannot be watched, no stream is left, or two streams in a row
   * brought nothing, not even a bookmark, as behind a proxy that holds them back.
   */
  readonly byLists: boolean;
}

/**
 * The same as the watcher keeps it. The watcher alone changes it, before it yields what it is about; `follow`, informers, views and
 * controllers read it.
 */
export type WatchHealth = { -readonly [Field in keyof InformerHealth]: InformerHealth[Field] };

/** Returns the health of what has not begun. */
export function newWatchHealth(): WatchHealth {
  return {
    synced: false,
    listing: true,
    interruptedAt: undefined,
    error: undefined,
    lastHeardAt: undefined,
    lastEventAt: undefined,
    lastRelistAt: undefined,
    relists: 0,
    byLists: false,
  };
}

/** Notes that the server is lost. */
export function noteInterruption(health: WatchHealth, error: unknown, now: number): void {
  health.interruptedAt ??= now;
  health.error = error;
}

/** What makes a watch that of `follow()`: it reads the state again where it would end, and goes on after failures that may pass. */
export interface Follower {
  /** Of one watch, or of several that follow one another. */
  readonly health: WatchHealth;
  /** The interval of lists if watching is not possible. @default 10_000 */
  readonly pollIntervalMs?: number | undefined;
  /** How long the server may refuse (401, 403) a request that it once allowed. @default 60_000 */
  readonly denialLimitMs?: number | undefined;
}

/** What a {@link WatchMachine} needs to know. */
export interface WatchMachineParts {
  readonly requested: RequestedForm;
  readonly options: WatchOptions;
  readonly follower?: Follower | undefined;
  /** The longest pause between two streams. */
  readonly maxDelayMs: number;
}

/** Bookmarks arrive about once a minute, sometimes a little later. */
export const defaultIdleTimeoutMs = 75_000;
/** A stream that lasts less than this without an event was closed at once. */
const atOnceMs = 1000;
/** A stream that lasted this long shows that the server is up: proxies cut streams that are quiet for a minute. */
const heldMs = 10_000;
/** How long an initial state may take as events: after that it is listed. */
const longestInitialMs = 60_000;
/** The longest time between two lists while streams bring nothing. */
const longestListPauseMs = 10 * 60_000;
/** The longest pause before a state is read again; a state that was kept this long counts as success. */
const longestRelistPauseMs = 30_000;

/** Creates the machine of one watch: its state with what it has to remember, and the one function that advances it. */
export function createWatchMachine(parts: WatchMachineParts, first: RunningState) {
  const { requested, options, follower, maxDelayMs } = parts;
  const { poll, idleTimeoutMs = defaultIdleTimeoutMs, timeoutSeconds = 0, clock = systemClock } = options;
  const health = follower?.health ?? newWatchHealth();
  const shortestMs = Math.min(atOnceMs, timeoutSeconds > 0 ? timeoutSeconds * 500 : Infinity);
  /** How often each incident happened in a row; one of a status counts for that status alone. */
  const counts = new Map<string, number>();
  let hasBegun = false;
  let hadStream = false;
  /** Whether the last list is known as a whole, to be compared with the next one. */
  let isPolled = false;
  let isOpen = false;
  let openedAt = 0;
  let losses = 0;
  let shortStreams = 0;
  let relists = 0;
  /** How many initial states in a row ended before their end mark. */
  let cutShort = 0;
  let syncedAt: number | undefined;
  let deniedSince: number | undefined;
  /** The form for which initial events were refused, `''` for every form: noted once the list has brought a page. */
  let refusedForm: string | undefined;

  const machine = {
    health,
    state: first as WatchState,
    /** The form of the last request. */
    offer: { accept: '' } as RepresentationOffer,
    /** How many objects a page has. */
    limit: options.limit,
    /** The interval of lists; undefined for a watch. */
    pollMs: poll,
    /** Whether it polls only until a stream is free. */
    seeksStream: false,
    /** Whether the open stream, or the list, has brought anything. */
    isLive: false,

    /** A stream is open, or a list is complete: from now on a lost connection does not end the watch. */
    opened(): void {
      hasBegun = true;
      isOpen = true;
      machine.isLive = false;
      openedAt = clock.now();
    },

    /** The stream is open: polling while there was none ends. */
    streams({ quiet }: { readonly quiet?: Quiet | undefined }): void {
      machine.opened();
      hadStream = true;
      isPolled = machine.seeksStream = false;
      machine.pollMs = poll;
      health.byLists &&= quiet !== undefined;
    },

    /** The first event, bookmark or page of a stream or list. All counts start again. */
    progressed(): void {
      machine.isLive = true;
      losses = 0;
      counts.clear();
      if (machine.state.name === 'Starting' || machine.state.name === 'Watching') {
        machine.state.quiet = undefined;
        health.byLists = false;
      }
      // An invalid selector may be refused in the same way as initial events; a list that arrives tells them apart.
      if (refusedForm !== undefined) noteLackOfInitialEvents(requested, refusedForm);
      refusedForm = undefined;
    },

    /** Whether the initial state takes too long as events. */
    isOverdue: (): boolean => clock.now() - openedAt >= longestInitialMs,

    /** The initial state is complete. */
    synced(next: RunningState): void {
      const quiet = machine.state.name === 'Listing' ? machine.state.quiet : undefined;
      if (health.byLists && quiet !== undefined) {
        quiet.idleLists = quiet.isHeldBack ? 0 : quiet.idleLists + 1;
        const pauseMs = Math.min(idleTimeoutMs * 2 ** quiet.idleLists, longestListPauseMs) * (0.5 + Math.random() / 2);
        quiet.listAt = quiet.isHeldBack ? -Infinity : clock.now() + pauseMs;
        quiet.isHeldBack = false;
      }
      machine.state = next;
      isPolled = next.name === 'Polling';
      cutShort = 0;
      syncedAt = clock.now();
      deniedSince = undefined;
      Object.assign(health, { synced: true, listing: false, lastRelistAt: syncedAt, relists: health.relists + 1 });
      // A watch is back once it has a stream again.
      if (follower !== undefined) machine.back();
    },

    /** The server is back. */
    back(): void {
      Object.assign(health, { interruptedAt: undefined, error: undefined, lastHeardAt: clock.now() });
    },

    /** Advances the state after a stream or list ended. */
    advance(failure: WatchFailure): void {
      const { state } = machine;
      if (state.name === 'Recovering' || state.name === 'Ended') return;
      const wasOpen = isOpen;
      const stream = endOfStream();
      const incident = incidentOf(failure, state, wasOpen);
      if (incident === 'unreadable') offerInJson(failure?.error, requested, machine.offer);
      const times = count(incident, failure);
      const row = rowFor(incident, stateNameOf(state), times);
      const recovery = follower !== undefined ? (row.follow ?? row.watch) : row.watch;
      const ending = errorOf(row.watch, failure, state);
      machine.state = carryOut(recovery, { incident, failure, state, stream, times, ending });
    },
  };

  const incidentOf = (failure: WatchFailure, state: RunningState, wasOpen: boolean): Incident => {
    const isLong = machine.isLive || clock.now() - openedAt >= shortestMs;
    const incident =
      failure !== undefined
        ? incidentOfError(failure.error, state, { offer: machine.offer, hasBegun })
        : isLong
          ? 'closed'
          : 'closed at once';
    if (wasOpen && state.name === 'Starting' && cuts.has(incident)) {
      cutShort += 1;
      if (cutShort > 1) return 'cut short again';
    }
    if (failure === undefined) return incident;
    // What was watched once goes on as soon as a stream is free again: a tab that was hidden is shown.
    if (incident === 'no stream' && hadStream && follower === undefined) return 'lost';
    if (incident !== 'silent' || state.name !== 'Watching') return incident;
    state.quiet ??= { silences: 0, idleLists: 0, listAt: -Infinity, isHeldBack: false };
    state.quiet.silences += 1;
    return state.quiet.silences > 1 ? 'silent again' : 'silent';
  };

  const count = (incident: Incident, failure: WatchFailure): number => {
    if (incident === 'closed') counts.delete('closed at once ');
    const key = `${incident} ${failure?.error instanceof ApiError ? failure.error.statusCode : ''}`;
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return times;
  };

  /** The error with which `watch()` ends. */
  const errorOf = (recovery: Recovery, failure: WatchFailure, state: RunningState): unknown => {
    if (!recovery.startsWith('end: ') || failure?.error instanceof WatchEndedError) return failure?.error;
    const resourceVersion = state.name === 'Watching' ? state.version : undefined;
    return new WatchEndedError(recovery.slice('end: '.length) as WatchEnd, requested.resource, {
      resourceVersion,
      cause: failure?.error,
    });
  };

  /** How long the stream lasted; a server that ends each stream at once is not requested again without a pause. */
  const endOfStream = (): Failed['stream'] => {
    if (!isOpen) return { lastedMs: 0, pauseMs: 0 };
    isOpen = false;
    const lastedMs = clock.now() - openedAt;
    shortStreams = lastedMs < shortestMs ? shortStreams + 1 : 0;
    return { lastedMs, pauseMs: shortStreams <= 1 ? 0 : backoffMs(shortStreams - 2, maxDelayMs) };
  };

  const pauseToResume = ({ incident, failure, state, stream, times }: Failed): number => {
    switch (incident) {
      case 'lost':
      case 'unreachable':
      case 'torn':
        // The first loss is usually a proxy or server that restarts while others are up: a retry works at once.
        losses = stream.lastedMs >= heldMs ? 1 : losses + 1;
        if (state.name === 'Polling') return Math.max(machine.pollMs ?? 0, backoffMs(losses - 1, maxDelayMs));
        return losses === 1 ? stream.pauseMs : Math.max(stream.pauseMs, backoffMs(losses - 2, maxDelayMs));
      case 'closed':
        losses = 0;
        return stream.pauseMs;
      case 'closed at once':
        losses = 0;
        return backoffMs(times, maxDelayMs);
      default: {
        if (!(failure?.error instanceof ApiError)) return 0;
        const leastMs = state.name === 'Polling' ? (machine.pollMs ?? 0) : requestedPause(failure);
        return Math.max(leastMs, backoffMs(times, maxDelayMs));
      }
    }
  };

  /** How long the server asks to wait. */
  const requestedPause = (failure: WatchFailure): number => {
    const seconds = failure?.error instanceof ApiError ? failure.error.retryAfterSeconds : undefined;
    return Math.min((seconds ?? 0) * 1000, maxDelayMs);
  };

  const pauseToRelist = (failure: WatchFailure): number => {
    // A state that was lost again at once is no success: it must not be requested again without a pause.
    if (syncedAt !== undefined && clock.now() - syncedAt >= longestRelistPauseMs) relists = 0;
    syncedAt = undefined;
    losses = 0;
    shortStreams = 0;
    refusedForm = undefined;
    counts.clear();
    relists += 1;
    return Math.max(requestedPause(failure), relists === 1 ? 0 : backoffMs(relists - 2, longestRelistPauseMs));
  };

  /** Carries out a recovery. */
  const carryOut = (recovery: Recovery, failed: Failed): WatchState => {
    const { incident, failure, state, ending } = failed;
    const recovering = {
      name: 'Recovering',
      error: ending,
      isInterruption: false,
      waitMs: 0,
      isRelist: false,
    } as const;
    // A watch resumes silently after a silence; who follows hears of it.
    const isSilence = follower !== undefined && incident.startsWith('silent');
    const reached = reachedBy(state);
    const quiet = state.name === 'Polling' ? undefined : state.quiet;
    const readAgain = (least: string, check?: 'served'): WatchState => {
      const next: RunningState =
        machine.pollMs === undefined
          ? { name: 'Starting', least, yielded: false, quiet }
          : { name: 'Polling', least: '', pages: 0, isListed: false };
      return { ...recovering, check, isInterruption: true, waitMs: pauseToRelist(failure), isRelist: true, next };
    };
    // Of an initial state that was begun, this shows that its end mark will not come.
    if (stateNameOf(state) === 'Starting+' && ['silent', 'overdue', 'cut short again'].includes(incident)) {
      noteLackOfInitialEvents(requested, '');
    }
    switch (recovery) {
      case 'resume': {
        if (incident === 'torn') machine.limit = 0;
        const waitMs = pauseToResume(failed);
        return { ...recovering, isInterruption: waitMs > 0 && failure !== undefined, waitMs, next: state };
      }
      case 'resume, unless the server is behind':
        return { ...recovering, check: 'version', isInterruption: isSilence, next: state };
      case 'resume in JSON':
        return { ...recovering, next: state };
      case 'resume in plain JSON':
        noteRefused(requested, machine.offer);
        return { ...recovering, next: state };
      case 'list': {
        // These two may be those of a proxy, and pass.
        const mayPass = incident === 'not reached' || incident === 'unavailable';
        refusedForm = mayPass ? undefined : incident === 'not acceptable' ? machine.offer.accept : '';
        const least = incident === 'not reached' ? '' : reached;
        return { ...recovering, isInterruption: isSilence, next: { name: 'Listing', least, pages: 0, quiet } };
      }
      case 'read by lists': {
        // The streams stay open: a quiet API that sends no bookmarks looks the same.
        if (clock.now() < (quiet?.listAt ?? -Infinity)) return { ...recovering, check: 'version', next: state };
        const isInterruption = !health.byLists;
        health.byLists = true;
        const next: RunningState = { name: 'Listing', least: reached, pages: 0, quiet };
        return { ...recovering, isInterruption, isRelist: true, next };
      }
      case 'poll':
      case 'poll meanwhile': {
        // What was yielded before is compared with the first list as a whole.
        const isRelist = health.synced && !isPolled;
        health.byLists = true;
        machine.pollMs = follower?.pollIntervalMs ?? 10_000;
        machine.seeksStream = recovery !== 'poll';
        const waitMs = isRelist ? machine.pollMs : 0;
        return { ...recovering, waitMs, isRelist, next: { name: 'Polling', least: '', pages: 0, isListed: isPolled } };
      }
      case 'relist':
        return readAgain(reached);
      case 'relist the newest':
        return readAgain('');
      case 'relist the newest in one page':
        machine.limit = 0;
        return readAgain('');
      case 'relist the newest, once':
        return reached === '' ? { name: 'Ended', error: ending } : readAgain('');
      case 'relist if served':
        return readAgain(reached, 'served');
      case 'relist until denialLimitMs':
        deniedSince ??= clock.now();
        if (health.synced && clock.now() - deniedSince < (follower?.denialLimitMs ?? 60_000)) return readAgain(reached);
        return { name: 'Ended', error: ending };
      default:
        return { name: 'Ended', error: ending };
    }
  };
  return machine;
}

/** Returns the first row that fits. */
export function rowFor(incident: Incident, state: StateName, times: number): RecoveryRow {
  const row = recoveries.find(
    (each) => each.incident.includes(incident) && each.state.includes(state) && times <= (each.times ?? Infinity),
  );
  return row ?? { incident: [incident], state: [state], watch: 'end' };
}

function stateNameOf(state: RunningState): StateName {
  if (state.name === 'Starting') return state.yielded ? 'Starting+' : 'Starting';
  if (state.name === 'Polling') return state.isListed ? 'Polling+' : 'Polling';
  return state.name;
}

/**
 * The version from which the state may be read again; empty for the newest. Some yielded objects of an incomplete state
 * are newer than the version that was requested: only the newest state is not older than they.
 */
function reachedBy(state: RunningState): string {
  switch (state.name) {
    case 'Watching':
      return state.version;
    case 'Starting':
      return state.yielded ? '' : state.least;
    case 'Listing':
      return state.pages > 0 ? '' : state.least;
    case 'Polling':
      return '';
  }
}

/** Names what an error means for a watch: the only place that does. */
function incidentOfError(
  error: unknown,
  state: RunningState,
  { offer, hasBegun }: { readonly offer: RepresentationOffer; readonly hasBegun: boolean },
): Incident {
  if (!isKubeError(error)) return 'anything else';
  const isStream = state.name === 'Starting' || state.name === 'Watching';
  switch (error.code) {
    case 'connection':
    case 'connection-refused':
    case 'host-not-found':
    case 'untrusted-server':
      return isStream && !hasBegun ? 'unreachable' : 'lost';
    case 'timeout':
      if (!isStream) return 'lost';
      // From `Starting`, it can still be listed instead.
      return state.name === 'Watching' && !hasBegun ? 'unreachable' : 'silent';
    case 'malformed-answer':
      return error instanceof UnreadableProtobufError && offer.jsonAccept !== undefined ? 'unreadable' : 'unusable';
    case 'unexpected-shape':
      return 'unusable';
    case 'too-many-streams':
      return 'no stream';
    case 'unsupported':
      return error.verb === 'watch' ? 'not watchable' : 'anything else';
    case 'watch-ended':
      if (error.end === 'behind') return 'behind';
      return error.end === 'incomplete' ? 'overdue' : 'anything else';
    case 'api':
      return incidentOfStatus(error, state, offer);
    default:
      return 'anything else';
  }
}

function incidentOfStatus(error: ApiError, state: RunningState, offer: RepresentationOffer): Incident {
  const { statusCode, reason } = error;
  if (statusCode === 410 || reason === 'Expired' || reason === 'Gone') {
    return 'pages' in state && state.pages > 0 ? 'torn' : 'expired';
  }
  if (statusCode === 406) {
    const hasOther = offer.exact !== true && (stateNameOf(state) === 'Starting' || isRefusable(offer));
    return hasOther ? 'not acceptable' : 'anything else';
  }
  return incidentsOfStatus[statusCode] ?? (statusCode > 500 ? 'unusable' : 'anything else');
}

const incidentsOfStatus: Readonly<Record<number, Incident>> = {
  400: 'refused',
  401: 'denied',
  403: 'denied',
  404: 'not found',
  422: 'refused',
  429: 'unavailable',
  500: 'internal error',
  502: 'unavailable',
  503: 'unavailable',
  504: 'not reached',
};
