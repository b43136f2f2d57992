import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { createCensus } from '../../../src/census/index.js';
import { isNotFound, waitForResource, type Client, type KubeObject } from '../../../src/index.js';
import { changes } from '../../docs/recipes/changes.js';
import { clusters } from '../../docs/recipes/clusters.js';
import { looks } from '../../docs/recipes/looks.js';
import type { World } from '../../docs/recipes/recipe-case.js';
import { runRecipe } from '../../docs/recipes/run-recipe.js';
import { waits } from '../../docs/recipes/waits.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';

// They empty whole namespaces, so they have a server of their own.
const cases = [...looks, ...waits, ...changes, ...clusters].filter(({ notReal }) => notReal === undefined);
const namespaces = ['shop', 'staging'];
let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startServer(inject('server').kind);
  client = connect(server, { token: server.tokens.admin });
  const spaces = client.resource('namespaces');
  for (const name of namespaces) await spaces.create({ metadata: { name } });
});

afterAll(async () => {
  await closeClients();
  await server.stop();
});

const clusterScoped = ['nodes', 'pv', 'validatingwebhookconfigurations'];

/** No garbage collector runs here, and no kubelet. Definitions stay: it takes seconds until discovery has forgotten one. */
afterEach(async () => {
  const census = createCensus(client);
  const onFailure = (): void => undefined;
  const find = [...namespaces.map((namespace) => ({ namespace })), { resources: clusterScoped }];
  for (const options of find) {
    for await (const { resource, metadata } of census.objects({ ...options, onFailure, verbs: ['delete'] })) {
      const { name = '', namespace } = metadata;
      const all = client.resource(resource);
      const handle = namespace === undefined ? all : all.namespace(namespace);
      try {
        if (metadata.finalizers) await handle.patch(name, { metadata: { finalizers: null } }, { type: 'merge' });
        await handle.delete(name, { gracePeriodSeconds: 0 });
      } catch (error) {
        if (!isNotFound(error)) throw error;
      }
    }
  }
});

/** Stores an object as a person and a controller would, one after the other. */
async function put(object: KubeObject): Promise<KubeObject> {
  const resource = client.resource(object);
  const { namespace, name = '' } = object.metadata;
  const handle = namespace === undefined ? resource : resource.namespace(namespace);
  const { status, ...rest } = object;
  const stored = await handle.apply(rest, { fieldManager: 'test', force: true });
  const { names, group } = (object as { spec?: { names?: { plural: string }; group?: string } }).spec ?? {};
  if (names !== undefined) await waitForResource(client, `${names.plural}.${group ?? ''}`);
  if (status === undefined) return stored;
  return handle.patch(name, { status }, { type: 'merge', subresource: 'status' });
}

it.each(cases)('does on a real server what it says: $title', async (recipe) => {
  const world: World = { client, put };
  await runRecipe(recipe, world, server.kubeconfig.replaceAll('user: admin\n', 'user: admin\n      namespace: shop\n'));
});

it('most recipes are run', () => {
  expect(cases.length).toBeGreaterThan(20);
});
