import { scene, type ParityRequest } from '../request.js';
import { configMaps, deployments, gadgets, namespace } from './exhibits.js';

const applyType = 'application/apply-patch+yaml';
const strategicType = 'application/strategic-merge-patch+json';

function patched(name: string, path: string, contentType: string, body: unknown): ParityRequest {
  return { name, method: 'PATCH', path, contentType, body: typeof body === 'string' ? body : JSON.stringify(body) };
}

const map = `${configMaps.path}/applied`;
const ofMap = (fields: object = {}, metadata: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'applied', ...metadata },
  ...fields,
});
const mapBy = (name: string, manager: string, body: unknown): ParityRequest =>
  patched(name, `${map}?fieldManager=${manager}`, applyType, body);
const data = (values: object): object => ({ data: values });

const maps: ParityRequest[] = [
  patched('nobody', map, applyType, ofMap()),
  mapBy('dry', 'one&dryRun=All', ofMap(data({ a: '1' }))),
  mapBy('create', 'one', ofMap(data({ a: '1', b: '1' }), { labels: { x: 'y' } })),
  mapBy('again', 'one', ofMap(data({ a: '1', b: '1' }), { labels: { x: 'y' } })),
  mapBy('share', 'two', ofMap(data({ a: '1', c: '1' }))),
  mapBy('one conflict', 'three', ofMap(data({ b: '3' }))),
  mapBy('two conflicts', 'two', ofMap(data({ a: '2', b: '3' }))),
  mapBy('force', 'two&force=true', ofMap(data({ a: '2', b: '3' }))),
  mapBy('force=false', 'one&force=false', ofMap(data({ a: '7' }))),
  mapBy('remove', 'two', ofMap(data({ b: '3' }))),
  mapBy('null', 'two', ofMap({ ...data({ b: '3' }), immutable: null })),
  mapBy('an empty map', 'four', ofMap(data({}))),
  mapBy('give up', 'one', ofMap()),
  patched('an edit', `${map}?fieldManager=ed`, 'application/merge-patch+json', data({ b: '4', z: '1' })),
  mapBy('conflict with an edit', 'two', ofMap(data({ b: '5' }))),
  mapBy('two conflicts with an edit', 'two', ofMap(data({ b: '5', z: '2' }))),
  mapBy('agree with an edit', 'two', ofMap(data({ b: '4' }))),
  patched('force without apply', `${map}?force=true`, 'application/merge-patch+json', {}),
  mapBy('managedFields', 'two', ofMap({}, { managedFields: [{}] })),
  mapBy('a stale version', 'two&force=true', ofMap({}, { resourceVersion: '1' })),
  mapBy('another uid', 'two&force=true', ofMap({}, { uid: 'abc' })),
  patched('another name', `${configMaps.path}/other?fieldManager=two`, applyType, ofMap()),
  mapBy('no name', 'two', { apiVersion: 'v1', kind: 'ConfigMap' }),
  mapBy('no kind', 'two', { metadata: { name: 'applied' } }),
  mapBy('another kind', 'two', { ...ofMap(), kind: 'Secret' }),
  mapBy('another version', 'two', { ...ofMap(), apiVersion: 'v2' }),
  mapBy('another namespace', 'two', ofMap({}, { namespace: 'elsewhere' })),
  mapBy('an array', 'two', []),
  mapBy('a text', 'two', '"text"'),
  mapBy('an unknown dryRun', 'two&dryRun=Some', ofMap()),
  patched('a uid of nothing', `${configMaps.path}/nothing?fieldManager=two`, applyType, {
    ...ofMap({}, { name: 'nothing', uid: 'abc' }),
  }),
  patched('apply as JSON', `${map}?fieldManager=two`, 'application/apply-patch+json', ofMap()),
  patched('take the managers off', map, 'application/merge-patch+json', { metadata: { managedFields: [{}] } }),
  mapBy('conflict with nobody known', 'one', ofMap(data({ b: '9' }))),
  mapBy('agree with nobody known', 'one', ofMap(data({ b: '4' }))),
];

const deployment = `${deployments.path}/applied`;
const container = (name: string, fields: object = {}): object => ({
  name,
  image: 'example.org/main:1',
  imagePullPolicy: 'IfNotPresent',
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  ...fields,
});
const podDefaults = {
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
  schedulerName: 'default-scheduler',
  securityContext: {},
  terminationGracePeriodSeconds: 30,
};
const ofDeployment = (containers: readonly object[], spec: object = {}, metadata: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'applied', ...metadata },
  spec: {
    selector: { matchLabels: { app: 'main' } },
    template: { metadata: { labels: { app: 'main' } }, spec: { ...podDefaults, containers } },
    replicas: 1,
    progressDeadlineSeconds: 600,
    revisionHistoryLimit: 10,
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    ...spec,
  },
});
const part = (spec: object, metadata: object = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'applied', ...metadata },
  ...spec,
});
const pod = (spec: object): object => ({ spec: { template: { spec } } });
const deploymentBy = (name: string, manager: string, body: unknown, at = deployment): ParityRequest =>
  patched(name, `${at}?fieldManager=${manager}`, applyType, body);
const env = [{ name: 'E', value: '1' }];
const ports = [{ containerPort: 80, protocol: 'TCP' }];

const lists: ParityRequest[] = [
  deploymentBy('status of nothing', 'st', part({}), `${deployment}/status`),
  deploymentBy('create', 'one', ofDeployment([container('x', { env, ports, args: ['a'] })])),
  deploymentBy('an item of another', 'two', part(pod({ containers: [container('y')] }), { finalizers: ['a.b/c'] })),
  deploymentBy('items left out', 'one', ofDeployment([container('x')])),
  deploymentBy('a conflict in an item', 'one', ofDeployment([container('x'), container('y', { image: 'other' })])),
  deploymentBy('status', 'st', part({ status: { replicas: 3, readyReplicas: 1 } }), `${deployment}/status`),
  deploymentBy('an item twice', 'one', ofDeployment([container('x'), container('x')])),
  deploymentBy('replicas of another', 'three', part({ spec: { replicas: 2 } })),
  deploymentBy('replicas', 'three', part({ spec: { replicas: 1 } })),
  {
    name: 'scale',
    method: 'PUT',
    path: `${deployment}/scale?fieldManager=sc`,
    body: {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'applied', namespace },
      spec: { replicas: 5 },
    },
    prepares: true,
  },
  deploymentBy('a conflict with a scale', 'three', part({ spec: { replicas: 2 } })),
  deploymentBy('the item of another goes', 'two', part({})),
];

const gadget = `${gadgets.path}/applied`;
const owner = (uid: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid });
const ofGadget = (metadata: object, spec?: object): object => ({
  apiVersion: gadgets.apiVersion,
  kind: gadgets.kind,
  metadata: { name: 'applied', ...metadata },
  ...(spec && { spec }),
});
const gadgetBy = (name: string, manager: string, body: unknown): ParityRequest =>
  patched(name, `${gadget}?fieldManager=${manager}`, applyType, body);

const custom: ParityRequest[] = [
  gadgetBy(
    'create',
    'one',
    ofGadget({ finalizers: ['a.b/c'], ownerReferences: [owner('u1')] }, { parts: ['a'], colour: 'red' }),
  ),
  gadgetBy('an owner more', 'two', ofGadget({ ownerReferences: [owner('u2')], finalizers: ['d.e/f'] })),
  gadgetBy(
    'an item before one of both',
    'two',
    ofGadget({ ownerReferences: [owner('u2')], finalizers: ['g.h/i', 'd.e/f'] }),
  ),
  gadgetBy('a list as a whole', 'two', ofGadget({}, { parts: ['b'] })),
  gadgetBy('another kind', 'two', { ...ofGadget({}), kind: 'Widget' }),
  gadgetBy('give up a field', 'one', ofGadget({ finalizers: ['a.b/c'] }, { parts: ['a'] })),
  gadgetBy('give up all', 'one', ofGadget({})),
];

const patchable = `${deployments.path}/strategic`;
const strategically = (name: string, body: unknown): ParityRequest => patched(name, patchable, strategicType, body);

const strategic: ParityRequest[] = [
  {
    name: 'prepare',
    method: 'POST',
    path: deployments.path,
    body: {
      ...ofDeployment(
        [container('x', { env: [...env, { name: 'F', value: '2' }], ports, args: ['1', '2'] }), container('y')],
        {
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
        },
        { name: 'strategic', finalizers: ['a.b/x'] },
      ),
    },
    prepares: true,
  },
  strategically('an item', pod({ containers: [{ name: 'x', image: 'k' }] })),
  strategically('a new item', pod({ containers: [container('z')] })),
  strategically('an item deleted', pod({ containers: [{ name: 'y', $patch: 'delete' }] })),
  strategically(
    'inside an item',
    pod({
      containers: [
        {
          name: 'x',
          args: ['9'],
          env: [
            { name: 'F', value: '3' },
            { name: 'G', value: '4' },
          ],
          ports: [{ containerPort: 81, protocol: 'TCP' }],
        },
      ],
    }),
  ),
  strategically(
    'in an order',
    pod({
      '$setElementOrder/containers': [{ name: 'x' }, { name: 'z' }],
      containers: [
        {
          name: 'x',
          '$setElementOrder/env': [{ name: 'G' }, { name: 'E' }, { name: 'F' }],
          env: [{ name: 'G', value: '5' }],
        },
      ],
    }),
  ),
  strategically(
    'a list replaced',
    pod({ containers: [{ name: 'x', env: [{ $patch: 'replace' }, { name: 'D', value: '1' }] }] }),
  ),
  strategically('retained keys', { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } }),
  strategically('a finalizer more', { metadata: { finalizers: ['c.d/y'], labels: { q: 'r' } } }),
  strategically('a finalizer less', {
    metadata: { '$deleteFromPrimitiveList/finalizers': ['a.b/x'], labels: { q: null } },
  }),
  strategically('an item without its key', pod({ containers: [{ image: 'k' }] })),
  strategically('an item that is a text', pod({ containers: ['k'] })),
  strategically('an unknown directive', pod({ containers: [{ name: 'x', $patch: 'nope' }] })),
  strategically('a map for a list', pod({ containers: { name: 'x' } })),
  strategically('an array', []),
  strategically('nothing', {}),
  strategically('the last finalizer', { metadata: { finalizers: null } }),
  patched('a custom resource', `${gadgets.path}/applied`, strategicType, {}),
];

/** Server-side apply and strategic merge patch. */
export const applying: readonly ParityRequest[] = [
  ...scene('apply configmaps', maps),
  ...scene('apply deployments', lists),
  ...scene('apply gadgets', custom),
  ...scene('strategic', strategic),
];
