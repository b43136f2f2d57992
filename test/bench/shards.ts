import type { Socket } from 'node:net';
import { Agent } from 'node:https';
import { createClient, createInformer, divideIntoShards } from '../../src/index.js';
import { noServer, type ApiServerAccess, type ApiServerTold } from './api-server.js';
import type { Bench } from './bench.js';
import { startAgain, startChild, tellAndStay } from './child.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';
import { heapUsed } from './samples.js';

/** With this argument, the program runs an informer of one shard, or of everything, and prints its cost. */
export const shardFlag = '--shard';

const objects = 20_000;
const replicas = 3;
const rounds = 3;

interface Measured {
  readonly bytes: number;
  readonly processorMs: number;
  readonly heapBytes: number;
  readonly objects: number;
}

/** Measures what the server saves a replica by filtering. */
export const shardsBench: Bench = {
  name: 'shards',
  title: 'Shards by the server',
  about:
    `One of ${replicas} replicas that share ${formatCount(objects)} ConfigMaps of 1 kB of kube-apiserver with ShardedListAndWatch, until its ` +
    'informer is synced: with `shard`, compared with an informer of everything (the aim is 0.45× the bytes, 0.68× the processor time, 0.6× ' +
    'the heap).',
  async run() {
    const server = await startChild<ApiServerTold>(process.execPath, [
      ...['--import', 'tsx', 'test/bench/api-server-process.ts'],
      ...[String(objects), 'configmaps'],
    ]);
    try {
      const { access } = server.told;
      if (access === undefined) return { columns: [noServer], rows: [] };
      const whole: Measured[] = [];
      const part: Measured[] = [];
      for (let round = 0; round < rounds; round += 1) {
        whole.push(await measure(access, 'whole'));
        part.push(await measure(access, String(round % replicas)));
      }
      const row = (name: string, all: readonly Measured[]): string[] => [
        name,
        formatCount(median(all.map((each) => each.objects))),
        ...(
          [
            ['bytes', formatBytes],
            ['processorMs', formatTime],
            ['heapBytes', formatBytes],
          ] as const
        ).flatMap(([what, format]) => {
          const [values, others] = [all, whole].map((list) => list.map((each) => each[what])) as [number[], number[]];
          const least = formatRatio(Math.min(...values) / Math.min(...others));
          return [format(median(values)), `${formatRatio(median(values) / median(others))} (${least})`];
        }),
      ];
      return {
        columns: ['', 'objects', 'bytes', 'ratio', 'processor', 'ratio', 'heap', 'ratio'],
        rows: [row('everything', whole), row('a third, by `shard`', part)],
      };
    } finally {
      await server.stop();
    }
  },
};

async function measure(access: ApiServerAccess, what: string): Promise<Measured> {
  const { told, stop } = await startAgain<Measured>(shardFlag, what, JSON.stringify(access));
  await stop();
  return told;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** Runs an informer and prints its cost. */
export async function printShard(what: string | undefined, access: string | undefined): Promise<void> {
  const { url, ca, token } = JSON.parse(access ?? '') as ApiServerAccess;
  const sockets: Socket[] = [];
  const agent = new Agent({ ca, keepAlive: true });
  const { createConnection } = agent as unknown as { createConnection: (...given: unknown[]) => Socket };
  Object.assign(agent, {
    createConnection: (...given: unknown[]) => {
      const socket = createConnection.apply(agent, given);
      sockets.push(socket);
      return socket;
    },
  });
  const headers = { authorization: `Bearer ${token}` };
  const client = createClient({ server: url, authenticate: async () => ({ headers, agent }) });
  const configMaps = client.resource('configmaps').namespace('web');
  await configMaps.list({ limit: 1 });
  const [before, received, processor] = [await heapUsed(), bytesOf(sockets), process.cpuUsage()];
  const shard = what === 'whole' ? undefined : divideIntoShards('uid', replicas)[Number(what)];
  const informer = createInformer(client, configMaps, { shard });
  await informer.synced;
  const { user, system } = process.cpuUsage(processor);
  const bytes = bytesOf(sockets) - received;
  const heapBytes = (await heapUsed()) - before;
  const measured: Measured = { bytes, processorMs: (user + system) / 1000, heapBytes, objects: informer.store.size };
  await tellAndStay(measured);
  await client.close();
  process.exit(0);
}

function bytesOf(sockets: readonly Socket[]): number {
  return sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
}
