import { describe, expect, it } from 'vitest';
import { ApiError } from '../../src/core/transport/errors.js';
import { deadSocket, type Scripted } from './replay-connection.js';
import { aggregated, check, endpointsOf, legacy, legacyDocument, serverOf } from './scripted-server.js';

const core: Scripted = { body: aggregated({ v1: ['pods'] }) };
const down: Scripted = { status: 503, body: 'later' };

describe('a group-version that goes stale without resources', () => {
  const whole = { 'a.io/v1': ['gadgets'], 'metrics.io/v1': ['nodes'] };
  const partial = { ...whole, 'metrics.io/v1': 'stale' } as const;

  it('keeps those that it had, since when and why, until the server says them again', async () => {
    const { answers, discovery, pass } = serverOf({ '/api': core, '/apis': { body: aggregated(whole) } });
    const first = await discovery.catalog();
    answers['/apis'] = { body: aggregated(partial) };
    pass(5000);
    const second = await discovery.refresh();
    expect(endpointsOf(second)).toEqual(['pods.v1', 'gadgets.v1.a.io', 'nodes.v1.metrics.io!']);
    const kept = second.version({ group: 'metrics.io', version: 'v1' });
    expect(kept).toMatchObject({
      freshness: 'Kept',
      kept: { since: '2026-01-01T00:00:05.000Z', why: { class: 'stale' } },
    });
    expect(second.failures).toEqual([kept?.kept?.why]);
    expect(second.group('metrics.io')?.preferredVersion).toBe('v1');
    expect([kept, kept?.kept, kept?.kept?.why, kept?.resources, kept?.resources[0]].every(Object.isFrozen)).toBe(true);
    pass(60_000);
    expect(await discovery.refresh()).toBe(second);
    answers['/apis'] = { body: aggregated(whole) };
    const third = await discovery.refresh();
    expect(third.groups).toEqual(first.groups);
    expect(third.failures).toEqual([]);
  });

  it('is there and empty where nothing was known of it', async () => {
    const { discovery } = serverOf({ '/api': core, '/apis': { body: aggregated(partial) } });
    const catalog = await discovery.catalog();
    expect(catalog.version({ group: 'metrics.io', version: 'v1' })).toMatchObject({
      freshness: 'Stale',
      resources: [],
    });
    expect(await discovery.refresh()).toBe(catalog);
  });

  it('stays stale where the server sends its resources all the same', async () => {
    const document = aggregated(whole) as { items: { versions: { freshness: string }[] }[] };
    const { answers, discovery } = serverOf({ '/api': core, '/apis': { body: structuredClone(document) } });
    await discovery.catalog();
    document.items[1]!.versions[0]!.freshness = 'Stale';
    answers['/apis'] = { body: document };
    expect((await discovery.refresh()).version({ group: 'metrics.io', version: 'v1' })?.freshness).toBe('Stale');
  });

  it('does not lose an entry that makes no sense now', async () => {
    const { answers, discovery, pass } = serverOf({
      '/api': core,
      '/apis': { body: aggregated({ 'a.io/v1': ['gadgets', 'things'] }) },
    });
    await discovery.catalog();
    answers['/apis'] = { body: aggregated({ 'a.io/v1': [{ resource: 'gadgets', scope: 'Galaxy' }] }) };
    const names = ['pods.v1', 'gadgets.v1.a.io!', 'things.v1.a.io!'];
    expect(endpointsOf(await discovery.refresh())).toEqual(names);
    // What no malformed entry hides is missing.
    pass(60_000);
    expect(endpointsOf(await discovery.refresh())).toEqual(names.slice(0, 2));
  });
});

describe('a legacy document that fails', () => {
  const served = { v1: ['pods'], 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'] };

  it.each<[string, Scripted, string]>([
    ['503', down, 'unreachable'],
    ['429', { status: 429, body: 'slow' }, 'unreachable'],
    ['401', { status: 401, body: 'who' }, 'denied'],
    ['403', { status: 403, body: 'no' }, 'denied'],
    ['404 though listed', { status: 404, body: 'no' }, 'notFound'],
    ['a dead socket', deadSocket, 'unreachable'],
    ['HTML', { headers: { 'content-type': 'text/html' }, body: '<html>' }, 'malformed'],
  ])('with %s keeps its resources', async (_what, failing, why) => {
    const { answers, discovery } = serverOf(legacy(served));
    await discovery.catalog();
    answers['/apis/a.io/v1'] = failing;
    const catalog = await discovery.refresh();
    expect(endpointsOf(catalog)).toEqual(['pods.v1', 'gadgets.v1.a.io!', 'things.v1.b.io']);
    expect(catalog.failures).toMatchObject([{ class: why, group: 'a.io', version: 'v1' }]);
    const again = await discovery.refresh();
    expect(again.groups).toBe(catalog.groups);
  });

  it('is asked for again alone, ever more rarely, and never before its Retry-After is over', async () => {
    const { answers, discovery, asked, pass } = serverOf(legacy(served));
    const later = new ApiError({
      method: 'GET',
      path: '/apis/a.io/v1',
      statusCode: 503,
      status: {},
      fromServer: false,
      retryAfterSeconds: 30,
    });
    await discovery.catalog();
    answers['/apis/a.io/v1'] = down;
    const { failures } = await discovery.refresh();
    asked();
    const times: number[] = [];
    for (let second = 0; second < 200; second += 1) {
      await check(discovery, failures);
      await check(discovery, failures);
      for (const path of asked()) times.push(path === '/apis/a.io/v1' ? second : NaN);
      pass(1000);
    }
    expect(times).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 191]);
    await discovery.refresh({ notOlderThanMs: 10 });
    expect(asked()).not.toContain('/apis/a.io/v1');
    await discovery.refresh();
    expect(asked()).toContain('/apis/a.io/v1');
    answers['/apis/a.io/v1'] = later;
    pass(64_000);
    await check(discovery, failures);
    pass(29_999);
    expect(asked()).toEqual(['/apis/a.io/v1']);
    await discovery.refresh();
    expect(asked().sort()).toEqual(['/api', '/api/v1', '/apis', '/apis/b.io/v1']);
    answers['/apis/a.io/v1'] = legacyDocument(['gadgets']);
    pass(64_000);
    expect((await check(discovery, failures)).failures).toEqual([]);
    expect(asked()).toEqual(['/apis/a.io/v1']);
  });
});

describe('a root that fails', () => {
  it('keeps its groups, and the format that it spoke', async () => {
    const { answers, discovery } = serverOf({
      '/api': core,
      '/apis': { body: aggregated({ 'a.io/v1': ['gadgets'] }) },
    });
    const first = await discovery.catalog();
    answers['/apis'] = down;
    const second = await discovery.refresh();
    expect(endpointsOf(second)).toEqual(['pods.v1', 'gadgets.v1.a.io!']);
    expect(second.provenance).toEqual(first.provenance);
    expect(second.failures).toMatchObject([{ class: 'unreachable', document: '/apis' }]);
    expect(second.group('')).toBe(first.group(''));
    expect(await discovery.refresh()).toBe(second);
  });

  it('is no core group at 404 only where none was known', async () => {
    const { answers, discovery } = serverOf({ '/apis': { body: aggregated({ 'a.io/v1': ['gadgets'] }) } });
    expect((await discovery.catalog()).failures).toEqual([]);
    answers['/api'] = core;
    await discovery.refresh();
    delete answers['/api'];
    const catalog = await discovery.refresh();
    expect(endpointsOf(catalog)).toEqual(['pods.v1!', 'gadgets.v1.a.io']);
    expect(catalog.failures).toMatchObject([{ class: 'notFound', document: '/api' }]);
  });

  it('is asked for again alone', async () => {
    const { answers, discovery, asked } = serverOf({ '/api': core, '/apis': down });
    const { failures } = await discovery.catalog();
    answers['/apis'] = { body: aggregated({ 'a.io/v1': ['gadgets'] }) };
    asked();
    expect(endpointsOf(await check(discovery, failures))).toEqual(['pods.v1', 'gadgets.v1.a.io']);
    expect(asked()).toEqual(['/apis']);
  });
});

describe('a group-version that is not listed any more', () => {
  const both = { 'a.io/v1': ['gadgets'], 'b.io/v1': ['things'], 'b.io/v2': ['things'] };
  const one = { 'a.io/v1': ['gadgets'] };

  it('is gone when it is not listed for a minute, and its own path answers 404', async () => {
    const { answers, discovery, asked, pass } = serverOf({ '/api': core, '/apis': { body: aggregated(both) } });
    await discovery.catalog();
    pass(1000);
    answers['/apis'] = { body: aggregated(one) };
    asked();
    const kept = await discovery.refresh();
    expect(endpointsOf(kept)).toEqual(['pods.v1', 'gadgets.v1.a.io', 'things.v1.b.io!', 'things.v2.b.io!']);
    expect(kept.failures).toMatchObject([
      { class: 'missing', group: 'b.io', version: 'v1' },
      { class: 'missing', group: 'b.io', version: 'v2' },
    ]);
    pass(59_999);
    expect(await discovery.refresh()).toBe(kept);
    expect(asked()).toEqual(['/api', '/apis', '/api', '/apis']);
    pass(1);
    answers['/apis/b.io/v2'] = down;
    expect(endpointsOf(await check(discovery, kept.failures))).toEqual([
      'pods.v1',
      'gadgets.v1.a.io',
      'things.v2.b.io!',
    ]);
    expect(asked()).toEqual(['/apis', '/apis/b.io/v1', '/apis/b.io/v2']);
    delete answers['/apis/b.io/v2'];
    expect((await discovery.refresh()).group('b.io')).toBeUndefined();
  });

  it('stays where its own path still answers, and its minute begins anew when it is listed again', async () => {
    const { answers, discovery, pass } = serverOf({
      '/api': core,
      '/apis': { body: aggregated(both) },
      '/apis/b.io/v1': legacyDocument(['things']),
    });
    await discovery.catalog();
    const turn = async (served: typeof both | typeof one, ms: number) => {
      answers['/apis'] = { body: aggregated(served) };
      pass(ms);
      return endpointsOf(await discovery.refresh()).filter((name) => name.includes('b.io'));
    };
    const kept = ['things.v1.b.io!', 'things.v2.b.io!'];
    expect(await turn(one, 1000)).toEqual(kept);
    expect(await turn(one, 61_000)).toEqual(kept.slice(0, 1));
    // A document lacked the one a second ago; the other is new.
    expect(await turn(both, 1000)).toEqual(['things.v1.b.io!', 'things.v2.b.io']);
    delete answers['/apis/b.io/v1'];
    expect(await turn(one, 40_000)).toEqual(kept);
    expect(await turn(one, 59_999)).toEqual(kept);
    expect(await turn(one, 1)).toEqual([]);
  });

  it('is what its own path says where that tells of another scope', async () => {
    const { answers, discovery, pass } = serverOf({ '/api': core, '/apis': { body: aggregated(both) } });
    await discovery.catalog();
    answers['/apis'] = { body: aggregated(one) };
    const resources = [{ name: 'things', namespaced: false, kind: 'Thing', verbs: ['get', 'list'] }];
    answers['/apis/b.io/v1'] = { body: { kind: 'APIResourceList', resources } };
    pass(1000);
    await discovery.refresh();
    pass(60_000);
    const catalog = await discovery.refresh();
    const scopeOf = (version: string) => catalog.resource({ group: 'b.io', version, resource: 'things' })?.scope;
    expect([scopeOf('v1'), scopeOf('v2')]).toEqual(['Cluster', undefined]);
  });

  it('is gone at the first 404 where it was seen being deleted', async () => {
    const { answers, discovery, asked } = serverOf({ '/api': core, '/apis': { body: aggregated(both) } });
    await discovery.catalog();
    answers['/apis'] = { body: aggregated(one) };
    answers['/apis/b.io/v1'] = legacyDocument(['things']);
    asked();
    const parts = ['v1', 'v2'].map((version) => ({ group: 'b.io', version }));
    const catalog = await discovery.refresh({ deleted: parts });
    expect(endpointsOf(catalog)).toEqual(['pods.v1', 'gadgets.v1.a.io', 'things.v1.b.io!']);
    expect(asked()).toEqual(['/api', '/apis', '/apis/b.io/v1', '/apis/b.io/v2']);
  });

  it('does not make a client ask for thousands of paths after a restart', async () => {
    const many = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`g${n}.io/v1`, ['gadgets']]));
    const { answers, discovery, asked, pass } = serverOf({ '/api': core, '/apis': { body: aggregated(many) } });
    const first = await discovery.catalog();
    pass(1000);
    answers['/apis'] = { body: aggregated({}) };
    asked();
    expect((await discovery.refresh()).groups.map(({ name }) => name)).toEqual(first.groups.map(({ name }) => name));
    expect(asked()).toHaveLength(2);
    pass(60_000);
    expect((await discovery.refresh()).groups).toHaveLength(3001 - 128);
    expect(asked()).toHaveLength(130);
    answers['/apis'] = { body: aggregated(many) };
    pass(60_000);
    expect((await discovery.refresh()).groups).toEqual(first.groups);
  });
});
