import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createClient, type Client, type ClientOptions } from '../../src/index.js';
import { createFakeApiServer, type FakeApiServer, type FakeApiServerOptions } from '../../src/testing/index.js';
import { captured } from '../fixtures/captured.js';
import { startProxy, type Passed, type Passing } from './proxy-server.js';

const newServer = (options: FakeApiServerOptions = {}): FakeApiServer =>
  createFakeApiServer({ documents: captured('kube-1.36-v2'), ...options });

function clientOf(server: string, discovery: ClientOptions['discovery'] = {}): Client {
  const client = createClient({ server, discovery });
  onTestFinished(() => client.close());
  return client;
}

/** What a client learns of the server itself. */
async function straight(api: FakeApiServer, discovery: ClientOptions['discovery'] = {}) {
  const { groups, failures, provenance } = await clientOf(
    await startProxy(api, ({ next }) => next()),
    discovery,
  ).discovery.catalog();
  return { groups, failures, provenance };
}

const page = (status: number): Passed => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<!doctype html><title>Log in</title>'),
});

function without(answer: Passed, ...names: readonly string[]): Passed {
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !names.includes(name)));
  return { ...answer, headers };
}

function compressed(answer: Passed): Passed {
  const { etag } = answer.headers;
  const weak = etag === undefined ? {} : { etag: `W/${etag}` };
  if (answer.body.length === 0) return { ...answer, headers: { ...answer.headers, ...weak } };
  const { headers } = without(answer, 'content-length');
  return { ...answer, headers: { ...headers, ...weak, 'content-encoding': 'gzip' }, body: gzipSync(answer.body) };
}

describe('a proxy', () => {
  it.each<[string, (answer: Passed) => Passed]>([
    [
      'strips the parameters of media types',
      (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'content-type': answer.headers['content-type']?.replace(/;.*$/, '') ?? '' },
      }),
    ],
    ['loses the Content-Type', (answer) => without(answer, 'content-type')],
    [
      'says that everything is text',
      (answer) => ({
        ...answer,
        headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' },
      }),
    ],
    ['compresses, and weakens the ETag', compressed],
    ['drops Vary and Cache-Control', (answer) => without(answer, 'vary', 'cache-control')],
  ])('that %s changes nothing, and a refresh still costs two empty answers', async (_what, change) => {
    const api = newServer();
    const expected = await straight(api);
    const client = clientOf(await startProxy(api, async ({ next }) => change(await next())));
    const catalog = await client.discovery.catalog();
    expect(catalog).toMatchObject(expected);
    api.forgetRequests();
    expect(await client.discovery.refresh()).toBe(catalog);
    expect(api.requests.map(({ status }) => status)).toEqual([304, 304]);
  });

  it('that drops ETags makes each refresh whole, and the catalog stays the same object', async () => {
    const api = newServer();
    const client = clientOf(await startProxy(api, async ({ next }) => without(await next(), 'etag')));
    const catalog = await client.discovery.catalog();
    api.forgetRequests();
    expect(await client.discovery.refresh()).toBe(catalog);
    expect(api.requests.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('that drops Accept gives the legacy documents, which are read as such', async () => {
    const api = newServer();
    const { accept: _accept, ...plain } = { accept: '' };
    const client = clientOf(await startProxy(api, ({ next }) => next({ headers: plain })));
    expect(await client.discovery.catalog()).toMatchObject(await straight(api, { formats: ['legacy'] }));
  });

  it('that caches without Vary gives the form of whoever came first, and each is read for what it is', async () => {
    const api = newServer();
    const cache = new Map<string, Passed>();
    const url = await startProxy(api, async ({ path, next }) => {
      const known = cache.get(path) ?? without(await next(), 'vary');
      cache.set(path, known);
      return known;
    });
    await fetch(`${url}/apis`, { headers: { accept: 'application/json' } });
    const catalog = await clientOf(url).discovery.catalog();
    expect(catalog.provenance).toEqual({ api: 'aggregated/v2', apis: 'legacy' });
    const names = (groups: readonly { readonly name: string }[]) => groups.map(({ name }) => name).sort();
    expect(names(catalog.groups)).toEqual(names((await straight(api)).groups));
    // And to those who ask for legacy documents alone it gives what came first of the others.
    const old = await clientOf(url, { formats: ['legacy'] }).discovery.catalog();
    expect(names(old.groups)).toEqual(names(catalog.groups));
  });

  it('that caches for ever is asked by the validator that it gave, and nothing is lost', async () => {
    const api = newServer();
    const cache = new Map<string, Passed>();
    const url = await startProxy(api, async ({ path, headers, next }) => {
      const known = cache.get(path) ?? (await next());
      cache.set(path, known);
      const isKnown = headers['if-none-match'] === known.headers['etag'];
      return isKnown ? { status: 304, headers: { etag: known.headers['etag'] ?? '' }, body: Buffer.of() } : known;
    });
    const client = clientOf(url);
    const catalog = await client.discovery.catalog();
    api.define({ group: 'a.example.org', version: 'v1', resource: 'things', kind: 'Thing', scope: 'Cluster' });
    expect(await client.discovery.refresh()).toBe(catalog);
    cache.clear();
    expect((await client.discovery.refresh()).group('a.example.org')).toBeDefined();
  });
});

describe('a proxy that answers HTML', () => {
  it.each<[string, (passing: Passing) => Promise<Passed> | Passed, object]>([
    ['with 200 at a root', ({ path, next }) => (path === '/apis' ? page(200) : next()), { class: 'malformed' }],
    ['with 502 at a root', ({ path, next }) => (path === '/apis' ? page(502) : next()), { statusCode: 502 }],
    ['with 404 at a root', ({ path, next }) => (path === '/apis' ? page(404) : next()), { class: 'notFound' }],
    [
      'behind a redirect to its login',
      ({ path, next }) =>
        path === '/apis' ? { ...page(302), headers: { location: 'https://login.example/?next=/apis' } } : next(),
      { statusCode: 302 },
    ],
    [
      'behind a redirect on its own origin',
      ({ path, next }) =>
        path === '/apis' ? { ...page(302), headers: { location: '/login' } } : path === '/login' ? page(200) : next(),
      { class: 'malformed' },
    ],
  ])('%s loses nothing that was known, and says why', async (_what, answer, failure) => {
    const api = newServer();
    let isOdd = false;
    const url = await startProxy(api, (passing) => (isOdd ? answer(passing) : passing.next()));
    const client = clientOf(url);
    const before = await client.discovery.catalog();
    isOdd = true;
    const catalog = await client.discovery.refresh();
    expect(catalog.failures).toContainEqual(expect.objectContaining({ root: 'apis', document: '/apis', ...failure }));
    expect(catalog.resources().map(({ resource }) => resource)).toEqual(
      before.resources().map(({ resource }) => resource),
    );
    expect(catalog.version({ group: 'apps', version: 'v1' })?.freshness).toBe('Kept');
    isOdd = false;
    const after = await client.discovery.refresh();
    expect([after.groups, after.failures]).toEqual([before.groups, before.failures]);
  });

  it('in the place of one legacy document keeps that group-version', async () => {
    const api = newServer({ speaks: 'legacy' });
    let isOdd = false;
    const url = await startProxy(api, ({ path, next }) => (isOdd && path === '/apis/apps/v1' ? page(200) : next()));
    const client = clientOf(url);
    await client.discovery.catalog();
    isOdd = true;
    const catalog = await client.discovery.refresh();
    expect(catalog.version({ group: 'apps', version: 'v1' })).toMatchObject({ freshness: 'Kept' });
    expect(catalog.version({ group: 'batch', version: 'v1' })).toMatchObject({ freshness: 'Current' });
  });
});

describe('a server below a path', () => {
  it.each(['/k8s/clusters/c-abc', '/k8s/clusters/c-abc/'])(
    'of Rancher (%s) is asked there, for objects as well',
    async (base) => {
      const api = newServer({
        objects: [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'default' } }],
      });
      const asked: string[] = [];
      const url = await startProxy(api, ({ path, next }) => {
        asked.push(path);
        const prefix = '/k8s/clusters/c-abc';
        return path.startsWith(`${prefix}/`) ? next({ path: path.slice(prefix.length) }) : page(404);
      });
      const client = clientOf(`${url}${base}`);
      const { items } = await client.resource('deploy').list();
      expect(items.map(({ metadata }) => metadata.name)).toEqual(['web']);
      expect(asked.sort()).toEqual(
        ['/api', '/apis', '/apis/apps/v1/deployments'].map((path) => `/k8s/clusters/c-abc${path}`).sort(),
      );
    },
  );

  it('with roots of its own names is asked there, for objects as well', async () => {
    const api = newServer({
      objects: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'default' } }],
    });
    const url = await startProxy(api, ({ path, next }) => {
      const [, root = '', rest = ''] = /^\/(core|groups)(\/.*|\?.*)?$/.exec(path) ?? [];
      return root === '' ? page(404) : next({ path: `${root === 'core' ? '/api' : '/apis'}${rest}` });
    });
    const client = clientOf(url, { prefixes: { api: '/core', apis: '/groups' } });
    expect((await client.discovery.catalog()).failures.filter(({ class: why }) => why !== 'stale')).toEqual([]);
    expect((await client.resource('cm').list()).items).toHaveLength(1);
  });
});

describe('profile=nopeer', () => {
  it('is asked for before all else, and a server that does not know it answers as ever', async () => {
    const api = newServer();
    const url = await startProxy(api, ({ next }) => next());
    const { groups } = await clientOf(url, { profile: 'nopeer' }).discovery.catalog();
    expect(api.requests[0]?.accept).toMatch(
      /^application\/json;g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList;profile=nopeer,/,
    );
    expect(groups).toEqual((await straight(api)).groups);
  });

  it('is left out for a server that refuses it', async () => {
    const api = newServer();
    const url = await startProxy(api, ({ headers, next }) =>
      headers['accept']?.includes('profile') ? page(406) : next(),
    );
    const { provenance } = await clientOf(url, { profile: 'nopeer' }).discovery.catalog();
    expect(provenance).toEqual({ api: 'legacy', apis: 'legacy' });
  });
});
