import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { textOf } from '../transport/body-text.js';
import { codes, fourBytes, frameTypes, literals, latch, serveFrames, type FrameScript } from './frame-server.js';
import { openTransport, trusting } from './serve-http2.js';

const agent = trusting();
const ok = { ':status': '200' };

/** Sends one GET to a server that does what the script says. */
async function get(script: FrameScript, rest: object = {}) {
  const server = await serveFrames(script);
  const transport = openTransport();
  const send = () => transport.send({ method: 'GET', url: `${server.url}/x`, headers: {}, agent, ...rest });
  return { server, transport, send, answer: send() };
}

/** What an answer comes to: its text, or the code of the error that its body throws. */
async function bodyOf(script: FrameScript): Promise<string> {
  const { answer } = await get(script);
  const { body } = await answer;
  return textOf(body).catch((error: { code?: string }) => `throws ${error.code}`);
}

describe('a stream that ends without the end of its body', () => {
  const begin: FrameScript['request'] = (peer, id) => {
    peer.head(id, ok);
    peer.data(id, '{"kind":');
  };

  it.each([
    ['NO_ERROR', codes.none, 'ERR_HTTP2_STREAM_ERROR'],
    ['CANCEL', codes.cancel, 'ERR_HTTP2_STREAM_ERROR'],
    ['INTERNAL_ERROR', codes.internal, 'ERR_HTTP2_STREAM_ERROR'],
  ])('is not whole: reset with %s', async (_, code, expected) => {
    const request: FrameScript['request'] = (peer, id) => {
      begin(peer, id);
      setImmediate(() => peer.reset(id, code));
    };
    expect(await bodyOf({ request })).toBe(`throws ${expected}`);
  });

  it.each(['end', 'destroy'] as const)('is not whole: the socket closed by %s()', async (how) => {
    const request: FrameScript['request'] = (peer, id) => {
      begin(peer, id);
      setImmediate(() => peer.socket[how]());
    };
    expect(await bodyOf({ request })).toBe('throws ECONNRESET');
  });

  it.each([
    ['longer', '2'],
    ['shorter', '9'],
  ])('is not whole: a body that is %s than its Content-Length', async (_, length) => {
    const request: FrameScript['request'] = (peer, id) => {
      peer.head(id, { ...ok, 'content-length': length });
      peer.data(id, 'abc', true);
    };
    expect(await bodyOf({ request })).toMatch(/^throws ERR_HTTP2_(STREAM_)?ERROR$/);
  });

  it('is whole where the server resets it after its end', async () => {
    const request: FrameScript['request'] = (peer, id) => {
      peer.head(id, ok);
      peer.data(id, 'all', true);
      peer.reset(id, codes.none);
    };
    expect(await bodyOf({ request })).toBe('all');
  });
});

describe('a body that is whole', () => {
  it.each<[string, Buffer]>([
    ['identity', Buffer.from('all of it')],
    ['gzip', gzipSync('all of it')],
  ])('is not reset once it is read: %s', async (encoding, bytes) => {
    const request: FrameScript['request'] = (peer, id) => {
      peer.head(id, { ...ok, 'content-encoding': encoding });
      for (const [at, byte] of bytes.entries()) peer.data(id, Buffer.of(byte), at === bytes.length - 1);
    };
    const { server, send, answer } = await get({ request });
    for (const each of [answer, send(), send()]) expect(await textOf((await each).body)).toBe('all of it');
    // By the end of another one, a reset would have come.
    await textOf((await send()).body);
    expect(server.peers[0]?.frames.filter(({ type }) => type === frameTypes.reset)).toEqual([]);
  });

  it('is given to readers that do not wait for one another', async () => {
    const request: FrameScript['request'] = (peer, id) => {
      peer.head(id, ok);
      peer.data(id, 'one');
      setImmediate(() => peer.data(id, 'two', true));
    };
    const { body } = await (await get({ request })).answer;
    const iterator = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
    const read = await Promise.all([iterator.next(), iterator.next(), iterator.next()]);
    expect(Buffer.concat(read.flatMap(({ value }) => (value as Uint8Array | undefined) ?? [])).toString()).toBe(
      'onetwo',
    );
  });
});

describe('before the head of an answer', () => {
  it.each([
    ['a reset with CANCEL', codes.cancel, 'ERR_HTTP2_STREAM_ERROR'],
    ['a reset with NO_ERROR', codes.none, 'ERR_HTTP2_STREAM_ERROR'],
    ['a reset with INTERNAL_ERROR', codes.internal, 'ERR_HTTP2_STREAM_ERROR'],
  ])('%s rejects, and the connection stays', async (_, code, expected) => {
    let requests = 0;
    const request: FrameScript['request'] = (peer, id) => {
      requests += 1;
      if (requests === 1) peer.reset(id, code);
      else peer.head(id, ok, true);
    };
    const { server, send, answer } = await get({ request });
    await expect(answer).rejects.toMatchObject({ code: expected });
    expect(await send()).toMatchObject({ status: 200 });
    expect(server.peers.length).toBe(1);
  });

  it.each(['end', 'destroy'] as const)('a socket that closes by %s() is a reset', async (how) => {
    const { answer } = await get({ request: (peer) => peer.socket[how]() });
    await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('informational heads are passed over, and trailers after the body', async () => {
    const request: FrameScript['request'] = (peer, id) => {
      peer.head(id, { ':status': '103', link: '</x>' });
      peer.head(id, { ':status': '100' });
      peer.head(id, ok);
      peer.data(id, 'body');
      peer.send(frameTypes.headers, 5, id, literals([['x-trailer', '1']]));
    };
    const { answer } = await get({ request });
    const { status, headers, body } = await answer;
    expect([status, headers, await textOf(body)]).toEqual([200, {}, 'body']);
  });

  it('a head with trailers alone is an empty body', async () => {
    const request: FrameScript['request'] = (peer, id) => {
      peer.head(id, ok);
      peer.send(frameTypes.headers, 5, id, literals([['grpc-status', '0']]));
    };
    expect(await bodyOf({ request })).toBe('');
  });
});

describe('an abort', () => {
  const resets = (peer: { frames: readonly { type: number; payload: Buffer }[] } | undefined) =>
    peer?.frames.filter(({ type }) => type === frameTypes.reset).map(({ payload }) => payload.toString('hex'));
  const cancelled = fourBytes(codes.cancel).toString('hex');

  it('before anything is sent sends nothing', async () => {
    const { server, answer } = await get({}, { signal: AbortSignal.abort('no') });
    await expect(answer).rejects.toBe('no');
    expect(server.peers.length).toBe(0);
  });

  it('before the head cancels the stream, and the connection stays', async () => {
    const controller = new AbortController();
    const seen = latch();
    const request: FrameScript['request'] = (peer, id) => {
      if (id === 1) controller.abort('enough');
      else peer.head(id, ok, true);
    };
    const frame: FrameScript['frame'] = (_, { type }) => {
      if (type === frameTypes.reset) seen.open();
    };
    const { server, transport, answer } = await get({ request, frame }, { signal: controller.signal });
    await expect(answer).rejects.toBe('enough');
    await seen.opened;
    expect(resets(server.peers[0])).toEqual([cancelled]);
    const next = await transport.send({ method: 'GET', url: server.url, headers: {}, agent });
    expect([next.status, server.peers.length]).toEqual([200, 1]);
  });

  it.each(['abort', 'return'] as const)(
    'after the head, by %s, cancels the stream, and the connection stays',
    async (how) => {
      const controller = new AbortController();
      const seen = latch();
      const request: FrameScript['request'] = (peer, id) => {
        peer.head(id, ok);
        peer.data(id, 'piece');
      };
      const frame: FrameScript['frame'] = (_, { type }) => {
        if (type === frameTypes.reset) seen.open();
      };
      const { server, send, answer } = await get({ request, frame }, { signal: controller.signal });
      const body = (await answer).body as AsyncIterable<Uint8Array>;
      const iterator = body[Symbol.asyncIterator]();
      await iterator.next();
      // It waits for more.
      const waiting = iterator.next().then(
        () => 'settled',
        () => 'settled',
      );
      if (how === 'abort') controller.abort();
      else await iterator.return?.();
      await seen.opened;
      expect(await waiting).toBe('settled');
      expect(resets(server.peers[0])).toEqual([cancelled]);
      if (how === 'return') {
        await send();
        expect(server.peers.length).toBe(1);
      }
    },
  );
});
