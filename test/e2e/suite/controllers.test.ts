import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { keepWithinBounds } from '../../../examples/autoscaler/main.js';
import { mirrorConfigMaps } from '../../../examples/mirror/main.js';
import type { Client, KubeObject, ResourceHandle } from '../../../src/index.js';
import {
  createController,
  createEventRecorder,
  settled,
  withFinalizer,
  type Controller,
} from '../../../src/controller/index.js';
import { closeClients, connect } from '../harness/connect.js';
import { createObject, deployment, namespace } from '../harness/objects.js';

const server = inject('server');
const places = ['from', 'to', 'late'].map((each) => `controllers-${each}-${Date.now()}`);
const [from = '', to = '', late = ''] = places;
let client: Client;
let configMaps: ResourceHandle;

beforeAll(async () => {
  for (const each of [from, to]) await createObject(server, '/api/v1/namespaces', namespace(each));
  client = connect(server, { token: server.tokens.admin });
  configMaps = client.resource('configmaps');
});

afterAll(closeClients);

const poll = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000 });

describe('a controller on a real server', () => {
  it('sees its own writes, counts its events, and cleans up before an object goes', async () => {
    const place = configMaps.namespace(from);
    const recorder = createEventRecorder(client, { component: 'e2e', onError: (error) => errors.push(error) });
    const errors: unknown[] = [];
    const calls: string[] = [];
    const controller = createController(client, {
      name: 'e2e',
      for: { resource: place, labelSelector: 'app=e2e' },
      onError: (error) => errors.push(error),
      reconcile: withFinalizer(configMaps, 'example.com/e2e', {
        async reconcile({ name }, { object, signal }) {
          calls.push('reconcile');
          const steps = Number((object as { data?: { steps?: string } }).data?.steps ?? 0);
          recorder.event(object, { type: 'Normal', reason: 'Stepped', message: 'One more' });
          if (steps < 3) await place.patch(name, { data: { steps: `${steps + 1}` } }, { type: 'merge', signal });
        },
        cleanup: () => void calls.push('cleanup'),
      }),
    });
    onTestFinished(() => controller.close());
    await settled(controller);
    await place.create({ metadata: { name: 'stepped', labels: { app: 'e2e' } } });
    await settled(controller);
    expect(await place.get('stepped')).toMatchObject({
      data: { steps: '3' },
      metadata: { finalizers: ['example.com/e2e'] },
    });
    await recorder.flush();
    const events = client.resource({ apiVersion: 'v1', kind: 'Event' }).namespace(from);
    expect((await events.list({ fieldSelector: 'reason=Stepped' })).items).toMatchObject([
      { count: calls.length, involvedObject: { name: 'stepped' }, source: { component: 'e2e' } },
    ]);
    await place.delete('stepped');
    await settled(controller);
    await expect(place.get('stepped')).rejects.toMatchObject({ statusCode: 404 });
    expect([calls.at(-1), errors]).toEqual(['cleanup', []]);
  });

  it('mirrors ConfigMaps', async () => {
    const errors: unknown[] = [];
    const controller = mirrorConfigMaps(client, { onError: (error) => errors.push(error) });
    onTestFinished(() => controller.close());
    const data = async () =>
      (await configMaps.list({ fieldSelector: 'metadata.name=mirrored' })).items
        .filter(({ metadata }) => places.includes((metadata as { namespace?: string }).namespace ?? ''))
        .map((each: KubeObject) => `${each.metadata.namespace ?? ''} ${JSON.stringify(each['data'])}`)
        .sort();
    await configMaps.namespace(from).create({
      metadata: {
        name: 'mirrored',
        labels: { 'mirror.example.com/source': 'true' },
        annotations: { 'mirror.example.com/to': `${to}, ${late}` },
      },
      data: { a: '1' },
    });
    await poll(data).toEqual([`${from} {"a":"1"}`, `${to} {"a":"1"}`]);
    await createObject(server, '/api/v1/namespaces', namespace(late));
    await configMaps.namespace(from).patch('mirrored', { data: { a: '2' } }, { type: 'merge' });
    await configMaps.namespace(to).delete('mirrored');
    await poll(data).toEqual([from, late, to].sort().map((each) => `${each} {"a":"2"}`));
    await configMaps.namespace(from).delete('mirrored');
    await poll(data).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('keeps deployments between their bounds', async () => {
    const errors: unknown[] = [];
    const stop = new AbortController();
    const controllers = await keepWithinBounds(client, { onError: (error) => errors.push(error), signal: stop.signal });
    onTestFinished(async () => {
      stop.abort();
      await Promise.all(controllers.map(({ ended }: Controller) => ended));
    });
    expect(controllers.map(({ name }) => name)).toContain('autoscaler of deployments.v1.apps');
    const deployments = client.resource('deployments').namespace(from);
    await deployments.create(deployment('bounded', 1));
    const bounds = { 'autoscaler.example.com/bounds': '3-5' };
    await deployments.patch('bounded', { metadata: { annotations: bounds } }, { type: 'merge' });
    const replicas = async () => (await deployments.scale('bounded').get()).spec.replicas;
    await poll(replicas).toBe(3);
    await deployments.scale('bounded').set(9);
    await poll(replicas).toBe(5);
    expect(errors).toEqual([]);
    await deployments.delete('bounded');
  });
});
