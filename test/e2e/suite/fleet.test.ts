import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import {
  createFleet,
  createFleetController,
  createFleetInformer,
  fleetDiff,
  fleetTable,
  type Fleet,
  type FleetStep,
} from '../../../src/fleet/index.js';
import { secretClusters } from '../../../src/kubeconfig/index.js';
import type { Client } from '../../../src/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';

// The clusters of a fleet are in Secrets of one of them: as Cluster API keeps them.
let home: TestServer;
let old: TestServer;
let client: Client;
const namespace = 'kube-public';
const labels = { fleet: 'e2e' };

const configMap = (name: string, data: Record<string, string> = {}) => ({ metadata: { name, labels }, data });
const secret = (name: string, { kubeconfig }: TestServer) => ({
  metadata: { name, labels },
  stringData: { value: kubeconfig },
});
const adminOf = (server: TestServer): Client => connect(server, { token: server.tokens.admin });
const mapsOf = (server: TestServer) => adminOf(server).resource('configmaps').namespace(namespace);

beforeAll(async () => {
  [home, old] = await Promise.all([startServer('1.37'), startServer('1.29')]);
  client = adminOf(home);
  const secrets = client.resource('secrets').namespace(namespace);
  await secrets.create(secret('home', home));
  await secrets.create(secret('old', old));
  for (const server of [home, old]) await mapsOf(server).create(configMap('first'));
});

afterAll(async () => {
  await closeClients();
  await home.stop();
  await old.stop();
});

function fleetOfSecrets(): Fleet {
  const fleet = createFleet({ clusters: secretClusters(client, { namespace, labelSelector: 'fleet=e2e' }) });
  onTestFinished(() => fleet.close());
  return fleet;
}

it('lists servers of two versions as one table, and says how they differ', async () => {
  const fleet = fleetOfSecrets();
  const { table, failures } = await fleetTable(fleet, 'configmaps', { labelSelector: 'fleet=e2e' });
  expect(failures).toEqual([]);
  expect(table.columnDefinitions[0]?.name).toBe('Cluster');
  expect(table.rows.map(({ cells }) => cells.slice(0, 3)).sort()).toEqual([
    ['home', namespace, 'first'],
    ['old', namespace, 'first'],
  ]);
  const { differences } = await fleetDiff(fleet, { reference: 'home' });
  const [{ servers } = { servers: undefined }] = differences;
  expect(servers?.gone.length).toBeGreaterThan(0);
  expect(servers?.added.length).toBeGreaterThan(0);
});

it('follows both: one that is killed holds up nothing, is whole again, and one that is replaced deletes nothing', async () => {
  const fleet = fleetOfSecrets();
  const cleaned: string[] = [];
  const reconciled = new Set<string>();
  const informer = createFleetInformer(fleet, 'configmaps', { namespace, labelSelector: 'fleet=e2e' });
  const steps: FleetStep<unknown>[] = [];
  informer.on((step) => steps.push(step));
  const controller = createFleetController(
    fleet,
    ({ cluster, createController }) =>
      createController({
        name: 'fleet',
        for: { resource: 'configmaps', namespace, labelSelector: 'fleet=e2e' },
        reconcile: ({ name }, { object }) => {
          if (object === undefined) cleaned.push(`${cluster}/${name}`);
          else reconciled.add(`${cluster}/${name}`);
          return Promise.resolve(undefined);
        },
        onError: () => undefined,
      }),
    { name: 'fleet', onError: () => undefined },
  );
  onTestFinished(() => controller.close());
  onTestFinished(() => informer.close());
  const keys = (): string[] => informer.getSnapshot().map(({ key }) => key);
  const key = (cluster: string, name: string): string => `${cluster}/${namespace}/${name}`;
  await expect.poll(keys).toEqual(expect.arrayContaining([key('home', 'first'), key('old', 'first')]));

  await old.kill();
  await mapsOf(home).create(configMap('second'));
  await expect.poll(keys).toContain(key('home', 'second'));
  await expect.poll(() => [...reconciled]).toContain('home/second');
  await expect
    .poll(() => informer.clusters.find(({ cluster }) => cluster === 'old')?.health)
    .toMatch(/^(interrupted|failed)$/);
  expect(keys()).toContain(key('old', 'first'));

  await old.restart();
  await mapsOf(old).create(configMap('third'));
  await expect.poll(keys).toContain(key('old', 'third'));
  await expect.poll(() => [...reconciled]).toContain('old/third');
  expect(steps.filter(({ type }) => type === 'removed')).toEqual([]);

  // The Secret now leads to another cluster.
  await client
    .resource('secrets')
    .namespace(namespace)
    .apply({ apiVersion: 'v1', kind: 'Secret', ...secret('old', home) }, { fieldManager: 'e2e', force: true });
  await expect.poll(keys).toContain(key('old', 'second'));
  expect(keys()).not.toContain(key('old', 'third'));
  expect(steps.filter(({ type }) => type === 'removed')).toEqual([]);
  expect(steps.filter(({ type }) => type === 'left').map(({ cluster }) => cluster)).toEqual(['old']);
  expect(cleaned).toEqual([]);
});
