import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import KeyvRedis from '@keyv/redis';
import Keyv from 'keyv';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client, type DiscoveryStore, type StoreFailure } from '../../../src/index.js';
import { createKeyvStore } from '../../../src/stores/keyv.js';
import { createFakeApiServer, type FakeApiServer } from '../../../src/testing/index.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../../src/testing/node.js';
import { captured } from '../../fixtures/captured.js';
import { keyOf } from '../../stores/contract.js';
import { buildDiscoveryProcess, startDiscoveryProcess } from '../../stores/start-discovery-process.js';
import { startRedis, type RedisServer } from '../harness/redis-server.js';
import { eventually } from '../../shared/eventually.js';

let redis: RedisServer;
let api: FakeApiServer;
let server: RunningFakeApiServer;
let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-redis-'));
  program = await buildDiscoveryProcess(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

beforeEach(async () => {
  redis = await startRedis();
  api = createFakeApiServer({ documents: captured('kube-1.36-v2') });
  server = await startFakeApiServer(api);
});
afterEach(async () => {
  await server.close();
  await redis.stop();
});

/** The statuses of the documents that were asked for since the last call. */
function asked(): readonly number[] {
  const statuses = api.requests.map(({ status }) => status);
  api.forgetRequests();
  return statuses;
}

/** A store with a connection of its own. */
function newStore(ttlMs?: number): DiscoveryStore {
  const adapter = new KeyvRedis(redis.url);
  // By force: one that is gone cannot be taken leave of.
  onTestFinished(() => adapter.disconnect(true));
  return createKeyvStore(new Keyv(adapter), { ttlMs });
}

function newClient(store: DiscoveryStore): Client & { readonly told: readonly StoreFailure[] } {
  const told: StoreFailure[] = [];
  const discovery = {
    store,
    storeKey: 'here',
    onStoreFailure: (failure: StoreFailure) => {
      told.push(failure);
    },
  };
  const client = createClient({ server: server.url, discovery });
  onTestFinished(() => client.close());
  return Object.assign(Object.create(client) as Client, { told });
}

const records = (): Promise<string> => redis.command('DBSIZE');
const untilStored = (): Promise<void> => eventually(async () => expect(await records()).toBe(':3'), 5000);

describe('one discovery in Redis', () => {
  it('is learned once, and all clients after the first begin with two empty answers', async () => {
    const first = await newClient(newStore()).discovery.catalog();
    await untilStored();
    expect(asked()).toEqual([200, 200]);
    const store = newStore();
    const clients = [newClient(store), newClient(store), newClient(newStore())];
    for (const client of clients) {
      const catalog = await client.discovery.catalog();
      expect([catalog.groups, catalog.provenance]).toEqual([first.groups, first.provenance]);
      expect(client.told).toEqual([]);
    }
    expect(asked()).toEqual([304, 304, 304, 304, 304, 304]);
  });

  it('is shared by processes, and what one of them learns the next one knows', async () => {
    const work = { server: server.url, storeKey: 'here', redis: redis.url };
    const first = startDiscoveryProcess(program, work);
    const { endpoints, failures } = await first.ask('learn');
    await eventually(async () => expect((await first.ask('state')).written).toBe(3), 5000);
    asked();
    api.define({ group: 'new.example.org', version: 'v1', resource: 'things', kind: 'Thing', scope: 'Cluster' });
    const others = Array.from({ length: 5 }, () => startDiscoveryProcess(program, work));
    for (const each of await Promise.all(others.map((process) => process.ask('learn')))) {
      expect(each).toMatchObject({ storeFailures: [], failures });
      expect([...each.endpoints].sort()).toEqual([...endpoints, 'things.v1.new.example.org'].sort());
    }
    // The core group is as it was, and one of the last may have found what one of the first had stored.
    const statuses = asked();
    expect([statuses.length, [...new Set(statuses)].sort()]).toEqual([10, [200, 304]]);
    expect(statuses.filter((status) => status === 304).length).toBeGreaterThanOrEqual(5);
    await eventually(async () => {
      for (const process of others) expect((await process.ask('state')).written).toBeGreaterThan(0);
    });
    const last = startDiscoveryProcess(program, work);
    expect((await last.ask('learn')).endpoints).toContain('things.v1.new.example.org');
    expect(asked()).toEqual([304, 304]);
    await Promise.all([first, ...others, last].map((process) => process.stop()));
  });

  it('is kept as long as it is to be, and no longer', async () => {
    await newClient(newStore(60_000)).discovery.catalog();
    await untilStored();
    const keys = await redis.keys();
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toMatch(/kubeatlas:[0-9a-f]{64}$/);
      const left = Number((await redis.command('PTTL', key)).slice(1));
      expect(left).toBeGreaterThan(30_000);
      expect(left).toBeLessThanOrEqual(60_000);
    }
  });

  it.each([
    ['no JSON', 'not JSON at all', 'unreadable'],
    ['no text of ours', '{"value":{"0":1}}', 'damaged'],
    ['another text', '{"value":"3-1.AQID"}', 'damaged'],
  ])('is ignored where somebody else has written over it (%s), told once, and replaced', async (_what, value, kind) => {
    await newClient(newStore()).discovery.catalog();
    await untilStored();
    for (const key of await redis.keys()) await redis.command('SET', key, value);
    const spoilt = newClient(newStore());
    await spoilt.discovery.catalog();
    expect(asked()).toEqual([200, 200, 200, 200]);
    expect(spoilt.told).toMatchObject([{ kind }]);
    await eventually(async () => {
      const next = newClient(newStore());
      await next.discovery.catalog();
      expect(asked()).toEqual([304, 304]);
    });
  });
});

describe('a Redis that is lost', () => {
  it('in the middle costs the processes nothing but the store: each goes on from the server, and tells it once', async () => {
    const work = { server: server.url, storeKey: 'here', redis: redis.url };
    const processes = Array.from({ length: 3 }, () => startDiscoveryProcess(program, work));
    const before = await Promise.all(processes.map((process) => process.ask('learn')));
    await untilStored();
    await redis.kill();
    for (let round = 0; round < 3; round += 1) {
      const group = `round${round}.example.org`;
      api.define({ group, version: 'v1', resource: 'things', kind: 'Thing', scope: 'Cluster' });
      for (const [place, process] of processes.entries()) {
        const state = await process.ask('refresh');
        expect(state.error).toBeUndefined();
        expect(state.failures).toEqual(before[place]!.failures);
        expect(state.endpoints).toEqual(expect.arrayContaining([...before[place]!.endpoints, `things.v1.${group}`]));
      }
    }
    await eventually(async () => {
      for (const process of processes) expect((await process.ask('state')).storeFailures).not.toEqual([]);
    });
    for (const process of processes) {
      const { storeFailures } = await process.ask('state');
      expect([...new Set(storeFailures)]).toEqual(storeFailures);
    }
    // One that starts meanwhile learns from the server alone.
    asked();
    const late = startDiscoveryProcess(program, work);
    const { endpoints, storeFailures } = await late.ask('learn');
    expect(endpoints).toEqual((await processes[0]!.ask('state')).endpoints);
    expect(storeFailures).toHaveLength(1);
    expect(asked()).toEqual([200, 200]);
    await Promise.all([...processes, late].map((process) => process.stop()));
  });

  it('and comes back, empty, is filled by those who are there', async () => {
    const client = newClient(newStore());
    await client.discovery.catalog();
    await untilStored();
    await redis.kill();
    api.define({ group: 'a.example.org', version: 'v1', resource: 'things', kind: 'Thing', scope: 'Cluster' });
    await client.discovery.refresh();
    // It keeps nothing on a disk; what was written meanwhile may have waited for it.
    await redis.restart();
    await eventually(async () => {
      const group = `g${String(api.requests.length)}.example.org`;
      api.define({ group, version: 'v1', resource: 'others', kind: 'Other', scope: 'Cluster' });
      await client.discovery.refresh();
      expect(await records()).not.toBe(':0');
    }, 20_000);
  });

  it('by standing still is left after two seconds a call', async () => {
    await newClient(newStore()).discovery.catalog();
    await untilStored();
    asked();
    const client = newClient(newStore());
    redis.freeze();
    expect((await client.discovery.catalog()).groups.length).toBeGreaterThan(20);
    expect(asked()).toEqual([200, 200]);
    expect(client.told.map(({ kind }) => kind)).toEqual(['slow']);
  });
});

it('one key that nobody made is refused before Redis is asked', async () => {
  await expect(newStore().get('FLUSHALL')).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(await newStore().get(keyOf('0'))).toBeUndefined();
});
