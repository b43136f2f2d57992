import type { Catalog } from '../../catalog/catalog.js';
import type { GroupVersionResource } from '../../model/group-version-resource.js';
import { UnexpectedShapeError } from '../../representation/errors.js';
import type { Representation } from '../../representation/representation.js';
import type { Shapes } from '../../representation/shapes.js';
import type { Connection } from '../../transport/connection.js';
import { requireCallOptions } from '../../shared/arguments.js';
import { leavable } from '../../shared/leavable.js';
import { readAs } from '../call.js';
import { requireSubresource, requireVerb } from '../capabilities.js';
import { optionTables, queryOf, type GetOptions, type ListOptions, type SubresourceChoice } from '../options.js';
import { listPath, objectPath, type Target } from '../target.js';

/** What a handle reads with. */
export interface Reader<S extends Shapes> {
  readonly connection: Connection;
  readonly representation: Representation<S>;
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
 * Page after page, each asked for when it is wanted; every iteration begins at the first one. Throws `UnexpectedShapeError`
 * when the server sends a token that it has sent before, which would never end.
 */
export function pagesOf<S extends Shapes>(reader: Reader<S>, options: ListOptions): AsyncIterable<S['many']> {
  return { [Symbol.asyncIterator]: () => readPages(reader, options) };
}

/**
 * The items of all pages. While one page is read, the next is asked for, so that two are held at most; what is wrong with it is
 * told when it is wanted, and leaving early ends the request. After an abort nothing more is yielded, not even of a page that
 * is there already.
 */
export function itemsOf<S extends Shapes>(reader: Reader<S>, options: ListOptions): AsyncIterable<S['item']> {
  const iterate = (): AsyncIterator<S['item'], undefined> => {
    const { signal } = requireCallOptions(options);
    return leavable((leaving) => readItems(reader, options, leaving), [signal]);
  };
  return { [Symbol.asyncIterator]: iterate };
}

async function* readPages<S extends Shapes>(
  reader: Reader<S>,
  options: ListOptions,
): AsyncGenerator<S['many'], void, undefined> {
  const { representation, target } = reader;
  let page = await listObjects(reader, options);
  yield page;
  const goesRound = createRoundDetector(options.continue);
  for (let next = representation.continueOf(page); next !== undefined; next = representation.continueOf(page)) {
    if (goesRound(next)) {
      throw endlessList(target().mapping.resource);
    }
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

/** Whoever has read so many items of a page will probably read on; whoever leaves before costs the server no page. */
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
        // It may fail long before it is wanted, and nobody may ever want it.
        ahead.catch(() => undefined);
      }
      read += 1;
      yield item;
    }
  }
}

/** The error for a token that was sent before. */
export function endlessList(resource: GroupVersionResource): UnexpectedShapeError {
  return new UnexpectedShapeError({
    resource,
    apiVersion: undefined,
    kind: undefined,
    place: 'metadata.continue',
    problem: 'is a token that was sent before, so that the list would never end',
  });
}

/**
 * Tells when tokens go round, however long the round is, by one token kept: Brent's algorithm, which sees it within three
 * times the pages before its first repetition.
 */
export function createRoundDetector(first: string | undefined): (token: string) => boolean {
  let kept = first;
  let steps = 0;
  let span = 1;
  return (token) => {
    if (token === kept) return true;
    steps += 1;
    if (steps >= span) {
      kept = token;
      steps = 0;
      span *= 2;
    }
    return false;
  };
}
