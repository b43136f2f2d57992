import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { follow } from '../../src/watch/follow.js';
import { WatchEndedError } from '../../src/core/resource/errors.js';
import type { WatchOptions } from '../../src/core/resource/options.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import { podMapping } from '../representation/contexts.js';
import {
  bookmark,
  errorEvent,
  hang,
  instantClock,
  podEvent,
  podList,
  reset,
  take as takeEvents,
  watchPods,
  watchServer,
  type Answer,
  type Asked,
} from '../resource/watch/watch-server.js';
import { followPods, take, twoPods } from './follow-pods.js';

const lists =
  (body: object) =>
  ({ path }: Asked): Answer =>
    path === '/version' ? { status: 404 } : { status: 200, body };

describe('a watch with relist', () => {
  it('reads the state again instead of ending, and marks where it begins and ends', async () => {
    const { events, asked } = watchPods(
      [
        { steps: [...twoPods, podEvent('MODIFIED', 'a', 10), errorEvent(410)] },
        { steps: [podEvent('ADDED', 'a', 10), reset] },
        { steps: [podEvent('ADDED', 'a', 10), bookmark(20, true), podEvent('DELETED', 'a', 21), hang] },
      ],
      { relist: true },
    );
    expect((await takeEvents(events, 11)).seen).toEqual([
      'ADDED a@1',
      'ADDED b@2',
      'INITIAL_EVENTS_END @9',
      'MODIFIED a@10',
      'INTERRUPTED @',
      'RELIST @',
      'ADDED a@10',
      'RELIST @',
      'ADDED a@10',
      'INITIAL_EVENTS_END @20',
      'DELETED a@21',
    ]);
    expect(asked.map(({ query }) => query['resourceVersion'])).toEqual([undefined, '10', undefined]);
  });

  it('names the version from which it resumes', async () => {
    const refused: Answer = { lost: 'ECONNREFUSED' };
    const { events } = watchPods(
      [{ steps: [...twoPods, bookmark(12), reset] }, refused, refused, { steps: [podEvent('ADDED', 'c', 13), hang] }],
      { relist: true },
    );
    expect((await takeEvents(events, 6)).seen.slice(3)).toEqual(['INTERRUPTED @', 'RESUMED @12', 'ADDED c@13']);
  });

  it('ends with what time cannot mend', async () => {
    const { events, asked } = watchPods([{ steps: [...twoPods, errorEvent(405)] }], { relist: true });
    expect(await takeEvents(events, 9)).toMatchObject({ error: { statusCode: 405 } });
    expect(asked).toHaveLength(1);
  });
});

describe('a stream that stays silent', () => {
  it('is an interruption for one who follows, from a version and before it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const server = watchServer(
      [{ steps: [...twoPods, hang] }, { steps: [podEvent('ADDED', 'c', 13), hang] }],
      lists(podList({ a: 1, b: 2 }, { resourceVersion: '9' })),
    );
    onTestFinished(() => server.client.close());
    const reading = take(follow(server.client.handle(podMapping)), 6);
    await vi.advanceTimersByTimeAsync(80_000);
    expect((await reading).seen.slice(2)).toEqual(['synced @9', 'interrupted timeout', 'recovered @9', 'added c@13']);
  });

  it('in the middle of its first state is one as well', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const server = watchServer([{ steps: [hang] }], lists(podList({ a: 1 }, { resourceVersion: '9' })));
    onTestFinished(() => server.client.close());
    const reading = take(follow(server.client.handle(podMapping)), 3);
    await vi.advanceTimersByTimeAsync(80_000);
    expect((await reading).seen).toEqual(['interrupted timeout', 'added a@1', 'synced @9']);
  });

  it('is none for a watch, which goes on from where it was', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const server = watchServer(
      [{ steps: [bookmark(6), hang] }, { steps: [podEvent('ADDED', 'a', 7), hang] }],
      lists(podList({}, { resourceVersion: '6' })),
    );
    onTestFinished(() => server.client.close());
    const events = server.client.handle(podMapping).watch({ resourceVersion: '5', interruptions: true });
    const reading = takeEvents(events, 1);
    await vi.advanceTimersByTimeAsync(80_000);
    expect((await reading).seen).toEqual(['ADDED a@7']);
  });
});

describe('a state that ends in order before its end mark', () => {
  it('is listed the third time, as where a runtime reads only the first piece of a compressed stream', async () => {
    const { steps, asked } = followPods(
      [{ steps: [twoPods[0]!] }, { steps: [twoPods[0]!] }, { steps: [podEvent('ADDED', 'c', 10), hang] }],
      {},
      lists(podList({ a: 1, b: 2 }, { resourceVersion: '9' })),
    );
    expect((await take(steps, 5)).seen).toEqual([
      'added a@1',
      'interrupted watch-ended',
      'added b@2',
      'synced @9',
      'added c@10',
    ]);
    expect(asked.filter(({ query }) => query['sendInitialEvents'] === 'true')).toHaveLength(2);
  });

  it('with nothing is listed as well, also by a watch', async () => {
    const { events } = watchPods(
      [{ steps: [] }, { steps: [] }, { steps: [hang] }],
      { initialEvents: true },
      lists(podList({ a: 1 }, { resourceVersion: '9' })),
    );
    expect((await takeEvents(events, 2)).seen).toEqual(['ADDED a@1', 'INITIAL_EVENTS_END @9']);
  });

  it('once, and whole the next time, is requested as events again', async () => {
    const cut: Answer = { steps: [twoPods[0]!] };
    const { steps, asked } = followPods([
      cut,
      { steps: [...twoPods, errorEvent(410)] },
      cut,
      { steps: [...twoPods, hang] },
    ]);
    await take(steps, 6);
    expect(asked.every(({ query }) => query['sendInitialEvents'] === 'true')).toBe(true);
  });
});

describe('a refusal of the version', () => {
  it('is not remembered as a lack of initial events', async () => {
    const server = watchServer(
      [{ steps: [...twoPods, errorEvent(410)] }, { status: 400 }, { steps: [...twoPods, hang] }],
      () => ({ status: 400 }),
    );
    onTestFinished(() => server.client.close());
    const pods = server.client.handle(podMapping);
    expect((await take(follow(pods, { clock: instantClock() }), 5)).seen.at(-1)).toBe('recovered @9');
    expect((await take(follow(pods, { clock: instantClock() }), 3)).seen.at(-1)).toBe('synced @9');
    expect(server.asked.at(-1)?.query).toMatchObject({ sendInitialEvents: 'true' });
  });
});

describe('a runtime that cannot read compressed initial events', () => {
  it.each([
    ['a browser', () => vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never)],
    ['Deno', () => vi.stubGlobal('Deno', {})],
  ])('lists first: %s', async (_which, pretend) => {
    const server = watchServer([{ steps: [podEvent('ADDED', 'c', 10), hang] }], ({ query }) => ({
      status: 200,
      body:
        query['continue'] === undefined
          ? podList({ a: 1 }, { resourceVersion: '9', continue: 'more' })
          : podList({ b: 2 }, { resourceVersion: '9' }),
    }));
    onTestFinished(() => server.client.close());
    pretend();
    onTestFinished(() => {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    });
    const { seen } = await take(follow(server.client.handle(podMapping), { clock: instantClock() }), 4);
    expect(seen).toEqual(['added a@1', 'added b@2', 'synced @9', 'added c@10']);
    expect(server.asked.map(({ query }) => query['watch'] ?? query['limit'])).toEqual(['500', '500', 'true']);
    expect(server.asked.at(-1)?.query).toMatchObject({ resourceVersion: '9' });
    expect(server.asked.at(-1)?.query).not.toHaveProperty('sendInitialEvents');
  });
});

describe('a wrapper of a handle', () => {
  const wrapped = (answers: readonly Answer[], watch: (pods: ResourceHandle, options?: WatchOptions) => unknown) => {
    const server = watchServer(answers);
    onTestFinished(() => server.client.close());
    const pods = server.client.handle(podMapping);
    const wrapper = { ...pods, watch: (options?: WatchOptions) => watch(pods, options) } as ResourceHandle;
    return { ...server, steps: follow(wrapper, { clock: instantClock() }) };
  };
  const lostAndBack: Answer[] = [
    { steps: [...twoPods, errorEvent(410)] },
    { steps: [twoPods[0]!, bookmark(20, true), hang] },
  ];
  const expected = ['added a@1', 'added b@2', 'synced @9', 'interrupted watch-ended', 'removed b@2', 'recovered @20'];

  it('is followed as the handle is, and sees its events', async () => {
    const seen: string[] = [];
    const { steps } = wrapped(lostAndBack, async function* (pods, options) {
      for await (const event of pods.watch(options)) {
        seen.push(event.type);
        yield event;
      }
    });
    expect((await take(steps, 6)).seen).toEqual(expected);
    expect(seen).toContain('RELIST');
  });

  it('that passes on only the options that it knows is followed too', async () => {
    const { steps } = wrapped(lostAndBack, (pods, { signal, clock } = {}) =>
      pods.watch({ signal, clock, initialEvents: true, bookmarks: true, interruptions: true }),
    );
    expect((await take(steps, 6)).seen).toEqual(expected);
  });

  it('that ends its watch is watched again', async () => {
    let times = 0;
    const { steps } = wrapped([], async function* () {
      times += 1;
      await Promise.resolve();
      yield podEvent('ADDED', 'a', times);
      yield { type: 'INITIAL_EVENTS_END', resourceVersion: String(times) };
      if (times === 2) throw new WatchEndedError('closed', podMapping.resource);
      if (times === 3) throw new Error('its own');
    });
    expect(await take(steps, 9)).toMatchObject({
      seen: [
        'added a@1',
        'synced @1',
        'changed a@2 was 1',
        'recovered @2',
        'interrupted watch-ended',
        'changed a@3 was 2',
        'recovered @3',
      ],
      error: { message: 'its own' },
    });
  });
});
