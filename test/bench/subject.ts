import { createClient, type Client } from '../../src/core/client.js';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createMapper, type RESTMapper } from '../../src/core/mapper/create-mapper.js';
import { answer, decode, type Documents } from './documents.js';

/** The sizes of all discovery benches. */
export const sizes = [300, 3000, 15_000] as const;

const clients = new Map<Documents, Client>();

/** Returns the client for a set of documents, since creating a client is not part of the measurement. */
function clientOf(documents: Documents): Client {
  const known = clients.get(documents);
  if (known !== undefined) return known;
  const client = createClient({
    server: 'http://server.test',
    transport: {
      send: ({ url }) => Promise.resolve(answer(documents, url)),
      close: () => undefined,
    },
  });
  clients.set(documents, client);
  return client;
}

/** Returns the catalog through a whole client, as users get it. Nothing is cached between calls. */
export async function discover(documents: Documents): Promise<Catalog> {
  const { discovery } = clientOf(documents);
  discovery.invalidate();
  const catalog = await discovery.catalog();
  discovery.invalidate();
  if (catalog.failures.length > 0) throw new Error(`the documents are not sound: ${catalog.failures[0]?.message}`);
  return catalog;
}

/** Creates a ready mapper from bytes. */
export async function readyMapper(documents: Documents): Promise<RESTMapper> {
  return createMapper(await discover(documents));
}

/** The baseline for all comparisons: parses the same bytes and does nothing else. */
export function parseJson({ api, apis }: Documents): readonly unknown[] {
  return [JSON.parse(decode(api)), JSON.parse(decode(apis))];
}
