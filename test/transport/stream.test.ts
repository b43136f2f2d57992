import { once } from 'node:events';
import { Agent } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiStream } from '../../src/core/transport/connection.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { createFetchTransport } from '../../src/core/transport/fetch-transport.js';
import { serve } from './loopback-server.js';
import { selfSigned } from './self-signed.js';
import { transports } from './transports.js';

interface OpenStream {
  /** The server's end. */
  readonly response: ServerResponse;
  readonly stream: ApiStream;
  readonly close: () => Promise<void>;
}

describe.each(transports)('a stream on $adapter', ({ open }) => {
  /** A stream whose first line has been sent and whose end is open. */
  async function openStream(rest: { signal?: AbortSignal; head?: Record<string, string> } = {}): Promise<OpenStream> {
    const { signal, head = {} } = rest;
    let answered: ServerResponse | undefined;
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...head });
      response.write(head['content-encoding'] === 'gzip' ? gzipSync('one\n') : 'one\n');
      answered = response;
    });
    const connection = createConnection({ server: server.url, transport: open() });
    onTestFinished(() => connection.close());
    const stream = await connection.stream({ path: '/watch', query: { watch: true }, signal });
    return { stream, response: answered!, close: () => connection.close() };
  }

  it('gives each piece when it comes, and ends with the body', async () => {
    const { stream, response } = await openStream();
    expect(stream.status).toBe(200);
    expect(stream.headers['content-type']).toBe('application/json');
    expect(stream).toMatchObject({ mediaType: 'application/json', method: 'GET', path: '/watch' });
    const iterator = stream.body[Symbol.asyncIterator]();
    expect(textOf(await iterator.next())).toBe('one\n');
    response.write('two\n');
    expect(textOf(await iterator.next())).toBe('two\n');
    response.end();
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('decompresses piece by piece, across the members of one gzip stream', async () => {
    const { stream, response } = await openStream({ head: { 'content-encoding': 'gzip' } });
    const iterator = stream.body[Symbol.asyncIterator]();
    expect(textOf(await iterator.next())).toBe('one\n');
    response.write(gzipSync('two\n'));
    expect(textOf(await iterator.next())).toBe('two\n');
  });

  it('is ended by leaving the loop', async () => {
    const { stream, response } = await openStream();
    const closed = once(response, 'close');
    for await (const chunk of stream.body) {
      expect(chunk.byteLength).toBe(4);
      break;
    }
    await closed;
    expect(response.writableFinished).toBe(false);
  });

  it('is ended by leaving before the first piece', async () => {
    const { stream, response } = await openStream();
    const closed = once(response, 'close');
    await stream.body[Symbol.asyncIterator]().return?.();
    await closed;
    expect(response.writableFinished).toBe(false);
  });

  it('is ended by leaving while a piece is waited for', async () => {
    const { stream, response } = await openStream();
    const iterator = stream.body[Symbol.asyncIterator]();
    await iterator.next();
    const waiting = iterator.next();
    const closed = once(response, 'close');
    await iterator.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await closed;
  });

  it('throws the reason of an abort to its reader', async () => {
    const controller = new AbortController();
    const { stream, response } = await openStream({ signal: controller.signal });
    const iterator = stream.body[Symbol.asyncIterator]();
    await iterator.next();
    const waiting = iterator.next();
    const closed = once(response, 'close');
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await closed;
  });

  it('is ended by close(), read or not', async () => {
    const { stream, response, close } = await openStream();
    const closed = once(response, 'close');
    await close();
    await closed;
    await expect(stream.body[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'closed' });
  });

  it('rejects when the connection breaks', async () => {
    const { stream, response } = await openStream();
    const iterator = stream.body[Symbol.asyncIterator]();
    await iterator.next();
    response.destroy();
    await expect(iterator.next()).rejects.toMatchObject({ code: 'connection', path: '/watch' });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('is not touched by an abort after its end', async () => {
    const controller = new AbortController();
    const { stream, response } = await openStream({ signal: controller.signal });
    response.end();
    const iterator = stream.body[Symbol.asyncIterator]();
    await iterator.next();
    expect((await iterator.next()).done).toBe(true);
    controller.abort(new Error('late'));
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });
});

it('a stream that ends gives its socket back for the next one', async () => {
  const server = await serve((_, response) => response.end('x'));
  const connection = createConnection({ server: server.url });
  for (let index = 0; index < 5; index += 1) {
    const { body } = await connection.stream({ path: '/' });
    for await (const chunk of body) expect(chunk.byteLength).toBe(1);
  }
  expect(server.opened()).toBe(1);
  await connection.close();
});

it('a stream without a body has no pieces', async () => {
  const server = await serve((_, response) => response.writeHead(204).end());
  const connection = createConnection({ server: server.url, transport: createFetchTransport() });
  const { body } = await connection.stream({ path: '/' });
  for await (const chunk of body) expect.unreachable(`a piece of ${chunk.byteLength} bytes`);
  await connection.close();
});

function textOf({ value }: IteratorResult<Uint8Array, unknown>): string {
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : '';
}

it('that is left on a connection with TLS leaves the next one its session', async () => {
  const resumed: boolean[] = [];
  const server = await serve((request, response) => {
    resumed.push((request.socket as TLSSocket).isSessionReused());
    response.writeHead(200, { 'content-type': 'application/json' }).write('1\n');
  }, selfSigned);
  const agent = new Agent({ ca: selfSigned.cert, keepAlive: true });
  const authenticate = async () => ({ headers: {}, agent });
  const connection = createConnection({ server: server.url, authenticate });
  onTestFinished(async () => {
    await connection.close();
    agent.destroy();
  });
  for (let time = 0; time < 4; time += 1) {
    const leaving = new AbortController();
    const stream = await connection.stream({ path: '/watch', signal: leaving.signal });
    await stream.body[Symbol.asyncIterator]().next();
    const closed = server.nextClose();
    leaving.abort();
    await closed;
  }
  expect(resumed).toEqual([false, true, true, true]);
});

describe('a body that somebody else reads already', () => {
  const locked = (): ReadableStream<Uint8Array> => {
    const body = new ReadableStream<Uint8Array>();
    body.getReader();
    return body;
  };
  const connect = () =>
    createConnection({
      server: 'https://host',
      retry: { limit: 0 },
      transport: { send: () => Promise.resolve({ status: 200, headers: {}, body: locked() }), close: () => undefined },
    });

  it('breaks the answer and the stream', async () => {
    const broken = { code: 'connection', reasonCode: 'ERR_TRUNCATED_BODY' };
    await expect(connect().request({ path: '/x' })).rejects.toMatchObject(broken);
    const { body } = await connect().stream({ path: '/x' });
    await expect(body[Symbol.asyncIterator]().next()).rejects.toMatchObject(broken);
  });

  it('can be left', async () => {
    const { body } = await connect().stream({ path: '/x' });
    expect(await body[Symbol.asyncIterator]().return?.()).toEqual({ done: true, value: undefined });
  });
});
