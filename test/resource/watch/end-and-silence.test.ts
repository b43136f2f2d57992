import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TooManyStreamsError } from '../../../src/core/transport/errors.js';
import { podMapping } from '../../representation/contexts.js';
import type { WatchOptions } from '../../../src/core/resource/options.js';
import {
  at5,
  hang,
  reset,
  watchPods,
  bookmark,
  instantClock,
  podEvent,
  podList,
  take,
  watchServer,
} from './watch-server.js';
import type { Answer, Step } from './watch-server.js';
import { eventually } from '../../shared/eventually.js';

describe('silence', () => {
  it('is ended past the limit, the server is asked for its version, and the watch goes on', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { events, asked } = watchPods(
      [{ steps: [podEvent('ADDED', 'a', 6), hang] }, { steps: [podEvent('ADDED', 'b', 7), hang] }],
      at5,
      () => ({ status: 200, body: podList({}, { resourceVersion: '6' }) }),
    );
    const reading = take(events, 2);
    await vi.advanceTimersByTimeAsync(75_001);
    expect((await reading).seen).toEqual(['ADDED a@6', 'ADDED b@7']);
    expect(asked[1]).toMatchObject({ query: { limit: '1' } });
    expect(asked[2]!.query['resourceVersion']).toBe('6');
  });

  it('from a server that is at an earlier version ends the watch', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { events } = watchPods([{ steps: [hang] }], { resourceVersion: '1000', idleTimeoutMs: 10_000 }, () => ({
      status: 200,
      body: podList({}, { resourceVersion: '999' }),
    }));
    const reading = take(events, 1);
    await vi.advanceTimersByTimeAsync(10_001);
    expect((await reading).error).toMatchObject({ end: 'behind', resourceVersion: '1000' });
  });
});

describe('a server that ends each stream at once', () => {
  it.each<[string, readonly Step[]]>([
    ['in order', [bookmark(6)]],
    ['by a reset', [bookmark(6), reset]],
  ])('%s, although it says something, is asked again ever more rarely', async (_how, steps) => {
    const streams: Answer[] = Array.from({ length: 12 }, () => ({ steps }));
    const { events, clock } = watchPods([...streams, { status: 403 }], at5);
    expect((await take(events, 1)).error).toMatchObject({ statusCode: 403 });
    expect(clock.pauses.length).toBeGreaterThan(5);
    expect(Math.max(...clock.pauses)).toBeGreaterThan(1000);
  });
});

describe('a quiet stream', () => {
  /** Each stream lasts so long, and ends without a word. */
  const quiet = (streams: number, ms: number, ending: readonly Step[], options: WatchOptions = {}) => {
    const clock = instantClock();
    const watches: Answer[] = Array.from({ length: streams }, () => ({ steps: ending }));
    const server = watchServer([...watches, { steps: [podEvent('ADDED', 'a', 6), hang] }]);
    onTestFinished(() => server.client.close());
    // Time passes while the stream is read: between its opening and its end.
    const passing = { ...clock, now: () => (clock.pass(ms), clock.now()) };
    return { clock, events: server.client.handle(podMapping).watch({ ...at5, clock: passing, ...options }) };
  };

  it('that the server closes after the second that it was asked for is not closed at once', async () => {
    const { events } = quiet(9, 350, [], { timeoutSeconds: 1 });
    expect((await take(events, 1)).seen).toEqual(['ADDED a@6']);
  });

  it('that a proxy cuts after a minute each time is opened again without a pause that grows', async () => {
    const { events, clock } = quiet(9, 60_000, [reset]);
    expect((await take(events, 1)).seen).toEqual(['ADDED a@6']);
    expect(clock.pauses).toEqual([]);
  });
});

describe('the end of a watch', () => {
  it('by its signal gives its place back, although nobody asks for another event', async () => {
    const server = watchServer([{ steps: [podEvent('ADDED', 'a', 6), hang] }], undefined, { maxStreams: 1 });
    onTestFinished(() => server.client.close());
    const controller = new AbortController();
    const pods = server.client.handle(podMapping);
    const events = pods.watch({ ...at5, signal: controller.signal });
    await events[Symbol.asyncIterator]().next();
    controller.abort();
    expect((await take(pods.watch(at5), 1)).seen).toEqual(['ADDED a@6']);
  });

  it.each(['break', 'return', 'abort', 'close'] as const)('by %s ends the request at once', async (how) => {
    const server = watchServer([{ steps: [podEvent('ADDED', 'a', 6), hang] }]);
    onTestFinished(() => server.client.close());
    const controller = new AbortController();
    const reason = new Error('enough');
    const events = server.client.handle(podMapping).watch({ ...at5, signal: controller.signal });
    if (how === 'break') {
      for await (const _ of events) break;
    } else {
      const iterator = events[Symbol.asyncIterator]();
      await iterator.next();
      const pending = iterator.next();
      expect(server.open()).toBe(1);
      if (how === 'return') {
        await iterator.return?.();
        expect(await pending).toEqual({ done: true, value: undefined });
      } else if (how === 'abort') {
        controller.abort(reason);
        await expect(pending).rejects.toBe(reason);
      } else {
        await server.client.close();
        await expect(pending).rejects.toMatchObject({ code: 'closed' });
      }
    }
    await eventually(() => {
      expect(server.open()).toBe(0);
    });
  });

  it('comes while it waits for its next try as well', async () => {
    const { events } = watchPods([{ steps: [bookmark(6)] }, { lost: 'ECONNREFUSED' }], {
      ...at5,
      clock: {
        now: () => 0,
        sleep: (_ms, signal) =>
          new Promise((_, reject) =>
            signal?.addEventListener('abort', () => {
              reject(signal.reason as Error);
            }),
          ),
      },
    });
    const iterator = events[Symbol.asyncIterator]();
    const pending = iterator.next();
    await eventually(() => undefined);
    await iterator.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
  });

  it('gives its place among the streams back', async () => {
    const server = watchServer([{ steps: [podEvent('ADDED', 'a', 6), hang] }], undefined, { maxStreams: 2 });
    onTestFinished(() => server.client.close());
    const pods = server.client.handle(podMapping);
    const first = pods.watch(at5)[Symbol.asyncIterator]();
    const second = pods.watch(at5)[Symbol.asyncIterator]();
    await Promise.all([first.next(), second.next()]);
    const third = await take(pods.watch(at5), 1);
    expect(third.error).toBeInstanceOf(TooManyStreamsError);
    expect(third.error).toMatchObject({ maxStreams: 2 });
    await first.return?.();
    expect((await take(pods.watch(at5), 1)).seen).toEqual(['ADDED a@6']);
  });
});
