import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiRequest } from '../../src/core/transport/connection.js';
import { createClient } from '../../src/core/client.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { ConnectionOptions } from '../../src/core/transport/options.js';
import type { Transport } from '../../src/core/transport/transport.js';
import { fakeTransport, statusAnswer } from './fake-transport.js';

const server = 'https://127.0.0.1:6443';
const pods: ApiRequest = { path: '/api/v1/pods' };
const never = new Promise<never>(() => undefined);

/** A body whose pieces come when they are given, and a head that comes after `headMs`. */
function slowTransport({ headMs = 0, pieceMs = [] as number[], status = 200, ends = true }) {
  const transport: Transport = {
    async send() {
      await pause(headMs);
      return { status, headers: {}, body: pieces() };
    },
    close: () => undefined,
  };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const ms of pieceMs) {
      await pause(ms);
      yield Uint8Array.of(0x20);
    }
    if (!ends) await never;
  }
  return transport;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function connect(transport: Transport, options: Partial<ConnectionOptions> = {}) {
  return createConnection({ server, transport, ...options });
}

/** What became of it, and when. */
async function outcome(work: Promise<unknown>) {
  const begun = Date.now();
  const settled = work.then(
    () => ({ ok: true, ms: Date.now() - begun }),
    (error: unknown) => ({ error, ms: Date.now() - begun }),
  );
  await vi.advanceTimersByTimeAsync(1_000_000);
  return Promise.race([settled, Promise.resolve('still waiting')]);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('silence', () => {
  it('ends a request after a minute without a head', async () => {
    expect(await outcome(connect(slowTransport({ headMs: 1e9 })).request(pods))).toMatchObject({
      ms: 60_000,
      error: {
        code: 'timeout',
        limit: 'silenceTimeoutMs',
        timeoutMs: 60_000,
        message: 'GET /api/v1/pods: nothing was received for 60000 ms; check the server, or increase silenceTimeoutMs.',
      },
    });
    expect(vi.getTimerCount()).toBe(1);
  });

  it('begins anew with every piece', async () => {
    const pieceMs = [59_000, 59_000, 59_000];
    const transport = slowTransport({ headMs: 59_000, pieceMs });
    expect(await outcome(connect(transport).request(pods))).toEqual({ ok: true, ms: 4 * 59_000 });
  });

  it('in the body of an answer ends the request', async () => {
    const transport = slowTransport({ headMs: 10, pieceMs: [20], ends: false });
    const work = connect(transport, { silenceTimeoutMs: 5000 }).request(pods);
    expect(await outcome(work)).toMatchObject({ ms: 5030, error: { limit: 'silenceTimeoutMs', timeoutMs: 5000 } });
  });

  it('has the limit of the call, if that gives one', async () => {
    const work = connect(slowTransport({ headMs: 1e9 }), { silenceTimeoutMs: 5 }).request({
      ...pods,
      silenceTimeoutMs: 70_000,
    });
    expect(await outcome(work)).toMatchObject({ ms: 70_000 });
    const unlimited = connect(slowTransport({ headMs: 900_000 })).request({ ...pods, silenceTimeoutMs: Infinity });
    expect(await outcome(unlimited)).toEqual({ ok: true, ms: 900_000 });
  });

  it('does not end a stream, head or body, unless its call says so', async () => {
    const transport = slowTransport({ headMs: 300_000, pieceMs: [300_000, 300_000] });
    const read = async (request: ApiRequest): Promise<void> => {
      const { body } = await connect(transport, { silenceTimeoutMs: 1000 }).stream(request);
      for await (const piece of body) expect(piece.byteLength).toBe(1);
    };
    expect(await outcome(read(pods))).toEqual({ ok: true, ms: 900_000 });
    expect(await outcome(read({ ...pods, silenceTimeoutMs: 2000 }))).toMatchObject({
      ms: 2000,
      error: { limit: 'silenceTimeoutMs' },
    });
  });

  it('does not end a WebSocket that is open, unless its call says so', async () => {
    async function* messages(): AsyncGenerator<Uint8Array> {
      await pause(700_000);
      yield Uint8Array.of(1);
    }
    const open = (headMs: number): Transport => ({
      ...slowTransport({}),
      async connect() {
        await pause(headMs);
        const socket = { protocol: '', messages: messages(), send: async () => {}, close() {}, closed: never };
        return { status: 101, headers: {}, body: null, socket };
      },
    });
    const read = async (headMs: number, silenceTimeoutMs?: number): Promise<void> => {
      const socket = await connect(open(headMs)).connect({ path: '/exec', silenceTimeoutMs });
      for await (const message of socket.messages) expect(message).toEqual(Uint8Array.of(1));
    };
    expect(await outcome(read(50_000))).toEqual({ ok: true, ms: 750_000 });
    expect(await outcome(read(50_000, 60_000))).toMatchObject({ ms: 110_000, error: { limit: 'silenceTimeoutMs' } });
    expect(await outcome(read(1e9))).toMatchObject({ ms: 60_000, error: { limit: 'silenceTimeoutMs' } });
  });

  it('in the refusal of a stream is bounded', async () => {
    const transport = slowTransport({ status: 503, pieceMs: [10], ends: false });
    expect(await outcome(connect(transport).stream(pods))).toMatchObject({
      ms: 60_010,
      error: { limit: 'silenceTimeoutMs' },
    });
  });

  it('is the silence of the server: a reader may take its time', async () => {
    const transport = slowTransport({ pieceMs: [10, 10, 10] });
    const read = async (): Promise<void> => {
      const { body } = await connect(transport).stream({ ...pods, silenceTimeoutMs: 1000 });
      for await (const piece of body) await pause(piece.byteLength * 100_000);
    };
    expect(await outcome(read())).toEqual({ ok: true, ms: 300_030 });
  });

  it('is not the time of authenticate, of waiting for a turn or for another try', async () => {
    const authenticate = async () => {
      await pause(100_000);
      return { headers: {} };
    };
    const busy = statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 20 } });
    const options = { authenticate, silenceTimeoutMs: 1000, maxSockets: 1 };
    const connection = connect(fakeTransport(busy, {}), options);
    const work = Promise.all([connection.request(pods), connection.request(pods)]);
    expect(await outcome(work)).toMatchObject({ ok: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([0, -1, NaN])('cannot be limited to %d', async (silenceTimeoutMs) => {
    const options = { server: 'https://host', transport: fakeTransport() };
    expect(() => createClient({ ...options, silenceTimeoutMs })).toThrow('silenceTimeoutMs');
    const asking = createClient(options).stream({ ...pods, silenceTimeoutMs });
    await expect(asking).rejects.toMatchObject({ code: 'invalid-argument', argument: 'silenceTimeoutMs' });
  });
});

describe('the limit of the client for a whole exchange', () => {
  it('ends a request that goes on and on, and names the option', async () => {
    const transport = slowTransport({ pieceMs: Array.from({ length: 100 }, () => 500) });
    expect(await outcome(connect(transport, { timeoutMs: 2000 }).request(pods))).toMatchObject({
      ms: 2000,
      error: {
        limit: 'timeoutMs',
        timeoutMs: 2000,
        message: 'GET /api/v1/pods: no complete answer within 2000 ms; increase timeoutMs or request less.',
      },
    });
  });

  it('yields to that of the call, and does not count for streams', async () => {
    const transport = slowTransport({ pieceMs: Array.from({ length: 10 }, () => 500) });
    const connection = connect(transport, { timeoutMs: 2000 });
    expect(await outcome(connection.request({ ...pods, timeoutMs: 3000 }))).toMatchObject({ ms: 3000 });
    const read = async (request: ApiRequest): Promise<void> => {
      for await (const piece of (await connection.stream(request)).body) expect(piece.byteLength).toBe(1);
    };
    expect(await outcome(read(pods))).toEqual({ ok: true, ms: 5000 });
    expect(await outcome(read({ ...pods, timeoutMs: 1000 }))).toMatchObject({
      ms: 1000,
      error: { limit: 'timeoutMs' },
    });
  });

  it('counts from the beginning of a call of several requests', async () => {
    const connection = connect(slowTransport({ headMs: 60_000 }));
    const startedAt = performance.now() - 3000;
    const second = { ...pods, timeoutMs: 5000, startedAt };
    expect(await outcome(connection.request(second))).toMatchObject({ ms: 2000, error: { timeoutMs: 5000 } });
    const late = { ...pods, timeoutMs: 1000, startedAt };
    expect(await outcome(connection.request(late))).toMatchObject({ error: { limit: 'timeoutMs', timeoutMs: 1000 } });
  });

  it('ends endless refusals', async () => {
    const hasty = statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 0 } });
    const connection = connect(fakeTransport(hasty), { timeoutMs: 10_000, retry: { limit: Infinity } });
    expect(await outcome(connection.request(pods))).toMatchObject({ ms: 10_000, error: { limit: 'timeoutMs' } });
  });
});
