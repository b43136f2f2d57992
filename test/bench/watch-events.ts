import { get } from 'node:http';
import { KubeConfig, Watch } from '@kubernetes/client-node';
import { createClient, type ResourceHandle } from '../../src/index.js';
import type { Bench } from './bench.js';
import { eventsPath, selectorOf, startEventServer, type EventServerAccess } from './event-server.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';
import { collectGarbage, measureTogether } from './samples.js';
import { startAgain, tellAndStay } from './child.js';

/** With this argument, the program watches and prints the growth of the heap. */
export const watchHeapFlag = '--watch-heap';

const events = 100_000;
const eventsInARound = 20_000;

/** Measures the cost of an event. */
export const watchEventsBench: Bench = {
  name: 'watch',
  title: 'Events of a watch',
  about:
    `${formatCount(eventsInARound)} events of pods, from a server in another process over plain HTTP: the processor time of \`watch()\` for ` +
    'each, compared with splitting lines and `JSON.parse` by hand (the aim is 1.1×), and with the `Watch` of @kubernetes/client-node. The ' +
    `growth of the heap over ${formatCount(events)} events, from event 10,000 to the last.`,
  async run() {
    const { told, stop } = await startEventServer();
    const client = createClient({ server: told.plain });
    try {
      const pods = client.resource('pods');
      const times = await measureTogether(
        {
          hand: () => watchByHand(told, eventsInARound),
          ours: () => watchByOurs(pods, eventsInARound),
          node: () => watchByClientNode(told, eventsInARound),
        },
        { rounds: 7, inARow: 1 },
      );
      const heaps = [await grown('hand', told), await grown('ours', told), await grown('node', told)];
      return {
        columns: [
          '',
          'bytes of an event',
          'time of an event',
          'ratio',
          'ratio of minimums',
          `heap after ${formatCount(events)}`,
        ],
        rows: (
          [
            ['by hand', times.hand],
            ['`watch()`', times.ours],
            ['client-node', times.node],
          ] as const
        ).map(([name, time], place) => [
          name,
          formatBytes(told.eventBytes),
          formatTime(time.median / eventsInARound),
          formatRatio(time.median / times.hand.median),
          formatRatio(time.min / times.hand.min),
          `${(heaps[place] ?? 0) < 0 ? '−' : '+'}${formatBytes(Math.abs(heaps[place] ?? 0))}`,
        ]),
      };
    } finally {
      await client.close();
      await stop();
    }
  },
};

async function grown(who: string, access: EventServerAccess): Promise<number> {
  const { told, stop } = await startAgain<{ grown: number }>(watchHeapFlag, who, JSON.stringify(access));
  await stop();
  return told.grown;
}

type OnEvent = () => void;

/** Prints the growth of the heap while events come and go. */
export async function printWatchHeap(who: string | undefined, access: string | undefined): Promise<void> {
  const server = JSON.parse(access ?? '') as EventServerAccess;
  const client = createClient({ server: server.plain });
  const pods = client.resource('pods');
  const sizes: number[] = [];
  let seen = 0;
  const onEvent = (): void => {
    seen += 1;
    if (seen % 10_000 !== 0) return;
    for (let time = 0; time < 3; time += 1) collectGarbage();
    sizes.push(process.memoryUsage().heapUsed);
  };
  if (who === 'hand') await watchByHand(server, events, onEvent);
  else if (who === 'node') await watchByClientNode(server, events, onEvent);
  else await watchByOurs(pods, events, onEvent);
  await client.close();
  await tellAndStay({ grown: (sizes.at(-1) ?? NaN) - (sizes[0] ?? NaN) });
}

function watchByHand({ plain }: EventServerAccess, count: number, onEvent?: OnEvent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(`${plain}${eventsPath(count)}`, (response) => {
      const read = async (): Promise<unknown> => {
        response.setEncoding('utf8');
        let rest = '';
        let seen = 0;
        for await (const piece of response) {
          const lines = (rest + (piece as string)).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) {
            const event = JSON.parse(line) as unknown;
            onEvent?.();
            seen += 1;
            if (seen === count) return event;
          }
        }
        throw new Error('the stream ended');
      };
      read().then(resolve, reject);
    }).once('error', reject);
  });
}

async function watchByOurs(pods: ResourceHandle, count: number, onEvent?: OnEvent): Promise<unknown> {
  let seen = 0;
  for await (const event of pods.watch({ resourceVersion: '1', labelSelector: selectorOf(count) })) {
    onEvent?.();
    seen += 1;
    if (seen === count) return event;
  }
  throw new Error('the watch ended');
}

function watchByClientNode({ plain }: EventServerAccess, count: number, onEvent?: OnEvent): Promise<unknown> {
  const config = new KubeConfig();
  config.loadFromClusterAndUser({ name: 'events', server: plain, skipTLSVerify: true }, { name: 'nobody' });
  return new Promise((resolve, reject) => {
    let seen = 0;
    const watching = new Watch(config).watch(
      '/api/v1/pods',
      { resourceVersion: '1', labelSelector: selectorOf(count) },
      (type, object: unknown) => {
        onEvent?.();
        seen += 1;
        if (seen !== count) return;
        resolve({ type, object });
        void watching.then((controller) => controller.abort());
      },
      (error: unknown) => reject(error instanceof Error ? error : new Error('the watch ended')),
    );
  });
}
