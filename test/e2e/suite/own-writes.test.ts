import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Client, ResourceHandle } from '../../../src/index.js';
import { createController, type Controller } from '../../../src/controller/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { createObject, deployment, namespace } from '../harness/objects.js';

const server = inject('server');
const from = `own-writes-${Date.now()}`;
let client: Client;

beforeAll(async () => {
  await createObject(server, '/api/v1/namespaces', namespace(from));
  client = connect(server, { token: server.tokens.admin });
});

afterAll(closeClients);

const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000 });

describe('a controller on a real server', () => {
  it('waits for each kind of write, and for none too long', async () => {
    const here = (word: string): ResourceHandle => client.resource(word).namespace(from);
    const [maps, services, pods, deployments] = ['configmaps', 'services', 'pods', 'deployments'].map(here) as [
      ResourceHandle,
      ResourceHandle,
      ResourceHandle,
      ResourceHandle,
    ];
    const spaces = client.resource('namespaces');
    const errors: unknown[] = [];
    const seen = new Map<string, { version: string | undefined; at: number }>();
    const open = async (handle: ResourceHandle): Promise<Controller> => {
      const controller = createController(client, {
        name: 'own',
        for: handle,
        onError: (error) => errors.push(error),
        reconcile({ name }, { object }) {
          seen.set(name, { version: object?.metadata.resourceVersion, at: performance.now() });
        },
      });
      onTestFinished(() => controller.close());
      await controller.synced;
      return controller;
    };
    const container = { containers: [{ name: 'main', image: 'example.org/main' }] };
    const finalizers = ['example.com/own'];
    const space = `own-${Date.now()}`;
    const merge = { type: 'merge' } as const;
    const steps: readonly (readonly [ResourceHandle, string, () => Promise<unknown>])[] = [
      [maps, 'own', () => maps.create({ metadata: { name: 'own' } })],
      [maps, 'own', () => maps.apply({ metadata: { name: 'own' }, data: { a: '1' } }, { fieldManager: 'e2e' })],
      [maps, 'own', () => maps.apply({ metadata: { name: 'own' }, data: { a: '1' } }, { fieldManager: 'e2e' })],
      [maps, 'own', () => maps.patch('own', { metadata: { finalizers } }, merge)],
      [maps, 'own', () => maps.delete('own', { dryRun: 'All' })],
      [maps, 'own', () => maps.delete('own')],
      [maps, 'own', () => maps.patch('own', { metadata: { finalizers: null } }, merge)],
      [maps, 'short', () => maps.create({ metadata: { name: 'short' } })],
      [maps, 'short', () => maps.delete('short')],
      [services, 'own', () => services.create({ metadata: { name: 'own' }, spec: { ports: [{ port: 80 }] } })],
      [services, 'own', () => services.delete('own')],
      [pods, 'own', () => pods.create({ metadata: { name: 'own' }, spec: container })],
      [pods, 'own', () => pods.patch('own', { status: { message: 'x' } }, { ...merge, subresource: 'status' })],
      [pods, 'own', () => pods.delete('own')],
      [pods, 'bound', () => pods.create({ metadata: { name: 'bound' }, spec: { ...container, nodeName: 'none' } })],
      [pods, 'bound', () => pods.delete('bound')],
      [pods, 'bound', () => pods.delete('bound', { gracePeriodSeconds: 0 })],
      [deployments, 'own', () => deployments.create(deployment('own', 1))],
      [deployments, 'own', () => deployments.scale('own').set(2)],
      [deployments, 'own', () => deployments.delete('own')],
      [spaces, space, () => spaces.create({ metadata: { name: space } })],
      [spaces, space, () => spaces.delete(space)],
    ];
    const controllers = new Map<ResourceHandle, Controller>();
    for (const handle of [maps, services, pods, deployments, spaces]) controllers.set(handle, await open(handle));
    for (const [index, [handle, name, write]] of steps.entries()) {
      await write();
      const written = performance.now();
      controllers.get(handle)?.enqueue({ name, ...(handle !== spaces && { namespace: from }) });
      await poll(async () => (seen.get(name)?.at ?? 0) > written).toBe(true);
      const { version, at } = seen.get(name) ?? {};
      const now = await handle.get(name).catch(() => undefined);
      expect([index, version, (at ?? Infinity) - written < 5000]).toEqual([index, now?.metadata.resourceVersion, true]);
    }
    expect(errors).toEqual([]);
  }, 60_000);
});
