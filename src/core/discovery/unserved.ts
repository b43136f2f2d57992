import { mayHide } from '../catalog/failures.js';
import { acceptFormats } from './documents/formats.js';
import { listingOf, nameOf, type CatalogPart, type Root, type RootFacts, type UnservedResource } from './facts.js';
import { failureOf } from './failure-of.js';
import { readRootDocument, type DiscoverySource, type ReadingLife } from './read-documents.js';
import { memoryMs } from './verdict.js';

// API servers that know of each other list what only a peer serves, and forward requests for it. They go on listing it
// for up to an hour after that peer has gone.

/** More than one program follows. Each costs a request in a round. */
const mostUnserved = 128;

/** Notes that the objects of a resource answered 404. Nothing is proved by that: each round finds out whether it is so. */
export function doubtServed(facts: RootFacts, resource: UnservedResource): RootFacts {
  const { unserved } = facts;
  const name = nameOf(resource);
  if (unserved.has(name) || unserved.size >= mostUnserved) return facts;
  return { ...facts, unserved: new Map([...unserved, [name, resource]]) };
}

/**
 * Returns the resources in doubt that nobody serves: their objects answer 404, and the document of what the server
 * itself serves (`profile=nopeer`) lacks them.
 */
export async function findUnserved(
  source: DiscoverySource,
  root: Root,
  { unserved }: RootFacts,
  life: ReadingLife,
): Promise<readonly UnservedResource[]> {
  const { settings } = source;
  const absent = await Promise.all(
    [...unserved.values()].map(async (each) => ((await isNotFound(source, root, each.path, life)) ? each : [])),
  );
  const doubted = absent.flat();
  if (doubted.length === 0) return doubted;
  const own = await readRootDocument(source, root, life, { accept: acceptFormats(settings.formats, 'nopeer') });
  if (own.failed !== undefined || own.content.format === 'legacy') return [];
  const { groups, failures } = own.content;
  const isListed = listingOf(groups);
  return doubted.filter((each) => !isListed(each) && !failures.some((failure) => mayHide(failure, each)));
}

async function isNotFound(
  { connection, settings }: DiscoverySource,
  root: Root,
  path: string,
  { signal, deadline }: ReadingLife,
): Promise<boolean> {
  try {
    const timeoutMs = settings.requestTimeoutMs;
    const request = { method: 'GET', path, query: { limit: '1' }, signal: deadline.signal, timeoutMs } as const;
    await connection.request(request);
    return false;
  } catch (error) {
    return failureOf(error, { root, document: path }, signal).failure.class === 'notFound';
  }
}

/**
 * Concludes a round that looked for what nobody serves. What was disproved is no longer in doubt, and so is what some
 * document lacks: servers that answer in turn differ as well.
 */
export function settleUnserved(
  facts: RootFacts,
  looked: RootFacts,
  proved: readonly CatalogPart[],
  at: number,
): RootFacts {
  if (facts.unserved.size === 0) return facts;
  const isListed = facts.documents.map(({ groups }) => listingOf(groups));
  const unserved = [...facts.unserved].flatMap(([name, each]): [string, UnservedResource][] => {
    if (!looked.unserved.has(name)) return [[name, each]];
    if (!proved.includes(each)) return [];
    const { since = at } = each;
    const lists = (isListedIn: (part: CatalogPart) => boolean): boolean => isListedIn(each);
    const isInDoubt = at - since >= memoryMs ? isListed.some(lists) : isListed.every(lists);
    return isInDoubt ? [[name, { ...each, since }]] : [];
  });
  return { ...facts, unserved: new Map(unserved) };
}
