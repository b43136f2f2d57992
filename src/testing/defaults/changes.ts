import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { isEqual } from '../../core/shared/is-equal.js';
import type { Cause } from '../wire/refusals.js';
import { amountOf } from './common-rules.js';
import { forbids, given, recordOf, wrongValue } from './rules.js';

/** What a server refuses in a change of an object. */
type ChangeCheck = (old: JsonRecord, next: JsonRecord) => Cause[];

interface ChangesOf {
  /** Where Kubernetes 1.37 says so. */
  readonly source: string;
  readonly kinds: readonly string[];
  readonly check: ChangeCheck;
}

const immutable = 'field is immutable';
const podMayChange = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];
const podWords = `pod updates may not change fields other than ${podMayChange.join(',')}`;
const claimWords =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
const sources = ['accessModes', 'capacity', 'claimRef', 'persistentVolumeReclaimPolicy', 'mountOptions'];
const otherParts = [...sources, 'nodeAffinity', 'storageClassName', 'volumeAttributesClassName', 'volumeMode'];

function at(object: JsonRecord, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value !== null ? (value as JsonRecord)[step] : undefined),
      object,
    );
}

/** How a message shows what is at the path of a field. */
interface Fixed {
  readonly words?: string;
  /** The field in the answer. @default the path */
  readonly field?: string;
  /** The value in the message. @default what is at the path */
  readonly shown?: (value: unknown) => unknown;
  /** Whether it may be set as long as it is not. @default false */
  readonly unlessUnset?: boolean;
}
const unseen = { shown: () => null };

/** Fields that must stay as they are. */
function fixed(path: string, { words = immutable, field = path, shown, unlessUnset = false }: Fixed = {}): ChangeCheck {
  return (old, next) => {
    const [before, after] = [at(old, path), at(next, path)];
    if (isEqual(before, after) || (unlessUnset && !given(before))) return [];
    return [wrongValue(field, shown === undefined ? after : shown(after), words)];
  };
}

/** A field that must stay as it is, with all that the message says. */
function kept(
  path: string,
  words: string,
  of: (value: unknown, old: JsonRecord) => unknown = (value) => value,
): ChangeCheck {
  return (old, next) => (isEqual(of(at(old, path), old), of(at(next, path), old)) ? [] : [forbids(path, words)]);
}

function all(...checks: readonly ChangeCheck[]): ChangeCheck {
  return (old, next) => checks.flatMap((check) => check(old, next));
}

/** What says of itself that it is immutable. */
const frozen =
  (...fields: readonly string[]): ChangeCheck =>
  (old, next) => {
    if (old['immutable'] !== true) return [];
    const words = 'field is immutable when `immutable` is set';
    return all(kept('immutable', words), ...fields.map((field) => kept(field, words)))(old, next);
  };

/** ValidatePodUpdate */
const pod: ChangeCheck = (old, next) => {
  const [before, after] = [recordOf(old['spec']), recordOf(next['spec'])];
  const names = (spec: JsonRecord, field: string): unknown[] => {
    const list: unknown = spec[field];
    return Array.isArray(list) ? list : [];
  };
  const counted = ['containers', 'initContainers'].filter(
    (field) => names(before, field).length !== names(after, field).length,
  );
  if (counted.length > 0) {
    return counted.map((field) => forbids(`spec.${field}`, 'pod updates may not add or remove containers'));
  }
  const gates = names(before, 'schedulingGates').map((each) => recordOf(each)['name']);
  const added = names(after, 'schedulingGates').map((each) => recordOf(each)['name']);
  const newGates = added.flatMap((name, index) =>
    gates.includes(name)
      ? []
      : [
          forbids(
            `spec.schedulingGates[${index}].name`,
            `only deletion is allowed, but found new scheduling gate '${String(name)}'`,
          ),
        ],
  );
  const [was, is] = [before['activeDeadlineSeconds'], after['activeDeadlineSeconds']];
  const deadline = 'spec.activeDeadlineSeconds';
  const ends = (toleration: unknown): string =>
    JSON.stringify({ ...recordOf(toleration), tolerationSeconds: undefined });
  const tolerated = new Set(names(after, 'tolerations').map(ends));
  const lost = names(before, 'tolerations').some((each) => !tolerated.has(ends(each)));
  return [
    ...newGates,
    ...(given(was) && !given(is)
      ? [wrongValue(deadline, null, 'must not update from a positive integer to nil value')]
      : Number(is) > Number(was)
        ? [wrongValue(deadline, is, 'must be less than or equal to previous value')]
        : []),
    ...(lost
      ? [forbids('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')]
      : []),
    ...kept('spec', podWords, (spec) =>
      without(spec, ['activeDeadlineSeconds', 'tolerations', 'schedulingGates'], true),
    )(old, next),
  ];
};

/** validateCompletions of batch */
const completions: ChangeCheck = (old, next) => {
  const { completionMode, completions: count, parallelism } = recordOf(next['spec']);
  const isIndexed = completionMode === 'Indexed';
  if (isIndexed && count === parallelism) return [];
  const words = isIndexed ? 'can only be modified in tandem with spec.parallelism' : immutable;
  return fixed('spec.completions', { words })(old, next);
};

/** ValidatePersistentVolumeClaimUpdate */
const claim: ChangeCheck = (old, next) => {
  const isBound = at(old, 'status.phase') === 'Bound';
  const path = 'spec.resources.requests.storage';
  const [least, asked] = [at(old, 'status.capacity.storage'), at(next, path)].map(amountOf);
  const shrinks = amountOf(at(old, path)) !== asked && Number(asked) < Number(least);
  return [
    ...kept('spec', claimWords, (spec, { spec: before }) =>
      without(spec, [
        'volumeAttributesClassName',
        ...(isBound ? ['resources'] : []),
        ...['volumeName', 'storageClassName'].filter((name) => !given(recordOf(before)[name])),
      ]),
    )(old, next),
    ...fixed('spec.volumeMode', { field: 'volumeMode' })(old, next),
    ...(isBound && shrinks ? [forbids(path, 'field can not be less than status.capacity')] : []),
  ];
};

/** ValidateCustomResourceDefinitionUpdate */
const definition: ChangeCheck = (old, next) => {
  const [stored, versions] = [at(next, 'status.storedVersions'), at(next, 'spec.versions')].map((list) =>
    Array.isArray(list) ? (list as readonly unknown[]) : [],
  );
  const names = new Set(versions?.map((version) => recordOf(version)['name']));
  return [
    ...all(...['spec.group', 'spec.scope', 'spec.names.kind', 'spec.names.plural'].map((path) => fixed(path)))(
      old,
      next,
    ),
    ...(stored ?? []).flatMap((name, index) => {
      const text = String(name);
      const words = `missing from spec.versions; ${text} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${text} and removes ${text} from status.storedVersions`;
      return names.has(name) ? [] : [wrongValue(`status.storedVersions[${index}]`, name, words)];
    }),
  ];
};

const inGo = (value: unknown): object => {
  const { apiGroup, kind, name } = recordOf(value);
  return { APIGroup: apiGroup, Kind: kind, Name: name };
};

const changes: readonly ChangesOf[] = [
  {
    source:
      'pkg/apis/apps/validation/validation.go ValidateDeploymentUpdate, ValidateReplicaSetUpdate, ValidateDaemonSetUpdate',
    kinds: ['Deployment', 'ReplicaSet', 'DaemonSet'],
    check: fixed('spec.selector'),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go ValidateStatefulSetUpdate',
    kinds: ['StatefulSet'],
    check: all(
      ...['serviceName', 'selector', 'podManagementPolicy', 'volumeClaimTemplates'].map((each) =>
        fixed(`spec.${each}`),
      ),
    ),
  },
  {
    source: 'pkg/apis/apps/validation/validation.go ValidateControllerRevisionUpdate',
    kinds: ['ControllerRevision'],
    check: fixed('data'),
  },
  {
    source: 'pkg/apis/batch/validation/validation.go ValidateJobSpecUpdate',
    kinds: ['Job'],
    check: all(
      completions,
      ...[
        'selector',
        'template',
        'completionMode',
        'podFailurePolicy',
        'backoffLimitPerIndex',
        'managedBy',
        'successPolicy',
      ].map((each) => fixed(`spec.${each}`)),
    ),
  },
  { source: 'pkg/apis/core/validation/validation.go ValidatePodUpdate', kinds: ['Pod'], check: pod },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateServiceUpdate',
    kinds: ['Service'],
    // A type without them has lost them.
    check: (old, next) => {
      const type = at(next, 'spec.type');
      const once = { words: 'may not change once set', unlessUnset: true };
      if (type === 'ExternalName') return [];
      return all(
        fixed('spec.clusterIPs', { ...once, field: 'spec.clusterIPs[0]' }),
        ...(type === 'LoadBalancer' ? [fixed('spec.loadBalancerClass', once)] : []),
      )(old, next);
    },
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateSecretUpdate',
    kinds: ['Secret'],
    check: all(fixed('type'), frozen('data')),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateConfigMapUpdate',
    kinds: ['ConfigMap'],
    check: frozen('data', 'binaryData'),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate',
    kinds: ['PersistentVolumeClaim'],
    check: claim,
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidatePersistentVolumeUpdate',
    kinds: ['PersistentVolume'],
    check: all(
      (old, next) =>
        isEqual(without(old['spec'], otherParts), without(next['spec'], otherParts))
          ? []
          : [forbids('spec.persistentvolumesource', 'spec.persistentvolumesource is immutable after creation')],
      fixed('spec.volumeMode', { field: 'volumeMode' }),
      fixed('spec.nodeAffinity', {
        field: 'nodeAffinity',
        words: 'field is immutable, except for updating from beta label to GA',
        unlessUnset: true,
      }),
    ),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateNodeUpdate',
    kinds: ['Node'],
    check: all(
      (old, next) =>
        given(at(old, 'spec.podCIDRs'))
          ? kept('spec.podCIDRs', 'node updates may not change podCIDR except from "" to valid')(old, next)
          : [],
      fixed('spec.providerID', { ...unseen, words: 'field cannot be modified once set', unlessUnset: true }),
    ),
  },
  {
    source: 'pkg/apis/core/validation/validation.go ValidateResourceQuotaUpdate',
    kinds: ['ResourceQuota'],
    check: fixed('spec.scopes'),
  },
  {
    source: 'pkg/apis/rbac/validation/validation.go ValidateRoleBindingUpdate, ValidateClusterRoleBindingUpdate',
    kinds: ['RoleBinding', 'ClusterRoleBinding'],
    check: fixed('roleRef', { shown: inGo }),
  },
  {
    source: 'storage/v1 StorageClass of k8s.io/api: +k8s:immutable',
    kinds: ['StorageClass'],
    check: all(
      ...['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'].map((path) => fixed(path, unseen)),
    ),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateVolumeAttributesClassUpdate',
    kinds: ['VolumeAttributesClass'],
    check: all(
      kept('driverName', 'updates to driverName are forbidden.'),
      kept('parameters', 'updates to parameters are forbidden.'),
    ),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateCSIDriverUpdate',
    kinds: ['CSIDriver'],
    check: all(fixed('spec.attachRequired', { field: 'spec.attachedRequired' }), fixed('spec.volumeLifecycleModes')),
  },
  {
    source: 'pkg/apis/storage/validation/validation.go ValidateCSIStorageCapacityUpdate',
    kinds: ['CSIStorageCapacity'],
    check: all(fixed('storageClassName'), fixed('nodeTopology')),
  },
  {
    source:
      'pkg/apis/storage/validation/validation.go ValidateVolumeAttachmentUpdate; pkg/apis/resource/validation/validation.go ValidateResourceClaimUpdate, ValidateResourceClaimTemplateUpdate',
    kinds: ['VolumeAttachment', 'ResourceClaim', 'ResourceClaimTemplate'],
    check: fixed('spec', unseen),
  },
  {
    source: 'discovery/v1 EndpointSlice of k8s.io/api: +k8s:immutable',
    kinds: ['EndpointSlice'],
    check: fixed('addressType', unseen),
  },
  {
    source: 'node/v1 RuntimeClass of k8s.io/api: +k8s:immutable',
    kinds: ['RuntimeClass'],
    check: fixed('handler', unseen),
  },
  {
    source: 'pkg/apis/networking/validation/validation.go ValidateIngressClassUpdate',
    kinds: ['IngressClass'],
    check: fixed('spec.controller'),
  },
  {
    source: 'pkg/apis/networking/validation/validation.go ValidateIPAddressUpdate',
    kinds: ['IPAddress'],
    check: fixed('spec.parentRef', unseen),
  },
  {
    source: 'pkg/apis/networking/validation/validation.go ValidateServiceCIDRUpdate',
    kinds: ['ServiceCIDR'],
    check: all(
      ...[0, 1].map((index) => fixed(`spec.cidrs.${index}`, { field: `spec.cidrs[${index}]`, unlessUnset: true })),
    ),
  },
  {
    source: 'pkg/apis/scheduling/validation/validation.go ValidatePriorityClassUpdate',
    kinds: ['PriorityClass'],
    check: all(kept('value', 'may not be changed in an update.'), fixed('preemptionPolicy')),
  },
  {
    source:
      'pkg/apis/apiextensions/validation/validation.go ValidateCustomResourceDefinitionUpdate of k8s.io/apiextensions-apiserver',
    kinds: ['CustomResourceDefinition'],
    check: definition,
  },
];
const checks = new Map(changes.flatMap(({ kinds, check }) => kinds.map((kind) => [kind, check])));

/** Returns what a server refuses in a change of a built-in object because of what it was before, in its words. */
export function causesOfChange(old: KubeObject, next: KubeObject): Cause[] {
  return checks.get(old.kind)?.(old, next) ?? [];
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
