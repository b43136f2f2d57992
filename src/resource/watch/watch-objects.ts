import { eventOf } from '../../representation/list-events.js';
import type { Shapes } from '../../representation/shapes.js';
import { readFrame } from '../../representation/watch-event.js';
import { apiErrorOfEvent } from '../../transport/api-failure.js';
import type { StreamSlot } from '../../transport/connection.js';
import { readFrames } from '../../transport/frames.js';
import type { WatchOptions } from '../options.js';
import { listState } from './list-state.js';
import type { WatchMark } from './watch-marks.js';
import { requireVersion, versionNow, type WatchSource } from './watch-requests.js';
import { createWatchSession, type StreamEnd, type WatchPosition } from './watch-session.js';

/**
 * Runs one watch, over as many streams as it takes. The watch is in one of three stages: the initial state arrives as
 * events, which cannot be resumed because they are ordered by name; the initial state is listed; or there is a version
 * to resume from.
 */
export async function* watchObjects<S extends Shapes>(
  source: WatchSource<S>,
  options: WatchOptions,
  place: StreamSlot,
): AsyncGenerator<S['event'] | WatchMark, void, undefined> {
  const { connection, representation, target, signal } = source;
  const { resourceVersion: least = '', initialEvents, bookmarks = false, interruptions = false } = options;
  const isAny = least === '' || least === '0';
  const wantsState: boolean = initialEvents ?? isAny;
  const wantsMark = initialEvents === true;
  const decode = representation.decodeEvents(target);
  const frameLimit = { maxFrameBytes: connection.limits.maxAnswerBytes, limitedBy: 'maxAnswerBytes' };
  const session = createWatchSession(source, options, place);

  let stage: WatchPosition['stage'] = 'version';
  let version: string | undefined;
  let hasYielded = false;
  let isInterrupted = false;
  try {
    if (wantsState) {
      stage = await session.firstStage();
    } else {
      version = isAny ? await versionNow(source) : least;
    }
    for (;;) {
      if (stage === 'list') {
        await session.takeTurn();
        for await (const page of listState(source, least, options.limit)) {
          session.progressed();
          version = requireVersion(page, target);
          for (const { object } of page.items) {
            signal.throwIfAborted();
            yield decode(eventOf('ADDED', object, page.body));
          }
        }
        stage = 'version';
        session.listed();
        if (wantsMark) yield { type: 'INITIAL_EVENTS_END', resourceVersion: version ?? '' };
      }

      let end: StreamEnd;
      try {
        const stream = await session.open({ stage, version, hasYielded });
        if (isInterrupted) yield { type: 'RESUMED' };
        isInterrupted = false;
        for await (const frame of readFrames(stream, frameLimit)) {
          signal.throwIfAborted();
          const { type, object, resourceVersion, endsInitialEvents, body } = readFrame(frame, target);
          if (type === 'ERROR') throw apiErrorOfEvent(object, stream);
          const event = decode(body);
          session.progressed();
          const isMark = endsInitialEvents && stage === 'events';
          if (isMark) stage = 'version';
          if (stage === 'version') version = resourceVersion;
          if (isMark && wantsMark) yield { type: 'INITIAL_EVENTS_END', resourceVersion: resourceVersion ?? '' };
          else if (type !== 'BOOKMARK' || bookmarks) {
            hasYielded = true;
            yield event;
          }
        }
      } catch (error) {
        end = { error };
      }
      signal.throwIfAborted();
      const step = await session.judge(end, { stage, version, hasYielded });
      if (step === 'list') stage = 'list';
      else if (step.waitMs > 0) {
        if (interruptions && !isInterrupted && end !== undefined) {
          isInterrupted = true;
          yield { type: 'INTERRUPTED', error: end.error };
        }
        await session.wait(step.waitMs);
      }
    }
  } finally {
    session.end();
  }
}
