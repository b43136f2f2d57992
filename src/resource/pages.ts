import type { Representation, RepresentationContext } from '../representation/representation.js';
import { UnexpectedShapeError } from '../representation/unexpected-shape-error.js';
import type { ListOptions } from './options.js';

/** What the pages of a list are read with. */
export interface PageReader<Many> {
  readonly list: (options: ListOptions) => Promise<Many>;
  readonly representation: Representation<unknown, Many, unknown>;
  readonly context: RepresentationContext;
}

/**
 * Page after page, each asked for when it is wanted; every iteration begins at the first one. Throws
 * `UnexpectedShapeError` when the server sends the same token again, which would never end.
 */
export function pagesOf<Many>(reader: PageReader<Many>, options: ListOptions): AsyncIterable<Many> {
  return { [Symbol.asyncIterator]: () => readPages(reader, options) };
}

/** The items of all pages. After an abort nothing more is yielded, not even of a page that is there already. */
export function itemsOf<Many, Item>(
  pages: AsyncIterable<Many>,
  representation: Representation<unknown, Many, Item>,
  signal: AbortSignal | undefined,
): AsyncIterable<Item> {
  return { [Symbol.asyncIterator]: () => readItems(pages, representation, signal) };
}

async function* readPages<Many>(
  { list, representation, context }: PageReader<Many>,
  options: ListOptions,
): AsyncGenerator<Many, void, undefined> {
  let page = await list(options);
  yield page;
  let sent = options.continue;
  for (let next = representation.continueOf(page); next !== undefined; next = representation.continueOf(page)) {
    if (next === sent) {
      throw new UnexpectedShapeError({
        resource: context.mapping.resource,
        apiVersion: undefined,
        kind: undefined,
        place: 'metadata.continue',
        problem: 'is the token that this page was asked for with',
      });
    }
    sent = next;
    // The token holds the resourceVersion; servers reject a second one beside it.
    page = await list({ ...options, continue: next, resourceVersion: undefined, resourceVersionMatch: undefined });
    yield page;
  }
}

async function* readItems<Many, Item>(
  pages: AsyncIterable<Many>,
  representation: Representation<unknown, Many, Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  for await (const page of pages) {
    for (const item of representation.itemsOf(page)) {
      signal?.throwIfAborted();
      yield item;
    }
  }
}
