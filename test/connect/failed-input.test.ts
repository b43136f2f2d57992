import { Agent } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { attach, exec, forwardPort } from '../../src/connect/index.js';
import type { ClientOptions, ResourceHandle } from '../../src/index.js';
import { say, serve } from './socket-server.js';

/** A connection whose writes fail from when a test says so, while the other side is silent. */
class BrokenSocket extends Socket {
  static isBroken = false;
  static last: Socket;

  constructor() {
    super();
    BrokenSocket.last = this;
  }

  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (BrokenSocket.isBroken) done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    else super._write(chunk, encoding, done);
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    if (BrokenSocket.isBroken) done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
    else super._writev?.(chunks, done);
  }
}

/** Options of a client with such connections. */
function breaking(): Partial<ClientOptions> {
  const agent = new Agent();
  Reflect.set(agent, 'createConnection', ({ port, host }: { port: number; host: string }) =>
    new BrokenSocket().connect(port, host),
  );
  return { authenticate: () => Promise.resolve({ headers: {}, agent }) };
}

/** What is to end, and its input. */
interface Opened {
  readonly input: WritableStream<Uint8Array>;
  readonly output: ReadableStream<Uint8Array>;
  readonly end: Promise<unknown>;
}

const channels = 'v4.channel.k8s.io';
const tunnel = 'SPDY/3.1+portforward.k8s.io';
const session = async (opening: ReturnType<typeof exec>): Promise<Opened> => {
  const { stdin, stdout, done } = await opening;
  return { input: stdin, output: stdout, end: done };
};
const port = async (pods: ResourceHandle): Promise<Opened> => {
  const { readable, writable, closed } = await forwardPort(pods, 'front-0', { port: 80 });
  return { input: writable, output: readable, end: closed };
};
const kinds: readonly [name: string, protocol: string | undefined, open: (pods: ResourceHandle) => Promise<Opened>][] =
  [
    ['exec', undefined, (pods) => session(exec(pods, 'front-0', { command: ['cat'], stdin: true }))],
    ['attach', undefined, (pods) => session(attach(pods, 'front-0', { stdin: true }))],
    ['forwardPort on channels', channels, port],
    ['forwardPort through the tunnel', tunnel, port],
  ];

/** Writes until that fails, and returns the error. */
async function failureOf(writer: WritableStreamDefaultWriter<Uint8Array>, piece: unknown): Promise<unknown> {
  try {
    for (;;) await writer.write(piece as Uint8Array);
  } catch (error) {
    return error;
  }
}

/** Lets time pass, as far as timers go, until a promise has settled. */
async function settledLater(promise: Promise<unknown>): Promise<void> {
  const settled = Promise.allSettled([promise]);
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  while ((await Promise.race([settled, turn()])) === undefined) {
    vi.advanceTimersByTime(1000);
  }
}

afterEach(() => {
  BrokenSocket.isBroken = false;
  vi.useRealTimers();
});

describe.each(kinds)('the input of %s that fails while the server is silent', (_, protocol, open) => {
  it.each([
    ['is text', 'no bytes'],
    ['has memory that is gone', detached()],
  ])('ends it with the error of a piece that %s', async (_words, piece) => {
    const { pods } = await serve(() => undefined, protocol);
    const { input, output, end } = await open(pods);
    const error = await failureOf(input.getWriter(), piece);
    expect(error).toBeInstanceOf(Error);
    await expect(end).rejects.toBe(error);
    await expect(output.getReader().read()).rejects.toBe(error);
  });

  it('ends it with the error of a connection that takes no more', async () => {
    const { pods } = await serve(() => undefined, protocol, breaking());
    const { input, output, end } = await open(pods);
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    BrokenSocket.isBroken = true;
    const error = await failureOf(input.getWriter(), new Uint8Array(1000));
    expect(error).toMatchObject({ code: 'connection' });
    await settledLater(end);
    await expect(end).rejects.toBe(error);
    await expect(output.getReader().read()).rejects.toBe(error);
  });
});

describe.each(kinds.filter(([, protocol]) => protocol !== channels))(
  'the end of the input of %s that cannot be told',
  (_, protocol, open) => {
    it('ends it', async () => {
      const { pods } = await serve(() => undefined, protocol, breaking());
      const { input, end } = await open(pods);
      const writer = input.getWriter();
      vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
      BrokenSocket.isBroken = true;
      await writer.write(new Uint8Array(1));
      await new Promise((resolve) => setImmediate(resolve));
      const error: unknown = await writer.close().catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: 'connection' });
      await settledLater(end);
      await expect(end).rejects.toBe(error);
    });
  },
);

describe('a session whose input has failed', () => {
  it('keeps what came before, for a slow reader too, and how the command ended', async () => {
    let server!: WebSocket;
    const { pods } = await serve((socket) => void (server = socket), undefined, breaking());
    const { stdin, stdout, done } = await exec(pods, 'front-0', { command: ['head'], stdin: true });
    for (let count = 0; count < 40; count += 1) say(server, 1, 'x'.repeat(30_000));
    say(server, 3, JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Success' }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
    BrokenSocket.isBroken = true;
    await failureOf(stdin.getWriter(), new Uint8Array(1000));
    // Until nothing more is read ahead of the reader.
    const { last } = BrokenSocket;
    while (last.readableLength < last.readableHighWaterMark) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(60_000);
    let bytes = 0;
    for await (const piece of stdout) bytes += piece.byteLength;
    expect(bytes).toBe(1_200_000);
    expect(await done).toMatchObject({ exitCode: 0 });
  });
});

it('ends a session though the reader of its output stalls', async () => {
  let server!: WebSocket;
  const { pods } = await serve((socket) => void (server = socket), undefined, breaking());
  const { stdin, done } = await exec(pods, 'front-0', { command: ['cat'], stdin: true });
  for (let count = 0; count < 40; count += 1) say(server, 1, 'x'.repeat(30_000));
  const { last } = BrokenSocket;
  while (last.readableLength < last.readableHighWaterMark) await new Promise((resolve) => setImmediate(resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  const error = await failureOf(stdin.getWriter(), 'no bytes');
  await settledLater(done);
  await expect(done).rejects.toBe(error);
});

/** A view of memory that was given away. */
function detached(): Uint8Array {
  const bytes = new Uint8Array(8);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  return bytes;
}
