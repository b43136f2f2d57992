import { describe, expect, it } from 'vitest';
import { textOf } from '../transport/body-text.js';
import { fourBytes, frameTypes, literals, serveFrames, type FrameScript, type Peer } from './frame-server.js';
import { openTransport, trusting } from './serve-http2.js';

const agent = trusting();
const ok = { ':status': '200' };
const continuation = (peer: Peer, id: number, times: number): void => {
  peer.send(frameTypes.headers, 0, id, literals([[':status', '200']]));
  for (let count = 0; count < times && !peer.socket.destroyed; count += 1) {
    peer.send(frameTypes.continuation, 0, id, literals([[`x-${count}`, 'y'.repeat(1000)]]));
  }
};

/**
 * What a server may do to one request. It ends by an error, and never by an answer, by a hang or by the end of the process;
 * a second request has to be answered.
 */
const attacks: Readonly<Record<string, FrameScript['request']>> = {
  'a head of 200 kB': (peer, id) => peer.head(id, { ...ok, ...manyFields(20, 10_000) }, true),
  'a head of 500 fields': (peer, id) => {
    const fields = Array.from({ length: 500 }, (_, index) => [`x-${index}`, 'y'] as const);
    peer.send(frameTypes.headers, 5, id, literals([[':status', '200'], ...fields]));
  },
  'a flood of CONTINUATION': (peer, id) => continuation(peer, id, 2000),
  'a head without a status': (peer, id) => peer.head(id, { 'content-type': 'text/plain' }, true),
  'a status that is none': (peer, id) => peer.head(id, { ':status': 'abc' }, true),
  'a status twice': (peer, id) =>
    peer.send(
      frameTypes.headers,
      5,
      id,
      literals([
        [':status', '200'],
        [':status', '204'],
      ]),
    ),
  'names in capitals': (peer, id) => peer.head(id, { ...ok, 'X-Name': 'y' }, true),
  'headers of HTTP/1.1': (peer, id) => peer.head(id, { ...ok, connection: 'close' }, true),
  'a table of headers that is broken': (peer, id) =>
    peer.send(frameTypes.headers, 5, id, Buffer.from([0xff, 0xff, 0xff])),
  'a body before the head': (peer, id) => peer.data(id, 'body', true),
  'a push': (peer, id) => {
    peer.send(
      frameTypes.push,
      4,
      id,
      Buffer.concat([
        fourBytes(2),
        literals([
          [':method', 'GET'],
          [':path', '/'],
        ]),
      ]),
    );
  },
  'an answer to a stream that nobody began': (peer) => peer.head(99, ok, true),
  'a window beyond all numbers': (peer, id) => peer.send(frameTypes.window, 0, id, fourBytes(0x7fffffff)),
  'a frame beyond the limit': (peer, id) => peer.send(frameTypes.data, 0, id, Buffer.alloc(100_000)),
  'SETTINGS that make no sense': (peer) => peer.settings([[5, 1]]),
  'HTTP/1.1 all of a sudden': (peer) => void peer.socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  'a last frame that is cut': (peer) => void peer.socket.end(Buffer.from([0, 0, 50, 1, 5])),
  'a flood of resets and refusals': (peer, id) => {
    for (let count = 0; count < 500; count += 1) peer.reset(id, 7);
  },
};

function manyFields(count: number, length: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, 'y'.repeat(length)]));
}

describe('a hostile server', () => {
  it.each(Object.entries(attacks))('that sends %s fails that request, and nothing else', async (_, attack) => {
    let requests = 0;
    const server = await serveFrames({
      request(peer, id) {
        requests += 1;
        if (requests === 1) attack?.(peer, id);
        else peer.head(id, ok, true);
      },
    });
    const transport = openTransport({ pingAfterMs: 500, pingTimeoutMs: 200 });
    const send = () => transport.send({ method: 'POST', url: server.url, headers: {}, agent, body: '{}' });
    const outcome = await send().then(
      () => (requests > 1 ? 'sent again' : 'answered'),
      (error: { code?: string }) => error.code,
    );
    expect(outcome).toMatch(/^(ERR_HTTP2_\w+|ECONNRESET|sent again)$/);
    expect(await send()).toMatchObject({ status: 200 });
  });

  it('that says 10,000 times that it goes on gets an answer taken, or a failure', async () => {
    const server = await serveFrames({
      request(peer, id) {
        for (let count = 0; count < 10_000; count += 1) peer.head(id, { ':status': '103' });
        peer.head(id, ok, true);
      },
    });
    const transport = openTransport();
    expect(await transport.send({ method: 'GET', url: server.url, headers: {}, agent })).toMatchObject({ status: 200 });
  });

  it('that floods with PING and SETTINGS is answered within bounds, or left', async () => {
    const server = await serveFrames({
      request(peer, id) {
        for (let count = 0; count < 5000; count += 1) {
          peer.send(frameTypes.ping, 0, 0, Buffer.alloc(8));
          peer.settings([]);
        }
        peer.head(id, ok, true);
      },
    });
    const sending = openTransport().send({ method: 'GET', url: server.url, headers: {}, agent });
    const outcome = await sending.then(
      ({ status }) => String(status),
      (error: { code: string }) => error.code,
    );
    expect(outcome).toMatch(/^(200|ERR_HTTP2_\w+|ECONNRESET)$/);
  });

  it('that gives a body byte by byte, in frames of padding and of nothing, is read', async () => {
    const server = await serveFrames({
      request(peer, id) {
        peer.head(id, ok);
        for (const letter of 'slowly') {
          peer.data(id, letter);
          peer.data(id, '');
          // PADDED
          peer.send(frameTypes.data, 8, id, Buffer.concat([Buffer.from([200]), Buffer.from('.'), Buffer.alloc(200)]));
        }
        peer.data(id, '', true);
      },
    });
    const { body } = await openTransport().send({ method: 'GET', url: server.url, headers: {}, agent });
    expect(await textOf(body)).toBe('s.l.o.w.l.y.');
  });
});
