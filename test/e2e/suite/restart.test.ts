import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ConnectionError, DiscoveryError, type Catalog, type Client } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { CustomResource } from '../harness/custom-resources.js';
import { install, untilServed } from '../harness/install.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const { kind } = inject('server');
const resource: CustomResource = {
  group: 'restart.example.org',
  plural: 'survivors',
  kind: 'Survivor',
  versions: [{ name: 'v1' }, { name: 'v1beta1' }],
};
const survivors = { group: resource.group, version: 'v1', resource: 'survivors' };
/** Enough to be cut in the middle of an answer: 2 MB. */
const names = Array.from({ length: 200 }, (_, index) => `item-${String(index).padStart(3, '0')}`);
const data = { text: 'x'.repeat(10_000) };
let server: TestServer;
let before: Catalog;

/** One of those who ask again and again while the server is killed. */
interface Worker {
  readonly client: Client;
  /** Resolves after the first answer. */
  readonly answered: Promise<void>;
  /** Resolves with the first answer that was anything else, or with the error. */
  readonly interrupted: Promise<unknown>;
}

beforeAll(async () => {
  server = await startServer(kind);
  await install(server, [resource]);
  const client = connect(server, { token: server.tokens.admin });
  const configMaps = client.resource('configmaps').namespace('default');
  await Promise.all(names.map((name) => configMaps.create({ metadata: { name }, data })));
  before = await client.discovery.refresh();
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

function contentOf({ groups, failures, provenance }: Catalog): object {
  return { groups, failures, provenance };
}

/** Asks until something else than `right` comes. */
function startWorker(client: Client, ask: (client: Client) => Promise<unknown>): Worker {
  let report: () => void;
  const answered = new Promise<void>((resolve) => {
    report = resolve;
  });
  const work = async (): Promise<unknown> => {
    try {
      for (;;) {
        const answer = await ask(client);
        report();
        if (answer !== right) return answer;
      }
    } catch (error) {
      report();
      return error;
    }
  };
  return { client, answered, interrupted: work() };
}

const right = 'right';

async function discover({ discovery }: Client): Promise<Catalog | typeof right> {
  discovery.invalidate();
  const catalog = await discovery.catalog();
  if (catalog.failures.length > 0) return catalog;
  expect(contentOf(catalog)).toEqual(contentOf(before));
  return right;
}

async function list(client: Client): Promise<typeof right> {
  const { items } = await client.resource('configmaps').namespace('default').list();
  expect(items.map((item) => [item.metadata.name, item['data']])).toEqual(names.map((name) => [name, data]));
  return right;
}

describe('kill -9 of the API server under 20 that ask it', () => {
  let discoveries: readonly Worker[];
  let lists: readonly Worker[];
  let killed: number;

  beforeAll(async () => {
    const clients = Array.from({ length: 20 }, () => connect(server, { token: server.tokens.admin }));
    await Promise.all(clients.map(({ discovery }) => discovery.catalog()));
    discoveries = clients.slice(0, 10).map((client) => startWorker(client, discover));
    lists = clients.slice(10).map((client) => startWorker(client, list));
    await Promise.race([...discoveries, ...lists].map(({ answered }) => answered));
    await server.kill();
    killed = performance.now();
  });

  it('ends every list with an error of the connection, and none with a wrong result', async () => {
    const ends = await Promise.all(lists.map(({ interrupted }) => interrupted));
    expect(ends).toEqual(lists.map(() => expect.any(ConnectionError) as unknown));
  });

  it('ends every discovery with such an error for each root, or a catalog that names what it lacks', async () => {
    for (const { interrupted } of discoveries) {
      const end = await interrupted;
      if (end instanceof DiscoveryError) {
        for (const cause of [end.causes.api, end.causes.apis]) expect(cause).toBeInstanceOf(ConnectionError);
        continue;
      }
      const catalog = end as Catalog;
      expect(new Set(catalog.failures.map((failure) => failure.class))).toEqual(new Set(['unreachable']));
      for (const entry of before.resources()) {
        if (catalog.failuresOf(entry).length === 0) expect(catalog.resource(entry)).toEqual(entry);
      }
    }
  });

  it('keeps nobody waiting', async () => {
    await Promise.all([...discoveries, ...lists].map(({ interrupted }) => interrupted));
    expect(performance.now() - killed).toBeLessThan(10_000);
  });

  it('leaves what was learned, and refuses every call while the server is gone', async () => {
    for (const { client } of lists) {
      await expect(list(client)).rejects.toMatchObject({ code: 'connection-refused' });
      await expect(client.discovery.refresh()).rejects.toMatchObject({
        code: 'discovery',
        causes: { apis: { code: 'connection-refused' } },
      });
      expect(client.discovery.current && contentOf(client.discovery.current)).toEqual(contentOf(before));
    }
  });

  it('is over for the same clients when the server is back', async () => {
    await server.restart();
    await untilServed(server, [resource]);
    for (const { client } of [...discoveries, ...lists]) {
      // What a catalog of before lacks is looked for again, and a version that goes before the one at hand.
      expect((await client.resource('survivors').mapping()).resource).toEqual(survivors);
      expect(await list(client)).toBe(right);
      expect(contentOf(await client.discovery.refresh())).toEqual(contentOf(before));
      expect((await client.resource('survivors').mapping()).resource).toEqual(survivors);
    }
  });
});
