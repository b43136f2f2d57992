/** An object of the corpus. */
export interface ManifestObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

const container = {
  name: 'main',
  image: 'registry.example/main:1',
  ports: [{ containerPort: 8080, name: 'http', protocol: 'TCP' }],
  env: [
    { name: 'MODE', value: 'fast' },
    { name: 'KEY', valueFrom: { secretKeyRef: { name: 'keys', key: 'key' } } },
  ],
  resources: { requests: { cpu: '100m', memory: '64Mi' }, limits: { memory: '1Gi' } },
  readinessProbe: { httpGet: { path: '/ready', port: 'http', scheme: 'HTTP' }, periodSeconds: 5 },
  livenessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds: 3 },
  volumeMounts: [{ name: 'data', mountPath: '/data', readOnly: true }],
  securityContext: { runAsNonRoot: true, capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } },
  imagePullPolicy: 'IfNotPresent',
};
const podSpec = {
  containers: [container],
  initContainers: [{ name: 'init', image: 'init:1', command: ['sh', '-c', 'true'] }],
  volumes: [
    { name: 'data', configMap: { name: 'settings', defaultMode: 420, items: [{ key: 'a', path: 'a' }] } },
    { name: 'tmp', emptyDir: { sizeLimit: '1Gi' } },
  ],
  serviceAccountName: 'front',
  tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'front' } } },
      ],
    },
    nodeAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 1, preference: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] } },
      ],
    },
  },
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'front' } },
    },
  ],
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
};
const labels = { app: 'front' };
const template = { metadata: { labels, annotations: { note: 'a' } }, spec: podSpec };
const jobTemplate = { metadata: { labels }, spec: { ...podSpec, restartPolicy: 'Never' } };
const meta = (extra: object = {}): object => ({
  name: 'front',
  namespace: 'default',
  labels: { app: 'front' },
  ...extra,
});
const selector = { matchLabels: labels };
/** Objects that a server accepts: of built-in kinds, and of a custom resource. */
export const seeds: readonly ManifestObject[] = [
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: meta(),
    spec: { ...podSpec, hostAliases: [{ ip: '10.0.0.1', hostnames: ['a'] }] },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: meta(),
    spec: {
      type: 'ClusterIP',
      selector: labels,
      ports: [
        { name: 'http', port: 80, targetPort: 'http', protocol: 'TCP', appProtocol: 'http' },
        { name: 'm', port: 90, targetPort: 9090 },
      ],
      sessionAffinity: 'ClientIP',
      sessionAffinityConfig: { clientIP: { timeoutSeconds: 100 } },
      internalTrafficPolicy: 'Cluster',
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: meta(),
    spec: {
      type: 'LoadBalancer',
      selector: labels,
      ports: [{ port: 80, nodePort: 30080 }],
      externalTrafficPolicy: 'Local',
      loadBalancerSourceRanges: ['10.0.0.0/8'],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: meta({ annotations: { a: 'b' } }),
    data: { a: 'b' },
    binaryData: { c: 'aGVsbG8=' },
    immutable: false,
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: meta(),
    type: 'Opaque',
    data: { a: 'aGVsbG8=' },
    stringData: { b: 'c' },
  },
  {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: meta(),
    automountServiceAccountToken: false,
    imagePullSecrets: [{ name: 'pull' }],
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: meta(),
    spec: {
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      volumeMode: 'Filesystem',
      resources: { requests: { storage: '10Gi' } },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'front' },
    spec: {
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteOnce'],
      persistentVolumeReclaimPolicy: 'Retain',
      hostPath: { path: '/data', type: 'Directory' },
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }] },
      },
    },
  },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } },
  {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'node-1' },
    spec: { taints: [{ key: 'a', effect: 'NoSchedule', value: 'b' }], unschedulable: true },
  },
  {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: meta(),
    spec: {
      hard: { pods: '10', 'requests.cpu': '4' },
      scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['high'] }] },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: meta(),
    spec: {
      limits: [{ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '100m' }, max: { cpu: '2' } }],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'ReplicationController',
    metadata: meta(),
    spec: { replicas: 1, selector: labels, template },
  },
  {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: meta(),
    subsets: [{ addresses: [{ ip: '10.1.1.1', nodeName: 'n' }], ports: [{ port: 80, name: 'http', protocol: 'TCP' }] }],
  },
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: meta(),
    spec: {
      replicas: 3,
      revisionHistoryLimit: 5,
      selector,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
      minReadySeconds: 5,
      template,
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: meta(),
    spec: {
      serviceName: 'front',
      replicas: 2,
      selector,
      podManagementPolicy: 'Parallel',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: 'Retain' },
      template,
      volumeClaimTemplates: [
        {
          metadata: { name: 'pvc' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: meta(),
    spec: { selector, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '10%' } }, template },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: meta(),
    spec: {
      replicas: 1,
      selector: { matchLabels: labels, matchExpressions: [{ key: 'app', operator: 'Exists' }] },
      template,
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: meta(),
    spec: {
      parallelism: 2,
      completions: 4,
      completionMode: 'Indexed',
      backoffLimit: 3,
      activeDeadlineSeconds: 100,
      ttlSecondsAfterFinished: 10,
      podFailurePolicy: {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
      },
      template: jobTemplate,
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: meta(),
    spec: {
      schedule: '*/5 * * * *',
      timeZone: 'Etc/UTC',
      concurrencyPolicy: 'Forbid',
      suspend: true,
      successfulJobsHistoryLimit: 1,
      jobTemplate: { spec: { template: jobTemplate } },
    },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: meta(),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'front' },
      minReplicas: 1,
      maxReplicas: 5,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
      behavior: {
        scaleDown: {
          stabilizationWindowSeconds: 300,
          selectPolicy: 'Min',
          policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }],
        },
      },
    },
  },
  {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: meta(),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'front' },
      minReplicas: 1,
      maxReplicas: 5,
      targetCPUUtilizationPercentage: 80,
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: meta(),
    spec: { minAvailable: '50%', selector, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: meta(),
    spec: {
      podSelector: selector,
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          from: [{ podSelector: selector }, { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16'] } }],
          ports: [{ port: 80, protocol: 'TCP' }, { port: 'http' }],
        },
      ],
      egress: [{ to: [{ namespaceSelector: {} }] }],
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: meta(),
    spec: {
      ingressClassName: 'nginx',
      tls: [{ hosts: ['a.example'], secretName: 'tls' }],
      rules: [
        {
          host: 'a.example',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'front', port: { number: 80 } } } }],
          },
        },
      ],
      defaultBackend: { service: { name: 'front', port: { name: 'http' } } },
    },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    metadata: { name: 'nginx' },
    spec: {
      controller: 'example.com/ingress',
      parameters: { kind: 'Params', name: 'p', apiGroup: 'example.com', scope: 'Cluster' },
    },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: meta(),
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'], resourceNames: ['a'] }],
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name: 'front' },
    rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }],
    aggregationRule: { clusterRoleSelectors: [selector] },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: meta(),
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'front' },
    subjects: [
      { kind: 'ServiceAccount', name: 'front', namespace: 'default' },
      { kind: 'User', name: 'a', apiGroup: 'rbac.authorization.k8s.io' },
    ],
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'fast' },
    provisioner: 'example.com/disk',
    parameters: { type: 'ssd' },
    reclaimPolicy: 'Delete',
    allowVolumeExpansion: true,
    volumeBindingMode: 'WaitForFirstConsumer',
    mountOptions: ['ro'],
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'CSIDriver',
    metadata: { name: 'csi.example' },
    spec: {
      attachRequired: true,
      podInfoOnMount: true,
      fsGroupPolicy: 'File',
      volumeLifecycleModes: ['Persistent'],
      tokenRequests: [{ audience: 'a', expirationSeconds: 3600 }],
    },
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: 'high' },
    value: 1000,
    globalDefault: false,
    preemptionPolicy: 'Never',
    description: 'a',
  },
  {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: meta(),
    spec: {
      holderIdentity: 'me',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-01T00:00:00.000000Z',
      renewTime: '2026-01-01T00:00:00.000000Z',
      leaseTransitions: 1,
    },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: meta(),
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.1.1'], conditions: { ready: true }, nodeName: 'n', zone: 'z' }],
    ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
  },
  {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'gvisor' },
    handler: 'runsc',
    overhead: { podFixed: { cpu: '100m' } },
    scheduling: { nodeSelector: { a: 'b' } },
  },
  {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: meta(),
    eventTime: '2026-01-01T00:00:00.000000Z',
    reportingController: 'a.b',
    reportingInstance: 'x',
    action: 'Do',
    reason: 'Because',
    type: 'Normal',
    regarding: { kind: 'Pod', name: 'front', namespace: 'default' },
    note: 'n',
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'hook' },
    webhooks: [
      {
        name: 'a.b.c',
        clientConfig: { service: { name: 's', namespace: 'n', path: '/p', port: 443 }, caBundle: '' },
        rules: [
          {
            apiGroups: ['apps'],
            apiVersions: ['v1'],
            operations: ['CREATE'],
            resources: ['deployments'],
            scope: 'Namespaced',
          },
        ],
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Ignore',
        matchPolicy: 'Exact',
        timeoutSeconds: 5,
        namespaceSelector: selector,
      },
    ],
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'policy' },
    spec: {
      failurePolicy: 'Fail',
      matchConstraints: {
        resourceRules: [
          { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['deployments'] },
        ],
      },
      validations: [{ expression: 'true', message: 'no', reason: 'Invalid' }],
    },
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.shop.example' },
    spec: {
      group: 'shop.example',
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing', singular: 'thing', shortNames: ['th'] },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: { type: 'object', required: ['size'], properties: { size: { type: 'integer', minimum: 1 } } },
              },
            },
          },
        },
      ],
    },
  },
  {
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1',
    kind: 'PriorityLevelConfiguration',
    metadata: { name: 'mine' },
    spec: {
      type: 'Limited',
      limited: {
        nominalConcurrencyShares: 10,
        limitResponse: { type: 'Queue', queuing: { queues: 64, handSize: 6, queueLengthLimit: 50 } },
      },
    },
  },
  {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: meta(),
    spec: {
      devices: {
        requests: [
          { name: 'gpu', exactly: { deviceClassName: 'gpu.example', allocationMode: 'ExactCount', count: 1 } },
        ],
      },
    },
  },
  {
    apiVersion: 'check.example/v1',
    kind: 'Gadget',
    metadata: meta(),
    spec: {
      size: 3,
      mode: 'fast',
      port: 'http',
      when: '2026-01-01T00:00:00Z',
      tags: ['a', 'b'],
      parts: [{ name: 'a', weight: 1.5 }],
      labels: { a: 'b' },
      open: { any: { thing: [1] } },
      pod: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: {} },
      note: null,
      enabled: true,
    },
  },
  {
    apiVersion: 'check.example/v1',
    kind: 'Gadget',
    metadata: meta(),
    spec: {
      size: 1,
      mode: 'slow',
      port: 80,
      tags: ['c'],
      parts: [
        { name: 'a', weight: 2 },
        { name: 'b', weight: 0.5 },
      ],
      enabled: false,
    },
  },
];
/** The custom resource of {@link seeds}. */
export const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gadgets.check.example' },
  spec: {
    group: 'check.example',
    scope: 'Namespaced',
    names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            required: ['spec'],
            properties: {
              spec: {
                type: 'object',
                required: ['size', 'mode', 'tags'],
                properties: {
                  size: { type: 'integer', minimum: 1, maximum: 10 },
                  mode: { type: 'string', enum: ['fast', 'slow'], default: 'fast' },
                  port: { 'x-kubernetes-int-or-string': true },
                  when: { type: 'string', format: 'date-time' },
                  tags: { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 3 },
                  parts: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string', maxLength: 5 }, weight: { type: 'number' } },
                    },
                  },
                  labels: { type: 'object', additionalProperties: { type: 'string' } },
                  open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                  pod: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    'x-kubernetes-preserve-unknown-fields': true,
                  },
                  note: { type: 'string', nullable: true },
                  enabled: { type: 'boolean' },
                },
              },
            },
          },
        },
      },
    ],
  },
};
