import { expect } from 'vitest';
import type { KubeObject } from '../../../src/index.js';
import { front, pod, widgetDefinition, type RecipeCase, type World } from './recipe-case.js';

async function read({ client }: World, resource: string, name: string, namespace = 'shop'): Promise<KubeObject> {
  return client.resource(resource).namespace(namespace).get(name);
}

async function names({ client }: World, resource: string): Promise<unknown[]> {
  const { items } = await client.resource(resource).namespace('shop').list();
  return items.map(({ metadata }) => metadata.name);
}

const owned = 'ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: front-7d4, uid: u-2 }]';
const day = 24 * 60 * 60 * 1000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString().replace(/\.\d+/, '');
const job = (name: string, age: number, labels = 'labels: { temporary: "true" }'): string => `
---
apiVersion: batch/v1
kind: Job
metadata: { name: ${name}, namespace: shop, creationTimestamp: '${ago(age)}', ${labels} }
`;

/** Recipes that write. */
export const changes: readonly RecipeCase[] = [
  {
    title: 'Apply a file of manifests',
    files: {
      'app.yaml': `
{ apiVersion: v1, kind: Namespace, metadata: { name: staging } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: bare }, data: { colour: blue } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: placed, namespace: staging } }
---
# nothing
`,
    },
    prints: ['applied Namespace staging', 'applied ConfigMap bare', 'applied ConfigMap placed'],
    after: async (world) => {
      expect(await read(world, 'configmaps', 'bare')).toMatchObject({ data: { colour: 'blue' } });
      await read(world, 'configmaps', 'placed', 'staging');
    },
  },
  {
    title: 'Restart a deployment',
    objects: front,
    prints: ['front restarts'],
    after: async (world) => {
      const annotations = { 'kubectl.kubernetes.io/restartedAt': expect.stringMatching(/^20.*Z$/) as string };
      const deployment = await read(world, 'deployments', 'front');
      expect(deployment).toMatchObject({ spec: { replicas: 2, template: { metadata: { annotations } } } });
    },
  },
  {
    title: 'Set the image of one container',
    objects: front,
    prints: ['front runs image 2'],
    after: async (world) => {
      const containers = [
        { name: 'main', image: 'example.com/front:2' },
        { name: 'side', image: 'example.com/side:1' },
      ];
      expect(await read(world, 'deployments', 'front')).toMatchObject({ spec: { template: { spec: { containers } } } });
    },
  },
  {
    title: 'Scale what fits a condition',
    objects: ['one', 'two', 'idle']
      .map((name) => front.replace('front', name).replace('app: front', 'app: front, tier: preview'))
      .join('---')
      .replace(/replicas: 2(?![^]*replicas: 2)/, 'replicas: 0')
      .concat(`---${front}`),
    prints: ['shop/one: 2 -> 0', 'shop/two: 2 -> 0'],
    after: async (world) => {
      expect(await read(world, 'deployments', 'one')).toMatchObject({ spec: { replicas: 0 } });
      expect(await read(world, 'deployments', 'front')).toMatchObject({ spec: { replicas: 2 } });
    },
  },
  {
    title: 'Copy a secret to another namespace',
    objects: `
{ apiVersion: v1, kind: Namespace, metadata: { name: staging } }
---
apiVersion: v1
kind: Secret
type: kubernetes.io/tls
metadata: { name: tls, namespace: shop, labels: { app.kubernetes.io/managed-by: cert-manager } }
data: { tls.crt: Y2VydA==, tls.key: a2V5 }
`,
    prints: ['copied 2 keys'],
    after: async (world) => {
      const { type, data, metadata } = await read(world, 'secrets', 'tls', 'staging');
      expect({ type, data }).toEqual({ type: 'kubernetes.io/tls', data: { 'tls.crt': 'Y2VydA==', 'tls.key': 'a2V5' } });
      expect(metadata.labels).toBeUndefined();
    },
  },
  {
    title: 'Label everything that an app owns',
    objects: `${front}---
apiVersion: apps/v1
kind: ReplicaSet
metadata: { name: front-7d4, namespace: shop, ownerReferences: [{ apiVersion: apps/v1, kind: Deployment, name: front }] }
spec:
  selector: { matchLabels: { app: front } }
  template: { metadata: { labels: { app: front } }, spec: { containers: [{ name: main, image: x }] } }
${pod('front-7d4-x', 'ownerReferences: [{ apiVersion: apps/v1, kind: ReplicaSet, name: front-7d4 }]')}
${pod('stranger')}`,
    prints: ['labelled ReplicaSet front-7d4', 'labelled Pod front-7d4-x'],
    after: async (world) => {
      expect((await read(world, 'pods', 'front-7d4-x')).metadata.labels).toEqual({ team: 'shop' });
      expect((await read(world, 'pods', 'stranger')).metadata.labels).toBeUndefined();
    },
  },
  {
    title: 'Evict the pods of a node',
    objects:
      '{ apiVersion: v1, kind: Node, metadata: { name: worker-1 } }' +
      pod('front-0', `labels: { app: front }, ${owned}`) +
      pod(
        'guarded',
        `labels: { app: guarded }, ${owned}`,
        "status: { phase: Running, conditions: [{ type: Ready, status: 'True' }] }",
      ) +
      pod('log-agent', 'ownerReferences: [{ apiVersion: apps/v1, kind: DaemonSet, name: log-agent, uid: u-1 }]') +
      pod('bare') +
      pod('static', 'ownerReferences: [{ apiVersion: v1, kind: Node, name: worker-1 }]') +
      `---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: guarded, namespace: shop }
spec: { minAvailable: 1, selector: { matchLabels: { app: guarded } } }
status: { observedGeneration: 1, disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 }
`,
    prints: [/^! shop\/guarded: .*Cannot evict pod as it would violate the pod's disruption budget\./],
    after: async ({ client }) => {
      expect(await client.resource('nodes').get('worker-1')).toMatchObject({ spec: { unschedulable: true } });
      const { items } = await client.resource('pods').namespace('shop').list();
      const staying = items.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
      const names = staying.map(({ metadata }) => metadata.name);
      expect(names).toEqual(expect.arrayContaining(['bare', 'guarded', 'log-agent', 'static']));
    },
  },
  {
    title: 'Delete what is older than a day',
    objects: job('old', 2 * day) + job('new', day / 2) + job('kept', 2 * day, ''),
    prints: ['deleted shop/old'],
    after: async (world) => {
      expect(await names(world, 'jobs')).toEqual(['kept', 'new']);
    },
    notReal: 'a real server dates objects by itself',
  },
  {
    title: 'Remove a finalizer',
    objects: `${widgetDefinition}---
apiVersion: example.com/v1
kind: Widget
metadata: { name: first, namespace: shop, finalizers: [example.com/other, example.com/cleanup] }
`,
    prints: ['left: example.com/other'],
    after: async (world) => {
      expect((await read(world, 'widgets', 'first')).metadata.finalizers).toEqual(['example.com/other']);
    },
  },
  {
    title: 'Compare an object with its manifest',
    objects: front,
    prints: ['-   replicas: 2', '+   replicas: 3'],
    after: async (world) => {
      expect(await read(world, 'deployments', 'front')).toMatchObject({ spec: { replicas: 2 } });
    },
  },
];
