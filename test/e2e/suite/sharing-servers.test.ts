import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Client } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { bumpEtcd, etcdRevision } from '../harness/etcd.js';
import { createObject, namespace } from '../harness/objects.js';
import { randomOf, seedOfRun } from '../harness/random.js';
import { createScratchFolder, type ScratchFolder } from '../harness/scratch-folder.js';
import {
  createSharedItems,
  createSharingGroup,
  place,
  replicasOf,
  times,
  type SharedItems,
  type SharingGroup,
  type SharingReplica,
} from '../harness/sharing-group.js';
import { countReconciles, findOverlaps, findRepeatedCleanups } from '../harness/sharing-lines.js';
import { startServer, type TestServer } from '../harness/start-server.js';
import { startTcpForwarder, type TcpForwarder } from '../harness/tcp-forwarder.js';
import { waitUntil } from '../harness/wait-until.js';

const { kind } = inject('server');
const seed = seedOfRun();
const random = randomOf(seed);
let server: TestServer;
let address: TcpForwarder;
let client: Client;
let folder: ScratchFolder;
let group: SharingGroup;
let items: SharedItems;
let over: AbortController;
let busy: Promise<void>;

beforeEach(async () => {
  process.stdout.write(`sharing-servers: KUBEATLAS_SEED=${seed}\n`);
  folder = createScratchFolder();
  server = await startServer(kind);
  address = await startTcpForwarder(server.url);
  const reachable = { url: address.url, ca: server.ca };
  await createObject({ ...reachable, tokens: server.tokens }, '/api/v1/namespaces', namespace(place));
  client = connect(reachable, { token: server.tokens.admin });
  items = await createSharedItems(client, { namespace: place, count: 100, random: randomOf(seed + 1) });
  group = createSharingGroup(folder.path, replicasOf({ ...reachable, token: server.tokens.admin }));
  over = new AbortController();
  busy = items.keepBusy(over.signal);
});

afterEach(async () => {
  over.abort();
  for (const { process: each } of group.replicas) each.kill('SIGKILL');
  await closeClients();
  await busy.catch(() => undefined);
  await address.close();
  await server.stop();
  folder.remove();
});

const start = (): SharingReplica => group.start({ rate: 0.92 + random() * 0.16 });
const any = (): SharingReplica => [...group.living][Math.floor(random() * group.living.size)]!;
/** The clock of the lines of replicas. */
const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6;
const ended = (replica: SharingReplica): Promise<unknown> =>
  waitUntil(`${replica.identity} has ended`, () => replica.process.exit, { limitMs: 40_000 });

/** Ends all, and looks at what they did. */
async function expectOrder(): Promise<void> {
  over.abort();
  await busy;
  await items.done(() => group.said.slice(-20).join(''));
  await group.close();
  const lines = group.lines();
  process.stdout.write(`sharing-servers: ${countReconciles(lines)} reconciles, ${items.counts.touched} changes\n`);
  expect(findOverlaps(lines)).toEqual([]);
  expect(findRepeatedCleanups(lines)).toEqual([]);
  expect(countReconciles(lines)).toBeGreaterThan(100);
}

it('two API servers on one etcd, in turn behind one address', { timeout: 600_000 }, async () => {
  const other = await server.startBeside([]);
  const both = [server.url, other.url];
  address.turnTo(both);
  for (let count = 0; count < 4; count += 1) start();
  await group.rested();
  for (let round = 0; round < 8; round += 1) {
    // All connections are cut each time.
    address.turnTo([both, [server.url], both, [other.url]][round % 4] ?? both);
    group.end(any(), random() < 0.5 ? 'SIGTERM' : 'SIGKILL');
    start();
    await items.recreate();
    await group.rested();
  }
  await expectOrder();
});

describe('a snapshot of etcd that is restored under load', () => {
  async function restored(bump: (revisions: number) => Promise<void>): Promise<void> {
    for (let count = 0; count < 4; count += 1) start();
    await group.rested();
    const snapshot = server.snapshot();
    const before = await etcdRevision(server);
    // Holders are others afterwards.
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      group.end(any(), signal);
      start();
      await group.rested();
    }
    await items.touched(20);
    const written = (await etcdRevision(server)) - before;
    expect(written).toBeGreaterThan(20);
    let since = 0;
    await server.restore(snapshot, async () => {
      await etcdRevision(server);
      await bump(written + 1000);
      // As etcd's documentation has it, for these times.
      await new Promise((resolve) => setTimeout(resolve, times.renewDeadlineMs * 1.2));
      since = machineNow();
    });
    await group.rested(since);
    await items.touched(50);
  }

  it('with a revision that was raised, and all before it forgotten: they go on', { timeout: 600_000 }, async () => {
    await restored((revisions) => bumpEtcd(server, revisions));
    for (let count = 0; count < 3; count += 1) await items.recreate();
    await expectOrder();
  });

  // Whoever watches from a later revision is told nothing before it is reached again.
  it('as it was: they share again, and read the objects anew', { timeout: 600_000 }, async () => {
    await restored(async () => undefined);
    for (let count = 0; count < 3; count += 1) await items.recreate();
    await expectOrder();
  });
});

it('a handover that is faster than the watches of the next holders', { timeout: 600_000 }, async () => {
  const finalized = (): number => [...group.lines().values()].flat().filter(({ type }) => type === 'finalized').length;
  for (let count = 0; count < 4; count += 1) group.start({ watchLagMs: 1500 });
  await group.rested();
  for (let round = 0; round < 6; round += 1) {
    const before = finalized();
    const recreations = Array.from({ length: 10 }, () => items.recreate());
    // What the holders have just cleaned up, the informers of the others still have.
    await waitUntil('half of them are cleaned up', () => finalized() >= before + 5 || undefined, { everyMs: 20 });
    const old = any();
    group.end(old, 'SIGTERM');
    await ended(old);
    await Promise.all(recreations);
    group.start({ watchLagMs: 1500 });
    await group.rested();
  }
  await expectOrder();
});

it('an upgrade from leader election, and back', { timeout: 600_000 }, async () => {
  const replace = async (mode: 'share' | 'leaderElection'): Promise<void> => {
    for (const old of [...group.living]) {
      group.start({ mode });
      group.end(old, 'SIGTERM');
      await ended(old);
    }
    await group.rested();
    await items.touched(20);
    await items.recreate();
  };
  for (let count = 0; count < 3; count += 1) group.start({ mode: 'leaderElection' });
  await group.rested();
  await replace('share');
  await replace('leaderElection');
  await replace('share');
  // All are killed: the table names a holder for an hour.
  for (const each of [...group.living]) {
    group.end(each, 'SIGKILL');
    await ended(each);
  }
  const candidate = group.start({ mode: 'leaderElection' });
  await items.touched(100);
  expect(candidate.held()).toBe(0);
  await client
    .resource('leases')
    .namespace(place)
    .patch('shared', { spec: { holderIdentity: '' } }, { type: 'merge' });
  await group.rested();
  await expectOrder();
});
