import type { AnswerBody } from '../../media/answer-body.js';
import { eventOf, type ListedItem } from '../../representation/list-events.js';
import type { Shapes } from '../../representation/shapes.js';
import { backoffMs, systemClock } from '../../shared/clock.js';
import { InvalidArgumentError } from '../../shared/invalid-argument-error.js';
import type { JsonRecord } from '../../shared/json-record.js';
import { ConnectionError, TimeoutError } from '../../transport/errors.js';
import type { WatchOptions } from '../options.js';
import type { QueryParameters } from '../../transport/connection.js';
import { WatchEndedError } from '../errors.js';
import { createRoundDetector, endlessList } from '../verbs/read.js';
import { isForgotten, isPassing } from './patience.js';
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
  { poll = 0, limit = 0, initialEvents, interruptions, resourceVersion, clock = systemClock }: WatchOptions,
): AsyncGenerator<S['event'] | WatchMark, void, undefined> {
  const { connection, representation, target, signal } = source;
  if (!isNewest(resourceVersion) && resourceVersion !== '0' && initialEvents !== true) {
    throw new InvalidArgumentError(
      'resourceVersion',
      'needs a watch: a list does not tell what has changed since then',
    );
  }
  const decode = representation.decodeEvents(target);
  const first = isNewest(resourceVersion) ? {} : { resourceVersion, resourceVersionMatch: 'NotOlderThan' };
  let paging: QueryParameters = limit === 0 ? {} : { limit };
  let known: ReadonlyMap<string, Known> | undefined;
  let failures = 0;
  for (;;) {
    let state;
    try {
      state = await readState(source, known === undefined ? { ...first, ...paging } : paging);
      if (failures > 0 && interruptions === true) yield { type: 'RESUMED' };
      failures = 0;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WatchEndedError) paging = {};
      if (known === undefined || !passes(error)) throw error;
      if (failures === 0 && interruptions === true) yield { type: 'INTERRUPTED', error };
      await clock.sleep(Math.max(poll, backoffMs(failures, connection.limits.maxDelayMs)), signal);
      failures += 1;
      continue;
    }
    if (known !== undefined || initialEvents !== false) {
      for (const frame of differences(known ?? new Map(), state)) {
        signal.throwIfAborted();
        yield decode(frame);
      }
    }
    if (known === undefined && initialEvents === true) {
      yield { type: 'INITIAL_EVENTS_END', resourceVersion: state.resourceVersion ?? '' };
    }
    known = state.known;
    await clock.sleep(poll, signal);
  }
}

function isNewest(resourceVersion: string | undefined): boolean {
  return resourceVersion === undefined || resourceVersion === '';
}

/** One state, which may have come in several pages. */
interface ListedState {
  readonly known: ReadonlyMap<string, Known>;
  readonly resourceVersion: string | undefined;
  /** In which answer an object came, or any where nothing came. */
  readonly body: AnswerBody;
}

/**
 * Reads every page of one state. What the pages behind an expired token have may be of another moment, so that the state is
 * incomplete then, and is taken in one the next time; a token that was sent before ends the watch.
 */
async function readState(source: WatchSource, first: QueryParameters): Promise<ListedState> {
  const { resource } = source.target.mapping;
  const known = new Map<string, Known>();
  const { limit } = first;
  let page = await listPage(source, first);
  addTo(known, page.items);
  const goesRound = createRoundDetector(undefined);
  for (let next = page.continue; next !== undefined; next = page.continue) {
    if (goesRound(next)) throw endlessList(resource);
    try {
      page = await listPage(source, { limit, continue: next });
    } catch (error) {
      if (isForgotten(error)) throw new WatchEndedError('incomplete', resource, { cause: error });
      throw error;
    }
    addTo(known, page.items);
  }
  return { known, resourceVersion: page.resourceVersion, body: page.body };
}

/** Whether the next try may succeed. */
function passes(error: unknown): boolean {
  return [ConnectionError, TimeoutError, WatchEndedError].some((each) => error instanceof each) || isPassing(error);
}

function* differences(
  before: ReadonlyMap<string, Known>,
  { known: now, body }: ListedState,
): Generator<AnswerBody, void, undefined> {
  for (const [key, { object }] of before) if (!now.has(key)) yield eventOf('DELETED', object, body);
  for (const [key, { object, state }] of now) {
    const last = before.get(key);
    if (last === undefined) yield eventOf('ADDED', object, body);
    else if (last.state !== state) yield eventOf('MODIFIED', object, body);
  }
}

function addTo(known: Map<string, Known>, items: readonly ListedItem[]): void {
  for (const { key, resourceVersion, object } of items) {
    if (key === undefined) {
      throw new InvalidArgumentError(
        'poll',
        'needs the metadata of each object: take a Table with includeObject "Metadata"',
      );
    }
    known.set(key, { object, state: resourceVersion ?? JSON.stringify(object) });
  }
}
