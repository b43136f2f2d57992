import { describe, expect, it } from 'vitest';
import type { WatchOptions } from '../../../src/core/resource/options.js';
import { at5, watchPods, podList, take, type Answer } from './watch-server.js';

describe('{ poll }', () => {
  it('lists, and yields what differs', async () => {
    const lists = [
      { a: 1, b: 2 },
      { a: 1, b: 3, c: 4 },
      { a: 1, c: 4 },
    ];
    let turn = 0;
    const { events, clock } = watchPods([], { poll: 5000, initialEvents: true }, () => ({
      status: 200,
      body: podList(lists[Math.min(turn++, 2)] as never, { resourceVersion: String(turn) }),
    }));
    expect((await take(events, 6)).seen).toEqual([
      'ADDED a@1',
      'ADDED b@2',
      'INITIAL_EVENTS_END @1',
      'MODIFIED b@3',
      'ADDED c@4',
      'DELETED b@3',
    ]);
    expect(clock.pauses).toEqual([5000, 5000]);
  });

  it('goes on through what passes, and throws the rest', async () => {
    const answers: Answer[] = [
      { status: 200, body: podList({ a: 1 }, { resourceVersion: '1' }) },
      { status: 500 },
      { lost: 'ECONNREFUSED' },
      { status: 200, body: podList({ a: 2 }, { resourceVersion: '2' }) },
      { status: 403 },
    ];
    let turn = 0;
    const { events } = watchPods([], { poll: 1 }, () => answers[turn++]!);
    expect(await take(events, 9)).toMatchObject({ seen: ['ADDED a@1', 'MODIFIED a@2'], error: { statusCode: 403 } });
  });

  it('compares what has no version by its content', async () => {
    const metric = (cpu: string) => ({
      kind: 'PodMetricsList',
      apiVersion: 'v1',
      metadata: {},
      items: [{ metadata: { name: 'a', namespace: 'web' }, cpu }],
    });
    let turn = 0;
    const { events } = watchPods([], { poll: 1 }, () => ({
      status: 200,
      body: metric(['1m', '1m', '2m'][Math.min(turn++, 2)]!),
    }));
    expect((await take(events, 2)).seen).toEqual(['ADDED a@', 'MODIFIED a@']);
  });

  it('reads every page of a state, and takes nothing for gone that stands on a later one', async () => {
    let rounds = 0;
    const { events, asked } = watchPods([], { poll: 1, limit: 1, initialEvents: true, ...at5 }, ({ query }) => {
      const token = query['continue'];
      if (token === undefined) rounds += 1;
      const [name, next] = token === undefined ? ['a', 'x'] : token === 'x' ? ['b', 'y'] : ['c', undefined];
      const version = name === 'c' ? rounds : 1;
      return { status: 200, body: podList({ [name]: version }, { resourceVersion: '9', continue: next }) };
    });
    expect((await take(events, 5)).seen).toEqual([
      'ADDED a@1',
      'ADDED b@1',
      'ADDED c@1',
      'INITIAL_EVENTS_END @9',
      'MODIFIED c@2',
    ]);
    expect(asked.map(({ query }) => query)).toEqual([
      { limit: '1', resourceVersion: '5', resourceVersionMatch: 'NotOlderThan' },
      { limit: '1', continue: 'x' },
      { limit: '1', continue: 'y' },
      { limit: '1' },
      { limit: '1', continue: 'x' },
      { limit: '1', continue: 'y' },
    ]);
  });

  it('takes the state in one after a token expired between two pages, and tells nothing of the torn one', async () => {
    let turn = 0;
    const { events, asked } = watchPods([], { poll: 1, limit: 1, interruptions: true }, ({ query }) => {
      turn += 1;
      if (turn === 4) return { status: 410 };
      const more = turn !== 2 && query['limit'] === '1' ? { continue: 'x' } : {};
      return { status: 200, body: podList(turn < 5 ? { [`p${turn}`]: 1 } : { p1: 1, p2: 2 }, more) };
    });
    expect((await take(events, 5)).seen).toEqual([
      'ADDED p1@1',
      'ADDED p2@1',
      'INTERRUPTED @',
      'RESUMED @',
      'MODIFIED p2@2',
    ]);
    expect(asked.at(-1)!.query).toEqual({});
  });

  it('says that the first state is incomplete where its token expires', async () => {
    const { events } = watchPods([], { poll: 1 }, ({ query }) =>
      query['continue'] === undefined ? { status: 200, body: podList({ a: 1 }, { continue: 'x' }) } : { status: 410 },
    );
    expect(await take(events, 9)).toMatchObject({ seen: [], error: { code: 'watch-ended', end: 'incomplete' } });
  });

  it('ends where tokens go round', async () => {
    const { events, asked } = watchPods([], { poll: 1 }, () => ({
      status: 200,
      body: podList({ a: 1 }, { continue: 'x' }),
    }));
    expect((await take(events, 9)).error).toMatchObject({ code: 'unexpected-shape', field: 'metadata.continue' });
    expect(asked.length).toBeLessThan(5);
  });

  it('takes any state that the server has for the first, with 0', async () => {
    const { events, asked } = watchPods([], { poll: 1, resourceVersion: '0' }, () => ({
      status: 200,
      body: podList({ a: 1 }, { resourceVersion: '1' }),
    }));
    expect((await take(events, 1)).seen).toEqual(['ADDED a@1']);
    expect(asked[0]!.query).toMatchObject({ resourceVersion: '0' });
  });

  it('cannot tell what has changed since a version', async () => {
    const { events } = watchPods([], { poll: 1, ...at5 });
    expect((await take(events, 1)).error).toMatchObject({ code: 'invalid-argument', argument: 'resourceVersion' });
  });
});

it.each<[string, WatchOptions]>([
  ['idleTimeoutMs', { idleTimeoutMs: 0 }],
  ['bookmarks', { bookmarks: 'yes' as never }],
  ['timeoutMs', { timeoutMs: 1 } as never],
  ['sendInitialEvents', { sendInitialEvents: true } as never],
  ['limit', { limit: -1 }],
])('refuses a wrong %s', async (argument, options) => {
  const { events } = watchPods([], options);
  expect((await take(events, 1)).error).toMatchObject({ code: 'invalid-argument', argument });
});
