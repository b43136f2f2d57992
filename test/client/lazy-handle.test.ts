import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/core/client.js';
import { follow } from '../../src/watch/follow.js';
import { waitFor } from '../../src/watch/wait-for.js';
import { createInformer } from '../../src/watch/informer/informer.js';
import { probeVersions } from '../../src/representations/versioned.js';
import { retryOnConflict } from '../../src/core/resource/retry-on-conflict.js';
import { createController } from '../../src/controller/controller.js';
import { configMap, onFakeServer } from './on-fake-server.js';

const gadgets = { group: 'new.io', version: 'v1', resource: 'gadgets', kind: 'Gadget' };
const gadget = (name: string, namespace?: string) => ({
  apiVersion: 'new.io/v1',
  kind: 'Gadget',
  metadata: { name, ...(namespace !== undefined && { namespace }) },
});
const roots = ['/api', '/apis'];

async function firstOf<T>(events: AsyncIterable<T>): Promise<T | undefined> {
  for await (const event of events) return event;
  return undefined;
}

describe('client.resource()', () => {
  it('returns at once, sends nothing, and is not thenable', async () => {
    const { client, fake } = await onFakeServer();
    const handle = client.resource('pods');
    const derived = [handle, handle.namespace('shop'), handle.as('Table'), handle.namespace('shop').scale('a')];
    for (const each of derived) expect('then' in each).toBe(false);
    expect(await (handle as unknown)).toBe(handle);
    handle.watch();
    handle.items();
    follow(handle);
    // What they had sent would come before this one.
    await client.request({ path: '/version' });
    expect(fake.requests.map(({ path }) => path)).toEqual(['/version']);
    expect(handle.boundNamespace).toBeUndefined();
    expect(handle.namespace('shop').boundNamespace).toBe('shop');
  });

  it.each<[string, unknown]>([
    ['the name of one object', 'pods/front-0'],
    ['an empty name', ''],
    ['dots alone', '.'],
    ['half a name of an object', 'pods/'],
    ['null', null],
    ['a number', 5],
    ['a list', ['pods']],
    ['a promise', Promise.resolve('pods')],
    ['an object without a type', { metadata: { name: 'a' } }],
    ['an object without a kind', { apiVersion: 'v1' }],
  ])('throws at once for %s', async (_what, subject) => {
    const { client, fake } = await onFakeServer();
    expect(() => client.resource(subject as string)).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
    expect(fake.requests).toEqual([]);
  });

  it.each<[unknown, string]>([
    [{ verb: ['list'] }, 'options.verb'],
    [{ verbs: 'list' }, 'options.verbs'],
    [{ scope: 'namespaced' }, 'options.scope'],
    [{ signal: new AbortController().signal }, 'options.signal'],
    [null, 'options'],
    [[], 'options'],
  ])('throws at once for the options %j', async (options, argument) => {
    const { client } = await onFakeServer();
    expect(() => client.resource('pods', options as never)).toThrow(
      expect.objectContaining({ code: 'invalid-argument', argument }),
    );
  });

  it('means what the argument was when it was called', async () => {
    const { client } = await onFakeServer();
    const subject = { apiVersion: 'apps/v1', kind: 'Deployment' };
    const verbs = ['list'];
    const handle = client.resource(subject, { verbs });
    subject.kind = 'DaemonSet';
    verbs[0] = 'nosuch';
    expect((await handle.mapping()).kind.kind).toBe('Deployment');
  });

  it('passes its options on to the look-up', async () => {
    const { client } = await onFakeServer();
    await expect(client.resource('pods', { scope: 'Cluster' }).list()).rejects.toMatchObject({ code: 'no-match' });
    await expect(client.resource('nodes', { verbs: ['nosuch'] }).list()).rejects.toMatchObject({ code: 'no-match' });
  });

  it('stays behind the guard of its client', async () => {
    const { client, fake } = await onFakeServer();
    const refused = new Error('not now');
    const behind = client.with({
      check: () => {
        throw refused;
      },
    });
    const pods = behind.resource('pods');
    expect((await pods.mapping()).kind.kind).toBe('Pod');
    await expect(pods.list()).rejects.toBe(refused);
    expect(fake.requests.map(({ path }) => path).sort()).toEqual(roots);
    const leaving = new AbortController();
    const left = client.with({ signal: leaving.signal }).resource('pods');
    leaving.abort(refused);
    await expect(left.mapping()).rejects.toBe(refused);
    await expect(left.list()).rejects.toBe(refused);
  });
});

describe('a handle that has found its endpoint', () => {
  it('is exact for life, though the resource comes again with another scope', async () => {
    const { client, fake } = await onFakeServer();
    fake.define(gadgets);
    fake.put(gadget('one', 'shop'));
    const old = client.resource('gadgets');
    const [before, found] = [old.namespace('shop'), await old.mapping()];
    expect((await before.list()).items).toHaveLength(1);
    fake.undefine(gadgets);
    fake.define({ ...gadgets, scope: 'Cluster' });
    fake.put(gadget('two'));
    await client.discovery.refresh();
    client.discovery.invalidate();
    expect(await old.mapping()).toBe(found);
    expect((await before.mapping()).scope).toBe('Namespaced');
    await expect(before.get('one')).rejects.toMatchObject({ code: 'api', statusCode: 404 });
    await expect(old.get('two')).rejects.toMatchObject({ code: 'namespace-required' });
    const now = client.resource('gadgets');
    expect((await now.get('two')).metadata.name).toBe('two');
    await expect(now.namespace('shop').get('two')).rejects.toMatchObject({ code: 'namespace-conflict' });
  });

  it('starts each call without waiting for discovery', async () => {
    const { client, fake } = await onFakeServer({ objects: [configMap('a')] });
    const handle = client.resource('cm').namespace('shop');
    await handle.list();
    client.discovery.invalidate();
    for (const path of roots) fake.fail(path, { status: 503 });
    expect((await handle.list()).items).toHaveLength(1);
    await expect(handle.verbs()).rejects.toMatchObject({ code: 'discovery' });
  });

  it('is one of a mapping from the beginning', async () => {
    const { client, fake } = await onFakeServer({ objects: [configMap('a')] });
    const mapping = await client.resource('cm').mapping();
    client.discovery.invalidate();
    fake.forgetRequests();
    const handle = client.handle(mapping).namespace('shop');
    expect(await handle.mapping()).toEqual(mapping);
    expect((await handle.list()).items).toHaveLength(1);
    expect(fake.requests.map(({ path }) => path)).toEqual(['/api/v1/namespaces/shop/configmaps']);
    expect(await handle.verbs()).toContain('deletecollection');
    expect(
      fake.requests
        .map(({ path }) => path)
        .slice(1)
        .sort(),
    ).toEqual(roots);
  });
});

describe('isServed() of a handle', () => {
  it('tells whether the server has the name', async () => {
    const { client, fake } = await onFakeServer({
      documents: undefined,
      resources: [{ group: '', version: 'v1', resource: 'pods', kind: 'Pod' }],
    });
    expect(await client.resource('pods').isServed()).toBe(true);
    const handle = client.resource('gadgets');
    expect(await handle.isServed()).toBe(false);
    fake.define(gadgets);
    client.discovery.invalidate();
    expect(await handle.isServed()).toBe(true);
  });

  it('does not tell what could not be read', async () => {
    const { client, fake } = await onFakeServer();
    // One group of the captured server is stale: a name without a group may be in it.
    expect(await client.resource('nosuch').isServed()).toBeUndefined();
    expect(await client.resource({ group: 'apps', version: 'v1', resource: 'nosuch' }).isServed()).toBe(false);
    expect(await client.resource('pods.v1beta1.custom.metrics.k8s.io').isServed()).toBeUndefined();
    for (const path of roots) fake.fail(path, { status: 503 });
    client.discovery.invalidate();
    expect(await client.resource('pods').isServed()).toBeUndefined();
  });

  it('throws a tie, the reason of an abort, and that the client is closed', async () => {
    const { client, fake } = await onFakeServer();
    for (const group of ['a.io', 'b.io']) fake.define({ ...gadgets, group });
    await expect(client.resource('gadgets', { ambiguity: 'error' }).isServed()).rejects.toMatchObject({
      code: 'ambiguous-match',
    });
    await expect(client.resource('pods').isServed({ signal: AbortSignal.abort('left') })).rejects.toBe('left');
    await client.close();
    await expect(client.resource('pods').isServed()).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('what takes a handle', () => {
  it('takes one that has looked nothing up: informers, controllers, waits and probes', async () => {
    const { client } = await onFakeServer({ objects: [configMap('a')] });
    const handle = () => client.resource('cm').namespace('shop');
    const informer = createInformer(client, handle());
    expect(informer.endpoint).toBeUndefined();
    await informer.synced;
    expect(informer.endpoint).toMatchObject({ resource: 'configmaps' });
    expect(informer.store.get('shop', 'a')).toBeDefined();
    informer.close();

    const reconciled: unknown[] = [];
    const controller = createController(client, {
      name: 'lazy',
      for: handle().as('PartialObjectMetadata'),
      reconcile: (request) => {
        reconciled.push(request);
      },
      onError: (error) => reconciled.push(error),
    });
    await controller.synced;
    await controller.idle();
    expect(reconciled).toEqual([{ namespace: 'shop', name: 'a' }]);
    expect(controller.sources.map(({ name }) => name)).toEqual(['configmaps.v1.']);
    await controller.close();

    expect((await waitFor(handle(), 'a', 'created')).metadata.name).toBe('a');
    expect(await probeVersions(handle())).toMatchObject({ serverVersion: 'ignored' });
    const changed = await retryOnConflict(handle(), 'a', (object) => ({ ...object, data: { now: 'here' } }));
    expect(changed).toMatchObject({ data: { now: 'here' } });
  });

  it('does not retry a look-up that fails: follow and informers end', async () => {
    const { client, fake } = await onFakeServer();
    await client.discovery.catalog();
    const handle = client.resource('gadgets').namespace('shop');
    const informer = createInformer(client, handle);
    await expect(informer.ended).rejects.toMatchObject({ code: 'no-match' });
    await expect(informer.synced).rejects.toMatchObject({ code: 'no-match' });
    await expect(firstOf(follow(handle))).rejects.toMatchObject({ code: 'no-match' });
    await expect(waitFor(handle, 'a', 'created')).rejects.toMatchObject({ code: 'no-match' });
    for (const path of roots) fake.fail(path, { status: 503 });
    client.discovery.invalidate();
    await expect(firstOf(follow(handle))).rejects.toMatchObject({ code: 'discovery' });
  });

  it('waits no longer for a look-up than it was given', async () => {
    const { client } = await onFakeServer({ latencyMs: 5000 });
    const waiting = waitFor(client.resource('cm').namespace('shop'), 'a', 'created', { timeoutMs: 50 });
    await expect(waiting).rejects.toMatchObject({ code: 'wait-failed', failure: 'timeout', resource: undefined });
    await expect(waiting).rejects.toThrow('"a" was not "created" in time; its resource was not found');
  });

  it('refuses a wait for a name in all namespaces, once the scope is known', async () => {
    const { client } = await onFakeServer();
    await expect(waitFor(client.resource('cm'), 'a', 'created')).rejects.toMatchObject({ argument: 'handle' });
  });
});

it('has no connection to a server until the first call, even with credentials that cannot be had', async () => {
  let asked = 0;
  const client = createClient({
    server: 'http://127.0.0.1:1',
    authenticate: () => {
      asked += 1;
      return Promise.reject(new Error('no credential'));
    },
  });
  const pods = client.resource('pods').namespace('shop');
  expect(asked).toBe(0);
  await expect(pods.list()).rejects.toThrow('no credential');
  expect(asked).toBeGreaterThan(0);
  await client.close();
});
