import { createTokenCheck } from '../../representation/continue-tokens.js';
import type { Shapes } from '../../representation/shapes.js';
import { callOptionNames, requireCallOptions } from '../../shared/arguments.js';
import { abortableIterator } from '../../shared/abortable-iterator.js';
import { begin, inShard, listPath, objectPath, reach, readAs, type HandleParts } from '../call.js';
import { optionTables, type GetOptions, type ListOptions, type SubresourceChoice } from '../options.js';

/** Gets one object, or a subresource of it. */
export async function getObject<S extends Shapes>(
  parts: HandleParts<S>,
  name: string,
  options: GetOptions & Partial<SubresourceChoice>,
): Promise<S['one']> {
  const call = begin(parts.connection, optionTables.get, options);
  const at = await reach(parts, 'get', call);
  const request = { ...call.request, path: objectPath(at, name, call.subresource) };
  return readAs(parts, 'get', at, request, (body) => parts.representation.decodeOne(body, at));
}

/** Gets one page of a list. */
export async function listObjects<S extends Shapes>(parts: HandleParts<S>, options: ListOptions): Promise<S['many']> {
  const { connection } = parts;
  const call = begin(connection, optionTables.list, options);
  const representation = options.shard === undefined ? parts.representation : inShard(parts, options.shard);
  const at = await reach(parts, 'list', call);
  const request = { ...call.request, path: listPath(at) };
  return readAs({ connection, representation }, 'list', at, request, (body) => representation.decodeMany(body, at));
}

/**
 * Yields page after page, each requested on demand; every iteration begins at the first page. Throws
 * `UnexpectedShapeError` if the server repeats an earlier token, because the list would never end.
 */
export function pagesOf<S extends Shapes>(parts: HandleParts<S>, options: ListOptions): AsyncIterable<S['many']> {
  return { [Symbol.asyncIterator]: () => readPages(parts, options) };
}

/**
 * Yields the items of all pages. The next page is requested while one is being read, so at most two are held. A failure
 * of the next page is thrown only when the iteration reaches it, and leaving early ends the request. After an abort
 * nothing more is yielded, not even from a page that has already arrived.
 */
export function itemsOf<S extends Shapes>(parts: HandleParts<S>, options: ListOptions): AsyncIterable<S['item']> {
  const iterate = (): AsyncIterator<S['item'], undefined> => {
    const { signal } = requireCallOptions(options, { ...optionTables.list.query, ...callOptionNames });
    return abortableIterator((leaving) => readItems(parts, options, leaving), [signal]);
  };
  return { [Symbol.asyncIterator]: iterate };
}

async function* readPages<S extends Shapes>(
  parts: HandleParts<S>,
  options: ListOptions,
): AsyncGenerator<S['many'], void, undefined> {
  const { representation, findEndpoint } = parts;
  let page = await listObjects(parts, options);
  yield page;
  const { resource } = await findEndpoint(options);
  const check = createTokenCheck(resource, options.continue);
  for (let next = representation.continueOf(page); next !== undefined; next = representation.continueOf(page)) {
    const repeated = check(next);
    if (repeated !== undefined) throw repeated;
    // The token holds the resourceVersion; servers reject a second one beside it.
    page = await listObjects(parts, {
      ...options,
      continue: next,
      resourceVersion: undefined,
      resourceVersionMatch: undefined,
    });
    yield page;
  }
}

/**
 * A caller that has read this many items of a page will probably read on; one that leaves earlier costs no further
 * page.
 */
const readsOnAfter = 8;

async function* readItems<S extends Shapes>(
  parts: HandleParts<S>,
  options: ListOptions,
  signal: AbortSignal,
): AsyncGenerator<S['item'], void, undefined> {
  const pages = readPages(parts, { ...options, signal });
  let ahead: ReturnType<typeof pages.next> | undefined;
  for (;;) {
    const page = await (ahead ?? pages.next());
    if (page.done === true) return;
    ahead = undefined;
    let read = 0;
    for (const item of parts.representation.itemsOf(page.value)) {
      signal.throwIfAborted();
      if (read === readsOnAfter) {
        ahead = pages.next();
        // The request may fail long before its page is needed, and the page may never be needed.
        ahead.catch(() => undefined);
      }
      read += 1;
      yield item;
    }
  }
}
