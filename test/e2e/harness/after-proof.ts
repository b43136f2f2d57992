import { setTimeout as delay } from 'node:timers/promises';
import type { Catalog, Client } from '../../../src/index.js';

/** What a client knows when what was taken away is proved to be gone: by two 404s, two seconds or more apart. */
export async function afterProof({ discovery }: Pick<Client, 'discovery'>): Promise<Catalog> {
  await discovery.refresh();
  await delay(2100);
  return discovery.refresh();
}
