import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/index.js';
import type { Http2TransportOptions } from '../../src/http2/options.js';
import { textOf } from '../transport/body-text.js';
import { answerJson } from '../transport/loopback-server.js';
import { codes, frameTypes, latch, serveFrames, type FrameScript, type Peer } from './frame-server.js';
import { openTransport, serveHttp2, trusting } from './serve-http2.js';
import { eventually } from '../shared/eventually.js';

const agent = trusting();
const ok = { ':status': '200' };
const maxStreams = 3;

/** A transport, and what sends by it to a server. */
function sender(url: string, options?: Http2TransportOptions) {
  const transport = openTransport(options);
  const send = (rest: object = {}) => transport.send({ method: 'GET', url: `${url}/x`, headers: {}, agent, ...rest });
  return { transport, send };
}

const times = <T>(count: number, act: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => act(index));

describe('streams on connections', () => {
  const watchesAndReads: Parameters<typeof serveHttp2>[0] = (request, response) => {
    if (request.url !== '/watch') return answerJson(response, {});
    response.writeHead(200);
    response.write('{}\n');
  };

  it('share one connection, even those that begin before it is open', async () => {
    const server = await serveHttp2(watchesAndReads);
    const { send } = sender(server.url);
    await Promise.all(times(50, () => send()));
    await send();
    expect(server.sessions.length).toBe(1);
  });

  it('get a further connection at the limit of the server, so that watches leave room for requests', async () => {
    const server = await serveHttp2(watchesAndReads, { settings: { maxConcurrentStreams: 10 } });
    const { send } = sender(server.url);
    const watches = await Promise.all(times(20, () => send({ url: `${server.url}/watch` })));
    expect(server.sessions.length).toBe(2);
    const { body } = await send();
    expect([await textOf(body), server.sessions.length]).toEqual(['{}', 3]);
    expect(watches.map(({ status }) => status)).toEqual(times(20, () => 200));
  });

  it('get the capacity of one that has ended', async () => {
    const server = await serveHttp2(watchesAndReads, { settings: { maxConcurrentStreams: 1 } });
    const { send } = sender(server.url, { maxConnections: 1 });
    for (let count = 0; count < 5; count += 1) await textOf((await send()).body);
    expect(server.sessions.length).toBe(1);
  });

  it('fail beyond the bound on connections, by an error that names it', async () => {
    const server = await serveHttp2(watchesAndReads, { settings: { maxConcurrentStreams: 1 } });
    const { send } = sender(server.url, { maxConnections: 2 });
    const watches = await Promise.all(times(2, () => send({ url: `${server.url}/watch` })));
    const third = send();
    await expect(third).rejects.toMatchObject({ code: 'ERR_HTTP2_MAX_CONNECTIONS' });
    await expect(third).rejects.toThrow('all 2 connections (maxConnections)');
    expect(watches.length).toBe(2);
  });

  it('follow a limit that the server lowers later', async () => {
    const request: FrameScript['request'] = (peer, id) => {
      if (peer.index === 0 && id === 1) peer.settings([[maxStreams, 1]]);
      peer.head(id, ok);
    };
    const server = await serveFrames({ request });
    const { send } = sender(server.url);
    await send();
    await send();
    expect(server.peers.length).toBe(2);
  });

  it('are given up where the server allows none, however often it is tried', async () => {
    const server = await serveFrames({ opened: (peer) => peer.settings([[maxStreams, 0]]) });
    const { send } = sender(server.url);
    await expect(send()).rejects.toMatchObject({ code: 'ERR_HTTP2_NO_STREAMS' });
    expect(server.peers.length).toBe(5);
  });
});

describe('requests that the server has not begun', () => {
  const requestsOf = ({ frames }: Peer): number => frames.filter(({ type }) => type === frameTypes.headers).length;
  const bodyOf = ({ frames }: Peer): string => {
    return Buffer.concat(
      frames.filter(({ type }) => type === frameTypes.data).map(({ payload }) => payload),
    ).toString();
  };
  const write = { method: 'POST', body: '{"a":1}' };

  it.each([
    ['GOAWAY', codes.none],
    ['GOAWAY with an error', codes.calm],
  ])('go to another connection after %s, writes included, once each', async (_, code) => {
    const request: FrameScript['request'] = (peer, id) => {
      if (peer.index === 0) peer.goaway(0, code);
      else peer.head(id, ok, true);
    };
    const server = await serveFrames({ request });
    const { send } = sender(server.url);
    expect(await send(write)).toMatchObject({ status: 200 });
    expect(server.peers.map(requestsOf)).toEqual([1, 1]);
    await eventually(() => expect(bodyOf(server.peers[1]!)).toBe('{"a":1}'));
  });

  it('go again while those below the last id of the GOAWAY go on', async () => {
    const more = latch();
    const request: FrameScript['request'] = (peer, id) => {
      peer.head(id, ok);
      if (peer.index > 0) return peer.data(id, 'second', true);
      if (id > 1) return peer.goaway(1);
      void more.opened.then(() => peer.data(id, 'first', true));
    };
    const server = await serveFrames({
      request: (peer, id) => {
        // No head for the one that is not begun.
        if (peer.index === 0 && id > 1) peer.goaway(1);
        else request(peer, id);
      },
    });
    const { send } = sender(server.url);
    const first = await send();
    const second = await send(write);
    expect(await textOf(second.body)).toBe('second');
    more.open();
    expect(await textOf(first.body)).toBe('first');
    expect(server.peers.map(requestsOf)).toEqual([2, 1]);
    await eventually(() => expect(server.open()).toBe(1));
  });

  it('go again where their stream was refused', async () => {
    const request: FrameScript['request'] = (peer, id) => {
      if (peer.index === 0) peer.reset(id, codes.refused);
      else peer.head(id, ok, true);
    };
    const server = await serveFrames({ request });
    expect(await sender(server.url).send(write)).toMatchObject({ status: 200 });
    expect(server.peers.length).toBe(2);
  });

  it.each([
    ['refuses every stream', (peer: Peer, id: number) => peer.reset(id, codes.refused)],
    ['sends GOAWAY for each', (peer: Peer) => peer.goaway(0)],
  ])('are given up after five times where the server %s', async (_, request) => {
    const server = await serveFrames({ request });
    const { send } = sender(server.url);
    await expect(send(write)).rejects.toMatchObject({ code: 'ERR_HTTP2_NOT_BEGUN' });
    expect(server.peers.map(requestsOf)).toEqual([1, 1, 1, 1, 1]);
    await eventually(() => expect(server.open()).toBe(0));
  });

  it('are given up where each connection begins with GOAWAY', async () => {
    const server = await serveFrames({
      opened(peer) {
        peer.settings([]);
        peer.goaway(0);
      },
    });
    await expect(sender(server.url).send(write)).rejects.toMatchObject({
      code: expect.stringMatching(/NO_STREAMS|NOT_BEGUN/) as string,
    });
    expect(server.peers.length).toBeLessThanOrEqual(25);
    await eventually(() => expect(server.open()).toBe(0));
  });

  it('are not those that the server has begun: they fail, and are not sent again', async () => {
    const server = await serveFrames({ request: (peer, id) => peer.goaway(id, codes.internal) });
    await expect(sender(server.url).send(write)).rejects.toMatchObject({ code: 'ERR_HTTP2_SESSION_ERROR' });
    expect(server.peers.length).toBe(1);
  });
});

describe('a connection that is silent', () => {
  const pings = ({ frames }: Peer): number =>
    frames.filter(({ type, flags }) => type === frameTypes.ping && flags === 0).length;

  it('and gives no sign of life is lost, with all its streams', async () => {
    const server = await serveFrames({ request: (peer, id) => id === 1 && peer.head(id, ok), answersPings: false });
    const { send } = sender(server.url, { pingAfterMs: 30, pingTimeoutMs: 30 });
    const { body } = await send();
    const [reading, waiting] = [textOf(body), send()];
    for (const each of [reading, waiting]) {
      await expect(each).rejects.toMatchObject({ code: 'ERR_HTTP2_PING_TIMEOUT' });
    }
    expect(server.peers.map(pings)).toEqual([expect.toSatisfy((count: number) => count >= 1)]);
    await eventually(() => expect(server.open()).toBe(0));
  });

  it('fails what a client asks for, and reads are asked for again on a new connection', async () => {
    const request: FrameScript['request'] = (peer, id) => peer.index > 0 && peer.head(id, ok, true);
    const server = await serveFrames({ request, answersPings: false });
    const transport = openTransport({ pingAfterMs: 30, pingTimeoutMs: 30 });
    const client = createClient({ server: server.url, transport, authenticate: async () => ({ headers: {}, agent }) });
    const [read, write] = await Promise.allSettled([
      client.request({ path: '/a' }),
      client.request({ path: '/a', method: 'POST', body: '{}' }),
    ]);
    expect(read).toMatchObject({ value: { status: 200 } });
    expect(write).toMatchObject({ reason: { code: 'connection', reasonCode: 'ERR_HTTP2_PING_TIMEOUT' } });
    await client.close();
  });

  it('and answers is asked again and again, and stays', async () => {
    const request: FrameScript['request'] = (peer, id) => peer.head(id, ok);
    const frame: FrameScript['frame'] = (peer, { type, flags }) => {
      if (type === frameTypes.ping && flags === 0 && pings(peer) === 3) peer.data(1, 'at last', true);
    };
    const server = await serveFrames({ request, frame });
    const { send } = sender(server.url, { pingAfterMs: 20, pingTimeoutMs: 2000 });
    expect(await textOf((await send()).body)).toBe('at last');
    expect(server.peers.map(pings)).toEqual([expect.toSatisfy((count: number) => count >= 3)]);
  });

  it('and has no streams is closed, and not asked', async () => {
    const server = await serveFrames({ request: (peer, id) => peer.head(id, ok, true) });
    const { send } = sender(server.url, { idleMs: 90, pingAfterMs: 30 });
    await textOf((await send()).body);
    const before = server.peers.map(pings);
    await eventually(() => expect(server.open()).toBe(0));
    expect(server.peers.map(pings)).toEqual(before);
    await send();
    expect(server.peers.length).toBe(2);
  });

  it('does not keep the process alive', async () => {
    const server = await serveHttp2((_, response) => answerJson(response, { kind: 'Answer' }));
    const entry = path.resolve(import.meta.dirname, '../../src/http2/index.ts');
    const script = `
      import { createHttp2Transport } from ${JSON.stringify(entry)};
      const { body } = await createHttp2Transport().send({ method: 'GET', url: process.argv.at(-1), headers: {} });
      for await (const piece of body) process.stdout.write(piece);`;
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script, '--', server.url],
      {
        env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
        timeout: 20_000,
      },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (output += piece.toString()));
    const [code] = (await once(child, 'exit')) as [number | null];
    expect([output, code]).toEqual(['{"kind":"Answer"}', 0]);
  }, 25_000);
});

describe('close()', () => {
  it('does not make an answer look whole that nobody has read', async () => {
    const server = await serveHttp2((_, response) => answerJson(response, {}));
    const { transport, send } = sender(server.url);
    const { body } = await send();
    for (let count = 0; count < 3; count += 1) await textOf((await send()).body);
    transport.close();
    await expect(textOf(body)).rejects.toMatchObject({
      code: expect.stringMatching(/ERR_HTTP2_CLOSED|ECONNRESET/) as string,
    });
  });

  it('ends answers that are awaited or arrive and what is being opened, and refuses what comes later', async () => {
    const server = await serveFrames({ request: (peer, id) => id === 1 && peer.head(id, ok) });
    const silent = await serveFrames({ isMute: true });
    const { transport, send } = sender(server.url);
    const { body } = await send();
    const ending = [textOf(body), send(), send({ url: silent.url })];
    const settled = Promise.allSettled(ending);
    await eventually(() => expect(silent.open()).toBe(1));
    transport.close();
    const outcomes = [...(await settled), ...(await Promise.allSettled([send()]))];
    expect(outcomes.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code)).toEqual(
      times(4, () => 'ERR_HTTP2_CLOSED'),
    );
    await eventually(() => expect([server.open(), silent.open()]).toEqual([0, 0]));
  });
});
