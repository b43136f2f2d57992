import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { follow } from '../../src/watch/follow.js';
import type { Shapes } from '../../src/core/representation/shapes.js';
import { innerOf, type WithInnerHandle } from '../../src/core/resource/inner-handle.js';
import { newWatchHealth } from '../../src/core/resource/watch/watcher.js';
import { abortableIterator } from '../../src/core/shared/abortable-iterator.js';
import { createInformer } from '../../src/watch/informer/informer.js';
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
} from '../resource/watch/watch-server.js';
import { followPods, take, twoPods } from './follow-pods.js';

const lists = (body: object) => (): Answer => ({ status: 200, body });

/** The watch of a follower of pods, through the inner door. */
function followerOf(watches: readonly Answer[]) {
  const server = watchServer(watches);
  onTestFinished(() => server.client.close());
  const options = { initialEvents: true, interruptions: true, clock: instantClock() };
  const follower = { health: newWatchHealth() };
  const begin = (signal: AbortSignal) =>
    innerOf(server.client.handle(podMapping), 'handle').follow(options, follower, signal);
  return { ...server, events: { [Symbol.asyncIterator]: () => abortableIterator(begin, []) } };
}

describe('the watch of follow', () => {
  it('reads the state again instead of ending, and marks where it begins and ends', async () => {
    const { events, asked } = followerOf([
      { steps: [...twoPods, podEvent('MODIFIED', 'a', 10), errorEvent(410)] },
      { steps: [podEvent('ADDED', 'a', 10), reset] },
      { steps: [podEvent('ADDED', 'a', 10), bookmark(20, true), podEvent('DELETED', 'a', 21), hang] },
    ]);
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
    const { events } = followerOf([
      { steps: [...twoPods, bookmark(12), reset] },
      refused,
      refused,
      { steps: [podEvent('ADDED', 'c', 13), hang] },
    ]);
    expect((await takeEvents(events, 6)).seen.slice(3)).toEqual(['INTERRUPTED @', 'RESUMED @12', 'ADDED c@13']);
  });

  it('ends with what time cannot mend', async () => {
    const { events, asked } = followerOf([{ steps: [...twoPods, errorEvent(405)] }]);
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
  const server = () => {
    const made = watchServer([{ steps: [...twoPods, hang] }]);
    onTestFinished(() => made.client.close());
    return { ...made, pods: made.client.handle(podMapping) };
  };

  it.each<[string, (pods: ResourceHandle) => ResourceHandle]>([
    ['a spread', (pods) => ({ ...pods, list: () => Promise.reject(new Error('not here')) })],
    ['an object that inherits', (pods) => Object.create(pods) as ResourceHandle],
    ['a Proxy', (pods) => new Proxy({ ...pods }, {})],
  ])('that carries its members is followed as the handle is: %s', async (_which, wrap) => {
    const { seen } = await take(follow(wrap(server().pods), { clock: instantClock() }), 3);
    expect(seen).toEqual(['added a@1', 'added b@2', 'synced @9']);
  });

  it('that has only the public ones is refused by name, in the call', () => {
    const { client, pods, asked } = server();
    const { '~inner': _, ...members } = pods as ResourceHandle & WithInnerHandle<Shapes>;
    const bare = members as ResourceHandle;
    const refused = (argument: string) => expect.objectContaining({ code: 'invalid-argument', argument }) as Error;
    expect(() => follow(bare)).toThrow(refused('handle'));
    expect(() => createInformer(client, bare)).toThrow(refused('subject'));
    expect(asked).toEqual([]);
  });
});
