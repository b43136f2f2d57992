import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import type { ApiRequest } from '../../src/core/transport/connection.js';
import type { Transport } from '../../src/core/transport/transport.js';
import { fakeTransport, statusAnswer } from './fake-transport.js';
import { serve } from './loopback-server.js';
import { eventually } from '../shared/eventually.js';

const server = 'https://127.0.0.1:6443';
const pods: ApiRequest = { method: 'GET', path: '/api/v1/pods', accept: 'application/json' };
const never = new Promise<never>(() => undefined);

/** A transport that minds no signal: the rest of an answer never comes, nor does a head where it is silent. */
function deafTransport(head: 'head' | 'silent' = 'silent'): Transport & { readonly left: () => number } {
  let left = 0;
  const body = {
    [Symbol.asyncIterator]: () => ({
      next: () => never,
      return: () => {
        left += 1;
        return Promise.resolve({ done: true as const, value: undefined });
      },
    }),
  };
  return {
    left: () => left,
    send: () => (head === 'silent' ? never : Promise.resolve({ status: 200, headers: {}, body })),
    close: () => undefined,
  };
}

describe('timeoutMs', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('ends a request that takes longer', async () => {
    const asking = createConnection({ server, transport: deafTransport() }).request({ ...pods, timeoutMs: 500 });
    const settled = expect(asking).rejects.toMatchObject({
      code: 'timeout',
      timeoutMs: 500,
      method: 'GET',
      path: '/api/v1/pods',
    });
    await vi.advanceTimersByTimeAsync(499);
    await vi.advanceTimersByTimeAsync(1);
    await settled;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('covers retries and the waits between them', async () => {
    const transport = fakeTransport(statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 2 } }));
    const asking = createConnection({ server, transport }).request({ ...pods, timeoutMs: 5000 });
    const settled = expect(asking).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(5000);
    await settled;
    expect(transport.requests).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('covers authenticate', async () => {
    const authenticate = () => never;
    const asking = createConnection({ server, transport: fakeTransport({}), authenticate }).request({
      ...pods,
      timeoutMs: 10,
    });
    const settled = expect(asking).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(10);
    await settled;
  });

  it('covers the body of a stream', async () => {
    const transport = deafTransport('head');
    const { body } = await createConnection({ server, transport }).stream({ ...pods, timeoutMs: 10 });
    const settled = expect(body[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'timeout' });
    await vi.advanceTimersByTimeAsync(10);
    await settled;
    expect(transport.left()).toBe(1);
  });

  it('leaves no timer behind, however the request ends', async () => {
    const connection = createConnection({ server, transport: fakeTransport({}, statusAnswer(404, 'NotFound'), {}) });
    const request = { ...pods, timeoutMs: 60_000 };
    await connection.request(request);
    await expect(connection.stream(request)).rejects.toMatchObject({ code: 'api' });
    const { body } = await connection.stream(request);
    for await (const chunk of body) expect(chunk.byteLength).toBe(1);
    const left = await connection.stream(request);
    await left.body[Symbol.asyncIterator]().return?.();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves none behind for a stream that nobody reads to its end when the client closes, or its signal aborts', async () => {
    const never = new Promise<never>(() => undefined);
    const pieces = [Promise.resolve({ done: false as const, value: new Uint8Array(1) }), never];
    const body = () => ({
      [Symbol.asyncIterator]: () => ({ next: (all = pieces.values()) => all.next().value ?? never }),
    });
    const transport: Transport = {
      send: () => Promise.resolve({ status: 200, headers: {}, body: body() }),
      close: () => undefined,
    };
    const connection = createConnection({ server, transport });
    const controller = new AbortController();
    const request = { ...pods, silenceTimeoutMs: 75_000 };
    for (const signal of [undefined, controller.signal]) {
      await (await connection.stream({ ...request, signal })).body[Symbol.asyncIterator]().next();
    }
    expect(vi.getTimerCount()).toBe(2);
    controller.abort();
    expect(vi.getTimerCount()).toBe(1);
    await connection.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('may be longer than timers can count', async () => {
    const asking = createConnection({ server, transport: fakeTransport({ body: 'ok' }) });
    expect((await asking.request({ ...pods, timeoutMs: Infinity })).text()).toBe('ok');
    expect((await asking.request({ ...pods, timeoutMs: 2 ** 40 })).text()).toBe('ok');
  });

  it.each([0, -1, NaN])('cannot be %d', async (timeoutMs) => {
    const asking = createClient({ server, transport: fakeTransport({}) }).request({ ...pods, timeoutMs });
    await expect(asking).rejects.toMatchObject({ code: 'invalid-argument', argument: 'timeoutMs' });
  });
});

describe('an abort', () => {
  it.each([new Error('mine'), 'a word', undefined])('rejects with the reason itself: %s', async (reason) => {
    const controller = new AbortController();
    const connection = createConnection({ server, transport: deafTransport() });
    const asking = connection.request({ ...pods, signal: controller.signal });
    controller.abort(reason);
    const thrown = await asking.catch((error: unknown) => error);
    expect(thrown).toBe(controller.signal.reason);
  });

  it('before the request sends nothing', async () => {
    const transport = fakeTransport({});
    const signal = AbortSignal.abort('before');
    await expect(createConnection({ server, transport }).request({ ...pods, signal })).rejects.toBe('before');
    expect(transport.requests).toHaveLength(0);
  });

  it('ends the wait before another try', async () => {
    const controller = new AbortController();
    const answer = statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 3600 } });
    const asked = vi.fn(() => controller.abort('enough'));
    const connection = createConnection({ server, transport: fakeTransport(answer), onExchange: asked });
    await expect(connection.request({ ...pods, signal: controller.signal })).rejects.toBe('enough');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('of one signal ends a hundred requests, without a warning of leaking listeners', async () => {
    const warned = vi.fn();
    process.on('warning', warned);
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, 'addEventListener');
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    const shared = { ...pods, signal: controller.signal };
    await createConnection({ server, transport: fakeTransport({}) }).request(shared);
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
    const connection = createConnection({ server, transport: deafTransport() });
    const asking = Array.from({ length: 100 }, () => connection.request(shared));
    const settled = asking.map((one) => expect(one).rejects.toBe('all of them'));
    controller.abort('all of them');
    await Promise.all(settled);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warned);
    expect(warned).not.toHaveBeenCalled();
  });

  it('is not taken for a lost connection', async () => {
    const controller = new AbortController();
    const endless = await serve(() => controller.abort('enough'));
    const connection = createConnection({ server: endless.url });
    await expect(connection.request({ ...pods, signal: controller.signal })).rejects.toBe('enough');
    await connection.close();
    expect(endless.opened()).toBe(1);
  });

  it('leaves a stream that opens too late', async () => {
    const deaf = deafTransport('head');
    let asked = false;
    let opens: () => void = () => undefined;
    const transport: Transport = {
      ...deaf,
      send: (request) =>
        new Promise((resolve) => {
          asked = true;
          opens = () => {
            resolve(deaf.send(request));
          };
        }),
    };
    const controller = new AbortController();
    const asking = createConnection({ server, transport }).stream({ ...pods, signal: controller.signal });
    await eventually(() => {
      expect(asked).toBe(true);
    });
    controller.abort('no longer');
    await expect(asking).rejects.toBe('no longer');
    opens();
    await eventually(() => {
      expect(deaf.left()).toBe(1);
    });
  });
});

describe('close()', () => {
  it('ends every request and stream under way, and refuses new ones', async () => {
    const connection = createConnection({ server, transport: deafTransport('head') });
    const { body } = await connection.stream(pods);
    const reading = body[Symbol.asyncIterator]().next();
    const asking = connection.request(pods);
    const settled = [reading, asking].map((one) => expect(one).rejects.toMatchObject({ code: 'closed' }));
    await connection.close();
    await Promise.all(settled);
    await expect(connection.request(pods)).rejects.toMatchObject({ code: 'closed' });
    await expect(connection.stream(pods)).rejects.toMatchObject({ code: 'closed' });
  });

  it('closes the transport, and may be called again', async () => {
    const transport = fakeTransport({});
    const connection = createConnection({ server, transport });
    await connection.close();
    await connection.close();
    expect(transport.closed()).toBe(1);
    expect(connection.signal.reason).toMatchObject({ code: 'closed' });
  });

  it('gives back every socket of the default transport', async () => {
    const listening = await serve((request, response) => {
      if (request.url === '/watch') response.write('{}\n');
      else response.end('{}');
    });
    const connection = createConnection({ server: listening.url });
    onTestFinished(() => connection.close());
    await connection.request(pods);
    await connection.stream({ ...pods, path: '/watch' });
    await connection.stream({ ...pods, path: '/watch' });
    await connection.close();
    await eventually(() => {
      expect(listening.open()).toBe(0);
    });
  });
});
