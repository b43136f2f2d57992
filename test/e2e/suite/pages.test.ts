import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ApiError, type Exchange, type KubeList, type ResourceHandle } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { compactEtcd } from '../harness/etcd.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const { kind, version } = inject('server');
/** Since 1.34 a page of the past comes from snapshots of the watch cache (`ListFromCacheSnapshot`), and not from etcd. */
const hasSnapshots = Number(version.split('.')[1]) >= 34;
const names = Array.from({ length: 5000 }, (_, index) => `item-${String(index).padStart(4, '0')}`);
const limit = 500;
const exchanges: Exchange[] = [];
let server: TestServer;
let configMaps: ResourceHandle;

beforeAll(async () => {
  server = await startServer(kind);
  const client = connect(server, { token: server.tokens.admin, onExchange: (exchange) => exchanges.push(exchange) });
  configMaps = client.resource('configmaps').namespace('default');
  await Promise.all(names.map((name) => configMaps.create({ metadata: { name } })));
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of all) found.push(each);
  return found;
}

describe('5,000 objects in pages of 500', () => {
  it('come each once, in the order of the server, by one request for each page', async () => {
    exchanges.length = 0;
    const items = await collect(configMaps.items({ limit }));
    expect(items.map(({ metadata }) => metadata.name)).toEqual(names);
    expect(exchanges.map(({ method, status }) => [method, status])).toEqual(Array(10).fill(['GET', 200]));
    const queries = exchanges.map(({ path }) => new URL(path, server.url).searchParams);
    expect(queries.map((query) => query.get('limit'))).toEqual(Array(10).fill('500'));
    expect(new Set(queries.map((query) => query.get('continue'))).size).toBe(10);
  });

  it('are all of one moment, and each page tells how many are left', async () => {
    const pages = await collect(configMaps.pages({ limit }));
    expect(new Set(pages.map(({ metadata }) => metadata.resourceVersion)).size).toBe(1);
    expect(pages.map(({ metadata }) => metadata.remainingItemCount)).toEqual([
      ...[4500, 4000, 3500, 3000, 2500, 2000, 1500, 1000, 500],
      undefined,
    ]);
  });

  it('come as rows and as metadata too', async () => {
    const rows = await collect(configMaps.as('Table').items({ limit }));
    expect(rows.map(({ cells }) => cells[0])).toEqual(names);
    const metadata = await collect(configMaps.as('PartialObjectMetadata').items({ limit }));
    expect(metadata.map((item) => item.metadata.name)).toEqual(names);
  });

  it('are not asked for beyond the page behind the one that is left', async () => {
    exchanges.length = 0;
    for await (const { metadata } of configMaps.items({ limit })) {
      if (metadata.name === 'item-0700') break;
    }
    // The page behind it was asked for while this one was read.
    expect([2, 3]).toContain(exchanges.length);
  });
});

/** Reads the first page, and then lets the server forget how things were when it did. */
async function pagesOfForgotten(): Promise<AsyncIterator<KubeList>> {
  const pages = configMaps.pages({ limit })[Symbol.asyncIterator]();
  await pages.next();
  await configMaps.patch('item-0000', { data: { now: String(Date.now()) } }, { type: 'merge' });
  await compactEtcd(server);
  return pages;
}

describe('a token of a moment that etcd has forgotten', () => {
  if (hasSnapshots) {
    it('is served from the watch cache all the same', async () => {
      const pages = await pagesOfForgotten();
      const { value } = (await pages.next()) as IteratorYieldResult<KubeList>;
      expect(value.items.map(({ metadata }) => metadata.name)).toEqual(names.slice(limit, 2 * limit));
    });
  }

  describe(`has expired${hasSnapshots ? ' where there are no snapshots' : ''}`, () => {
    beforeAll(async () => {
      if (hasSnapshots) await server.restart({ flags: ['--feature-gates=ListFromCacheSnapshot=false'] });
    });

    it('which is 410, and the iteration ends with it', async () => {
      const pages = await pagesOfForgotten();
      exchanges.length = 0;
      await expect(pages.next()).rejects.toMatchObject({
        code: 'api',
        statusCode: 410,
        reason: 'Expired',
        fromServer: true,
      });
      expect(exchanges.map(({ status }) => status)).toEqual([410]);
      expect(await pages.next()).toEqual({ done: true, value: undefined });
    });

    it('and the answer has another one, for what is there now behind the last item', async () => {
      const pages = await pagesOfForgotten();
      await configMaps.create({ metadata: { name: 'item-0499-late' } });
      const error = await pages.next().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ApiError);
      const { metadata } = (error as ApiError).status;
      const rest = await collect(configMaps.items({ limit, continue: metadata?.continue }));
      expect(rest.map((item) => item.metadata.name)).toEqual(['item-0499-late', ...names.slice(limit)]);
    });
  });
});
