import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { kubernetes, kubernetesProtobuf } from '../../src/testing/kubernetes.js';
import {
  startFakeApiServer,
  type RunningFakeApiServer,
  type StartFakeApiServerOptions,
} from '../../src/testing/node.js';
import { configMap } from './support.js';
import { handshakes, oneNamespace, shakeHands } from './watch-handshakes.js';

const system = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } };
const configMaps = '/api/v1/namespaces/default/configmaps';

async function start(
  options: FakeApiServerOptions = {},
  listening: StartFakeApiServerOptions = {},
): Promise<RunningFakeApiServer & { readonly fake: FakeApiServer }> {
  const fake = createFakeApiServer({ documents: kubernetes(), ...options });
  const running = await startFakeApiServer(fake, listening);
  onTestFinished(() => running.close());
  return { ...running, fake };
}

/** Watches over a WebSocket, of which every message and the code at the end are kept. */
async function watch(url: string, query = '', protocols: string[] = []) {
  const socket = new WebSocket(`${url}${configMaps}?watch=1${query}`, protocols, { origin: url });
  const texts: string[] = [];
  const arrived = new Set<() => void>();
  socket.on('message', (data: Buffer) => {
    texts.push(data.toString());
    for (const act of arrived) act();
  });
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  const until = async (count: number): Promise<string[]> => {
    while (texts.length < count) {
      await new Promise<void>((resolve) => {
        arrived.add(resolve);
      });
    }
    return texts;
  };
  return { socket, closed, until };
}

describe('a handshake for a watch', () => {
  it.each(handshakes.flatMap((each) => [false, true].map((tls) => ({ ...each, tls }))))(
    '$name is answered as by a real server (tls: $tls)',
    async ({ tls, outcome, ...handshake }) => {
      const protobuf = await kubernetesProtobuf();
      const { fake, ...server } = await start({ protobuf, objects: [system] }, { tls });
      expect(await shakeHands(server, handshake)).toBe(outcome);
      await expect.poll(() => fake.openWatches).toBe(0);
    },
  );

  it('may have a token among its subprotocols, as browsers send it', async () => {
    const users = { 'a/b?c': { name: 'jane', rights: 'all' } } as const;
    const server = await start({ users, objects: [system] });
    const prefix = 'base64url.bearer.authorization.k8s.io.';
    const as = async (token: string, further = ', base64.binary.k8s.io'): Promise<string> => {
      const encoded = Buffer.from(token).toString('base64url');
      return shakeHands(server, { headers: { 'sec-websocket-protocol': `${prefix}${encoded}${further}` } });
    };
    expect(await as('a/b?c')).toMatch(/^101 base64\.binary\.k8s\.io, text ADDED/);
    expect(await as('other')).toBe('401 Unauthorized');
    expect(await as('\u0000', '*')).toBe('401 Unauthorized');
    expect(await shakeHands(server, {})).toBe('403 Forbidden');
  });
});

describe('a watch over a WebSocket', () => {
  it('sends every event as one message, however long, until it ends with 1000', async () => {
    const { url, fake } = await start({ objects: [configMap('a')] });
    const { until, closed } = await watch(url);
    fake.put({ ...configMap('b'), data: { long: 'ü'.repeat(100_000) } });
    fake.put({ ...configMap('c'), data: { long: 'x'.repeat(1000) } });
    const events = (await until(3)).map((text) => JSON.parse(text) as { object: { metadata: { name: string } } });
    expect(events.map(({ object }) => object.metadata.name)).toEqual(['a', 'b', 'c']);
    fake.endWatches();
    expect(await closed).toBe(1000);
    expect(fake.requests).toMatchObject([{ status: 200 }]);
    expect(fake.requests[0]?.bytes).toBeGreaterThan(200_000);
  });

  it('ends at the server when its client closes, or is gone', async () => {
    const { url, fake } = await start();
    const [polite, gone] = [await watch(url), await watch(url)];
    expect(fake.openWatches).toBe(2);
    polite.socket.close();
    gone.socket.terminate();
    expect(await polite.closed).toBe(1000);
    await expect.poll(() => fake.openWatches).toBe(0);
  });

  it('breaks off where a fault says so', async () => {
    const { url, fake } = await start({ objects: [configMap('a'), configMap('b')] });
    fake.fail(configMaps, { reset: { afterEvents: 1 } });
    const { until, closed } = await watch(url);
    expect(await closed).toBe(1006);
    expect(await until(1)).toHaveLength(1);
  });

  it('does not keep the listener from closing', async () => {
    const server = await start();
    const { closed } = await watch(server.url);
    await server.close();
    expect(await closed).toBe(1006);
  });
});

describe('an offer of HTTP/2 without TLS', () => {
  it('is passed over: the request is answered with its body, and so are others on its connection', async () => {
    const { url, fake } = await start();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const post = async (name: string): Promise<number | undefined> => {
      const sent = request(`${url}${configMaps}`, {
        agent,
        method: 'POST',
        headers: {
          connection: 'Upgrade, HTTP2-Settings',
          upgrade: 'h2c',
          'http2-settings': 'AAEAAEAA',
          'content-type': 'application/json',
        },
      });
      sent.end(JSON.stringify(configMap(name, { annotations: { long: 'x'.repeat(200_000) } })));
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response.statusCode;
    };
    expect([await post('a'), await post('b')]).toEqual([201, 201]);
    expect(fake.objects).toHaveLength(2);
    agent.destroy();
  });

  it('of a watch is answered as a stream, like other offers', async () => {
    const { url, fake } = await start({ objects: [system] });
    for (const upgrade of ['h2c', 'SPDY/3.1']) {
      const sent = request(`${url}${oneNamespace}`, { headers: { connection: 'Upgrade', upgrade }, agent: false });
      sent.end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      const [part] = (await once(response, 'data')) as [Buffer];
      expect(part.toString()).toMatch(/^{"type":"ADDED"/);
      sent.destroy();
      await expect.poll(() => fake.openWatches).toBe(0);
    }
  });
});
