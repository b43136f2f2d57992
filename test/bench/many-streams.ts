import { readFileSync } from 'node:fs';
import { request, Agent } from 'node:https';
import { createHttp2Transport } from '../../src/http2/index.js';
import { createClient, follow, type ResourceHandle } from '../../src/index.js';
import { apiServer, noServer, podCount, type ApiServerAccess } from './api-server.js';
import type { Bench } from './bench.js';
import { startAgain, tellAndStay } from './child.js';
import { selectorOf, eventsPath, startEventServer } from './event-server.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';
import { collectGarbage, summarise } from './samples.js';

/** With this argument, the program opens many streams and prints the memory that they retain. */
export const streamsHeapFlag = '--streams-heap';

const manyWatches = 1000;
const watches = 100;
const followers = 20;
const reads = 100;
const rounds = 5;

/** Measures the memory of an idle watch. */
export const idleWatchesBench: Bench = {
  name: 'idle-watches',
  title: 'Many watches at once',
  about:
    `${formatCount(manyWatches)} watches over TLS, each after its first event, compared with as many responses of \`node:https\` by hand: the ` +
    'growth of the heap and of the process for each. Nearly all of it is the TLS socket.',
  async run() {
    const { told, stop } = await startEventServer();
    try {
      const place = { url: told.tls, ca: told.ca, token: '' };
      const [hand, ours] = [await grownBy('hand', place), await grownBy('loopback', place)];
      return {
        columns: ['', 'heap', 'buffers outside of it', 'process', 'ratio'],
        rows: [row('by hand', hand, hand), row('`watch()`', ours, hand)],
      };
    } finally {
      await stop();
    }
  },
};

function row(name: string, grown: Grown, other: Grown): string[] {
  const { heap, external, rss } = grown;
  return [name, formatBytes(heap), formatBytes(external), formatBytes(rss), formatRatio(rss / other.rss)];
}

/** Compares one connection for all requests with one for each. */
export const http2Bench: Bench = {
  name: 'http2',
  title: 'HTTP/1.1 and HTTP/2',
  about:
    `With a new client each time: ${watches} watches until each is open, ${followers} followers of metadata until \`synced\`, ${reads} reads ` +
    `of one pod at once, one list of ${formatCount(podCount)} pods. Memory is for each of ${watches} open watches.`,
  async run() {
    const access = await apiServer();
    if (access === undefined) return { columns: [noServer], rows: [] };
    const rows: string[][] = [];
    for (const [work, act] of Object.entries(works)) {
      const taken = { h1: [] as Taken[], h2: [] as Taken[] };
      for (let round = -1; round < rounds; round += 1) {
        for (const version of ['h1', 'h2'] as const) {
          const one = await measure(access, version, act);
          if (round >= 0) taken[version].push(one);
        }
      }
      for (const version of ['h1', 'h2'] as const) {
        const grown = work.endsWith('watches') ? await grownBy(version, access) : undefined;
        const kept = grown === undefined ? ['', ''] : [grown.heap, grown.rss].map(formatBytes);
        rows.push([work, versions[version], ...describe(taken[version], taken.h1), ...kept]);
      }
    }
    return {
      columns: [
        '',
        '',
        'handshakes',
        'clock',
        'ratio',
        'processor',
        'of the server',
        'heap for each',
        'process for each',
      ],
      rows,
    };
  },
};

const versions = { h1: 'HTTP/1.1', h2: 'HTTP/2' };

interface Taken {
  readonly handshakes: number;
  readonly clock: number;
  readonly cpu: number;
  readonly serverCpu: number;
}

function describe(taken: readonly Taken[], others: readonly Taken[]): string[] {
  const median = (field: keyof Taken, of = taken): number => summarise(of.map((each) => each[field])).median;
  return [
    String(median('handshakes')),
    formatTime(median('clock')),
    formatRatio(median('clock') / median('clock', others)),
    formatTime(median('cpu')),
    formatTime(median('serverCpu')),
  ];
}

const works: Readonly<Record<string, (pods: ResourceHandle) => Promise<unknown>>> = {
  [`${watches} watches`]: (pods) => openWatches(pods, watches),
  [`${followers} followers`]: (pods) => {
    const one = async (place: number): Promise<void> => {
      const followed = follow(pods.as('PartialObjectMetadata'), { labelSelector: `release=r${place % 7}` });
      for await (const { type } of followed) if (type === 'synced') break;
    };
    return Promise.all(Array.from({ length: followers }, (_, place) => one(place)));
  },
  [`${reads} reads`]: async (pods) => {
    return Promise.all(
      Array.from({ length: reads }, (_, place) =>
        pods.namespace('web').get(`frontend-7c9d8b6f5d-${place.toString(36).padStart(5, '0')}`),
      ),
    );
  },
  'a list': (pods) => pods.list(),
};

async function measure(
  access: ApiServerAccess,
  version: 'h1' | 'h2',
  act: (pods: ResourceHandle) => Promise<unknown>,
): Promise<Taken> {
  const connected = connectWith(access, version);
  const pods = connected.client.resource('pods');
  const [cpu, serverCpu, begun] = [process.cpuUsage(), cpuOf(access.pid), performance.now()];
  await act(pods);
  const clock = performance.now() - begun;
  const { user, system } = process.cpuUsage(cpu);
  const taken = { clock, cpu: (user + system) / 1000, serverCpu: cpuOf(access.pid) - serverCpu };
  await connected.client.close();
  return { ...taken, handshakes: connected.handshakes() };
}

/** Returns the processor time in milliseconds; Linux counts it in hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

type Place = Pick<ApiServerAccess, 'url' | 'ca' | 'token'>;

function connectWith({ url, ca, token }: Place, version: 'h1' | 'h2') {
  const headers: Record<string, string> = token === '' ? {} : { authorization: `Bearer ${token}` };
  const agent = new Agent({ ca, keepAlive: true });
  const open = agent.createConnection.bind(agent);
  let handshakes = 0;
  agent.createConnection = (...given) => {
    handshakes += 1;
    return open(...given);
  };
  const client = createClient({
    server: url,
    ...(version === 'h2' && { transport: createHttp2Transport() }),
    onClose: () => agent.destroy(),
    authenticate: async () => ({ headers, agent }),
  });
  return { client, handshakes: () => handshakes };
}

/** Opens watches; each is known to be open at the end mark of its initial state, which is empty. */
function openWatches(pods: ResourceHandle, count: number): Promise<unknown> {
  return firstOf(count, () => pods.watch({ initialEvents: true, labelSelector: 'app=none' }));
}

function firstOf(count: number, watch: () => AsyncIterable<unknown>): Promise<unknown> {
  const open = async (): Promise<unknown> => {
    const events = watch()[Symbol.asyncIterator]();
    await events.next();
    // Wait for the next event, as a program does.
    events.next().catch(() => undefined);
    return events;
  };
  return Promise.all(Array.from({ length: count }, open));
}

interface Grown {
  readonly heap: number;
  readonly external: number;
  readonly rss: number;
}

async function grownBy(who: 'hand' | 'loopback' | 'h1' | 'h2', { url, ca, token }: Place): Promise<Grown> {
  const { told, stop } = await startAgain<Grown>(streamsHeapFlag, who, JSON.stringify({ url, ca, token }));
  await stop();
  return told;
}

/** Prints the memory that each of many open streams retains. */
export async function printStreamsHeap(who: string | undefined, access: string | undefined): Promise<void> {
  const place = JSON.parse(access ?? '') as Place;
  const isReal = who === 'h1' || who === 'h2';
  const count = isReal ? watches : manyWatches;
  const connected = connectWith(place, who === 'h2' ? 'h2' : 'h1');
  const pods = connected.client.resource('pods');
  const agent = new Agent({ ca: place.ca });
  const open = (times: number): Promise<unknown> => {
    if (isReal) return openWatches(pods, times);
    if (who === 'hand') return Promise.all(Array.from({ length: times }, () => openByHand(place, agent)));
    return firstOf(times, () => pods.watch({ resourceVersion: '1', labelSelector: selectorOf(1) }));
  };
  // For the code itself.
  const held = [await open(30)];
  const before = used();
  held.push(await open(count));
  const after = used();
  await tellAndStay({
    heap: (after.heap - before.heap) / count,
    external: (after.external - before.external) / count,
    rss: (after.rss - before.rss) / count,
  } satisfies Grown);
  await (held.length > 0 ? connected.client.close() : undefined);
  process.exit(0);
}

function openByHand({ url, ca }: Place, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(eventsPath(1), url), { ca, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (text.endsWith('\n')) resolve({ response, event: JSON.parse(text) as unknown });
      });
    });
    sent.once('error', reject).end();
  });
}

function used(): Grown {
  for (let time = 0; time < 5; time += 1) collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed, external, rss };
}
