import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { Cause, FieldReason } from '../wire/refusals.js';
import { isEqual } from '../wire/is-equal.js';

/** A field of built-in kinds that an update must not change. */
interface Immutable {
  /** Where Kubernetes 1.37 says so. */
  readonly source: string;
  readonly kinds: readonly string[];
  readonly field: string;
  /** What must not change. */
  readonly of: (object: JsonRecord) => unknown;
  /** Whether it may be set as long as it is not, and unset. @default false */
  readonly unlessUnset?: boolean;
  /** What follows the value in the message; without it, the field is forbidden, and this is all of the message. */
  readonly forbids?: string;
  /** The value in the message. @default what must not change */
  readonly shown?: (value: unknown) => unknown;
  readonly words?: string;
}

const immutable = 'field is immutable';
const podMayChange = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];
const sources = ['accessModes', 'capacity', 'claimRef', 'persistentVolumeReclaimPolicy', 'mountOptions'];
const otherParts = [...sources, 'nodeAffinity', 'storageClassName', 'volumeAttributesClassName', 'volumeMode'];

const fields: readonly Immutable[] = [
  {
    source: 'pkg/apis/apps/validation/validation.go',
    kinds: ['Deployment', 'ReplicaSet', 'DaemonSet'],
    field: 'spec.selector',
    of: at('spec', 'selector'),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go',
    kinds: ['StatefulSet'],
    field: 'spec.serviceName',
    of: at('spec', 'serviceName'),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go',
    kinds: ['ControllerRevision'],
    field: 'data',
    of: at('data'),
  },
  {
    source: 'pkg/apis/batch/validation/validation.go',
    kinds: ['Job'],
    field: 'spec.selector',
    of: at('spec', 'selector'),
  },
  {
    source: 'pkg/apis/batch/validation/validation.go',
    kinds: ['Job'],
    field: 'spec.template',
    of: at('spec', 'template'),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidatePodUpdate',
    kinds: ['Pod'],
    field: 'spec',
    of: ({ spec }) => without(spec, ['activeDeadlineSeconds', 'tolerations', 'terminationGracePeriodSeconds'], true),
    forbids: `pod updates may not change fields other than ${podMayChange.join(',')}`,
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateServiceUpdate',
    kinds: ['Service'],
    field: 'spec.clusterIPs[0]',
    of: at('spec', 'clusterIPs'),
    unlessUnset: true,
    words: 'may not change once set',
  },
  { source: 'pkg/apis/core/validation/validation.go', kinds: ['Secret'], field: 'type', of: at('type') },
  {
    source: 'pkg/apis/core/validation/validation.go',
    kinds: ['PersistentVolumeClaim'],
    field: 'spec',
    of: ({ spec }) => without(spec, ['resources', 'volumeAttributesClassName', 'volumeName', 'storageClassName']),
    forbids:
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
  },
  {
    source: 'pkg/apis/core/validation/validation.go',
    kinds: ['PersistentVolume'],
    field: 'spec.persistentvolumesource',
    of: ({ spec }) => without(spec, otherParts),
    forbids: 'spec.persistentvolumesource is immutable after creation',
  },
  {
    source: 'pkg/apis/rbac/validation/validation.go',
    kinds: ['RoleBinding', 'ClusterRoleBinding'],
    field: 'roleRef',
    of: at('roleRef'),
    // By the names in Go.
    shown: (value) => {
      const { apiGroup, kind, name } = value as JsonRecord;
      return { APIGroup: apiGroup, Kind: kind, Name: name };
    },
  },
  {
    source: 'k8s.io/api/storage/v1 StorageClass: +k8s:immutable',
    kinds: ['StorageClass'],
    field: 'provisioner',
    of: at('provisioner'),
    shown: () => null,
  },
  {
    source: 'k8s.io/api/discovery/v1 EndpointSlice: +k8s:immutable',
    kinds: ['EndpointSlice'],
    field: 'addressType',
    of: at('addressType'),
    shown: () => null,
  },
  {
    source: 'pkg/apis/networking/validation/validation.go',
    kinds: ['IngressClass'],
    field: 'spec.controller',
    of: at('spec', 'controller'),
  },
  {
    source: 'pkg/apis/scheduling/validation/validation.go',
    kinds: ['PriorityClass'],
    field: 'value',
    of: at('value'),
    forbids: 'may not be changed in an update.',
  },
];

/** Returns the fields of a built-in object that an update must not change, as the server words them. */
export function causesOfChange(old: KubeObject, next: KubeObject): Cause[] {
  return fields
    .filter(({ kinds }) => kinds.includes(old.kind))
    .flatMap(({ field, of, unlessUnset = false, forbids, shown = (value) => value, words = immutable }): Cause[] => {
      const [before, after] = [of(old), of(next)];
      if (isEqual(before, after) || (unlessUnset && (before === undefined || after === undefined))) return [];
      if (forbids !== undefined) return [cause(field, 'FieldValueForbidden', `Forbidden: ${forbids}`)];
      const value = JSON.stringify(shown(after) ?? null);
      return [cause(field, 'FieldValueInvalid', `Invalid value: ${value}: ${words}`)];
    });
}

function cause(field: string, reason: FieldReason, message: string): Cause {
  return { reason, message, field };
}

function at(...steps: readonly string[]): (object: JsonRecord) => unknown {
  return (object) => steps.reduce<unknown>((value, step) => (isJsonRecord(value) ? value[step] : undefined), object);
}

/** Returns a struct without some fields and, of a pod, without its images. */
function without(value: unknown, names: readonly string[], ofPod = false): unknown {
  if (!isJsonRecord(value)) return value;
  const images = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((each: unknown) => without(each, ['image'])) : list;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !names.includes(name))
      .map(([name, field]) => [name, ofPod && /^(initC|c)ontainers$/.test(name) ? images(field) : field]),
  );
}
