import { brokenAt, brokenEvent, brokenPod } from './broken.js';

/**
 * Further things as they break: of pods what the kubelet of Kubernetes 1.37 writes (pkg/kubelet/images, kuberuntime, eviction,
 * preemption), of all others what its controllers and its scheduler wrote on a real server.
 */
export interface Variant {
  readonly object: object;
  readonly related?: readonly object[];
  readonly events?: readonly object[];
  /** All that is said, in order. */
  readonly texts: readonly string[];
}

const ago = (minutes: number): string => new Date(brokenAt - minutes * 60_000).toISOString();
const ended = (exitCode: number, reason: string): object => ({
  terminated: { exitCode, reason, startedAt: ago(9), finishedAt: ago(8) },
});
const waiting = (reason: string, message?: string): object => ({ state: { waiting: { reason, message } } });
const starting = (reason: string, message?: string): object =>
  brokenPod('p', { status: { phase: 'Pending' }, containerStatus: waiting(reason, message) });
const running = { ready: true, started: true, state: { running: { startedAt: ago(58) } } };
const pods = (reason: string, message: string): object => ({ type: 'ReplicaFailure', status: 'True', reason, message });

function thing(apiVersion: string, kind: string, spec: object, status: object = {}, metadata: object = {}): object {
  return { apiVersion, kind, metadata: { name: 'x', namespace: 'shop', uid: 'u-x', ...metadata }, spec, status };
}
function condition(type: string, status: string, reason?: string, message = ''): object {
  return { type, status, ...(reason !== undefined && { reason, message }) };
}

const creating = starting('ContainerCreating');
const unwell = brokenPod('p', { containerStatus: running, status: { conditions: [condition('Ready', 'True')] } });
const image = starting(
  'ImagePullBackOff',
  'Back-off pulling image "registry.example.com/shop/front:1.4": ErrImagePull: denied',
);
const restarting = brokenPod('p', {
  container: { startupProbe: { tcpSocket: { port: 80 } } },
  containerStatus: { restartCount: 3, ...waiting('CrashLoopBackOff', 'back-off 40s'), lastState: ended(137, 'Error') },
});
const blind =
  'failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';
const scaler = thing(
  'autoscaling/v2',
  'HorizontalPodAutoscaler',
  {},
  {
    conditions: [
      condition('AbleToScale', 'True', 'SucceededGetScale'),
      condition(
        'ScalingActive',
        'False',
        'FailedGetResourceMetric',
        `the HPA was unable to compute the replica count: ${blind}`,
      ),
    ],
  },
);
const quota = (pod: string): string =>
  `pods "${pod}" is forbidden: exceeded quota: compute, requested: requests.cpu=2, used: requests.cpu=0, limited: requests.cpu=1`;
const overQuota = thing(
  'apps/v1',
  'ReplicaSet',
  { replicas: 2 },
  { conditions: [pods('FailedCreate', quota('x-aaaaa'))] },
);
const job = thing(
  'batch/v1',
  'Job',
  { backoffLimit: 0 },
  {
    failed: 1,
    conditions: [condition('Failed', 'True', 'BackoffLimitExceeded', 'Job has reached the specified backoff limit')],
  },
);
const failedPod = brokenPod('x-9dcx6', {
  status: { phase: 'Failed', conditions: [condition('Ready', 'False', 'PodFailed')] },
  containerStatus: { state: ended(3, 'Error') },
});
const noPods = thing('batch/v1', 'Job', {}, { startTime: ago(5) });
const slice = (more: object): object => ({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  metadata: {},
  ...more,
});
const namespace = thing(
  'v1',
  'Namespace',
  { finalizers: ['kubernetes'] },
  {
    phase: 'Terminating',
    conditions: [
      condition(
        'NamespaceDeletionDiscoveryFailure',
        'True',
        'DiscoveryFailed',
        'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: dead.example.com/v1: stale GroupVersion discovery: dead.example.com/v1',
      ),
      condition(
        'NamespaceDeletionContentFailure',
        'False',
        'ContentDeleted',
        'All content successfully deleted, may be waiting on finalization',
      ),
      condition(
        'NamespaceFinalizersRemaining',
        'True',
        'SomeFinalizersRemain',
        'Some content in the namespace has finalizers remaining: bucket.example.com/cleanup in 1 resource instances',
      ),
    ],
  },
  { deletionTimestamp: ago(10) },
);

export const variants: Readonly<Record<string, Variant>> = {
  'an init container that crashes': {
    object: brokenPod('p', {
      spec: { initContainers: [{ name: 'migrate', image: 'm:1' }] },
      status: {
        phase: 'Pending',
        conditions: [
          condition('Initialized', 'False', 'ContainersNotInitialized', 'containers with incomplete status: [migrate]'),
          condition('Ready', 'False', 'ContainersNotReady', 'containers with unready status: [main]'),
        ],
        initContainerStatuses: [
          {
            name: 'migrate',
            ready: false,
            restartCount: 3,
            ...waiting('CrashLoopBackOff', 'back-off 40s'),
            lastState: ended(2, 'Error'),
          },
        ],
      },
      containerStatus: waiting('PodInitializing'),
    }),
    texts: [
      'Init container migrate crashes again and again (restarted 3 times): it last ended 8m ago with exit code 2 (Error).',
    ],
  },
  'a container that ends well, again and again': {
    object: brokenPod('p', {
      containerStatus: {
        restartCount: 3,
        ...waiting('CrashLoopBackOff', 'back-off 40s'),
        lastState: ended(0, 'Completed'),
      },
    }),
    texts: [
      'Container main ends again and again (restarted 3 times): it last ended 8m ago with exit code 0 (Completed).',
    ],
  },
  'a startup probe that never succeeds': {
    object: restarting,
    events: [
      brokenEvent(restarting, 'Unhealthy', 'Startup probe failed: dial tcp 10.1.0.7:80: connect: connection refused'),
    ],
    texts: [
      'Container main crashes again and again (restarted 3 times): it last ended 8m ago with exit code 137 (Error): Startup probe failed: dial tcp 10.1.0.7:80: connect: connection refused.',
    ],
  },
  'an image that is not there and never pulled': {
    object: starting('ErrImageNeverPull', 'Container image "front:1" is not present with pull policy of Never'),
    texts: [
      'Container main cannot start because its image registry.example.com/shop/front:1.4 cannot be pulled (ErrImageNeverPull): Container image "front:1" is not present with pull policy of Never.',
    ],
  },
  'an image whose name is none': {
    object: starting(
      'InvalidImageName',
      'Failed to apply default image tag "Front:1": couldn\'t parse image name "Front:1": invalid reference format',
    ),
    texts: [
      'Container main cannot start because its image registry.example.com/shop/front:1.4 cannot be pulled (InvalidImageName): Failed to apply default image tag "Front:1": couldn\'t parse image name "Front:1": invalid reference format.',
    ],
  },
  'a registry that does not answer': {
    object: starting('RegistryUnavailable', 'image pull failed for front:1 because the registry is unavailable: 503'),
    texts: [
      'Container main cannot start because its image registry.example.com/shop/front:1.4 cannot be pulled (RegistryUnavailable): image pull failed for front:1 because the registry is unavailable: 503.',
    ],
  },
  'an image pull with all events of a kubelet': {
    object: image,
    events: [
      'Error: ImagePullBackOff',
      'Error: ErrImagePull',
      'Failed to pull image "registry.example.com/shop/front:1.4": denied',
    ].map((text) => brokenEvent(image, 'Failed', text)),
    texts: [
      'Container main cannot start because its image registry.example.com/shop/front:1.4 cannot be pulled (ImagePullBackOff): Failed to pull image "registry.example.com/shop/front:1.4": denied.',
    ],
  },
  'a Secret of the environment that is missing': {
    object: starting('CreateContainerConfigError', 'secret "db" not found'),
    texts: ['Container main cannot start (CreateContainerConfigError): secret "db" not found.'],
  },
  'a key of a ConfigMap that is missing': {
    object: starting('CreateContainerConfigError', "couldn't find key url in ConfigMap shop/db"),
    texts: ["Container main cannot start (CreateContainerConfigError): couldn't find key url in ConfigMap shop/db."],
  },
  'a volume that cannot be mounted': {
    object: creating,
    events: [
      brokenEvent(
        creating,
        'FailedMount',
        'Unable to attach or mount volumes: unmounted volumes=[tls], unattached volumes=[], failed to process volumes=[]: context deadline exceeded',
        { lastTimestamp: ago(1), count: 1 },
      ),
      brokenEvent(creating, 'FailedMount', 'MountVolume.SetUp failed for volume "tls" : secret "tls" not found'),
    ],
    texts: [
      'Warning FailedMount (last 60s ago): Unable to attach or mount volumes: unmounted volumes=[tls], unattached volumes=[], failed to process volumes=[]: context deadline exceeded.',
      'Warning FailedMount (12 times, last 3m ago): MountVolume.SetUp failed for volume "tls" : secret "tls" not found.',
      'Container main has not started yet.',
    ],
  },
  'a node that does not answer': {
    object: brokenPod('p', {
      containerStatus: running,
      status: { conditions: [condition('Ready', 'False'), condition('ContainersReady', 'True')] },
    }),
    texts: ['Its containers were ready when node node-1 last told; see whether the node is ready.'],
  },
  'a pod that a kubelet preempted': {
    object: brokenPod('p', {
      status: {
        ...{
          phase: 'Failed',
          reason: 'Preempting',
          message: 'Preempted in order to admit critical pod',
          containerStatuses: undefined,
        },
        conditions: [
          condition(
            'DisruptionTarget',
            'True',
            'TerminationByKubelet',
            'Pod was preempted by Kubelet to accommodate a critical pod.',
          ),
        ],
      },
    }),
    texts: [
      'The pod failed (Preempting): Preempted in order to admit critical pod.',
      'Its condition DisruptionTarget is True (TerminationByKubelet): Pod was preempted by Kubelet to accommodate a critical pod.',
    ],
  },
  'a pod on its way out for another': {
    object: brokenPod('p', {
      metadata: { deletionTimestamp: new Date(brokenAt + 20_000).toISOString() },
      containerStatus: running,
      status: {
        conditions: [
          condition('Ready', 'True'),
          condition(
            'DisruptionTarget',
            'True',
            'PreemptionByScheduler',
            'default-scheduler: preempting to accommodate a higher priority pod',
          ),
        ],
      },
    }),
    texts: [
      'It is being deleted.',
      'Its condition DisruptionTarget is True (PreemptionByScheduler): default-scheduler: preempting to accommodate a higher priority pod.',
    ],
  },
  'a pod that does not end': {
    object: brokenPod('p', {
      metadata: { deletionTimestamp: ago(10) },
      containerStatus: running,
      status: { conditions: [condition('Ready', 'True')] },
    }),
    texts: ['It should have ended 10m ago: node node-1 has not reported that its containers stopped.'],
  },
  'a new size that no node has': {
    object: {
      ...unwell,
      status: {
        ...(unwell as { status: object }).status,
        conditions: [
          condition(
            'PodResizePending',
            'True',
            'Infeasible',
            "Node didn't have enough capacity: cpu, requested: 8000, capacity: 4000",
          ),
        ],
      },
    },
    texts: [
      "Its condition PodResizePending is True (Infeasible): Node didn't have enough capacity: cpu, requested: 8000, capacity: 4000.",
    ],
  },
  'a quota, with the events of a controller': {
    object: overQuota,
    events: [
      brokenEvent(overQuota, 'FailedCreate', `(combined from similar events): Error creating: ${quota('x-bbbbb')}`),
      brokenEvent(overQuota, 'FailedCreate', `Error creating: ${quota('x-ccccc')}`),
    ],
    texts: [`Pods cannot be created (FailedCreate): ${quota('x-aaaaa')}.`, 'Of 2 pods, 0 exist.'],
  },
  'a Job at its limit': {
    object: job,
    related: [failedPod],
    events: [brokenEvent(job, 'BackoffLimitExceeded', 'Job has reached the specified backoff limit')],
    texts: [
      'The job failed (BackoffLimitExceeded): Job has reached the specified backoff limit.',
      'Pod x-9dcx6: Container main ended 8m ago with exit code 3 (Error).',
    ],
  },
  'a Job that may make no pod': {
    object: noPods,
    events: [brokenEvent(noPods, 'FailedCreate', `Error creating: ${quota('x-aaaaa')}`)],
    texts: [`Warning FailedCreate (12 times, last 3m ago): Error creating: ${quota('x-aaaaa')}.`, 'No pod of it runs.'],
  },
  'a CronJob that is suspended': {
    object: thing('batch/v1', 'CronJob', { schedule: '@daily', suspend: true }),
    texts: ['It is suspended (spec.suspend).'],
  },
  'a Deployment past its deadline': {
    object: thing(
      'apps/v1',
      'Deployment',
      { replicas: 1 },
      {
        ...{ replicas: 1, updatedReplicas: 1, unavailableReplicas: 1 },
        conditions: [
          condition(
            'Progressing',
            'False',
            'ProgressDeadlineExceeded',
            'ReplicaSet "x-795595dfb5" has timed out progressing.',
          ),
        ],
      },
    ),
    texts: [
      'The rollout is not progressing: ReplicaSet "x-795595dfb5" has timed out progressing.',
      'Of 1 pod, 0 are available.',
    ],
  },
  'a StatefulSet whose first pod does not start': {
    object: thing(
      'apps/v1',
      'StatefulSet',
      { replicas: 3, podManagementPolicy: 'OrderedReady' },
      { replicas: 1, updatedReplicas: 1, availableReplicas: 0 },
    ),
    related: [starting('CreateContainerConfigError', 'secret "db" not found')],
    texts: [
      'Pod p: Container main cannot start (CreateContainerConfigError): secret "db" not found.',
      'Of 3 pods, 1 exist: each is created once the one before it is ready.',
    ],
  },
  'a DaemonSet that no node fits': {
    object: thing(
      'apps/v1',
      'DaemonSet',
      {},
      { ...{ currentNumberScheduled: 0, desiredNumberScheduled: 0, numberReady: 0 }, observedGeneration: 1 },
    ),
    texts: ['It has no pods: no node fits its selector, affinity and tolerations.'],
  },
  'an autoscaler without metrics': {
    object: scaler,
    events: [
      brokenEvent(scaler, 'FailedGetResourceMetric', blind),
      brokenEvent(
        scaler,
        'FailedComputeMetricsReplicas',
        `invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value: ${blind}`,
      ),
    ],
    texts: [
      `Its condition ScalingActive is False (FailedGetResourceMetric): the HPA was unable to compute the replica count: ${blind}.`,
    ],
  },
  'a budget that lets nobody go': {
    object: thing(
      'policy/v1',
      'PodDisruptionBudget',
      { minAvailable: 2 },
      {
        ...{ disruptionsAllowed: 0, currentHealthy: 1, desiredHealthy: 2, expectedPods: 2 },
        conditions: [condition('DisruptionAllowed', 'False', 'InsufficientPods')],
      },
    ),
    texts: ['No pod may be evicted: of 2 pods, 1 are healthy, and 2 must be.'],
  },
  'a Service whose pods have no such port': {
    object: thing('v1', 'Service', { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 'http' }] }),
    related: [slice({ endpoints: [{ addresses: ['10.1.0.7'], conditions: { ready: true } }], ports: null })],
    texts: ['Nothing reaches its pods: none has a port of the name http (targetPort).'],
  },
  'a claim that waits for a pod': {
    object: thing('v1', 'PersistentVolumeClaim', { storageClassName: 'late' }, { phase: 'Pending' }),
    events: [
      brokenEvent(
        thing('v1', 'PersistentVolumeClaim', {}),
        'WaitForFirstConsumer',
        'waiting for first consumer to be created before binding',
        { type: 'Normal' },
      ),
    ],
    texts: ['No volume is bound to the claim (Pending): waiting for first consumer to be created before binding.'],
  },
  'a namespace that hangs': {
    object: namespace,
    texts: [
      'Its condition NamespaceDeletionDiscoveryFailure is True (DiscoveryFailed): Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: dead.example.com/v1: stale GroupVersion discovery: dead.example.com/v1.',
      'Its condition NamespaceFinalizersRemaining is True (SomeFinalizersRemain): Some content in the namespace has finalizers remaining: bucket.example.com/cleanup in 1 resource instances.',
      'It was deleted 10m ago, and waits until its finalizers are removed: kubernetes (until all that is in it is gone).',
    ],
  },
  'an APIService without a service': {
    object: thing(
      'apiregistration.k8s.io/v1',
      'APIService',
      {},
      {
        conditions: [condition('Available', 'False', 'ServiceNotFound', 'service/nobody in "nowhere" is not present')],
      },
    ),
    texts: ['Its condition Available is False (ServiceNotFound): service/nobody in "nowhere" is not present.'],
  },
};
