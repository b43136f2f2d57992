import type { GroupVersionResource } from '../../model/group-version-resource.js';
import { UnexpectedShapeError } from '../../representation/errors.js';
import type { Representation } from '../../representation/representation.js';
import type { Shapes } from '../../representation/shapes.js';
import type { Connection } from '../../transport/connection.js';
import { readAs } from '../call.js';
import { optionTables, queryOf, type GetOptions, type ListOptions } from '../options.js';
import { listPath, objectPath, type Target } from '../target.js';

/** What a handle reads with. */
export interface Reader<S extends Shapes> {
  readonly connection: Connection;
  readonly representation: Representation<S>;
  readonly target: () => Target;
}

/** Gets one object. */
export async function getObject<S extends Shapes>(
  { connection, representation, target }: Reader<S>,
  name: string,
  options: GetOptions,
): Promise<S['one']> {
  const at = target();
  const query = queryOf(optionTables.get, options);
  const call = { method: 'GET', path: objectPath(at, name), query, options } as const;
  const { resource } = at.mapping;
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
  { connection, representation, target }: Reader<S>,
  options: ListOptions,
): Promise<S['many']> {
  const at = target();
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

/** The items of all pages. After an abort nothing more is yielded, not even of a page that is there already. */
export function itemsOf<S extends Shapes>(reader: Reader<S>, options: ListOptions): AsyncIterable<S['item']> {
  return { [Symbol.asyncIterator]: () => readItems(reader, options) };
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

async function* readItems<S extends Shapes>(
  reader: Reader<S>,
  options: ListOptions,
): AsyncGenerator<S['item'], void, undefined> {
  for await (const page of pagesOf(reader, options)) {
    for (const item of reader.representation.itemsOf(page)) {
      options.signal?.throwIfAborted();
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
