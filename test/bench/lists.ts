import { CoreV1Api } from '@kubernetes/client-node';
import { setTimeout as sleep } from 'node:timers/promises';
import { follow, type KubeObject } from '../../src/index.js';
import { apiServer, connectTo, noServer, podCount, type ApiServerAccess } from './api-server.js';
import { readByHand } from './by-hand.js';
import type { Bench, Table } from './bench.js';
import { clientNodeConfig } from './client-node-config.js';
import { formatCount, formatRatio, formatTime } from './format.js';
import { measureTogether, type Timed, type Work } from './samples.js';

const pods = '/api/v1/pods';
const metadataLists = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

/** Measures lists of many objects of a real server. */
export const listsBench: Bench = {
  name: 'lists',
  title: 'Lists of a real server',
  about:
    `\`list()\` of ${formatCount(podCount)} pods, compared with a request by hand (must stay under 1.1×) and with client-node. Then in pages of ` +
    '500 with a reader that waits: `items()` requests the next page in the meantime.',
  run: () =>
    withServer(async (access) => {
      const { client, agent, close } = connectTo(access);
      try {
        const handle = client.resource('pods');
        const hand = { access, agent, path: pods };
        const works = {
          'by hand, gzip': () => readByHand({ ...hand, gzip: true }),
          '`list()`': () => handle.list(),
          'by hand, without gzip': () => readByHand(hand),
          'client-node': () => listByClientNode(access),
          '`pages()`, waiting': async () => {
            for await (const page of handle.pages({ limit: 500 })) await readSlowly(page.items);
          },
          '`items()`, waiting': () => readSlowly(handle.items({ limit: 500 })),
          '`list()`, waiting': async () => readSlowly((await handle.list()).items),
        } satisfies Record<string, Work>;
        return tableOf(await measureTogether(works, { rounds: 5, inARow: 1, warmUp: 1 }));
      } finally {
        await close();
      }
    }),
};

/** Measures the initial state of `follow`. */
export const followBench: Bench = {
  name: 'follow',
  title: 'Following objects of a real server',
  about:
    `\`follow()\` of ${formatCount(podCount)} pods until it is \`synced\`, compared with one list by hand, without gzip on either side (must ` +
    'stay under 1.15× for whole objects). Metadata is read as protobuf, and by hand as JSON.',
  run: () =>
    withServer(async (access) => {
      const { client, agent, close } = connectTo(access);
      try {
        const handle = client.resource('pods');
        const hand = { access, agent, path: pods };
        const works = {
          'a list by hand': () => readByHand(hand),
          '`follow()`': () => untilSynced(follow(handle)),
          'metadata by hand': () => readByHand({ ...hand, accept: metadataLists }),
          '`follow()` of metadata': () => untilSynced(follow(handle.as('PartialObjectMetadata'))),
        } satisfies Record<string, Work>;
        return tableOf(await measureTogether(works, { rounds: 7, inARow: 1, warmUp: 1 }));
      } finally {
        await close();
      }
    }),
};

async function withServer(measure: (access: ApiServerAccess) => Promise<Table>): Promise<Table> {
  const access = await apiServer();
  return access === undefined ? { columns: [noServer], rows: [] } : measure(access);
}

/** Compares all times with the first. */
function tableOf(times: Readonly<Record<string, Timed>>): Table {
  const [first] = Object.values(times);
  if (first === undefined) throw new Error('nothing was measured');
  return {
    columns: ['', 'processor', 'ratio', 'clock', 'ratio'],
    rows: Object.entries(times).map(([name, time]) => [
      name,
      formatTime(time.median),
      ratios(time, first),
      formatTime(time.clock.median),
      ratios(time.clock, first.clock),
    ]),
  };
}

function ratios(ours: Timed['clock'], other: Timed['clock']): string {
  return `${formatRatio(ours.median / other.median)} (${formatRatio(ours.min / other.min)})`;
}

async function readSlowly(items: Iterable<KubeObject> | AsyncIterable<KubeObject>): Promise<number> {
  let read = 0;
  for await (const _ of items) {
    read += 1;
    if (read % 50 === 0) await sleep(3);
  }
  return read;
}

async function untilSynced(steps: AsyncIterable<{ readonly type: string }>): Promise<number> {
  let objects = 0;
  for await (const { type } of steps) {
    if (type === 'synced') break;
    objects += 1;
  }
  if (objects !== podCount) throw new Error(`${objects} objects`);
  return objects;
}

function listByClientNode(access: ApiServerAccess): Promise<unknown> {
  return clientNodeConfig(access).makeApiClient(CoreV1Api).listPodForAllNamespaces();
}
