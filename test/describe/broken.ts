/**
 * Twelve things as they break, with what a real server, kubelet and scheduler write into them: the shapes and messages are those of
 * the Kubernetes documentation and of published reports.
 */
export interface Broken {
  /** What is opened. */
  readonly object: object;
  /** What is around it. */
  readonly related: readonly object[];
  /** Events as the core group serves them. */
  readonly events: readonly object[];
  /** What must be said. */
  readonly sentence: string;
}

/** The moment of all of it. */
export const brokenAt = Date.parse('2026-03-01T12:00:00Z');
const ago = (minutes: number): string => new Date(brokenAt - minutes * 60_000).toISOString().replace('.000', '');

interface PodParts {
  readonly spec?: object;
  readonly container?: object;
  readonly status?: object;
  readonly containerStatus?: object;
  readonly metadata?: object;
}

/** A pod of namespace shop on node-1, started an hour ago. */
export function brokenPod(name: string, { spec, container, status, containerStatus, metadata }: PodParts = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'shop',
      uid: `u-${name}`,
      creationTimestamp: ago(60),
      labels: { app: name },
      ...metadata,
    },
    spec: {
      nodeName: 'node-1',
      restartPolicy: 'Always',
      serviceAccountName: 'default',
      containers: [{ name: 'main', image: 'registry.example.com/shop/front:1.4', ...container }],
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
      ],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
      ...spec,
    },
    status: {
      phase: 'Running',
      podIP: '10.1.0.7',
      hostIP: '192.168.0.1',
      qosClass: 'Burstable',
      startTime: ago(60),
      conditions: [
        {
          type: 'Ready',
          status: 'False',
          reason: 'ContainersNotReady',
          message: 'containers with unready status: [main]',
        },
      ],
      containerStatuses: [{ name: 'main', ready: false, restartCount: 0, started: false, ...containerStatus }],
      ...status,
    },
  };
}

/** An event of an object, of three minutes ago. */
export function brokenEvent(object: object, reason: string, message: string, more: object = {}): object {
  const { kind, apiVersion, metadata } = object as {
    kind: string;
    apiVersion: string;
    metadata: Record<string, string>;
  };
  const { name = '', namespace = 'default', uid = '' } = metadata;
  const involvedObject = {
    kind,
    apiVersion,
    name,
    namespace,
    uid,
    ...(kind === 'Pod' && { fieldPath: 'spec.containers{main}' }),
  };
  const named = {
    name: `${name}.${reason.toLowerCase()}`,
    namespace,
    uid: `e-${name}-${reason}`,
    creationTimestamp: ago(50),
  };
  return {
    ...{ apiVersion: 'v1', kind: 'Event', metadata: named, involvedObject, reason, message, type: 'Warning' },
    ...{ firstTimestamp: ago(50), lastTimestamp: ago(3), count: 12, source: { component: 'kubelet' } },
    ...more,
  };
}

const ended = (exitCode: number, reason: string, more: object = {}): object => ({
  terminated: { exitCode, reason, startedAt: ago(9), finishedAt: ago(8), ...more },
});
const pending = (message: string): Partial<PodParts> => ({
  spec: { nodeName: undefined },
  status: {
    phase: 'Pending',
    containerStatuses: undefined,
    conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }],
  },
});
const byLabel = (app: string): object => ({ selector: { matchLabels: { app } } });
const ownedBy = (kind: string, name: string): object => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name, uid: `u-${name}`, controller: true }],
});

/** A Deployment of which no pod can be made, with its ReplicaSet. */
function uncreated(name: string, message: string): readonly [deployment: object, replicaSet: object] {
  const failure = {
    type: 'ReplicaFailure',
    status: 'True',
    reason: 'FailedCreate',
    message,
    lastTransitionTime: ago(30),
  };
  const metadata = { namespace: 'shop', creationTimestamp: ago(40), labels: { app: name } };
  const spec = {
    replicas: 3,
    ...byLabel(name),
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'main', image: 'front:1.4' }] } },
  };
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { ...metadata, name, uid: `u-${name}`, generation: 2 },
      spec,
      status: {
        observedGeneration: 2,
        unavailableReplicas: 3,
        conditions: [
          {
            type: 'Available',
            status: 'False',
            reason: 'MinimumReplicasUnavailable',
            message: 'Deployment does not have minimum availability.',
          },
          failure,
        ],
      },
    },
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { ...metadata, name: `${name}-7d4b9`, uid: `u-${name}-7d4b9`, ...ownedBy('Deployment', name) },
      spec,
      status: { replicas: 0, conditions: [failure] },
    },
  ];
}

const crash = brokenPod('crash', {
  containerStatus: {
    restartCount: 12,
    state: {
      waiting: {
        reason: 'CrashLoopBackOff',
        message: 'back-off 5m0s restarting failed container=main pod=crash_shop(u-crash)',
      },
    },
    lastState: ended(1, 'Error', { message: 'panic: no DATABASE_URL\n' }),
  },
});
const notFound =
  'rpc error: code = NotFound desc = failed to pull and unpack image: registry.example.com/shop/front:1.4: not found';
const image = brokenPod('image', {
  status: { phase: 'Pending' },
  containerStatus: {
    state: {
      waiting: {
        reason: 'ImagePullBackOff',
        message: `Back-off pulling image "registry.example.com/shop/front:1.4": ErrImagePull: ${notFound}`,
      },
    },
  },
});
const tooLarge = brokenPod(
  'too-large',
  pending(
    '0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu. preemption: 0/3 nodes are available: 3 No preemption victims found for incoming pod.',
  ),
);
const tainted = brokenPod(
  'tainted',
  pending(
    '0/3 nodes are available: 3 node(s) had untolerated taint(s). preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
  ),
);
const unclaimed = brokenPod(
  'unclaimed',
  pending('0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. not found.'),
);
const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop', uid: 'u-data', creationTimestamp: ago(60) },
  spec: { storageClassName: 'fast', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } },
  status: { phase: 'Pending' },
};
const probed = brokenPod('probed', {
  container: { readinessProbe: { httpGet: { path: '/ready', port: 8080, scheme: 'HTTP' }, periodSeconds: 10 } },
  containerStatus: { started: true, state: { running: { startedAt: ago(58) } } },
});
const lowOnDisk =
  'The node was low on resource: ephemeral-storage. Threshold quantity: 1Gi, available: 900Mi. Container main was using 4Gi, request is 0, has larger consumption of ephemeral-storage. ';
const evicted = brokenPod('evicted', {
  status: {
    ...{ phase: 'Failed', reason: 'Evicted', containerStatuses: undefined, message: lowOnDisk },
    conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'TerminationByKubelet', message: lowOnDisk }],
  },
});
const outOfMemory = brokenPod('out-of-memory', {
  container: { resources: { limits: { memory: '128Mi' }, requests: { memory: '64Mi' } } },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
  containerStatus: {
    ready: true,
    started: true,
    restartCount: 4,
    state: { running: { startedAt: ago(7) } },
    lastState: ended(137, 'OOMKilled'),
  },
});
const stuck = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    ...{ name: 'stuck', namespace: 'shop', uid: 'u-stuck', creationTimestamp: ago(600), deletionTimestamp: ago(240) },
    ...{ deletionGracePeriodSeconds: 0, finalizers: ['bucket.example.com/cleanup'] },
  },
};
const [overQuota, overQuotaSet] = uncreated(
  'over-quota',
  'pods "over-quota-7d4b9-x2x5r" is forbidden: exceeded quota: compute, requested: requests.cpu=2, used: requests.cpu=3, limited: requests.cpu=4',
);
const [refused, refusedSet] = uncreated(
  'refused',
  'admission webhook "validate.policy.example.com" denied the request: image front:1.4 has no digest',
);
const lonely = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'lonely', namespace: 'shop', uid: 'u-lonely', creationTimestamp: ago(60) },
  spec: {
    type: 'ClusterIP',
    clusterIP: '10.0.0.9',
    clusterIPs: ['10.0.0.9'],
    selector: { app: 'frontend' },
    ports: [{ port: 80, targetPort: 'http', protocol: 'TCP' }],
  },
  status: { loadBalancer: {} },
};
const slice = {
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: {
    name: 'lonely-abcde',
    namespace: 'shop',
    uid: 'u-slice',
    labels: { 'kubernetes.io/service-name': 'lonely' },
  },
  ...{ addressType: 'IPv4', endpoints: [], ports: [] },
};
const noImage = `Failed to pull image "registry.example.com/shop/front:1.4": ${notFound}`;
const provisioning = 'storageclass.storage.k8s.io "fast" not found';

/** By what is broken. */
export const brokenThings: Readonly<Record<string, Broken>> = {
  'a crash loop': {
    object: crash,
    related: [],
    events: [brokenEvent(crash, 'BackOff', 'Back-off restarting failed container main in pod crash_shop(u-crash)')],
    sentence:
      'Container main crashes again and again (restarted 12 times): it last ended 8m ago with exit code 1 (Error): panic: no DATABASE_URL.',
  },
  'an image that cannot be pulled': {
    object: image,
    related: [],
    events: [brokenEvent(image, 'Failed', noImage)],
    sentence: `Container main cannot start because its image registry.example.com/shop/front:1.4 cannot be pulled (ImagePullBackOff): ${noImage}.`,
  },
  'a pod too large for every node': {
    ...{ object: tooLarge, related: [], events: [] },
    sentence:
      'The pod cannot be scheduled (Unschedulable): 0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu.',
  },
  'a pod that tolerates no taint': {
    ...{ object: tainted, related: [], events: [] },
    sentence:
      'The pod cannot be scheduled (Unschedulable): 0/3 nodes are available: 3 node(s) had untolerated taint(s).',
  },
  'a pod that waits for its claim': {
    object: unclaimed,
    related: [claim],
    events: [
      brokenEvent(claim, 'ProvisioningFailed', provisioning, { source: { component: 'persistentvolume-controller' } }),
    ],
    sentence: `PersistentVolumeClaim data: No volume is bound to the claim (Pending): ${provisioning}.`,
  },
  'a probe that fails': {
    object: probed,
    related: [],
    events: [brokenEvent(probed, 'Unhealthy', 'Readiness probe failed: HTTP probe failed with statuscode: 503')],
    sentence: 'Container main runs, but is not ready: Readiness probe failed: HTTP probe failed with statuscode: 503.',
  },
  'an eviction': {
    ...{ object: evicted, related: [], events: [] },
    sentence:
      'The pod was evicted: The node was low on resource: ephemeral-storage. Threshold quantity: 1Gi, available: 900Mi.',
  },
  'a container out of memory': {
    ...{ object: outOfMemory, related: [], events: [] },
    sentence:
      'Container main was restarted 4 times: it was last killed 8m ago because it used more memory than its limit of 128Mi (OOMKilled, exit code 137).',
  },
  'a finalizer that hangs': {
    ...{ object: stuck, related: [], events: [] },
    sentence: 'It was deleted 4h ago, and waits until its finalizers are removed: bucket.example.com/cleanup.',
  },
  'a quota that is used up': {
    object: overQuota,
    related: [overQuotaSet],
    events: [],
    sentence:
      'Pods cannot be created (FailedCreate): pods "over-quota-7d4b9-x2x5r" is forbidden: exceeded quota: compute, requested: requests.cpu=2, used: requests.cpu=3, limited: requests.cpu=4.',
  },
  'a Service without endpoints': {
    ...{ object: lonely, related: [slice], events: [] },
    sentence: 'It has no endpoints: no pod of its namespace has the labels app=frontend.',
  },
  'a webhook that refuses': {
    object: refused,
    related: [refusedSet],
    events: [],
    sentence:
      'Pods cannot be created (FailedCreate): admission webhook "validate.policy.example.com" denied the request: image front:1.4 has no digest.',
  },
};

/** All of it as it would be if it were broken now: ages are as in the sentences, or a few seconds more. */
export function brokenNow(): readonly object[] {
  const later = Date.now() - brokenAt;
  const moved = (value: unknown): unknown => {
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(value)) {
      return new Date(Date.parse(value) + later).toISOString().replace(/\.\d+/, '');
    }
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, moved(each)]));
  };
  const all = Object.values(brokenThings).flatMap(({ object, related, events }) => [object, ...related, ...events]);
  return all.map((each) => moved(each) as object);
}
