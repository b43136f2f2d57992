import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createInformer, type Client, type ResourceHandle } from '../../../src/index.js';
import { keepBusy } from '../harness/busy-objects.js';
import { closeClients, connect } from '../harness/connect.js';
import { compactEtcd, deleteFromEtcd } from '../harness/etcd.js';
import { expectStoresToAgree, watchOver, type InformedSet } from '../harness/informed-sets.js';
import { createObject, namespace } from '../harness/objects.js';
import { randomOf, seedOfRun } from '../harness/random.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const seed = seedOfRun();
const restarts = Number(process.env['KUBEATLAS_RESTARTS'] ?? 3);
const places = ['informed-a', 'informed-b'] as const;
const colours = ['red', 'green'];
let server: TestServer;
let client: Client;
let configMaps: ResourceHandle;

beforeAll(async () => {
  process.stdout.write(`informer-restart: seed ${seed}, ${restarts} restarts\n`);
  server = await startServer(inject('server').kind);
  for (const place of places) await createObject(server, '/api/v1/namespaces', namespace(place));
  client = connect(server, { token: server.tokens.admin });
  configMaps = client.resource('configmaps');
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

const forms = [
  (handle: ResourceHandle) => handle,
  (handle: ResourceHandle) => handle.as('PartialObjectMetadata'),
  (handle: ResourceHandle) => handle.as('Table', { includeObject: 'Metadata' }),
];

interface Choice {
  /** Whole objects, metadata or rows. */
  readonly form: number;
  readonly place?: string | undefined;
  readonly labelSelector?: string | undefined;
}

function inform({ form, place, labelSelector }: Choice): InformedSet {
  const source = place === undefined ? configMaps : configMaps.namespace(place);
  const handle = forms[form]?.(source) as ResourceHandle;
  return watchOver(createInformer(client, handle, { labelSelector }), { source, labelSelector });
}

/** All forms; everywhere or in a namespace; all objects, or those of a colour. */
const choices: readonly Choice[] = Array.from({ length: 20 }, (_, number) => ({
  form: Math.floor(number / 4) % 3,
  place: [undefined, ...places][number % 3],
  labelSelector: [undefined, 'colour=red', 'colour in (green)', '!colour'][number % 4],
}));

const counted = ({ types }: InformedSet, type: string): number => types.filter((each) => each === type).length;

it(
  'kill -9 and restart under 20 informers while objects change: each store is the server’s, each change told once',
  async () => {
    const random = randomOf(seed);
    const sets = choices.map(inform);
    await Promise.all(sets.map(({ informer }) => informer.synced));
    const changes = Math.ceil(1000 / (restarts + 1));
    const work = (): Promise<unknown> =>
      Promise.all(
        places.map((place) =>
          keepBusy(configMaps.namespace(place), {
            ...{ names: 150, changes, random, atOnce: 4 },
            labels: (draw) => ({ [draw() < 0.8 ? 'colour' : 'other']: colours[Math.floor(draw() * 3)] ?? 'blue' }),
          }),
        ),
      );
    for (let turn = 0; turn < restarts; turn += 1) {
      const busy = work();
      await new Promise((resolve) => setTimeout(resolve, random() * 1500));
      await server.kill();
      await new Promise((resolve) => setTimeout(resolve, random() * 500));
      await server.restart();
      await busy;
    }
    await work();
    await expectStoresToAgree(sets, 60_000);
    for (const set of sets) {
      expect(set.informer.health).toMatchObject({ synced: true, interruptedAt: undefined });
      expect(counted(set, 'interrupted')).toBeGreaterThan(0);
      expect(counted(set, 'synced')).toBe(1);
      set.informer.close();
    }
    await Promise.all(sets.map(({ informer }) => informer.ended));
  },
  60_000 + restarts * 60_000,
);

it.each([
  ['with a watch cache', []],
  ['straight from etcd', ['--watch-cache-sizes=configmaps#0']],
])(
  'finds what vanished while the server was away and its history with it, %s',
  async (_how, flags) => {
    await server.restart({ flags });
    const place = configMaps.namespace(places[0]);
    // Two: older etcd drops a deletion at the very revision of the compaction without a word (etcd-io/etcd#18089).
    const names = [`doomed-${flags.length}-1`, `doomed-${flags.length}-2`];
    for (const name of names) await place.create({ metadata: { name } });
    const sets = [0, 1, 2].map((form) => inform({ form }));
    await Promise.all(sets.map(({ informer }) => informer.synced));
    await server.kill();
    for (const name of names) await deleteFromEtcd(server, `/registry/configmaps/${places[0]}/${name}`);
    await compactEtcd(server);
    await server.restart();
    await place.create({ metadata: { name: `${names.join('-')}-later` } });
    await expectStoresToAgree(sets, 60_000);
    for (const { types, informer } of sets) {
      expect(types.filter((type) => type === 'removed')).toHaveLength(2);
      expect(informer.health.relists).toBeGreaterThan(1);
      informer.close();
    }
  },
  180_000,
);
