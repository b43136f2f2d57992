import { inflateSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { forwardPort, type PortConnection } from '../../src/connect/index.js';
import { say, serve, type SocketServer } from './socket-server.js';

const tunnelName = 'SPDY/3.1+portforward.k8s.io';
const v4 = 'v4.channel.k8s.io';

function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

interface Opened extends PortConnection {
  readonly server: SocketServer;
}

async function open(protocol: string, onSession: (socket: WebSocket) => void): Promise<Opened> {
  const server = await serve(onSession, protocol);
  return { server, ...(await forwardPort(server.pods, 'front-0', { port: 8080 })) };
}

async function write({ writable }: PortConnection, text: string): Promise<void> {
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(text));
  writer.releaseLock();
}

/** A SPDY frame: of data on a stream, or a control frame. */
function dataFrame(stream: number, text: string, flags = 0): Buffer {
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(stream);
  frame.writeUInt32BE(text.length, 4);
  frame[4] = flags;
  return Buffer.concat([frame, Buffer.from(text)]);
}

function controlFrame(type: number, ...words: number[]): Buffer {
  const frame = Buffer.alloc(8 + 4 * words.length);
  frame.writeUInt32BE(0x80030000 + type);
  frame.writeUInt32BE(4 * words.length, 4);
  words.forEach((word, index) => frame.writeUInt32BE(word, 8 + 4 * index));
  return frame;
}

const last = 1;
const streamReset = (stream: number): Buffer => controlFrame(3, stream, 5);

describe('forwardPort through the tunnel', () => {
  it('opens a stream for the error and one for the data, whose headers zlib can read', async () => {
    const sent: Buffer[] = [];
    const opened = await open(tunnelName, (socket) => socket.on('message', (data: Buffer) => sent.push(data)));
    await write(opened, 'hello');
    await opened.writable.close();
    await expect.poll(() => sent).toHaveLength(4);
    const [error = Buffer.of(), data = Buffer.of(), ...rest] = sent;
    expect(rest).toEqual([dataFrame(3, 'hello'), dataFrame(3, '', last)]);
    expect([error.readUInt32BE(), error[4], error.readUInt32BE(8)]).toEqual([0x80030001, last, 1]);
    expect([data.readUInt32BE(), data[4], data.readUInt32BE(8)]).toEqual([0x80030001, 0, 3]);
    for (const frame of [error, data]) expect(frame.readUInt32BE(4) & 0xffffff).toBe(frame.byteLength - 8);
    // One stream of zlib goes through both.
    const compressed = Buffer.concat([error.subarray(18), data.subarray(18)]);
    const blocks = inflateSync(compressed, { finishFlush: constants.Z_SYNC_FLUSH });
    const words = blocks.toString('latin1').match(/[a-z]+|\d+/gi);
    const headers = (type: string): string[] => ['streamtype', type, 'port', '8080', 'requestid', '0'];
    expect(words).toEqual([...headers('error'), ...headers('data')]);
  });

  it.each([1, 3, 8, 1000])('reads frames in messages of %i bytes', async (size) => {
    const frames = Buffer.concat([
      ...[controlFrame(2, 1, 0, 0, 0), controlFrame(2, 3), dataFrame(3, 'one '), dataFrame(3, ''), dataFrame(1, '')],
      ...[dataFrame(3, 'two'), dataFrame(1, '', last), dataFrame(3, '!', last)],
    ]);
    const { readable, closed } = await open(tunnelName, (socket) => {
      for (let at = 0; at < frames.byteLength; at += size) socket.send(frames.subarray(at, at + size));
    });
    expect(await textOf(readable)).toBe('one two!');
    await closed;
  });

  // A server that says goodbye opens no more streams, and ends those that are open.
  it('reads what comes behind a goodbye, settings, windows and streams that it does not know', async () => {
    const frames = [controlFrame(4, 0), controlFrame(9, 3, 100), controlFrame(8, 3), dataFrame(5, 'other')];
    const { readable, closed } = await open(tunnelName, (socket) => {
      for (const frame of [...frames, controlFrame(7, 0, 0)]) socket.send(frame);
      for (const frame of [dataFrame(3, 'all', last), dataFrame(1, '', last)]) socket.send(frame);
    });
    expect(await textOf(readable)).toBe('all');
    await closed;
  });

  it('answers a ping', async () => {
    const sent: Buffer[] = [];
    await open(tunnelName, (socket) => {
      socket.on('message', (data: Buffer) => sent.push(data));
      socket.send(controlFrame(6, 2));
    });
    await expect.poll(() => sent.at(-1)).toEqual(controlFrame(6, 2));
  });

  it('tells the words of the kubelet, whichever stream ends first', async () => {
    const words = 'error forwarding port 8080: connection refused';
    for (const ends of [
      [streamReset(3), streamReset(1)],
      [dataFrame(3, '', last), dataFrame(1, words, last)],
    ]) {
      const { readable, closed } = await open(tunnelName, (socket) => {
        if (ends[1]?.includes(words) !== true) socket.send(dataFrame(1, words));
        for (const frame of ends) socket.send(frame);
      });
      await expect(closed).rejects.toMatchObject({ code: 'port-forward-failed', port: 8080, detail: words });
      await expect(textOf(readable)).rejects.toThrow(words);
    }
  });

  it.each([
    ['a reset without a word', [streamReset(3), streamReset(1)], 'reset'],
    ['a goodbye', [controlFrame(7, 0, 0)], 'lost'],
    ['an end of one stream alone', [dataFrame(3, 'x', last)], 'lost'],
  ])('fails at %s', async (_, frames, words) => {
    const { closed, readable } = await open(tunnelName, (socket) => {
      for (const frame of frames) socket.send(frame);
      socket.close(1000);
    });
    await expect(closed).rejects.toMatchObject({
      code: 'connection',
      detail: expect.stringContaining(words) as string,
    });
    await expect(textOf(readable)).rejects.toThrow(words);
  });

  it('sends no message of more than 32 KiB', async () => {
    const sizes: number[] = [];
    const opened = await open(tunnelName, (socket) => socket.on('message', (data: Buffer) => sizes.push(data.length)));
    await write(opened, 'x'.repeat(70_000));
    await expect.poll(() => sizes.slice(2)).toEqual([32_768, 32_768, 70_000 - 2 * 32_760 + 8]);
  });
});

describe('forwardPort on channels', () => {
  it('asks for the port in the address, and offers the tunnel first', async () => {
    const { server } = await open(v4, () => undefined);
    expect(server.urls).toEqual(['/api/v1/namespaces/shop/pods/front-0/portforward?ports=8080']);
    expect(server.offered).toEqual([`${tunnelName}, ${v4}`]);
  });

  it('leaves out the port at the beginning of each channel, however it is cut', async () => {
    const { readable, closed } = await open(v4, (socket) => {
      for (const text of ['', '\u0001', '\u001fone ', 'two']) say(socket, 0, text);
      say(socket, 1, '\u0001\u001f');
      socket.close(1000);
    });
    expect(await textOf(readable)).toBe('one two');
    await closed;
  });

  it('tells the words of the kubelet', async () => {
    const { closed } = await open(v4, (socket) => {
      say(socket, 1, '\u0001\u001f');
      say(socket, 1, 'connection refused');
      socket.close(1000);
    });
    await expect(closed).rejects.toMatchObject({ code: 'port-forward-failed', detail: 'connection refused' });
  });

  it('keeps of endless words only the beginning', async () => {
    const { closed } = await open(v4, (socket) => {
      for (let count = 0; count < 100; count += 1) say(socket, 1, 'x'.repeat(1000));
      socket.close(1000);
    });
    const error = await closed.catch((thrown: { detail: string }) => thrown);
    expect(error?.detail).toBe('x'.repeat(4096));
  });

  it('sends pieces of at most 32 KiB, and cannot end its direction', async () => {
    const opened = await open(v4, () => undefined);
    await write(opened, 'x'.repeat(40_000));
    await expect
      .poll(() => opened.server.received.map(([channel, data]) => [channel, data.length]))
      .toEqual([
        [0, 32_767],
        [0, 40_000 - 32_767],
      ]);
    await expect(opened.writable.close()).rejects.toMatchObject({ code: 'unsupported' });
  });

  it.each([
    ['another channel', (socket: WebSocket) => say(socket, 2, 'x'), 'channel 2'],
    ['a broken connection', (socket: WebSocket) => socket.terminate(), 'close frame'],
  ])('fails at %s', async (_, onSession, words) => {
    const { closed } = await open(v4, onSession);
    await expect(closed).rejects.toMatchObject({
      code: 'connection',
      detail: expect.stringContaining(words) as string,
    });
  });

  it('refuses what can never work, before anything is sent', async () => {
    const { pods, urls } = await serve(() => undefined);
    for (const port of [0, -1, 65_536, 1.5, '', undefined as never]) {
      await expect(forwardPort(pods, 'front-0', { port })).rejects.toMatchObject({ argument: 'port' });
    }
    expect(urls).toEqual([]);
  });
});
