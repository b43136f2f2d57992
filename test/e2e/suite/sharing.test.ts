import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import type { Client } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { createObject, namespace } from '../harness/objects.js';
import { randomOf, seedOfRun } from '../harness/random.js';
import { createScratchFolder, type ScratchFolder } from '../harness/scratch-folder.js';
import {
  createSharedItems,
  createSharingGroup,
  place,
  replicasOf,
  type SharingGroup,
  type SharingReplica,
} from '../harness/sharing-group.js';
import { countReconciles, findOverlaps, findRepeatedCleanups } from '../harness/sharing-lines.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { waitUntil } from '../harness/wait-until.js';

const { kind } = inject('server');
const seed = seedOfRun();
const changes = Number(process.env['KUBEATLAS_SHARING_CHANGES'] ?? 8);
const isLong = changes >= 60;
/** With the gate, API servers filter by shards, if they are asked to. */
const flags = process.env['KUBEATLAS_SHARING_GATE'] === '1' ? ['--feature-gates=ShardedListAndWatch=true'] : [];
let server: TestServer;
let client: Client;
let folder: ScratchFolder;
let group: SharingGroup;

beforeAll(async () => {
  process.stdout.write(
    `sharing: KUBEATLAS_SEED=${seed}, ${changes} changes${flags.length > 0 ? ', with the gate' : ''}\n`,
  );
  folder = createScratchFolder();
  server = await startServer(kind, { flags });
  await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin });
});

afterEach(() => {
  for (const { process: each } of group.replicas) each.kill('SIGKILL');
});

afterAll(async () => {
  await closeClients();
  await server.stop();
  folder.remove();
});

it(
  'replicas that come, go, stand still and die never work on one object at once, and lose no change',
  async () => {
    const random = randomOf(seed);
    const items = await createSharedItems(client, {
      namespace: place,
      count: isLong ? 300 : 60,
      random: randomOf(seed + 1),
    });
    group = createSharingGroup(folder.path, replicasOf({ url: server.url, ca: server.ca, token: server.tokens.admin }));
    let shards = 16;
    const start = (): SharingReplica => group.start({ shards, rate: 0.92 + random() * 0.16 });
    const any = (): SharingReplica | undefined => [...group.living][Math.floor(random() * group.living.size)];
    const leases = client.resource('leases').namespace(place);
    /** The identities of those who live whose Leases are closed. */
    const closed = async (): Promise<Set<string>> => {
      const { items: all } = await leases.list();
      const isOver = ({ spec }: (typeof all)[number]): boolean =>
        (spec as { readonly holderIdentity?: string } | undefined)?.holderIdentity === '';
      const ofLiving = ({ metadata }: (typeof all)[number]): boolean =>
        [...group.living].some(({ identity }) => `${metadata.name}-`.startsWith(`shared-member-${identity}-`));
      return new Set(all.filter((each) => isOver(each) && ofLiving(each)).map(({ metadata }) => metadata.name));
    };
    let stopped: Promise<unknown>[] = [];
    const resumed = async (): Promise<void> => {
      await Promise.all(stopped);
      stopped = [];
    };
    const restart = async (): Promise<void> => {
      await server.kill();
      await server.restart();
    };
    const wasClosed: number[] = [];
    /** What else happens, before the change of this number. */
    const beside: Readonly<Record<number, () => Promise<void>>> = {
      8: restart,
      14: async () => void (await leases.delete('shared')),
      20: async () => {
        const { items: all } = await leases.list();
        const names = all.map(({ metadata }) => metadata.name).filter((name) => name !== 'shared');
        await leases.delete(names[Math.floor(random() * names.length)] ?? '');
      },
      26: async () => {
        await resumed();
        await group.rested();
        const before = await closed();
        process.kill(server.pids.kubeApiserver, 'SIGSTOP');
        // Longer than the default lease duration, whatever the one of this test is.
        await new Promise((resolve) => setTimeout(resolve, 25_000));
        process.kill(server.pids.kubeApiserver, 'SIGCONT');
        await group.rested();
        wasClosed.push([...(await closed())].filter((each) => !before.has(each)).length);
      },
      32: restart,
      38: async () => {
        await resumed();
        shards = 32;
        for (const old of [...group.living]) {
          start();
          group.end(old, 'SIGTERM');
          await waitUntil(`${old.identity} has ended`, () => old.process.exit, { limitMs: 40_000 });
        }
        await group.rested();
      },
      50: restart,
    };
    const acts: Readonly<Record<string, () => void>> = {
      SIGTERM: () => group.end(any()!, 'SIGTERM'),
      SIGKILL: () => group.end(any()!, 'SIGKILL'),
      SIGSTOP: () => {
        const { process: victim } = any()!;
        victim.kill('SIGSTOP');
        const ms = 1000 + random() * 5000;
        stopped.push(
          new Promise<void>((resolve) => setTimeout(resolve, ms)).then(() => {
            victim.kill('SIGCONT');
          }),
        );
      },
      start: () => void start(),
    };

    for (let count = 0; count < 5; count += 1) start();
    const over = new AbortController();
    const busy = items.keepBusy(over.signal);
    const recreations: Promise<void>[] = [];
    await group.rested();
    for (let change = 0; change < changes; change += 1) {
      await beside[change]?.();
      if (change % 2 === 0) recreations.push(items.recreate());
      const names = Object.keys(acts).filter((name) => name !== 'start' || group.living.size < 7);
      acts[names[Math.floor(random() * names.length)] ?? 'start']?.();
      while (group.living.size < (random() < 0.7 ? 5 : 4)) start();
      // Half of the changes come before the one before them is over.
      if (random() < 0.5) {
        await resumed();
        await group.rested();
      } else await items.touched(20);
    }
    await resumed();
    await group.rested();
    over.abort();
    await busy;
    await Promise.all(recreations);
    await items.done(() => group.said.slice(-20).join(''));
    await group.close();

    const lines = group.lines();
    const { touched, recreated, robbed } = items.counts;
    process.stdout.write(
      `sharing: ${countReconciles(lines)} reconciles, ${touched} changes, ${recreated} recreated, ${robbed} robbed, ` +
        `${group.replicas.length} replicas${wasClosed.length > 0 ? `, ${wasClosed.join()} closed after the hang` : ''}\n`,
    );
    expect(findOverlaps(lines)).toEqual([]);
    expect(findRepeatedCleanups(lines)).toEqual([]);
    for (const count of wasClosed) expect(count).toBeLessThanOrEqual(1);
    expect(recreated).toBe(Math.ceil(changes / 2));
    const workers = [...lines.values()].filter((all) => all.some(({ type }) => type === 'begun'));
    expect(workers.length).toBeGreaterThan(4);
  },
  60_000 + changes * 30_000,
);
