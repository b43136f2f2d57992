import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createInformer, divideIntoShards, type Exchange, type ResourceHandle } from '../../../src/index.js';
import type { Client } from '../../../src/core/client.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const { kind, version } = inject('server');
// Behind a gate in 1.37, on since 1.38. Others ignore the parameter, and the objects are the same.
const isOlder = kind !== '1.37-shards' && Number(version.split('.')[1]) < 38;
const shards = divideIntoShards('uid', 3);
const names = Array.from({ length: 60 }, (_, index) => `item-${String(index).padStart(2, '0')}`);
const exchanges: Exchange[] = [];

let server: TestServer;
let client: Client;
let configMaps: ResourceHandle;

beforeAll(async () => {
  server = await startServer(kind);
  client = connect(server, { token: server.tokens.admin, onExchange: (exchange) => exchanges.push(exchange) });
  configMaps = client.resource('configmaps').namespace('default');
  await Promise.all(names.map((name) => configMaps.create({ metadata: { name }, data: { text: 'x'.repeat(2000) } })));
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

async function namesOf<T>(all: AsyncIterable<T>, nameOf: (item: T) => unknown): Promise<string[]> {
  const found: string[] = [];
  for await (const each of all) found.push(String(nameOf(each)));
  return found;
}

describe('shards of 60 objects', () => {
  it('are the same in every form, in pages or not, and together all', async () => {
    const together: string[] = [];
    for (const shard of shards) {
      const list = await configMaps.list({ shard });
      const listed = list.items.map(({ metadata }) => metadata.name);
      // The server chose, and so says that it did.
      expect(list.metadata.shardInfo === undefined).toBe(isOlder);
      expect(await namesOf(configMaps.items({ shard, limit: 7 }), ({ metadata }) => metadata.name)).toEqual(listed);
      const metadata = configMaps.as('PartialObjectMetadata');
      expect(await namesOf(metadata.items({ shard, limit: 7 }), (item) => item.metadata.name)).toEqual(listed);
      for (const includeObject of ['None', 'Metadata', 'Object'] as const) {
        const rows = configMaps.as('Table', { includeObject }).items({ shard, limit: 7 });
        expect(await namesOf(rows, ({ cells }) => cells[0])).toEqual(listed);
      }
      expect(listed.length).toBeGreaterThan(0);
      together.push(...listed);
    }
    expect(together.toSorted()).toEqual(names);
  });

  it('are chosen by the server: a third of the bytes', async () => {
    const bytesOf = async (read: () => Promise<unknown>): Promise<number> => {
      exchanges.length = 0;
      await read();
      return exchanges.reduce((sum, { bytes }) => sum + bytes, 0);
    };
    const whole = await bytesOf(() => configMaps.list());
    const third = await bytesOf(() => configMaps.list({ shard: shards[0] }));
    if (isOlder) expect(third).toBeGreaterThan(whole * 0.9);
    else expect(third).toBeLessThan(whole * 0.7);
  });

  it('go on as informers, which see the changes of their own objects', async () => {
    const informers = shards.map((shard) => createInformer(client, configMaps, { shard }));
    await Promise.all(informers.map(({ synced }) => synced));
    const changed = names.filter((_, index) => index % 5 === 0);
    for (const name of changed) await configMaps.patch(name, { data: { changed: 'yes' } }, { type: 'merge' });
    await configMaps.delete('item-01');
    await expect
      .poll(
        () =>
          informers.flatMap(({ store }) => store.list().filter(({ data }) => JSON.stringify(data).includes('changed')))
            .length,
      )
      .toBe(changed.length);
    await expect.poll(() => informers.reduce((sum, { store }) => sum + store.list().length, 0)).toBe(names.length - 1);
    for (const informer of informers) informer.close();
    await configMaps.create({ metadata: { name: 'item-01' } });
  });

  it('by namespace are whole namespaces, of custom resources or not', async () => {
    const counts = await Promise.all(
      divideIntoShards('namespace', 4).map(async (shard) => (await configMaps.list({ shard })).items.length),
    );
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, names.length]);
  });
});
