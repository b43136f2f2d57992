import { describe, expect, it } from 'vitest';
import { tablesWithMetadata } from '../../src/cli/commands/tables-with-metadata.js';
import { createClient, type ListOptions, type Table, type Transport, type TransportRequest } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { captured } from '../fixtures/captured.js';
import { cli, transportTo } from './support.js';

/** Seven config maps in two namespaces. */
function shop(options: FakeApiServerOptions = {}): FakeApiServer {
  return createFakeApiServer({
    documents: captured('kube-1.36-v2'),
    objects: Array.from({ length: 7 }, (_, at) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: `m-${at}`, namespace: at < 4 ? 'a' : 'b' },
    })),
    ...options,
  });
}

type Answer = Awaited<ReturnType<Transport['send']>>;

/** What is done to an answer that holds metadata, or cells, of a page behind the first. */
interface Changes {
  readonly metadata?: (list: { metadata: Record<string, unknown>; items: object[] }) => object | number;
  readonly table?: (table: { metadata: Record<string, unknown>; rows: object[] }) => object | number;
}

function changing(api: FakeApiServer, { metadata, table }: Changes): Transport {
  const transport = transportTo(api);
  return {
    ...transport,
    async send(request) {
      const answer = await transport.send(request);
      const change = isOfMetadata(request) ? metadata : request.url.includes('includeObject=None') ? table : undefined;
      if (change === undefined || !/configmaps\?/.test(request.url)) return answer;
      const text = await new Response(answer.body as ReadableStream<Uint8Array>).text();
      const result = change(JSON.parse(text) as never);
      if (typeof result === 'object') return { ...answer, body: bodyOf(result) };
      return {
        ...answer,
        status: result,
        body: bodyOf({ kind: 'Status', apiVersion: 'v1', status: 'Failure', code: result }),
      };
    },
  };
}

function bodyOf(value: object): Answer['body'] {
  return new Response(JSON.stringify(value)).body as Answer['body'];
}

function isOfMetadata({ headers }: TransportRequest): boolean {
  return String(headers['accept']).includes('PartialObjectMetadata');
}

async function read(api: FakeApiServer, options: ListOptions, changes: Changes = {}): Promise<Table[]> {
  const client = createClient({ server: 'http://fake.example', transport: changing(api, changes) });
  try {
    const pages: Table[] = [];
    for await (const page of tablesWithMetadata(client.resource('configmaps'), options)) pages.push(page);
    return pages;
  } finally {
    await client.close();
  }
}

const names = Array.from({ length: 7 }, (_, at) => `${at < 4 ? 'a' : 'b'}/m-${at}`);
const namesIn = (pages: readonly Table[]): string[] =>
  pages.flatMap(({ rows }) =>
    rows.map(({ cells, object }) => `${object?.metadata.namespace ?? '?'}/${String(cells[0])}`),
  );
const requestedForms = (api: FakeApiServer): string[] =>
  api.requests
    .filter(({ path }) => path.includes('/configmaps'))
    .map(({ path, accept }) => {
      const form =
        accept?.includes('PartialObjectMetadata') === true ? 'metadata' : /includeObject=(\w+)/.exec(path)?.[1];
      return `${form ?? ''}${path.includes('continue=') ? ' on' : ''}`;
    });

describe('a list as tables with metadata', () => {
  it('is one answer where it has one page', async () => {
    const api = shop();
    expect(namesIn(await read(api, { limit: 500 }))).toEqual(names);
    expect(requestedForms(api)).toEqual(['Metadata']);
  });

  it('has cells and metadata by themselves from the second page on, at most three pages ahead', async () => {
    const api = shop();
    const pages = await read(api, { limit: 2 });
    expect(pages.map(({ rows }) => rows.length)).toEqual([2, 2, 2, 1]);
    expect(namesIn(pages)).toEqual(names);
    const three = (form: string): string[] => Array.from({ length: 3 }, () => form);
    expect(requestedForms(api).sort()).toEqual(['Metadata', ...three('None on'), ...three('metadata on')].sort());
  });

  it('in one page of any length is a list of cells, and one of metadata at its version', async () => {
    const api = shop();
    expect(namesIn(await read(api, {}))).toEqual(names);
    expect(requestedForms(api)).toEqual(['None', 'metadata']);
    expect(api.requests.at(-1)?.path).toMatch(/resourceVersion=\d+&resourceVersionMatch=Exact/);
  });

  it.each<[string, Changes]>([
    ['another version', { metadata: (list) => ({ ...list, metadata: { ...list.metadata, resourceVersion: '1' } }) }],
    ['no version', { table: (table) => ({ ...table, metadata: { ...table.metadata, resourceVersion: '' } }) }],
    ['fewer objects', { metadata: (list) => ({ ...list, items: list.items.slice(1) }) }],
    ['another order', { metadata: (list) => ({ ...list, items: list.items.toReversed() }) }],
    ['another end', { metadata: (list) => ({ ...list, metadata: { ...list.metadata, continue: 'x' } }) }],
    ['no names', { table: (table) => ({ ...table, columnDefinitions: [{ name: 'Data', type: 'integer' }] }) }],
    ['an expired version', { metadata: () => 410 }],
    ['a refusal', { metadata: () => 400 }],
    ['a refusal of the cells', { table: () => 400 }],
  ])('comes as whole tables from where the halves differ: %s', async (_what, changes) => {
    for (const options of [{ limit: 5 }, {}]) {
      const api = shop();
      const pages = await read(api, options, changes);
      expect(namesIn(pages)).toEqual(names);
      expect(requestedForms(api).at(-1)).toBe(options.limit === undefined ? 'Metadata' : 'Metadata on');
    }
  });

  it('tells the pages before a failure, and then the failure', async () => {
    const api = shop();
    let requestCount = 0;
    const changes: Changes = { table: (table) => ((requestCount += 1) === 2 ? 403 : table) };
    const seen: string[] = [];
    const client = createClient({ server: 'http://fake.example', transport: changing(api, changes) });
    const handle = client.resource('configmaps');
    const reading = async (): Promise<void> => {
      for await (const page of tablesWithMetadata(handle, { limit: 2 })) seen.push(...namesIn([page]));
    };
    await expect(reading()).rejects.toMatchObject({ code: 'api', statusCode: 403 });
    expect(seen).toEqual(names.slice(0, 4));
    await client.close();
  });

  it('of a server that makes no tables comes as it makes them here', async () => {
    const api = shop({ ignoresAccept: [''] });
    const { stdout } = await cli(api, 'get cm -A --chunk-size 3 --no-headers');
    expect(stdout.match(/^\S+ +\S+/gm)?.map((line) => line.replace(/ +/, '/'))).toEqual(names);
  });

  it('ends what is under way when nobody reads on', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const transport = transportTo(shop());
    const client = createClient({
      server: 'http://fake.example',
      transport: {
        ...transport,
        send(request) {
          if (isOfMetadata(request)) {
            signals.push(request.signal);
            return new Promise(() => undefined);
          }
          return transport.send(request);
        },
      },
    });
    const pages = tablesWithMetadata(client.resource('configmaps'), { limit: 2 });
    await pages.next();
    const second = pages.next();
    await expect.poll(() => signals.length).toBe(3);
    await client.close();
    await expect(second).rejects.toMatchObject({ code: 'closed' });
    expect(signals.every((signal) => signal?.aborted)).toBe(true);
  });
});

describe('get -A of several pages', () => {
  it('prints the namespace of each row, and sorts and labels it as well', async () => {
    const api = shop();
    const { stdout } = await cli(api, 'get cm -A --chunk-size 3 --no-headers --show-labels');
    expect(stdout.match(/^\S+ +\S+/gm)?.map((line) => line.replace(/ +/, '/'))).toEqual(names);
    expect(stdout.match(/<none>$/gm)).toHaveLength(7);
    expect(requestedForms(api)).toContain('None on');
  });
});
