import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { KubeConfig, makeInformer, type KubernetesListObject, type KubernetesObject } from '@kubernetes/client-node';
import { createClient, createInformer } from '../../src/index.js';
import type { Bench } from './bench.js';
import { startAgain, tellAndStay } from './child.js';
import { aggregatedType } from './documents.js';
import { discoveryOf } from './event-server.js';
import { formatCount, formatRatio, formatTime } from './format.js';
import { podOf } from './pods.js';

/** With this argument, the program serves a state and changes to it. */
export const changesServerFlag = '--changes-server';
/** With this argument, the program runs an informer and prints the time of an event. */
export const informerEventsFlag = '--informer-events';

const podsThere = 5000;
const changes = 50_000;
const owner = 'd9607e19-f88f-11e6-a518-42010a800195';

/** Measures the cost of an event through a store. */
export const informerEventsBench: Bench = {
  name: 'informer-events',
  title: 'Events through an informer',
  about:
    `${formatCount(changes)} changes of ${formatCount(podsThere)} pods, from a server in another process over plain HTTP, through an ` +
    'informer with one listener: the processor time of an event. `createInformer` maintains five indexes (uid, namespace, owner, label, ' +
    'node) and freezes the objects that it hands out; the informer of @kubernetes/client-node does neither. The best of 3 runs.',
  async run() {
    const { told, stop } = await startAgain<Access>(changesServerFlag);
    try {
      const node = await best('node', told);
      const ours = await best('ours', told);
      const row = (name: string, each: number): readonly string[] => [
        name,
        formatTime(each),
        formatRatio(each / node),
        formatCount(Math.round(1000 / each)),
      ];
      return {
        columns: ['', 'time of an event', 'ratio', 'events a second'],
        rows: [row('client-node', node), row('`createInformer`', ours)],
      };
    } finally {
      await stop();
    }
  },
};

interface Access {
  readonly url: string;
}

async function best(who: keyof typeof works, access: Access): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { told, stop } = await startAgain<{ readonly eventMs: number }>(informerEventsFlag, who, access.url);
    await stop();
    times.push(told.eventMs);
  }
  return Math.min(...times);
}

/** Calls `onEvent` for each change after the initial state. */
type Work = (url: string, onEvent: () => void) => Promise<() => unknown>;

const works = {
  async ours(url, onEvent) {
    const client = createClient({ server: url });
    const node = ({ spec }: object & { spec?: unknown }): string[] => [(spec as { nodeName: string }).nodeName];
    const informer = createInformer(client, 'pods', { indexes: { node } });
    // Indexes are built at their first use.
    for (const [index, value] of Object.entries({ namespace: 'a', owner, label: 'app=a', node: 'a' })) {
      informer.store.by(index, value);
    }
    informer.on(({ type }) => {
      if (type === 'changed') onEvent();
    });
    await informer.synced;
    return () => {
      if (informer.store.by('owner', owner).length !== podsThere) throw new Error('the index is wrong');
      return client.close();
    };
  },
  async node(url, onEvent) {
    const config = new KubeConfig();
    config.loadFromClusterAndUser({ name: 'changes', server: url, skipTLSVerify: true }, { name: 'nobody' });
    const list = async (): Promise<KubernetesListObject<KubernetesObject>> =>
      (await (await fetch(`${url}/api/v1/pods`)).json()) as KubernetesListObject<KubernetesObject>;
    const informer = makeInformer(config, '/api/v1/pods', list);
    informer.on('update', onEvent);
    await informer.start();
    return () => informer.stop();
  },
} satisfies Record<string, Work>;

/** Prints the time of an event. */
export async function printInformerEvents(who: string | undefined, url: string | undefined): Promise<void> {
  const work = Object.entries(works).find(([name]) => name === who)?.[1];
  if (work === undefined || url === undefined) throw new Error(`nothing is called ${who ?? ''}`);
  let seen = 0;
  let start = process.cpuUsage();
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const end = await work(url, () => {
    seen += 1;
    if (seen === 1) start = process.cpuUsage();
    if (seen === changes) finish();
  });
  await finished;
  const { user, system } = process.cpuUsage(start);
  await end();
  await tellAndStay({ eventMs: (user + system) / 1000 / changes });
  process.exit(0);
}

/** Serves the state as a list or as events, then the changes as fast as the reader takes them, and then nothing. */
export async function serveChanges(): Promise<void> {
  const pods = Array.from({ length: podsThere }, (_, place) => JSON.stringify(podOf(place)));
  // Each change has a new version.
  const parts = pods.map((pod) => pod.split(/(?<="resourceVersion":")\d+/) as [string, string]);
  const discovery = new Map([
    ['/api', discoveryOf('v1')],
    ['/apis', discoveryOf()],
  ]);
  const metadata = { resourceVersion: '200000' };
  const mark = { 'k8s.io/initial-events-end': 'true' };
  const bookmark = {
    type: 'BOOKMARK',
    object: { kind: 'Pod', apiVersion: 'v1', metadata: { ...metadata, annotations: mark } },
  };
  function* linesOf(query: URLSearchParams): Generator<string> {
    if (query.has('sendInitialEvents')) {
      for (const pod of pods) yield `{"type":"ADDED","object":${pod}}\n`;
      yield `${JSON.stringify(bookmark)}\n`;
    }
    for (let change = 1; change <= changes; change += 1) {
      const [head, tail] = parts[change % podsThere] ?? ['', ''];
      yield `{"type":"MODIFIED","object":${head}${200_000 + change}${tail}}\n`;
    }
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    const document = discovery.get(pathname);
    response.writeHead(200, { 'content-type': document === undefined ? 'application/json' : aggregatedType });
    if (document !== undefined) {
      response.end(document);
    } else if (searchParams.has('watch')) {
      const lines = linesOf(searchParams);
      const go = (): void => {
        // Not `for of`, which would end the generator at the first pause.
        for (let next = lines.next(); next.done !== true; next = lines.next()) if (!response.write(next.value)) return;
      };
      response.on('drain', go);
      go();
    } else {
      const list = JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata });
      response.end(`${list.slice(0, -1)},"items":[${pods.join(',')}]}`);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await tellAndStay({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies Access);
  process.exit(0);
}
