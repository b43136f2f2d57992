import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { Cause } from '../wire/refusals.js';
import { amountOf, labelSelector, nodeSelector, subdomain } from './common-rules.js';
import {
  all,
  among,
  between,
  eachOf,
  forbids,
  given,
  isEmpty,
  missing,
  needed,
  notSupported,
  optional,
  recordOf,
  refused,
  required,
  struct,
  wrongValue,
  type FieldCheck,
} from './rules.js';

/** The checks of volumes and of claims, from pkg/apis/core/validation/validation.go of k8s.io/kubernetes 1.37. */
const backPath: FieldCheck = (value, path) =>
  typeof value === 'string' && value.split('/').includes('..')
    ? [wrongValue(path, value, "must not contain '..'")]
    : [];
export const localPath: FieldCheck = (value, path, owner) => [
  ...(typeof value === 'string' && value.startsWith('/') ? [wrongValue(path, value, 'must be a relative path')] : []),
  ...backPath(value, path, owner),
];

const fileMode = refused(
  (value) => typeof value === 'number' && (value < 0 || value > 0o777),
  'must be a number between 0 and 0777 (octal), both inclusive',
);

const resourceNames = ['limits', 'requests'].flatMap((what) =>
  ['cpu', 'ephemeral-storage', 'memory'].map((name) => `${what}.${name}`),
);
export const resourceFieldRef = struct({
  resource: required((value, path) =>
    /^(limits|requests)\.hugepages-/.test(String(value)) || resourceNames.includes(String(value))
      ? []
      : [notSupported(path, value, resourceNames)],
  ),
});

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const accessModes =
  (words?: string): FieldCheck =>
  (value, path) => {
    const own: readonly unknown[] = Array.isArray(value) ? value : [];
    if (own.length === 0) return [missing(path, words)];
    return [
      ...own.filter((mode) => !modes.includes(String(mode))).map((mode) => notSupported(path, mode, modes)),
      ...(own.length > 1 && own.includes('ReadWriteOncePod')
        ? [forbids(path, 'may not use ReadWriteOncePod with other access modes')]
        : []),
    ];
  };
const volumeMode = optional(among('Block', 'Filesystem'));
const positive = (value: unknown, path: string): Cause[] =>
  (amountOf(value) ?? 1) > 0 ? [] : [wrongValue(path, value, 'must be greater than zero')];

/** ValidatePersistentVolumeClaimSpec */
export const claimSpec: FieldCheck = (value, path) => {
  const spec = recordOf(value);
  const { storage } = recordOf(recordOf(spec['resources'])['requests']);
  return [
    ...labelSelector(spec['selector'], `${path}.selector`, spec),
    ...accessModes('at least 1 access mode is required')(spec['accessModes'], `${path}.accessModes`, spec),
    ...(!given(storage) ? [missing(`${path}.resources[storage]`)] : positive(storage, `${path}.resources[storage]`)),
    ...optional(subdomain)(spec['storageClassName'], `${path}.storageClassName`, spec),
    ...volumeMode(spec['volumeMode'], `${path}.volumeMode`, spec),
    ...optional(subdomain)(spec['volumeAttributesClassName'], `${path}.volumeAttributesClassName`, spec),
    ...dataSource(spec['dataSource'], `${path}.dataSource`, spec),
    ...dataSource(spec['dataSourceRef'], `${path}.dataSourceRef`, spec),
    ...(given(spec['dataSource']) && given(spec['dataSourceRef']) && !isSameSource(spec)
      ? [wrongValue(path, {}, 'must match dataSourceRef')]
      : []),
  ];
};
const dataSource: FieldCheck = (value, path, owner) => {
  const { kind = '', apiGroup } = recordOf(value);
  const words = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [
    ...struct({ name: needed, kind: needed })(value, path, owner),
    ...(given(value) && isEmpty(apiGroup) && kind !== 'PersistentVolumeClaim' && kind !== ''
      ? [wrongValue(path, kind, words)]
      : []),
  ];
};
const isSameSource = ({ dataSource: source, dataSourceRef: reference }: JsonRecord): boolean =>
  ['apiGroup', 'kind', 'name'].every((field) => (recordOf(source)[field] ?? '') === (recordOf(reference)[field] ?? ''));

/** validateKeyToPath */
const items = eachOf(struct({ key: needed, path: required(localPath), mode: fileMode }));
const hostPathTypes = [
  '',
  'BlockDevice',
  'CharDevice',
  'Directory',
  'DirectoryOrCreate',
  'File',
  'FileOrCreate',
  'Socket',
];
const hostPath = struct({
  path: required(backPath),
  type: (value, path) =>
    hostPathTypes.some((each) => each === (value ?? '')) ? [] : [notSupported(path, value, hostPathTypes)],
});
const downwardFields = ['annotations', 'labels', 'name', 'namespace', 'uid'].map((name) => `metadata.${name}`);
const downwardFile: FieldCheck = (value, at, owner) => {
  const { fieldRef: field, resourceFieldRef: resource } = recordOf(value);
  const path = at.replace(/(\.items)?\[\d+\]$/, '');
  const { fieldPath } = recordOf(field);
  const isKnown =
    /^metadata\.(annotations|labels)\['.*'\]$/.test(String(fieldPath)) || downwardFields.includes(String(fieldPath));
  return [
    ...struct({ path: required(localPath), resourceFieldRef, mode: fileMode })(value, at, owner),
    ...(given(field) && !isKnown ? [notSupported(`${path}.fieldRef.fieldPath`, fieldPath ?? '', downwardFields)] : []),
    ...(given(field) || given(resource) ? [] : [missing(path, 'one of fieldRef and resourceFieldRef is required')]),
  ];
};
const downward = struct({ items: eachOf(downwardFile), defaultMode: fileMode });
const projectedSources: Readonly<Record<string, FieldCheck>> = {
  secret: struct({ name: needed, items }),
  configMap: struct({ name: needed, items }),
  downwardAPI: downward,
  serviceAccountToken: struct({ path: required(localPath) }),
};
const projected: FieldCheck = (value, path) => {
  if (!isJsonRecord(value)) return [];
  const [first, ...more] = Object.keys(projectedSources).filter((each) => isJsonRecord(value[each]));
  return [
    ...(first === undefined ? [] : (projectedSources[first]?.(value[first], `${path}.${first}`, value) ?? [])),
    ...more.map(() => forbids(path, 'may not specify more than 1 volume type per source')),
  ];
};
const absolute = all(
  needed,
  refused((value) => typeof value !== 'string' || !value.startsWith('/'), 'must be an absolute path'),
);
/** In the order of validateVolumeSource; those of pods and of volumes that have the same fields. */
export const volumeSources: Readonly<Record<string, FieldCheck>> = {
  emptyDir: struct({
    sizeLimit: (value, path) =>
      (amountOf(value) ?? 0) < 0 ? [forbids(path, 'SizeLimit field must be a valid resource quantity')] : [],
  }),
  hostPath,
  gitRepo: struct({ repository: needed }),
  gcePersistentDisk: (value, path, owner) =>
    struct({ pdName: needed })(value, path.replace('gcePersistentDisk', 'persistentDisk'), owner),
  awsElasticBlockStore: struct({ volumeID: needed }),
  secret: struct({ secretName: needed, items, defaultMode: fileMode }),
  nfs: struct({
    server: needed,
    path: (value, path, owner) => absolute(value ?? '', path, owner),
  }),
  iscsi: struct({
    targetPortal: needed,
    iqn: required(
      refused(
        (value) => !/^(iqn|eui|naa)\./.test(String(value)),
        'must be valid format starting with iqn, eui, or naa',
      ),
    ),
    lun: between(0, 255),
  }),
  glusterfs: struct({ endpoints: needed, path: needed }),
  persistentVolumeClaim: struct({ claimName: needed }),
  rbd: struct({ monitors: needed, image: needed }),
  cinder: struct({ volumeID: needed }),
  cephfs: struct({ monitors: needed }),
  downwardAPI: downward,
  fc: (value, path) => {
    const { targetWWNs, wwids } = recordOf(value);
    const isNone = isEmpty(targetWWNs) && isEmpty(wwids);
    return isNone ? [missing(`${path}.targetWWNs`, 'must specify either targetWWNs or wwids, but not both')] : [];
  },
  flexVolume: struct({ driver: needed }),
  configMap: struct({ name: needed, items, defaultMode: fileMode }),
  azureFile: struct({ secretName: needed, shareName: needed }),
  vsphereVolume: struct({ volumePath: needed }),
  photonPersistentDisk: struct({ pdID: needed }),
  portworxVolume: struct({ volumeID: needed }),
  azureDisk: struct({
    diskName: needed,
    diskURI: all(needed, (value, path) =>
      /^https:\/\//.test(String(value)) ? [] : [notSupported(path, value ?? '', [diskForm])],
    ),
  }),
  projected: struct({ defaultMode: fileMode, sources: eachOf(projected) }),
  csi: struct({ driver: required(subdomain) }),
  ephemeral: struct({ volumeClaimTemplate: required(struct({ spec: claimSpec })) }),
  image: struct({ reference: needed, pullPolicy: optional(among('Always', 'IfNotPresent', 'Never')) }),
};
const diskForm = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

/** Those of volumes of a cluster. */
const ownSources: Readonly<Record<string, FieldCheck>> = {
  ...volumeSources,
  local: struct({ path: required(backPath) }),
  csi: struct({ driver: required(subdomain), volumeHandle: needed }),
};
const volumeFields = [
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
];

/** ValidatePersistentVolumeSpec */
export const volumeSpec: FieldCheck = (value, path) => {
  const spec = recordOf(value);
  const { capacity, persistentVolumeReclaimPolicy: policy } = spec;
  const names = Object.keys(recordOf(capacity));
  const [first, ...more] = Object.keys(spec)
    .filter((each) => !volumeFields.includes(each))
    .sort((a, b) => Number(b === 'hostPath') - Number(a === 'hostPath'));
  const isRoot = /^\/(\.\.?\/?)*$/.test(String(recordOf(spec['hostPath'])['path']));
  const { nodeAffinity: affinity, volumeAttributesClassName: attributes } = spec;
  return [
    ...accessModes()(spec['accessModes'], `${path}.accessModes`, spec),
    ...(names.length === 0 ? [missing(`${path}.capacity`)] : []),
    ...(names.length !== 1 || names[0] !== 'storage'
      ? [notSupported(`${path}.capacity`, capacity ?? null, ['storage'])]
      : []),
    ...names.flatMap((name) =>
      name === 'storage' ? positive(recordOf(capacity)[name], `${path}.capacity[${name}]`) : [],
    ),
    ...optional(among('Delete', 'Recycle', 'Retain'))(policy, `${path}.persistentVolumeReclaimPolicy`, spec),
    ...(first === undefined ? [missing(path, 'must specify a volume type')] : []),
    ...(first === undefined ? [] : (ownSources[first]?.(spec[first], `${path}.${first}`, spec) ?? [])),
    ...more.map((each) => forbids(`${path}.${each}`, 'may not specify more than 1 volume type')),
    ...(isRoot && policy === 'Recycle'
      ? [forbids(`${path}.persistentVolumeReclaimPolicy`, "may not be 'recycle' for a hostPath mount of '/'")]
      : []),
    ...optional(subdomain)(spec['storageClassName'], `${path}.storageClassName`, spec),
    ...volumeMode(spec['volumeMode'], `${path}.volumeMode`, spec),
    ...(given(affinity)
      ? required(nodeSelector, 'must specify required node constraints')(
          recordOf(affinity)['required'],
          `${path}.nodeAffinity.required`,
          spec,
        )
      : first === 'local'
        ? [missing(`${path}.nodeAffinity`, 'Local volume requires node affinity')]
        : []),
    ...(attributes === ''
      ? [missing(`${path}.volumeAttributesClassName`, 'an empty string is disallowed')]
      : optional(subdomain)(attributes, `${path}.volumeAttributesClassName`, spec)),
    ...(given(attributes) && !given(spec['csi'])
      ? [missing(`${path}.csi`, 'has to be specified when using volumeAttributesClassName')]
      : []),
  ];
};
