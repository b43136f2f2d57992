import { commonObjects } from './common-objects.js';
import { merged } from './immutable-rows.js';
import { furtherInvalidRows } from './further-invalid-rows.js';
import { furtherObjects, minimalObjects, type Minimal } from './minimal-objects.js';

/** What servers refuse: of the first object of this kind (or of `apiVersion kind`) in `minimalObjects` and its neighbours, with a merge patch, or all of these. */
export interface InvalidRow {
  readonly kind: string;
  readonly changes: readonly object[];
}

const at = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, step) => ({ [step]: inner }), value) as object;
const all = (path: string, ...values: readonly unknown[]): object[] => values.map((value) => at(path, value));
const container = { name: 'a', image: 'example.org/a' };

/** Changes of a container, and of the spec of a pod. */
const containers = [
  { name: null },
  { name: 'A!' },
  { name: 'a'.repeat(64) },
  { image: null },
  { image: ' ' },
  { imagePullPolicy: 'Sometimes' },
  { terminationMessagePolicy: 'Other' },
  { ports: [{}] },
  { ports: [{ containerPort: 70_000 }, { containerPort: 80, protocol: 'HTTP' }] },
  {
    ports: [
      { containerPort: 80, name: 'a-name-that-is-too-long' },
      { containerPort: 81, name: 'a--b', hostPort: -1 },
    ],
  },
  {
    ports: [
      { containerPort: 80, name: 'a' },
      { containerPort: 81, name: 'a' },
    ],
  },
  { env: [{ value: 'a' }, { name: 'a=b' }] },
  { env: [{ name: 'a', value: 'a', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
  {
    env: [
      { name: 'a', valueFrom: {} },
      { name: 'b', valueFrom: { fieldRef: {} } },
    ],
  },
  {
    env: [
      { name: 'a', valueFrom: { secretKeyRef: { key: 'a/b' } } },
      { name: 'b', valueFrom: { configMapKeyRef: {} } },
    ],
  },
  { env: [{ name: 'a', valueFrom: { fieldRef: { fieldPath: 'spec.other' } } }] },
  { envFrom: [{}] },
  { envFrom: [{ secretRef: {} }, { configMapRef: { name: 'A!' } }] },
  { volumeMounts: [{ name: 'nowhere', mountPath: '/a' }, {}] },
  { resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } },
  { resources: { requests: { memory: '-1' } } },
  { resources: { limits: { other: '1' } } },
  { livenessProbe: {} },
  { livenessProbe: { httpGet: {} } },
  { readinessProbe: { httpGet: { port: 'A!', scheme: 'FTP' }, periodSeconds: -1 } },
  { readinessProbe: { exec: {}, timeoutSeconds: -1, failureThreshold: -1, initialDelaySeconds: -1 } },
  { livenessProbe: { tcpSocket: { port: 80 }, successThreshold: 2 } },
  { startupProbe: { tcpSocket: { port: 80 }, exec: { command: ['a'] } } },
  { lifecycle: { preStop: {}, postStart: { exec: {} } } },
  { securityContext: { runAsUser: -1 } },
];
const podSpecs = [
  { containers: null },
  { containers: [] },
  ...containers.map((each) => ({ containers: [{ ...container, ...each }] })),
  { containers: [container, container] },
  { containers: [{ image: 'a' }, { name: 'b' }] },
  { initContainers: [{}] },
  { initContainers: [{ ...container, livenessProbe: { httpGet: { port: 80 } } }] },
  { initContainers: [container] },
  { initContainers: [{ ...container, name: 'b', restartPolicy: 'Other' }] },
  { dnsPolicy: 'Other' },
  { dnsPolicy: 'None' },
  { terminationGracePeriodSeconds: -1 },
  { activeDeadlineSeconds: 0 },
  { serviceAccountName: 'A!' },
  { nodeSelector: { 'a b': 'c', d: 'e f' } },
  {
    tolerations: [
      { operator: 'Other' },
      { operator: 'Equal' },
      { key: 'a', operator: 'Exists', value: 'b' },
      { key: 'a', effect: 'Other' },
    ],
  },
  { volumes: [{}] },
  { volumes: [{ name: 'v' }, { name: 'v' }] },
  { volumes: [{ name: 'v', emptyDir: {}, secret: { secretName: 's' } }] },
  {
    volumes: [
      { name: 'v', secret: {} },
      { name: 'w', configMap: {} },
      { name: 'x', persistentVolumeClaim: {} },
    ],
  },
  {
    volumes: [
      { name: 'v', hostPath: {} },
      { name: 'w', hostPath: { path: '/', type: 'Other' } },
    ],
  },
  { volumes: [{ name: 'v', secret: { secretName: 's', items: [{}, { key: 'a', path: '../b' }] } }] },
  { volumes: [{ name: 'v' }], containers: [{ ...container, volumeMounts: [{ name: 'v' }] }] },
  {
    volumes: [{ name: 'v' }],
    containers: [
      {
        ...container,
        volumeMounts: [
          { name: 'v', mountPath: '/a' },
          { name: 'v', mountPath: '/a' },
        ],
      },
    ],
  },
  { imagePullSecrets: [{}] },
  { hostAliases: [{ ip: 'a' }] },
  { hostname: 'A!' },
  { securityContext: { runAsUser: -1, runAsGroup: -1, fsGroup: -1 } },
  { topologySpreadConstraints: [{}] },
  { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'Other' }] },
  { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{}] } } },
  {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: 'a', operator: 'Other' },
                { key: 'a', operator: 'In' },
              ],
            },
          ],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 0, preference: {} }],
      },
    },
  },
];
const nothing = { spec: { selector: null, template: null } };
const selectors = [
  { matchLabels: null },
  { matchLabels: { app: 'other' } },
  { matchLabels: { 'a b': 'c' } },
  { matchExpressions: [{ key: 'app', operator: 'Other' }] },
  { matchExpressions: [{ key: 'app', operator: 'In' }] },
  { matchExpressions: [{ key: 'app', operator: 'Exists', values: ['a'] }] },
];
const templates = [
  { spec: { template: { metadata: { labels: { 'a b': 'c', app: 'front' } } } } },
  { spec: { template: { metadata: { labels: { app: 'front', a: 'b c' }, annotations: { 'a b': 'c' } } } } },
  { spec: { template: { metadata: null } } },
];
const paths = (...values: readonly object[]): object[] =>
  values.map((each) => ({ spec: { rules: [{ http: { paths: [each] } }] } }));
const service = { service: { name: 's', port: { number: 80 } } };
const webhook = {
  name: 'a.b.c',
  clientConfig: { service: { name: 's', namespace: 'n' } },
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  rules: [{ apiGroups: ['nothing.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] }],
};
const webhooks = [
  { name: 'a' },
  { name: null },
  { clientConfig: {} },
  { clientConfig: { url: 'https://a.b', service: { name: 's', namespace: 'n' } } },
  { clientConfig: { url: 'http://a.b' } },
  { clientConfig: { service: {} } },
  { sideEffects: null },
  { sideEffects: 'Some' },
  { admissionReviewVersions: null },
  { admissionReviewVersions: ['v2'] },
  { failurePolicy: 'Other', matchPolicy: 'Other' },
  { timeoutSeconds: 31 },
  { rules: [{}] },
  { rules: [{ apiGroups: ['a'], apiVersions: ['v1'], operations: ['READ'], resources: ['a'] }] },
].map((each) => ({ webhooks: [{ ...webhook, ...each }] }));
const metadata = [
  { name: 'A!' },
  { name: 'a'.repeat(254) },
  { name: 'a.b' },
  { name: '1a' },
  { labels: { 'a b': 'c' } },
  { labels: { a: 'b c' } },
  { labels: { 'a/b/c': '' } },
  { labels: { 'A!/b': '' } },
  { labels: { [`${'a'.repeat(64)}`]: 'b'.repeat(64) } },
  { labels: { '': '' } },
  { annotations: { 'a b': '' } },
  { generateName: 'A!', name: null },
].map((each) => ({ metadata: each }));

/** Objects of common kinds with what servers refuse. */
export const invalidRows: readonly InvalidRow[] = [
  {
    kind: 'ConfigMap',
    changes: [
      ...metadata,
      ...all('data', { 'a b': '' }, { '': '' }, { '..': '' }),
      { data: { a: '' }, binaryData: { a: '' } },
    ],
  },
  { kind: 'Namespace', changes: metadata.slice(2) },
  { kind: 'Service', changes: metadata },
  { kind: 'ClusterRole', changes: [...metadata, { metadata: { name: 'a%b' } }] },
  { kind: 'Deployment', changes: metadata },
  { kind: 'CronJob', changes: metadata },
  { kind: 'Pod', changes: [...all('spec', ...podSpecs), { spec: null }] },
  {
    kind: 'Deployment',
    changes: [
      nothing,
      { spec: null },
      ...all('spec.template.spec', { containers: null }, { containers: [{}] }, { activeDeadlineSeconds: 1 }),
      ...all('spec.selector', ...selectors),
      ...templates,
      ...all('spec.replicas', -1),
      ...all('spec.strategy', { type: 'Other' }, { type: 'Recreate', rollingUpdate: { maxSurge: 1 } }),
      ...all(
        'spec.strategy.rollingUpdate',
        { maxSurge: 0, maxUnavailable: 0 },
        { maxSurge: 'a%', maxUnavailable: '101%' },
        { maxSurge: -1, maxUnavailable: -1 },
      ),
      ...all('spec.template.spec.restartPolicy', 'Never', 'Other'),
      ...all('spec.minReadySeconds', -1, 600),
      ...all('spec.revisionHistoryLimit', -1),
      ...all('spec.progressDeadlineSeconds', -1, 0),
    ],
  },
  {
    kind: 'ReplicaSet',
    changes: [
      nothing,
      ...all('spec.selector', ...selectors),
      ...templates,
      ...all('spec', { replicas: -1, minReadySeconds: -1 }),
      ...all('spec.template.spec.restartPolicy', 'Never'),
    ],
  },
  {
    kind: 'DaemonSet',
    changes: [
      nothing,
      ...all('spec.selector', ...selectors),
      ...templates,
      ...all('spec', { minReadySeconds: -1, revisionHistoryLimit: -1 }),
      ...all('spec.template.spec.restartPolicy', 'Never'),
      ...all(
        'spec.updateStrategy',
        { type: 'Other' },
        { rollingUpdate: { maxUnavailable: 0 } },
        { rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
      ),
    ],
  },
  {
    kind: 'StatefulSet',
    changes: [
      nothing,
      ...all('spec.selector', ...selectors),
      ...templates,
      ...all('spec', { replicas: -1, minReadySeconds: -1, revisionHistoryLimit: -1 }, { podManagementPolicy: 'Other' }),
      ...all('spec.template.spec.restartPolicy', 'Never'),
      ...all(
        'spec.updateStrategy',
        { type: 'Other' },
        { rollingUpdate: { partition: -1 } },
        { type: 'OnDelete', rollingUpdate: { partition: 1 } },
      ),
      ...all('spec.persistentVolumeClaimRetentionPolicy', { whenDeleted: 'Other' }),
    ],
  },
  {
    kind: 'ReplicationController',
    changes: [
      { spec: { template: null } },
      { spec: { selector: null, template: { metadata: null } } },
      { spec: { selector: { app: 'other' } } },
      ...all('spec', { replicas: -1, minReadySeconds: -1 }),
    ],
  },
  {
    kind: 'Job',
    changes: [
      { spec: null },
      ...all('spec.template.spec.restartPolicy', 'Always', null),
      ...all('spec', {
        parallelism: -1,
        completions: -1,
        backoffLimit: -1,
        activeDeadlineSeconds: -1,
        ttlSecondsAfterFinished: -1,
      }),
      ...all('spec', { completionMode: 'Other' }, { completionMode: 'Indexed' }),
      ...all('spec', { podReplacementPolicy: 'Other' }, { backoffLimitPerIndex: 1 }, { manualSelector: true }),
      ...all('spec.template.spec', { containers: [] }),
    ],
  },
  {
    kind: 'CronJob',
    changes: [
      { spec: null },
      { spec: { schedule: null } },
      ...all('spec.schedule', 'other', '@daily x', '60 * * * *', 'TZ=UTC 0 0 * * *'),
      ...all(
        'spec',
        { concurrencyPolicy: 'Other' },
        { timeZone: 'Other/Place' },
        { timeZone: '' },
        { startingDeadlineSeconds: -1, successfulJobsHistoryLimit: -1, failedJobsHistoryLimit: -1 },
      ),
      { spec: { jobTemplate: null } },
      ...all('spec.jobTemplate.spec', { parallelism: -1 }, { manualSelector: true }),
      ...all('spec.jobTemplate.spec.template.spec', { restartPolicy: 'Always' }, { containers: null }),
      { metadata: { name: 'a'.repeat(53) } },
    ],
  },
  {
    kind: 'Service',
    changes: [
      { spec: null },
      ...all(
        'spec',
        { ports: null },
        { type: 'Other' },
        { sessionAffinity: 'Other' },
        { type: 'ExternalName' },
        { type: 'ExternalName', externalName: 'A!' },
        { clusterIP: 'a' },
        { clusterIP: '', selector: { 'a b': 'c' } },
        { externalIPs: ['a'] },
        { externalTrafficPolicy: 'Local' },
        { type: 'NodePort', externalTrafficPolicy: 'Other' },
        { internalTrafficPolicy: 'Other' },
        { publishNotReadyAddresses: true, loadBalancerClass: 'a' },
        { healthCheckNodePort: 30_000 },
        { ipFamilyPolicy: 'Other' },
        { type: 'LoadBalancer', clusterIP: 'None' },
      ),
      ...all(
        'spec.ports',
        [{}],
        [{ port: 70_000 }],
        [{ port: 80 }, { port: 81 }],
        [
          { name: 'a', port: 80 },
          { name: 'b', port: 80 },
        ],
        [
          { name: 'a', port: 80 },
          { name: 'a', port: 81 },
        ],
        [{ name: 'A!', port: 80, protocol: 'Other' }],
        [{ port: 80, targetPort: 0 }],
        [{ port: 80, targetPort: 'A!' }],
        [{ port: 80, nodePort: 30_000 }],
        [{ port: 80, appProtocol: 'a b' }],
      ),
    ],
  },
  {
    kind: 'Secret',
    changes: [
      { data: { 'a b': '' } },
      ...all(
        'type',
        'kubernetes.io/tls',
        'kubernetes.io/dockerconfigjson',
        'kubernetes.io/dockercfg',
        'kubernetes.io/basic-auth',
        'kubernetes.io/ssh-auth',
        'kubernetes.io/service-account-token',
      ),
      { type: 'kubernetes.io/dockerconfigjson', data: { '.dockerconfigjson': btoa('{') }, stringData: null },
      { type: 'kubernetes.io/dockercfg', data: { '.dockercfg': btoa('a') }, stringData: null },
    ],
  },
  {
    kind: 'PersistentVolumeClaim',
    changes: [
      { spec: null },
      ...all(
        'spec',
        { accessModes: null },
        { accessModes: ['Other'] },
        { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] },
        { resources: null },
        { volumeMode: 'Other' },
        { storageClassName: 'A!' },
        { selector: { matchLabels: { 'a b': 'c' } } },
        { dataSource: { kind: 'a' } },
      ),
      ...all('spec.resources.requests', { storage: '0' }, { storage: '-1' }, { storage: null, cpu: '1' }),
    ],
  },
  {
    kind: 'PersistentVolume',
    changes: [
      { spec: null },
      ...all(
        'spec',
        { accessModes: null },
        { accessModes: ['Other'] },
        { capacity: null },
        { capacity: { storage: '0' } },
        { capacity: { storage: null, cpu: '1' } },
        { hostPath: null },
        { nfs: { server: 'a', path: '/' } },
        { persistentVolumeReclaimPolicy: 'Other' },
        { volumeMode: 'Other' },
        { storageClassName: 'A!' },
        { hostPath: { path: '' } },
        { hostPath: { path: '../a' } },
        { persistentVolumeReclaimPolicy: 'Recycle' },
      ),
    ],
  },
  {
    kind: 'Ingress',
    changes: [
      { spec: { rules: null, defaultBackend: null } },
      ...paths(
        { backend: service },
        { backend: service, pathType: 'Other' },
        { backend: service, pathType: 'Prefix', path: 'a' },
        { backend: service, pathType: 'Exact', path: '/a//b' },
        { pathType: 'Prefix', path: '/' },
        { pathType: 'Prefix', path: '/', backend: { service: {} } },
        { pathType: 'Prefix', path: '/', backend: { service: { name: 'A!', port: { number: 70_000 } } } },
        { pathType: 'Prefix', path: '/', backend: { service: { name: 'a', port: { name: 'a', number: 1 } } } },
        { pathType: 'Prefix', backend: service },
      ),
      { spec: { rules: [{ host: 'A!', http: { paths: [] } }] } },
      { spec: { rules: [{ host: '10.0.0.1' }, { host: '*.a', http: {} }, { host: '*' }] } },
      { spec: { tls: [{ hosts: ['A!'] }] } },
      { spec: { ingressClassName: 'A!' } },
      { spec: { defaultBackend: {} } },
    ],
  },
  {
    kind: 'NetworkPolicy',
    changes: [
      ...all(
        'spec',
        { policyTypes: ['Other'] },
        { policyTypes: ['Ingress', 'Egress', 'Other'] },
        { podSelector: { matchLabels: { 'a b': 'c' } } },
      ),
      ...all(
        'spec.ingress',
        [{ ports: [{ port: 70_000, protocol: 'Other' }] }],
        [{ ports: [{ port: 'A!' }] }],
        [{ ports: [{ endPort: 80 }] }],
        [{ ports: [{ port: 80, endPort: 70 }] }],
        [{ ports: [{ port: 'a', endPort: 70 }] }],
        [{ from: [{}] }],
        [{ from: [{ ipBlock: { cidr: 'a' } }] }],
        [{ from: [{ ipBlock: {} }] }],
        [{ from: [{ ipBlock: { cidr: '10.0.0.0/8' }, podSelector: {} }] }],
        [{ from: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/8', 'a'] } }] }],
      ),
      ...all('spec.egress', [{ to: [{}] }]),
    ],
  },
  {
    kind: 'HorizontalPodAutoscaler',
    changes: [
      { spec: null },
      ...all(
        'spec',
        { maxReplicas: 0 },
        { maxReplicas: null },
        { minReplicas: 0 },
        { minReplicas: 9, maxReplicas: 1 },
        { scaleTargetRef: null },
        { scaleTargetRef: { kind: null, name: null } },
        { metrics: [{}] },
        { metrics: [{ type: 'Other' }] },
        { metrics: [{ type: 'Resource' }] },
        { metrics: [{ type: 'Resource', resource: { name: 'cpu', target: {} } }] },
        {
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 0 } } },
          ],
        },
        {
          behavior: {
            scaleDown: {
              stabilizationWindowSeconds: 4000,
              selectPolicy: 'Other',
              policies: [{ type: 'Other', value: 0, periodSeconds: 2000 }],
            },
          },
        },
      ),
    ],
  },
  {
    kind: 'PodDisruptionBudget',
    changes: all(
      'spec',
      { minAvailable: 1, maxUnavailable: 1 },
      { minAvailable: -1, maxUnavailable: null },
      { minAvailable: '101%', maxUnavailable: null },
      { minAvailable: 'a', maxUnavailable: null },
      { maxUnavailable: '-1', minAvailable: null },
      { selector: { matchLabels: { 'a b': 'c' } } },
      { unhealthyPodEvictionPolicy: 'Other' },
    ),
  },
  ...['Role', 'ClusterRole'].map((kind) => ({
    kind,
    changes: all(
      'rules',
      [{}],
      [{ verbs: ['get'] }],
      [{ verbs: ['get'], resources: ['pods'] }],
      [{ verbs: ['get'], nonResourceURLs: ['/a'] }],
      [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], nonResourceURLs: ['/a'] }],
      [{ verbs: [], apiGroups: [''], resources: ['pods'] }],
    ),
  })),
  ...['RoleBinding', 'ClusterRoleBinding'].map((kind) => ({
    kind,
    changes: [
      { roleRef: null },
      ...all('roleRef', { name: null }, { kind: 'Other' }, { apiGroup: 'other' }),
      ...all(
        'subjects',
        [{}],
        [{ kind: 'User' }],
        [{ kind: 'Other', name: 'a' }],
        [{ kind: 'ServiceAccount', name: 'a' }],
        [{ kind: 'ServiceAccount', name: 'A!', namespace: 'a' }],
        [{ kind: 'User', name: 'a', apiGroup: 'other' }],
        [{ kind: 'Group', name: 'a', apiGroup: '' }],
      ),
    ],
  })),
  {
    kind: 'StorageClass',
    changes: [
      { provisioner: null },
      { provisioner: 'A B' },
      { reclaimPolicy: 'Other' },
      { volumeBindingMode: 'Other' },
      { parameters: { '': 'a' } },
    ],
  },
  {
    kind: 'PriorityClass',
    changes: [{ value: 1_000_000_001 }, { preemptionPolicy: 'Other' }, { metadata: { name: 'system-a' } }],
  },
  {
    kind: 'IngressClass',
    changes: [
      { spec: null },
      ...all(
        'spec',
        { controller: null },
        { controller: 'a' },
        { parameters: {} },
        { parameters: { kind: 'a', name: 'b', scope: 'Other' } },
      ),
    ],
  },
  {
    kind: 'Lease',
    changes: all('spec', { leaseDurationSeconds: 0 }, { leaseTransitions: -1 }, { holderIdentity: '' }),
  },
  {
    kind: 'EndpointSlice',
    changes: [
      { addressType: null },
      { addressType: 'Other' },
      ...all(
        'endpoints',
        [{}],
        [{ addresses: [] }],
        [{ addresses: ['a'] }],
        [{ addresses: ['10.0.0.1'], nodeName: 'A!' }],
      ),
      ...all(
        'ports',
        [{ port: 80 }, { port: 81 }],
        [{ name: 'A!', port: 80, protocol: 'Other' }],
        [{ name: 'a', port: 70_000 }],
      ),
    ],
  },
  {
    kind: 'ResourceQuota',
    changes: all(
      'spec',
      { hard: { cpu: '-1' } },
      { hard: { 'a b': '1' } },
      { hard: { other: '1' } },
      { scopes: ['Other'] },
      { hard: { pods: '1.5' } },
      { hard: { 'count/jobs.batch': '500m', services: '100m' } },
      { scopes: ['Terminating', 'NotTerminating'] },
      { hard: { services: '1' }, scopes: ['BestEffort'] },
      { hard: { cpu: '1' }, scopes: ['BestEffort'] },
    ),
  },
  {
    kind: 'LimitRange',
    changes: all(
      'spec.limits',
      [{}],
      [{ type: 'Container', min: { cpu: '2' }, max: { cpu: '1' } }],
      [{ type: 'Container', default: { cpu: '2' }, max: { cpu: '1' } }],
      [{ type: 'Container' }, { type: 'Container' }],
      [{ type: 'Pod', default: { cpu: '1' } }],
      [{ type: 'Container', defaultRequest: { cpu: '2' }, default: { cpu: '1' } }],
      [{ type: 'PersistentVolumeClaim' }],
    ),
  },
  { kind: 'ControllerRevision', changes: [{ revision: -1 }, { data: null }] },
  { kind: 'ValidatingWebhookConfiguration', changes: webhooks },
  {
    kind: 'MutatingWebhookConfiguration',
    changes: [...webhooks, { webhooks: [{ ...webhook, reinvocationPolicy: 'Other' }] }],
  },
];

/** The objects of the rows, each with the path of its collection, and one without anything of each kind. */
export function invalidObjects() {
  const objects = [...minimalObjects, ...furtherObjects(), ...commonObjects()];
  const byName = (nameOf: (each: Minimal) => string) => objects.map((each) => [nameOf(each), each] as const).reverse();
  const kinds = new Map(byName(({ kind }) => kind));
  const ofVersions = new Map(byName(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  const empty = [...kinds].map(([kind, { apiVersion, path }]) => ({
    ...{ kind, path, change: 'nothing but metadata' },
    object: { apiVersion, kind, metadata: { name: 'invalid' } },
  }));
  const rows = [...invalidRows, ...furtherInvalidRows].flatMap(({ kind, changes }) => {
    const minimal = kinds.get(kind) ?? ofVersions.get(kind);
    if (minimal === undefined) throw new Error(`no ${kind}`);
    const { path, name = 'invalid', isUnlabelled: _unlabelled, ...object } = minimal;
    return changes.map((change) => {
      const named = { ...object, metadata: { name } };
      return { kind, path, change: JSON.stringify(change), object: merged(named, change) as object };
    });
  });
  return [...rows, ...empty];
}
