import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { waitForResource, type Client, type KubeObject, type ResourceHandle } from '../../../src/index.js';
import { guideRows, partial } from '../../docs/client-node/guide.js';
import { answersOf, definitions, linesOf, objects } from '../../docs/client-node/world.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';

// It defines metrics of pods, which other suites take for a custom resource, so it has a server of its own.
let server: TestServer;
let client: Client;
let kubeconfig: string;

/** No kubelet runs here, whose answer a log is. */
const rows = guideRows.filter(({ task }) => task !== 'A log');
const handles: ResourceHandle[] = [];

beforeAll(async () => {
  server = await startServer(inject('server').kind);
  client = connect(server, { token: server.tokens.admin });
  kubeconfig = withStaging(server.kubeconfig);
  for (const definition of definitions) await client.resource(definition).create(definition);
  for (const name of ['configmaps', 'pods.v1.', 'deployments', 'widgets.example.com', 'pods.metrics.k8s.io']) {
    handles.push((await waitForResource(client, name)).namespace('shop'));
  }
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

/** A second context of the same cluster, and `shop` as the namespace of both. */
function withStaging(text: string): string {
  const staging = 'contexts:\n  - name: staging\n    context:\n      cluster: e2e\n      user: admin\n';
  return text.replace('contexts:\n', staging).replaceAll('user: admin\n', 'user: admin\n      namespace: shop\n');
}

/** Tables whose lines change nothing. */
const reading = ['Load a configuration', 'Read', 'YAML', 'Errors'];
let isAsItWas = false;

/** The objects of the guide, and no others. */
async function restore(): Promise<void> {
  if (isAsItWas) return;
  await Promise.all(handles.map((handle) => handle.deleteCollection({ gracePeriodSeconds: 0 })));
  await Promise.all(objects.map(put));
}

async function put({ status, ...object }: KubeObject): Promise<void> {
  const handle = client.resource(object).namespace('shop');
  await handle.create(object);
  if (status === undefined) return;
  const { name = '' } = object.metadata;
  await handle.patch(name, { status }, { type: 'merge', subresource: 'status' });
}

it.each(rows)('both clients get the same answer of a real server: $table, $task', async (row) => {
  const restoreFor = async (): Promise<void> => {
    await restore();
    isAsItWas = reading.includes(row.table);
  };
  const { clientNode, kubeatlas } = await answersOf(row, { kubeconfig, restore: restoreFor });
  expect(clientNode).toBeDefined();
  if (partial.has(row.task)) expect(kubeatlas).toMatchObject(clientNode as object);
  else expect(kubeatlas).toEqual(clientNode);
});

it.each([
  ['Watch', 4],
  ['Informers', 6],
])('%s: the programs of both clients see the same', async (heading, count) => {
  await restore();
  const { clientNode, kubeatlas } = await linesOf(heading, kubeconfig, { events, count });
  expect(clientNode).toEqual(kubeatlas);
});

async function events(): Promise<void> {
  const configMaps = client.resource('configmaps').namespace('shop');
  await configMaps.create({ metadata: { name: 'late', labels: { app: 'front' } } });
  await configMaps.patch('late', { data: { a: '1' } }, { type: 'merge' });
  await configMaps.delete('late');
}
