import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client } from '../../src/core/client.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { transportTo } from '../live/transport-to.js';
import { documentsOf136 } from './on-fake-server.js';

/** The address of a server that accepts connections and stays silent. */
async function silentServer(): Promise<string> {
  const server = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const firstCalls: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ['a list', (client) => client.resource('pods').list()],
  ['a page', async (client) => client.resource('pods').pages()[Symbol.asyncIterator]().next()],
  ['an item', async (client) => client.resource('pods').items()[Symbol.asyncIterator]().next()],
  [
    'a write',
    (client) =>
      client
        .resource('pods')
        .namespace('a')
        .create({ metadata: { name: 'a' } }),
  ],
  ['a scale', (client) => client.resource('deployments').namespace('a').scale('a').get()],
  ['a mapping', (client) => client.resource('pods').mapping()],
  ['verbs', (client) => client.resource('pods').verbs()],
  ['a mapper', (client) => client.mapper()],
  ['a name', (client) => client.resolve('pods')],
  ['names', (client) => client.resolveAll('pods,svc')],
];

describe('the time limit of a client bounds its first call, look-up included', () => {
  it.each(firstCalls)('of a server that accepts and stays silent: %s', async (_name, call) => {
    const client = createClient({ server: await silentServer(), timeoutMs: 60 });
    await expect(call(client)).rejects.toMatchObject({ code: 'timeout', limit: 'timeoutMs', timeoutMs: 60 });
    await client.close();
  });

  it('and yields to that of the call', async () => {
    const client = createClient({ server: await silentServer(), timeoutMs: 3_600_000 });
    const listing = client.resource('pods').list({ timeoutMs: 40 });
    await expect(listing).rejects.toMatchObject({ code: 'timeout', timeoutMs: 40 });
    await client.close();
  });
});

describe('a look-up that its caller gave up', () => {
  async function onSlowServer() {
    const transport = transportTo(createFakeApiServer({ documents: documentsOf136() }));
    const asked: string[] = [];
    let answer: () => void = () => undefined;
    const answering = new Promise<void>((resolve) => (answer = resolve));
    const slow: typeof transport = {
      ...transport,
      async send(request) {
        asked.push(new URL(request.url).pathname);
        await answering;
        return transport.send(request);
      },
    };
    const client = createClient({ server: 'http://slow.test', transport: slow, timeoutMs: 50 });
    onTestFinished(() => client.close());
    return { client, asked, answer };
  }

  it('goes on for the next one, so that a slow server is learned all the same', async () => {
    const { client, asked, answer } = await onSlowServer();
    const pods = client.resource('pods').namespace('shop');
    await expect(pods.list()).rejects.toMatchObject({ code: 'timeout' });
    await expect(client.resolve('pods')).rejects.toMatchObject({ code: 'timeout' });
    answer();
    expect((await pods.list({ timeoutMs: 60_000 })).items).toEqual([]);
    expect(asked.sort()).toEqual(['/api', '/api/v1/namespaces/shop/pods', '/apis']);
  });

  it('ends with the client', async () => {
    const { client, answer } = await onSlowServer();
    await expect(client.mapper()).rejects.toMatchObject({ code: 'timeout' });
    await client.close();
    answer();
    await expect(client.resource('pods').list()).rejects.toMatchObject({ code: 'closed' });
  });
});
