import { isJsonRecord } from '../../core/shared/json-record.js';
import type { DefaultsOf } from './fill-in.js';
import { qualityOf } from './pod-resources.js';

/** The functions below are in the file of that name of k8s.io/kubernetes 1.37. */
const core = 'pkg/apis/core/v1/defaults.go';
const apps = 'pkg/apis/apps/v1/defaults.go';
const batch = 'pkg/apis/batch/v1/defaults.go';
const storage = 'pkg/apis/storage/v1/defaults.go';
const rbac = 'pkg/apis/rbac/v1/defaults.go';
const scaling = 'pkg/apis/autoscaling/v2/defaults.go';
const flow = 'pkg/apis/flowcontrol/v1/defaults.go';
const admission = 'pkg/apis/admissionregistration/v1/defaults.go';

/** Where kinds have the spec of a pod; that of a pod itself comes first. */
const podSpecs = [
  'Pod spec',
  'PodTemplate template.spec',
  'ReplicationController spec.template.spec',
  'Deployment spec.template.spec',
  'ReplicaSet spec.template.spec',
  'StatefulSet spec.template.spec',
  'DaemonSet spec.template.spec',
  'Job spec.template.spec',
  'CronJob spec.jobTemplate.spec.template.spec',
];
const jobSpecs = ['Job spec', 'CronJob spec.jobTemplate.spec'];
const below = (parents: readonly string[], ...paths: readonly string[]): string[] =>
  parents.flatMap((parent) => paths.map((path) => `${parent}.${path}`));

const longLived = below(podSpecs, 'containers[]', 'initContainers[]');
const containers = [...longLived, ...below(podSpecs, 'ephemeralContainers[]')];
const probes = below(containers, 'livenessProbe', 'readinessProbe', 'startupProbe');
const handlers = [...probes, ...below(containers, 'lifecycle.postStart', 'lifecycle.preStop')];
const volumes = below(podSpecs, 'volumes[]');
const sources = [...volumes, 'PersistentVolume spec'];
const claimSpecs = [
  'PersistentVolumeClaim spec',
  'StatefulSet spec.volumeClaimTemplates[].spec',
  ...below(volumes, 'ephemeral.volumeClaimTemplate.spec'),
];
const policies = ['ValidatingAdmissionPolicy', 'MutatingAdmissionPolicy'];
const matched = [
  ...policies.map((kind) => `${kind} spec.matchConstraints`),
  ...policies.map((kind) => `${kind}Binding spec.matchResources`),
];
const webhooks = ['ValidatingWebhookConfiguration webhooks[]', 'MutatingWebhookConfiguration webhooks[]'];
const deviceRequests = below(
  ['ResourceClaim spec', 'ResourceClaimTemplate spec.spec'],
  'devices.requests[].exactly',
  'devices.requests[].firstAvailable[]',
);
const projections = below(volumes, 'projected.sources[]');
const files = [...below(volumes, 'downwardAPI.items[]'), ...below(projections, 'downwardAPI.items[]')];

/** The tag of an image, as far as it decides: `latest`, or another. */
function pullPolicy(image: unknown): string {
  const name = typeof image === 'string' ? image : '';
  const tag = /:([^:/@]+)$/.exec(name.replace(/@.*$/, ''))?.[1];
  return !name.includes('@') && (tag === undefined || tag === 'latest') ? 'Always' : 'IfNotPresent';
}

/** The limits of containers, of which the later ones win. */
const withLimits = (item: Readonly<Record<string, unknown>>, names: readonly string[]): unknown => {
  if (item['type'] !== 'Container') return item[names.at(-1) ?? ''];
  const all = Object.assign({}, ...names.map((name) => item[name])) as object;
  return Object.keys(all).length === 0 ? undefined : all;
};

const systemPriorities: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};
/** What is filled in where nothing was sent: a list without policies is kept, and refused. */
const unlessNone =
  (policies: readonly object[]) =>
  (_rules: unknown, { policies: sent }: Readonly<Record<string, unknown>>): unknown =>
    sent ?? policies;
const externally = ['NodePort', 'LoadBalancer'];
const withRequests = (record: Readonly<Record<string, unknown>>): unknown => {
  const { limits, requests } = record as { readonly limits?: object; readonly requests?: object };
  return limits === undefined ? requests : { ...limits, ...requests };
};
/** In the network of the host, each port is one of the host. */
const withHostPorts =
  (name: string) =>
  ({ hostNetwork, [name]: all }: Readonly<Record<string, unknown>>): unknown =>
    hostNetwork === true
      ? (all as { readonly ports?: readonly { readonly containerPort?: number }[] }[] | undefined)?.map((each) =>
          each.ports === undefined
            ? each
            : { ...each, ports: each.ports.map((port) => ({ hostPort: port.containerPort, ...port })) },
        )
      : all;
/**
 * What API servers fill in, in the order in which they do it: each entry has the source of its rules, the structs that have
 * them, and the values of fields that are empty.
 */
export const defaultsOfKubernetes: readonly DefaultsOf[] = [
  {
    source: `${core} SetDefaults_PodSpec`,
    of: podSpecs,
    set: {
      serviceAccountName: ({ serviceAccount }) => serviceAccount,
      serviceAccount: ({ serviceAccountName }) => serviceAccountName,
      dnsPolicy: 'ClusterFirst',
      restartPolicy: 'Always',
      securityContext: {},
      terminationGracePeriodSeconds: 30,
      schedulerName: 'default-scheduler',
    },
  },
  { source: `${core} SetDefaults_Pod`, of: ['Pod spec'], set: { enableServiceLinks: true } },
  {
    source: `${core} SetDefaults_Pod`,
    of: below(['Pod spec'], 'containers[].resources', 'initContainers[].resources'),
    always: { requests: withRequests },
  },
  {
    source: `${core} SetDefaults_Container`,
    of: containers,
    set: {
      imagePullPolicy: ({ image }) => pullPolicy(image),
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
    },
  },
  {
    source: 'core/v1 ContainerPort of k8s.io/api: +default="TCP"',
    of: below(containers, 'ports[]'),
    set: { protocol: 'TCP' },
  },
  {
    source: `${core} SetDefaults_Pod`,
    of: ['Pod spec'],
    always: { containers: withHostPorts('containers'), initContainers: withHostPorts('initContainers') },
  },
  {
    source: `${core} SetDefaults_Probe`,
    of: probes,
    set: { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 },
  },
  {
    source: `${core} SetDefaults_HTTPGetAction`,
    of: below(handlers, 'httpGet'),
    set: { path: '/', scheme: 'HTTP' },
  },
  { source: 'core/v1 GRPCAction of k8s.io/api: +default=""', of: below(probes, 'grpc'), set: { service: '' } },
  {
    source: `${core} SetDefaults_ObjectFieldSelector`,
    of: [...below(containers, 'env[].valueFrom.fieldRef'), ...below(files, 'fieldRef')],
    set: { apiVersion: 'v1' },
  },
  {
    source: `${core} SetDefaults_Volume`,
    of: volumes,
    always: { emptyDir: (volume) => (Object.keys(volume).length < 2 ? {} : volume['emptyDir']) },
  },
  {
    source: `${core} SetDefaults_SecretVolumeSource, SetDefaults_ConfigMapVolumeSource, SetDefaults_DownwardAPIVolumeSource, SetDefaults_ProjectedVolumeSource`,
    of: below(volumes, 'secret', 'configMap', 'downwardAPI', 'projected'),
    set: { defaultMode: 420 },
  },
  {
    source: `${core} SetDefaults_ServiceAccountTokenProjection`,
    of: below(projections, 'serviceAccountToken'),
    set: { expirationSeconds: 3600 },
  },
  { source: `${core} SetDefaults_HostPathVolumeSource`, of: below(sources, 'hostPath'), set: { type: '' } },
  {
    source: `${core} SetDefaults_Volume`,
    of: below(volumes, 'image'),
    set: { pullPolicy: ({ reference }) => pullPolicy(reference) },
  },
  {
    source: 'core/v1 ISCSIVolumeSource of k8s.io/api: +default',
    of: below(sources, 'iscsi'),
    set: { iscsiInterface: 'default' },
  },
  {
    source: 'core/v1 RBDVolumeSource of k8s.io/api: +default',
    of: below(sources, 'rbd'),
    set: { pool: 'rbd', user: 'admin', keyring: '/etc/ceph/keyring' },
  },
  {
    source: 'core/v1 ScaleIOVolumeSource of k8s.io/api: +default',
    of: below(sources, 'scaleIO'),
    set: { storageMode: 'ThinProvisioned', fsType: 'xfs' },
  },
  {
    source: 'core/v1 AzureDiskVolumeSource of k8s.io/api: +default',
    of: below(sources, 'azureDisk'),
    set: { cachingMode: 'ReadWrite', kind: 'Shared', fsType: 'ext4', readOnly: false },
  },
  {
    source:
      'plugin/pkg/admission/priority/admission.go admitPod; plugin/pkg/admission/defaulttolerationseconds/admission.go Admit',
    of: ['Pod spec'],
    always: {
      priority: ({ priority, priorityClassName }) => priority ?? systemPriorities[String(priorityClassName)] ?? 0,
      preemptionPolicy: ({ preemptionPolicy = 'PreemptLowerPriority' }) => preemptionPolicy,
      tolerations: ({ tolerations }) => {
        const given = (tolerations ?? []) as readonly Record<string, unknown>[];
        const added = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'].filter(
          (key) =>
            !given.some(
              (each) =>
                (each['key'] === key || (each['key'] ?? '') === '') && (each['effect'] ?? 'NoExecute') === 'NoExecute',
            ),
        );
        const tolerationSeconds = 300;
        return [...given, ...added.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds }))];
      },
    },
  },
  {
    source: 'pkg/registry/core/pod/strategy.go podStrategy.PrepareForCreate',
    of: ['Pod'],
    always: {
      status: ({ spec, status }) => ({
        phase: 'Pending',
        qosClass: qualityOf((spec ?? {}) as Record<string, unknown>),
        ...(status as object | undefined),
      }),
    },
  },
  {
    source: 'pkg/apis/core/v1/defaults.go SetDefaults_PodStatus',
    of: ['Pod status'],
    set: { podIPs: ({ podIP }) => (podIP === undefined || podIP === '' ? undefined : [{ ip: podIP }]) },
  },
  {
    source: 'pkg/apis/core/v1/conversion.go Convert_v1_NodeSpec_To_core_NodeSpec',
    of: ['Node spec'],
    set: { podCIDRs: ({ podCIDR }) => (podCIDR === undefined || podCIDR === '' ? undefined : [podCIDR]) },
  },
  { source: `${core} SetDefaults_Secret`, of: ['Secret'], set: { type: 'Opaque' } },
  {
    source: 'pkg/registry/core/secret/strategy.go strategy.PrepareForCreate: stringData is for writes alone',
    of: ['Secret'],
    always: {
      data: ({ data, stringData }) =>
        stringData === undefined
          ? data
          : {
              ...(data as object | undefined),
              ...Object.fromEntries(Object.entries(stringData as object).map(([key, text]) => [key, base64(text)])),
            },
      stringData: () => undefined,
    },
  },
  {
    source: `${core} SetDefaults_Service`,
    of: ['Service spec'],
    set: {
      sessionAffinity: 'None',
      type: 'ClusterIP',
      externalTrafficPolicy: ({ type }) => (externally.includes(String(type)) ? 'Cluster' : undefined),
      internalTrafficPolicy: ({ type }) => (type === 'ExternalName' ? undefined : 'Cluster'),
      allocateLoadBalancerNodePorts: ({ type }) => (type === 'LoadBalancer' ? true : undefined),
      sessionAffinityConfig: ({ sessionAffinity }) =>
        sessionAffinity === 'ClientIP' ? { clientIP: { timeoutSeconds: 10800 } } : undefined,
    },
  },
  {
    source: `${core} SetDefaults_Service`,
    of: ['Service spec.ports[]'],
    set: { protocol: 'TCP' },
    always: { targetPort: ({ targetPort, port }) => (targetPort === 0 || targetPort === '' ? port : targetPort) },
  },
  { source: `${core} SetDefaults_Endpoints`, of: ['Endpoints subsets[].ports[]'], set: { protocol: 'TCP' } },
  { source: `${core} SetDefaults_PersistentVolume`, of: ['PersistentVolume status'], set: { phase: 'Pending' } },
  {
    source: `${core} SetDefaults_PersistentVolume`,
    of: ['PersistentVolume spec'],
    set: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
  },
  {
    source: `${core} SetDefaults_PersistentVolumeClaim`,
    of: ['PersistentVolumeClaim status', 'StatefulSet spec.volumeClaimTemplates[].status'],
    set: { phase: 'Pending' },
  },
  { source: `${core} SetDefaults_PersistentVolumeClaimSpec`, of: claimSpecs, set: { volumeMode: 'Filesystem' } },
  {
    source: 'pkg/api/persistentvolumeclaim/util.go NormalizeDataSources',
    of: ['PersistentVolumeClaim spec'],
    always: {
      dataSource: ({ dataSource, dataSourceRef }) =>
        dataSourceRef === undefined && !isKnownSource(dataSource) ? undefined : dataSource,
    },
  },
  {
    source: 'pkg/api/persistentvolumeclaim/util.go NormalizeDataSources',
    of: ['PersistentVolumeClaim spec'],
    set: {
      dataSourceRef: ({ dataSource }) => (isJsonRecord(dataSource) ? { apiGroup: null, ...dataSource } : undefined),
      dataSource: ({ dataSourceRef }) => dataSourceOf(dataSourceRef),
    },
  },
  {
    source: `${core} SetDefaults_NodeStatus`,
    of: ['Node status'],
    set: { allocatable: ({ capacity }) => capacity },
  },
  {
    source: 'pkg/apis/core/v1/conversion.go Convert_v1_NodeSpec_To_core_NodeSpec',
    of: ['Node spec'],
    set: { podCIDRs: ({ podCIDR }) => (podCIDR === undefined ? undefined : [podCIDR]) },
  },
  {
    source: 'pkg/apis/apiregistration/v1/defaults.go SetDefaults_ServiceReference of k8s.io/kube-aggregator',
    of: ['APIService spec.service'],
    set: { port: 443 },
  },
  {
    source: `${apps} SetDefaults_StatefulSet; pkg/apis/apps/v1/conversion.go Convert_v1_StatefulSetSpec_To_apps_StatefulSetSpec`,
    of: ['StatefulSet spec.volumeClaimTemplates[]'],
    set: { apiVersion: 'v1', kind: 'PersistentVolumeClaim' },
  },
  {
    source: `${core} SetDefaults_Namespace`,
    of: ['Namespace metadata'],
    always: {
      labels: ({ name, labels }) =>
        name ? { ...(labels as object | undefined), 'kubernetes.io/metadata.name': name } : labels,
    },
  },
  {
    source: `${core} SetDefaults_ReplicationController`,
    of: ['ReplicationController spec'],
    set: { replicas: 1, selector: ({ template }) => labelsOf(template) },
  },
  {
    source: `${core} SetDefaults_ReplicationController`,
    of: ['ReplicationController'],
    always: {
      metadata: ({ metadata, spec }) => {
        const { labels = {} } = metadata as { readonly labels?: object };
        const own = Object.keys(labels).length > 0 ? undefined : labelsOf((spec as { template?: unknown }).template);
        return own === undefined ? metadata : { ...(metadata as object), labels: own };
      },
    },
  },
  {
    source: `${apps} SetDefaults_Deployment`,
    of: ['Deployment spec'],
    set: { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
  },
  { source: `${apps} SetDefaults_Deployment`, of: ['Deployment spec.strategy'], set: { type: 'RollingUpdate' } },
  {
    source: `${apps} SetDefaults_Deployment`,
    of: ['Deployment spec.strategy'],
    set: { rollingUpdate: ({ type }) => (type === 'RollingUpdate' ? {} : undefined) },
  },
  {
    source: `${apps} SetDefaults_Deployment`,
    of: ['Deployment spec.strategy.rollingUpdate'],
    set: { maxUnavailable: '25%', maxSurge: '25%' },
  },
  { source: `${apps} SetDefaults_ReplicaSet`, of: ['ReplicaSet spec'], set: { replicas: 1 } },
  {
    source: `${apps} SetDefaults_DaemonSet`,
    of: ['DaemonSet spec'],
    set: { revisionHistoryLimit: 10, updateStrategy: {} },
  },
  {
    source: `${apps} SetDefaults_DaemonSet`,
    of: ['DaemonSet spec.updateStrategy'],
    set: { type: 'RollingUpdate', rollingUpdate: ({ type }) => (type === 'RollingUpdate' ? {} : undefined) },
  },
  {
    source: `${apps} SetDefaults_DaemonSet`,
    of: ['DaemonSet spec.updateStrategy.rollingUpdate'],
    set: { maxUnavailable: 1, maxSurge: 0 },
  },
  {
    source: `${apps} SetDefaults_StatefulSet`,
    of: ['StatefulSet spec'],
    set: {
      podManagementPolicy: 'OrderedReady',
      replicas: 1,
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: {},
    },
  },
  {
    source: `${apps} SetDefaults_StatefulSet`,
    of: ['StatefulSet spec.updateStrategy'],
    set: { rollingUpdate: ({ type = '' }) => (type === '' ? {} : undefined), type: 'RollingUpdate' },
  },
  {
    source: `${apps} SetDefaults_StatefulSet`,
    of: ['StatefulSet spec.updateStrategy'],
    always: {
      rollingUpdate: ({ type, rollingUpdate }) =>
        type === 'RollingUpdate' && isJsonRecord(rollingUpdate)
          ? { partition: 0, maxUnavailable: 1, ...rollingUpdate }
          : rollingUpdate,
    },
  },
  {
    source: `${apps} SetDefaults_StatefulSet`,
    of: ['StatefulSet spec.persistentVolumeClaimRetentionPolicy'],
    set: { whenDeleted: 'Retain', whenScaled: 'Retain' },
  },
  {
    source: `${batch} SetDefaults_Job`,
    of: jobSpecs,
    set: {
      completions: ({ parallelism }) => (parallelism === undefined ? 1 : undefined),
      parallelism: 1,
      backoffLimit: ({ backoffLimitPerIndex }) => (backoffLimitPerIndex === undefined ? 6 : 2 ** 31 - 1),
      completionMode: 'NonIndexed',
      suspend: false,
      podReplacementPolicy: ({ podFailurePolicy }) =>
        podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed',
      manualSelector: false,
    },
    only: 'Job',
  },
  {
    source: `${batch} SetDefaults_Job`,
    of: below(jobSpecs, 'podFailurePolicy.rules[].onPodConditions[]'),
    set: { status: 'True' },
  },
  {
    source: `${batch} SetDefaults_CronJob`,
    of: ['CronJob spec'],
    set: { concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
  },
  {
    source: 'pkg/apis/networking/v1/defaults.go SetDefaults_NetworkPolicy',
    of: ['NetworkPolicy spec'],
    set: {
      policyTypes: ({ egress }) => (egress === undefined ? ['Ingress'] : ['Ingress', 'Egress']),
    },
  },
  {
    source: 'pkg/apis/networking/v1/defaults.go SetDefaults_NetworkPolicyPort',
    of: ['NetworkPolicy spec.ingress[].ports[]', 'NetworkPolicy spec.egress[].ports[]'],
    set: { protocol: 'TCP' },
  },
  {
    source: 'pkg/apis/networking/v1/defaults.go SetDefaults_IngressClass',
    of: ['IngressClass spec.parameters'],
    set: { scope: 'Cluster' },
  },
  {
    source: `${rbac} SetDefaults_RoleBinding, SetDefaults_ClusterRoleBinding`,
    of: ['RoleBinding roleRef', 'ClusterRoleBinding roleRef'],
    set: { apiGroup: 'rbac.authorization.k8s.io' },
  },
  {
    source: `${rbac} SetDefaults_Subject`,
    of: ['RoleBinding subjects[]', 'ClusterRoleBinding subjects[]'],
    set: { apiGroup: ({ kind }) => (kind === 'ServiceAccount' ? undefined : 'rbac.authorization.k8s.io') },
  },
  {
    source: `${storage} SetDefaults_StorageClass`,
    of: ['StorageClass'],
    set: { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
  },
  {
    source: `${storage} SetDefaults_CSIDriver`,
    of: ['CSIDriver spec'],
    set: {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      preventPodSchedulingIfMissing: false,
      seLinuxMount: false,
    },
  },
  {
    source: 'pkg/apis/discovery/v1/defaults.go SetDefaults_EndpointPort',
    of: ['EndpointSlice ports[]'],
    set: { name: '', protocol: 'TCP' },
  },
  {
    source: `${scaling} SetDefaults_HorizontalPodAutoscaler`,
    of: ['HorizontalPodAutoscaler spec'],
    set: { minReplicas: 1 },
  },
  {
    source: `${scaling} SetDefaults_HorizontalPodAutoscaler`,
    of: ['HorizontalPodAutoscaler spec'],
    set: {
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
    },
    version: 'v2',
  },
  {
    source:
      'pkg/apis/autoscaling/v1/defaults.go SetDefaults_HorizontalPodAutoscaler; pkg/apis/autoscaling/v1/conversion.go Convert_v1_HorizontalPodAutoscalerSpec_To_autoscaling_HorizontalPodAutoscalerSpec',
    of: ['HorizontalPodAutoscaler spec'],
    set: { targetCPUUtilizationPercentage: 80 },
    version: 'v1',
  },
  {
    source: `${scaling} SetDefaults_HorizontalPodAutoscalerBehavior`,
    of: ['HorizontalPodAutoscaler spec.behavior'],
    set: { scaleUp: {}, scaleDown: {} },
    version: 'v2',
  },
  {
    source: `${scaling} GenerateHPAScaleUpRules`,
    of: ['HorizontalPodAutoscaler spec.behavior.scaleUp'],
    set: {
      stabilizationWindowSeconds: 0,
      selectPolicy: 'Max',
      policies: unlessNone([
        { type: 'Pods', value: 4, periodSeconds: 15 },
        { type: 'Percent', value: 100, periodSeconds: 15 },
      ]),
    },
    version: 'v2',
  },
  {
    source: `${scaling} GenerateHPAScaleDownRules`,
    of: ['HorizontalPodAutoscaler spec.behavior.scaleDown'],
    set: { selectPolicy: 'Max', policies: unlessNone([{ type: 'Percent', value: 100, periodSeconds: 15 }]) },
    version: 'v2',
  },
  {
    source: `${core} SetDefaults_LimitRangeItem`,
    of: ['LimitRange spec.limits[]'],
    always: {
      default: (item) => withLimits(item, ['max', 'default']),
      defaultRequest: (item) => withLimits(item, ['min', 'default', 'defaultRequest']),
    },
  },
  {
    source: `${admission} SetDefaults_ValidatingWebhook, SetDefaults_MutatingWebhook, SetDefaults_ValidatingAdmissionPolicySpec, SetDefaults_MutatingAdmissionPolicySpec`,
    of: [...webhooks, ...policies.map((kind) => `${kind} spec`)],
    set: { failurePolicy: 'Fail' },
  },
  {
    source: `${admission} SetDefaults_ValidatingWebhook, SetDefaults_MutatingWebhook, SetDefaults_MatchResources`,
    of: [...webhooks, ...matched],
    set: { matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} },
  },
  {
    source: `${admission} SetDefaults_ValidatingWebhook, SetDefaults_MutatingWebhook`,
    of: webhooks,
    set: { timeoutSeconds: 10 },
  },
  {
    source: `${admission} SetDefaults_MutatingWebhook`,
    of: ['MutatingWebhookConfiguration webhooks[]'],
    set: { reinvocationPolicy: 'Never' },
  },
  {
    source: `${admission} SetDefaults_Rule`,
    of: [...below(webhooks, 'rules[]'), ...below(matched, 'resourceRules[]', 'excludeResourceRules[]')],
    set: { scope: '*' },
  },
  {
    source: `${admission} SetDefaults_ServiceReference`,
    of: below(webhooks, 'clientConfig.service'),
    set: { port: 443 },
  },
  {
    source: `${flow} SetDefaults_LimitedPriorityLevelConfiguration`,
    of: ['PriorityLevelConfiguration spec.limited'],
    set: { nominalConcurrencyShares: 30, lendablePercent: 0 },
  },
  {
    source: `${flow} SetDefaults_ExemptPriorityLevelConfiguration`,
    of: ['PriorityLevelConfiguration spec.exempt'],
    set: { nominalConcurrencyShares: 0, lendablePercent: 0 },
  },
  {
    source: `${flow} SetDefaults_QueuingConfiguration`,
    of: ['PriorityLevelConfiguration spec.limited.limitResponse.queuing'],
    always: {
      handSize: ({ handSize }) => handSize || 8,
      queues: ({ queues }) => queues || 64,
      queueLengthLimit: ({ queueLengthLimit }) => queueLengthLimit || 50,
    },
  },
  {
    source: `${flow} SetDefaults_FlowSchemaSpec`,
    of: ['FlowSchema spec'],
    always: { matchingPrecedence: ({ matchingPrecedence }) => matchingPrecedence || 1000 },
  },
  {
    source: 'pkg/apis/resource/v1/defaults.go SetDefaults_ExactDeviceRequest, SetDefaults_DeviceSubRequest',
    of: deviceRequests,
    set: {
      allocationMode: 'ExactCount',
      count: ({ allocationMode = 'ExactCount' }) => (allocationMode === 'ExactCount' ? 1 : undefined),
    },
  },
  {
    source: 'resource/v1 DeviceToleration of k8s.io/api: +default="Equal"',
    of: below(deviceRequests, 'tolerations[]'),
    set: { operator: 'Equal' },
  },
  {
    source: 'pkg/apis/scheduling/v1/defaults.go SetDefaults_PriorityClass',
    of: ['PriorityClass'],
    set: { preemptionPolicy: 'PreemptLowerPriority' },
  },
  {
    source:
      'pkg/apis/apiextensions/v1/defaults.go SetDefaults_CustomResourceDefinitionSpec of k8s.io/apiextensions-apiserver',
    of: ['CustomResourceDefinition spec'],
    set: { conversion: { strategy: 'None' } },
  },
  {
    source:
      'pkg/apis/apiextensions/v1/defaults.go SetDefaults_CustomResourceDefinitionSpec of k8s.io/apiextensions-apiserver',
    of: ['CustomResourceDefinition spec.names'],
    set: { singular: ({ kind }) => String(kind).toLowerCase(), listKind: ({ kind }) => `${String(kind)}List` },
  },
];

function labelsOf(template: unknown): unknown {
  return (template as { metadata?: { labels?: object } } | undefined)?.metadata?.labels;
}

/** Of the older field, a server takes what it always took, and drops the rest. */
function isKnownSource(source: unknown): boolean {
  const { apiGroup, kind } = (source ?? {}) as Readonly<Record<string, string | null>>;
  const known = ['/PersistentVolumeClaim', 'snapshot.storage.k8s.io/VolumeSnapshot'];
  return known.includes(`${apiGroup ?? ''}/${kind ?? ''}`);
}

/** A reference to what is in another namespace has no form in the older field. */
function dataSourceOf(reference: unknown): unknown {
  if (!isJsonRecord(reference) || reference['namespace'] !== undefined) return undefined;
  const { apiGroup, kind, name } = reference;
  return { apiGroup: apiGroup ?? null, kind, name };
}

function base64(text: unknown): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(String(text))));
}
