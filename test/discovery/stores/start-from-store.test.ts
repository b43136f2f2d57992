import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/core/discovery/documents/memory-store.js';
import type { DiscoveryOptions } from '../../../src/core/discovery/options.js';
import { captured } from '../../fixtures/captured.js';
import type { Scripted } from '../replay-connection.js';
import { aggregated, endpointsOf, legacy, serverOf, tagged } from '../scripted-server.js';
import { mapStore, settled } from './spoilt-stores.js';

const core = tagged(aggregated({ v1: ['pods'] }));
const served = { 'a.io/v1': ['gadgets'], 'metrics.io/v1': ['nodes'], 'z.io/v1': ['ends'] };
const whole = tagged(aggregated(served));
const down: Scripted = { status: 503, body: 'later' };

function shared(options: DiscoveryOptions = {}) {
  const { store, kept } = mapStore();
  return { kept, options: { store, storeKey: 'a cluster, a user', ...options } };
}

/** A new client of these answers, and its first catalog. */
async function start(answers: Record<string, Scripted>, options: DiscoveryOptions, begin = 0) {
  const server = serverOf(answers, options, begin);
  const catalog = await server.discovery.catalog();
  await settled();
  const bodies = server.connection.requests.map(
    ({ path, ifNoneMatch }) => `${path} ${ifNoneMatch === undefined ? 'new' : 'same?'}`,
  );
  server.connection.requests.length = 0;
  return { ...server, catalog, bodies };
}

describe('a client with a store', () => {
  it('begins with two answers without a body, and the same catalog', async () => {
    const documents = captured('kube-1.36-v2');
    const answer = (path: string): Scripted => {
      const { headers } = documents[path]!;
      return ({ ifNoneMatch }) => (ifNoneMatch === headers['etag'] ? { status: 304, body: '' } : documents[path]!);
    };
    const answers = { '/api': answer('/api'), '/apis': answer('/apis') };
    const { options, kept } = shared();
    const first = await start(answers, options);
    expect(first.bodies).toEqual(['/api new', '/apis new']);
    const second = await start(answers, options);
    expect(second.bodies).toEqual(['/api same?', '/apis same?']);
    expect(second.catalog.groups).toEqual(first.catalog.groups);
    expect(second.catalog.failures).toEqual(first.catalog.failures);
    expect(second.catalog.provenance).toEqual({ api: 'aggregated/v2', apis: 'aggregated/v2' });
    expect(kept.size).toBe(3);
    expect([...kept.keys()].every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
  });

  it('knows during an outage what a 304 confirms', async () => {
    const { options } = shared();
    const first = await start({ '/api': core, '/apis': whole }, options);
    const partial = tagged(aggregated({ ...served, 'metrics.io/v1': 'stale' }));
    first.answers['/apis'] = partial;
    first.pass(1000);
    const kept = await first.discovery.refresh();
    await settled();
    const second = await start({ '/api': core, '/apis': partial }, options, 60_000);
    expect(second.bodies).toEqual(['/api same?', '/apis same?']);
    expect(second.catalog.groups).toEqual(kept.groups);
    expect(second.catalog.version({ group: 'metrics.io', version: 'v1' })?.kept?.since).toBe(
      '2026-01-01T00:00:01.000Z',
    );
  });

  it('keeps what the first document does not list, until it is gone', async () => {
    const { options } = shared();
    await start({ '/api': core, '/apis': whole }, options);
    const restarted = tagged(aggregated({}));
    const second = await start({ '/api': core, '/apis': restarted }, options);
    expect(endpointsOf(second.catalog)).toEqual([
      'pods.v1',
      'gadgets.v1.a.io!',
      'nodes.v1.metrics.io!',
      'ends.v1.z.io!',
    ]);
    const third = await start({ '/api': core, '/apis': restarted }, options, 59_999);
    expect(endpointsOf(third.catalog)).toEqual(endpointsOf(second.catalog));
    for (const time of [60_000, 60_001]) {
      const next = await start({ '/api': core, '/apis': restarted }, options, time);
      expect(endpointsOf(next.catalog)).toEqual(['pods.v1']);
    }
  });

  it('keeps what is missing, before the other groups of its root', async () => {
    const { options } = shared();
    const first = await start({ '/api': core, '/apis': whole }, options);
    const less = tagged(aggregated({ 'a.io/v1': ['gadgets'], 'z.io/v1': ['ends'] }));
    first.answers['/apis'] = less;
    const names = endpointsOf(await first.discovery.refresh());
    await settled();
    expect(names).toEqual(['pods.v1', 'gadgets.v1.a.io', 'nodes.v1.metrics.io!', 'ends.v1.z.io']);
    const second = await start({ '/api': core, '/apis': less }, options);
    expect(endpointsOf(second.catalog)).toEqual(['pods.v1', 'nodes.v1.metrics.io!', 'gadgets.v1.a.io', 'ends.v1.z.io']);
  });

  it('fails as without a store where the server is away', async () => {
    const { options } = shared();
    await start({ '/api': core, '/apis': whole }, options);
    await expect(start({ '/api': down, '/apis': down }, options)).rejects.toMatchObject({ code: 'discovery' });
  });

  it('keeps a root that fails', async () => {
    const { options } = shared();
    await start({ '/api': core, '/apis': whole }, options);
    const { catalog } = await start({ '/api': down, '/apis': whole }, options);
    expect(endpointsOf(catalog)).toEqual(['pods.v1!', 'gadgets.v1.a.io', 'nodes.v1.metrics.io', 'ends.v1.z.io']);
    expect(catalog.failures).toMatchObject([{ document: '/api', class: 'unreachable' }]);
    expect(endpointsOf((await start({ '/api': core, '/apis': whole }, options)).catalog)[0]).toBe('pods.v1');
  });

  it('knows the parts of a legacy server, which has no ETags', async () => {
    const { options } = shared();
    const documents = legacy({ v1: ['pods'], 'a.io/v1': ['gadgets'] });
    const first = await start(documents, options);
    const second = await start({ ...documents, '/apis/a.io/v1': down }, options);
    expect(endpointsOf(first.catalog)).toEqual(['pods.v1', 'gadgets.v1.a.io']);
    expect(endpointsOf(second.catalog)).toEqual(['pods.v1', 'gadgets.v1.a.io!']);
  });

  it('shares nothing with another cluster, user, base path, profile or prefix', async () => {
    const { options, kept } = shared();
    await start({ '/api': core, '/apis': whole }, options);
    expect((await start({ '/api': core, '/apis': whole }, { ...options, storeKey: 'another' })).bodies).toContain(
      '/apis new',
    );
    expect((await start({ '/api': core, '/apis': whole }, { ...options, profile: 'nopeer' })).bodies).toContain(
      '/apis new',
    );
    const prefixes = { api: '/k8s/api', apis: '/k8s/apis' };
    const prefixed = await start({ '/k8s/api': core, '/k8s/apis': whole }, { ...options, prefixes });
    expect(prefixed.bodies).toContain('/k8s/apis new');
    expect(kept.size).toBe(12);
    expect([...kept.values()].map((bytes) => new TextDecoder().decode(bytes)).join()).not.toContain('a cluster');
  });

  it('needs no key for a store in memory', async () => {
    const options = { store: createMemoryStore() };
    await start({ '/api': core, '/apis': whole }, options);
    expect((await start({ '/api': core, '/apis': whole }, options)).bodies).toEqual(['/api same?', '/apis same?']);
  });
});

describe('maxAgeMs', () => {
  const answers = { '/api': core, '/apis': whole };

  it('lets a store answer without a request while it is that new, and says so until the server has confirmed it', async () => {
    const { options } = shared({ maxAgeMs: 60_000 });
    const first = await start(answers, options);
    const second = await start(answers, options, 60_000);
    expect(second.bodies).toEqual([]);
    expect(second.catalog.groups).toEqual(first.catalog.groups);
    expect(second.catalog.provenance).toEqual({ api: 'aggregated/v2', apis: 'aggregated/v2', from: 'store' });
    const confirmed = await second.discovery.refresh();
    expect(confirmed.provenance).not.toHaveProperty('from');
    expect(confirmed.groups).toBe(second.catalog.groups);
    expect(second.asked()).toEqual(['/api', '/apis']);
    const third = await start(answers, options, 60_001 + 60_000);
    expect(third.bodies).toHaveLength(2);
  });

  it('is as old for refresh() as it is', async () => {
    const { options } = shared({ maxAgeMs: 60_000 });
    await start(answers, options);
    const { discovery, asked, catalog } = await start(answers, options, 5000);
    expect(await discovery.refresh({ notOlderThanMs: 5000 })).toBe(catalog);
    expect(asked()).toEqual([]);
    await discovery.refresh({ notOlderThanMs: 4999 });
    expect(asked()).toEqual(['/api', '/apis']);
  });

  it('answers a legacy server from the store as well', async () => {
    const { options } = shared({ maxAgeMs: 60_000 });
    const documents = { ...legacy({ v1: ['pods'], 'a.io/v1': ['gadgets'], 'b.io/v1': [] }), '/apis/b.io/v1': down };
    const first = await start(documents, options);
    const second = await start(documents, options, 1000);
    expect(second.bodies).toEqual([]);
    expect(second.catalog.groups).toEqual(first.catalog.groups);
    expect(second.catalog.failures).toEqual(first.catalog.failures);
  });

  it('does not answer what the server did not confirm as a whole, nor after invalidate()', async () => {
    const { options } = shared({ maxAgeMs: 60_000 });
    await start({ '/api': core, '/apis': down }, options);
    expect((await start(answers, options)).bodies).not.toEqual([]);
    const { discovery, asked, bodies } = await start(answers, options);
    expect(bodies).toEqual([]);
    discovery.invalidate();
    await discovery.catalog();
    expect(asked()).toEqual(['/api', '/apis']);
  });

  it('does not answer from the future', async () => {
    const { options } = shared({ maxAgeMs: 60_000 });
    await start(answers, options, 100_000);
    expect((await start(answers, options)).bodies).toHaveLength(2);
  });
});
