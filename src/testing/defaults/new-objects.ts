import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { resourcesOfPod } from './pod-resources.js';
import { isEmpty, recordOf } from './rules.js';

/** What servers fill in once, when an object is created, by its kind: its own fields, its name and its uid are known. */
const fillIns: Readonly<Record<string, (object: KubeObject) => KubeObject>> = {
  'APIService.apiregistration.k8s.io': withAvailability,
  'Job.batch': withOwnPods,
  'PersistentVolume.': (volume) => withStatus(volume, { lastPhaseTransitionTime: volume.metadata.creationTimestamp }),
  'Pod.': scheduled,
};

/** Returns a new object with what a server fills in once. */
export function fillInNew(object: KubeObject): KubeObject {
  const group = object.apiVersion.includes('/') ? (object.apiVersion.split('/')[0] ?? '') : '';
  return fillIns[`${object.kind}.${group}`]?.(object) ?? object;
}

function withStatus(object: KubeObject, status: JsonRecord): KubeObject {
  return { ...object, status: { ...recordOf(object['status']), ...status } };
}

/** pkg/apiserver of kube-aggregator: what is served by the server itself is always available. */
function withAvailability(service: KubeObject): KubeObject {
  if (recordOf(service['spec'])['service'] !== undefined) return service;
  const message = 'Local APIServices are always available';
  const lastTransitionTime = service.metadata.creationTimestamp;
  const condition = { type: 'Available', status: 'True', lastTransitionTime, reason: 'Local', message };
  return withStatus(service, { conditions: [condition] });
}

/** pkg/registry/core/pod/strategy.go: the resources of the pod as a whole, and that gates keep it from being scheduled. */
function scheduled(pod: KubeObject): KubeObject {
  const spec = recordOf(pod['spec']);
  const resources = resourcesOfPod(spec);
  const whole = resources === undefined ? pod : { ...pod, spec: { ...spec, resources } };
  if (isEmpty(spec['schedulingGates'])) return whole;
  const condition = {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: pod.metadata.creationTimestamp,
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  };
  return withStatus(whole, { conditions: [condition] });
}

/**
 * Makes a job select the pods that it will have, as pkg/registry/batch/job/strategy.go does. When it is read, a job without
 * labels has those of its template.
 */
function withOwnPods(job: KubeObject): KubeObject {
  const spec = job['spec'];
  if (!isJsonRecord(spec) || !isJsonRecord(spec['template']) || spec['manualSelector'] === true) return job;
  const { name = '', uid = '', labels: own = {} } = job.metadata;
  const matchLabels = { 'batch.kubernetes.io/controller-uid': uid };
  const legacy = { 'batch.kubernetes.io/job-name': name, 'controller-uid': uid, 'job-name': name };
  const given = spec['template']['metadata'] as { readonly labels?: Readonly<Record<string, string>> } | undefined;
  const labels = { ...given?.labels, ...matchLabels, ...legacy };
  const template = { ...spec['template'], metadata: { ...given, labels } };
  return {
    ...job,
    metadata: Object.keys(own).length > 0 ? job.metadata : { ...job.metadata, labels },
    spec: { ...spec, selector: { matchLabels }, template },
  };
}
