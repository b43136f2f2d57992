import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import {
  createController,
  controllerReference,
  createEventRecorder,
  runController,
} from '../../../src/controller/index.js';
import { canI, createClient, waitForResource, type Client } from '../../../src/index.js';
import { createFakeApiServer, writeRoles } from '../../../src/testing/index.js';
import { kubernetes } from '../../../src/testing/kubernetes.js';
import { startFakeApiServer } from '../../../src/testing/node.js';
import { closeClients, connect } from '../harness/connect.js';
import { startServer, type TestServer } from '../harness/start-server.js';

const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'webapps.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'webapps', singular: 'webapp', kind: 'WebApp' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
};
const webApp = { apiVersion: 'example.com/v1', kind: 'WebApp', metadata: { name: 'front', namespace: 'shop' } };
const account = { namespace: 'webapps', name: 'webapps' };
let server: TestServer;

// As on OpenShift: whoever writes an owner reference that blocks the deletion of its owner needs a right to the owner.
beforeAll(async () => {
  const flags = ['--enable-admission-plugins=OwnerReferencesPermissionEnforcement'];
  server = await startServer(inject('server').kind, { flags });
});
afterAll(async () => {
  await closeClients();
  await server.stop();
});

/** The controller of the README, until it has made the Service; the errors that it met. */
async function runProgram(client: Client): Promise<unknown[]> {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const end = new AbortController();
  const recorder = createEventRecorder(client, { component: 'webapps' });
  const ended = runController(
    client,
    ({ client }) =>
      createController(client, {
        name: 'webapps',
        for: 'webapps.example.com',
        owns: ['services'],
        onError,
        async reconcile({ namespace = '', name }, { object, signal }) {
          if (object === undefined) return;
          const metadata = { name, ownerReferences: [controllerReference(object)] };
          const service = { metadata, spec: { selector: { app: name }, ports: [{ port: 80 }] } };
          const services = client.resource('services').namespace(namespace);
          await services.apply(service, { fieldManager: 'webapps', signal });
          recorder.event(object, { type: 'Normal', reason: 'Made', message: 'The service is there' });
          end.abort();
        },
      }),
    { leaderElection: { ...account, onError }, recorder, signal: end.signal },
  );
  await Promise.race([ended, expect.poll(() => errors.length, { timeout: 30_000 }).toBeGreaterThan(0)]);
  end.abort();
  await ended;
  return errors;
}

it('a program runs with exactly the roles that its test was seen to need', async () => {
  const fake = createFakeApiServer({ documents: kubernetes(), objects: [definition, webApp] });
  const running = await startFakeApiServer(fake);
  const observed = createClient({ server: running.url });
  expect(await runProgram(observed)).toEqual([]);
  await observed.close();
  await running.close();
  const { objects } = writeRoles(fake.requests, {
    name: 'webapps',
    serviceAccount: account,
    namespaces: [account.namespace],
    owners: ['webapps.example.com'],
  });
  expect(objects.map(({ kind }) => kind)).toEqual(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']);

  const admin = connect(server, { token: server.tokens.admin });
  for (const name of ['shop', 'webapps']) await admin.resource('namespaces').create({ metadata: { name } });
  await admin.resource(definition).create(definition);
  await (await waitForResource(admin, 'webapps.example.com')).create(webApp);
  const accounts = admin.resource('serviceaccounts').namespace(account.namespace);
  await accounts.create({ metadata: { name: account.name } });
  const request = { subresource: 'token', name: account.name };
  const { token } = (await accounts.create({ spec: { expirationSeconds: 600 } }, request))['status'] as {
    token: string;
  };
  const client = connect(server, { token });
  // The roles take effect within a moment.
  for (const object of objects) await admin.resource(object).create(object);
  await expect.poll(() => canI(client, { verb: 'update', resource: 'webapps', subresource: 'finalizers' })).toBe(true);
  const lease = { verb: 'update', resource: 'leases', ...account };
  await expect.poll(() => canI(client, lease)).toBe(true);

  expect(await runProgram(client)).toEqual([]);
  const services = admin.resource('services').namespace('shop');
  expect((await services.get('front')).metadata.ownerReferences).toMatchObject([{ blockOwnerDeletion: true }]);
  expect((await admin.resource('events').namespace('shop').list()).items).toHaveLength(1);
  for (const [verb, resource] of [
    ['delete', 'services'],
    ['get', 'secrets'],
    ['update', 'webapps'],
  ] as const) {
    expect(await canI(client, { verb, resource, namespace: 'shop' })).toBe(false);
  }
  expect(await canI(client, { ...lease, name: 'another' })).toBe(false);
});
