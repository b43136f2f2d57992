import type { InvalidRow } from './invalid-rows.js';

const spec = (...values: readonly object[]): object[] => values.map((value) => ({ spec: value }));
const container = { name: 'a', image: 'example.org/a' };
const inContainer = (...values: readonly object[]): object[] =>
  values.map((value) => ({ spec: { volumes: [{ name: 'v' }], containers: [{ ...container, ...value }] } }));
const inVolume = (...values: readonly object[]): object[] =>
  values.map((value) => ({ spec: { volumes: [{ name: 'v', ...value }] } }));
const rule = { apiGroups: ['nothing.example'], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothing'] };
const inSource = (...values: readonly object[]): object[] =>
  values.map((value) => ({ spec: { hostPath: null, ...value } }));
const inRules = (...values: readonly object[]): object[] =>
  values.map((value) => ({ spec: { limited: null, ...value } }));
const inDevices = (...values: readonly object[]): object[] =>
  values.map((value) => ({ spec: { devices: { requests: [{ name: 'a', ...value }] } } }));

/** What servers refuse, of further kinds and fields; as `invalidRows`. */
export const furtherInvalidRows: readonly InvalidRow[] = [
  {
    kind: 'Pod',
    changes: [
      ...inContainer(
        { securityContext: { privileged: true, allowPrivilegeEscalation: false } },
        { securityContext: { capabilities: { add: ['CAP_SYS_ADMIN'] }, allowPrivilegeEscalation: false } },
        { securityContext: { runAsGroup: -1 } },
        { securityContext: { procMount: 'Other' } },
        { securityContext: { seccompProfile: { type: 'Localhost' } } },
        { securityContext: { seccompProfile: { type: 'Other' } } },
        { securityContext: { seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'p' } } },
        { resources: { requests: { 'example.org/gpu': '1' } } },
        { resources: { requests: { 'example.org/gpu': '500m' }, limits: { 'example.org/gpu': '500m' } } },
        { resources: { requests: { cpu: '500m' }, limits: { cpu: '0.4' } } },
        { resources: { limits: { memory: 'much' } } },
        { resources: { claims: [{ name: 'nowhere' }] } },
        { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'Other' }] },
        { volumeDevices: [{ name: 'nowhere', devicePath: '/a' }] },
        { livenessProbe: { httpGet: { port: 80, host: 'A!', httpHeaders: [{ name: 'a b', value: '' }] } } },
        { livenessProbe: { grpc: { port: 0 } } },
        { startupProbe: { tcpSocket: { port: 'web' }, terminationGracePeriodSeconds: 0 } },
        { readinessProbe: { tcpSocket: { port: 80 }, terminationGracePeriodSeconds: 1 } },
        { lifecycle: { preStop: { sleep: { seconds: -1 } } } },
        { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'other' } } }] },
        { env: [{ name: 'A', valueFrom: { resourceFieldRef: {} } }] },
        { envFrom: [{ configMapRef: { name: 'a' }, secretRef: { name: 'b' } }] },
        { volumeMounts: [{ name: 'v', mountPath: '/a:b' }] },
        { volumeMounts: [{ name: 'v', mountPath: '/a', mountPropagation: 'Other' }] },
        { volumeMounts: [{ name: 'v', mountPath: '/a', subPath: 'a', subPathExpr: 'b' }] },
        { restartPolicy: 'Other' },
      ),
      ...inVolume(
        { nfs: { server: 'a' } },
        { nfs: { server: 'a', path: 'b' } },
        { emptyDir: { sizeLimit: '-1' } },
        { secret: { secretName: 's', defaultMode: 1000 } },
        { configMap: { name: 'm', items: [{ key: 'a', path: '/b' }] } },
        { configMap: { name: 'm', items: [{ key: 'a', path: 'b', mode: 512 }] } },
        { downwardAPI: { items: [{ path: 'a' }] } },
        { downwardAPI: { items: [{ path: 'a', fieldRef: { fieldPath: 'status.podIP' } }] } },
        { projected: { sources: [{}] } },
        { projected: { sources: [{ secret: {} }] } },
        { projected: { sources: [{ secret: { name: 's' }, configMap: { name: 'm' } }] } },
        { ephemeral: { volumeClaimTemplate: { spec: {} } } },
        { ephemeral: {} },
        { csi: { driver: 'A!' } },
        { iscsi: { targetPortal: '10.0.0.1', iqn: 'other', lun: 256 } },
        { image: {} },
        { image: { reference: 'a', pullPolicy: 'Other' } },
        { hostPath: { path: '/a/../b' } },
      ),
      ...spec(
        { hostNetwork: true, containers: [{ ...container, ports: [{ containerPort: 80, hostPort: 81 }] }] },
        { initContainers: [{ ...container, name: 'i', lifecycle: { preStop: { exec: { command: ['a'] } } } }] },
        { schedulingGates: [{ name: 'A!' }] },
        { schedulingGates: [{ name: 'a' }, { name: 'a' }] },
        { schedulingGates: [{ name: 'a' }], nodeName: 'n' },
        { readinessGates: [{ conditionType: 'a b' }] },
        { os: { name: 'other' } },
        { shareProcessNamespace: true, hostPID: true },
        { dnsConfig: { nameservers: ['a'] } },
        { dnsConfig: { options: [{}] } },
        { securityContext: { sysctls: [{ name: 'a b', value: '1' }] } },
        { securityContext: { supplementalGroups: [-1], fsGroupChangePolicy: 'Other' } },
        { securityContext: { seccompProfile: { type: 'Localhost' } } },
        {
          topologySpreadConstraints: [
            { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 1 },
            { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway' },
          ],
        },
        { tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 1 }] },
        { hostAliases: [{ ip: '10.0.0.1', hostnames: ['A!'] }] },
        { resources: { limits: { cpu: '1' }, requests: { cpu: '2' } } },
        { resources: { requests: { 'ephemeral-storage': '1Gi' } } },
        {
          resources: { requests: { cpu: '250m' } },
          containers: [{ ...container, resources: { requests: { cpu: '500m' } } }],
        },
        { nodeName: 'A!' },
        { restartPolicy: 'Never', activeDeadlineSeconds: 2 ** 31 },
        { ephemeralContainers: [{ ...container, name: 'e' }] },
        {
          affinity: {
            podAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [
                { topologyKey: 'a', namespaces: ['A!'], matchLabelKeys: ['v'] },
              ],
            },
          },
        },
        {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['b', 'c'] }] },
                  { matchFields: [{ key: 'metadata.other', operator: 'In', values: ['a'] }] },
                ],
              },
            },
          },
        },
      ),
    ],
  },
  {
    kind: 'HorizontalPodAutoscaler',
    changes: spec(
      { behavior: { scaleUp: { policies: [] } } },
      { behavior: { scaleDown: { policies: [{}] } } },
      { behavior: { scaleDown: { tolerance: '-1' } } },
      { metrics: [{ type: 'Pods', pods: { metric: {}, target: { type: 'AverageValue', averageValue: '1' } } }] },
      { metrics: [{ type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'Value', value: '1' } } }] },
      { metrics: [{ type: 'Object', object: { metric: { name: 'm' }, target: { type: 'Value', value: '1' } } }] },
      { metrics: [{ type: 'External', external: { metric: { name: 'm' }, target: { type: 'Value' } } }] },
      { metrics: [{ type: 'External', external: { metric: { name: 'm' }, target: { type: 'Value', value: '0' } } }] },
      {
        metrics: [
          {
            type: 'ContainerResource',
            containerResource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } },
          },
        ],
      },
      { metrics: [{ type: 'Resource', resource: { target: { type: 'Utilization', averageUtilization: 1 } } }] },
      {
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1 } },
            pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } },
          },
        ],
      },
      {
        metrics: [
          {
            type: 'Resource',
            resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 1, averageValue: '1' } },
          },
        ],
      },
    ),
  },
  {
    kind: 'Job',
    changes: spec(
      { manualSelector: true },
      { manualSelector: true, selector: { matchLabels: { a: 'b' } } },
      { selector: { matchLabels: { a: 'b' } } },
      { completionMode: 'Indexed', completions: 3, parallelism: 100_001 },
      { completionMode: 'Indexed', completions: 3, maxFailedIndexes: 4, backoffLimitPerIndex: 1 },
      { maxFailedIndexes: 1 },
      { podFailurePolicy: { rules: [{ action: 'Other' }] } },
      { podFailurePolicy: { rules: [{ action: 'Ignore' }] } },
      { podFailurePolicy: { rules: [{ action: 'FailIndex', onExitCodes: { operator: 'In', values: [1] } }] } },
      { podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [0] } }] } },
      { podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: { operator: 'In', values: [2, 1] } }] } },
      { podFailurePolicy: { rules: [{ action: 'Ignore', onExitCodes: { operator: 'Other', values: [] } }] } },
      {
        template: { spec: { restartPolicy: 'OnFailure' } },
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'A' }] }] },
      },
      { podReplacementPolicy: 'TerminatingOrFailed', podFailurePolicy: { rules: [] } },
      { successPolicy: { rules: [{ succeededCount: 1 }] } },
      { completionMode: 'Indexed', completions: 3, successPolicy: { rules: [] } },
      { completionMode: 'Indexed', completions: 3, successPolicy: { rules: [{}] } },
      { completionMode: 'Indexed', completions: 3, successPolicy: { rules: [{ succeededIndexes: '1-9' }] } },
      { managedBy: 'a b' },
    ),
  },
  {
    kind: 'CronJob',
    changes: spec(
      { schedule: '*/0 * * * *' },
      { schedule: '5-1 * * * *' },
      { schedule: '* * * * MOONDAY' },
      { schedule: '* 24 * * *' },
      { schedule: '* * 0 * *' },
      { jobTemplate: { spec: { template: { spec: { restartPolicy: null } } } } },
    ),
  },
  {
    kind: 'Deployment',
    changes: spec(
      { strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '1.5%' } } },
      { template: { spec: { containers: [{ ...container, resources: { limits: { cpu: '1x' } } }] } } },
      { template: { spec: { volumes: [{ name: 'v', configMap: { name: 'm', defaultMode: -1 } }] } } },
    ),
  },
  {
    kind: 'StatefulSet',
    changes: spec(
      { ordinals: { start: -1 } },
      { serviceName: 'A!' },
      { volumeClaimTemplates: [{ metadata: { name: 'A!' } }] },
      { updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } } },
    ),
  },
  {
    kind: 'Service',
    changes: spec(
      { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] },
      { type: 'LoadBalancer', loadBalancerSourceRanges: ['a'] },
      { loadBalancerSourceRanges: ['10.0.0.0/8'] },
      { type: 'LoadBalancer', loadBalancerClass: 'a b' },
      { allocateLoadBalancerNodePorts: true },
      { ipFamilies: ['IPv5'] },
      { ipFamilies: ['IPv4', 'IPv4'], ipFamilyPolicy: 'PreferDualStack' },
      { ipFamilies: ['IPv4', 'IPv6'] },
      { ipFamilyPolicy: 'RequireDualStack' },
      { clusterIP: '10.0.0.5', clusterIPs: ['10.0.0.6'] },
      { type: 'ExternalName', externalName: 'a.example.org', clusterIP: '10.0.0.5' },
      { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 90_000 } } },
      { sessionAffinityConfig: { clientIP: { timeoutSeconds: 1 } } },
      { trafficDistribution: 'Other' },
      { externalIPs: ['127.0.0.1'] },
      { ports: [{ port: 80, targetPort: '8080' }] },
    ),
  },
  {
    kind: 'PersistentVolumeClaim',
    changes: spec(
      { dataSource: { kind: 'PersistentVolumeClaim', name: '' } },
      { dataSource: { kind: 'A', name: 'b' }, dataSourceRef: { kind: 'C', name: 'd' } },
      { dataSourceRef: { kind: 'Pod', name: 'd' } },
      { volumeAttributesClassName: 'A!' },
      { resources: { requests: { storage: 'much' } } },
    ),
  },
  {
    kind: 'PersistentVolume',
    changes: [
      ...spec(
        { claimRef: { name: 'c' } },
        { nodeAffinity: {} },
        { nodeAffinity: { required: { nodeSelectorTerms: [] } } },
        { volumeAttributesClassName: '' },
        { persistentVolumeReclaimPolicy: 'Recycle', hostPath: { path: '/..' } },
      ),
      ...inSource(
        { nfs: { server: 'a' } },
        { nfs: { server: 'a', path: '/' }, mountOptions: ['a'], volumeMode: 'Block' },
        { local: { path: '/a' } },
        { local: {} },
        { csi: {} },
        { csi: { driver: 'A!', volumeHandle: 'h' } },
        { iscsi: {} },
        { fc: {} },
        { rbd: {} },
        { cephfs: {} },
        { azureFile: {} },
        { azureDisk: {} },
        { flexVolume: {} },
        { gcePersistentDisk: {} },
        { awsElasticBlockStore: {} },
        { cinder: {} },
        { vsphereVolume: {} },
        { glusterfs: {} },
      ),
    ],
  },
  {
    kind: 'StorageClass',
    changes: [
      { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a' }] }] },
      { parameters: { a: 'b'.repeat(300_000) } },
    ],
  },
  {
    kind: 'VolumeAttributesClass',
    changes: [{ driverName: null }, { driverName: 'A!' }, { parameters: null }, { parameters: { '': 'a' } }],
  },
  {
    kind: 'CSIStorageCapacity',
    changes: [
      { storageClassName: null },
      { storageClassName: 'A!' },
      { capacity: '-1' },
      { nodeTopology: { matchLabels: { 'a b': 'c' } } },
    ],
  },
  {
    kind: 'VolumeAttachment',
    changes: spec(
      { attacher: null },
      { attacher: 'A!' },
      { nodeName: null },
      { source: null },
      { source: { persistentVolumeName: null } },
      { source: { persistentVolumeName: '' } },
      {
        source: {
          persistentVolumeName: null,
          inlineVolumeSpec: {
            accessModes: ['ReadWriteOnce'],
            capacity: { storage: '1Gi' },
            nfs: { server: 'a', path: '/' },
          },
        },
      },
    ),
  },
  {
    kind: 'CSIDriver',
    changes: [
      ...spec(
        { fsGroupPolicy: 'Other' },
        { volumeLifecycleModes: ['Other'] },
        { tokenRequests: [{ audience: 'a' }, { audience: 'a' }] },
        { tokenRequests: [{ audience: 'a', expirationSeconds: 1 }] },
      ),
      { metadata: { name: 'A!' } },
    ],
  },
  {
    kind: 'CSINode',
    changes: spec(
      { drivers: [{}] },
      { drivers: [{ name: 'A!', nodeID: 'n' }] },
      { drivers: [{ name: 'a', nodeID: 'n', allocatable: { count: -1 } }] },
      {
        drivers: [
          { name: 'a', nodeID: 'n' },
          { name: 'a', nodeID: 'm' },
        ],
      },
    ),
  },
  {
    kind: 'Ingress',
    changes: spec(
      { tls: [{ secretName: 'A!' }] },
      {
        rules: [
          { http: { paths: [{ pathType: 'Prefix', path: '/', backend: { resource: { kind: 'a', name: '' } } }] } },
        ],
      },
      {
        defaultBackend: { service: { name: 's', port: { number: 80 } }, resource: { kind: 'a', name: 'b' } },
      },
    ),
  },
  {
    kind: 'ServiceCIDR',
    changes: spec(
      { cidrs: [] },
      { cidrs: ['a'] },
      { cidrs: ['10.0.0.1/24'] },
      { cidrs: ['10.1.0.0/24', '10.2.0.0/24'] },
      { cidrs: ['10.1.0.0/24', 'fd00::/112', '10.2.0.0/24'] },
    ),
  },
  {
    kind: 'IPAddress',
    changes: [
      { metadata: { name: 'a' } },
      { metadata: { name: '10.0.0.01' } },
      { metadata: { name: 'fd00::0:1' } },
      { spec: { parentRef: { name: null } } },
      { spec: { parentRef: { resource: null } } },
      { spec: { parentRef: { group: 'A!', namespace: 'A!' } } },
    ],
  },
  {
    kind: 'APIService',
    changes: [
      { metadata: { name: 'v1.other.example' } },
      ...spec(
        { group: 'A!' },
        { version: 'A!' },
        { groupPriorityMinimum: 0 },
        { groupPriorityMinimum: 20_001 },
        { versionPriority: 0 },
        { versionPriority: 1001 },
        { service: { name: 's' }, insecureSkipTLSVerify: true },
        { service: { namespace: 'n' }, insecureSkipTLSVerify: true },
        { service: { name: 's', namespace: 'n', port: 0 }, insecureSkipTLSVerify: true },
        { service: { name: 's', namespace: 'n' }, insecureSkipTLSVerify: true, caBundle: 'YQ==' },
        { insecureSkipTLSVerify: true },
      ),
    ],
  },
  {
    kind: 'RuntimeClass',
    changes: [
      { handler: null },
      { handler: 'A!' },
      { overhead: { podFixed: { cpu: '-1' } } },
      { scheduling: { nodeSelector: { 'a b': 'c' } } },
      { scheduling: { tolerations: [{ operator: 'Other' }] } },
    ],
  },
  {
    kind: 'FlowSchema',
    changes: spec(
      { priorityLevelConfiguration: { name: null } },
      { priorityLevelConfiguration: { name: 'A!' } },
      { matchingPrecedence: -1 },
      { matchingPrecedence: 10_001 },
      { distinguisherMethod: { type: 'Other' } },
      { rules: [{}] },
      { rules: [{ subjects: [{ kind: 'User' }], resourceRules: [{}] }] },
      { rules: [{ subjects: [{ kind: 'Other' }], nonResourceRules: [{ verbs: ['a'], nonResourceURLs: ['a'] }] }] },
    ),
  },
  {
    kind: 'PriorityLevelConfiguration',
    changes: inRules(
      {},
      { type: 'Other' },
      { type: 'Exempt' },
      { type: 'Limited', limited: { limitResponse: {} } },
      { type: 'Limited', limited: { limitResponse: { type: 'Reject', queuing: {} } } },
      { type: 'Limited', limited: { nominalConcurrencyShares: -1, limitResponse: { type: 'Reject' } } },
      { type: 'Limited', limited: { lendablePercent: 101, limitResponse: { type: 'Reject' } } },
      { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: { queues: -1 } } } },
      { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: { queues: 2, handSize: 4 } } } },
    ),
  },
  {
    kind: 'ValidatingAdmissionPolicy',
    changes: spec(
      { validations: null },
      { validations: [{}] },
      { validations: [{ expression: 'true', reason: 'Other' }] },
      { validations: [{ expression: 'true', message: 'a\nb' }] },
      { matchConstraints: null },
      { matchConstraints: { resourceRules: [] } },
      { matchConstraints: { resourceRules: [{ ...rule, operations: ['CREATE', '*'] }] } },
      { matchConstraints: { resourceRules: [{ ...rule, apiGroups: [] }] } },
      { matchConstraints: { matchPolicy: 'Other' } },
      { failurePolicy: 'Other' },
      { paramKind: {} },
      { paramKind: { apiVersion: 'a/b/c', kind: 'A' } },
      { variables: [{ name: 'a b', expression: 'true' }] },
      { matchConditions: [{ name: 'a b', expression: 'true' }] },
      { auditAnnotations: [{}] },
    ),
  },
  {
    kind: 'ValidatingAdmissionPolicyBinding',
    changes: spec(
      { policyName: null },
      { policyName: 'A!' },
      { validationActions: null },
      { validationActions: ['Other'] },
      { validationActions: ['Deny', 'Warn'] },
      { validationActions: ['Deny', 'Deny'] },
      { paramRef: {} },
      { paramRef: { name: 'a', parameterNotFoundAction: 'Other' } },
      { paramRef: { name: 'a', selector: {}, parameterNotFoundAction: 'Allow' } },
    ),
  },
  ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].map((kind) => ({
    kind,
    changes: [
      { rules: [{ ...rule, resources: ['*', 'pods'] }] },
      { rules: [{ ...rule, scope: 'Other' }] },
      { rules: [{ ...rule, operations: ['*', 'CREATE'] }] },
      { clientConfig: { service: { name: 's', namespace: 'n', port: 0 } } },
      { clientConfig: { service: { name: 's', namespace: 'n', path: 'a' } } },
      { clientConfig: { url: 'https://a.b/c?d=e' } },
      { matchConditions: [{}] },
      { namespaceSelector: { matchExpressions: [{ key: 'a', operator: 'Other' }] } },
    ].map((each) => ({
      webhooks: [
        {
          name: 'a.b.c',
          clientConfig: { service: { name: 's', namespace: 'n' } },
          admissionReviewVersions: ['v1'],
          sideEffects: 'None',
          ...each,
        },
      ],
    })),
  })),
  {
    kind: 'ResourceQuota',
    changes: spec(
      { hard: { pods: '1' }, scopeSelector: { matchExpressions: [{ scopeName: 'Other', operator: 'Exists' }] } },
      { hard: { pods: '1' }, scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] } },
      { hard: { pods: 'many' } },
    ),
  },
  {
    kind: 'LimitRange',
    changes: spec(
      { limits: [{ type: 'Container', max: { other: '1' } }] },
      { limits: [{ type: 'Container', max: { cpu: '2' }, maxLimitRequestRatio: { cpu: '500m' } }] },
    ),
  },
  {
    kind: 'EndpointSlice',
    changes: [
      { endpoints: [{ addresses: ['127.0.0.1'] }] },
      { endpoints: [{ addresses: ['10.0.0.1', '10.0.0.2'] }] },
      { endpoints: [{ addresses: ['10.0.0.1'], hostname: 'A!' }] },
      { endpoints: [{ addresses: ['10.0.0.1'], zone: 'a b' }] },
      { addressType: 'IPv6', endpoints: [{ addresses: ['10.0.0.1'] }] },
    ],
  },
  {
    kind: 'Endpoints',
    changes: [
      { subsets: [{}] },
      { subsets: [{ addresses: [{ ip: 'a' }] }] },
      { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 70_000, protocol: 'Other' }] }] },
      { subsets: [{ addresses: [{ ip: '10.0.0.1', nodeName: 'A!' }], ports: [{ port: 1 }, { port: 2 }] }] },
    ],
  },
  {
    kind: 'Lease',
    changes: spec({ renewTime: '2026-01-01T00:00:00Z' }, { renewTime: '2026-01-01T00:00:00.123Z' }),
  },
  {
    kind: 'Event',
    changes: [{ involvedObject: { namespace: 'other' } }, { involvedObject: null }],
  },
  {
    kind: 'events.k8s.io/v1 Event',
    changes: [
      { eventTime: null },
      { reportingController: null, reportingInstance: null, action: null, reason: null },
      { type: 'Other' },
      { series: { count: 1 } },
    ],
  },
  {
    kind: 'Node',
    changes: [
      ...spec(
        { podCIDR: 'a' },
        { taints: [{ key: 'a b', effect: 'Other' }] },
        {
          taints: [
            { key: 'a', effect: 'NoSchedule' },
            { key: 'a', effect: 'NoSchedule' },
          ],
        },
        { taints: [{ key: 'a' }] },
      ),
    ],
  },
  {
    kind: 'ServiceAccount',
    changes: [{ metadata: { name: 'A!' } }],
  },
  {
    kind: 'ResourceClaim',
    changes: inDevices(
      {},
      { exactly: {} },
      { name: 'A!', exactly: { deviceClassName: 'A!' } },
      { exactly: { deviceClassName: 'a', allocationMode: 'Other' } },
      { exactly: { deviceClassName: 'a', count: -1 } },
      { exactly: { deviceClassName: 'a', allocationMode: 'All', count: 1 } },
      { exactly: { deviceClassName: 'a' }, firstAvailable: [{ name: 'a', deviceClassName: 'a' }] },
    ),
  },
  {
    kind: 'DeviceClass',
    changes: spec({ selectors: [{}] }, { config: [{}] }),
  },
];
