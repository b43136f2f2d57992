import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { createClient, createMemoryStore, type Client, type DiscoveryStore } from '../../src/index.js';
import type { Bench } from './bench.js';
import { goProgram } from './client-go.js';
import { startDiscoveryServer, type DiscoveryPlace, type DiscoveryServer } from './discovery-server.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';
import { summarise, type Samples } from './samples.js';

const run = promisify(execFile);
const far = { latencyMs: 50, bytesPerMs: 12_500 } as const;

/** Measures the time until a mapper is ready, including the network. */
export const firstAnswerBench: Bench = {
  name: 'cold',
  title: 'Until the first answer',
  about:
    'From the first call to a ready mapper, with a new client each time: on loopback, and with 50 ms of latency and 100 Mbit/s. Without a ' +
    'store this takes two requests in parallel (under 1.3 round trips for small documents); with a store, two answers without a body.',
  async run() {
    const server = await startDiscoveryServer();
    try {
      const rows = [];
      for (const [name, place] of [
        ['30 groups, loopback', { groups: 30 }],
        ['30 groups, 50 ms', { groups: 30, ...far }],
        ['3,000 groups, loopback', { groups: 3000 }],
        ['3,000 groups, 50 ms', { groups: 3000, ...far }],
      ] as const) {
        rows.push(await row(server, name, place));
      }
      return {
        columns: [
          '',
          'without a store',
          'round trips',
          'requests, bytes',
          'with a store',
          'ratio',
          'requests, bytes',
          'client-go',
        ],
        rows,
      };
    } finally {
      await server.stop();
    }
  },
};

async function row(server: DiscoveryServer, name: string, place: DiscoveryPlace): Promise<string[]> {
  const store = createMemoryStore();
  // Fill the store, and let the code be compiled.
  for (let time = 0; time < 3; time += 1) await timeToMapper(server.at(place), store);
  const [cold, warm]: number[][] = [[], []];
  let counts = { cold: '', warm: '' };
  for (let round = 0; round < 9; round += 1) {
    await server.count();
    cold!.push(await timeToMapper(server.at(place)));
    const first = await server.count();
    warm!.push(await timeToMapper(server.at(place), store));
    const second = await server.count();
    const told = (each: typeof first): string =>
      `${each.requests}, ${each.bytes === 0 ? 'none' : formatBytes(each.bytes)}`;
    counts = { cold: told(first), warm: told(second) };
  }
  const [without, withStore] = [summarise(cold!), summarise(warm!)];
  const trips = place.latencyMs === undefined ? '' : (without.median / place.latencyMs).toFixed(2);
  const go = await goDiscovery(server.at(place), 9);
  return [
    name,
    both(without, formatTime),
    trips,
    counts.cold,
    both(withStore, formatTime),
    `${formatRatio(withStore.median / without.median)} (${formatRatio(withStore.min / without.min)})`,
    counts.warm,
    go === undefined ? 'no Go here' : both(go, formatTime),
  ];
}

function both({ median, min }: Samples, format: (value: number) => string): string {
  return `${format(median)} (${format(min)})`;
}

/** Returns the time that a new client takes for a mapper, with its connections open. */
async function timeToMapper(url: string, store?: DiscoveryStore): Promise<number> {
  const client = await opened(createClient({ server: url, discovery: { store } }));
  const begun = performance.now();
  const mapper = await client.mapper();
  mapper.resolve('awidgets');
  const took = performance.now() - begun;
  await client.close();
  return took;
}

async function opened(client: Client): Promise<Client> {
  await Promise.all([1, 2].map(() => client.request({ path: '/nothing', expected: [404] })));
  return client;
}

/** Measures the same with client-go; undefined without Go. */
async function goDiscovery(url: string, rounds: number): Promise<Samples | undefined> {
  const program = await goProgram();
  if (program === undefined) return undefined;
  const { stdout } = await run(program, ['discover', url, String(rounds)]);
  return summarise(JSON.parse(stdout) as number[]);
}

/** Measures hundreds of documents of a server without aggregated ones. */
export const fanOutBench: Bench = {
  name: 'fan-out',
  title: 'A server without aggregated documents',
  about:
    '330 group-versions, each with its own document, with 20 ms of latency and open connections: compared with ten loops of `node:http` and ' +
    '`JSON.parse` by hand (must stay under 1.2×). client-go has its default limiter.',
  async run() {
    const server = await startDiscoveryServer();
    try {
      const url = server.at({ legacy: 330, latencyMs: 20 });
      const works = { hand: () => byHand(url), ours: () => timeToMapper(url) };
      const times: Record<keyof typeof works, number[]> = { hand: [], ours: [] };
      const most = { hand: 0, ours: 0 };
      for (let round = -1; round < 5; round += 1) {
        for (const name of ['hand', 'ours'] as const) {
          await server.count();
          const took = await works[name]();
          most[name] = (await server.count()).mostAtOnce;
          if (round >= 0) times[name].push(took);
        }
      }
      const [hand, ours] = [summarise(times.hand), summarise(times.ours)];
      await server.count();
      const go = await goDiscovery(url, 2);
      const { mostAtOnce } = await server.count();
      const line = (name: string, samples: Samples, atOnce: number): string[] => [
        name,
        both(samples, formatTime),
        formatCount(atOnce),
        `${formatRatio(samples.median / hand.median)} (${formatRatio(samples.min / hand.min)})`,
      ];
      return {
        columns: ['', 'time', 'most at once', 'ratio'],
        rows: [
          line('by hand', hand, most.hand),
          line('`client.mapper()`', ours, most.ours),
          go === undefined ? ['client-go', 'no Go here', '', ''] : line('client-go', go, mostAtOnce),
        ],
      };
    } finally {
      await server.stop();
    }
  },
};

async function byHand(url: string): Promise<number> {
  const { Agent } = await import('node:http');
  const agent = new Agent({ keepAlive: true, maxSockets: 10 });
  const { gunzipSync } = await import('node:zlib');
  const get = (path: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      request(`${url}${path}`, { agent }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const body = Buffer.concat(pieces);
          resolve(response.statusCode === 200 ? JSON.parse(gunzipSync(body).toString('utf8')) : undefined);
        });
      })
        .once('error', reject)
        .end();
    });
  await Promise.all([get('/nothing'), get('/nothing')]);
  const begun = performance.now();
  const [, apis] = await Promise.all([get('/api'), get('/apis')]);
  const paths = (apis as { groups: { name: string }[] }).groups.map(({ name }) => `/apis/${name}/v1`);
  const work = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) await get(path);
  };
  await Promise.all(Array.from({ length: 10 }, work));
  const took = performance.now() - begun;
  agent.destroy();
  return took;
}
