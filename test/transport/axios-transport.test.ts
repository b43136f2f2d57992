import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAxiosTransport, type AxiosTransportOptions } from '../../src/transport/axios-transport.js';
import type { Transport } from '../../src/transport/transport.js';
import { answerJson, closedPort, rawHeaders, serve } from './loopback-server.js';

const headers = { accept: 'application/json', 'user-agent': 'kubeatlas' };

function transportOf(options?: AxiosTransportOptions): Transport {
  const transport = createAxiosTransport(options);
  onTestFinished(() => {
    transport.close();
  });
  return transport;
}

const adapters = [{ adapter: 'http' }, { adapter: 'fetch' }] as const;

describe.each(adapters)('a transport on $adapter', ({ adapter }) => {
  const send = (url: string, rest: object = {}) =>
    transportOf({ adapter }).send({ method: 'GET', url, headers, ...rest });

  it.each([200, 201, 302, 304, 404, 500, 503])('takes %i for an answer', async (status) => {
    const server = await serve((_, response) => {
      response.writeHead(status, { location: '/elsewhere', 'content-type': 'text/plain' });
      response.end(status === 304 ? undefined : 'words');
    });
    const answer = await send(server.url);
    expect(answer).toMatchObject({ status, headers: { location: '/elsewhere' }, body: status === 304 ? '' : 'words' });
  });

  it('hands the body over as it came', async () => {
    const body = '{ "a": 1 ,\n"ü": "€"}\n';
    const server = await serve((_, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(body);
    });
    expect((await send(server.url)).body).toBe(body);
  });

  it('decompresses', async () => {
    const server = await serve((_, response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('{"kind":"Status"}'));
    });
    expect((await send(server.url)).body).toBe('{"kind":"Status"}');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('sends the body of a %s untouched', async (method) => {
    const seen: unknown[] = [];
    const server = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        seen.push(request.method, request.headers['content-type'], body);
        answerJson(response, {});
      });
    });
    const body = ' {"a": "ü"}\n';
    await send(server.url, { method, body, headers: { ...headers, 'content-type': 'application/json' } });
    expect(seen).toEqual([method, 'application/json', body]);
  });

  it('sends no header of its own that a server reads', async () => {
    let names: string[] = [];
    const server = await serve((request, response) => {
      names = Object.keys(request.headers);
      answerJson(response, {});
    });
    await send(`${server.url}/x`, { headers: { accept: 'application/json', authorization: 'Bearer t' } });
    const ofTheRuntime = ['accept-encoding', 'accept-language', 'connection', 'host', 'sec-fetch-mode', 'user-agent'];
    expect(names.filter((name) => !ofTheRuntime.includes(name)).sort()).toEqual(['accept', 'authorization']);
  });

  it('joins repeated headers of an answer, under names in lower case', async () => {
    const server = await serve((_, response) => {
      response.setHeader('Warning', ['299 - "one"', '299 - "two"']);
      response.setHeader('__proto__', 'x');
      response.end();
    });
    const answer = await send(server.url);
    expect(answer.headers['warning']).toBe('299 - "one", 299 - "two"');
    expect(Object.getPrototypeOf(answer.headers)).toBe(Object.prototype);
  });

  it('rejects when the body breaks off', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"kind": ', () => response.destroy());
    });
    const reasonCode = adapter === 'http' ? 'ERR_TRUNCATED_BODY' : 'UND_ERR_SOCKET';
    await expect(send(`${server.url}/api`)).rejects.toMatchObject({ code: 'connection', reasonCode, path: '/api' });
  });

  it('rejects when a compressed body breaks off', async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync('{"kind":"Status"}').subarray(0, 20), () => response.destroy());
    });
    await expect(send(server.url)).rejects.toMatchObject({ code: 'connection' });
  });

  it('rejects when the connection is reset before an answer', async () => {
    const server = await serve((request) => request.socket.destroy());
    const reasonCode = adapter === 'http' ? 'ECONNRESET' : 'UND_ERR_SOCKET';
    await expect(send(server.url)).rejects.toMatchObject({ code: 'connection', reasonCode });
  });

  it('rejects when nobody listens', async () => {
    const port = await closedPort();
    const sending = send(`http://127.0.0.1:${port}/api?continue=abc`);
    await expect(sending).rejects.toMatchObject({ code: 'connection-refused', reasonCode: 'ECONNREFUSED' });
    await expect(sending).rejects.toThrow(`GET /api: no answer from 127.0.0.1:${port}: `);
  });

  it('rethrows the reason of an abort, before and while it waits', async () => {
    const reason = { because: 'the caller said so' };
    const server = await serve(() => controller.abort(reason));
    const controller = new AbortController();
    await expect(send(server.url, { signal: controller.signal })).rejects.toBe(reason);
    await expect(send(server.url, { signal: controller.signal })).rejects.toBe(reason);
    expect(server.opened()).toBe(1);
  });

  it('ends what is under way when it is closed, and sends no more', async () => {
    const server = await serve(() => {
      transport.close();
    });
    const transport = transportOf({ adapter });
    const request = { method: 'GET', url: server.url, headers } as const;
    await expect(transport.send(request)).rejects.toMatchObject({ code: 'closed' });
    await expect(transport.send(request)).rejects.toMatchObject({ code: 'closed' });
    await expect(transport.stream(request)).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('the pool of sockets', () => {
  it('serves 100 requests in a row by one socket', async () => {
    const server = await serve((_, response) => answerJson(response, {}));
    const transport = transportOf();
    for (let index = 0; index < 100; index += 1) await transport.send({ method: 'GET', url: server.url, headers });
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
      const transport = transportOf({ maxSockets: 7 });
      const requests = Array.from({ length: 100 }, () =>
        transport.send({ method: 'GET', url: server.url, headers, agent }),
      );
      await Promise.all(requests);
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
    const transport = transportOf({ maxSockets: 1 });
    for (let index = 0; index < 5; index += 1) {
      await transport.stream({ method: 'GET', url: `${server.url}/watch`, headers });
    }
    expect((await transport.send({ method: 'GET', url: server.url, headers })).status).toBe(200);
    expect(server.open()).toBe(6);
  });

  it('gives a waiting request up when it is aborted, and its slot to the next one', async () => {
    const held: (() => void)[] = [];
    const server = await serve((_, response) => held.push(() => answerJson(response, {})));
    const transport = transportOf({ maxSockets: 1 });
    const request = { method: 'GET', url: server.url, headers } as const;
    const first = transport.send(request);
    const controller = new AbortController();
    const second = transport.send({ ...request, signal: controller.signal });
    const third = transport.send(request);
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
    const transport = transportOf();
    await transport.send({ method: 'GET', url: server.url, headers });
    const closed = server.nextClose();
    transport.close();
    transport.close();
    await closed;
    expect(server.open()).toBe(0);
  });

  it('is left alone by close() where the agent was given', async () => {
    const agent = new Agent({ keepAlive: true });
    const server = await serve((_, response) => answerJson(response, {}));
    const transport = transportOf();
    await transport.send({ method: 'GET', url: server.url, headers, agent });
    transport.close();
    await transportOf().send({ method: 'GET', url: server.url, headers, agent });
    agent.destroy();
    expect(server.opened()).toBe(1);
  });

  it.each([0, -1, NaN])('cannot have %d sockets', (maxSockets) => {
    expect(() => createAxiosTransport({ maxSockets })).toThrow(/maxSockets/);
  });
});

describe('what differs between Node and browsers', () => {
  it('in Node, several values of one header go out apart', async () => {
    let seen: string[] = [];
    const server = await serve((request, response) => {
      seen = rawHeaders(request, 'impersonate-group');
      answerJson(response, {});
    });
    const twoGroups = { ...headers, 'impersonate-group': ['a', 'b'] };
    await transportOf().send({ method: 'GET', url: server.url, headers: twoGroups });
    expect(seen).toEqual(['a', 'b']);
  });

  it('fetch, which would join several values, refuses them', async () => {
    const server = await serve((_, response) => answerJson(response, {}));
    const twoGroups = { ...headers, 'impersonate-group': ['a', 'b'] };
    const sending = transportOf({ adapter: 'fetch' }).send({ method: 'GET', url: server.url, headers: twoGroups });
    await expect(sending).rejects.toMatchObject({ code: 'invalid-option' });
    expect(server.opened()).toBe(0);
  });

  it('in Node, a relative URL is refused', async () => {
    const sending = transportOf().send({ method: 'GET', url: '/k8s/api', headers });
    await expect(sending).rejects.toMatchObject({ code: 'invalid-option', option: 'server' });
  });
});
