import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createClient,
  createInformer,
  createInformerPool,
  createShardSelector,
  divideIntoShards,
  follow,
  type Client,
  type ShardSelector,
} from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer } from '../../src/testing/index.js';
import { transportTo } from '../live/transport-to.js';
import { eventType, objectType } from '../media/protobuf/bodies.js';
import { bytes, event, framed, message, partial, partialList, type Bytes } from '../media/protobuf/encode.js';
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

  it('ranges that overlap, in any order, give each object once, and a gap leaves out what is in it', async () => {
    const { client, namesIn } = setUp(options);
    const [low, , high] = shards.map(({ ranges }) => ranges[0]!);
    const tail = { start: '0xc000000000000000', end: high!.end };
    const ranges = [tail, high!, low!, { start: '0x1000000000000000', end: low!.end }, low!];
    const shard = createShardSelector({ by: 'uid', ranges });
    const handle = client.resource('configmaps').namespace('default');
    const expected = [...namesIn[0]!, ...namesIn[2]!].toSorted();
    const items = await collect(handle.items({ shard, limit: 7 }));
    expect(items.map(({ metadata }) => metadata.name)).toEqual(expected);
    const informer = createInformer(client, handle, { shard });
    onTestFinished(() => informer.close());
    await informer.synced;
    expect(informer.store.list().map(({ metadata }) => metadata.name)).toEqual(expected);
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

  const refusal = {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    code: 400,
    reason: 'BadRequest',
    message: 'invalid shard selector: x',
  };
  const refused = {
    code: 'api',
    statusCode: 400,
    message: expect.stringContaining('invalid shard selector: x') as string,
  };
  const other = own.replace('0x5', '0x6');
  const anothers = { code: 'unexpected-shape', field: 'metadata.shardInfo.selector' };
  const mine = names.filter((name) => shard.matches({ uid: uidOf(name) }));
  const first = (selector?: string) => ({ ...page(selector, { continue: 'next' }), items: page().items.slice(0, 20) });
  const second = (selector?: string) => ({ ...page(selector), items: page().items.slice(20) });
  const nameOf = ({ metadata }: { readonly metadata: { readonly name: string } }): string => metadata.name;

  it.each([
    ['the first page alone', [first(own), second()]],
    ['the second page alone', [first(), second(own)]],
    ['neither', [first(), second()]],
    ['both', [first(own), second(own)]],
  ])('gives the same objects if it confirms %s', async (_title, bodies) => {
    for (const all of [
      answering(bodies).handle(mapping).items({ shard }),
      answering(bodies).handle(mapping).as('PartialObjectMetadata').items({ shard }),
    ]) {
      expect((await collect<{ metadata: { name: string } }>(all)).map(nameOf)).toEqual(mine);
    }
  });

  it.each([
    ['another shard', [page(other)], anothers],
    ['an empty shard', [page('')], anothers],
    ['another shard on the second page', [first(own), second(other)], anothers],
    ['the second page by a 400', [first(own), refusal], refused],
    ['no shard at all', [refusal], refused],
  ])('is an error if it takes %s: never a part', async (_title, bodies, error) => {
    const handle = () => answering(bodies).handle(mapping);
    await expect(collect(handle().items({ shard }))).rejects.toMatchObject(error);
    await expect(collect(handle().as('PartialObjectMetadata').pages({ shard }))).rejects.toMatchObject(error);
    // A watch that has to list, and one that polls.
    const polled = handle().watch({ shard, poll: 1000, initialEvents: true });
    await expect(collect(polled)).rejects.toMatchObject(error);
  });

  it('is an error if its objects have no metadata', async () => {
    const list = answering([{ ...page(own), items: [{ data: {} }] }])
      .handle(mapping)
      .list({ shard });
    await expect(list).rejects.toMatchObject({ code: 'unexpected-shape', field: 'items[0]' });
  });

  /** Answers by what is asked; a stream of events ends after them, and the next one is silent. */
  const serving = (
    answer: (query: URLSearchParams, count: number) => object | readonly object[] | undefined,
    type = 'application/json',
  ): Client => {
    let count = 0;
    const client = createClient({
      server: 'http://shards.test',
      transport: {
        send: ({ url, signal }) => {
          const body = answer(new URL(url).searchParams, (count += 1));
          const events = Array.isArray(body) ? body.map((each) => `${JSON.stringify(each)}\n`).join('') : undefined;
          const silent = new ReadableStream({
            start(controller) {
              signal?.addEventListener('abort', () => {
                controller.error(signal.reason);
              });
            },
          });
          return Promise.resolve({
            status: body !== undefined && 'code' in body ? Number(body.code) : 200,
            headers: { 'content-type': type },
            body: body === undefined ? silent : new Blob([events ?? JSON.stringify(body)]).stream(),
          });
        },
        close: () => undefined,
      },
    });
    onTestFinished(() => client.close());
    return client;
  };
  const added = page().items.map((object) => ({
    type: 'ADDED',
    object: { apiVersion: 'v1', kind: 'ConfigMap', ...object },
  }));
  const deleted = added.map(({ object }) => ({
    type: 'DELETED',
    object: { ...object, metadata: { ...object.metadata, resourceVersion: '10' } },
  }));

  it('that confirms a list and ignores the selector in its watch, or the reverse, gives an informer the same', async () => {
    for (const selector of [own, undefined]) {
      const client = serving((query, count) => {
        if (query.get('sendInitialEvents') !== null) return { ...refusal, message: 'sendInitialEvents is forbidden' };
        if (query.get('watch') === null) return page(selector);
        return count < 4 ? [...added, ...deleted.slice(0, 20)] : undefined;
      });
      const informer = createInformer(client, client.handle(mapping), { shard });
      const steps: string[] = [];
      informer.on((step) => steps.push('object' in step ? `${step.type} ${step.object.metadata.name}` : step.type));
      await informer.synced;
      const gone = mine.filter((name) => names.indexOf(name) < 20);
      await eventually(() => {
        expect(informer.store.list().map(nameOf)).toEqual(mine.filter((name) => !gone.includes(name)));
      });
      expect(steps.filter((step) => step.startsWith('removed'))).toEqual(gone.map((name) => `removed ${name}`));
      informer.close();
    }
  });

  it('that refuses it from some request on ends an informer, which says so', async () => {
    for (const refusesLists of [true, false]) {
      const client = serving((query, count) => {
        if (query.get('sendInitialEvents') !== null) return { ...refusal, message: 'sendInitialEvents is forbidden' };
        if (count > 2 || (refusesLists && query.get('watch') === null)) return refusal;
        return query.get('watch') === null ? page(own) : [];
      });
      const informer = createInformer(client, client.handle(mapping), { shard });
      await expect(informer.ended).rejects.toMatchObject(refused);
    }
  });

  it('that confirms another shard to an informer is an interruption that says so, and no state', async () => {
    const client = serving((query) =>
      query.get('watch') === null ? page(other) : { ...refusal, message: 'sendInitialEvents is forbidden' },
    );
    for await (const step of follow(client.handle(mapping), { shard })) {
      expect(step).toMatchObject({ type: 'interrupted', error: anothers });
      break;
    }
  });

  it.each(['PartialObjectMetadata', 'Table'] as const)(
    'that sends whole objects for %s gives its own alone',
    async (as) => {
      const client = serving(() => [...added, { type: 'BOOKMARK', object: { metadata: { resourceVersion: '9' } } }]);
      const seen: unknown[] = [];
      const handle = client.handle(mapping);
      const events = (as === 'Table' ? handle.as('Table') : handle.as('PartialObjectMetadata')).watch({
        ...{ shard, resourceVersion: '1', bookmarks: true },
      });
      for await (const event of events) {
        if (event.type === 'BOOKMARK') break;
        seen.push(event.object);
      }
      expect(seen).toHaveLength(mine.length);
    },
  );

  describe('and speaks protobuf for metadata', () => {
    const metadataIn = (name: string, version = '1'): Bytes[] => [
      ...[bytes(1, name), bytes(3, 'default'), bytes(5, uidOf(name)), bytes(6, version)],
    ];
    const listIn = (selector?: string): Bytes =>
      partialList(
        [...bytes(2, '9'), ...(selector === undefined ? [] : bytes(5, bytes(1, selector)))],
        ...names.map((name) => message(...metadataIn(name))),
      );
    const eventsIn = (type: string, of: readonly string[], version?: string): Bytes =>
      of.flatMap((name) => framed(event(type, partial(...metadataIn(name, version)))));
    const bookmark = framed(event('BOOKMARK', partial(bytes(6, '20'))));

    /** A stream of events ends after them; without any, it is silent until the client leaves. */
    const speaking = (answer: (query: URLSearchParams, count: number) => Bytes | object | undefined): Client => {
      let count = 0;
      const client = createClient({
        server: 'http://shards.test',
        transport: {
          send: ({ url, signal, headers }) => {
            expect(String(headers['accept'])).toMatch(/^application\/vnd\.kubernetes\.protobuf;/);
            const { searchParams } = new URL(url);
            const content = answer(searchParams, (count += 1));
            const isEvents = searchParams.has('watch');
            const silent = new ReadableStream({
              start(controller) {
                signal?.addEventListener('abort', () => {
                  controller.error(signal.reason);
                });
              },
            });
            if (content !== undefined && !Array.isArray(content)) {
              const body = new Blob([JSON.stringify(content)]).stream();
              return Promise.resolve({ status: 400, headers: { 'content-type': 'application/json' }, body });
            }
            return Promise.resolve({
              status: 200,
              headers: { 'content-type': isEvents ? eventType : objectType },
              body: content === undefined ? silent : new Blob([Uint8Array.from(content as Bytes)]).stream(),
            });
          },
          close: () => undefined,
        },
      });
      onTestFinished(() => client.close());
      return client;
    };
    const metadataOf = (client: Client) => client.handle(mapping).as('PartialObjectMetadata');
    const noInitialEvents = { ...refusal, message: 'sendInitialEvents is forbidden' };

    it('its watch gives the objects of the shard alone, whatever it sends', async () => {
      const client = speaking(() => [
        ...eventsIn('ADDED', names),
        ...eventsIn('MODIFIED', names, '10'),
        ...eventsIn('DELETED', names, '11'),
        ...bookmark,
      ]);
      const seen: string[] = [];
      for await (const step of metadataOf(client).watch({ shard, resourceVersion: '1', bookmarks: true })) {
        if (step.type === 'BOOKMARK') break;
        seen.push(`${step.type} ${step.object.metadata.name}`);
      }
      expect(seen).toEqual(['ADDED', 'MODIFIED', 'DELETED'].flatMap((type) => mine.map((name) => `${type} ${name}`)));
    });

    it('an object without a uid is in no shard, and none is made for it', async () => {
      const client = speaking(() => [...framed(event('ADDED', partial(bytes(1, 'bare'), bytes(6, '2')))), ...bookmark]);
      const events = metadataOf(client).watch({ shard, resourceVersion: '1', bookmarks: true });
      const seen: string[] = [];
      for await (const step of events) {
        seen.push(step.type);
        break;
      }
      expect(seen).toEqual(['BOOKMARK']);
    });

    it.each([
      ['confirms the shard', own],
      ['says nothing of it', undefined],
    ])('an informer has its own where the list %s and the watch ignores it', async (_title, selector) => {
      const client = speaking((query, count) => {
        if (query.has('sendInitialEvents')) return noInitialEvents;
        if (!query.has('watch')) return listIn(selector);
        return count < 5
          ? [...eventsIn('MODIFIED', names, '10'), ...eventsIn('DELETED', names.slice(0, 20), '11')]
          : undefined;
      });
      const informer = createInformer(client, metadataOf(client), { shard });
      onTestFinished(() => informer.close());
      await informer.synced;
      await eventually(() => {
        expect(informer.store.list().map(nameOf)).toEqual(mine.filter((name) => names.indexOf(name) >= 20));
      });
    });

    it.each([
      ['another shard in its list', () => listIn(other), anothers],
      ['an empty shard in its list', () => listIn(''), anothers],
      ['a refusal', () => refusal, refused],
    ])('%s is an error of lists and of watches that list', async (_title, answer, error) => {
      const handle = () =>
        metadataOf(speaking((query) => (query.has('sendInitialEvents') ? noInitialEvents : answer())));
      await expect(handle().list({ shard })).rejects.toMatchObject(error);
      await expect(collect(handle().items({ shard }))).rejects.toMatchObject(error);
      await expect(collect(handle().watch({ shard, poll: 1000, initialEvents: true }))).rejects.toMatchObject(error);
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
