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
  'Service.': withAddress,
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

/** Makes a job select the pods that it will have, as pkg/registry/batch/job/strategy.go does. */
function withOwnPods(job: KubeObject): KubeObject {
  const spec = job['spec'];
  if (!isJsonRecord(spec) || !isJsonRecord(spec['template']) || spec['manualSelector'] === true) return job;
  const { name = '', uid = '' } = job.metadata;
  const matchLabels = { 'batch.kubernetes.io/controller-uid': uid };
  const legacy = { 'batch.kubernetes.io/job-name': name, 'controller-uid': uid, 'job-name': name };
  const { metadata: own } = spec['template'] as { readonly metadata?: { readonly labels?: object } };
  const template = {
    ...spec['template'],
    metadata: { ...own, labels: { ...own?.labels, ...matchLabels, ...legacy } },
  };
  const metadata = { labels: template.metadata.labels, ...job.metadata };
  return { ...job, metadata, spec: { ...spec, selector: { matchLabels }, template } };
}

/**
 * Gives a service an address, by its uid, which counts the objects of a server: one stack of IPv4, as
 * pkg/registry/core/service/storage/alloc.go does by default. Without an address and a selector, it has both stacks.
 */
function withAddress(service: KubeObject): KubeObject {
  const spec = service['spec'];
  if (!isJsonRecord(spec) || spec['type'] === 'ExternalName') return service;
  const count = Number.parseInt(service.metadata.uid?.slice(-6) ?? '', 16) || 0;
  const own = `10.96.${Math.floor(count / 250) % 256}.${(count % 250) + 1}`;
  const isHeadless = spec['clusterIP'] === 'None';
  const isEither = isHeadless && Object.keys(Object(spec['selector']) as object).length === 0;
  const policy = spec['ipFamilyPolicy'] ?? (isEither ? 'RequireDualStack' : 'SingleStack');
  const isDual = isEither && policy !== 'SingleStack';
  const [first = 'IPv4', second = first === 'IPv4' ? 'IPv6' : 'IPv4'] = (spec['ipFamilies'] ?? []) as readonly string[];
  const families = { ipFamilies: isDual ? [first, second] : [first], ipFamilyPolicy: policy };
  const { clusterIPs = [spec['clusterIP'] ?? own], ...given } = { ...spec, ...families };
  const [clusterIP] = clusterIPs as readonly unknown[];
  return { ...service, spec: { ...given, clusterIP, clusterIPs } };
}
