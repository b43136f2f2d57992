import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Connection } from '../../src/core/transport/connection.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { createDefaultTransport } from '../../src/core/transport/default-transport.browser.js';
import { createFetchTransport } from '../../src/core/transport/fetch-transport.js';
import type { TransportRequest } from '../../src/core/transport/transport.js';
import { textOf } from './body-text.js';
import { answerJson, serve } from './loopback-server.js';

const transport = createFetchTransport();
const send = (request: Partial<TransportRequest> & { readonly url: string }) =>
  transport.send({ method: 'GET', headers: {}, ...request });

function connectTo(server: string): Connection {
  const connection = createConnection({ server, transport, retry: { limit: 0 } });
  onTestFinished(() => connection.close());
  return connection;
}

/** Puts something in the place of the runtime's own. */
function stub(name: string, value: unknown): void {
  vi.stubGlobal(name, value);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

it('is the transport of every client in bundles for browsers', () => {
  expect(createDefaultTransport).toBe(createFetchTransport);
});

describe('an answer by fetch', () => {
  // The standard says null, and no browser does (https://github.com/whatwg/fetch/issues/1779).
  it.each([204, 205, 304])('of %i that comes with an empty stream has no body', async (status) => {
    const response = new Response(null, { status, headers: { etag: '"1"' } });
    Object.defineProperty(response, 'body', { value: new Response('').body });
    stub('fetch', () => Promise.resolve(response));
    const answer = await send({ url: 'http://127.0.0.1/api' });
    expect(answer).toEqual({ status, headers: { etag: '"1"' }, body: null });
  });

  it('is none where the runtime hides a redirect', async () => {
    const hidden = new Response(null);
    Object.defineProperty(hidden, 'status', { value: 0 });
    stub('fetch', () => Promise.resolve(hidden));
    const sending = connectTo('https://api.test').request({ path: '/apis' });
    await expect(sending).rejects.toMatchObject({ code: 'connection', reasonCode: 'ERR_NETWORK' });
    await expect(sending).rejects.toThrow('the server redirected the request; redirects are not followed');
  });

  it('is none where the runtime has no streams', async () => {
    for (const without of [{}, { body: undefined }]) {
      stub('fetch', () => Promise.resolve({ status: 200, headers: new Headers(), ...without }));
      await expect(send({ url: 'http://127.0.0.1/api' })).rejects.toThrow('cannot stream the body of an answer');
    }
  });

  it('leaves a redirect to whoever asked, and takes no credential elsewhere', async () => {
    const other = await serve((_, response) => answerJson(response, {}));
    const server = await serve((_, response) => response.writeHead(307, { location: other.url }).end());
    const answer = await send({ url: server.url, headers: { authorization: 'Bearer t' } });
    expect(answer).toMatchObject({ status: 307, headers: { location: other.url } });
    expect(other.opened()).toBe(0);
  });

  it('has all cookies in one header, as any other header that is repeated', async () => {
    const server = await serve((_, response) => response.setHeader('set-cookie', ['a=1', 'b=2']).end());
    expect((await send({ url: server.url })).headers['set-cookie']).toBe('a=1, b=2');
  });

  it('keeps what is beyond ASCII in a header', async () => {
    const server = await serve((_, response) => response.setHeader('x-one', 'ü').end());
    expect((await send({ url: server.url })).headers['x-one']).toBe('ü');
  });

  // Runtimes take what came for the whole, and so does the transport over Node's modules: it is the reader who finds out.
  it('is no JSON where gzip ends early, though HTTP does not', async () => {
    const zipped = gzipSync('{"kind":"Status"}'.repeat(1000));
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped.subarray(0, zipped.length / 2));
    });
    const answer = await connectTo(server.url).request({ path: '/api' });
    expect(() => answer.json()).toThrow(expect.objectContaining({ code: 'malformed-answer' }));
  });

  it('is truncated where it is no gzip at all', async () => {
    const server = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('{}'));
    const asking = connectTo(server.url).request({ path: '/api' });
    await expect(asking).rejects.toMatchObject({ code: 'connection', reasonCode: 'ERR_TRUNCATED_BODY' });
  });
});

describe('a request by fetch', () => {
  const unsent = async (request: Partial<TransportRequest>): Promise<unknown> => {
    const server = await serve((_, response) => answerJson(response, {}));
    const refusal: unknown = await send({ url: server.url, ...request }).catch((error: unknown) => error);
    expect(server.opened()).toBe(0);
    return refusal;
  };

  it('refuses several values of one header, which would go out as one', async () => {
    expect(await unsent({ headers: { 'impersonate-group': ['a', 'b'] } })).toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('several values of impersonate-group') as string,
    });
  });

  it('takes a header with one value in a list, and none for an empty one', async () => {
    const server = await serve((request, response) => answerJson(response, request.headers));
    const { body } = await send({ url: server.url, headers: { 'impersonate-group': ['a'], 'x-one': [] } });
    const seen = JSON.parse(await textOf(body)) as Record<string, string>;
    expect(seen['impersonate-group']).toBe('a');
    expect(seen['x-one'] ?? '').toBe('');
  });

  it.each(['GET', 'HEAD'] as const)('refuses a body for %s', async (method) => {
    for (const body of ['', '{}', Uint8Array.of(1)]) {
      expect(await unsent({ method, body })).toMatchObject({ code: 'invalid-argument', argument: 'body' });
    }
  });

  it('refuses a relative URL outside of a page, and asks its page in one', async () => {
    const refusal = { code: 'invalid-argument', argument: 'server' };
    await expect(send({ url: '/k8s/api' })).rejects.toMatchObject(refusal);
    stub('location', new URL('https://dashboard.test/'));
    const asked: unknown[] = [];
    stub('fetch', (url: unknown) => Promise.resolve(new Response(String(asked.push(url)))));
    await send({ url: '/k8s/api' });
    expect(asked).toEqual(['/k8s/api']);
  });

  it.each([
    ['a header that has a line break', { headers: { 'x-one': 'a\r\nx-two: b' } }],
    ['a header beyond Latin-1', { headers: { 'x-one': '€' } }],
    ['a name that is none', { headers: { 'x one': 'a' } }],
  ])('is not sent with %s', async (_, request) => {
    expect(await unsent(request)).toBeInstanceOf(TypeError);
  });

  it('says no type of its own for a text', async () => {
    const server = await serve((request, response) => answerJson(response, request.headers));
    const { body } = await send({ url: server.url, method: 'POST', body: 'ü' });
    const seen = JSON.parse(await textOf(body)) as object;
    expect(seen).toMatchObject({ 'content-length': '2' });
    expect(seen).not.toHaveProperty('content-type');
  });

  it('takes bytes in memory that is shared or may grow', async () => {
    const server = await serve((request, response) => {
      request.pipe(response);
    });
    const shared = new Uint8Array(new SharedArrayBuffer(8), 1, 2);
    shared.set([104, 105]);
    const answer = await send({ url: server.url, method: 'PUT', body: shared });
    expect(await textOf(answer.body)).toBe('hi');
  });

  it('keeps its bytes when those that were given are changed', async () => {
    const server = await serve((request, response) => {
      request.pipe(response);
    });
    const body = new TextEncoder().encode('before');
    const sending = send({ url: server.url, method: 'PUT', body });
    body.fill(0);
    expect(await textOf((await sending).body)).toBe('before');
  });

  it('leaves its name to a browser, and has ours anywhere else', async () => {
    const server = await serve((request, response) => answerJson(response, request.headers));
    const nameSent = async (): Promise<unknown> => {
      const { body } = await send({ url: server.url, headers: { 'user-agent': 'kubeatlas' } });
      return (JSON.parse(await textOf(body)) as Record<string, unknown>)['user-agent'];
    };
    expect(await nameSent()).toBe('kubeatlas');
    stub('navigator', { userAgent: 'Mozilla/5.0 (X11)' });
    expect(await nameSent()).not.toBe('kubeatlas');
  });
});

describe('an abort of a request by fetch', () => {
  const reason = new Error('enough');

  it('before it is sent opens nothing', async () => {
    const server = await serve((_, response) => answerJson(response, {}));
    await expect(send({ url: server.url, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.opened()).toBe(0);
  });

  it('before the head of the answer gives the socket back', async () => {
    const controller = new AbortController();
    const server = await serve(() => controller.abort(reason));
    const closing = server.nextClose();
    await expect(send({ url: server.url, signal: controller.signal })).rejects.toBe(reason);
    await closing;
  });

  it('in the middle of the body ends the body', async () => {
    const controller = new AbortController();
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('one');
    });
    const { body } = await send({ url: server.url, signal: controller.signal });
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).value).toHaveLength(3);
    const waiting = reader.read();
    const closing = server.nextClose();
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await closing;
  });

  it('after the end changes nothing', async () => {
    const controller = new AbortController();
    const server = await serve((_, response) => answerJson(response, { a: 1 }));
    const { body } = await send({ url: server.url, signal: controller.signal });
    const text = await textOf(body);
    controller.abort(reason);
    expect(text).toBe('{"a":1}');
  });
});

describe('a failure of fetch', () => {
  it('has the words of the runtime, where those are all that it tells', async () => {
    // What Chromium says of a refused connection, an untrusted certificate and a refusal of CORS alike.
    stub('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(connectTo('https://api.test:6443').request({ path: '/apis' })).rejects.toMatchObject({
      code: 'connection',
      reasonCode: 'ERR_NETWORK',
      message: 'GET /apis: no answer from api.test:6443: ERR_NETWORK: Failed to fetch',
    });
  });

  it('that is thrown at once is one as well', async () => {
    stub('fetch', undefined);
    await expect(connectTo('https://api.test').request({ path: '/apis' })).rejects.toMatchObject({
      code: 'connection',
      reasonCode: 'ERR_NETWORK',
    });
  });

  it('is told by its cause, where the runtime tells one', async () => {
    await expect(connectTo('https://no-such-host.invalid').request({ path: '/apis' })).rejects.toMatchObject({
      code: 'host-not-found',
    });
  });

  it('in the middle of the head is no answer', async () => {
    const server = await serve((request) => request.socket.end('HTTP/1.1 200 OK\r\ncontent-le'));
    await expect(connectTo(server.url).request({ path: '/apis' })).rejects.toMatchObject({
      code: 'connection',
      reasonCode: 'UND_ERR_SOCKET',
    });
  });

  it('of what is no HTTP is no answer', async () => {
    const server = await serve((request) => request.socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
    await expect(connectTo(server.url).request({ path: '/apis' })).rejects.toMatchObject({ code: 'connection' });
  });
});
