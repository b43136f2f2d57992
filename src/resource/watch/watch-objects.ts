import type { RepresentationOffer } from '../../representation/representation.js';
import type { Shapes } from '../../representation/shapes.js';
import { readFrame } from '../../representation/watch-event.js';
import { plainJson } from '../../representation/whole-object.js';
import { systemClock } from '../../shared/clock.js';
import { apiErrorOfEvent } from '../../transport/api-failure.js';
import type { QueryParameters, StreamPlace } from '../../transport/connection.js';
import { ApiError, ConnectionError, TimeoutError } from '../../transport/errors.js';
import { readFrames } from '../../transport/frames.js';
import { WatchEndedError } from '../errors.js';
import type { WatchOptions } from '../options.js';
import { noteRefused, offerInJson, offerTo, type Asked } from '../known-forms.js';
import { hasNoInitialEvents, noteNoInitialEvents } from './initial-events-support.js';
import { listState } from './list-state.js';
import { createPatience, isExpired, isPassing } from './patience.js';
import { openStream, versionNow, type WatchSource } from './watch-requests.js';

/** The mark behind the initial state of a watch that was asked for `initialEvents`. */
export interface InitialEventsEnd {
  readonly type: 'INITIAL_EVENTS_END';
  /** The version at which the state was complete. */
  readonly resourceVersion: string;
}

/** Bookmarks come about once a minute, at times a little later. */
const defaultIdleTimeoutMs = 75_000;

/**
 * One watch, over as many streams as it takes. It stands in one of three stages: the initial state comes as events, which
 * cannot be resumed, since their order is that of names; it is listed; or there is a version to go on from.
 */
export async function* watchObjects<S extends Shapes>(
  source: WatchSource<S>,
  options: WatchOptions,
  place: StreamPlace,
): AsyncGenerator<S['event'] | InitialEventsEnd, void, undefined> {
  const { connection, representation, target, signal } = source;
  const { resource } = target.mapping;
  const { idleTimeoutMs = defaultIdleTimeoutMs, bookmarks = false, clock = systemClock } = options;
  const asked = options.resourceVersion === '' ? undefined : options.resourceVersion;
  const wantsState = options.initialEvents ?? (asked === undefined || asked === '0');
  const wantsMark = options.initialEvents === true;
  const decode = representation.decodeEvents(target);
  const patience = createPatience({ resource, maxDelayMs: connection.limits.maxDelayMs, clock });
  const frameLimit = { maxFrameBytes: connection.limits.maxAnswerBytes, limitedBy: 'maxAnswerBytes' };

  let stage: 'events' | 'list' | 'version' = 'version';
  let version: string | undefined;
  const askedOf: Asked = { connection, resource, verb: 'watch' };
  let offer = offerTo(askedOf, representation.offer('watch', target));
  let hasYielded = false;
  if (wantsState) stage = (await hasNoInitialEvents(connection, resource)) ? 'list' : 'events';
  else version = asked === undefined || asked === '0' ? await versionNow(source) : asked;

  for (;;) {
    if (stage === 'list') {
      for await (const page of listState(source, asked, options.limit)) {
        for (const frame of page.frames) {
          signal.throwIfAborted();
          yield decode(frame);
        }
        version = page.resourceVersion;
      }
      stage = 'version';
      patience.opened();
      if (wantsMark) yield { type: 'INITIAL_EVENTS_END', resourceVersion: version ?? '' };
    }

    let failure: { readonly error: unknown } | undefined;
    try {
      const position = stage === 'events' ? stateFrom(asked) : { resourceVersion: version };
      const query = { ...position, timeoutSeconds: options.timeoutSeconds ?? streamSeconds() };
      const stream = await openStream(source, { offer, query, silenceTimeoutMs: idleTimeoutMs, place });
      patience.opened();
      for await (const frame of readFrames(stream, frameLimit)) {
        signal.throwIfAborted();
        const { type, object, resourceVersion, endsInitialEvents, body } = readFrame(frame, target);
        if (type === 'ERROR') throw apiErrorOfEvent(object, stream);
        const event = decode(body);
        patience.progressed();
        const isMark: boolean = endsInitialEvents && stage === 'events';
        if (isMark) stage = 'version';
        if (stage === 'version') version = resourceVersion;
        if (isMark && wantsMark) yield { type: 'INITIAL_EVENTS_END', resourceVersion: resourceVersion ?? '' };
        else if (type !== 'BOOKMARK' || bookmarks) {
          hasYielded = true;
          yield event;
        }
      }
    } catch (error) {
      failure = { error };
    }
    signal.throwIfAborted();

    if (stage === 'events' && failure !== undefined && refusesInitialEvents(failure.error)) {
      noteNoInitialEvents(connection, resource);
      if (!hasYielded) {
        stage = 'list';
        continue;
      }
    }
    const inJson = offerInJson(failure?.error, askedOf, offer);
    if (inJson !== undefined && !(stage === 'events' && hasYielded)) {
      offer = inJson;
      continue;
    }
    if (isNotAcceptable(failure?.error) && offer.accept !== plainJson) {
      noteRefused(askedOf, offer);
      offer = plainOffer;
      continue;
    }
    if (stage === 'events' && hasYielded && (failure === undefined || isCut(failure.error))) {
      throw new WatchEndedError('incomplete', resource, { cause: failure?.error });
    }
    const verdict =
      failure === undefined ? patience.afterClose(version) : patience.afterFailure(failure.error, version);
    if ('error' in verdict) throw verdict.error;
    if (verdict.probe && version !== undefined) await requireNotBehind(source, version);
    if (verdict.waitMs > 0) await clock.sleep(verdict.waitMs, signal);
  }
}

const plainOffer: RepresentationOffer = { accept: plainJson };

/** The state at a version or later, as events that a marked bookmark follows; the newest where none is given. */
function stateFrom(resourceVersion: string | undefined): QueryParameters {
  return { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', resourceVersion };
}

/** As client-go has it: servers are left in turn, and not by all at once. */
function streamSeconds(): number {
  return Math.round(300 * (1 + Math.random()));
}

/** Only this says that an endpoint does not know initial events; 406 is what some servers say to a Table of them. */
function refusesInitialEvents(error: unknown): boolean {
  return error instanceof ApiError ? [400, 406, 422].includes(error.statusCode) : isSilence(error);
}

function isNotAcceptable(error: unknown): boolean {
  return error instanceof ApiError && error.statusCode === 406;
}

function isSilence(error: unknown): boolean {
  return error instanceof TimeoutError && error.limit === 'silenceTimeoutMs';
}

/** What would be tried again, were there anything to resume. */
function isCut(error: unknown): boolean {
  return error instanceof ConnectionError || isSilence(error) || isExpired(error) || isPassing(error);
}

/**
 * Throws where the server is at a version before this one, as after a restore of its data: it would be silent until it has
 * come that far again. What keeps it from answering, the next stream will tell.
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
