import type { Catalog } from '../../catalog/catalog.js';
import { createTokenCheck } from '../../representation/continue-tokens.js';
import type { Representation } from '../../representation/representation.js';
import type { Shapes } from '../../representation/shapes.js';
import type { Connection } from '../../transport/connection.js';
import { callOptionNames, requireCallOptions } from '../../shared/arguments.js';
import { leavable } from '../../shared/leavable.js';
import { readAs } from '../call.js';
import { requireSubresource, requireVerb } from '../capabilities.js';
import { optionTables, queryOf, type GetOptions, type ListOptions, type SubresourceChoice } from '../options.js';
import { listPath, objectPath, type Ready, type Target } from '../target.js';

/** The parts of a handle that reads use. */
export interface Reader<S extends Shapes> {
  readonly connection: Connection;
  readonly ready: Ready;
  readonly representation: Representation<S>;
  /** Called once `ready` has found the endpoint. */
  readonly target: () => Target;
  readonly currentCatalog: () => Catalog | undefined;
}

/** Gets one object, or a subresource of it. */
export async function getObject<S extends Shapes>(
  { connection, representation, target, currentCatalog }: Reader<S>,
  name: string,
  options: GetOptions & Partial<SubresourceChoice>,
): Promise<S['one']> {
  const at = target();
  const query = queryOf(optionTables.get, options);
  const { subresource } = options;
  const path = objectPath(at, name, subresource);
  const { resource } = at.mapping;
  if (subresource === undefined) requireVerb(currentCatalog(), resource, 'get');
  else requireSubresource(currentCatalog(), resource, { subresource, verb: 'get' });
  const call = { method: 'GET', path, query, options } as const;
  const offer = representation.offer('get', at);
  return readAs(connection, call, {
    verb: 'get',
    resource,
    offer,
    decode: (body) => representation.decodeOne(body, at),
  });
}

/** Gets one page of a list. */
export async function listObjects<S extends Shapes>(
  { connection, representation, target, currentCatalog }: Reader<S>,
  options: ListOptions,
): Promise<S['many']> {
  const at = target();
  requireVerb(currentCatalog(), at.mapping.resource, 'list');
  const query = queryOf(optionTables.list, options);
  const call = { method: 'GET', path: listPath(at), query, options } as const;
  const { resource } = at.mapping;
  const offer = representation.offer('list', at);
  return readAs(connection, call, {
    verb: 'list',
    resource,
    offer,
    decode: (body) => representation.decodeMany(body, at),
  });
}

/**
 * Yields page after page, each requested on demand; every iteration begins at the first page. Throws
 * `UnexpectedShapeError` if the server repeats an earlier token, because the list would never end.
 */
export function pagesOf<S extends Shapes>(reader: Reader<S>, options: ListOptions): AsyncIterable<S['many']> {
  return { [Symbol.asyncIterator]: () => readPages(reader, options) };
}

/**
 * Yields the items of all pages. The next page is requested while one is being read, so at most two are held. A failure
 * of the next page is thrown only when the iteration reaches it, and leaving early ends the request. After an abort
 * nothing more is yielded, not even from a page that has already arrived.
 */
export function itemsOf<S extends Shapes>(reader: Reader<S>, options: ListOptions): AsyncIterable<S['item']> {
  const iterate = (): AsyncIterator<S['item'], undefined> => {
    const { signal } = requireCallOptions(options, { ...optionTables.list.query, ...callOptionNames });
    return leavable((leaving) => readItems(reader, options, leaving), [signal]);
  };
  return { [Symbol.asyncIterator]: iterate };
}

async function* readPages<S extends Shapes>(
  reader: Reader<S>,
  options: ListOptions,
): AsyncGenerator<S['many'], void, undefined> {
  const { representation, target } = reader;
  let page = await listObjects(reader, await reader.ready(optionTables.list, options));
  yield page;
  const check = createTokenCheck(target().mapping.resource, options.continue);
  for (let next = representation.continueOf(page); next !== undefined; next = representation.continueOf(page)) {
    const repeated = check(next);
    if (repeated !== undefined) throw repeated;
    // The token holds the resourceVersion; servers reject a second one beside it.
    page = await listObjects(reader, {
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
  reader: Reader<S>,
  options: ListOptions,
  signal: AbortSignal,
): AsyncGenerator<S['item'], void, undefined> {
  const pages = readPages(reader, { ...options, signal });
  let ahead: ReturnType<typeof pages.next> | undefined;
  for (;;) {
    const page = await (ahead ?? pages.next());
    if (page.done === true) return;
    ahead = undefined;
    let read = 0;
    for (const item of reader.representation.itemsOf(page.value)) {
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
