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

/** Whether a resource in doubt is served by nobody; `unread` if a round could not find out. */
export type ServedOrNot = 'served' | 'unserved' | 'unread';

/**
 * Finds out which resources in doubt nobody serves: their objects answer 404, and the document of what the server itself
 * serves (`profile=nopeer`) lacks them.
 */
export async function findUnserved(
  source: DiscoverySource,
  root: Root,
  { unserved }: RootFacts,
  life: ReadingLife,
): Promise<ReadonlyMap<string, ServedOrNot>> {
  const found = new Map<string, ServedOrNot>();
  await Promise.all(
    [...unserved].map(async ([name, { path }]) => found.set(name, await findObjects(source, root, path, life))),
  );
  if (![...found.values()].includes('unserved')) return found;
  const accept = acceptFormats(source.settings.formats, 'nopeer');
  const own = await readRootDocument(source, root, life, { accept });
  const content = own.failed === undefined ? own.content : undefined;
  // A legacy document does not say whose resources it lists.
  const isListed = content?.format === 'legacy' ? () => true : listingOf(content?.groups ?? []);
  for (const [name, resource] of unserved) {
    if (found.get(name) !== 'unserved') continue;
    const isHidden = content === undefined || content.failures.some((failure) => mayHide(failure, resource));
    if (isHidden) found.set(name, 'unread');
    else if (isListed(resource)) found.set(name, 'served');
  }
  return found;
}

/** A user who may not list the objects never learns that they are gone: nothing is in doubt for them. */
async function findObjects(
  { connection, settings }: DiscoverySource,
  root: Root,
  path: string,
  { signal, deadline }: ReadingLife,
): Promise<ServedOrNot> {
  try {
    const timeoutMs = settings.requestTimeoutMs;
    const request = { method: 'GET', path, query: { limit: '1' }, signal: deadline.signal, timeoutMs } as const;
    await connection.request(request);
    return 'served';
  } catch (error) {
    const why = failureOf(error, { root, document: path }, signal).failure.class;
    if (why === 'notFound') return 'unserved';
    return why === 'unreachable' ? 'unread' : 'served';
  }
}

/**
 * Concludes a round that looked for what nobody serves. What is served is no longer in doubt, and neither is what some
 * document lacks: servers that answer in turn differ as well. What was unread stays as it was.
 */
export function settleUnserved(
  facts: RootFacts,
  looked: RootFacts,
  found: ReadonlyMap<string, ServedOrNot>,
  at: number,
): RootFacts {
  if (facts.unserved.size === 0) return facts;
  const isListed = facts.documents.map(({ groups }) => listingOf(groups));
  const unserved = [...facts.unserved].flatMap(([name, each]): [string, UnservedResource][] => {
    const finding = looked.unserved.has(name) ? found.get(name) : 'unread';
    if (finding === 'unread') return [[name, each]];
    if (finding !== 'unserved') return [];
    const { since = at } = each;
    const lists = (isListedIn: (part: CatalogPart) => boolean): boolean => isListedIn(each);
    const isInDoubt = at - since >= memoryMs ? isListed.some(lists) : isListed.every(lists);
    return isInDoubt ? [[name, { ...each, since }]] : [];
  });
  return { ...facts, unserved: new Map(unserved) };
}
