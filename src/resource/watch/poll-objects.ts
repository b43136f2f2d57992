import type { AnswerBody } from '../../media/answer-body.js';
import { eventOf, type ListedItem } from '../../representation/list-events.js';
import type { Shapes } from '../../representation/shapes.js';
import { backoffMs, systemClock } from '../../shared/clock.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { ConnectionError, TimeoutError } from '../../transport/errors.js';
import type { WatchOptions } from '../options.js';
import { WatchEndedError } from '../errors.js';
import { listState } from './list-state.js';
import { isPassing } from './patience.js';
import type { WatchMark } from './watch-marks.js';
import type { PageRead, WatchSource } from './watch-requests.js';

/** An object as of the last list. */
interface Known {
  readonly object: JsonRecord;
  /** Identifies the state of the object: its version, or its whole text if it has none. */
  readonly state: string;
}

/**
 * Lists repeatedly, and yields the differences as the events that a watch would have sent: for resources without the
 * watch verb, such as metrics. States between two lists are never seen. An object that was deleted and created again
 * under its name appears as `DELETED` and `ADDED` if it has a uid. After the first list, transient failures do not end
 * the iteration.
 */
export async function* pollObjects<S extends Shapes>(
  source: WatchSource<S>,
  { poll = 0, limit = 0, initialEvents, interruptions, resourceVersion = '', clock = systemClock }: WatchOptions,
): AsyncGenerator<S['event'] | WatchMark, void, undefined> {
  const { connection, representation, target, signal } = source;
  if (!['', '0'].includes(resourceVersion) && initialEvents !== true) {
    throw new InvalidArgumentError(
      'resourceVersion',
      'requires a watch: a list does not show what has changed since then',
    );
  }
  const decode = representation.decodeEvents(target);
  let known: ReadonlyMap<string, Known> | undefined;
  let pageSize = limit;
  let failures = 0;
  for (;;) {
    const now = new Map<string, Known>();
    let last: PageRead | undefined;
    try {
      for await (const page of listState(source, known === undefined ? resourceVersion : '', pageSize)) {
        addTo(now, page.items);
        last = page;
      }
      if (failures > 0 && interruptions === true) yield { type: 'RESUMED' };
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      // A token expired between two pages: list everything in one page the next time.
      if (error instanceof WatchEndedError) pageSize = 0;
      if (known === undefined || !passes(error)) throw error;
      if (failures === 0 && interruptions === true) yield { type: 'INTERRUPTED', error };
      await clock.sleep(Math.max(poll, backoffMs(failures, connection.limits.maxDelayMs)), signal);
      failures += 1;
      continue;
    }
    if (last !== undefined && (known !== undefined || initialEvents !== false)) {
      for (const frame of differences(known ?? new Map(), now, last.body)) {
        signal.throwIfAborted();
        yield decode(frame);
      }
    }
    if (known === undefined && initialEvents === true) {
      yield { type: 'INITIAL_EVENTS_END', resourceVersion: last?.resourceVersion ?? '' };
    }
    known = now;
    await clock.sleep(poll, signal);
  }
}

/** Reports whether the next try may succeed. */
function passes(error: unknown): boolean {
  return [ConnectionError, TimeoutError, WatchEndedError].some((each) => error instanceof each) || isPassing(error);
}

function* differences(
  before: ReadonlyMap<string, Known>,
  now: ReadonlyMap<string, Known>,
  source: AnswerBody,
): Generator<AnswerBody, void, undefined> {
  for (const [key, { object }] of before) if (!now.has(key)) yield eventOf('DELETED', object, source);
  for (const [key, { object, state }] of now) {
    const last = before.get(key);
    if (last === undefined) yield eventOf('ADDED', object, source);
    else if (last.state !== state) yield eventOf('MODIFIED', object, source);
  }
}

function addTo(known: Map<string, Known>, items: readonly ListedItem[]): void {
  for (const { key, resourceVersion, object } of items) {
    if (key === undefined) {
      throw new InvalidArgumentError(
        'poll',
        'requires the metadata of each object: use a Table with includeObject "Metadata"',
      );
    }
    known.set(key, { object, state: resourceVersion ?? JSON.stringify(object) });
  }
}
