import { describe, expect, it } from 'vitest';
import { follow } from '../../src/watch/follow.js';
import { waitFor } from '../../src/watch/wait-for.js';
import { retryOnConflict } from '../../src/core/resource/retry-on-conflict.js';
import type { ResourceHandle } from '../../src/core/resource/resource-handle.js';
import { configMap, onFakeServer } from './on-fake-server.js';

const gadgets = { group: 'new.io', version: 'v1', resource: 'gadgets', kind: 'Gadget' };
const roots = ['/api', '/apis'];

/** Runs everything that a handle can do, each call on its own. */
const calls: readonly (readonly [string, (handle: ResourceHandle) => Promise<unknown>])[] = [
  ['mapping', (handle) => handle.mapping()],
  ['verbs', (handle) => handle.verbs()],
  ['subresources', (handle) => handle.subresources()],
  ['get', (handle) => handle.get('a')],
  ['list', (handle) => handle.list()],
  ['pages', (handle) => firstOf(handle.pages())],
  ['items', (handle) => firstOf(handle.items())],
  ['watch', (handle) => firstOf(handle.watch())],
  ['poll', (handle) => firstOf(handle.watch({ poll: 1000 }))],
  ['create', (handle) => handle.create({ metadata: { name: 'b' } })],
  ['replace', (handle) => handle.replace({ metadata: { name: 'a' } })],
  ['apply', (handle) => handle.apply({ metadata: { name: 'a' } }, { fieldManager: 'me' })],
  ['patch', (handle) => handle.patch('a', {}, { type: 'merge' })],
  ['delete', (handle) => handle.delete('a')],
  ['deleteCollection', (handle) => handle.deleteCollection()],
  ['scale get', (handle) => handle.scale('a').get()],
  ['scale set', (handle) => handle.scale('a').set(1)],
  ['as', (handle) => handle.as('Table').list()],
  ['follow', (handle) => firstOf(follow(handle))],
  ['waitFor', (handle) => waitFor(handle, 'a', 'created')],
  ['retryOnConflict', (handle) => retryOnConflict(handle, 'a', (object) => object)],
];

async function firstOf<T>(events: AsyncIterable<T>): Promise<T | undefined> {
  for await (const event of events) return event;
  return undefined;
}

describe('the first call of a handle', () => {
  it.each(calls)('fails for what the server does not have: %s', async (_name, call) => {
    const { client } = await onFakeServer();
    await expect(call(client.resource('nosuch').namespace('shop'))).rejects.toMatchObject({ code: 'no-match' });
  });

  it.each(calls)('fails where the group could not be read: %s', async (_name, call) => {
    const { client } = await onFakeServer();
    const handle = client.resource('pods.v1beta1.custom.metrics.k8s.io').namespace('shop');
    await expect(call(handle)).rejects.toMatchObject({ code: 'group-unavailable' });
  });

  it.each(calls)('fails after close(), before it looks anything up: %s', async (_name, call) => {
    const { client, fake } = await onFakeServer();
    const handle = client.resource('pods').namespace('shop');
    await client.close();
    await expect(call(handle)).rejects.toMatchObject({ code: 'closed' });
    expect(fake.requests).toEqual([]);
  });

  it('fails where there is no server, and every call tries again until one succeeds', async () => {
    const { client, fake } = await onFakeServer({ objects: [configMap('a')] });
    const heal = roots.map((path) => fake.fail(path, { status: 503 }));
    const handle = client.resource('cm').namespace('shop');
    const table = handle.as('Table');
    await expect(handle.list()).rejects.toMatchObject({ code: 'discovery' });
    await expect(table.list()).rejects.toMatchObject({ code: 'discovery' });
    for (const end of heal) end();
    expect((await table.list()).rows).toHaveLength(1);
    fake.forgetRequests();
    expect((await handle.list()).items).toHaveLength(1);
    expect(fake.requests.map(({ path }) => path)).toEqual(['/api/v1/namespaces/shop/configmaps']);
  });

  it('finds what was published since the last one missed it', async () => {
    const { client, fake } = await onFakeServer();
    const handle = client.resource('gadgets').namespace('shop');
    await expect(handle.list()).rejects.toMatchObject({ code: 'no-match' });
    fake.define(gadgets);
    client.discovery.invalidate();
    expect((await handle.list()).items).toEqual([]);
  });

  it('finds a group that could not be read before', async () => {
    const { client, fake } = await onFakeServer({ speaks: 'legacy' });
    const heal = fake.fail('/apis/apps/v1', { status: 503 });
    const handle = client.resource('deployments.v1.apps').namespace('shop');
    await expect(handle.list()).rejects.toMatchObject({ code: 'group-unavailable' });
    heal();
    client.discovery.invalidate();
    expect(await handle.list()).toMatchObject({ kind: 'DeploymentList' });
  });

  it.each<[string, (handle: ResourceHandle) => Promise<unknown>]>([
    ['get', (handle) => handle.get('a', { resourceVerison: '1' } as never)],
    ['list', (handle) => handle.list({ labelselector: 'a' } as never)],
    ['pages', (handle) => firstOf(handle.pages({ limit: '5' } as never))],
    ['items', (handle) => firstOf(handle.items({ signal: 'x' } as never))],
    ['watch', (handle) => firstOf(handle.watch({ timeoutMs: 5 } as never))],
    ['create', (handle) => handle.create({}, { dryRun: true } as never)],
    ['create nothing', (handle) => handle.create(null as never)],
    ['apply', (handle) => handle.apply({ metadata: { name: 'a' } }, { fieldManager: '' })],
    ['apply without options', (handle) => handle.apply({ metadata: { name: 'a' } }, undefined as never)],
    ['delete', (handle) => handle.delete('a', { preconditions: { uuid: 'x' } } as never)],
    ['deleteCollection', (handle) => handle.deleteCollection({ labelselector: 'app=x' } as never)],
    ['scale', (handle) => handle.scale('a').set(1.5)],
    ['mapping', (handle) => handle.mapping({ timeoutMs: Number.NaN })],
    ['list with no time', (handle) => handle.list({ timeoutMs: 0 })],
  ])('refuses wrong arguments before it looks anything up: %s', async (_name, call) => {
    const { client, fake } = await onFakeServer();
    await expect(call(client.resource('pods').namespace('shop'))).rejects.toMatchObject({ code: 'invalid-argument' });
    expect(fake.requests).toEqual([]);
  });
});

describe('calls at the same time', () => {
  it('share one look-up, also through handles that are derived', async () => {
    const { client, fake } = await onFakeServer({ objects: [configMap('a')] });
    const handle = client.resource('cm');
    const mappings = await Promise.all([
      handle.mapping(),
      handle.namespace('shop').mapping(),
      handle.as('Table').mapping(),
      handle.namespace('shop').as('PartialObjectMetadata').mapping(),
    ]);
    expect(new Set(mappings).size).toBe(1);
    expect(fake.requests.map(({ path }) => path).sort()).toEqual(roots);
  });

  it('share the second look for a name that is not there', async () => {
    const { client, fake } = await onFakeServer();
    await client.discovery.catalog();
    fake.forgetRequests();
    const handle = client.resource('nosuch');
    const missed = await Promise.allSettled(Array.from({ length: 5 }, () => handle.list()));
    expect(missed.every(({ status }) => status === 'rejected')).toBe(true);
    expect(fake.requests.map(({ path }) => path).sort()).toEqual(roots);
  });

  it('end by their own signal and their own time alone', async () => {
    const { client, fake } = await onFakeServer({ objects: [configMap('a')], latencyMs: 300 });
    const handle = client.resource('cm').namespace('shop');
    const leaving = new AbortController();
    const reason = new Error('enough');
    const left = handle.list({ signal: leaving.signal });
    const late = handle.list({ timeoutMs: 20 });
    const short = handle.mapping({ timeoutMs: 20 });
    const none = handle.verbs({ timeoutMs: 20 });
    const stays = handle.list();
    const watched = firstOf(handle.watch({ signal: leaving.signal }));
    leaving.abort(reason);
    await expect(left).rejects.toBe(reason);
    await expect(watched).rejects.toBe(reason);
    for (const each of [late, short, none]) {
      await expect(each).rejects.toMatchObject({ code: 'timeout', limit: 'timeoutMs', timeoutMs: 20 });
    }
    expect((await stays).items).toHaveLength(1);
    expect(
      fake.requests
        .map(({ path }) => path)
        .slice(0, 2)
        .sort(),
    ).toEqual(roots);
    expect(fake.requests).toHaveLength(3);
  });

  it('counts the look-up in the time of the call', async () => {
    const { client } = await onFakeServer({ objects: [configMap('a')], latencyMs: 200 });
    const call = client.resource('cm').namespace('shop').list({ timeoutMs: 300 });
    await expect(call).rejects.toMatchObject({ code: 'timeout' });
  });

  it('end as closed with the client', async () => {
    const { client } = await onFakeServer({ latencyMs: 5000 });
    const handle = client.resource('cm').namespace('shop');
    const ended = [handle.list(), firstOf(handle.watch()), handle.mapping(), handle.isServed()].map((call) =>
      expect(call).rejects.toMatchObject({ code: 'closed' }),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    await client.close();
    await Promise.all(ended);
  });

  it('leave no place of a watch taken that was left before it began', async () => {
    const { client } = await onFakeServer({ objects: [configMap('a')], latencyMs: 50 }, { maxStreams: 1 });
    const handle = client.resource('cm').namespace('shop');
    const early = handle.watch()[Symbol.asyncIterator]();
    const first = early.next();
    await early.return?.();
    expect(await first).toMatchObject({ done: true });
    expect(await handle.list()).toMatchObject({ kind: 'ConfigMapList' });
    expect(await firstOf(handle.watch())).toMatchObject({ type: 'ADDED' });
  });

  it('give each reader of a watch that asks twice at once its own event', async () => {
    const { client } = await onFakeServer({ objects: [configMap('a'), configMap('b')] });
    const events = client.resource('cm').namespace('shop').watch()[Symbol.asyncIterator]();
    const [one, two] = await Promise.all([events.next(), events.next()]);
    const names = [one, two].map(
      ({ value }) => (value as { object: { metadata: { name: string } } }).object.metadata.name,
    );
    expect(names).toEqual(['a', 'b']);
    await events.return?.();
  });
});
