import { describe, expect, it, onTestFinished } from 'vitest';
import { WatchEndedError } from '../../../src/core/resource/errors.js';
import { versioned } from '../../../src/representations/versioned.js';
import { wholeObject } from '../../../src/core/representation/whole-object.js';
import { ApiError, ConnectionError } from '../../../src/core/transport/errors.js';
import { podMapping } from '../../representation/contexts.js';
import {
  at5,
  hang,
  reset,
  errorEvent,
  watchPods,
  bookmark,
  instantClock,
  podEvent,
  podList,
  statusOf,
  take,
  watchServer,
  type Answer,
} from './watch-server.js';

describe('a watch from a version', () => {
  it('asks for bookmarks and a limit of time, and yields what comes', async () => {
    const { events, asked } = watchPods(
      [{ steps: [podEvent('ADDED', 'a', 6), bookmark(9), podEvent('DELETED', 'a', 10), hang] }],
      {
        ...at5,
        labelSelector: 'app=x',
      },
    );
    const { seen } = await take(events, 2);
    expect(seen).toEqual(['ADDED a@6', 'DELETED a@10']);
    const { timeoutSeconds, ...query } = asked[0]!.query;
    expect(query).toEqual({ watch: 'true', allowWatchBookmarks: 'true', resourceVersion: '5', labelSelector: 'app=x' });
    expect(Number(timeoutSeconds)).toBeGreaterThanOrEqual(300);
    expect(Number(timeoutSeconds)).toBeLessThanOrEqual(600);
  });

  it('yields bookmarks where they are wanted', async () => {
    const { events } = watchPods([{ steps: [bookmark(9), hang] }], { ...at5, bookmarks: true });
    expect((await take(events, 1)).seen).toEqual(['BOOKMARK @9']);
  });

  it.each<[string, readonly object[]]>([
    ['the server closes in order', []],
    ['a reset', [reset]],
    ['a cut inside a line', ['{"type":"ADDED","obj'] as never],
    ['an error that passes', [errorEvent(503)]],
  ])('goes on after %s, from the last event or bookmark', async (_how, ending) => {
    const { events, asked } = watchPods(
      [
        { steps: [podEvent('ADDED', 'a', 6), ...ending] },
        { steps: [bookmark(20), ...ending] },
        { steps: [podEvent('MODIFIED', 'a', 21), hang] },
      ],
      at5,
    );
    expect((await take(events, 2)).seen).toEqual(['ADDED a@6', 'MODIFIED a@21']);
    expect(asked.map(({ query }) => query['resourceVersion'])).toEqual(['5', '6', '20']);
  });

  it('puts lines together that are cut anywhere, inside a character as well', async () => {
    const text = `${JSON.stringify(podEvent('ADDED', 'käse', 6))}\n\n${JSON.stringify(podEvent('ADDED', 'b', 7))}\n`;
    const bytes = new TextEncoder().encode(text);
    const server = watchServer([]);
    onTestFinished(() => server.client.close());
    for (let cut = 1; cut < bytes.length; cut += 1) {
      const body = (async function* () {
        await Promise.resolve();
        yield bytes.subarray(0, cut);
        yield bytes.subarray(cut);
      })();
      const { client } = watchServer([], undefined, {
        transport: {
          send: () => Promise.resolve({ status: 200, headers: { 'content-type': 'application/json' }, body }),
          close: () => undefined,
        },
      });
      const { seen } = await take(client.handle(podMapping).watch(at5), 2);
      expect(seen).toEqual(['ADDED käse@6', 'ADDED b@7']);
      await client.close();
    }
  });

  it.each([
    ['410 as an event', { steps: [errorEvent(410, { reason: 'Expired' })] }],
    ['410 as an event of the other reason', { steps: [errorEvent(410, { reason: 'Gone' })] }],
    ['410 as a status', { status: 410, body: statusOf(410, { reason: 'Expired' }) }],
  ] as [string, Answer][])('ends as expired on %s', async (_how, answer) => {
    const { events } = watchPods([answer], at5);
    const { error: thrown } = await take(events, 1);
    expect(thrown).toBeInstanceOf(WatchEndedError);
    expect(thrown).toMatchObject({ code: 'watch-ended', end: 'expired', resourceVersion: '5' });
    expect((thrown as WatchEndedError).cause).toMatchObject({ statusCode: 410 });
  });

  it.each([429, 500, 502, 503, 504])('tries %i again, waits as it is told, and throws the third time', async (code) => {
    const { events, asked, clock } = watchPods([{ status: code, headers: { 'retry-after': '7' } }], at5);
    const { error: thrown } = await take(events, 1);
    expect(thrown).toMatchObject({ code: 'api', statusCode: code });
    expect(asked).toHaveLength(3);
    expect(clock.pauses).toEqual([7000, 7000]);
  });

  it('counts refusals anew with each version', async () => {
    const refused = { status: 503 };
    const going = (version: number) => ({ steps: [bookmark(version)] });
    const { events, asked } = watchPods(
      [refused, refused, going(6), refused, refused, going(7), refused, refused, refused],
      at5,
    );
    expect((await take(events, 1)).error).toMatchObject({ statusCode: 503 });
    expect(asked).toHaveLength(9);
  });

  it.each([400, 401, 403, 404, 405])('throws a %i at once', async (code) => {
    const { events, asked } = watchPods([{ steps: [bookmark(6)] }, { status: code }], at5);
    expect((await take(events, 1)).error).toBeInstanceOf(ApiError);
    expect(asked).toHaveLength(2);
  });

  it('throws when the first attempt loses its connection', async () => {
    const { events, asked } = watchPods([{ lost: 'ECONNREFUSED' }], at5);
    expect((await take(events, 1)).error).toBeInstanceOf(ConnectionError);
    expect(asked).toHaveLength(1);
  });

  it('tries on for ever, ever more rarely, once it has begun', async () => {
    const lost = { lost: 'ECONNREFUSED' };
    const { events, asked, clock } = watchPods(
      [{ steps: [bookmark(6)] }, ...Array<Answer>(20).fill(lost), { steps: [podEvent('ADDED', 'a', 7), hang] }],
      at5,
    );
    expect((await take(events, 1)).seen).toEqual(['ADDED a@7']);
    expect(asked).toHaveLength(22);
    expect(Math.max(...clock.pauses)).toBeLessThanOrEqual(30_000);
    expect(clock.pauses.at(-1)).toBeGreaterThanOrEqual(15_000);
    expect(clock.pauses[0]).toBeLessThan(1000);
  });

  it('ends where the server closes three times at once without a word', async () => {
    const { events, asked } = watchPods([{ steps: [] }], at5);
    const { error: thrown } = await take(events, 1);
    expect(thrown).toMatchObject({ code: 'watch-ended', end: 'closed', resourceVersion: '5' });
    expect((thrown as Error).cause).toBeUndefined();
    expect(asked).toHaveLength(3);
  });

  it.each<[string, object]>([
    ['an unknown type', { type: 'RENAMED', object: { metadata: { resourceVersion: '6' } } }],
    ['no object', { type: 'ADDED' }],
    ['no type', { object: {} }],
    ['no version', { type: 'ADDED', object: { kind: 'Pod', metadata: { name: 'a' } } }],
    ['a list', podList({ a: 1 }, { resourceVersion: '6' })],
  ])('refuses an event with %s', async (_what, event) => {
    const { events } = watchPods([{ steps: [event, hang] }], at5);
    expect((await take(events, 1)).error).toMatchObject({ code: 'unexpected-shape' });
  });

  it.each([
    ['text', '"boom"'],
    ['nothing', 'null'],
    ['an object of another kind', '{"kind":"Pod"}'],
  ])('reads an ERROR whose object is %s as a failure of the server', async (_what, object) => {
    const { events } = watchPods([{ steps: [`{"type":"ERROR","object":${object}}\n`, hang] }], at5);
    expect((await take(events, 1)).error).toMatchObject({ statusCode: 500, fromServer: false });
  });

  it('refuses what is no JSON', async () => {
    const { events } = watchPods([{ steps: ['<html>sign in</html>\n', hang], mediaType: 'text/html' }], at5);
    expect((await take(events, 1)).error).toMatchObject({ code: 'malformed-answer' });
  });

  it('takes plain JSON where the form is refused, and goes on with it', async () => {
    const server = watchServer([
      { status: 406 },
      { steps: [podEvent('ADDED', 'a', 6)] },
      { steps: [podEvent('ADDED', 'b', 7), hang] },
    ]);
    onTestFinished(() => server.client.close());
    const rows = server.client.handle(podMapping).as('Table', { includeObject: 'Metadata' });
    const names: unknown[] = [];
    for await (const { object } of rows.watch({ ...at5, clock: instantClock() })) {
      names.push('cells' in object ? object.cells[1] : undefined);
      if (names.length === 2) break;
    }
    expect(names).toEqual(['a', 'b']);
    expect(server.asked.map(({ accept }) => accept.includes('Table'))).toEqual([true, false, false]);
    for await (const _ of rows.watch({ ...at5, clock: instantClock() })) break;
    expect(server.asked.map(({ accept }) => accept.includes('Table'))).toEqual([true, false, false, false]);
  });

  it.each([{}, at5])('tells a refusal of a form that is meant exactly, and asks for nothing else: %j', async (from) => {
    const server = watchServer([{ status: 406 }, { steps: [podEvent('ADDED', 'a', 6), hang] }]);
    onTestFinished(() => server.client.close());
    const pods = server.client.handle(podMapping);
    const stated = pods.as(versioned(wholeObject(), { serverVersion: 'v2', listOptions: 'meta.k8s.io/v2' }));
    const { error } = await take(stated.watch({ ...from, clock: instantClock() }), 1);
    expect(error).toMatchObject({ code: 'api', statusCode: 406 });
    expect(server.asked.map(({ accept, query }) => [accept, query['kind'], query['apiVersion']])).toEqual([
      ['application/json;sv=v2', 'ListOptions', 'meta.k8s.io/v2'],
    ]);
    // Nor is it taken for a lack of initial events.
    expect((await take(pods.watch({ clock: instantClock() }), 1)).seen).toEqual(['ADDED a@6']);
    expect(server.asked[1]?.query).toMatchObject({ watch: 'true', sendInitialEvents: 'true' });
  });
});
