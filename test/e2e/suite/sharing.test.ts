import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Client, ResourceHandle } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { spawnGuarded, type GuardedProcess } from '../harness/guarded-process.js';
import { createObject, namespace } from '../harness/objects.js';
import { randomOf, seedOfRun } from '../harness/random.js';
import { startRecordingProxy, type RecordingProxy } from '../harness/recording-proxy.js';
import type { SharingReplicaOptions } from '../harness/sharing-replica.js';
import { waitUntil } from '../harness/wait-until.js';

const server = inject('server');
const place = 'sharing';
const times = { leaseDurationMs: 3000, renewDeadlineMs: 2000, retryPeriodMs: 400 };
const seed = seedOfRun();
const changes = Number(process.env['KUBEATLAS_SHARING_CHANGES'] ?? 8);
const names = Array.from({ length: 60 }, (_, index) => `item-${index}`);
const script = path.resolve(import.meta.dirname, '../harness/sharing-replica.ts');
const replicas: GuardedProcess[] = [];
/** What the replicas wrote to stderr. */
const said: string[] = [];
let client: Client;
let configMaps: ResourceHandle;
let proxy: RecordingProxy;
let started = 0;

beforeAll(async () => {
  process.stdout.write(`sharing: seed ${seed}, ${changes} changes\n`);
  await createObject(server, '/api/v1/namespaces', namespace(place));
  proxy = await startRecordingProxy(server, server.tokens.admin);
  client = connect(server, { token: server.tokens.admin });
  configMaps = client.resource('configmaps').namespace(place);
  for (const name of names) await configMaps.create({ metadata: { name, labels: { shared: 'yes' } }, data: {} });
});

afterEach(() => {
  for (const replica of replicas) replica.kill('SIGKILL');
});

afterAll(async () => {
  await client.resource('namespaces').delete(place);
  await proxy.close();
  await closeClients();
});

function start(): GuardedProcess {
  started += 1;
  const options: SharingReplicaOptions = { url: proxy.url, identity: `replica-${started}`, namespace: place, ...times };
  const replica = spawnGuarded(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
    output: 'pipe',
  });
  replica.stderr?.on('data', (part: Buffer) => said.push(`${options.identity}: ${part.toString()}`));
  replicas.push(replica);
  return replica;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

it('replicas that come, go, stand still and die never work on one object at once, and lose no change', async () => {
  const random = randomOf(seed);
  /** Whose writes were seen on each object, in order: one entry for each reconcile that follows another one. */
  const history = new Map<string, string[]>();
  const watching = new AbortController();
  const { metadata } = await configMaps.list({ limit: 1 });
  const observed = (async () => {
    for await (const event of configMaps.watch({
      resourceVersion: metadata.resourceVersion,
      signal: watching.signal,
    })) {
      if (event.type === 'BOOKMARK') continue;
      const { by } = (event.object['data'] ?? {}) as { readonly by?: string };
      const seen = history.get(event.object.metadata.name) ?? [];
      if (by !== undefined && seen.at(-1) !== by) seen.push(by);
      history.set(event.object.metadata.name, seen);
    }
  })().catch((error: unknown) => {
    if (!watching.signal.aborted) throw error;
  });
  let touches = 0;
  const touch = async (): Promise<void> => {
    touches += 1;
    const name = names[Math.floor(random() * names.length)] ?? '';
    await configMaps.patch(name, { data: { wanted: String(touches) } }, { type: 'merge' });
  };

  const alive = new Set([start(), start(), start()]);
  for (let change = 0; change < changes; change += 1) {
    const until = Date.now() + 3000;
    while (Date.now() < until) {
      await touch();
      await pause(10);
    }
    const [victim] = [...alive].toSorted(() => random() - 0.5);
    const kind = ['SIGTERM', 'SIGKILL', 'SIGSTOP'][Math.floor(random() * 3)];
    if (victim === undefined || kind === undefined) continue;
    if (kind === 'SIGSTOP') {
      victim.kill('SIGSTOP');
      setTimeout(() => victim.kill('SIGCONT'), 1000 + random() * 5000);
    } else {
      victim.kill(kind as 'SIGTERM');
      alive.delete(victim);
      alive.add(start());
    }
  }
  for (const replica of replicas) replica.kill('SIGCONT');

  await waitUntil(
    () => `every object is as it is wanted: ${said.slice(-20).join('')}`,
    async () => {
      const { items } = await configMaps.list();
      const isDone = items.every(({ data }) => {
        const { wanted, seen } = (data ?? {}) as { readonly wanted?: string; readonly seen?: string };
        return wanted === seen;
      });
      return isDone || undefined;
    },
    { limitMs: 60_000 },
  );
  for (const replica of alive) replica.kill('SIGTERM');
  await Promise.all(
    [...alive].map((replica) => waitUntil('a replica has ended', () => replica.exit, { limitMs: 20_000 })),
  );
  watching.abort();
  await observed;
  const reconciles = [...history.values()].flat();
  expect(reconciles.length).toBeGreaterThan(names.length);
  // A reconcile that comes back after another one has begun has worked beside it.
  for (const [name, seen] of history) expect([name, seen.length]).toEqual([name, new Set(seen).size]);
  expect(new Set(reconciles.map((by) => by.split('/')[0])).size).toBeGreaterThan(2);
}, 180_000);
