import { setTimeout as delay } from 'node:timers/promises';
import type { Catalog, Client } from '../../../src/index.js';

/** Returns the catalog once the removal of a resource is proved: by two 404s, at least two seconds apart. */
export async function afterProof({ discovery }: Pick<Client, 'discovery'>): Promise<Catalog> {
  await discovery.refresh();
  await delay(2100);
  return discovery.refresh();
}
