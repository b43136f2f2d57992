import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../src/core/discovery/create-discovery.js';
import type { Discovery } from '../../src/core/discovery/discovery.js';
import { captured } from '../fixtures/captured.js';
import { deadSocket, replay, type ReplayConnection, type Scripted } from './replay-connection.js';

const core = { group: '', version: 'v1' };
const events = { group: 'events.k8s.io', version: 'v1' };

async function aggregated(more: Record<string, Scripted> = {}): Promise<{
  connection: ReplayConnection;
  discovery: Discovery;
  learned: Catalog;
}> {
  const { '/api': api, '/apis': apis } = captured('kube-1.36-v2');
  const connection = replay({ ...captured('kube-1.36-legacy'), '/api': api!, '/apis': apis!, ...more });
  const discovery = createDiscovery(connection);
  const learned = await discovery.catalog();
  connection.requests.length = 0;
  return { connection, discovery, learned };
}

describe('the evidence that only legacy documents carry', () => {
  it('is read once for a catalog, and for the group-versions in question alone', async () => {
    const { connection, discovery, learned } = await aggregated();
    const [look, again] = await Promise.all([
      discovery.evidence(learned, [core, events]),
      discovery.evidence(learned, [core]),
    ]);
    const third = await discovery.evidence(learned, [events, events]);
    expect(connection.requests.map((request) => request.path)).toEqual(['/api/v1', '/apis/events.k8s.io/v1']);
    for (const each of [look, again, third]) {
      const hashes = [core, events].map(
        (gv) => each.look(learned.resource({ ...gv, resource: 'events' })!)?.storageVersionHash,
      );
      expect(hashes).toEqual(['r2yiGXH7wu8=', 'r2yiGXH7wu8=']);
    }
  });

  it('is read 10 documents at a time', async () => {
    const { connection, discovery, learned } = await aggregated();
    const all = learned.groups.flatMap((group) => group.versions);
    await discovery.evidence(learned, all);
    expect(connection.requests).toHaveLength(all.length - 1);
    expect(connection.atOnce()).toBe(10);
  });

  it('needs no request where the catalog came from legacy documents', async () => {
    const connection = replay(captured('kube-1.36-legacy'));
    const discovery = createDiscovery(connection);
    const learned = await discovery.catalog();
    connection.requests.length = 0;
    await discovery.evidence(learned, [core, events]);
    expect(connection.requests).toEqual([]);
  });

  it('that cannot be read is missing, and is asked for again the next time', async () => {
    let answers = 0;
    const flaky: Scripted = () => {
      answers += 1;
      if (answers === 1) throw deadSocket;
      return captured('kube-1.36-legacy')['/api/v1']!;
    };
    const { discovery, learned } = await aggregated({ '/api/v1': flaky });
    const entry = learned.resource({ ...core, resource: 'events' })!;
    const first = await discovery.evidence(learned, [core, events]);
    expect(first.look(entry)).toBeUndefined();
    expect(first.failures).toMatchObject([{ class: 'unreachable', ...core, document: '/api/v1' }]);
    const second = await discovery.evidence(learned, [core, events]);
    expect(second.look(entry)?.storageVersionHash).toBe('r2yiGXH7wu8=');
    expect(second.failures).toEqual([]);
  });

  it('is not spoiled for others by one caller who aborts', async () => {
    const { connection, discovery, learned } = await aggregated();
    const controller = new AbortController();
    const mine = discovery.evidence(learned, [core], { signal: controller.signal });
    const other = discovery.evidence(learned, [core]);
    controller.abort('left');
    await expect(mine).rejects.toBe('left');
    expect((await other).look(learned.resource({ ...core, resource: 'events' })!)?.storageVersionHash).toBe(
      'r2yiGXH7wu8=',
    );
    expect(connection.requests).toHaveLength(1);
  });

  it('is read anew after a refresh, though a 304 keeps the catalog', async () => {
    let hash = 'before';
    const tagged = (path: '/api' | '/apis'): Scripted => {
      const answer = captured('kube-1.36-v2')[path]!;
      return ({ ifNoneMatch }) => (ifNoneMatch === undefined ? answer : { status: 304, body: '' });
    };
    const { connection, discovery, learned } = await aggregated({
      '/api': tagged('/api'),
      '/apis': tagged('/apis'),
      '/api/v1': () => ({
        body: { kind: 'APIResourceList', resources: [{ name: 'events', kind: 'Event', storageVersionHash: hash }] },
      }),
    });
    const entry = learned.resource({ ...core, resource: 'events' })!;
    const hashNow = async (): Promise<string | undefined> =>
      (await discovery.evidence(learned, [core])).look(entry)?.storageVersionHash;
    expect(await hashNow()).toBe('before');
    hash = 'after';
    expect(await hashNow()).toBe('before');
    expect(await discovery.refresh({ notOlderThanMs: 60_000 })).toBe(learned);
    expect(await hashNow()).toBe('before');
    expect(await discovery.refresh()).toBe(learned);
    expect(await hashNow()).toBe('after');
    expect(connection.requests.filter(({ path }) => path === '/api/v1')).toHaveLength(2);
  });

  it('that began before a refresh is not kept after it', async () => {
    let release = (): void => undefined;
    const hold = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    const slow: Scripted = async () => {
      asked += 1;
      const storageVersionHash = `${asked}`;
      if (asked === 1) await hold;
      return { body: { kind: 'APIResourceList', resources: [{ name: 'events', kind: 'Event', storageVersionHash }] } };
    };
    const { discovery, learned } = await aggregated({ '/api/v1': slow });
    const early = discovery.evidence(learned, [core]);
    await discovery.refresh();
    release();
    const entry = learned.resource({ ...core, resource: 'events' })!;
    expect((await early).look(entry)?.storageVersionHash).toBe('1');
    expect((await discovery.evidence(learned, [core])).look(entry)?.storageVersionHash).toBe('2');
  });

  it('is read although one entry carries an id, and adds to what entries say themselves', async () => {
    const entry = (resource: string, more: object = {}): object => {
      return { resource, scope: 'Namespaced', verbs: ['get'], responseKind: { kind: resource }, ...more };
    };
    const versions = [{ version: 'v1', resources: [entry('things', { internalID: 'own' }), entry('others')] }];
    const list = { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' };
    const resources = ['things', 'others'].map((name) => ({ name, kind: name, storageVersionHash: `hash of ${name}` }));
    const connection = replay({
      '/apis': { body: { ...list, items: [{ metadata: { name: 'a.io' }, versions }] } },
      '/apis/a.io/v1': { body: { kind: 'APIResourceList', resources } },
    });
    const discovery = createDiscovery(connection);
    const catalog = await discovery.catalog();
    const { look } = await discovery.evidence(catalog, [{ group: 'a.io', version: 'v1' }]);
    expect(catalog.resources().map(look)).toEqual([
      { internalID: 'own', storageVersionHash: 'hash of things' },
      { internalID: undefined, storageVersionHash: 'hash of others' },
    ]);
  });
});
