import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { abandonOnAbort, delay } from '../../src/core/shared/abort.js';
import { singleFlight, createSlots } from '../../src/core/shared/concurrency.js';
import { createConnection } from '../../src/core/transport/create-connection.js';
import { fakeTransport, statusAnswer } from './fake-transport.js';

const server = 'https://127.0.0.1:6443';
const warned = vi.fn();

beforeEach(() => {
  process.on('warning', warned);
});
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

type Work = (signal: AbortSignal) => Promise<unknown>;

/** Work that ends when `release` is called, and work that ends by the abort alone. */
const kinds: [name: string, begin: () => { readonly work: Work; readonly release: () => void }][] = [
  ['abandonOnAbort', () => gated((gate) => (signal) => abandonOnAbort(gate, signal))],
  [
    'single flight',
    () =>
      gated((gate) => {
        const flight = singleFlight(() => gate);
        return (signal) => flight.run(signal);
      }),
  ],
  ['delay', () => ({ work: (signal) => delay(300, signal), release: () => undefined })],
  [
    'slots',
    () => {
      const slots = createSlots(1);
      const taken = slots.take(new AbortController().signal);
      const work: Work = async (signal) => {
        const release = await slots.take(signal);
        release();
      };
      return { work, release: () => void taken.then((release) => release()) };
    },
  ],
  [
    'requests',
    () =>
      gated((gate) => {
        const connection = createConnection({ server, transport: fakeTransport(gate.then(() => ({}))) });
        onTestFinished(() => connection.close());
        return (signal) => connection.request({ path: '/x', signal });
      }),
  ],
  [
    'requests that are tried again',
    () =>
      gated((gate) => {
        const busy = gate.then(() => statusAnswer(429, 'TooManyRequests', { details: { retryAfterSeconds: 0 } }));
        const connection = createConnection({
          server,
          transport: fakeTransport(...Array.from({ length: 16 }, () => busy), {}),
        });
        onTestFinished(() => connection.close());
        return (signal) => connection.request({ path: '/x', signal });
      }),
  ],
  [
    'streams',
    () =>
      gated((gate) => {
        const connection = createConnection({ server, transport: fakeTransport(gate.then(() => ({}))) });
        onTestFinished(() => connection.close());
        return async (signal) => {
          for await (const piece of (await connection.stream({ path: '/x', signal })).body) expect(piece).toBeDefined();
        };
      }),
  ],
];

function gated(make: (gate: Promise<void>) => Work): { readonly work: Work; readonly release: () => void } {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  return { work: make(gate), release: () => release() };
}

describe.each(kinds)('one signal for many: %s', (_, begin) => {
  it.each([11, 1000])('%d callers leave one listener, and none when they have ended', async (callers) => {
    const { work, release } = begin();
    const { signal } = new AbortController();
    const all = Promise.all(Array.from({ length: callers }, () => work(signal)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    release();
    await all;
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  it('an abort ends all of them and leaves none', async () => {
    const { work, release } = begin();
    const controller = new AbortController();
    const all = Promise.allSettled(Array.from({ length: 1000 }, () => work(controller.signal)));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort('all');
    expect(new Set((await all).map((one) => (one.status === 'rejected' ? (one.reason as unknown) : one)))).toEqual(
      new Set(['all']),
    );
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
    release();
  });
});
