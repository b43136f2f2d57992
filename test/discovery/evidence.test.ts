import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../src/catalog/catalog.js';
import { createDiscovery } from '../../src/discovery/create-discovery.js';
import type { Discovery } from '../../src/discovery/discovery.js';
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
});
