import { front, pod, type RecipeCase } from './recipe-case.js';

const label = 'labels: { app: front }';
const running = (restarts: number): string =>
  `status: { phase: Running, containerStatuses: [{ name: main, image: x, imageID: x, ready: true, state: { running: {} }, restartCount: ${restarts} }] }`;

const waiting = (reason: string, restarts: number): string =>
  `status: { phase: Running, containerStatuses: [{ name: main, image: x, imageID: x, ready: false, state: { waiting: { reason: ${reason} } }, restartCount: ${restarts} }] }`;

/** Recipes that read. */
export const looks: readonly RecipeCase[] = [
  {
    title: 'Print a table',
    objects: pod('front-0', label, running(3)) + pod('cache-0'),
    prints: [/^NAME +READY +STATUS +RESTARTS +AGE +IP +NODE.*\nfront-0 +1\/1 +Running +3 .* worker-1 .*\n$/],
  },
  {
    title: 'See what is wrong with an object',
    objects: `${front}status: { conditions: [{ type: Available, status: 'False', reason: Few, message: too few }] }`,
    prints: [/front[^]*Available[^]*False[^]*too few/],
  },
  {
    title: 'Find the pods that are not ready, and why',
    objects:
      pod('good-0', '', running(0)) +
      pod('crashed-0', '', waiting('CrashLoopBackOff', 5)) +
      pod('pulling-0', '', waiting('ImagePullBackOff', 0)),
    prints: [
      'shop/crashed-0 is Failed',
      '  Container main crashes again and again (restarted 5 times).',
      'shop/pulling-0 is Failed',
      '  Container main cannot start because its image example.com/front:1 cannot be pulled (ImagePullBackOff).',
    ],
  },
  {
    title: 'List the images in use',
    objects: pod('front-0') + pod('front-1'),
    prints: ['2 example.com/front:1'],
  },
  {
    title: 'Find the pods that restart most',
    objects: pod('calm', '', running(0)) + pod('some', '', running(2)) + pod('most', '', running(40)),
    prints: ['40 shop/most', '2 shop/some'],
  },
  {
    title: 'List the conditions that are not True',
    objects: `${front}
status:
  conditions:
    - { type: Progressing, status: 'True', reason: a, message: b }
    - { type: Available, status: 'False', reason: Few, message: too few }
`,
    prints: ['shop/front: Available is False, too few'],
  },
  {
    title: 'Find all objects with a label, of every resource',
    objects: `${front}---
{ apiVersion: v1, kind: PersistentVolume, metadata: { name: disk, ${label} }, spec: ${volume()} }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: settings, namespace: shop } }
${pod('front-0', label)}`,
    prints: ['persistentvolumes/disk in the cluster', 'pods/front-0 in shop', 'deployments/front in shop'],
  },
  {
    title: 'Find the objects with a finalizer',
    objects: `
{ apiVersion: v1, kind: ConfigMap, metadata: { name: held, namespace: shop, finalizers: [example.com/cleanup] } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: leaving, namespace: shop, finalizers: [example.com/cleanup] } }
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: other, namespace: shop, finalizers: [example.com/other] } }
`,
    before: async ({ client }) => {
      await client.resource('configmaps').namespace('shop').delete('leaving');
    },
    prints: ['configmaps/held in shop is in use', 'configmaps/leaving in shop is being deleted'],
  },
  {
    title: 'Count objects by namespace',
    objects: ['shop', 'shop', 'staging']
      .map(
        (namespace, index) =>
          `{ apiVersion: v1, kind: Secret, metadata: { name: s-${index}, namespace: ${namespace} } }`,
      )
      .join('\n---\n'),
    prints: ['2 shop', '1 staging'],
    notReal: 'a real server has objects of its own',
  },
  {
    title: 'Follow a log',
    objects: pod('front-0', '', 'status: { phase: Succeeded }'),
    notReal: 'nothing runs the pod',
    fake: (api) => {
      api.fail(({ path, query }) => path === logPath && query.get('timestamps') === 'true', {
        status: 200,
        body: ['1Z ready', '2Z süß', '3Z the end'].map((line) => `2026-01-01T00:00:0${line}\n`).join(''),
      });
    },
    prints: ['2026-01-01T00:00:01Z ready', '2026-01-01T00:00:02Z süß', '2026-01-01T00:00:03Z the end'],
  },
  {
    title: 'Follow the events of one object',
    objects: front,
    during: async ({ client }) => {
      const { metadata } = await client.resource('deployments').namespace('shop').get('front');
      const events = client.resource('events.v1.').namespace('shop');
      const event = (name: string, uid: string | undefined, message: string): object => ({
        metadata: { name },
        involvedObject: { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'shop', name: 'front', uid },
        reason: 'Scaled',
        message,
      });
      await events.create(event('one', metadata.uid, 'up'));
      await events.create(event('two', 'of-an-earlier-one', 'not told'));
      await events.create(event('three', metadata.uid, 'down'));
    },
    endless: true,
    prints: [/^Scaled: (up|down)$/, /^Scaled: (up|down)$/],
  },
];

const logPath = '/api/v1/namespaces/shop/pods/front-0/log';

function volume(): string {
  return '{ capacity: { storage: 1Gi }, accessModes: [ReadWriteOnce], hostPath: { path: /tmp } }';
}
