export interface Minimal {
  readonly apiVersion: string;
  readonly kind: string;
  /** The path of the collection. */
  readonly path: string;
  /** Its name, where servers do not take any name. */
  readonly name?: string;
  /** Whether it has no labels of its own. */
  readonly isUnlabelled?: boolean;
  readonly [field: string]: unknown;
}

const labels = { app: 'front' };
const selector = { matchLabels: labels };
const spec = { containers: [{ name: 'a', image: 'example.org/a' }] };
const template = { metadata: { labels }, spec };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const job = { template: { spec: { ...spec, restartPolicy: 'Never' } } };
const roleRef = { kind: 'ClusterRole', name: 'view' };
const httpGet = { port: 80 };
const webhook = {
  name: 'a.b.c',
  clientConfig: { service: { name: 's', namespace: 'n' } },
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  rules: [{ apiGroups: ['nothing.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] }],
};

export const namespaced = (group: string, resource: string): string =>
  `${group === 'v1' ? '/api' : '/apis'}/${group}/namespaces/default/${resource}`;
export const cluster = (group: string, resource: string): string =>
  `${group === 'v1' ? '/api' : '/apis'}/${group}/${resource}`;
const rbac = 'rbac.authorization.k8s.io/v1';

export function object(apiVersion: string, kind: string, path: string, fields: object = {}): Minimal {
  return { apiVersion, kind, path, ...fields };
}

/** Objects with the fewest fields that a server accepts, and some with more that have defaults of their own. */
export const minimalObjects: readonly Minimal[] = [
  object('v1', 'Pod', namespaced('v1', 'pods'), { spec }),
  object('v1', 'Pod', namespaced('v1', 'pods'), {
    spec: {
      serviceAccountName: 's',
      initContainers: [
        { name: 'i', image: 'i:latest', env: [{ name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] },
      ],
      containers: [
        {
          name: 'a',
          image: 'host:5000/a:1',
          ports: [{ containerPort: 80 }],
          livenessProbe: { httpGet },
          readinessProbe: { tcpSocket: { port: 80 }, periodSeconds: 3 },
          startupProbe: { grpc: { port: 80 } },
          lifecycle: { preStop: { httpGet } },
          resources: { limits: { cpu: '1', memory: '1Gi' } },
        },
        { name: 'd', image: `a@sha256:${'0'.repeat(64)}`, resources: { requests: { cpu: '1m' } } },
      ],
      tolerations: [{ key: 'node.kubernetes.io/not-ready', operator: 'Exists' }],
      volumes: [
        { name: 'empty' },
        { name: 'secret', secret: { secretName: 's' } },
        { name: 'map', configMap: { name: 'm' } },
        { name: 'host', hostPath: { path: '/' } },
        { name: 'down', downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.name' } }] } },
        { name: 'projected', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
      ],
    },
  }),
  object('v1', 'Service', namespaced('v1', 'services'), { spec: { ports: [{ port: 80 }] } }),
  object('v1', 'Service', namespaced('v1', 'services'), {
    spec: { type: 'ExternalName', externalName: 'example.org', sessionAffinity: 'ClientIP' },
  }),
  object('v1', 'Service', namespaced('v1', 'services'), { spec: { clusterIP: 'None', selector: labels } }),
  object('v1', 'PersistentVolumeClaim', namespaced('v1', 'persistentvolumeclaims'), { spec: claim }),
  object('v1', 'PersistentVolume', cluster('v1', 'persistentvolumes'), {
    spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, hostPath: { path: '/' } },
  }),
  object('v1', 'Secret', namespaced('v1', 'secrets'), { stringData: { a: 'ü' } }),
  object('v1', 'ConfigMap', namespaced('v1', 'configmaps')),
  object('v1', 'Namespace', cluster('v1', 'namespaces')),
  object('v1', 'ServiceAccount', namespaced('v1', 'serviceaccounts')),
  object('v1', 'Endpoints', namespaced('v1', 'endpoints'), {
    subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ port: 80 }] }],
  }),
  object('v1', 'ReplicationController', namespaced('v1', 'replicationcontrollers'), { spec: { template } }),
  object('v1', 'PodTemplate', namespaced('v1', 'podtemplates'), { template }),
  object('v1', 'LimitRange', namespaced('v1', 'limitranges'), { spec: { limits: [] } }),
  object('v1', 'LimitRange', namespaced('v1', 'limitranges'), {
    spec: {
      limits: [
        { type: 'Container', max: { cpu: '2' }, min: { cpu: '1', memory: '1Gi' }, default: { memory: '2Gi' } },
        { type: 'Pod', max: { cpu: '4' } },
      ],
    },
  }),
  object('v1', 'ResourceQuota', namespaced('v1', 'resourcequotas'), { spec: { hard: { pods: '10' } } }),
  object('apps/v1', 'Deployment', namespaced('apps/v1', 'deployments'), { spec: { selector, template } }),
  object('apps/v1', 'Deployment', namespaced('apps/v1', 'deployments'), {
    spec: { replicas: 0, selector, template, strategy: { type: 'Recreate' } },
  }),
  object('apps/v1', 'StatefulSet', namespaced('apps/v1', 'statefulsets'), {
    spec: { selector, template, serviceName: 's', volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }] },
  }),
  object('apps/v1', 'StatefulSet', namespaced('apps/v1', 'statefulsets'), {
    spec: { selector, template, updateStrategy: { type: 'OnDelete' } },
  }),
  object('apps/v1', 'DaemonSet', namespaced('apps/v1', 'daemonsets'), { spec: { selector, template } }),
  object('apps/v1', 'ReplicaSet', namespaced('apps/v1', 'replicasets'), { spec: { selector, template } }),
  object('apps/v1', 'ControllerRevision', namespaced('apps/v1', 'controllerrevisions'), {
    revision: 1,
    data: { a: 1 },
  }),
  object('batch/v1', 'Job', namespaced('batch/v1', 'jobs'), { spec: job }),
  object('batch/v1', 'Job', namespaced('batch/v1', 'jobs'), { spec: { ...job, parallelism: 2 } }),
  object('batch/v1', 'CronJob', namespaced('batch/v1', 'cronjobs'), {
    spec: { schedule: '* * * * *', jobTemplate: { spec: job } },
  }),
  object('networking.k8s.io/v1', 'Ingress', namespaced('networking.k8s.io/v1', 'ingresses'), {
    spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } },
  }),
  object('networking.k8s.io/v1', 'IngressClass', cluster('networking.k8s.io/v1', 'ingressclasses'), {
    spec: { controller: 'example.org/c', parameters: { kind: 'K', name: 'n' } },
  }),
  object('networking.k8s.io/v1', 'NetworkPolicy', namespaced('networking.k8s.io/v1', 'networkpolicies'), {
    spec: { podSelector: {}, egress: [{ ports: [{ port: 80 }] }] },
  }),
  object(rbac, 'Role', namespaced(rbac, 'roles')),
  object(rbac, 'ClusterRole', cluster(rbac, 'clusterroles'), { rules: [] }),
  object(rbac, 'RoleBinding', namespaced(rbac, 'rolebindings'), {
    roleRef,
    subjects: [
      { kind: 'User', name: 'u' },
      { kind: 'ServiceAccount', name: 's', namespace: 'n' },
    ],
  }),
  object(rbac, 'ClusterRoleBinding', cluster(rbac, 'clusterrolebindings'), { roleRef }),
  object('autoscaling/v2', 'HorizontalPodAutoscaler', namespaced('autoscaling/v2', 'horizontalpodautoscalers'), {
    spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
  }),
  object('autoscaling/v2', 'HorizontalPodAutoscaler', namespaced('autoscaling/v2', 'horizontalpodautoscalers'), {
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
      behavior: {
        scaleDown: { stabilizationWindowSeconds: 60, policies: [{ type: 'Pods', value: 1, periodSeconds: 30 }] },
      },
    },
  }),
  object('policy/v1', 'PodDisruptionBudget', namespaced('policy/v1', 'poddisruptionbudgets'), { spec: { selector } }),
  object('storage.k8s.io/v1', 'StorageClass', cluster('storage.k8s.io/v1', 'storageclasses'), { provisioner: 'p' }),
  object('storage.k8s.io/v1', 'CSIDriver', cluster('storage.k8s.io/v1', 'csidrivers'), { spec: {} }),
  object('discovery.k8s.io/v1', 'EndpointSlice', namespaced('discovery.k8s.io/v1', 'endpointslices'), {
    addressType: 'IPv4',
    endpoints: [{ addresses: ['10.1.2.3'] }],
    ports: [{ port: 80 }],
  }),
  object('coordination.k8s.io/v1', 'Lease', namespaced('coordination.k8s.io/v1', 'leases')),
  object('scheduling.k8s.io/v1', 'PriorityClass', cluster('scheduling.k8s.io/v1', 'priorityclasses'), { value: 1 }),
  object(
    'admissionregistration.k8s.io/v1',
    'ValidatingWebhookConfiguration',
    cluster('admissionregistration.k8s.io/v1', 'validatingwebhookconfigurations'),
    { webhooks: [webhook] },
  ),
  object(
    'admissionregistration.k8s.io/v1',
    'MutatingWebhookConfiguration',
    cluster('admissionregistration.k8s.io/v1', 'mutatingwebhookconfigurations'),
    { webhooks: [webhook] },
  ),
];

/** Further shapes: each source of a volume, each probe, and kinds of which a cluster has few objects. */
export function furtherObjects(): readonly Minimal[] {
  const pod = (own: object): Minimal => object('v1', 'Pod', namespaced('v1', 'pods'), { spec: { ...spec, ...own } });
  const service = (own: object): Minimal => object('v1', 'Service', namespaced('v1', 'services'), { spec: own });
  const volume = (own: object): Minimal =>
    object('v1', 'PersistentVolume', cluster('v1', 'persistentvolumes'), {
      spec: { accessModes: ['ReadWriteOnce'], capacity: { storage: '1Gi' }, ...own },
    });
  const admission = 'admissionregistration.k8s.io/v1';
  const flow = 'flowcontrol.apiserver.k8s.io/v1';
  const networking = 'networking.k8s.io/v1';
  const device = 'resource.k8s.io/v1';
  const claimed = { devices: { requests: [{ name: 'a', exactly: { deviceClassName: 'example.org' } }] } };
  return [
    pod({
      volumes: [
        { name: 'iscsi', iscsi: { targetPortal: '10.0.0.1:3260', iqn: 'iqn.2001-04.org.example:a', lun: 0 } },
        { name: 'rbd', rbd: { monitors: ['10.0.0.1'], image: 'i' } },
        { name: 'scale', scaleIO: { gateway: 'https://g', system: 's', secretRef: { name: 's' }, volumeName: 'v' } },
        { name: 'azure', azureDisk: { diskName: 'd', diskURI: 'https://a.blob.core.windows.net/c/d.vhd' } },
        { name: 'nfs', nfs: { server: 'n', path: '/' } },
        { name: 'csi', csi: { driver: 'example.org' } },
        { name: 'image', image: { reference: 'example.org/i:latest' } },
        { name: 'claim', persistentVolumeClaim: { claimName: 'c' } },
        { name: 'memory', emptyDir: { medium: 'Memory' } },
      ],
    }),
    pod({ volumes: [{ name: 'own', ephemeral: { volumeClaimTemplate: { spec: claim } } }] }),
    pod({
      volumes: [
        {
          name: 'all',
          projected: {
            sources: [
              { secret: { name: 's' } },
              { configMap: { name: 'm' } },
              { downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'metadata.labels' } }] } },
            ],
          },
        },
      ],
    }),
    pod({
      containers: [
        {
          name: 'a',
          image: 'a',
          livenessProbe: { exec: { command: ['a'] }, timeoutSeconds: 2 },
          readinessProbe: { grpc: { port: 80, service: 's' } },
          startupProbe: { httpGet: { port: 'web', path: '/a', scheme: 'HTTPS' } },
          lifecycle: { postStart: { exec: { command: ['a'] } }, preStop: { sleep: { seconds: 1 } } },
          ports: [{ name: 'web', containerPort: 80, protocol: 'UDP' }],
          env: [
            { name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
            { name: 'B', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
          ],
        },
      ],
    }),
    pod({
      initContainers: [
        { name: 'side', image: 'a', restartPolicy: 'Always', startupProbe: { tcpSocket: { port: 80 } } },
      ],
      hostNetwork: true,
      containers: [{ ...spec.containers[0], ports: [{ containerPort: 80 }] }],
    }),
    pod({
      priority: 0,
      securityContext: { runAsUser: 1 },
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: selector },
      ],
    }),
    object('apps/v1', 'StatefulSet', namespaced('apps/v1', 'statefulsets'), {
      spec: {
        selector,
        template,
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: {} },
        persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' },
      },
    }),
    object('apps/v1', 'DaemonSet', namespaced('apps/v1', 'daemonsets'), {
      spec: { selector, template, updateStrategy: { type: 'OnDelete' } },
    }),
    object('apps/v1', 'Deployment', namespaced('apps/v1', 'deployments'), {
      spec: { selector, template, strategy: { rollingUpdate: { maxSurge: 1 } } },
    }),
    object('batch/v1', 'Job', namespaced('batch/v1', 'jobs'), {
      spec: {
        ...job,
        podFailurePolicy: {
          rules: [
            { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
            { action: 'FailJob', onExitCodes: { operator: 'In', values: [1] } },
          ],
        },
      },
    }),
    object('batch/v1', 'Job', namespaced('batch/v1', 'jobs'), {
      spec: { ...job, completionMode: 'Indexed', completions: 3, backoffLimitPerIndex: 1 },
    }),
    object('batch/v1', 'CronJob', namespaced('batch/v1', 'cronjobs'), {
      spec: { schedule: '@daily', timeZone: 'Europe/Berlin', suspend: true, jobTemplate: { spec: job } },
    }),
    service({ type: 'LoadBalancer', ports: [{ port: 80, targetPort: 'web' }], allocateLoadBalancerNodePorts: false }),
    service({ clusterIP: 'None', ports: [{ port: 53, protocol: 'UDP' }], publishNotReadyAddresses: true }),
    object(networking, 'Ingress', namespaced(networking, 'ingresses'), {
      spec: {
        rules: [
          {
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'Prefix',
                  backend: { resource: { apiGroup: 'example.org', kind: 'K', name: 'n' } },
                },
              ],
            },
          },
        ],
      },
    }),
    object('autoscaling/v1', 'HorizontalPodAutoscaler', namespaced('autoscaling/v1', 'horizontalpodautoscalers'), {
      spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' } },
    }),
    volume({ nfs: { server: 'n', path: '/' }, persistentVolumeReclaimPolicy: 'Recycle' }),
    volume({ csi: { driver: 'example.org', volumeHandle: 'h' }, persistentVolumeReclaimPolicy: 'Delete' }),
    volume({
      iscsi: { targetPortal: '10.0.0.1:3260', iqn: 'iqn.2001-04.org.example:a', lun: 0 },
      claimRef: { name: 'c', namespace: 'default' },
    }),
    object('node.k8s.io/v1', 'RuntimeClass', cluster('node.k8s.io/v1', 'runtimeclasses'), {
      handler: 'h',
      scheduling: { tolerations: [{ key: 'a', operator: 'Exists' }] },
    }),
    object(flow, 'PriorityLevelConfiguration', cluster(flow, 'prioritylevelconfigurations'), {
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } },
    }),
    object(flow, 'FlowSchema', cluster(flow, 'flowschemas'), {
      spec: { priorityLevelConfiguration: { name: 'absent' } },
    }),
    object(admission, 'ValidatingAdmissionPolicy', cluster(admission, 'validatingadmissionpolicies'), {
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: ['nothing.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] },
          ],
        },
        validations: [{ expression: 'true' }],
      },
    }),
    object(admission, 'ValidatingAdmissionPolicyBinding', cluster(admission, 'validatingadmissionpolicybindings'), {
      spec: { policyName: 'p', validationActions: ['Deny'], matchResources: {} },
    }),
    object(device, 'ResourceClaim', namespaced(device, 'resourceclaims'), { spec: claimed }),
    object(device, 'ResourceClaimTemplate', namespaced(device, 'resourceclaimtemplates'), { spec: { spec: claimed } }),
    object(device, 'DeviceClass', cluster(device, 'deviceclasses'), { spec: {} }),
    object('discovery.k8s.io/v1', 'EndpointSlice', namespaced('discovery.k8s.io/v1', 'endpointslices'), {
      addressType: 'FQDN',
      endpoints: [{ addresses: ['a.example.org'], conditions: { ready: false } }],
      ports: [{}],
    }),
    object('storage.k8s.io/v1', 'CSINode', cluster('storage.k8s.io/v1', 'csinodes'), { spec: { drivers: [] } }),
    object('storage.k8s.io/v1', 'VolumeAttachment', cluster('storage.k8s.io/v1', 'volumeattachments'), {
      spec: { attacher: 'example.org', nodeName: 'n', source: { persistentVolumeName: 'v' } },
    }),
    object('storage.k8s.io/v1', 'CSIStorageCapacity', namespaced('storage.k8s.io/v1', 'csistoragecapacities'), {
      storageClassName: 's',
    }),
    object('storage.k8s.io/v1', 'VolumeAttributesClass', cluster('storage.k8s.io/v1', 'volumeattributesclasses'), {
      driverName: 'example.org',
      parameters: { a: 'b' },
    }),
  ];
}
