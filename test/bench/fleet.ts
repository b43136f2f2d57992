import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createClient, createMemoryStore, type DiscoveryStore } from '../../src/index.js';
import { findRedis } from '../redis/harness/find-redis.js';
import { startRedis } from '../redis/harness/redis-server.js';
import { buildDiscoveryProcess, startDiscoveryProcess } from '../stores/start-discovery-process.js';
import type { DiscoveryProcessWork } from '../stores/discovery-process.js';
import type { Bench } from './bench.js';
import { startDiscoveryServer, type DiscoveryCount, type DiscoveryServer } from './discovery-server.js';
import { formatBytes, formatCount } from './format.js';

const groups = 300;
const clients = 1000;
const processes = 200;
const fleet = 10_000;
/** The number of processes that start at once. */
const atOnce = 20;

/** Measures the load of many clients on one server. */
export const fleetBench: Bench = {
  name: 'fleet',
  title: 'A fleet of clients',
  about:
    `The requests to a server with ${groups} groups when ${formatCount(clients)} clients in one process start, and ${processes} processes, ` +
    `${atOnce} at a time: without a store, and with one that they share. The last column is calculated: the bytes sent to ` +
    `${formatCount(fleet)} clients. With a store, only those that start before it is filled get a body.`,
  async run() {
    const server = await startDiscoveryServer();
    try {
      const inOne = async (store?: DiscoveryStore): Promise<DiscoveryCount> =>
        counted(server, () => manyClients(server, store));
      return {
        columns: ['', 'requests', 'answers with a body', 'bytes sent', `bytes for ${formatCount(fleet)}`],
        rows: [
          rowOf(`${formatCount(clients)} clients, no store`, await inOne(), clients, false),
          rowOf(`${formatCount(clients)} clients, store in memory`, await inOne(createMemoryStore()), clients, true),
          ...(await processRows(server)),
        ],
      };
    } finally {
      await server.stop();
    }
  },
};

function rowOf(name: string, { requests, bodies, bytes }: DiscoveryCount, count: number, isShared: boolean): string[] {
  // Only the first clients find an empty store, and their number is the same however many follow.
  const all = isShared ? bytes : (bytes / count) * fleet;
  return [name, formatCount(requests), formatCount(bodies), formatBytes(bytes), formatBytes(all)];
}

async function counted(server: DiscoveryServer, work: () => Promise<void>): Promise<DiscoveryCount> {
  await server.count();
  await work();
  return server.count();
}

async function inTurns(count: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function manyClients(server: DiscoveryServer, store: DiscoveryStore | undefined): Promise<void> {
  return inTurns(clients, async () => {
    const client = createClient({ server: server.at({ groups }), discovery: { store } });
    await client.discovery.catalog();
    await client.close();
  });
}

async function processRows(server: DiscoveryServer): Promise<string[][]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kubeatlas-bench-'));
  const redis = findRedis() === undefined ? undefined : await startRedis();
  try {
    const program = await buildDiscoveryProcess(folder);
    const started = (
      store: Pick<DiscoveryProcessWork, 'folder' | 'redis'>,
      count = processes,
    ): Promise<DiscoveryCount> =>
      counted(server, () =>
        inTurns(count, async () => {
          const work = { server: server.at({ groups }), storeKey: 'bench', ...store };
          const process = startDiscoveryProcess(program, work);
          const { error, storeFailures } = await process.ask('learn');
          // On a busy machine a store may be slow, and is then skipped.
          const problem = error ?? storeFailures.find((kind) => kind !== 'slow');
          if (problem !== undefined) throw new Error(problem);
          await process.stop();
        }),
      );
    return [
      // Each of them sends the same requests.
      rowOf(`${atOnce} processes, no store`, await started({}, atOnce), atOnce, false),
      rowOf(
        `${processes} processes, one folder`,
        await started({ folder: path.join(folder, 'store') }),
        processes,
        true,
      ),
      redis === undefined
        ? [`${processes} processes, one Redis`, 'no Redis here', '', '', '']
        : rowOf(`${processes} processes, one Redis`, await started({ redis: redis.url }), processes, true),
    ];
  } finally {
    await redis?.stop();
    await rm(folder, { recursive: true });
  }
}
