import type { AnswerBody } from '../../media/answer-body.js';
import { eventOf, type ListedItem } from '../../representation/list-events.js';
import type { Shapes } from '../../representation/shapes.js';
import { backoffMs, systemClock } from '../../shared/clock.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { ConnectionError, TimeoutError } from '../../transport/errors.js';
import type { WatchOptions } from '../options.js';
import { isPassing } from './patience.js';
import type { WatchMark } from './watch-marks.js';
import { listPage, type WatchSource } from './watch-requests.js';

/** An object as the last list had it. */
interface Known {
  readonly object: JsonRecord;
  /** Two states with the same text are the same: the version, or the whole where there is none. */
  readonly state: string;
}

/**
 * Lists again and again, and yields what differs as the events that a watch would have sent: for resources without the verb
 * watch, metrics for one. States between two lists are never seen. An object that was deleted and made again under its name
 * is told as `DELETED` and `ADDED` where it has a uid. Once it has listed, no passing failure ends it.
 */
export async function* pollObjects<S extends Shapes>(
  source: WatchSource<S>,
  { poll = 0, initialEvents, interruptions, resourceVersion, clock = systemClock }: WatchOptions,
): AsyncGenerator<S['event'] | WatchMark, void, undefined> {
  const { connection, representation, target, signal } = source;
  if (resourceVersion !== undefined && resourceVersion !== '' && initialEvents !== true) {
    throw new InvalidArgumentError(
      'resourceVersion',
      'needs a watch: a list does not tell what has changed since then',
    );
  }
  const decode = representation.decodeEvents(target);
  const first = { resourceVersion: resourceVersion === '' ? undefined : resourceVersion };
  let known: ReadonlyMap<string, Known> | undefined;
  let failures = 0;
  for (;;) {
    let page;
    try {
      page = await listPage(source, known === undefined ? first : {});
      if (failures > 0 && interruptions === true) yield { type: 'RESUMED' };
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      const passes = error instanceof ConnectionError || error instanceof TimeoutError || isPassing(error);
      if (known === undefined || !passes) throw error;
      if (failures === 0 && interruptions === true) yield { type: 'INTERRUPTED', error };
      await clock.sleep(Math.max(poll, backoffMs(failures, connection.limits.maxDelayMs)), signal);
      failures += 1;
      continue;
    }
    const now = keyed(page.items);
    if (known !== undefined || initialEvents !== false) {
      for (const frame of differences(known ?? new Map(), now, page.body)) {
        signal.throwIfAborted();
        yield decode(frame);
      }
    }
    if (known === undefined && initialEvents === true) {
      yield { type: 'INITIAL_EVENTS_END', resourceVersion: page.resourceVersion ?? '' };
    }
    known = now;
    await clock.sleep(poll, signal);
  }
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

function keyed(items: readonly ListedItem[]): Map<string, Known> {
  return new Map(
    items.map(({ key, resourceVersion, object }) => {
      if (key === undefined) {
        throw new InvalidArgumentError(
          'poll',
          'needs the metadata of each object: take a Table with includeObject "Metadata"',
        );
      }
      return [key, { object, state: resourceVersion ?? JSON.stringify(object) }];
    }),
  );
}
