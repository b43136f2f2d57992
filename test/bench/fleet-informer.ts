import { Agent } from 'node:https';
import { CoreV1Api, makeInformer } from '@kubernetes/client-node';
import { createFleet, createFleetInformer } from '../../src/fleet/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { kubernetes } from '../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../src/testing/node.js';
import type { ApiServerAccess } from './api-server.js';
import type { Bench } from './bench.js';
import { startAgain, tellAndStay } from './child.js';
import { clientNodeConfig } from './client-node-config.js';
import { formatBytes, formatCount, formatRatio } from './format.js';
import { podOf } from './pods.js';
import { heapUsed } from './samples.js';

/** With this argument, the program serves pods, or follows them and prints its heap. */
export const fleetInformerFlag = '--fleet-informer';

const clusters = 100;
const podsEach = 200;
const objects = clusters * podsEach;

interface Measured {
  readonly heapBytes: number;
}

/** Measures the heap of an informer over many clusters. */
export const fleetInformerBench: Bench = {
  name: 'fleet-informer',
  title: 'An informer over a fleet',
  about:
    `${clusters} clusters with ${podsEach} pods each, by TLS from one fake server in a process of its own: the heap after full collections of ` +
    '`createFleetInformer` for metadata, with the clients and their catalogs, and of as many informers of @kubernetes/client-node, which hold ' +
    'whole objects (the aim is 0.35). Each in a separate process.',
  async run() {
    const server = await startAgain<ApiServerAccess>(fleetInformerFlag, 'serve');
    try {
      const measure = async (who: string): Promise<number> => {
        const { told, stop } = await startAgain<Measured>(fleetInformerFlag, who, JSON.stringify(server.told));
        await stop();
        return told.heapBytes;
      };
      const node = await measure('node');
      const fleet = await measure('fleet');
      return {
        columns: ['', 'heap', 'for each object', 'ratio'],
        rows: [
          ['client-node', formatBytes(node), formatBytes(node / objects), formatRatio(1)],
          [
            '`createFleetInformer`, metadata',
            formatBytes(fleet),
            formatBytes(fleet / objects),
            formatRatio(fleet / node),
          ],
        ],
      };
    } finally {
      await server.stop();
    }
  },
};

const works: Readonly<
  Record<string, (access: ApiServerAccess) => Promise<{ readonly count: () => number; readonly end: () => unknown }>>
> = {
  async node(access) {
    const all = Array.from({ length: clusters }, () => {
      const config = clientNodeConfig(access);
      const api = config.makeApiClient(CoreV1Api);
      return makeInformer(config, '/api/v1/pods', () => api.listPodForAllNamespaces());
    });
    await Promise.all(all.map((each) => each.start()));
    return {
      count: () => all.reduce((sum, each) => sum + each.list().length, 0),
      end: () => Promise.all(all.map((each) => each.stop())),
    };
  },
  async fleet({ url: server, ca }) {
    const agent = new Agent({ ca, keepAlive: true });
    const client = () => ({ server, authenticate: () => Promise.resolve({ headers: {}, agent }) });
    const fleet = createFleet({
      clusters: Array.from({ length: clusters }, (_, index) => ({ name: `c-${index}`, client })),
    });
    const informer = createFleetInformer(fleet, 'pods', { as: 'PartialObjectMetadata' });
    await new Promise<void>((resolve, reject) => {
      informer.subscribe(() => {
        const failed = informer.clusters.find(({ health }) => health === 'failed');
        if (failed !== undefined) reject(new Error(`${failed.cluster} failed`, { cause: failed.error }));
        if (informer.clusters.filter(({ isComplete }) => isComplete).length === clusters) resolve();
      });
    });
    return { count: () => informer.getSnapshot().length, end: () => fleet.close() };
  },
};

/** Serves the pods, or follows them and prints the heap that it took. */
export async function runFleetInformer(who: string | undefined, access: string | undefined): Promise<void> {
  if (who === 'serve') {
    const pods = Array.from({ length: podsEach }, (_, place) => podOf(place));
    const running = await startFakeApiServer(createFakeApiServer({ documents: kubernetes(), objects: pods }), {
      tls: true,
    });
    await tellAndStay({ url: running.url, ca: running.ca, token: 'any' });
    await running.close();
    process.exit(0);
  }
  const work = works[who ?? ''];
  if (work === undefined || access === undefined) throw new Error(`nothing is called ${who ?? ''}`);
  const before = await heapUsed();
  const { count, end } = await work(JSON.parse(access) as ApiServerAccess);
  const heapBytes = (await heapUsed()) - before;
  if (count() !== objects) throw new Error(`${formatCount(count())} objects instead of ${formatCount(objects)}`);
  await tellAndStay({ heapBytes } satisfies Measured);
  await end();
  process.exit(0);
}
