import { scene, type ParityRequest } from '../request.js';
import { ownAccepts } from './accepts.js';
import { configMaps, deploymentSpec, namespace } from './exhibits.js';

const { template } = deploymentSpec;
const core = `/api/v1/namespaces/${namespace}`;
const labels = { app: 'main' };
const container = { name: 'main', image: 'example.org/main:1' };
const pod = { containers: [container] };
interface Sample {
  readonly path: string;
  readonly body: object;
}
const sample = (path: string, name: string, fields: object): Sample => ({
  path,
  body: { metadata: { name, labels }, ...fields },
});

/** Built-in resources whose Tables people look at most. */
const samples: Readonly<Record<string, Sample>> = {
  pods: sample(`${core}/pods`, 'pod', { spec: pod }),
  services: sample(`${core}/services`, 'service', {
    spec: {
      selector: labels,
      clusterIP: 'None',
      ports: [
        { name: 'a', port: 80 },
        { name: 'b', port: 81, protocol: 'UDP' },
      ],
    },
  }),
  'headless services': sample(`${core}/services`, 'headless', { spec: { clusterIP: 'None', ports: [{ port: 80 }] } }),
  'external services': sample(`${core}/services`, 'external', {
    spec: { type: 'ExternalName', externalName: 'example.org' },
  }),
  secrets: sample(`${core}/secrets`, 'secret', { type: 'Opaque', data: { a: 'YQ==' } }),
  replicationcontrollers: sample(`${core}/replicationcontrollers`, 'rc', {
    spec: { replicas: 1, selector: labels, template },
  }),
  endpoints: sample(`${core}/endpoints`, 'endpoints', {
    subsets: [{ addresses: [{ ip: '10.1.1.1' }], ports: [{ port: 80 }] }],
  }),
  serviceaccounts: sample(`${core}/serviceaccounts`, 'account', {}),
  persistentvolumeclaims: sample(`${core}/persistentvolumeclaims`, 'claim', {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  nodes: sample('/api/v1/nodes', 'node', {}),
  limitranges: sample(`${core}/limitranges`, 'range', { spec: { limits: [] } }),
  events: sample(`${core}/events`, 'event', {
    involvedObject: { kind: 'Pod', namespace, name: 'pod' },
    reason: 'Testing',
    message: 'a message',
    type: 'Normal',
    firstTimestamp: '2020-01-01T00:00:00Z',
    lastTimestamp: '2020-01-01T00:00:00Z',
    count: 3,
    source: { component: 'parity' },
  }),
  'replicasets.apps': sample(`/apis/apps/v1/namespaces/${namespace}/replicasets`, 'set', {
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
  }),
  'statefulsets.apps': sample(`/apis/apps/v1/namespaces/${namespace}/statefulsets`, 'stateful', {
    spec: { replicas: 2, serviceName: 'service', selector: { matchLabels: labels }, template },
  }),
  'daemonsets.apps': sample(`/apis/apps/v1/namespaces/${namespace}/daemonsets`, 'daemon', {
    spec: { selector: { matchLabels: labels }, template },
  }),
  'jobs.batch': sample(`/apis/batch/v1/namespaces/${namespace}/jobs`, 'job', {
    spec: { template: { spec: { ...pod, restartPolicy: 'Never' } } },
  }),
  'horizontalpodautoscalers.autoscaling': sample(
    `/apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`,
    'scaler',
    { spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'first', apiVersion: 'apps/v1' } } },
  ),
  'ingresses.networking.k8s.io': sample(`/apis/networking.k8s.io/v1/namespaces/${namespace}/ingresses`, 'ingress', {
    spec: { defaultBackend: { service: { name: 'service', port: { number: 80 } } } },
  }),
  'roles.rbac.authorization.k8s.io': sample(
    `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}/roles`,
    'role',
    { rules: [] },
  ),
  'leases.coordination.k8s.io': sample(`/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`, 'lease', {
    spec: { holderIdentity: 'me' },
  }),
};
const requests = Object.entries(samples).flatMap(([word, { path, body }]): ParityRequest[] => {
  const { name } = (body as { metadata: { name: string } }).metadata;
  return [
    { name: `prepare ${word}`, method: 'POST', path, body, prepares: true },
    { name: `${word} as Table`, path: `${path}/${name}?includeObject=None`, accept: ownAccepts['Table'] },
    { name: `${word} as metadata`, path: `${path}/${name}`, accept: ownAccepts['metadata of one'] },
  ];
});
const none = ['pods', 'services', 'namespaces', 'nodes', 'events'].map((word): ParityRequest => ({
  name: `no ${word} as Table`,
  path: `/api/v1/${word}?labelSelector=none`,
  accept: ownAccepts['Table'],
}));
const namespaces: ParityRequest[] = [
  { name: 'a namespace as JSON', path: core },
  { name: 'a namespace as Table', path: `${core}?includeObject=None`, accept: ownAccepts['Table'] },
  { name: 'namespaces by name', path: `/api/v1/namespaces?fieldSelector=metadata.name%3D${namespace}` },
  {
    name: 'namespaces by phase',
    path: `/api/v1/namespaces?includeObject=None&fieldSelector=status.phase%3DActive,metadata.name%3D${namespace}`,
    accept: ownAccepts['Table'],
  },
];
const fields = [
  ['pods', 'spec.nodeName=', `${core}/pods`],
  ['pods', 'status.phase=Pending', `${core}/pods`],
  ['pods', 'spec.restartPolicy=Always', `${core}/pods`],
  ['pods', 'status.podIP=', `${core}/pods`],
  ['pods', 'spec.hostNetwork=false', `${core}/pods`],
  ['pods', 'spec.nothing=x', `${core}/pods`],
  ['secrets', 'type=Opaque', `${core}/secrets`],
  ['secrets', 'data=x', `${core}/secrets`],
  ['events', 'involvedObject.name=pod', `${core}/events`],
  ['events', 'reason=Testing,type=Normal', `${core}/events`],
  ['events', 'source=parity', `${core}/events`],
  ['events', 'involvedObject.nothing=x', `${core}/events`],
  ['services', 'spec.type=ClusterIP', `${core}/services`],
  ['nodes', 'spec.unschedulable=false', '/api/v1/nodes'],
  ['nodes', 'spec.unschedulable=true', '/api/v1/nodes'],
  ['deployments', 'spec.replicas=2', `/apis/apps/v1/namespaces/${namespace}/deployments`],
  ['jobs', 'status.successful=0', `/apis/batch/v1/namespaces/${namespace}/jobs`],
  ['replicasets', 'status.replicas=0', `/apis/apps/v1/namespaces/${namespace}/replicasets`],
].map(([word = '', selector = '', path = '']): ParityRequest => ({
  name: `${word} by ${selector}`,
  path: `${path}?includeObject=None&fieldSelector=${encodeURIComponent(selector)}`,
  accept: ownAccepts['Table'],
}));
const events = '/apis/events.k8s.io/v1';
const shared: ParityRequest[] = [
  {
    name: 'the event through events.k8s.io as Table',
    path: `${events}/namespaces/${namespace}/events/event?includeObject=None`,
    accept: ownAccepts['Table'],
  },
  {
    name: 'the event through events.k8s.io as metadata',
    path: `${events}/namespaces/${namespace}/events/event`,
    accept: ownAccepts['metadata of one'],
  },
  {
    name: 'the autoscaler through v1 as metadata',
    path: `/apis/autoscaling/v1/namespaces/${namespace}/horizontalpodautoscalers/scaler`,
    accept: ownAccepts['metadata of one'],
  },
  {
    name: 'the gadget through v1beta1',
    path: `/apis/parity.example.org/v1beta1/namespaces/${namespace}/gadgets/first`,
  },
  {
    name: 'the gadgets through v1beta1',
    path: `/apis/parity.example.org/v1beta1/namespaces/${namespace}/gadgets?labelSelector=part%3Dexhibit`,
  },
  {
    name: 'the gadgets through v1beta1 as Table',
    path: `/apis/parity.example.org/v1beta1/namespaces/${namespace}/gadgets?labelSelector=part%3Dexhibit&includeObject=Object`,
    accept: ownAccepts['Table'],
  },
  {
    name: 'the gadget of v1 written to v1beta1',
    method: 'PUT',
    path: `/apis/parity.example.org/v1beta1/namespaces/${namespace}/gadgets/first?dryRun=All`,
    body: (earlier) => earlier('built-ins: the gadget through v1beta1').body as object,
  },
  {
    name: 'a gadget of v1beta1 created in v1',
    method: 'POST',
    path: `/apis/parity.example.org/v1/namespaces/${namespace}/gadgets?dryRun=All`,
    body: { apiVersion: 'parity.example.org/v1beta1', kind: 'Gadget', metadata: { name: 'old' } },
  },
];
const removing: ParityRequest[] = [
  ...[
    'pods',
    'services',
    'secrets',
    'nodes',
    'serviceaccounts',
    'jobs.batch',
    'replicasets.apps',
    'roles.rbac.authorization.k8s.io',
    'leases.coordination.k8s.io',
    'events',
  ].map((word): ParityRequest => {
    const { path, body } = samples[word] ?? sample('', '', {});
    return {
      name: `delete ${word}`,
      method: 'DELETE',
      path: `${path}/${(body as { metadata: { name: string } }).metadata.name}`,
    };
  }),
  { name: 'delete a namespace', method: 'DELETE', path: core },
  { name: 'the namespace is ending', path: core },
  {
    name: 'create in a namespace that is ending',
    method: 'POST',
    path: configMaps.path,
    body: { metadata: { name: 'late' } },
  },
];

/** Built-in resources of many sorts, mostly for their Tables; then what shares storage; at last a namespace ends. */
export const builtIns: readonly ParityRequest[] = scene('built-ins', [
  ...requests,
  ...none,
  ...namespaces,
  ...fields,
  ...shared,
]);
/** Deletes of resources that behave in ways of their own. */
export const ending: readonly ParityRequest[] = scene('ending', removing);
