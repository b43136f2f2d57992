import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { originOf, type Catalog, type Client, type Exchange } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { withoutVersion } from '../harness/objects.js';
import { startReverseProxy, type ProxyOptions, type ReverseProxy } from '../harness/reverse-proxy.js';
import { clearTheStage, exhibits, setTheStage, stage } from './representation-stage.js';

const server = inject('server');
const token = server.tokens.admin;
const tagged = server.formats.filter((format) => format !== 'legacy');

const proxies: readonly (ProxyOptions & { readonly what: string })[] = [
  { what: 'under a path prefix', prefix: '/k8s/clusters/c-abc' },
  { what: 'that strips media type parameters', stripsParameters: true },
  { what: 'that compresses, and weakens ETags', compresses: true },
  { what: 'that does all of that', prefix: '/k8s', stripsParameters: true, compresses: true },
];

beforeAll(setTheStage);

afterAll(async () => {
  await closeClients();
  await clearTheStage();
});

/** A catalog without its methods. In legacy documents real servers change the order of the resources of one custom group. */
function contentOf({ groups, failures, provenance }: Catalog): object {
  const ordered = groups.map((group) => ({
    ...group,
    versions: group.versions.map((version) => ({
      ...version,
      resources: version.resources.toSorted((a, b) => (a.resource < b.resource ? -1 : 1)),
    })),
  }));
  return { groups: ordered, failures, provenance };
}

describe.each(proxies)('behind a proxy $what', ({ what: _what, ...options }) => {
  const exchanges: Exchange[] = [];
  let proxy: ReverseProxy;
  let client: Client;
  let direct: Client;

  beforeAll(async () => {
    proxy = await startReverseProxy(server, options);
    client = connect(proxy, { token, onExchange: (exchange) => exchanges.push(exchange) });
    direct = connect(server, { token });
  });

  afterAll(async () => {
    await client.close();
    await proxy.close();
  });

  it.each(server.formats)('the catalog in %s is the one that the server gives', async (format) => {
    const discovery = { formats: [format] };
    const through = await connect(proxy, { token, discovery }).discovery.catalog();
    expect(contentOf(through)).toEqual(contentOf(await connect(server, { token, discovery }).discovery.catalog()));
    expect(through.provenance).toEqual({ api: format, apis: format });
  });

  it('the best format is taken in one request for each root', async () => {
    const [best = 'legacy'] = server.formats;
    const passed = proxy.passed.length;
    expect((await client.discovery.catalog()).provenance).toEqual({ api: best, apis: best });
    const asked = proxy.passed.slice(passed);
    expect(asked).toEqual(expect.arrayContaining(['GET /api 200', 'GET /apis 200']));
    if (tagged.length > 0) expect(asked).toHaveLength(2);
  });

  if (tagged.length > 0) {
    it('a refresh is a 304, and gives the same catalog', async () => {
      const before = await client.discovery.catalog();
      const passed = proxy.passed.length;
      expect(await client.discovery.refresh()).toBe(before);
      expect(proxy.passed.slice(passed).sort()).toEqual(['GET /api 304', 'GET /apis 304']);
    });
  }

  it.each(exhibits)('lists, tables and metadata of $word are those of the server', async ({ word, names }) => {
    const through = client.resource(word).namespace(stage);
    const straight = direct.resource(word).namespace(stage);
    expect(withoutVersion(await through.list())).toEqual(withoutVersion(await straight.list()));
    const table = await through.as('Table', { includeObject: 'Metadata' }).list();
    expect(originOf(table)).toBe('server');
    expect(table.rows.map(({ object }) => object?.metadata.name)).toEqual(names);
    const metadata = through.as('PartialObjectMetadata');
    const directly = await straight.as('PartialObjectMetadata').list();
    expect(withoutVersion(await metadata.list())).toEqual(withoutVersion(directly));
    expect(originOf(await metadata.get(names[0]))).toBe('server');
  });

  it('writes and scales arrive', async () => {
    const deployments = client.resource('deployments.apps').namespace(stage);
    const labels = { through: 'proxy' };
    expect((await deployments.patch('front', { metadata: { labels } }, { type: 'merge' })).metadata).toMatchObject({
      labels,
    });
    expect((await deployments.scale('front').set(3)).spec.replicas).toBe(3);
    const { object } = await deployments.delete('front', { dryRun: 'All', propagationPolicy: 'Foreground' });
    expect(object?.metadata.name).toBe('front');
  });

  it('errors are those of the server, and paths are told as they were sent', async () => {
    const handle = client.resource('configmaps').namespace(stage);
    const path = `${options.prefix ?? ''}/api/v1/namespaces/${stage}/configmaps/missing`;
    exchanges.length = 0;
    await expect(handle.get('missing')).rejects.toMatchObject({
      statusCode: 404,
      path,
      fromServer: true,
      status: { details: { name: 'missing' } },
    });
    expect(exchanges).toMatchObject([{ path, status: 404 }]);
  });
});

describe('beside the prefix of a proxy', () => {
  it('nothing is learned, and its page is told as what it is', async () => {
    const proxy = await startReverseProxy(server, { prefix: '/k8s/clusters/c-abc' });
    const client = connect({ ...proxy, url: new URL('/k8s/clusters', proxy.url).href }, { token });
    try {
      const notFound = expect.objectContaining({ code: 'api', statusCode: 404, fromServer: false }) as unknown;
      await expect(client.discovery.catalog()).rejects.toMatchObject({
        code: 'discovery',
        causes: { api: notFound, apis: notFound },
      });
    } finally {
      await client.close();
      await proxy.close();
    }
  });
});
