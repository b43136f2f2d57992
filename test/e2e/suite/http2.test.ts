import { Agent } from 'node:https';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createHttp2Transport } from '../../../src/http2/index.js';
import { createClient, type Client, type ClientOptions } from '../../../src/index.js';
import { mapLimit } from '../../../src/core/shared/concurrency.js';
import { credential, plugin } from '../../kubeconfig/exec/plugins.js';
import { tempFolder } from '../../kubeconfig/temp-folder.js';
import { keepBusy } from '../harness/busy-objects.js';
import { expectToAgree, followSet } from '../harness/followed-sets.js';
import { askAsAdmin } from '../harness/install.js';
import { createObject, namespace } from '../harness/objects.js';
import { randomOf, seedOfRun } from '../harness/random.js';
import type { ServerAccess } from '../harness/server-access.js';
import { startServer } from '../harness/start-server.js';
import { base64, loadBy, mayReadSecrets, whoIs } from './by-kubeconfig.js';

const server = inject('server');
const place = 'http2';
const objects = 600;

beforeAll(async () => {
  await createObject(server, '/api/v1/namespaces', namespace(place));
});

afterAll(async () => {
  await askAsAdmin(server, { method: 'DELETE', path: `/api/v1/namespaces/${place}/configmaps` });
});

/** A client over HTTP/2, and how many connections it has made. */
function connect({ url, ca, tokens }: Pick<ServerAccess, 'url' | 'ca' | 'tokens'>) {
  const agent = new Agent({ ca, keepAlive: true });
  const open = agent.createConnection.bind(agent);
  let connections = 0;
  agent.createConnection = (...given) => {
    connections += 1;
    return open(...given);
  };
  const headers = { authorization: `Bearer ${tokens.admin}` };
  const authenticate = async () => ({ headers, agent });
  const client = createClient({ server: url, authenticate, transport: createHttp2Transport() });
  onTestFinished(() => client.close());
  return { client, connections: () => connections };
}

describe('over HTTP/2', () => {
  it('discovery, writes and a long list take one connection', async () => {
    const { client, connections } = connect(server);
    const catalog = await client.discovery.catalog();
    expect([catalog.failures, catalog.provenance.apis]).toEqual([[], server.formats[0]]);
    const configMaps = client.resource('configmaps').namespace(place);
    const names = Array.from({ length: objects }, (_, index) => `map-${index}`);
    const data = { text: 'x'.repeat(2000) };
    await mapLimit(names, 16, (name) => configMaps.create({ metadata: { name, labels: { app: 'list' } }, data }));
    // Above 128 kB the server compresses.
    const { items } = await configMaps.list({ labelSelector: 'app=list' });
    expect(items.length).toBe(objects);
    const paged = [];
    for await (const { metadata } of configMaps.items({ limit: 300, labelSelector: 'app=list' }))
      paged.push(metadata.name);
    expect(paged.length).toBe(objects);
    const applied = await configMaps.apply({ metadata: { name: 'map-1' }, data: { a: 'é€' } }, { fieldManager: 'me' });
    expect(applied.metadata.resourceVersion).not.toBe(items[0]?.metadata.resourceVersion);
    expect(await configMaps.get('map-1')).toMatchObject({ data: { ...data, a: 'é€' } });
    await expect(configMaps.get('none')).rejects.toMatchObject({ code: 'api', statusCode: 404 });
    await expect(configMaps.create({ metadata: { name: 'map-1' } })).rejects.toMatchObject({ statusCode: 409 });
    expect((await configMaps.as('Table').list({ limit: 5 })).rows.length).toBe(5);
    await configMaps.delete('map-2');
    expect(connections()).toBe(1);
  });

  it('120 watches at once are told of a change, and leave room for reads', async () => {
    const { client, connections } = connect(server);
    const configMaps = client.resource('configmaps').namespace(place);
    const { metadata } = await configMaps.list({ limit: 1 });
    const signal = AbortSignal.timeout(30_000);
    const watches = Array.from({ length: 120 }, async () => {
      const options = { resourceVersion: metadata.resourceVersion!, fieldSelector: 'metadata.name=told', signal };
      for await (const { object } of configMaps.watch(options)) return (object.metadata as { name: string }).name;
      return undefined;
    });
    for (let count = 0; count < 30; count += 1) await configMaps.list({ limit: 1 });
    await configMaps.create({ metadata: { name: 'told' } });
    expect(new Set(await Promise.all(watches))).toEqual(new Set(['told']));
    expect(connections()).toBeGreaterThan(0);
    expect(connections()).toBeLessThanOrEqual(2);
  });
});

describe('a kubeconfig, over HTTP/2', () => {
  /** Sockets of HTTP/1.1 that were used: its agents keep them. */
  async function connectBy(user: object): Promise<{ client: Client; sockets: () => number }> {
    const options = await loadBy(user);
    const agents = new Set<Agent>();
    const authenticate: ClientOptions['authenticate'] = async (context) => {
      const credentials = await options.authenticate!(context);
      agents.add(credentials.agent as Agent);
      return credentials;
    };
    const client = createClient({ ...options, authenticate, transport: createHttp2Transport() });
    onTestFinished(() => client.close());
    return {
      client,
      sockets: () => [...agents].flatMap(({ freeSockets }) => Object.values(freeSockets).flat()).length,
    };
  }

  it('shows a token, a client certificate, and what a plugin prints', async () => {
    const { certificate, key } = server.clientCertificates.reader;
    const token = server.tokens.reader;
    const { exec } = await plugin(await tempFolder(), `print(${JSON.stringify(credential({ token }))})`);
    const users = [
      ['admin', { token: server.tokens.admin }],
      ['certified-reader', { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key) }],
      ['reader', { exec }],
    ] as const;
    for (const [username, user] of users) {
      const { client, sockets } = await connectBy(user);
      expect(await whoIs(client)).toMatchObject({ username });
      expect(await mayReadSecrets(client)).toBe(username === 'admin');
      expect(sockets()).toBe(0);
    }
  });
});

// One kind of server is enough for what none of them does in its own way.
describe.runIf(server.kind === '1.37' || server.kind === 'assets')('a server that goes away', () => {
  it('by GOAWAY now and then, or by kill -9, loses nothing', async () => {
    const own = await startServer(server.kind, { flags: ['--goaway-chance=0.02'] });
    try {
      await createObject(own, '/api/v1/namespaces', namespace(place));
      const { client, connections } = connect(own);
      const configMaps = client.resource('configmaps').namespace(place);
      const controller = new AbortController();
      const { signal } = controller;
      const sets = Array.from({ length: 10 }, () => followSet(configMaps, { signal }));
      await mapLimit<number, unknown>([...Array(600).keys()], 16, (index) =>
        index % 3 === 0 ? configMaps.create({ metadata: { name: `one-${index}` } }) : configMaps.list({ limit: 1 }),
      );
      expect(connections()).toBeGreaterThan(1);
      await expectToAgree(sets, configMaps, 20_000);

      const random = randomOf(seedOfRun());
      const busy = keepBusy(configMaps, { names: 100, changes: 300, random });
      await own.kill();
      await own.restart();
      await busy;
      await expectToAgree(sets, configMaps, 30_000);
      expect(Math.min(...sets.map(({ interruptions }) => interruptions))).toBeGreaterThan(0);
      controller.abort(new Error('over'));
      await Promise.all(sets.map(({ ended }) => ended));
    } finally {
      await own.stop();
    }
  }, 120_000);
});
