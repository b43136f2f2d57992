import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiRequest, Connection } from '../../src/core/transport/connection.js';
import { createClient } from '../../src/core/client.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { createDefaultTransport } from '../../src/core/transport/default-transport.js';
import type { ConnectionOptions } from '../../src/core/transport/options.js';
import type { Transport } from '../../src/core/transport/transport.js';
import { describeTransport } from './describe-transport.js';
import { answerJson, closedPort, rawHeaders, serve } from './loopback-server.js';
import { transports } from './transports.js';

describe.each(transports)('a transport on $adapter', ({ open }) => {
  describeTransport({ serve, open });
});

describe.each(transports)('a connection on $adapter', ({ adapter, open }) => {
  function connectionTo(server: string): Connection {
    const connection = createConnection({
      server,
      transport: open(),
      retry: { limit: 0 },
    });
    onTestFinished(() => connection.close());
    return connection;
  }
  const ask = (server: string, rest: Partial<ApiRequest> = {}) =>
    connectionTo(server).request({ path: '/api', ...rest });

  it('rejects when the body breaks off', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"kind": ', () => response.destroy());
    });
    await expect(ask(server.url)).rejects.toMatchObject({
      code: 'connection',
      reasonCode: 'ERR_TRUNCATED_BODY',
      path: '/api',
    });
  });

  it('rejects when a compressed body breaks off', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync('{"kind":"Status"}').subarray(0, 20), () => response.destroy());
    });
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'connection', reasonCode: 'ERR_TRUNCATED_BODY' });
  });

  it('rejects when the connection is reset before an answer', async () => {
    const server = await serve((request) => request.socket.destroy());
    const reasonCode = adapter === 'http' ? 'ECONNRESET' : 'UND_ERR_SOCKET';
    await expect(ask(server.url)).rejects.toMatchObject({ code: 'connection', reasonCode });
  });

  it('rejects when nobody listens', async () => {
    const port = await closedPort();
    const sending = ask(`http://127.0.0.1:${port}`, { query: { continue: 'abc' } });
    await expect(sending).rejects.toMatchObject({ code: 'connection-refused', reasonCode: 'ECONNREFUSED' });
    await expect(sending).rejects.toThrow(`GET /api: no answer from 127.0.0.1:${port}: `);
  });

  it('rethrows the reason of an abort, before and while it waits', async () => {
    const reason = { because: 'the caller said so' };
    const server = await serve(() => controller.abort(reason));
    const controller = new AbortController();
    await expect(ask(server.url, { signal: controller.signal })).rejects.toBe(reason);
    await expect(ask(server.url, { signal: controller.signal })).rejects.toBe(reason);
    expect(server.opened()).toBe(1);
  });

  it('ends what is under way when it is closed, and sends no more', async () => {
    const server = await serve(() => void connection.close());
    const connection = connectionTo(server.url);
    await expect(connection.request({ path: '/api' })).rejects.toMatchObject({ code: 'closed' });
    await expect(connection.request({ path: '/api' })).rejects.toMatchObject({ code: 'closed' });
    await expect(connection.stream({ path: '/api' })).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('the pool of sockets', () => {
  function connectionTo(server: string, options: Partial<ConnectionOptions> = {}): Connection {
    const connection = createConnection({ server, ...options });
    onTestFinished(() => connection.close());
    return connection;
  }
  const root: ApiRequest = { path: '/' };

  it('serves 100 requests in a row by one socket', async () => {
    const server = await serve((_, response) => answerJson(response, {}));
    const connection = connectionTo(server.url);
    for (let index = 0; index < 100; index += 1) await connection.request(root);
    expect(server.opened()).toBe(1);
  });

  it.each([{ agent: undefined }, { agent: new Agent({ keepAlive: true }) }])(
    'never holds more than maxSockets for 100 requests at once, whoever made the agent',
    async ({ agent }) => {
      let most = 0;
      const server = await serve((_, response) => {
        most = Math.max(most, server.open());
        setImmediate(() => answerJson(response, {}));
      });
      const authenticate = () => Promise.resolve({ headers: {}, agent });
      const connection = connectionTo(server.url, { maxSockets: 7, authenticate });
      await Promise.all(Array.from({ length: 100 }, () => connection.request(root)));
      agent?.destroy();
      expect(most).toBe(7);
      expect(server.opened()).toBe(7);
    },
  );

  it('leaves every slot to ordinary requests while streams are open', async () => {
    const server = await serve((request, response) => {
      if (request.url === '/watch') response.write('{}\n');
      else answerJson(response, {});
    });
    const connection = connectionTo(server.url, { maxSockets: 1 });
    for (let index = 0; index < 5; index += 1) await connection.stream({ path: '/watch' });
    expect((await connection.request(root)).status).toBe(200);
    expect(server.open()).toBe(6);
  });

  it('gives a waiting request up when it is aborted, and its slot to the next one', async () => {
    const held: (() => void)[] = [];
    const server = await serve((_, response) => held.push(() => answerJson(response, {})));
    const connection = connectionTo(server.url, { maxSockets: 1 });
    const first = connection.request(root);
    const controller = new AbortController();
    const second = connection.request({ ...root, signal: controller.signal });
    const third = connection.request(root);
    controller.abort('no longer');
    await expect(second).rejects.toBe('no longer');
    while (held.length < 1) await new Promise((resolve) => setImmediate(resolve));
    held[0]?.();
    await first;
    while (held.length < 2) await new Promise((resolve) => setImmediate(resolve));
    held[1]?.();
    expect((await third).status).toBe(200);
  });

  it('is given back by close()', async () => {
    const server = await serve((_, response) => answerJson(response, {}));
    const connection = connectionTo(server.url);
    await connection.request(root);
    const closed = server.nextClose();
    await connection.close();
    await connection.close();
    await closed;
    expect(server.open()).toBe(0);
  });

  it('is left alone by close() where the agent was given', async () => {
    const agent = new Agent({ keepAlive: true });
    const authenticate = () => Promise.resolve({ headers: {}, agent });
    const server = await serve((_, response) => answerJson(response, {}));
    const connection = connectionTo(server.url, { authenticate });
    await connection.request(root);
    await connection.close();
    await connectionTo(server.url, { authenticate }).request(root);
    agent.destroy();
    expect(server.opened()).toBe(1);
  });

  it.each([0, -1, NaN])('cannot have %d sockets', (maxSockets) => {
    expect(() => createClient({ server: 'https://host', maxSockets })).toThrow(/maxSockets/);
  });
});

describe('the transport over Node modules', () => {
  function open(): Transport {
    const transport = createDefaultTransport();
    onTestFinished(() => {
      transport.close();
    });
    return transport;
  }

  it('sends several values of one header apart', async () => {
    let seen: string[] = [];
    const server = await serve((request, response) => {
      seen = rawHeaders(request, 'impersonate-group');
      answerJson(response, {});
    });
    const twoGroups = { accept: 'application/json', 'impersonate-group': ['a', 'b'] };
    await open().send({ method: 'GET', url: server.url, headers: twoGroups });
    expect(seen).toEqual(['a', 'b']);
  });

  it('refuses a relative URL', async () => {
    const sending = open().send({ method: 'GET', url: '/k8s/api', headers: {} });
    await expect(sending).rejects.toMatchObject({ code: 'invalid-argument', argument: 'server' });
  });
});
