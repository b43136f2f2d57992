import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { podMapping } from '../../representation/contexts.js';
import {
  at5,
  hang,
  reset,
  errorEvent,
  instantClock,
  watchPods,
  bookmark,
  podEvent,
  podList,
  take,
  watchServer,
  type Answer,
  type Asked,
} from './watch-server.js';
import { eventually } from '../../shared/eventually.js';

describe('a watch without a version', () => {
  const state = [podEvent('ADDED', 'a0', 202), podEvent('ADDED', 'z1', 199), bookmark(202, true)];

  it('takes the state as events, and resumes behind their end mark', async () => {
    const { events, asked } = watchPods(
      [
        { steps: [...state, podEvent('MODIFIED', 'z1', 203), reset] },
        { steps: [podEvent('DELETED', 'a0', 204), hang] },
      ],
      { initialEvents: true },
    );
    expect((await take(events, 5)).seen).toEqual([
      'ADDED a0@202',
      'ADDED z1@199',
      'INITIAL_EVENTS_END @202',
      'MODIFIED z1@203',
      'DELETED a0@204',
    ]);
    expect(asked[0]!.query).toMatchObject({ sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' });
    expect(asked[0]!.query).not.toHaveProperty('resourceVersion');
    expect(asked[1]!.query).toMatchObject({ resourceVersion: '203' });
    expect(asked[1]!.query).not.toHaveProperty('sendInitialEvents');
  });

  it('yields no mark that was not asked for', async () => {
    const { events } = watchPods([{ steps: [...state, podEvent('MODIFIED', 'z1', 203), hang] }]);
    expect((await take(events, 3)).seen).toEqual(['ADDED a0@202', 'ADDED z1@199', 'MODIFIED z1@203']);
  });

  it.each<[string, readonly object[]]>([
    ['a reset', [reset]],
    ['the end of the stream', []],
    ['an error that would pass', [errorEvent(503)]],
    ['an expired version', [errorEvent(410)]],
  ])('says that the state is incomplete after %s, and never resumes it', async (_how, ending) => {
    const { events, asked } = watchPods([{ steps: [state[0]!, ...ending] }]);
    const { seen, error: thrown } = await take(events, 9);
    expect(seen).toEqual(['ADDED a0@202']);
    expect(thrown).toMatchObject({ end: 'incomplete', resourceVersion: undefined });
    expect(asked).toHaveLength(1);
  });

  it('begins again where nothing was yielded yet', async () => {
    const { events, asked } = watchPods([{ steps: [reset] }, { status: 503 }, { steps: [...state, hang] }]);
    expect((await take(events, 2)).seen).toHaveLength(2);
    expect(asked).toHaveLength(3);
  });

  it.each([400, 406, 422])('lists after a %i to initial events, page by page, and does not ask again', async (code) => {
    const pages: Record<string, object> = {
      '': podList({ a: 1, b: 2 }, { resourceVersion: '9', continue: 'more' }),
      more: podList({ c: 3 }, { resourceVersion: '9' }),
    };
    const list = ({ query }: Asked): Answer => ({ status: 200, body: pages[query['continue'] ?? '']! });
    const server = watchServer([{ status: code }, { steps: [podEvent('ADDED', 'd', 10), hang] }], list);
    onTestFinished(() => server.client.close());
    const pods = server.client.handle(podMapping);
    const wanted = ['ADDED a@1', 'ADDED b@2', 'ADDED c@3', 'INITIAL_EVENTS_END @9', 'ADDED d@10'];
    expect((await take(pods.watch({ initialEvents: true }), 5)).seen).toEqual(wanted);
    expect((await take(pods.watch({ initialEvents: true }), 5)).seen).toEqual(wanted);
    const watches = server.asked.filter(({ query }) => query['watch'] === 'true');
    expect(watches.map(({ query }) => query['resourceVersion'])).toEqual([undefined, '9', '9']);
    expect(server.asked.filter(({ query }) => query['limit'] === '500')).toHaveLength(4);
  });

  it.each([400, 422])(
    'does not remember a %i to a selector of one caller as a lack of initial events',
    async (code) => {
      const server = watchServer([{ status: code }, { steps: [...state, hang] }], () => ({ status: code }));
      onTestFinished(() => server.client.close());
      const pods = server.client.handle(podMapping);
      expect((await take(pods.watch({ labelSelector: '((' }), 1)).error).toMatchObject({ statusCode: code });
      expect((await take(pods.watch(), 1)).seen).toEqual(['ADDED a0@202']);
      expect(server.asked.map(({ query }) => query['sendInitialEvents'])).toEqual(['true', undefined, 'true']);
    },
  );

  it('lists where the storage of a server lacks what initial events need, which it says by 500 each time', async () => {
    const list = (): Answer => ({ status: 200, body: podList({ a: 1 }, { resourceVersion: '9' }) });
    const internal = { steps: [errorEvent(500, { reason: 'InternalError' })] };
    const { client, asked } = watchServer([internal, internal, internal, { steps: [hang] }], list);
    onTestFinished(() => client.close());
    const pods = client.handle(podMapping);
    for (const initialEvents of [true, true]) {
      const events = pods.watch({ initialEvents, clock: instantClock() });
      expect((await take(events, 2)).seen).toEqual(['ADDED a@1', 'INITIAL_EVENTS_END @9']);
    }
    expect(asked.filter(({ query }) => query['sendInitialEvents'] === 'true')).toHaveLength(3);
  });

  it('asks for initial events again after a day: the server may have been upgraded', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const list = (): Answer => ({ status: 200, body: podList({ a: 1 }, { resourceVersion: '9' }) });
    const { client, asked } = watchServer([{ status: 422 }, { steps: [...state, hang] }], list);
    onTestFinished(() => client.close());
    const pods = client.handle(podMapping);
    await take(pods.watch(), 1);
    vi.setSystemTime(Date.now() + 23 * 3_600_000);
    expect((await take(pods.watch(), 1)).seen).toEqual(['ADDED a@1']);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect((await take(pods.watch(), 1)).seen).toEqual(['ADDED a0@202']);
    expect(asked.map(({ path }) => path)).not.toContain('/version');
  });

  it('remembers a 406 for the form that was refused alone', async () => {
    const list = (): Answer => ({ status: 200, body: podList({ a: 1 }, { resourceVersion: '9' }) });
    const server = watchServer([{ status: 406 }, { steps: [...state, hang] }], list);
    onTestFinished(() => server.client.close());
    const pods = server.client.handle(podMapping);
    const rows = pods.as('Table', { includeObject: 'Metadata' });
    for await (const _ of rows.watch()) break;
    expect((await take(pods.watch(), 1)).seen).toEqual(['ADDED a0@202']);
    for await (const _ of rows.watch()) break;
    const watches = server.asked.filter(({ query }) => query['watch'] === 'true');
    expect(watches.map(({ query }) => query['sendInitialEvents'])).toEqual(['true', 'true']);
  });

  it.each([401, 403, 410, 404])('does not take a %i for a lack of initial events', async (code) => {
    const { events, asked } = watchPods([{ status: code }]);
    expect((await take(events, 1)).error).toBeDefined();
    expect(asked).toHaveLength(1);
  });

  it('goes on from the version of the first page, where a server lists each page anew', async () => {
    const { events, asked } = watchPods([{ status: 422 }, { steps: [hang] }], { initialEvents: true }, ({ query }) => ({
      status: 200,
      body:
        query['continue'] === undefined
          ? podList({ a: 1 }, { resourceVersion: '9', continue: 'more' })
          : podList({ b: 2 }, { resourceVersion: '12' }),
    }));
    const iterator = events[Symbol.asyncIterator]();
    for (let count = 0; count < 3; count += 1) await iterator.next();
    const pending = iterator.next();
    await eventually(() => {
      expect(asked.at(-1)!.query).toMatchObject({ watch: 'true', resourceVersion: '9' });
    });
    await iterator.return?.();
    await pending;
  });

  it('says that the state is incomplete where its token expires between two pages', async () => {
    const { events } = watchPods([{ status: 422 }], {}, ({ query }) =>
      query['continue'] === undefined
        ? { status: 200, body: podList({ a: 1 }, { resourceVersion: '9', continue: 'more' }) }
        : { status: 410 },
    );
    expect(await take(events, 9)).toMatchObject({ seen: ['ADDED a@1'], error: { end: 'incomplete' } });
  });

  it('without the state begins at the version of the moment', async () => {
    const { events, asked } = watchPods(
      [{ steps: [podEvent('ADDED', 'b', 43), hang] }],
      { initialEvents: false },
      () => ({
        status: 200,
        body: podList({ a: 1 }, { resourceVersion: '42' }),
      }),
    );
    expect((await take(events, 1)).seen).toEqual(['ADDED b@43']);
    expect(asked.map(({ query }) => query['limit'] ?? query['resourceVersion'])).toEqual(['1', '42']);
  });

  it('of a version or later asks for it as the least', async () => {
    const { events, asked } = watchPods([{ steps: [...state, hang] }], { ...at5, initialEvents: true });
    await take(events, 1);
    expect(asked[0]!.query).toMatchObject({ sendInitialEvents: 'true', resourceVersion: '5' });
  });
});
