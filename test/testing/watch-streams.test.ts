import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { fakeApiServerHandlers } from '../../src/testing/msw.js';
import { startFakeApiServer, type RunningFakeApiServer } from '../../src/testing/node.js';
import {
  configMap,
  capturedDocuments,
  metadata,
  metadataList,
  table,
  formatEvent,
  watchIn,
  watching,
} from './support.js';
import { createHeldTimers } from './held-timers.js';

const documents = capturedDocuments('kube-1.36-v2');
const maps = '/api/v1/namespaces/default/configmaps';
const watchList = `${maps}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`;
const endMark = { 'k8s.io/initial-events-end': 'true' };

function start(options: FakeApiServerOptions = {}) {
  return createFakeApiServer({ documents, ...options });
}

describe('bookmarks', () => {
  it.each([
    watchList,
    `${maps}?watch=1&allowWatchBookmarks=1`,
    `${maps}?watch=1&allowWatchBookmarks=1&resourceVersion=0`,
  ])('%s: one marks the end of the initial state', async (path) => {
    const server = start({ objects: [configMap('z'), configMap('a')] });
    const { take } = await watching(server, path);
    const events = await take(3);
    expect(events.map(formatEvent)).toEqual(['ADDED a', 'ADDED z', 'BOOKMARK at 3']);
    expect(events[2]).toEqual({
      type: 'BOOKMARK',
      object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: '3', annotations: endMark } },
    });
  });

  it('come when they are asked for, to those who allow them, at the version that was told', async () => {
    const server = start({ objects: [configMap('a')] });
    const [asks, plain] = await Promise.all([
      watching(server, `${maps}?watch=1&resourceVersion=2&allowWatchBookmarks=true`),
      watching(server, `${maps}?watch=1&resourceVersion=2`),
    ]);
    server.put({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } });
    server.bookmark();
    server.put(configMap('b'));
    expect(await asks.take(2)).toMatchObject([
      { type: 'BOOKMARK', object: { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion: '3' } } },
      { type: 'ADDED' },
    ]);
    expect((await plain.take(1)).map(formatEvent)).toEqual(['ADDED b']);
  });

  it('come in every interval, and two seconds before the end', async () => {
    const timers = createHeldTimers();
    const server = start({ timers, bookmarkIntervalMs: 10_000 });
    const { rest } = await watching(
      server,
      `${maps}?watch=1&resourceVersion=1&allowWatchBookmarks=true&timeoutSeconds=25`,
    );
    for (const second of [10, 20, 23, 25]) {
      server.put(configMap(`at-${second}`));
      timers.advance(second * 1000 - timers.now());
    }
    expect((await rest()).map(formatEvent)).toEqual([
      'ADDED at-10',
      'BOOKMARK at 2',
      'ADDED at-20',
      'BOOKMARK at 3',
      'ADDED at-23',
      'BOOKMARK at 4',
      'ADDED at-25',
    ]);
    expect([timers.pending(), server.openWatches]).toEqual([0, 0]);
  });
});

describe('a watch ends', () => {
  it('after timeoutSeconds, without bookmarks too', async () => {
    const timers = createHeldTimers();
    const server = start({ timers, objects: [configMap('a')] });
    const { rest } = await watching(server, `${maps}?watch=1&timeoutSeconds=1`);
    timers.advance(1000);
    expect((await rest()).map(formatEvent)).toEqual(['ADDED a']);
    expect(server.openWatches).toBe(0);
  });

  it('at once for less than no time', async () => {
    const { rest } = await watching(start({ objects: [configMap('a')] }), `${maps}?watch=1&timeoutSeconds=-1`);
    expect(await rest()).toEqual([]);
  });

  it('never by a time that no timer keeps', async () => {
    const timers = createHeldTimers();
    const server = start({ timers });
    await watching(server, `${maps}?watch=1&timeoutSeconds=99999999999`);
    expect([timers.pending(), server.openWatches]).toEqual([0, 1]);
  });

  it('when the test says so, behind what has happened', async () => {
    const server = start();
    const { rest } = await watching(server, `${maps}?watch=1`);
    server.put(configMap('a'));
    server.endWatches();
    server.put(configMap('b'));
    expect((await rest()).map(formatEvent)).toEqual(['ADDED a']);
  });

  it('when its client leaves, with its timers', async () => {
    const timers = createHeldTimers();
    const server = start({ timers });
    const watch = await watching(server, `${maps}?watch=1&allowWatchBookmarks=1&timeoutSeconds=100`);
    const controller = new AbortController();
    const other = await watching(server, `${maps}?watch=1`, { signal: controller.signal });
    expect([timers.pending(), server.openWatches]).toEqual([2, 2]);
    await watch.leave();
    controller.abort(new Error('enough'));
    await expect(other.next()).rejects.toThrow('enough');
    expect([timers.pending(), server.openWatches]).toEqual([0, 0]);
  });

  it('when its resource goes, or is another; others stay', async () => {
    const widget = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' };
    const gear = { ...widget, resource: 'gears', kind: 'Gear' };
    const server = start({ resources: [widget, gear] });
    const widgets = '/apis/example.com/v1/widgets?watch=1';
    const other = await watching(server, '/apis/example.com/v1/gears?watch=1');
    const first = await watching(server, widgets);
    server.define({ ...widget, categories: ['all'] });
    expect(await first.rest()).toEqual([]);
    const second = await watching(server, widgets);
    server.put({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } });
    server.undefine(widget);
    // The objects go first, as they do with a definition.
    expect((await second.rest()).map(formatEvent)).toEqual(['ADDED w', 'DELETED w']);
    server.put({ apiVersion: 'example.com/v1', kind: 'Gear', metadata: { name: 'g' } });
    expect((await other.take(1)).map(formatEvent)).toEqual(['ADDED g']);
  });

  it('not by a reset, which is a change like any other', async () => {
    const server = start({ objects: [configMap('a')] });
    const { take } = await watching(server, `${maps}?watch=1`);
    server.put(configMap('b'));
    server.reset();
    expect((await take(5)).map(formatEvent)).toEqual(['ADDED a', 'ADDED b', 'DELETED a', 'DELETED b', 'ADDED a']);
  });

  it('for a reader that is too far behind, who misses nothing silently', async () => {
    const server = start({ watchBacklog: 3 });
    const slow = await watching(server, `${maps}?watch=1&resourceVersion=1`);
    const big = 'x'.repeat(70_000);
    for (let count = 0; count < 10; count += 1) server.put({ ...configMap(`n-${count}`), data: { big } });
    // It is over before its reader comes to see it.
    expect(server.openWatches).toBe(0);
    expect((await slow.rest()).map(formatEvent)).toEqual(['ADDED n-0']);
  });

  it('not for a big state that is read slowly: it is made as it is taken', async () => {
    const objects = Array.from({ length: 50 }, (_, count) => ({
      ...configMap(`n-${10 + count}`),
      data: { big: 'x'.repeat(70_000) },
    }));
    const server = start({ watchBacklog: 3, objects });
    const slow = await watching(server, `${maps}?watch=1`);
    expect(server.requests[0]?.bytes).toBeLessThan(100_000);
    server.put(configMap('z'));
    const names = (await slow.take(51)).map(formatEvent);
    expect(names.at(-1)).toBe('ADDED z');
  });
});

describe('a watch in another view', () => {
  const columns = ['Name', 'Data', 'Age'];

  it('is a Table whose columns come once', async () => {
    const server = start({ objects: [configMap('a'), configMap('b')] });
    const { take } = await watching(server, watchList, { accept: table });
    expect(await take(3)).toMatchObject([
      {
        object: {
          kind: 'Table',
          apiVersion: 'meta.k8s.io/v1',
          metadata: { resourceVersion: '2' },
          columnDefinitions: columns.map((name) => ({ name })),
          rows: [{ cells: ['a', 0, expect.any(String) as string], object: { kind: 'PartialObjectMetadata' } }],
        },
      },
      { object: { columnDefinitions: null, rows: [{ cells: ['b', 0, expect.any(String) as string] }] } },
      {
        type: 'BOOKMARK',
        object: {
          kind: 'Table',
          metadata: { resourceVersion: '3' },
          columnDefinitions: null,
          rows: [
            {
              cells: ['', 0, '<unknown>'],
              object: { kind: 'PartialObjectMetadata', metadata: { annotations: endMark } },
            },
          ],
        },
      },
    ]);
  });

  it('shows the end mark even where no objects are wanted', async () => {
    const server = start({ objects: [configMap('a')] });
    const { take } = await watching(server, `${watchList}&includeObject=None`, { accept: table });
    const mark = { metadata: { resourceVersion: '2', annotations: endMark } };
    expect(await take(2)).toMatchObject([
      { object: { rows: [{ object: null }] } },
      { object: { rows: [{ object: mark }] } },
    ]);
    server.bookmark();
    expect(await take(1)).toMatchObject([{ object: { metadata: { resourceVersion: '2' }, rows: [{ object: null }] } }]);
  });

  it('is 400 before it begins for an includeObject that does not exist', async () => {
    const { response } = await watching(start(), `${watchList}&includeObject=Nope`, { accept: table });
    expect(response.status).toBe(400);
  });

  it('is the metadata of each object', async () => {
    const server = start({ objects: [configMap('a')] });
    const { take } = await watching(server, watchList, { accept: metadata });
    const form = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
    expect(await take(2)).toMatchObject([
      { type: 'ADDED', object: { ...form, metadata: { name: 'a' } } },
      { type: 'BOOKMARK', object: { ...form, metadata: { annotations: endMark } } },
    ]);
  });

  it('falls silent and closes for metadata of a list', async () => {
    const server = start({ objects: [configMap('a')] });
    const { response, rest } = await watching(server, watchList, { accept: metadataList });
    expect([response.status, await rest(), server.openWatches]).toEqual([200, [], 0]);
  });

  it('says ERROR as a Status in every view', async () => {
    const server = start({ objects: [configMap('a'), configMap('b')] });
    server.expireHistory();
    for (const accept of [table, metadata, metadataList]) {
      const { rest } = await watching(server, `${maps}?watch=1&resourceVersion=2`, { accept });
      expect(await rest()).toMatchObject([{ type: 'ERROR', object: { kind: 'Status', code: 410 } }]);
    }
  });

  it('is JSON for an Accept that names streams', async () => {
    const { response } = await watching(start(), `${maps}?watch=1`, { accept: 'application/json;stream=watch' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  });
});

describe('a watch from outside', () => {
  const network = setupServer();
  let running: RunningFakeApiServer | undefined;
  afterEach(async () => {
    network.close();
    await running?.close();
    running = undefined;
  });

  it('goes through the listener to its end', async () => {
    const server = start({ objects: [configMap('a')] });
    running = await startFakeApiServer(server);
    const { take, next } = watchIn(await fetch(`${running.url}${maps}?watch=1`));
    server.put(configMap('b'));
    expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'ADDED b']);
    server.endWatches();
    expect([await next(), server.openWatches]).toEqual([undefined, 0]);
  });

  it('goes through msw', async () => {
    const server = start({ objects: [configMap('a')] });
    network.use(...fakeApiServerHandlers(server, { baseUrl: 'https://kubernetes.test' }));
    network.listen({ onUnhandledRequest: 'error' });
    const controller = new AbortController();
    const { signal } = controller;
    const { take } = watchIn(await fetch(`https://kubernetes.test${maps}?watch=1`, { signal }));
    server.put(configMap('b'));
    expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'ADDED b']);
    controller.abort();
    await expect.poll(() => server.openWatches).toBe(0);
  });
});
