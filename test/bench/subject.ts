import { createClient, type Client } from '../../src/client.js';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createMapper } from '../../src/mapper/create-mapper.js';
import type { RESTMapper } from '../../src/mapper/rest-mapper.js';
import { answer, decode, type Documents } from './documents.js';

/** The sizes that all benches of discovery are made for. */
export const sizes = [300, 3000, 15_000] as const;

const clients = new Map<Documents, Client>();

/** One for each set of documents: to make a client is no part of what is measured. */
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

/** The catalog as every user gets it, through a whole client; nothing is kept from one call to the next. */
export async function discover(documents: Documents): Promise<Catalog> {
  const { discovery } = clientOf(documents);
  discovery.invalidate();
  const catalog = await discovery.catalog();
  discovery.invalidate();
  if (catalog.failures.length > 0) throw new Error(`the documents are not sound: ${catalog.failures[0]?.message}`);
  return catalog;
}

/** From bytes to a mapper that can be asked. */
export async function readyMapper(documents: Documents): Promise<RESTMapper> {
  return createMapper(await discover(documents));
}

/** What everything is held against: the same bytes, parsed and nothing else. */
export function parseJson({ api, apis }: Documents): readonly unknown[] {
  return [JSON.parse(decode(api)), JSON.parse(decode(apis))];
}
