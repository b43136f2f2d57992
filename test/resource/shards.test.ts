import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createClient,
  createInformer,
  createInformerPool,
  divideIntoShards,
  follow,
  type Client,
  type ShardSelector,
} from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { transportTo } from '../live/transport-to.js';
import { eventually } from '../shared/eventually.js';

const resources = [{ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' }];
const names = Array.from({ length: 40 }, (_, index) => `item-${String(index).padStart(2, '0')}`);

interface Stage {
  readonly fake: FakeApiServer;
  readonly client: Client;
  /** The names by shard. */
  readonly namesIn: readonly (readonly string[])[];
  readonly asked: URLSearchParams[];
}

const shards = divideIntoShards('uid', 3);

function setUp(
  fakeOptions: {
    readonly shards?: boolean;
    readonly watchList?: boolean;
    readonly rejectsUnknownAccept?: boolean;
  } = {},
): Stage {
  const fake = createFakeApiServer({ resources, ...fakeOptions });
  const asked: URLSearchParams[] = [];
  for (const name of names) fake.put(configMap(name));
  const inner = transportTo(fake);
  const client = createClient({
    server: 'http://shards.test',
    transport: {
      ...inner,
      send(request) {
        const url = new URL(request.url);
        if (url.pathname.endsWith('/configmaps')) asked.push(url.searchParams);
        return inner.send(request);
      },
    },
  });
  onTestFinished(() => client.close());
  const namesIn = shards.map(({ ranges: [range] }) =>
    names.filter((name) => {
      const hash = reference(uidOf(name));
      return range !== undefined && BigInt(range.start) <= hash && hash < BigInt(range.end);
    }),
  );
  return { fake, client, namesIn, asked };
}

const configMap = (name: string, data = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', uid: uidOf(name) },
  data,
});

/** As good as random: the hashes of texts that differ in their last characters alone are next to each other. */
const uidOf = (name: string): string => createHash('sha256').update(name).digest('hex');

/** FNV-1a as it is published: one multiplication a byte. */
function reference(text: string): bigint {
  return [...new TextEncoder().encode(text)].reduce(
    (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n),
    0xcbf29ce484222325n,
  );
}

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of all) found.push(each);
  return found;
}

describe.each([
  ['a server that knows shards', { shards: true }],
  ['a server that ignores them', {}],
  ['a server that ignores them and refuses every form but JSON', { rejectsUnknownAccept: true }],
])('from %s', (_title, options) => {
  it('lists, pages, items, Tables and metadata have the objects of the shard, and all shards have all', async () => {
    const { client, namesIn, asked } = setUp(options);
    const handle = client.resource('configmaps').namespace('default');
    for (const [index, shard] of shards.entries()) {
      const expected = namesIn[index];
      const list = await handle.list({ shard });
      expect(list.items.map(({ metadata }) => metadata.name)).toEqual(expected);
      expect(list.metadata.remainingItemCount).toBeUndefined();
      const items = await collect(handle.items({ shard, limit: 7 }));
      expect(items.map(({ metadata }) => metadata.name)).toEqual(expected);
      const metadata = await collect(handle.as('PartialObjectMetadata').items({ shard, limit: 7 }));
      expect(metadata.map((each) => each.metadata.name)).toEqual(expected);
      const rows = await collect(handle.as('Table', { includeObject: 'None' }).items({ shard, limit: 7 }));
      expect(rows.map(({ cells: [name] }) => name)).toEqual(expected);
      expect(JSON.stringify(rows)).not.toContain('metadata');
      const whole = await handle.as('Table', { includeObject: 'Object' }).list({ shard });
      expect(whole.rows.map(({ cells: [name] }) => name)).toEqual(expected);
    }
    expect(namesIn.flat().toSorted()).toEqual(names);
    expect(namesIn.every((each) => each.length > 0)).toBe(true);
    // A token does not hold the selector.
    expect(
      asked.every((query) => query.get('shardSelector')?.startsWith('shardRange(object.metadata.uid, ') === true),
    ).toBe(true);
  });

  it.each([{ watchList: true }, { watchList: false }])('a watch has its changes (%j)', async (more) => {
    const { fake, client, namesIn } = setUp({ ...options, ...more });
    const [shard] = shards;
    const [mine = [], others = []] = namesIn;
    const handle = client.resource('configmaps').namespace('default');
    const seen: string[] = [];
    for await (const event of handle.as('Table').watch({ shard, initialEvents: true })) {
      if (event.type === 'INITIAL_EVENTS_END') {
        expect(seen).toEqual(mine);
        for (const name of [others[0], mine[0], others[1]]) fake.put(configMap(name ?? '', { changed: 'yes' }));
        fake.remove(configMap(others[0] ?? ''));
        fake.remove(configMap(mine[0] ?? ''));
      } else if (event.type !== 'BOOKMARK') {
        expect(event.columns[0]?.name).toBe('Name');
        seen.push(
          event.type === 'ADDED' ? String(event.object.cells[0]) : `${event.type} ${String(event.object.cells[0])}`,
        );
        if (event.type === 'DELETED') break;
      }
    }
    expect(seen.slice(mine.length)).toEqual([`MODIFIED ${mine[0] ?? ''}`, `DELETED ${mine[0] ?? ''}`]);
  });

  it('a poll, follow and informers have it', async () => {
    const { fake, client, namesIn } = setUp(options);
    const [, shard] = shards;
    const [, mine = []] = namesIn;
    const handle = client.resource('configmaps').namespace('default');
    const polled: string[] = [];
    for await (const event of handle.watch({ shard, poll: 10, initialEvents: true })) {
      if (event.type === 'INITIAL_EVENTS_END') break;
      if (event.type === 'ADDED') polled.push(event.object.metadata.name);
    }
    expect(polled).toEqual(mine);
    const followed: string[] = [];
    for await (const step of follow(handle, { shard })) {
      if (step.type === 'synced') break;
      if (step.type === 'added') followed.push(step.object.metadata.name);
    }
    expect(followed).toEqual(mine);
    const informer = createInformer(client, handle, { shard });
    onTestFinished(() => informer.close());
    await informer.synced;
    expect(informer.store.list().map(({ metadata }) => metadata.name)).toEqual(mine);
    const [first = ''] = mine;
    for (const name of names) fake.put(configMap(name, { round: '2' }));
    await eventually(() => {
      expect(informer.store.get('default', mine.at(-1) ?? '')?.['data']).toEqual({ round: '2' });
    });
    expect(informer.store.list()).toHaveLength(mine.length);
    fake.remove(configMap(first));
    await eventually(() => {
      expect(informer.store.list()).toHaveLength(mine.length - 1);
    });
  });

  it('informers of a pool share what has the same shard', async () => {
    const { client } = setUp(options);
    const pool = createInformerPool(client);
    onTestFinished(() => pool.close());
    for (const shard of [shards[0], shards[1], { ...(shards[0] as ShardSelector) }])
      await pool.acquire('configmaps', { shard });
    expect(pool.size).toBe(2);
  });
});

describe('by namespace', () => {
  it('all objects of one are in one shard', async () => {
    const { client } = setUp({ shards: true });
    const counts = await Promise.all(
      divideIntoShards('namespace', 4).map(
        async (shard) => (await client.resource('configmaps').list({ shard })).items.length,
      ),
    );
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, 0, names.length]);
  });
});

describe('a server that is not as expected', () => {
  const page = (selector?: string, more = {}) => ({
    apiVersion: 'v1',
    kind: 'ConfigMapList',
    metadata: { resourceVersion: '9', ...(selector === undefined ? {} : { shardInfo: { selector } }), ...more },
    items: names.map((name) => ({
      metadata: { name, uid: uidOf(name), resourceVersion: '1' },
    })),
  });
  const answering = (bodies: readonly object[]): Client => {
    let at = 0;
    const client = createClient({
      server: 'http://shards.test',
      transport: {
        send: () => {
          const body = bodies[Math.min(at, bodies.length - 1)] ?? {};
          at += 1;
          const code = 'code' in body ? Number(body.code) : 200;
          return Promise.resolve({
            status: code,
            headers: { 'content-type': 'application/json' },
            body: new Blob([JSON.stringify(body)]).stream(),
          });
        },
        close: () => undefined,
      },
    });
    onTestFinished(() => client.close());
    return client;
  };
  const mapping = {
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    scope: 'Namespaced',
  } as const;
  const [shard] = shards as [ShardSelector];
  const own = "shardRange(object.metadata.uid, '0x0000000000000000', '0x5555555555555555')";

  it('gives the same objects if it confirms the first page alone', async () => {
    const some = await collect(
      answering([page(own, { continue: 'next' }), page(undefined)])
        .handle(mapping)
        .items({ shard }),
    );
    const none = await collect(
      answering([page(undefined)])
        .handle(mapping)
        .items({ shard }),
    );
    expect(none.length).toBeGreaterThan(0);
    expect(none.length).toBeLessThan(names.length);
    expect(some).toEqual([...none, ...none]);
  });

  it('is an error if it confirms another shard', async () => {
    const list = answering([page(own.replace('0x5', '0x6'))])
      .handle(mapping)
      .list({ shard });
    await expect(list).rejects.toMatchObject({ code: 'unexpected-shape', field: 'metadata.shardInfo.selector' });
  });

  it('is an error if its objects have no metadata', async () => {
    const list = answering([{ ...page(own), items: [{ data: {} }] }])
      .handle(mapping)
      .list({ shard });
    await expect(list).rejects.toMatchObject({ code: 'unexpected-shape', field: 'items[0]' });
  });

  it('is an error if it refuses the selector', async () => {
    const refusal = {
      kind: 'Status',
      apiVersion: 'v1',
      status: 'Failure',
      code: 400,
      reason: 'BadRequest',
      message: 'invalid shard selector: x',
    };
    const list = answering([refusal]).handle(mapping).list({ shard });
    await expect(list).rejects.toMatchObject({
      code: 'api',
      statusCode: 400,
      message: expect.stringContaining('invalid shard selector') as string,
    });
  });
});

describe('what takes no shard', () => {
  it('refuses the option', async () => {
    const { client } = setUp();
    const handle = client.resource('configmaps').namespace('default');
    const given = { shard: shards[0] } as object;
    await expect(handle.deleteCollection(given)).rejects.toMatchObject({ code: 'invalid-argument', argument: 'shard' });
    await expect(handle.get('item-00', given)).rejects.toMatchObject({ code: 'invalid-argument', argument: 'shard' });
  });

  it('refuses ranges alone, which bring nothing along that reads them', async () => {
    const { client } = setUp();
    const handle = client.resource('configmaps').namespace('default');
    const { by, ranges } = shards[0]!;
    const shard = { by, ranges } as ShardSelector;
    const words = 'must be made by divideIntoShards() or createShardSelector()';
    await expect(handle.list({ shard })).rejects.toThrow(words);
    expect(() => follow(handle, { shard })).toThrow(words);
    await expect(handle.watch({ shard })[Symbol.asyncIterator]().next()).rejects.toThrow(words);
  });
});
