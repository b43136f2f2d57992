import type { AnswerBody } from '../../media/answer-body.js';
import { eventOf } from '../../representation/list-events.js';
import { WatchEndedError } from '../errors.js';
import { createRoundDetector, endlessList } from '../verbs/read.js';
import { isExpired } from './patience.js';
import { listPage, requireVersion, type PageRead, type WatchSource } from './watch-requests.js';

/** A page of the initial state, as the events that a server would have sent. */
export interface StatePage {
  readonly frames: Iterable<AnswerBody>;
  /** That of the first page: a server that lists each page anew has changed earlier pages since then. */
  readonly resourceVersion: string;
}

const defaultPageSize = 500;

/**
 * The initial state of a watch, from a list: for servers that do not send it as events. A token that expires between two
 * pages ends it as incomplete, since what was yielded of the first pages may have changed.
 *
 * @param least the version that it may not be older than; empty for the newest state
 * @param limit how many objects a page has; 0 for all in one
 */
export async function* listState(
  source: WatchSource,
  least: string,
  limit = defaultPageSize,
): AsyncGenerator<StatePage, void, undefined> {
  const { target } = source;
  const paging = limit === 0 ? {} : { limit };
  const position = least === '' ? {} : { resourceVersion: least, resourceVersionMatch: 'NotOlderThan' };
  let page: PageRead = await listPage(source, { ...paging, ...position });
  const resourceVersion = requireVersion(page, target);
  const goesRound = createRoundDetector(undefined);
  for (;;) {
    yield { frames: framesOf(page), resourceVersion };
    const next = page.continue;
    if (next === undefined) return;
    if (goesRound(next)) throw endlessList(target.mapping.resource);
    try {
      page = await listPage(source, { ...paging, continue: next });
    } catch (error) {
      if (!isExpired(error)) throw error;
      throw new WatchEndedError('incomplete', target.mapping.resource, { cause: error });
    }
  }
}

function* framesOf({ items, body }: PageRead): Generator<AnswerBody, void, undefined> {
  for (const { object } of items) yield eventOf('ADDED', object, body);
}
