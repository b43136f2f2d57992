import { CoreV1Api, makeInformer } from '@kubernetes/client-node';
import { createInformer } from '../../src/index.js';
import { apiServer, connectTo, noServer, podCount, type ApiServerAccess } from './api-server.js';
import type { Bench } from './bench.js';
import { startChild, tellAndStay } from './child.js';
import { clientGoInformers } from './client-go-informers.js';
import { clientNodeConfig } from './client-node-config.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';
import { heapUsed } from './samples.js';

/** With this argument, the program runs informers and prints their cost. */
export const informersFlag = '--informers';

const informers = 20;
const objects = informers * podCount;

/** The cost of informers until all are synced. `test/informers/client-go` prints it, too. */
interface Measured {
  readonly clockMs: number;
  readonly processorMs: number;
  readonly heapBytes: number;
  readonly objects: number;
}

/** Measures many informers at once, each with a separate store. */
export const informersBench: Bench = {
  name: 'informers',
  title: 'Informers of a real server',
  about:
    `${informers} informers of ${formatCount(podCount)} pods, ${formatCount(objects)} objects in total, until all are synced, compared with ` +
    'those of @kubernetes/client-node (the aim is 1.1× its time and 0.6× its heap), and of client-go, which decode protobuf. Only client-node ' +
    'keeps managedFields.',
  async run() {
    const access = await apiServer();
    if (access === undefined) return { columns: [noServer], rows: [] };
    const program = await clientGoInformers();
    const took = {
      'client-node': await whole(inNode('node', access)),
      '`createInformer`': await whole(inNode('whole', access)),
      '`createInformer`, metadata': await whole(inNode('metadata', access)),
      'client-go': await whole(inGo(program, 'typed', access)),
      'client-go, metadata': await whole(inGo(program, 'metadata', access)),
    };
    const [first] = Object.values(took);
    return {
      columns: ['', 'processor', 'ratio', 'clock', 'ratio', 'heap for each object', 'ratio'],
      rows: Object.entries(took).map(([name, each]) => [name, ...cellsOf(each, first)]),
    };
  },
};

function cellsOf(each: Measured | undefined, first: Measured | undefined): readonly string[] {
  if (each === undefined || first === undefined) return ['no Go here', '', '', '', '', ''];
  return [
    formatTime(each.processorMs),
    formatRatio(each.processorMs / first.processorMs),
    formatTime(each.clockMs),
    formatRatio(each.clockMs / first.clockMs),
    formatBytes(each.heapBytes / each.objects),
    formatRatio(each.heapBytes / first.heapBytes),
  ];
}

async function whole(measure: Promise<Measured | undefined>): Promise<Measured | undefined> {
  const measured = await measure;
  if (measured === undefined || measured.objects === objects) return measured;
  throw new Error(`${measured.objects} objects instead of ${objects}`);
}

async function inNode(who: keyof typeof works, access: ApiServerAccess): Promise<Measured> {
  const words = [process.argv[1] ?? '', informersFlag, who, JSON.stringify(access)];
  const { told, stop } = await startChild<Measured>(process.execPath, [
    ...['--expose-gc', '--max-old-space-size=8192'],
    ...words,
  ]);
  await stop();
  return told;
}

async function inGo(
  program: string | undefined,
  form: 'typed' | 'metadata',
  { url, ca, token }: ApiServerAccess,
): Promise<Measured | undefined> {
  if (program === undefined) return undefined;
  const env = { ...process.env, CA: ca, TOKEN: token };
  const { told, stop } = await startChild<Measured>(program, ['measure', url, form, String(informers)], { env });
  await stop();
  return told;
}

/** Starts informers, and returns the number of their objects and a function that ends them. */
type Work = (access: ApiServerAccess) => Promise<{ readonly count: () => number; readonly end: () => unknown }>;

const works = {
  async whole(access) {
    const { client, close } = connectTo(access);
    const pods = client.resource('pods');
    const all = Array.from({ length: informers }, () => createInformer(client, pods));
    await Promise.all(all.map(({ synced }) => synced));
    return { count: () => all.reduce((sum, { store }) => sum + store.size, 0), end: close };
  },
  async metadata(access) {
    const { client, close } = connectTo(access);
    const pods = client.resource('pods').as('PartialObjectMetadata');
    const all = Array.from({ length: informers }, () => createInformer(client, pods));
    await Promise.all(all.map(({ synced }) => synced));
    return { count: () => all.reduce((sum, { store }) => sum + store.size, 0), end: close };
  },
  async node(access) {
    const config = clientNodeConfig(access);
    const api = config.makeApiClient(CoreV1Api);
    const all = Array.from({ length: informers }, () =>
      makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces()),
    );
    await Promise.all(all.map((each) => each.start()));
    return {
      count: () => all.reduce((sum, each) => sum + each.list().length, 0),
      end: () => Promise.all(all.map((each) => each.stop())),
    };
  },
} satisfies Record<string, Work>;

/** Runs informers of one kind and prints their cost. */
export async function printInformers(who: string | undefined, access: string | undefined): Promise<void> {
  const work = Object.entries(works).find(([name]) => name === who)?.[1];
  if (work === undefined) throw new Error(`nothing is called ${who ?? ''}`);
  const before = await heapUsed();
  const [processor, clock] = [process.cpuUsage(), performance.now()];
  const { count, end } = await work(JSON.parse(access ?? '') as ApiServerAccess);
  const clockMs = performance.now() - clock;
  const { user, system } = process.cpuUsage(processor);
  const heapBytes = (await heapUsed()) - before;
  await tellAndStay({ clockMs, processorMs: (user + system) / 1000, heapBytes, objects: count() } satisfies Measured);
  await end();
  process.exit(0);
}
