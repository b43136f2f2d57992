import { minimalObjects } from './minimal-objects.js';

/** A change that servers refuse: of the object of this kind in `minimalObjects`, a merge patch. */
export interface ImmutableRow {
  readonly kind: string;
  readonly change: object;
}

/** What is immutable, of common kinds. */
export const immutableRows: readonly ImmutableRow[] = [
  {
    kind: 'Deployment',
    change: {
      spec: { selector: { matchLabels: { app: 'other' } }, template: { metadata: { labels: { app: 'other' } } } },
    },
  },
  {
    kind: 'ReplicaSet',
    change: {
      spec: { selector: { matchLabels: { app: 'other' } }, template: { metadata: { labels: { app: 'other' } } } },
    },
  },
  {
    kind: 'DaemonSet',
    change: {
      spec: { selector: { matchLabels: { app: 'other' } }, template: { metadata: { labels: { app: 'other' } } } },
    },
  },
  { kind: 'StatefulSet', change: { spec: { serviceName: 'other' } } },
  { kind: 'Job', change: { spec: { template: { spec: { schedulerName: 'other' } } } } },
  { kind: 'Pod', change: { spec: { nodeSelector: { a: 'b' } } } },
  { kind: 'Service', change: { spec: { clusterIP: '10.0.0.250', clusterIPs: ['10.0.0.250'] } } },
  { kind: 'Secret', change: { type: 'other' } },
  { kind: 'PersistentVolumeClaim', change: { spec: { volumeName: 'other', accessModes: ['ReadOnlyMany'] } } },
  { kind: 'PersistentVolume', change: { spec: { hostPath: { path: '/other' } } } },
  { kind: 'RoleBinding', change: { roleRef: { name: 'edit' } } },
  { kind: 'ClusterRoleBinding', change: { roleRef: { name: 'edit' } } },
  { kind: 'StorageClass', change: { provisioner: 'other' } },
  { kind: 'IngressClass', change: { spec: { controller: 'example.org/other' } } },
  { kind: 'PriorityClass', change: { value: 2 } },
  { kind: 'EndpointSlice', change: { addressType: 'IPv6' } },
  { kind: 'ControllerRevision', change: { data: { a: 2 } } },
];

/** The objects that the rows change. */
export function changedObjects() {
  return immutableRows.map((row) => {
    const object = minimalObjects.find(({ kind }) => kind === row.kind);
    if (object === undefined) throw new Error(`no ${row.kind}`);
    return { ...row, object };
  });
}
