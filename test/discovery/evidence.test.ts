import { describe, expect, it } from 'vitest';
import { createDiscovery } from '../../src/discovery/create-discovery.js';
import { createEvidenceReader } from '../../src/discovery/read-evidence.js';
import { captured } from '../fixtures/captured.js';
import { deadSocket, replay, type ReplayConnection, type Scripted } from './replay-connection.js';

const core = { group: '', version: 'v1' };
const events = { group: 'events.k8s.io', version: 'v1' };

async function aggregated(more: Record<string, Scripted> = {}): Promise<{
  connection: ReplayConnection;
  learned: Awaited<ReturnType<ReturnType<typeof createDiscovery>['catalog']>>;
}> {
  const { '/api': api, '/apis': apis } = captured('kube-1.36-v2');
  const connection = replay({ ...captured('kube-1.36-legacy'), '/api': api!, '/apis': apis!, ...more });
  const learned = await createDiscovery(connection).catalog();
  connection.requests.length = 0;
  return { connection, learned };
}

describe('the evidence that only legacy documents carry', () => {
  it('is read once for a catalog, and for the group-versions in question alone', async () => {
    const { connection, learned } = await aggregated();
    const reader = createEvidenceReader(connection);
    const [look, again] = await Promise.all([reader.read(learned, [core, events]), reader.read(learned, [core])]);
    const third = await reader.read(learned, [events, events]);
    expect(connection.requests.map((request) => request.path)).toEqual(['/api/v1', '/apis/events.k8s.io/v1']);
    for (const each of [look, again, third]) {
      const hashes = [core, events].map(
        (gv) => each.look(learned.resource({ ...gv, resource: 'events' })!)?.storageVersionHash,
      );
      expect(hashes).toEqual(['r2yiGXH7wu8=', 'r2yiGXH7wu8=']);
    }
  });

  it('is read 10 documents at a time', async () => {
    const { connection, learned } = await aggregated();
    const all = learned.groups.flatMap((group) => group.versions);
    await createEvidenceReader(connection).read(learned, all);
    expect(connection.requests).toHaveLength(all.length - 1);
    expect(connection.atOnce()).toBe(10);
  });

  it('needs no request where the catalog came from legacy documents', async () => {
    const connection = replay(captured('kube-1.36-legacy'));
    const learned = await createDiscovery(connection).catalog();
    connection.requests.length = 0;
    await createEvidenceReader(connection).read(learned, [core, events]);
    expect(connection.requests).toEqual([]);
  });

  it('that cannot be read is missing, and is asked for again the next time', async () => {
    let answers = 0;
    const flaky: Scripted = () => {
      answers += 1;
      if (answers === 1) throw deadSocket;
      return captured('kube-1.36-legacy')['/api/v1']!;
    };
    const { connection, learned } = await aggregated({ '/api/v1': flaky });
    const reader = createEvidenceReader(connection);
    const entry = learned.resource({ ...core, resource: 'events' })!;
    const first = await reader.read(learned, [core, events]);
    expect(first.look(entry)).toBeUndefined();
    expect(first.failures).toMatchObject([{ class: 'unreachable', ...core, document: '/api/v1' }]);
    const second = await reader.read(learned, [core, events]);
    expect(second.look(entry)?.storageVersionHash).toBe('r2yiGXH7wu8=');
    expect(second.failures).toEqual([]);
  });

  it('is not spoiled for others by one caller who aborts', async () => {
    const { connection, learned } = await aggregated();
    const reader = createEvidenceReader(connection);
    const controller = new AbortController();
    const mine = reader.read(learned, [core], controller.signal);
    const other = reader.read(learned, [core]);
    controller.abort('left');
    await expect(mine).rejects.toBe('left');
    expect((await other).look(learned.resource({ ...core, resource: 'events' })!)?.storageVersionHash).toBe(
      'r2yiGXH7wu8=',
    );
    expect(connection.requests).toHaveLength(1);
  });
});
