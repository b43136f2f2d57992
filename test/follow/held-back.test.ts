import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClient, type Client } from '../../src/core/client.js';
import type { Transport } from '../../src/core/transport/transport.js';
import { createInformer } from '../../src/watch/informer/informer.js';
import { waitFor } from '../../src/watch/wait-for.js';
import { podMapping } from '../representation/contexts.js';
import { bookmark, podEvent, podList } from '../resource/watch/watch-server.js';
import { brief } from './follow-pods.js';

/** A server whose pods are listed as they are, behind a proxy that decides what a watch brings, and when. */
interface Held {
  readonly client: Client;
  /** The pods by their versions. */
  pods: Record<string, number>;
  version: number;
  /** The times of the lists, without the probes for the version. */
  readonly lists: number[];
  /** What the proxy passes on of a stream; `hold` waits for ever. */
  stream: (query: URLSearchParams, hold: () => Promise<never>) => AsyncGenerator<object>;
  /** Whether the proxy holds the head of a stream back as well. */
  holdsHead: boolean;
  /** The status that it answers for each stream. */
  refusal?: number;
}

function heldBack(): Held {
  const transport: Transport = {
    async send({ url, signal }) {
      const query = new URL(url).searchParams;
      const hold = (): Promise<never> =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
      if (query.get('watch') !== 'true') {
        if (query.get('limit') !== '1') held.lists.push(performance.now());
        return answer(JSON.stringify(podList(held.pods, { resourceVersion: String(held.version) })));
      }
      if (held.holdsHead) await hold();
      if (held.refusal !== undefined) return { ...answer('{}'), status: held.refusal };
      const frames = held.stream(query, hold);
      const body = (async function* () {
        for await (const frame of frames) yield new TextEncoder().encode(`${JSON.stringify(frame)}\n`);
      })();
      return { status: 200, headers: { 'content-type': 'application/json' }, body };
    },
    close: () => undefined,
  };
  const client = createClient({ server: 'http://held.test', transport });
  onTestFinished(() => client.close());
  const held: Held = { client, pods: { a: 1 }, version: 9, lists: [], stream: silent, holdsHead: false };
  return held;
}

const answer = (text: string) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: (async function* () {
    await Promise.resolve();
    yield new TextEncoder().encode(text);
  })(),
});

async function* silent(_query: URLSearchParams, hold: () => Promise<never>): AsyncGenerator<object> {
  await hold();
  yield {};
}

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('an informer behind a proxy that holds watches back', () => {
  const follow = (held: Held) => {
    const informer = createInformer(held.client, held.client.handle(podMapping));
    const seen: string[] = [];
    informer.on((step) => void seen.push(brief(step)));
    return { informer, seen, names: () => informer.store.list().map(({ metadata }) => metadata.name) };
  };

  it.each([
    ['the body', false],
    ['the head as well', true],
  ])('lists the state after the second silence, and says so: %s', async (_what, holdsHead) => {
    const held = heldBack();
    const { informer, seen, names } = follow(held);
    held.holdsHead = holdsHead;
    await pass(75_000);
    expect(names()).toEqual(['a']);
    expect(informer.health).toMatchObject({ synced: true, byLists: false });
    Object.assign(held, { pods: { a: 1, b: 20 }, version: 20 });
    await pass(149_000);
    expect(names()).toEqual(['a']);
    await pass(2000);
    expect(names()).toEqual(['a', 'b']);
    expect(seen.slice(-3)).toEqual(['interrupted timeout', 'added b@20', 'recovered @20']);
    expect(informer.health).toMatchObject({ byLists: true, interruptedAt: undefined, error: undefined });
  });

  it('lists ever more rarely while nothing changes, and sees each change within the bound', async () => {
    const held = heldBack();
    const { informer, seen, names } = follow(held);
    await pass(4 * 3_600_000);
    const pauses = held.lists.map((at, index) => at - (held.lists[index - 1] ?? 0)).slice(1);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(676_000);
    expect(Math.min(...pauses.slice(5))).toBeGreaterThanOrEqual(299_000);
    expect(informer.health.byLists).toBe(true);
    // Silence is no news any more.
    expect(seen.filter((step) => step.startsWith('interrupted')).length).toBeLessThanOrEqual(3);
    for (let version = 100; version < 105; version += 1) {
      Object.assign(held, { pods: { a: version }, version });
      await pass(676_000);
      expect(informer.store.get('web', 'a')?.metadata.resourceVersion).toBe(String(version));
    }
    Object.assign(held, { pods: {}, version: 200 });
    await pass(676_000);
    expect(names()).toEqual([]);
  });

  it('lists with each silence while the lists have what the streams do not bring', async () => {
    const held = heldBack();
    const { informer } = follow(held);
    const versionOfA = () => informer.store.get('web', 'a')?.metadata.resourceVersion;
    await pass(3_600_000);
    Object.assign(held, { pods: { a: 100 }, version: 100 });
    while (versionOfA() !== '100') await pass(1000);
    for (let version = 101; version < 110; version += 1) {
      Object.assign(held, { pods: { a: version }, version });
      await pass(75_000);
      expect(versionOfA()).toBe(String(version));
    }
  });

  it('reads by streams again once one brings something', async () => {
    const held = heldBack();
    const { informer, names } = follow(held);
    await pass(600_000);
    expect(informer.health.byLists).toBe(true);
    held.stream = async function* (_query, hold) {
      yield podEvent('ADDED', 'c', 30);
      await hold();
    };
    await pass(76_000);
    expect(names()).toEqual(['a', 'c']);
    expect(informer.health.byLists).toBe(false);
  });
});

describe('initial events without their end mark, on a stream that is never silent', () => {
  const busy = (type: 'ADDED' | 'MODIFIED' | 'BOOKMARK') =>
    async function* (query: URLSearchParams, hold: () => Promise<never>): AsyncGenerator<object> {
      if (query.get('sendInitialEvents') !== 'true') await hold();
      if (type !== 'BOOKMARK') yield podEvent('ADDED', 'a', 1);
      for (let version = 10; ; version += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        yield type === 'BOOKMARK' ? bookmark(version) : podEvent(type, type === 'ADDED' ? `n${version}` : 'a', version);
      }
    };

  it.each(['ADDED', 'MODIFIED', 'BOOKMARK'] as const)('are given up after a minute, and listed: %s', async (type) => {
    const held = heldBack();
    Object.assign(held, { stream: busy(type), pods: { a: 90, z: 3 }, version: 90 });
    const informer = createInformer(held.client, held.client.handle(podMapping));
    await pass(59_000);
    expect(informer.health).toMatchObject({ synced: false, listing: true });
    await pass(3000);
    expect(informer.health).toMatchObject({ synced: true, listing: false });
    expect(informer.store.list().map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`)).toEqual([
      'a@90',
      'z@3',
    ]);
  });

  it('are read for as long as it takes by a watch, which may be read slowly', async () => {
    const held = heldBack();
    held.stream = busy('MODIFIED');
    const events = held.client.handle(podMapping).watch()[Symbol.asyncIterator]();
    for (let count = 0; count < 200; count += 1) {
      const next = events.next();
      await pass(1000);
      expect((await next).value).toMatchObject({ object: { metadata: { name: 'a' } } });
    }
    expect(held.lists).toEqual([]);
  });
});

describe('initial events that a proxy never lets through', () => {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const breaksOff = (): never => {
    throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
  };

  it.each<[string, Held['stream'], number]>([
    [
      'each stream breaks off after 30 s, in the middle of them',
      async function* () {
        yield podEvent('ADDED', 'a', 1);
        await pause(30_000);
        breaksOff();
      },
      70_000,
    ],
    [
      'each stream breaks off after a minute, with nothing',
      async function* () {
        await pause(60_000);
        yield breaksOff();
      },
      125_000,
    ],
    [
      'each stream holds what is no event',
      async function* () {
        await Promise.resolve();
        yield ['a page'];
      },
      10_000,
    ],
  ])('are listed instead: %s', async (_, stream, withinMs) => {
    const held = heldBack();
    Object.assign(held, { stream, pods: { a: 1, b: 2 } });
    const informer = createInformer(held.client, held.client.handle(podMapping));
    await pass(withinMs);
    expect(informer.health.synced).toBe(true);
    expect(informer.store.list().map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
  });

  it.each([502, 503, 504])(
    'are listed instead, and asked for again later: each stream is answered with %i',
    async (status) => {
      const held = heldBack();
      held.refusal = status;
      const informer = createInformer(held.client, held.client.handle(podMapping));
      await pass(20_000);
      expect(informer.health.synced).toBe(true);
      Object.assign(held, { pods: { b: 20 }, version: 20 });
      await pass(120_000);
      expect(informer.store.list().map(({ metadata }) => metadata.name)).toEqual(['b']);
    },
  );
});

describe('waitFor behind a proxy that holds watches back', () => {
  const wait = (held: Held, condition: string) => {
    const result = waitFor(held.client.handle(podMapping).namespace('web'), 'b', condition, { timeoutMs: 30_000 });
    return result.then(
      (object) => ({ object, error: undefined }),
      (error: unknown) => ({ object: undefined, error }),
    );
  };
  const listed = (held: Held) => {
    held.stream = async function* (_query, hold) {
      yield bookmark(9, true);
      await hold();
    };
    return held;
  };

  it('looks at the object before it says what there was at the end', async () => {
    const held = listed(heldBack());
    const made = wait(held, 'created');
    await pass(5000);
    Object.assign(held, { pods: { a: 1, b: 20 }, version: 20 });
    await pass(26_000);
    expect((await made).object).toMatchObject({ metadata: { name: 'b' } });

    const deleted = wait(held, 'deleted');
    await pass(1000);
    expect((await deleted).error).toBeUndefined();

    held.pods = {};
    const missing = wait(held, 'created');
    await pass(31_000);
    expect((await missing).error).toMatchObject({
      failure: 'timeout',
      message: expect.stringContaining('it did not exist at the end') as string,
    });
  });

  it('does not say that what it could not read does not exist', async () => {
    const held = listed(heldBack());
    const failing = wait(held, 'created');
    await pass(5000);
    Object.defineProperty(held, 'pods', { get: () => Promise.reject(new Error('gone')) });
    held.lists.push = () => {
      throw Object.assign(new Error('lost'), { code: 'ECONNREFUSED' });
    };
    await pass(26_000);
    const { error } = await failing;
    expect(error).toMatchObject({ failure: 'timeout' });
    expect(String(error)).toContain('it was not seen, and could not be read at the end');
  });
});
