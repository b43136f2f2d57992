import type { KubeObject } from '../../core/model/kube-object.js';
import { formatGroupVersion } from '../../core/model/group-version.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { minorOf } from '../served/check-switches.js';
import type { FakeFormats } from '../served/options.js';
import type { ServedResource } from '../served/served.js';
import { isEqual } from '../../core/shared/is-equal.js';

/** Kinds that servers of 1.29 to 1.37 serve with a warning: since when, until when, and what to use instead. */
const deprecatedKinds: Readonly<
  Record<string, readonly [since: number, until?: number | undefined, instead?: string]>
> = {
  'v1 ComponentStatus': [19],
  'v1 Endpoints': [33, undefined, 'discovery.k8s.io/v1 EndpointSlice'],
  'flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema': [29, 32, 'flowcontrol.apiserver.k8s.io/v1 FlowSchema'],
  'flowcontrol.apiserver.k8s.io/v1beta3 PriorityLevelConfiguration': [
    29,
    32,
    'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration',
  ],
};

/** Returns the warning that comes with every answer about a kind, in servers of a version; none for most kinds. */
export function warningsOfKind(
  { objectKind, custom, deprecationWarning }: ServedResource,
  speaks?: FakeFormats,
): string[] {
  if (deprecationWarning !== undefined) return [deprecationWarning];
  const kind = `${formatGroupVersion(objectKind)} ${objectKind.kind}`;
  const [since, until, instead] = (custom ? undefined : deprecatedKinds[kind]) ?? [];
  const minor = minorOf(speaks);
  if (since === undefined || minor < since) return [];
  const unavailable = until === undefined ? '' : `, unavailable in v1.${until}+`;
  return [`${kind} is deprecated in v1.${since}+${unavailable}${instead === undefined ? '' : `; use ${instead}`}`];
}

const deprecatedNodeLabels: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};
const deprecatedAnnotations: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};
const deprecatedVolumes: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageOS: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};
const tokenInSecrets =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

/** Where kinds have the template of a pod. */
const templates: Readonly<Record<string, readonly string[]>> = {
  Pod: [],
  PodTemplate: ['template'],
  ReplicationController: ['spec', 'template'],
  Deployment: ['spec', 'template'],
  ReplicaSet: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  DaemonSet: ['spec', 'template'],
  Job: ['spec', 'template'],
  CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

/**
 * Returns the warnings about deprecated fields of a built-in object that is created, or whose spec is changed.
 * @see https://github.com/kubernetes/kubernetes/blob/v1.37.2/pkg/api/pod/warnings.go
 */
export function warningsOfFields(object: KubeObject, { custom }: ServedResource, old?: KubeObject): string[] {
  if (custom || (old !== undefined && isEqual(old['spec'], object['spec']))) return [];
  const { kind } = object;
  const spec = recordIn(object, 'spec');
  if (kind === 'CSIDriver') {
    const { tokenRequests, serviceAccountTokenInSecrets } = spec;
    const lacks =
      Array.isArray(tokenRequests) && tokenRequests.length > 0 && serviceAccountTokenInSecrets === undefined;
    return lacks ? [tokenInSecrets] : [];
  }
  if (kind === 'PersistentVolume') return inVolume(spec, 'spec');
  const path = templates[kind];
  if (path === undefined) return [];
  return inTemplate(path.reduce<JsonRecord>(recordIn, object), path.map((step) => `${step}.`).join(''));
}

function inTemplate(template: JsonRecord, prefix: string): string[] {
  const spec = recordIn(template, 'spec');
  const annotations = recordIn(recordIn(template, 'metadata'), 'annotations');
  const volumes: readonly unknown[] = Array.isArray(spec['volumes']) ? spec['volumes'] : [];
  return [
    ...ofKeys(recordIn(spec, 'nodeSelector'), deprecatedNodeLabels, `${prefix}spec.nodeSelector`),
    ...ofKeys(annotations, deprecatedAnnotations, `${prefix}metadata.annotations`),
    ...volumes.flatMap((volume, index) => {
      return isJsonRecord(volume) ? inVolume(volume, `${prefix}spec.volumes[${index}]`) : [];
    }),
  ];
}

function inVolume(volume: JsonRecord, path: string): string[] {
  return Object.keys(volume).flatMap((name) => {
    const message = Object.hasOwn(deprecatedVolumes, name) ? deprecatedVolumes[name] : undefined;
    return message === undefined ? [] : [`${path}.${name}: ${message}`];
  });
}

function ofKeys(map: JsonRecord, messages: Readonly<Record<string, string>>, path: string): string[] {
  return Object.entries(messages).flatMap(([key, message]) => {
    return Object.hasOwn(map, key) ? [`${path}[${key}]: ${message}`] : [];
  });
}

function recordIn(record: JsonRecord, name: string): JsonRecord {
  const value = record[name];
  return isJsonRecord(value) ? value : {};
}
