import { createClient, createInformer, type Client, type Informer, type ResourceHandle } from '../../src/index.js';
import { createController } from '../../src/controller/index.js';
import { innerOf } from '../../src/core/resource/inner-handle.js';
import { newWatchHealth, type Follower } from '../../src/core/resource/watch/watcher.js';
import type { Bench } from './bench.js';
import { formatCount, formatRatio, formatTime } from './format.js';
import { podOf } from './pods.js';
import { measureTogether } from './samples.js';

/** The number of changes. */
export const events = 100_000;
const objects = 5000;

const madePods = (): readonly string[] => Array.from({ length: objects }, (_, place) => JSON.stringify(podOf(place)));

/** Measures the cost of an event after its watch. */
export const controllersBench: Bench = {
  name: 'controllers',
  title: 'Events of a controller',
  about:
    `${formatCount(events)} changes of ${formatCount(objects)} pods: read by \`JSON.parse\` and nothing else; through an informer with its ` +
    'store; with two indexes; and through the queue of a controller to a reconcile that does nothing. Processor time, without the network.',
  async run() {
    const client = createClient({ server: 'http://127.0.0.1:9' });
    const pods = madePods();
    try {
      const { read, bare, indexed, controlled } = await measureTogether(
        {
          read: () => readAll(client, pods),
          bare: () => inform(client, pods, false),
          indexed: () => inform(client, pods, true),
          controlled: () => control(client, pods),
        },
        { rounds: 5, inARow: 1 },
      );
      const row = (name: string, { median }: { readonly median: number }): string[] => [
        name,
        formatTime(median / events),
        formatCount(Math.round((events / median) * 1000)),
        formatRatio(median / read.median),
      ];
      return {
        columns: ['', 'time of an event', 'events a second', 'ratio'],
        rows: [
          row('`JSON.parse`', read),
          row('an informer with its store', bare),
          row('… and indexes by namespace and owner', indexed),
          row('… and the queue, to a reconcile', controlled),
        ],
      };
    } finally {
      await client.close();
    }
  },
};

/**
 * Returns a handle whose watch sends the state, then every change as fast as the reader takes them, and then nothing.
 */
function changingPods(client: Client, pods: readonly string[]): ResourceHandle {
  const parts = pods.map((pod) => pod.split(/(?<="resourceVersion":")\d+/) as [string, string]);
  const objects = pods.length;
  const podAt = (version: number): object => {
    const [head, tail] = parts[version % objects] ?? ['', ''];
    return JSON.parse(`${head}${version + 1}${tail}`) as object;
  };
  const mapping = {
    resource: { group: '', version: 'v1', resource: 'pods' },
    kind: { group: '', version: 'v1', kind: 'Pod' },
    scope: 'Namespaced' as const,
  };
  const handle = client.handle(mapping);
  async function* follow(_: unknown, { health }: Pick<Follower, 'health'>, signal: AbortSignal) {
    for (let version = 0; version < objects; version += 1) yield { type: 'ADDED', object: podAt(version) };
    Object.assign(health, { synced: true, listing: false, relists: 1 });
    yield { type: 'INITIAL_EVENTS_END', resourceVersion: String(objects) };
    for (let event = 0; event < events; event += 1) yield { type: 'MODIFIED', object: podAt(objects + event) };
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  }
  return {
    ...handle,
    mapping: () => Promise.resolve(mapping),
    signal: client.signal,
    '~inner': { ...innerOf(handle, 'for'), follow },
    watch: () => follow(undefined, { health: newWatchHealth() }, client.signal),
  } as unknown as ResourceHandle;
}

async function readAll(client: Client, pods: readonly string[]): Promise<unknown> {
  let count = 0;
  for await (const event of changingPods(client, pods).watch()) {
    count += 1;
    if (count === pods.length + 1 + events) return event;
  }
  throw new Error('the watch ended');
}

async function seen(informer: Informer<unknown>, wanted: number): Promise<void> {
  await new Promise<void>((resolve) => {
    let count = 0;
    informer.on(({ type }) => {
      if (type === 'changed') count += 1;
      if (count === wanted) resolve();
    });
  });
}

async function inform(client: Client, pods: readonly string[], isIndexed: boolean): Promise<unknown> {
  const informer = createInformer(client, changingPods(client, pods));
  if (isIndexed) {
    informer.store.by('namespace', 'none');
    informer.store.by('owner', 'none');
  }
  await seen(informer, events);
  informer.close();
  return informer.store.size;
}

/** Sends changes of pods, given as JSON, through an informer with indexes and the queue of a controller. */
export async function control(client: Client, pods: readonly string[]): Promise<unknown> {
  const informer = createInformer(client, changingPods(client, pods));
  informer.store.by('namespace', 'none');
  informer.store.by('owner', 'none');
  let reconciles = 0;
  const controller = createController(client, {
    name: 'bench',
    for: informer,
    concurrency: 4,
    onError: () => undefined,
    reconcile: () => {
      reconciles += 1;
    },
  });
  await seen(informer, events);
  await controller.idle();
  await controller.close();
  informer.close();
  return reconciles;
}
