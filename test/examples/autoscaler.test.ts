import { expect, it, onTestFinished } from 'vitest';
import { keepWithinBounds } from '../../examples/autoscaler/main.js';
import { createClient, type KubeObject } from '../../src/index.js';
import { settled } from '../../src/controller/index.js';
import { createFakeApiServer } from '../../src/testing/index.js';
import { transportTo } from '../live/transport-to.js';

const scaled = (
  apiVersion: string,
  kind: string,
  name: string,
  replicas: number,
  bounds?: string,
  more: object = {},
) => ({
  apiVersion,
  kind,
  metadata: {
    name,
    namespace: 'shop',
    generation: replicas,
    ...(bounds !== undefined && { annotations: { 'autoscaler.example.com/bounds': bounds } }),
    ...more,
  },
  spec: { replicas },
});

it('the autoscaler keeps what can be scaled between its bounds, each set of objects once', async () => {
  const served = (group: string, resource: string, kind: string, subresources: 'scale'[] = ['scale']) => ({
    group,
    version: 'v1',
    resource,
    kind,
    subresources,
  });
  const fake = createFakeApiServer({
    resources: [
      served('apps', 'deployments', 'Deployment'),
      served('apps', 'replicasets', 'ReplicaSet'),
      served('example.com', 'widgets', 'Widget'),
      { ...served('example.com', 'widgets', 'Widget'), version: 'v1beta1' },
      served('example.com', 'plain', 'Plain', []),
      { group: '', version: 'v1', resource: 'events', kind: 'Event' },
    ],
  });
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'many', uid: 'u', controller: true };
  fake.put(scaled('apps/v1', 'Deployment', 'few', 1, '2-5'));
  fake.put(scaled('apps/v1', 'Deployment', 'many', 9, '2-5'));
  fake.put(scaled('apps/v1', 'Deployment', 'odd', 9, 'five'));
  fake.put(scaled('apps/v1', 'Deployment', 'free', 9));
  fake.put(scaled('apps/v1', 'ReplicaSet', 'many-1', 9, '2-5', { ownerReferences: [owner] }));
  fake.put(scaled('example.com/v1', 'Widget', 'custom', 7, '0-3'));
  const client = createClient({ server: 'http://kubernetes.test', transport: transportTo(fake) });
  onTestFinished(() => client.close());
  const errors: string[] = [];
  const controllers = await keepWithinBounds(client, { onError: (error) => errors.push((error as Error).name) });
  const sizes = async () => {
    await Promise.all(controllers.map((each) => settled(each)));
    const objects = fake.objects as (KubeObject & { spec?: { replicas: number } })[];
    return Object.fromEntries(
      objects.flatMap(({ metadata, spec }): [string, number][] =>
        spec === undefined ? [] : [[metadata.name ?? '', spec.replicas]],
      ),
    );
  };

  expect(controllers.map(({ name }) => name)).toHaveLength(3);
  expect(await sizes()).toEqual({ few: 2, many: 5, odd: 9, free: 9, 'many-1': 9, custom: 3 });
  const deployments = client.resource('deployments').namespace('shop');
  await deployments.scale('few').set(8);
  expect(await sizes()).toMatchObject({ few: 5 });
  await deployments.patch(
    'free',
    { metadata: { annotations: { 'autoscaler.example.com/bounds': '1-1' } } },
    { type: 'merge' },
  );
  expect(await sizes()).toMatchObject({ free: 1 });
  expect(errors).toEqual(['TerminalError']);
  await expect.poll(() => fake.objects.filter(({ kind }) => kind === 'Event').length).toBe(5);
});
