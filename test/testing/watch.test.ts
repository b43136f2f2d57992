import { describe, expect, it } from 'vitest';
import { createFakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { ask, capturedDocuments, configMap, failureOf, listIn, formatEvent, watching } from './support.js';

const documents = capturedDocuments('kube-1.36-v2');
const maps = '/api/v1/namespaces/default/configmaps';
const widgets = '/apis/example.com/v1/namespaces/default/widgets';
const initialEvents = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan';

function start(options: FakeApiServerOptions = {}) {
  return createFakeApiServer({
    documents,
    resources: [
      { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget', selectableFields: ['.spec.color'] },
    ],
    ...options,
  });
}

const widget = (name: string, spec: object = {}): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'default' },
  spec,
});

describe('a watch', () => {
  it.each(['?watch=true', '?watch=1', '?watch', '?watch=1&resourceVersion=0', `?watch=1&${initialEvents}`])(
    '%s begins with the state in the order of names, then tells of every change',
    async (query) => {
      const server = start({ objects: [configMap('z'), configMap('a'), configMap('other', {}, 'elsewhere')] });
      const { response, take } = await watching(server, `${maps}${query}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'ADDED z']);
      server.put(configMap('b'));
      server.put(configMap('b', { labels: { x: 'y' } }));
      server.put(configMap('c', {}, 'elsewhere'));
      server.remove(configMap('a'));
      expect((await take(3)).map(formatEvent)).toEqual(['ADDED b', 'MODIFIED b', 'DELETED a']);
    },
  );

  it('has whole objects with kind and apiVersion, also of built-in resources', async () => {
    const server = start({ objects: [configMap('a')], now: () => new Date('2026-01-02T03:04:05Z') });
    const { take } = await watching(server, `${maps}?watch=1`);
    expect(await take(1)).toEqual([
      {
        type: 'ADDED',
        object: {
          apiVersion: 'v1',
          kind: 'ConfigMap',
          metadata: {
            name: 'a',
            namespace: 'default',
            uid: '00000000-0000-4000-8000-000000000001',
            resourceVersion: '2',
            creationTimestamp: '2026-01-02T03:04:05Z',
          },
        },
      },
    ]);
  });

  it('goes on behind the version of a list, whatever happened in between', async () => {
    const server = start({ objects: [configMap('a')] });
    const { resourceVersion = '' } = listIn(await ask(server, maps)).metadata;
    server.put(configMap('b'));
    server.put(widget('w'));
    server.remove(configMap('a'));
    const { take } = await watching(server, `${maps}?watch=1&resourceVersion=${resourceVersion}`);
    server.put(configMap('c'));
    expect((await take(3)).map(formatEvent)).toEqual(['ADDED b', 'DELETED a', 'ADDED c']);
  });

  it('tells of a removal the last state, at the version of the removal', async () => {
    const server = start({ objects: [{ ...configMap('a'), data: { x: '1' } }] });
    const { take } = await watching(server, `${maps}?watch=1&resourceVersion=2`);
    await ask(server, `${maps}/a`, { method: 'DELETE' });
    const [event] = await take(1);
    expect(event).toMatchObject({ type: 'DELETED', object: { data: { x: '1' }, metadata: { resourceVersion: '3' } } });
  });

  it('tells of an object that begins or ceases to match as though it came or went', async () => {
    const server = start({ objects: [configMap('a', { labels: { app: 'x' } })] });
    const { take } = await watching(server, `${maps}?watch=1&resourceVersion=2&labelSelector=app%3Dx`);
    server.put(configMap('a', { labels: { app: 'y' } }));
    server.put(configMap('a', { labels: { app: 'y', more: '' } }));
    server.put(configMap('a', { labels: { app: 'x' } }));
    server.put(configMap('a', { labels: { app: 'x', more: '' } }));
    server.put(configMap('b', { labels: { app: 'y' } }));
    server.remove(configMap('b'));
    server.remove(configMap('a'));
    const events = await take(4);
    expect(events.map(formatEvent)).toEqual(['DELETED a', 'ADDED a', 'MODIFIED a', 'DELETED a']);
    // The old object at the new version.
    expect(events[0]?.object.metadata).toMatchObject({ labels: { app: 'x' }, resourceVersion: '3' });
  });

  it('takes field selectors of custom resources as well', async () => {
    const server = start({ objects: [widget('a', { color: 'red' })] });
    const { take } = await watching(server, `${widgets}?watch=1&fieldSelector=spec.color%3Dred`);
    server.put(widget('a', { color: 'blue' }));
    expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'DELETED a']);
  });

  it.each([`${maps}?watch=1&fieldSelector=metadata.name%3Da`, '/api/v1/watch/namespaces/default/configmaps/a'])(
    '%s watches one object',
    async (path) => {
      const server = start({ objects: [configMap('a'), configMap('b')] });
      const { take } = await watching(server, path);
      server.put(configMap('b', { labels: { x: 'y' } }));
      server.put(configMap('a', { labels: { x: 'y' } }));
      expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'MODIFIED a']);
    },
  );

  it('watches all namespaces, and a collection below /watch/', async () => {
    const server = start({ objects: [configMap('a', {}, 'x'), configMap('a', {}, 'y')] });
    for (const path of ['/api/v1/configmaps?watch=1', '/api/v1/watch/configmaps']) {
      expect((await (await watching(server, path)).take(2)).map(formatEvent)).toEqual(['ADDED a', 'ADDED a']);
    }
  });

  it('is a get where the path names an object, as on real servers', async () => {
    const server = start({ objects: [configMap('a')] });
    expect((await ask(server, `${maps}/a?watch=1`)).body).toMatchObject({ kind: 'ConfigMap' });
  });

  it('shows the objects of another endpoint as its own', async () => {
    const server = start();
    const { take } = await watching(server, '/apis/events.k8s.io/v1/events?watch=1');
    server.put({ apiVersion: 'v1', kind: 'Event', metadata: { name: 'e', namespace: 'default' } });
    expect(await take(1)).toMatchObject([{ object: { apiVersion: 'events.k8s.io/v1', kind: 'Event' } }]);
  });

  it('sees dry runs and unchanged objects as nothing', async () => {
    const server = start({ objects: [configMap('a')] });
    const { take } = await watching(server, `${maps}?watch=1&resourceVersion=2`);
    await ask(server, `${maps}/a?dryRun=All`, { method: 'DELETE' });
    await ask(server, `${maps}/a`, { method: 'PUT', body: configMap('a') });
    await ask(server, maps, { method: 'POST', body: configMap('b') });
    expect((await take(1)).map(formatEvent)).toEqual(['ADDED b']);
  });
});

describe('the version of a watch', () => {
  it('that is older than the history is an ERROR event 410 in an answer 200', async () => {
    const server = start({ historyLimit: 2 });
    for (const name of ['a', 'b', 'c']) server.put(configMap(name));
    const { response, rest } = await watching(server, `${maps}?watch=1&resourceVersion=1`);
    expect(response.status).toBe(200);
    expect(await rest()).toEqual([
      {
        type: 'ERROR',
        object: {
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'too old resource version: 1 (2)',
          reason: 'Expired',
          code: 410,
        },
      },
    ]);
    expect(server.openWatches).toBe(0);
  });

  it('is too old when the history was made to expire; the present one is not', async () => {
    const server = start({ objects: [configMap('a')] });
    const open = await watching(server, `${maps}?watch=1&resourceVersion=2`);
    server.put(configMap('b'));
    server.expireHistory();
    expect((await (await watching(server, `${maps}?watch=1&resourceVersion=2`)).rest())[0]?.type).toBe('ERROR');
    const present = await watching(server, `${maps}?watch=1&resourceVersion=3`);
    server.put(configMap('c'));
    expect((await present.take(1)).map(formatEvent)).toEqual(['ADDED c']);
    expect((await open.take(2)).map(formatEvent)).toEqual(['ADDED b', 'ADDED c']);
  });

  it('that is not reached yet is answered with silence until it is', async () => {
    const server = start({ objects: [configMap('a')] });
    const { response, take } = await watching(server, `${maps}?watch=1&resourceVersion=4&allowWatchBookmarks=true`);
    expect(response.status).toBe(200);
    server.put(configMap('b'));
    server.bookmark();
    server.put(configMap('c'));
    server.put(configMap('d'));
    expect((await take(1)).map(formatEvent)).toEqual(['ADDED d']);
  });

  it('that is not reached yet is 504 where the state is wanted', async () => {
    const { rest } = await watching(start(), `${maps}?watch=1&resourceVersion=99&${initialEvents}`);
    expect(await rest()).toMatchObject([
      { type: 'ERROR', object: { code: 504, reason: 'Timeout', details: { retryAfterSeconds: 1 } } },
    ]);
  });

  it('may be reached by the state', async () => {
    const server = start({ objects: [configMap('a')] });
    const { take } = await watching(server, `${maps}?watch=1&resourceVersion=2&${initialEvents}`);
    expect((await take(1)).map(formatEvent)).toEqual(['ADDED a']);
  });

  it('counts from now with sendInitialEvents=false', async () => {
    const server = start({ objects: [configMap('a')] });
    const path = `${maps}?watch=1&sendInitialEvents=false&resourceVersionMatch=NotOlderThan`;
    const { take } = await watching(server, path);
    server.put(configMap('b'));
    expect((await take(1)).map(formatEvent)).toEqual(['ADDED b']);
  });
});

describe('a server without watch lists', () => {
  it('refuses initial events with 422, and marks no end', async () => {
    const server = start({ watchList: false, objects: [configMap('a')] });
    const answered = await ask(server, `${maps}?watch=1&${initialEvents}&allowWatchBookmarks=true`);
    expect(failureOf(answered)).toEqual({ code: 422, reason: 'Invalid' });
    expect(answered.text).toContain('forbidden for watch unless the WatchList feature gate is enabled');
    const { take } = await watching(server, `${maps}?watch=1&resourceVersion=0&allowWatchBookmarks=true`);
    server.put(configMap('b'));
    expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'ADDED b']);
  });

  it('may send the state and never the mark', async () => {
    const server = start({ watchList: 'unmarked', objects: [configMap('a')] });
    const { take } = await watching(server, `${maps}?watch=1&${initialEvents}&allowWatchBookmarks=true`);
    server.put(configMap('b'));
    expect((await take(2)).map(formatEvent)).toEqual(['ADDED a', 'ADDED b']);
  });
});

describe('a watch that cannot be', () => {
  const server = start({ objects: [configMap('a')] });
  const requires = 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
  it.each([
    ['sendInitialEvents=true', 422, requires],
    ['sendInitialEvents=false', 422, requires],
    ['sendInitialEvents=true&resourceVersionMatch=Exact', 422, 'supported values: "NotOlderThan"'],
    [
      'resourceVersionMatch=NotOlderThan&resourceVersion=5',
      422,
      'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
    ],
    ['continue=abc', 422, 'resourceVersionMatch is forbidden when continue is provided'],
    ['timeoutSeconds=x', 400, 'invalid syntax'],
    ['labelSelector=a%20b', 400, 'found'],
    ['fieldSelector=spec.color%3Dred', 400, 'not a known field selector'],
  ])('with %s is %i', async (query, code, message) => {
    const answered = await ask(server, `${maps}?watch=1&${query}`);
    expect(failureOf(answered).code).toBe(code);
    expect(answered.text).toContain(JSON.stringify(message).slice(1, -1));
  });

  it('with a version that is none is 500, as on real servers', async () => {
    expect((await ask(server, `${maps}?watch=1&resourceVersion=abc`)).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
      code: 500,
    });
  });

  it('is 400 where path and selector name different objects', async () => {
    const answered = await ask(server, '/api/v1/watch/namespaces/default/configmaps/a?fieldSelector=metadata.name%3Db');
    expect(answered.body).toMatchObject({
      code: 400,
      message: "fieldSelector metadata.name doesn't match requested name",
    });
  });

  it('is 405 without the verb', async () => {
    expect((await ask(server, '/api/v1/componentstatuses?watch=1')).body).toMatchObject({
      code: 405,
      message: 'watch is not supported on resources of kind "componentstatuses"',
    });
    expect((await ask(server, '/apis/authentication.k8s.io/v1/tokenreviews?watch=1')).body).toMatchObject({
      code: 405,
      message: 'the server does not allow this method on the requested resource',
    });
  });

  it.each(['/api/v1/watch/configmaps/a', '/apis/example.com/v1/watch/nothings', '/api/v1/watch'])(
    '%s is 404',
    async (path) => {
      expect((await ask(server, path)).status).toBe(404);
    },
  );

  it.each([maps, widgets])('is 405 for HEAD of %s', async (path) => {
    expect((await server.handle(new Request(`http://k${path}?watch=1`, { method: 'HEAD' }))).status).toBe(405);
  });

  it('leaves nothing open', () => {
    expect(server.openWatches).toBe(0);
  });
});
