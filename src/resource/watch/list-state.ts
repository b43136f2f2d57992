import { WatchEndedError } from '../errors.js';
import { createTokenCheck } from '../../representation/continue-tokens.js';
import { isForgotten } from './patience.js';
import { listPage, type PageRead, type WatchSource } from './watch-requests.js';

const defaultPageSize = 500;

/**
 * Lists one state, page after page, for servers that do not send it as events. Every page gets the resourceVersion of
 * the first page: on a server that lists every page afresh, objects of earlier pages may have changed since then. A
 * token that expires between two pages ends the list as incomplete, because the objects of the first pages may have
 * changed; a repeated token throws `UnexpectedShapeError`.
 *
 * @param least the oldest acceptable version; empty for the newest state
 * @param limit how many objects a page has; 0 for all in one
 */
export async function* listState(
  source: WatchSource,
  least = '',
  limit = defaultPageSize,
): AsyncGenerator<PageRead, void, undefined> {
  const { resource } = source.target.mapping;
  const paging = limit === 0 ? {} : { limit };
  const position = least === '' ? {} : { resourceVersion: least, resourceVersionMatch: 'NotOlderThan' };
  let page = await listPage(source, { ...paging, ...position });
  const { resourceVersion } = page;
  const check = createTokenCheck(resource);
  for (;;) {
    yield { ...page, resourceVersion };
    const next = page.continue;
    if (next === undefined) return;
    const repeated = check(next);
    if (repeated !== undefined) throw repeated;
    try {
      page = await listPage(source, { ...paging, continue: next });
    } catch (error) {
      throw isForgotten(error) ? new WatchEndedError('incomplete', resource, { cause: error }) : error;
    }
  }
}
