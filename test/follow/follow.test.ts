import { describe, expect, it, onTestFinished } from 'vitest';
import { follow } from '../../src/watch/follow.js';
import { podMapping } from '../representation/contexts.js';
import {
  bookmark,
  errorEvent,
  hang,
  instantClock,
  podEvent,
  podList,
  reset,
  watchServer,
  type Answer,
} from '../resource/watch/watch-server.js';

import { followPods, take, twoPods } from './follow-pods.js';
describe('follow', () => {
  it('tells the state, then every change with what was before', async () => {
    const { steps } = followPods([
      {
        steps: [
          ...twoPods,
          podEvent('MODIFIED', 'a', 10),
          podEvent('DELETED', 'b', 11),
          podEvent('ADDED', 'c', 12),
          hang,
        ],
      },
    ]);
    expect((await take(steps, 6)).seen).toEqual([
      'added a@1',
      'added b@2',
      'synced @9',
      'changed a@10 was 1',
      'removed b@11',
      'added c@12',
    ]);
  });

  it('takes the state again after an expired version, not older than what was told, and tells what differs', async () => {
    const { steps, asked } = followPods([
      { steps: [...twoPods, podEvent('MODIFIED', 'a', 10), errorEvent(410)] },
      { steps: [podEvent('ADDED', 'a', 15), podEvent('ADDED', 'c', 3), bookmark(20, true), hang] },
    ]);
    expect((await take(steps, 9)).seen).toEqual([
      'added a@1',
      'added b@2',
      'synced @9',
      'changed a@10 was 1',
      'interrupted watch-ended',
      'changed a@15 was 10',
      'added c@3',
      'removed b@2',
      'recovered @20',
    ]);
    expect(asked[1]!.query).toMatchObject({ sendInitialEvents: 'true', resourceVersion: '10' });
  });

  it('tells another object of the same name as removed and added', async () => {
    const other = podEvent('ADDED', 'a', 15) as { object: { metadata: { uid: string } } };
    other.object.metadata.uid = 'another';
    const { steps } = followPods([
      { steps: [podEvent('ADDED', 'a', 1), bookmark(9, true), errorEvent(410)] },
      { steps: [other, bookmark(20, true), hang] },
    ]);
    expect((await take(steps, 6)).seen.slice(2)).toEqual([
      'interrupted watch-ended',
      'removed a@1',
      'added a@15',
      'recovered @20',
    ]);
  });

  it('tells nothing twice when the state comes again', async () => {
    const { steps } = followPods([{ steps: [...twoPods, errorEvent(410)] }, { steps: [...twoPods, hang] }]);
    expect((await take(steps, 5)).seen).toEqual([
      'added a@1',
      'added b@2',
      'synced @9',
      'interrupted watch-ended',
      'recovered @9',
    ]);
  });

  it('begins a state that was cut off again, and tells it to its end', async () => {
    const { steps, asked } = followPods([
      { steps: [twoPods[0]!, reset] },
      { lost: 'ECONNREFUSED' },
      { status: 503 },
      { steps: [...twoPods, hang] },
    ]);
    expect((await take(steps, 4)).seen).toEqual(['added a@1', 'interrupted watch-ended', 'added b@2', 'synced @9']);
    expect(asked.every(({ query }) => query['resourceVersion'] === undefined)).toBe(true);
  });

  it('never gives a server up that is away from the beginning', async () => {
    const away = Array<Answer>(30).fill({ lost: 'ECONNREFUSED' });
    const { steps, clock } = followPods([...away, { steps: [...twoPods, hang] }]);
    expect((await take(steps, 4)).seen).toEqual([
      'interrupted connection-refused',
      'added a@1',
      'added b@2',
      'synced @9',
    ]);
    expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(30_000);
  });

  it('tells when the server is lost and back, without taking the state again', async () => {
    const { steps, asked } = followPods([
      { steps: [...twoPods, reset] },
      { lost: 'ECONNREFUSED' },
      { lost: 'ECONNREFUSED' },
      { steps: [podEvent('MODIFIED', 'a', 10), hang] },
    ]);
    expect((await take(steps, 6)).seen.slice(2)).toEqual([
      'synced @9',
      'interrupted connection-refused',
      'recovered @9',
      'changed a@10 was 1',
    ]);
    expect(asked.at(-1)!.query['resourceVersion']).toBe('9');
  });

  it('takes the state in one where a token expired between two pages', async () => {
    let pages = 0;
    const { steps, asked } = followPods([{ status: 422 }, { steps: [hang] }], {}, ({ query }) => {
      if (query['continue'] !== undefined) return { status: 410 };
      pages += 1;
      const more = pages === 1 ? { continue: 'more' } : {};
      return { status: 200, body: podList(pages === 1 ? { a: 1 } : { b: 2 }, { resourceVersion: '9', ...more }) };
    });
    expect((await take(steps, 5)).seen).toEqual([
      'added a@1',
      'interrupted watch-ended',
      'added b@2',
      'removed a@1',
      'synced @9',
    ]);
    const lists = asked.filter(({ path, query }) => path.endsWith('/pods') && query['watch'] === undefined);
    expect(lists.map(({ query }) => query['limit'])).toEqual(['500', '500', undefined]);
  });

  it('reads consistently when the server does not reach the version', async () => {
    const { steps, asked } = followPods(
      [{ steps: [...twoPods, errorEvent(410)] }, { status: 504 }, { status: 504 }, { status: 504 }, { steps: [hang] }],
      {},
      () => ({ status: 200, body: podList({ a: 1, b: 2 }, { resourceVersion: '9' }) }),
    );
    expect((await take(steps, 5)).seen.at(-1)).toBe('recovered @9');
    expect(asked.slice(0, 5).map(({ query }) => query['resourceVersion'])).toEqual([
      undefined,
      '9',
      '9',
      '9',
      undefined,
    ]);
    expect(asked[4]?.query['watch']).toBeUndefined();
  });

  it.each([401, 403])('throws a %i that comes at once', async (code) => {
    const { steps } = followPods([{ status: code }]);
    expect((await take(steps, 1)).error).toMatchObject({ statusCode: code });
  });

  it('goes on after a 403 that passes, and throws one that stays', async () => {
    const denied: Answer = { status: 403 };
    const { steps } = followPods([
      { steps: [...twoPods, errorEvent(403)] },
      denied,
      denied,
      { steps: [...twoPods, errorEvent(403)] },
      denied,
    ]);
    const { seen, error } = await take(steps, 99);
    expect(seen.slice(3)).toEqual(['interrupted api', 'recovered @9', 'interrupted api']);
    expect(error).toMatchObject({ statusCode: 403 });
  });

  it.each([
    ['a selector that the server refuses', 400],
    ['a method that it does not have', 405],
  ])('throws at once for %s', async (_what, code) => {
    const { steps } = followPods([{ status: code }], {}, () => ({ status: code }));
    expect((await take(steps, 1)).error).toMatchObject({ statusCode: code });
  });

  it('lists where no stream is left', async () => {
    let turn = 0;
    const list = (): Answer => {
      turn += 1;
      return { status: 200, body: podList(turn === 1 ? { a: 1 } : { a: 1, b: 2 }, { resourceVersion: String(turn) }) };
    };
    const server = watchServer([{ steps: [hang] }], list, { maxStreams: 1 });
    onTestFinished(() => server.client.close());
    const pods = server.client.handle(podMapping);
    const held = pods.watch({ resourceVersion: '1' })[Symbol.asyncIterator]();
    void held.next().catch(() => undefined);
    const clock = instantClock();
    expect((await take(follow(pods, { clock }), 3)).seen).toEqual(['added a@1', 'synced @1', 'added b@2']);
    expect(clock.pauses).toEqual([10_000]);
    await held.return?.();
  });

  it('ends at once by its signal, with its reason, and by leaving', async () => {
    const controller = new AbortController();
    const server = followPods([{ steps: [...twoPods, hang] }], { signal: controller.signal });
    const iterator = server.steps[Symbol.asyncIterator]();
    for (let count = 0; count < 3; count += 1) await iterator.next();
    const pending = iterator.next();
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await Promise.resolve();
    expect(server.open()).toBe(0);
  });
});

it('waits as the server asks before it reads the state again', async () => {
  const refused: Answer = { status: 429, headers: { 'retry-after': '7' } };
  const { steps, clock } = followPods([{ steps: twoPods }, refused, refused, refused, { steps: twoPods }]);
  const { seen } = await take(steps, 5);
  expect(seen.at(-1)).toMatch(/^recovered/);
  expect(clock.pauses).toEqual([7000, 7000, 7000]);
});
