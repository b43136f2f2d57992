import { commonObjects } from './common-objects.js';
import { cluster, furtherObjects, minimalObjects, object, type Minimal } from './minimal-objects.js';

/** A change that servers refuse: of the first object of this kind in `minimalObjects` and its neighbours, a merge patch. */
export interface ImmutableRow {
  readonly kind: string;
  /** What the object has besides, as a merge patch. */
  readonly base?: object;
  readonly change: object;
}

const spec = (kind: string, base: object, ...changes: readonly object[]): ImmutableRow[] =>
  changes.map((change) => ({ kind, base: { spec: base }, change: { spec: change } }));
const otherLabels = {
  selector: { matchLabels: { app: 'other' } },
  template: { metadata: { labels: { app: 'other' } } },
};
const indexed = { completionMode: 'Indexed', completions: 3 };
const kept = { immutable: true, data: { a: 'YQ==' } };
const affinity = (key: string): object => ({
  nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] } },
});
const version = (name: string, more: object = {}): object => ({
  name,
  served: true,
  storage: true,
  schema: { openAPIV3Schema: { type: 'object' } },
  ...more,
});
const definition = {
  ...object(
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    cluster('apiextensions.k8s.io/v1', 'customresourcedefinitions'),
    {
      spec: {
        group: 'kit.example',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [version('v1')],
      },
    },
  ),
  name: 'widgets.kit.example',
};

/** What is immutable, of common kinds. */
export const immutableRows: readonly ImmutableRow[] = [
  ...['Deployment', 'ReplicaSet', 'DaemonSet'].flatMap((kind) => spec(kind, {}, otherLabels)),
  ...spec(
    'StatefulSet',
    {},
    { serviceName: 'other' },
    otherLabels,
    { podManagementPolicy: 'Parallel' },
    { volumeClaimTemplates: null },
  ),
  ...spec(
    'Job',
    {},
    { template: { spec: { schedulerName: 'other' } } },
    { template: { spec: { containers: [{ name: 'a', image: 'example.org/other' }] } } },
    { completions: 2 },
    { completionMode: 'Indexed', completions: 1 },
    { selector: { matchLabels: { a: 'b' } } },
    { managedBy: 'example.org/c' },
  ),
  ...spec(
    'Job',
    indexed,
    { completions: 5 },
    { backoffLimitPerIndex: 1 },
    { successPolicy: { rules: [{ succeededCount: 1 }] } },
    { podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] } },
  ),
  ...spec(
    'Pod',
    { tolerations: [{ key: 'a', operator: 'Exists' }], activeDeadlineSeconds: 10 },
    { nodeSelector: { a: 'b' } },
    { nodeName: 'other' },
    { restartPolicy: 'Never' },
    {
      containers: [
        { name: 'a', image: 'example.org/a' },
        { name: 'b', image: 'example.org/b' },
      ],
    },
    { containers: [{ name: 'a', image: 'example.org/a', resources: { limits: { cpu: '1' } } }] },
    { containers: [{ name: 'a', image: 'example.org/a', env: [{ name: 'A' }] }] },
    { tolerations: [] },
    { activeDeadlineSeconds: 20 },
    { activeDeadlineSeconds: null },
    { terminationGracePeriodSeconds: 5 },
    { schedulingGates: [{ name: 'example.org/g' }] },
    { ephemeralContainers: [{ name: 'e', image: 'e' }] },
  ),
  ...spec(
    'Service',
    {},
    { clusterIP: '10.0.0.250', clusterIPs: ['10.0.0.250'] },
    { clusterIP: 'None', clusterIPs: ['None'] },
    { ipFamilies: ['IPv6'] },
    { ports: [] },
  ),
  ...spec(
    'Service',
    { type: 'LoadBalancer', loadBalancerClass: 'example.org/a' },
    { loadBalancerClass: 'example.org/b' },
  ),
  { kind: 'Secret', change: { type: 'other' } },
  ...[
    { data: { a: 'Yg==' } },
    { data: { b: 'Yg==' } },
    { immutable: false },
    { immutable: null },
    { stringData: { a: 'b' } },
  ].map((change) => ({ kind: 'Secret', base: kept, change })),
  ...[{ data: { a: 'b' } }, { data: { b: '' } }, { immutable: false }, { binaryData: { b: 'Yg==' } }].map((change) => ({
    kind: 'ConfigMap',
    base: { immutable: true, data: { a: 'a' } },
    change,
  })),
  ...spec(
    'PersistentVolumeClaim',
    { storageClassName: 's', resources: { requests: { storage: '2Gi' } } },
    { volumeName: 'other', accessModes: ['ReadOnlyMany'] },
    { storageClassName: 'other' },
    { volumeMode: 'Block' },
    { resources: { requests: { storage: '1Gi' } } },
    { selector: { matchLabels: { a: 'b' } } },
    { dataSource: { kind: 'PersistentVolumeClaim', name: 'c' } },
  ),
  ...spec(
    'PersistentVolume',
    affinity('a'),
    { hostPath: { path: '/other' } },
    { hostPath: null, nfs: { server: 'a', path: '/' } },
    { volumeMode: 'Block' },
    affinity('b'),
    { capacity: { storage: '0' } },
  ),
  { kind: 'RoleBinding', change: { roleRef: { name: 'edit' } } },
  { kind: 'ClusterRoleBinding', change: { roleRef: { name: 'edit' } } },
  ...[
    { provisioner: 'other' },
    { parameters: { a: 'b' } },
    { reclaimPolicy: 'Retain' },
    { volumeBindingMode: 'WaitForFirstConsumer' },
  ].map((change) => ({ kind: 'StorageClass', change })),
  { kind: 'IngressClass', change: { spec: { controller: 'example.org/other' } } },
  { kind: 'PriorityClass', change: { value: 2 } },
  { kind: 'PriorityClass', change: { preemptionPolicy: 'Never' } },
  { kind: 'EndpointSlice', change: { addressType: 'FQDN' } },
  { kind: 'ControllerRevision', change: { data: { a: 2 } } },
  { kind: 'VolumeAttributesClass', change: { driverName: 'example.com' } },
  { kind: 'VolumeAttributesClass', change: { parameters: { a: 'c' } } },
  ...spec('CSIDriver', {}, { attachRequired: false }, { volumeLifecycleModes: ['Ephemeral'] }),
  ...spec('VolumeAttachment', {}, { nodeName: 'other' }, { attacher: 'example.com' }),
  { kind: 'CSIStorageCapacity', change: { storageClassName: 'other' } },
  { kind: 'CSIStorageCapacity', change: { nodeTopology: { matchLabels: { a: 'b' } } } },
  { kind: 'RuntimeClass', change: { handler: 'other' } },
  ...spec('ResourceClaim', {}, { devices: { requests: [{ name: 'b', exactly: { deviceClassName: 'b' } }] } }),
  ...spec(
    'ResourceClaimTemplate',
    {},
    { spec: { devices: { requests: [{ name: 'b', exactly: { deviceClassName: 'b' } }] } } },
  ),
  ...spec('ResourceQuota', { scopes: ['NotTerminating'] }, { scopes: ['Terminating'] }),
  ...spec(
    'Node',
    { podCIDR: '10.244.0.0/24', providerID: 'a' },
    { podCIDR: '10.244.1.0/24', podCIDRs: ['10.244.1.0/24'] },
    { providerID: 'b' },
  ),
  ...spec('ServiceCIDR', {}, { cidrs: ['10.202.0.0/24'] }),
  {
    kind: 'IPAddress',
    base: { metadata: { name: '10.210.0.8' } },
    change: { spec: { parentRef: { name: 'other' } } },
  },
  ...spec(
    'CustomResourceDefinition',
    {},
    { scope: 'Cluster' },
    { group: 'other.example' },
    { names: { kind: 'Other' } },
    { versions: [version('v2')] },
    { versions: [version('v1', { storage: false })] },
    { versions: [version('v1'), version('v2')] },
    { versions: [] },
  ),
  ...spec('HorizontalPodAutoscaler', {}, { maxReplicas: 0 }),
  ...spec('PodDisruptionBudget', {}, { minAvailable: 1, maxUnavailable: 1 }),
  ...spec('Ingress', {}, { ingressClassName: 'A!' }),
  ...spec('CronJob', {}, { schedule: 'never' }, { jobTemplate: { spec: { template: { spec: { containers: [] } } } } }),
];

/** The objects that the rows change, each with a name of its own. */
export function changedObjects() {
  const objects = [...minimalObjects, ...furtherObjects(), ...commonObjects(), definition];
  return immutableRows.map(({ kind, base = {}, change }, index) => {
    const found: Minimal | undefined = objects.find((each) => each.kind === kind);
    if (found === undefined) throw new Error(`no ${kind}`);
    const { path, name = `immutable-${index}`, isUnlabelled: _unlabelled, ...rest } = found;
    const body = merged({ ...rest, metadata: { name } }, base) as { readonly metadata: { readonly name: string } };
    return { kind, path, name: body.metadata.name, change, body, title: JSON.stringify(change) };
  });
}

/** @see https://www.rfc-editor.org/rfc/rfc7396 */
export function merged(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const result: Record<string, unknown> =
    typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, name);
    else result[name] = merged(result[name], value);
  }
  return result;
}
