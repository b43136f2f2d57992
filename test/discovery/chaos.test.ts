import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { formatGroupVersion } from '../../src/core/model/group-version.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import { DiscoveryError } from '../../src/core/discovery/errors.js';
import { memoryMs } from '../../src/core/discovery/verdict.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { randomOf } from '../conformance/random.js';
import { ChaosServer, type Given } from './chaos-server.js';
import { mapStore } from './stores/spoilt-stores.js';
import { check, pathOf } from './scripted-server.js';

const all = {
  v1: ['pods', 'secrets'],
  'apps/v1': ['deployments'],
  'a.io/v1': ['gadgets', 'things'],
  'a.io/v2': ['gadgets'],
  'b.io/v1': ['widgets'],
  'metrics.io/v1': ['nodes', 'pods'],
};
const names = Object.keys(all) as (keyof typeof all)[];

/** `gadgets a.io/v1` for each endpoint. */
const endpointsOf = (catalog: Catalog): string[] =>
  catalog.resources().map((entry) => `${entry.resource} ${formatGroupVersion(entry)}`);
const invented = (catalog: Catalog): string[] =>
  endpointsOf(catalog).filter((endpoint) => {
    const [resource = '', name = ''] = endpoint.split(' ');
    return !(all as Record<string, readonly string[]>)[name]?.includes(resource);
  });

/** What was there before and is not there now, although a root listed it in the last minute, or its own path is no 404. */
function lost(before: Catalog, after: Catalog, server: ChaosServer, since: number): string[] {
  const now = new Set(endpointsOf(after));
  return endpointsOf(before).filter((endpoint) => {
    if (now.has(endpoint)) return false;
    const name = endpoint.split(' ')[1] ?? '';
    const isListing = ({ path, outcome, at, served }: Given): boolean =>
      path === (name.includes('/') ? '/apis' : '/api') &&
      outcome === 'good' &&
      served.includes(name) &&
      server.time - at < memoryMs;
    const isProof = ({ path, outcome }: Given): boolean => path === pathOf(name) && outcome === '404';
    return server.given.some(isListing) || !server.given.slice(since).some(isProof);
  });
}

/** Everything that is not vouched for, or not there though its root has just listed it, has a failure that says so. */
function unnamed(catalog: Catalog, server: ChaosServer, since: number): string[] {
  const wasListed = (name: string): boolean =>
    server.given
      .slice(since)
      .some(({ path, outcome }) => path === (name.includes('/') ? '/apis' : '/api') && outcome === 'good');
  const doubtful = catalog.groups
    .flatMap(({ versions }) => versions)
    .filter(
      (version) =>
        version.freshness !== 'Current' || version.resources.some(({ freshness }) => freshness !== 'Current'),
    )
    .filter((version) => catalog.failuresOf(version).length === 0)
    .map(formatGroupVersion);
  const absent = server.served.filter(wasListed).filter((name) => {
    const [group = '', version = ''] = name.includes('/') ? name.split('/') : ['', name];
    return catalog.version({ group, version }) === undefined && catalog.failuresOf({ group, version }).length === 0;
  });
  return [...doubtful, ...absent];
}

/** Rounds of one client, which is begun anew with its store now and then. */
async function run(seed: number, rounds: number): Promise<{ learned: number; failed: number; gone: number }> {
  const random = randomOf(seed);
  const server = new ChaosServer(random, all);
  const { store } = mapStore();
  const begin = () => {
    const connection = createConnection({ server: 'http://chaos.test', transport: server, retry: { limit: 0 } });
    const options = { timeoutMs: 30, requestTimeoutMs: 15, store, storeKey: 'chaos' };
    return createDiscovery(connection, options, { now: () => server.time, date: () => server.time });
  };
  let discovery = begin();
  let before: Catalog | undefined;
  const count = { learned: 0, failed: 0, gone: 0 };
  for (let round = 0; round < rounds; round += 1) {
    server.time += random.pick([0, 100, 1000, 2500, 10_000, 40_000, 70_000]);
    server.calm = random.pick([0, 0.5, 0.8, 0.95, 0.99, 1]);
    if (random.chance(0.05)) server.served = names.filter(() => random.chance(0.8));
    if (random.chance(0.02)) server.isLegacy = !server.isLegacy;
    if (random.chance(0.02)) {
      discovery = begin();
      before = undefined;
    }
    server.given.splice(0, Math.max(0, server.given.length - 1000));
    const mark = server.given.length;
    const parts = before?.failures ?? [];
    const asked = parts.length > 0 && random.chance(0.3) ? check(discovery, parts) : discovery.refresh();
    const catalog = await asked.catch((error: unknown) => {
      // Nothing was learned: what was at hand stays.
      expect(error).toBeInstanceOf(DiscoveryError);
      expect(discovery.current).toBe(before);
      return undefined;
    });
    if (catalog === undefined) {
      count.failed += 1;
      continue;
    }
    count.learned += 1;
    const context = `seed ${seed}, round ${round}`;
    expect(invented(catalog), context).toEqual([]);
    if (before !== undefined) {
      expect(lost(before, catalog, server, mark), context).toEqual([]);
      count.gone += endpointsOf(before).filter((each) => !endpointsOf(catalog).includes(each)).length;
    }
    if (before !== catalog) expect(unnamed(catalog, server, mark), context).toEqual([]);
    before = catalog;
  }
  return count;
}

describe('two thousand rounds of a server that answers as it likes', () => {
  it.each([1, 2, 3, 4])(
    'invent nothing, lose nothing, name every failure and end in time: seed %i',
    async (seed) => {
      const { learned, failed, gone } = await run(seed, 500);
      expect(learned + failed).toBe(500);
      expect(Math.min(learned, failed, gone)).toBeGreaterThan(10);
    },
    60_000,
  );
});
