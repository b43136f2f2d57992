import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textOf } from '../transport/body-text.js';
import { answerJson } from '../transport/loopback-server.js';
import { frameTypes, latch, serveFrames } from './frame-server.js';
import { openTransport, serveHttp2, trusting } from './serve-http2.js';
import { eventually } from '../shared/eventually.js';

const agent = trusting();
const mebibyte = 1024 * 1024;

function sender(url: string) {
  const transport = openTransport();
  return (path: string, rest: object = {}) =>
    transport.send({ method: 'GET', url: `${url}${path}`, headers: {}, agent, ...rest });
}

describe('a reader that does not read', () => {
  it('holds the server up after a bounded amount, and nobody else', async () => {
    let sent = 0;
    const pour = (response: ServerResponse): void => {
      const piece = Buffer.alloc(16 * 1024, ' ');
      do sent += piece.length;
      while (!response.destroyed && response.write(piece));
      response.once('drain', () => pour(response));
    };
    const server = await serveHttp2((request, response) => {
      if (request.url === '/endless') return pour(response);
      response.end(Buffer.alloc(8 * mebibyte, 'x'));
    });
    const send = sender(server.url);
    const idle = await Promise.all(Array.from({ length: 20 }, () => send('/endless')));
    // What has gone out for each comes to a stop: a window, and what its server keeps.
    let before = -1;
    for (let count = 0; count < 20 && sent !== before; count += 1) {
      before = sent;
      expect((await textOf((await send('/list')).body)).length).toBe(8 * mebibyte);
    }
    expect(sent).toBe(before);
    expect(sent / idle.length).toBeLessThan(1.5 * mebibyte);
    expect(server.sessions.length).toBe(1);
  });

  it.each(['identity', 'gzip'])('gets all of an answer that has ended since: %s', async (encoding) => {
    const server = await serveHttp2((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(encoding === 'gzip' ? gzipSync('all of it') : 'all of it');
    });
    const send = sender(server.url);
    const { body } = await send('/');
    // By the end of another one the stream of the first has closed.
    for (let count = 0; count < 3; count += 1) await textOf((await send('/')).body);
    expect(await textOf(body)).toBe('all of it');
  });

  it('gets the rest when it reads on', async () => {
    const server = await serveHttp2((_, response) => response.end(Buffer.alloc(4 * mebibyte, 'x')));
    const { body } = await sender(server.url)('/list');
    const iterator = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    let { value } = (await iterator.next()) as { value: Uint8Array | undefined };
    let read = 0;
    while (value !== undefined) {
      read += value.length;
      await new Promise((resolve) => setImmediate(resolve));
      ({ value } = (await iterator.next()) as { value: Uint8Array | undefined });
    }
    expect(read).toBe(4 * mebibyte);
  });
});

describe('a body that is sent', () => {
  it('arrives whole, however long it is', async () => {
    const server = await serveHttp2((request, response) => {
      let length = 0;
      request.on('data', (piece: Buffer) => (length += piece.length));
      request.on('end', () => answerJson(response, { length, contentLength: request.headers['content-length'] }));
    });
    const body = Buffer.alloc(20 * mebibyte, 'x');
    const answer = await sender(server.url)('/', { method: 'PUT', body });
    expect(JSON.parse(await textOf(answer.body))).toEqual({ length: body.length, contentLength: String(body.length) });
  });

  it('to a server that opens no window waits until it is aborted, and holds up nobody else', async () => {
    const cancelled = latch();
    const server = await serveFrames({
      // SETTINGS_INITIAL_WINDOW_SIZE
      opened: (peer) => peer.settings([[4, 0]]),
      request: (peer, id, hasBody) => !hasBody && peer.head(id, { ':status': '200' }, true),
      frame: (_, { type }) => type === frameTypes.reset && cancelled.open(),
    });
    const send = sender(server.url);
    const controller = new AbortController();
    const body = Buffer.alloc(40 * mebibyte, 'x');
    const upload = send('/', { method: 'POST', body, signal: controller.signal });
    for (let count = 0; count < 3; count += 1) expect(await send('/')).toMatchObject({ status: 200 });
    controller.abort('enough');
    await expect(upload).rejects.toBe('enough');
    await cancelled.opened;
    expect(server.peers[0]?.frames.some(({ type }) => type === frameTypes.data)).toBe(false);
    expect(server.peers.length).toBe(1);
  });

  it('that the server answers before it has read it is answered', async () => {
    const server = await serveHttp2((_, response) => {
      response.writeHead(413);
      response.end('too much');
    });
    const answer = await sender(server.url)('/', { method: 'POST', body: Buffer.alloc(8 * mebibyte, 'x') });
    expect([answer.status, await textOf(answer.body)]).toEqual([413, 'too much']);
  });
});

describe('an encoded body', () => {
  const text = '{"kind":"Status"}'.repeat(1000);

  it.each([
    ['gzip', gzipSync(text)],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 100)), gzipSync(text.slice(100))])],
    ['GZIP', gzipSync(text)],
  ])('of %s is decoded', async (encoding, body) => {
    const server = await serveHttp2((request, response) => {
      response.writeHead(200, {
        'content-encoding': encoding,
        'received-encoding': String(request.headers['accept-encoding']),
      });
      response.end(body);
    });
    const answer = await sender(server.url)('/');
    expect([await textOf(answer.body), answer.headers['received-encoding']]).toEqual([text, 'gzip']);
  });

  it('of an encoding that is not known stays as it is', async () => {
    const server = await serveHttp2((_, response) => {
      response.writeHead(200, { 'content-encoding': 'zstd' });
      response.end('as it is');
    });
    expect(await textOf((await sender(server.url)('/')).body)).toBe('as it is');
  });

  it.each([
    ['ends early', gzipSync(text).subarray(0, 40)],
    ['is none', Buffer.from('no gzip')],
  ])('that %s throws', async (_, body) => {
    const server = await serveHttp2((__, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(body);
    });
    await expect(textOf((await sender(server.url)('/')).body)).rejects.toMatchObject({
      code: expect.stringMatching(/^Z_/) as string,
    });
  });

  it.each([
    ['GET', 200],
    ['GET', 304],
    ['HEAD', 200],
  ])('of nothing is nothing: %s %i', async (method, status) => {
    const server = await serveHttp2((_, response) => {
      response.writeHead(status, { 'content-encoding': 'gzip' });
      response.end();
    });
    expect(await textOf((await sender(server.url)('/', { method })).body)).toBe('');
  });

  it('is handed on piece by piece, as a watch needs it', async () => {
    const more = latch();
    const server = await serveHttp2((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync('first\n'));
      void more.opened.then(() => response.end(gzipSync('second\n')));
    });
    const { body } = await sender(server.url)('/');
    const iterator = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const { value } = (await iterator.next()) as { value: Uint8Array };
    expect(Buffer.from(value).toString()).toBe('first\n');
    more.open();
    expect(Buffer.from(((await iterator.next()) as { value: Uint8Array }).value).toString()).toBe('second\n');
  });

  it('can be left, and its stream is cancelled', async () => {
    const closed = latch();
    const server = await serveHttp2((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(gzipSync('first\n'));
      response.once('close', closed.open);
    });
    const { body } = await sender(server.url)('/');
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      expect(piece.length).toBe(6);
      break;
    }
    await closed.opened;
    await eventually(() => expect(server.open()).toBe(1));
  });
});
