import type { RepresentationOffer } from '../../representation/representation.js';
import { plainJson } from '../../representation/whole-object.js';
import { abandonOnAbort } from '../../shared/abort.js';
import { systemClock } from '../../shared/clock.js';
import type { ApiStream, QueryParameters, StreamSlot } from '../../transport/connection.js';
import { ApiError, ConnectionError, TimeoutError } from '../../transport/errors.js';
import { WatchEndedError } from '../errors.js';
import type { WatchOptions } from '../options.js';
import { isRefusable, noteRefused, offerInJson, offerTo, type RequestedForm } from '../known-forms.js';
import { comebackOf } from './comeback.js';
import { hasNoInitialEvents, noteNoInitialEvents } from './initial-events-support.js';
import { createPatience, isForgotten, isPassing } from './patience.js';
import { openStream, versionNow, type WatchSource } from './watch-requests.js';

/** The position of a watch. */
export interface WatchPosition {
  /** The initial state arrives as events, or has to be listed; or there is a version to resume from. */
  readonly stage: 'events' | 'list' | 'version';
  readonly version: string | undefined;
  /** Whether anything was yielded, so that an initial state cannot begin again. */
  readonly hasYielded: boolean;
}

/** How a stream ended: by a failure, or closed by the server. */
export type StreamEnd = { readonly error: unknown } | undefined;

/** What to do after a stream ended: list the state, or open the next stream after a pause. */
export type NextStep = 'list' | { readonly waitMs: number };

/** One watch: opens its streams, and judges how they end. */
export interface WatchSession {
  /** Decides how to get the initial state: as events, or by a list if the endpoint is known not to send them. */
  firstStage(): Promise<'events' | 'list'>;
  /** Opens a stream at a position. */
  open(position: WatchPosition): Promise<ApiStream>;
  /** Takes a slot among the initial states that are requested at the same time, and holds it until `progressed()`. */
  takeTurn(): Promise<void>;
  /** An event or a page arrived. */
  progressed(): void;
  /** The state has been listed: from now on a lost connection does not end the watch. */
  listed(): void;
  /** Returns the next step; throws if the watch cannot continue. */
  judge(end: StreamEnd, position: WatchPosition): Promise<NextStep>;
  /** Waits before the next stream, together with the other watches of the client. */
  wait(ms: number): Promise<void>;
  end(): void;
}

/** Bookmarks arrive about once a minute, sometimes a little later. */
const defaultIdleTimeoutMs = 75_000;
const plainOffer: RepresentationOffer = { accept: plainJson };

/** Creates the session of one watch. */
export function createWatchSession(
  source: WatchSource,
  { resourceVersion: least, idleTimeoutMs = defaultIdleTimeoutMs, timeoutSeconds, clock = systemClock }: WatchOptions,
  place: StreamSlot,
): WatchSession {
  const { connection, representation, target, signal } = source;
  const { resource } = target.mapping;
  const patience = createPatience({ resource, maxDelayMs: connection.limits.maxDelayMs, timeoutSeconds, clock });
  const comeback = comebackOf(connection);
  const form: RequestedForm = { connection, resource, verb: 'watch' };
  let offer = offerTo(form, representation.offer('watch', target));
  let isLost = false;
  let release: (() => void) | undefined;
  let noteRefusal: (() => void) | undefined;

  const endTurn = (): void => {
    release?.();
    release = undefined;
  };
  /**
   * An invalid selector may be refused in the same way, so the refusal is noted only once the first page has arrived.
   */
  const listInstead = (form?: string): NextStep => {
    noteRefusal = () => {
      noteNoInitialEvents(connection, resource, form);
    };
    return 'list';
  };
  const session: WatchSession = {
    async firstStage() {
      const isListed = await abandonOnAbort(hasNoInitialEvents(connection, resource, offer.accept), signal);
      return isListed ? 'list' : 'events';
    },

    async open({ stage, version }) {
      if (stage === 'events') await session.takeTurn();
      const position = stage === 'events' ? stateFrom(least) : { resourceVersion: version };
      const query = { ...position, timeoutSeconds: timeoutSeconds ?? streamSeconds() };
      const stream = await openStream(source, { offer, query, silenceTimeoutMs: idleTimeoutMs, place });
      patience.opened();
      comeback.through(session);
      return stream;
    },

    async takeTurn() {
      endTurn();
      release = await comeback.states.take(signal);
    },

    progressed() {
      noteRefusal?.();
      noteRefusal = undefined;
      patience.progressed();
      endTurn();
    },

    listed() {
      patience.opened();
    },

    async judge(end, { stage, version, hasYielded }) {
      endTurn();
      const isRefused = end?.error instanceof ApiError && end.error.statusCode === 406;
      if (isRefused && offer.exact === true) throw end.error;
      if (stage === 'events' && refusesInitialEvents(end)) {
        const form = isStatus(end, 406) ? offer.accept : undefined;
        if (!hasYielded) return listInstead(form);
        if (isSilence(end)) noteNoInitialEvents(connection, resource);
      }
      const inJson = offerInJson(end?.error, form, offer);
      if (inJson !== undefined && !(stage === 'events' && hasYielded)) {
        offer = inJson;
        return { waitMs: 0 };
      }
      if (isRefused && isRefusable(offer)) {
        noteRefused(form, offer);
        offer = plainOffer;
        return { waitMs: 0 };
      }
      if (stage === 'events' && hasYielded && isCut(end)) {
        throw new WatchEndedError('incomplete', resource, { cause: end?.error });
      }
      const verdict = end === undefined ? patience.afterClose(version) : patience.afterFailure(end.error, version);
      if ('error' in verdict) {
        // A server with the feature answers this if its storage lacks what the feature needs.
        if (stage === 'events' && !hasYielded && isStatus(end, 500)) return listInstead();
        throw verdict.error;
      }
      if (verdict.probe && version !== undefined) await requireNotBehind(source, version);
      isLost = end?.error instanceof ConnectionError;
      return verdict;
    },

    wait: (ms) => (isLost ? comeback.wait(session, { ms, clock, signal }) : clock.sleep(ms, signal)),

    end() {
      endTurn();
      comeback.leave(session);
    },
  };
  return session;
}

/**
 * The query for the state at a version or later (the newest if none is given), as events that a marked bookmark ends.
 */
function stateFrom(least: string | undefined): QueryParameters {
  const resourceVersion = least === '' ? undefined : least;
  return { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', resourceVersion };
}

/** Like client-go: 5 to 10 minutes at random, so that not all watches leave a server at once. */
function streamSeconds(): number {
  return Math.round(300 * (1 + Math.random()));
}

/**
 * Reports whether the endpoint does not support initial events: Kubernetes' own answer 422 (to resourceVersionMatch or
 * to sendInitialEvents), others 400, and some servers answer 406 to a Table of them; silence counts too.
 */
function refusesInitialEvents(end: StreamEnd): boolean {
  return isSilence(end) || [400, 406, 422].some((statusCode) => isStatus(end, statusCode));
}

function isStatus(end: StreamEnd, statusCode: number): boolean {
  return end?.error instanceof ApiError && end.error.statusCode === statusCode;
}

function isSilence(end: StreamEnd): boolean {
  return end?.error instanceof TimeoutError && end.error.limit === 'silenceTimeoutMs';
}

/** Reports whether the stream ended in a way that would be retried if there were a version to resume from. */
function isCut(end: StreamEnd): boolean {
  if (end === undefined || isSilence(end)) return true;
  return end.error instanceof ConnectionError || isForgotten(end.error) || isPassing(end.error);
}

/**
 * Throws if the server is at an earlier version, as after a restore of its data: it would stay silent until it reaches
 * this version again. If the request fails, the next stream will show why.
 */
async function requireNotBehind(source: WatchSource, version: string): Promise<void> {
  const { signal, target } = source;
  let now: string;
  try {
    now = await versionNow(source, false);
  } catch {
    signal.throwIfAborted();
    return;
  }
  if (isDecimal(now) && isDecimal(version) && BigInt(now) < BigInt(version)) {
    throw new WatchEndedError('behind', target.mapping.resource, { resourceVersion: version });
  }
}

/** Versions are opaque; those of Kubernetes' own servers are numbers. */
function isDecimal(version: string): boolean {
  return /^\d+$/.test(version);
}
