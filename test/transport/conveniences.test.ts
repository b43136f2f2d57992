import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { ApiRequest, Connection } from '../../src/core/transport/connection.js';
import { fakeTransport } from './fake-transport.js';
import { serve } from './loopback-server.js';
import { transports } from './transports.js';

describe.each(transports)('any path of the server, by $adapter', ({ open }) => {
  async function connect(status = 200, body?: string): Promise<Connection> {
    const server = await serve((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const { method, headers } = request;
        const seen = { method, accept: headers.accept, type: headers['content-type'], one: headers['x-one'] };
        const echo = JSON.stringify({ ...seen, bytes: [...Buffer.concat(pieces)] });
        const text = body ?? echo;
        response.writeHead(status, status === 204 ? {} : { 'content-length': Buffer.byteLength(text) });
        response.end(status === 204 || method === 'HEAD' ? undefined : text);
      });
    });
    const connection = createConnection({ server: server.url, transport: open() });
    onTestFinished(() => connection.close());
    return connection;
  }

  it('is a GET of JSON where nothing else is said', async () => {
    const answer = (await (await connect()).request({ path: '/version' })).json();
    expect(answer).toEqual({ method: 'GET', accept: 'application/json', bytes: [] });
  });

  it('takes bytes and text, with their type, and further headers', async () => {
    const connection = await connect();
    const post: ApiRequest = { method: 'POST', path: '/x', headers: { 'X-One': '1' }, accept: 'text/plain' };
    const bytes = Uint8Array.of(0, 255, 10);
    const contentType = 'application/octet-stream';
    expect((await connection.request({ ...post, body: bytes, contentType })).json()).toEqual({
      method: 'POST',
      accept: 'text/plain',
      type: contentType,
      one: '1',
      bytes: [0, 255, 10],
    });
    expect((await connection.request({ ...post, body: 'ü' })).json()).toMatchObject({
      type: 'application/json',
      bytes: [0xc3, 0xbc],
    });
  });

  it('answers text', async () => {
    expect((await (await connect(200, 'ok')).request({ path: '/healthz' })).text()).toBe('ok');
  });

  it('answers HEAD with no body', async () => {
    const answer = await (await connect(200, 'x'.repeat(1000))).request({ method: 'HEAD', path: '/healthz' });
    expect([answer.headers['content-length'], answer.text()]).toEqual(['1000', '']);
  });

  it('answers 204 with no body', async () => {
    const answer = await (await connect(204)).request({ method: 'DELETE', path: '/x' });
    expect([answer.status, answer.bytes().byteLength]).toEqual([204, 0]);
    expect(() => answer.json()).toThrow('the body is empty');
  });

  it('answers with a status that was expected', async () => {
    const connection = await connect(404, 'nothing');
    expect((await connection.request({ path: '/x', expected: [404] })).text()).toBe('nothing');
    await expect(connection.request({ path: '/x' })).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('a request that cannot be sent', () => {
  const client = createClient({ server: 'https://host', transport: fakeTransport() });

  it.each<[string, unknown, object]>([
    ['no path', {}, { argument: 'path' }],
    ['an object for a body', { path: '/x', method: 'POST', body: { a: 1 } }, { argument: 'body' }],
    ['null for a body', { path: '/x', method: 'POST', body: null }, { argument: 'body' }],
    ['another method', { path: '/x', method: 'CONNECT' }, { argument: 'method' }],
    ['a header that HTTP needs', { path: '/x', headers: { 'Content-Length': '5' } }, { argument: 'headers' }],
    ['a header that is no text', { path: '/x', headers: { a: 5 } }, { argument: 'headers' }],
    ['a limit in words', { path: '/x', maxBytes: '5' }, { argument: 'maxBytes' }],
    ['null for a limit', { path: '/x', timeoutMs: null }, { argument: 'timeoutMs' }],
  ])('because of %s', async (_, request, refusal) => {
    await expect(client.request(request as ApiRequest)).rejects.toMatchObject(refusal);
  });

  it('says so of the options of the client as well', () => {
    expect(() => createClient(JSON.parse('null') as { server: string })).toThrow('options must be an object');
  });
});
