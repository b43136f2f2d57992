import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createCensus } from '../../../src/census/index.js';
import { type Client, type Exchange } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { definitionName, definitionOf, definitionsPath, type CustomResource } from '../harness/custom-resources.js';
import { compactEtcd } from '../harness/etcd.js';
import { askAsAdmin, install } from '../harness/install.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

const { kind, version } = inject('server');
/** Since 1.34 pages of the past come from the watch cache, where nothing is forgotten for a while. */
const hasSnapshots = Number(version.split('.')[1]) >= 34;
const names = Array.from({ length: 45 }, (_, index) => `item-${String(index).padStart(2, '0')}`);
const widgets: CustomResource = {
  group: 'storage.example.org',
  plural: 'widgets',
  kind: 'Widget',
  versions: [{ name: 'v1alpha1' }, { name: 'v1beta1' }, { name: 'v1' }],
};
const exchanges: Exchange[] = [];
let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startServer(kind, { flags: hasSnapshots ? ['--feature-gates=ListFromCacheSnapshot=false'] : [] });
  await install(server, [widgets]);
  client = connect(server, { token: server.tokens.admin, onExchange: (exchange) => exchanges.push(exchange) });
  for (const resource of ['configmaps', 'widgets.v1alpha1.storage.example.org']) {
    const handle = client.resource(resource).namespace('default');
    for (const name of names) await handle.create({ metadata: { name } });
  }
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

describe('a visit whose pages the server has forgotten', () => {
  async function forget(): Promise<void> {
    const configMaps = client.resource('configmaps').namespace('default');
    await configMaps.patch('item-00', { data: { now: String(performance.now()) } }, { type: 'merge' });
    await compactEtcd(server);
  }

  it('goes on behind the last page, and no object comes twice', async () => {
    exchanges.length = 0;
    const found: string[] = [];
    const options = { namespace: 'default', resources: ['configmaps'], limit: 10 };
    for await (const { metadata } of createCensus(client).objects(options)) {
      found.push(metadata.name);
      if (metadata.name === 'item-05' || metadata.name === 'item-33') await forget();
    }
    expect(exchanges.filter(({ status }) => status === 410)).toHaveLength(2);
    expect(found.filter((name) => name.startsWith('item-'))).toEqual(names);
    expect(new Set(found).size).toBe(found.length);
  });
});

describe('a storage migration', () => {
  /** In which version etcd has each object; custom resources are JSON there. */
  async function storedVersions(): Promise<unknown[]> {
    const key = (text: string): string => Buffer.from(`/registry/${widgets.group}/widgets/${text}`).toString('base64');
    const body = JSON.stringify({ key: key(''), range_end: key('~') });
    const answer = await fetch(new URL('/v3/kv/range', server.etcdUrl), { method: 'POST', body });
    const { kvs } = (await answer.json()) as { kvs: { value: string }[] };
    return kvs.map(
      ({ value }) => (JSON.parse(Buffer.from(value, 'base64').toString()) as { apiVersion: string }).apiVersion,
    );
  }

  it('writes every object once, through one of its three versions, and all are stored anew', async () => {
    const path = `${definitionsPath}/${definitionName(widgets)}`;
    const { metadata } = (await askAsAdmin(server, { path })).json() as { metadata: { resourceVersion: string } };
    const turned = definitionOf({ ...widgets, versions: [...widgets.versions].reverse() });
    const body = { ...turned, metadata: { ...metadata, name: definitionName(widgets) } };
    await askAsAdmin(server, { method: 'PUT', path, body });
    // The server takes a moment to store in the other version.
    const probes = client.resource('widgets.v1.storage.example.org').namespace('default');
    await waitUntil('objects are stored in v1', async () => {
      await probes.create({ metadata: { name: 'probe' } });
      const stored = await storedVersions();
      await probes.delete('probe');
      return stored.includes('storage.example.org/v1') ? true : undefined;
    });
    expect(new Set(await storedVersions())).toEqual(new Set(['storage.example.org/v1alpha1']));

    exchanges.length = 0;
    const options = { group: widgets.group, verbs: ['patch'], limit: 20 };
    for await (const { resource, metadata } of createCensus(client).objects(options)) {
      const { name = '', namespace = '', uid, resourceVersion } = metadata;
      const handle = client.resource(resource).namespace(namespace);
      await handle.patch(name, { metadata: { uid, resourceVersion } }, { type: 'merge' });
    }
    expect(exchanges.filter(({ method }) => method === 'PATCH').map(({ status }) => status)).toEqual(
      Array(45).fill(200),
    );
    expect(await storedVersions()).toEqual(Array(45).fill('storage.example.org/v1'));
  });
});
