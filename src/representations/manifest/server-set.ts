import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { fieldsBelow, itemsBelow, type FieldTree } from './owned-fields.js';

/** A place in an object; `*` is each item of a list. */
type Path = readonly string[];

/** The fields that a server writes into objects of one kind. */
interface ServerSet {
  /** Removed whoever owns them. */
  readonly always?: readonly Path[];
  /** Removed unless somebody other than a controller owns them: a user may set them, but usually the server does. */
  readonly unlessOwned?: readonly Path[];
}

/** By group and kind. The server sets all of these without an entry in managedFields, or under the creator's name. */
const byKind: Readonly<Record<string, ServerSet>> = {
  '/Namespace': {
    always: [
      ['spec', 'finalizers'],
      ['metadata', 'labels', 'kubernetes.io/metadata.name'],
    ],
  },
  '/Service': {
    unlessOwned: [
      ['spec', 'clusterIP'],
      ['spec', 'clusterIPs'],
      ['spec', 'healthCheckNodePort'],
      ['spec', 'ports', '*', 'nodePort'],
    ],
  },
  '/Pod': {
    unlessOwned: [
      ['spec', 'nodeName'],
      ['spec', 'priority'],
      ['spec', 'preemptionPolicy'],
    ],
  },
  '/PersistentVolumeClaim': { unlessOwned: [['spec', 'volumeName']] },
  '/PersistentVolume': {
    always: [
      ['spec', 'claimRef', 'uid'],
      ['spec', 'claimRef', 'resourceVersion'],
    ],
    unlessOwned: [['spec', 'claimRef']],
  },
  '/ServiceAccount': { unlessOwned: [['secrets']] },
  'apps/StatefulSet': { always: [['spec', 'volumeClaimTemplates', '*', 'status']] },
  'batch/Job': {
    always: [
      ['metadata', 'labels', 'controller-uid'],
      ['metadata', 'labels', 'job-name'],
      ['metadata', 'labels', 'batch.kubernetes.io/controller-uid'],
      ['metadata', 'labels', 'batch.kubernetes.io/job-name'],
      ['spec', 'template', 'metadata', 'labels', 'controller-uid'],
      ['spec', 'template', 'metadata', 'labels', 'job-name'],
      ['spec', 'template', 'metadata', 'labels', 'batch.kubernetes.io/controller-uid'],
      ['spec', 'template', 'metadata', 'labels', 'batch.kubernetes.io/job-name'],
    ],
    unlessOwned: [['spec', 'selector']],
  },
  'certificates.k8s.io/CertificateSigningRequest': {
    always: [
      ['spec', 'username'],
      ['spec', 'uid'],
      ['spec', 'groups'],
      ['spec', 'extra'],
    ],
  },
};

/** Times that old servers write as null into templates. */
const nullTimes: readonly Path[] = [
  ['spec', 'template', 'metadata', 'creationTimestamp'],
  ['spec', 'jobTemplate', 'metadata', 'creationTimestamp'],
  ['spec', 'jobTemplate', 'spec', 'template', 'metadata', 'creationTimestamp'],
  ['spec', 'volumeClaimTemplates', '*', 'metadata', 'creationTimestamp'],
  ['template', 'metadata', 'creationTimestamp'],
];

/** Returns an object without the fields that its server sets besides status and the usual metadata. */
export function withoutServerSet(
  object: JsonRecord,
  { group, kind }: GroupAndKind,
  others: readonly FieldTree[],
): JsonRecord {
  const key = `${group}/${kind}`;
  const { always = [], unlessOwned = [] } = (Object.hasOwn(byKind, key) ? byKind[key] : undefined) ?? {};
  const spec = isJsonRecord(object['spec']) ? object['spec'] : {};
  // The selector and labels of such a job were chosen by a user.
  const isManual = key === 'batch/Job' && spec['manualSelector'] === true;
  let rest: unknown = object;
  for (const path of nullTimes) rest = without(rest, path, (value) => value === null);
  if (!isManual) {
    for (const path of always) rest = without(rest, path, () => true);
    for (const path of unlessOwned) rest = without(rest, path, isAllocated, others);
  }
  return key === '/Pod' ? withoutTokenVolume(rest as JsonRecord) : (rest as JsonRecord);
}

/** A kind in any version. */
interface GroupAndKind {
  readonly group: string;
  readonly kind: string;
}

/**
 * Returns a value without the field at a path, if `goes` says so and no tree owns it, and without parents that become
 * empty.
 */
function without(
  value: unknown,
  [step, ...rest]: Path,
  goes: (value: unknown) => boolean,
  owners: readonly FieldTree[] = [],
): unknown {
  if (step === undefined || value === undefined) return value;
  if (step === '*') {
    if (!Array.isArray(value)) return value;
    const ownersOf = itemsBelow(owners);
    const items = value.map((item: unknown) => without(item, rest, goes, ownersOf(item)));
    return items.some((item, index) => item !== value[index]) ? items : (value as unknown);
  }
  if (!isJsonRecord(value) || !Object.hasOwn(value, step)) return value;
  const owning = fieldsBelow(owners, `f:${step}`);
  const { [step]: child, ...others } = value;
  if (rest.length === 0) return goes(child) && owning.length === 0 ? others : value;
  const left = without(child, rest, goes, owning);
  if (left === child) return value;
  return isJsonRecord(left) && Object.keys(left).length === 0 ? others : { ...value, [step]: left };
}

/** Reports whether the server allocated the value: the address `None` is always the user's choice. */
function isAllocated(value: unknown): boolean {
  return value !== 'None' && !(Array.isArray(value) && value.includes('None'));
}

const tokenVolume = /^kube-api-access-[a-z0-9]{5}$|-token-[a-z0-9]{5}$/;
const tokenPath = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Returns a pod without the volume of its token, which admission adds to each pod under the creator's name. */
function withoutTokenVolume(pod: JsonRecord): JsonRecord {
  const { spec } = pod;
  if (!isJsonRecord(spec)) return pod;
  const mounted = new Set<unknown>();
  const kept = (list: unknown, keeps: (item: unknown) => boolean): unknown => {
    if (!Array.isArray(list)) return list;
    const left = (list as readonly unknown[]).filter(keeps);
    return left.length === 0 && list.length > 0 ? undefined : left;
  };
  const withoutMount = (container: unknown): unknown => {
    if (!isJsonRecord(container) || !Object.hasOwn(container, 'volumeMounts')) return container;
    const { volumeMounts, ...rest } = container;
    const left = kept(volumeMounts, (mount) => {
      const { name, mountPath } = isJsonRecord(mount) ? mount : {};
      const isToken = mountPath === tokenPath && typeof name === 'string' && tokenVolume.test(name);
      if (isToken) mounted.add(name);
      return !isToken;
    });
    return left === undefined ? rest : { ...container, volumeMounts: left };
  };
  const entries = Object.entries(spec).map(([key, value]): [string, unknown] => {
    const isContainers = Array.isArray(value) && /^(?:c|initC|ephemeralC)ontainers$/.test(key);
    return [key, isContainers ? value.map(withoutMount) : value];
  });
  const volumes = kept(spec['volumes'], (volume) => !mounted.has(isJsonRecord(volume) ? volume['name'] : undefined));
  const left = entries.flatMap(([key, value]) => {
    if (key !== 'volumes') return [[key, value] as const];
    return volumes === undefined ? [] : [[key, volumes] as const];
  });
  return { ...pod, spec: Object.fromEntries(left) };
}
