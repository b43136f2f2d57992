// A few hundred objects of realistic size: most of the metadata of a real pod is managedFields.

const start = Date.parse('2026-01-05T08:00:00Z');
const phases = ['Running', 'Running', 'Running', 'Running', 'Pending'];

const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString().replace('.000Z', 'Z');

/** Which manager set which fields, as a server records for every write. */
function managedFields(labels: readonly string[], containers: number): object[] {
  const container = {
    '.': {},
    'f:image': {},
    'f:imagePullPolicy': {},
    'f:env': { '.': {}, 'k:{"name":"LOG_LEVEL"}': { '.': {}, 'f:name': {}, 'f:value': {} } },
    'f:livenessProbe': { '.': {}, 'f:failureThreshold': {}, 'f:httpGet': { '.': {}, 'f:path': {}, 'f:port': {} } },
    'f:resources': { '.': {}, 'f:limits': { '.': {}, 'f:memory': {} }, 'f:requests': { '.': {}, 'f:cpu': {} } },
    'f:terminationMessagePath': {},
    'f:terminationMessagePolicy': {},
  };
  const conditions = ['ContainersReady', 'Initialized', 'PodReadyToStartContainers', 'PodScheduled', 'Ready'];
  const condition = { '.': {}, 'f:lastProbeTime': {}, 'f:lastTransitionTime': {}, 'f:status': {}, 'f:type': {} };
  const spec = {
    'f:containers': Object.fromEntries(
      Array.from({ length: containers }, (_, index) => [`k:{"name":"c${index}"}`, { ...container, 'f:name': {} }]),
    ),
    'f:dnsPolicy': {},
    'f:enableServiceLinks': {},
    'f:restartPolicy': {},
    'f:schedulerName': {},
    'f:securityContext': {},
    'f:terminationGracePeriodSeconds': {},
  };
  const status = {
    'f:conditions': Object.fromEntries(conditions.map((type) => [`k:{"type":"${type}"}`, condition])),
    'f:containerStatuses': {},
    'f:hostIP': {},
    'f:phase': {},
    'f:podIP': {},
    'f:podIPs': { '.': {}, 'k:{"ip":"10.0.0.1"}': { '.': {}, 'f:ip': {} } },
    'f:startTime': {},
  };
  const metadata = { 'f:labels': { '.': {}, ...Object.fromEntries(labels.map((label) => [`f:${label}`, {}])) } };
  const entry = { operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', time: at(0) };
  return [
    { ...entry, manager: 'kube-controller-manager', fieldsV1: { 'f:metadata': metadata, 'f:spec': spec } },
    { ...entry, manager: 'kubelet', subresource: 'status', fieldsV1: { 'f:status': status } },
  ];
}

function pod(namespace: string, app: string, index: number): object {
  const phase = phases[index % phases.length];
  const containers = Array.from({ length: 1 + (index % 2) }, (_, each) => ({
    name: `c${each}`,
    image: `registry.example.com/${namespace}/${app}:1.${index % 9}.0`,
    imagePullPolicy: 'IfNotPresent',
    env: [{ name: 'LOG_LEVEL', value: 'info' }],
    resources: { limits: { memory: '256Mi' }, requests: { cpu: '100m' } },
    livenessProbe: { httpGet: { path: '/healthz', port: 8080 }, failureThreshold: 3 },
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  }));
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${app}-${String(index).padStart(3, '0')}`,
      namespace,
      labels: { app, tier: index % 2 === 0 ? 'web' : 'worker' },
      creationTimestamp: at(index),
      managedFields: managedFields(['app', 'tier'], containers.length),
    },
    spec: { containers, nodeName: `node-${index % 4}`, restartPolicy: 'Always', dnsPolicy: 'ClusterFirst' },
    status: {
      phase,
      podIP: `10.0.${index % 4}.${index % 250}`,
      startTime: at(index),
      conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
        type,
        status: phase === 'Running' ? 'True' : 'False',
        lastTransitionTime: at(index),
      })),
      containerStatuses: containers.map(({ name, image }) => ({
        name,
        image,
        ready: phase === 'Running',
        restartCount: index % 3,
        state: phase === 'Running' ? { running: { startedAt: at(index) } } : { waiting: { reason: 'Pulling' } },
      })),
    },
  };
}

const named = (apiVersion: string, kind: string, name: string, more: object = {}, namespace?: string): object => ({
  apiVersion,
  kind,
  metadata: { name, ...(namespace !== undefined && { namespace }), creationTimestamp: at(0) },
  ...more,
});

/** 240 pods in four namespaces, and one of each other object in the demo. */
export function demoObjects(): object[] {
  const namespaces = ['default', 'shop', 'billing', 'monitoring'];
  const selector = { matchLabels: { app: 'front' } };
  return [
    ...namespaces.map((namespace) => named('v1', 'Namespace', namespace)),
    ...namespaces.flatMap((namespace) => Array.from({ length: 60 }, (_, index) => pod(namespace, 'front', index))),
    named('apps/v1', 'Deployment', 'front', { spec: { replicas: 3, selector }, status: { replicas: 3 } }, 'shop'),
    named(
      'monitoring.coreos.com/v1',
      'Prometheus',
      'main',
      { spec: { replicas: 2 }, status: { replicas: 2 } },
      'monitoring',
    ),
    named('v1', 'Event', 'front-000.1', { reason: 'Scheduled', message: 'assigned to node-0' }, 'shop'),
  ];
}
