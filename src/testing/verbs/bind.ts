import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { storeKey } from '../store/object-store.js';
import { badRequest, conflict, plainError } from '../wire/refusals.js';
import { namespaceOf } from './create.js';
import { withCondition } from './pod-conditions.js';
import { requireNamespace } from './namespaces.js';
import { existing } from './read.js';
import { readObject, requireJson } from './read-body.js';
import {
  succeeded,
  timestampOf,
  type Backend,
  type ObjectRequest,
  type ResourceRequest,
  type VerbResult,
} from './resource-request.js';
import { requireSameObject } from './update.js';
import { readWriteOptions } from './write-options.js';

const objectKind = { group: '', version: 'v1', kind: 'Binding' };
const pods = { group: '', version: 'v1', resource: 'pods' };

/** The collection `bindings`: the older way to bind, with the name of the pod only in the body. */
export function bindNamed(request: ResourceRequest, backend: Backend): VerbResult {
  requireJson(request.contentType);
  const { name = '' } = readObject(request.body, request.resource).metadata;
  requireNamespace(request, name, backend);
  const { registry, storage } = backend;
  const resource = registry.resource(pods);
  if (resource === undefined) throw badRequest('the fake API server knows no pods that could be bound');
  return bind({ ...request, resource, name }, { ...backend, store: storage.store(registry.storageOf(resource)) });
}

/** The subresource `binding` of pods: assigns an unbound pod to a node, whether or not that node exists. */
export function bind(request: ObjectRequest, backend: Backend): VerbResult {
  const { resource, query, contentType, body, name, namespace } = request;
  requireJson(contentType);
  const { dryRun } = readWriteOptions(query, 'CreateOptions');
  const binding = readObject(body, { ...resource, objectKind, custom: false });
  namespaceOf(binding, request);
  if (binding.metadata.name !== name) throw badRequest('name in URL does not match name in Binding object');
  requireNamespace(request, name, backend);
  const node = nodeIn(binding);
  const pod = existing(request, backend);
  requireSameObject(pod, binding, request);
  const spec: JsonRecord = isJsonRecord(pod['spec']) ? pod['spec'] : {};
  requireUnbound(pod, spec, name);
  if (dryRun) return succeeded(201, request, pod.metadata.resourceVersion);
  const { annotations, labels } = binding.metadata;
  const { metadata } = pod;
  const bound: KubeObject = {
    ...pod,
    metadata: {
      ...metadata,
      ...(labels === undefined ? {} : { labels: { ...metadata.labels, ...labels } }),
      ...(annotations === undefined ? {} : { annotations: { ...metadata.annotations, ...annotations } }),
    },
    spec: { ...spec, nodeName: node },
  };
  const time = timestampOf(backend.now());
  backend.store.put(storeKey(namespace, name), withCondition(bound, { type: 'PodScheduled' }, time));
  return succeeded(201, request, backend.storage.resourceVersion);
}

function nodeIn({ target }: KubeObject): string {
  const { kind = '', name = '' }: JsonRecord = isJsonRecord(target) ? target : {};
  if (kind !== '' && kind !== 'Node') {
    const supported = 'supported values: "Node", "<empty>"';
    throw plainError(`target.kind: Unsupported value: ${JSON.stringify(kind)}: ${supported}`);
  }
  if (typeof name !== 'string' || name === '') throw plainError('target.name: Required value');
  return name;
}

function requireUnbound({ metadata }: KubeObject, { nodeName, schedulingGates }: JsonRecord, name: string): void {
  const refuse = (why: string): Error => conflict({ group: '', resource: 'pods/binding' }, name, `pod ${name} ${why}`);
  if (metadata.deletionTimestamp !== undefined) throw refuse('is being deleted, cannot be assigned to a host');
  if ((nodeName ?? '') !== '') throw refuse(`is already assigned to node ${JSON.stringify(nodeName)}`);
  if (Array.isArray(schedulingGates) && schedulingGates.length > 0) throw refuse('has non-empty .spec.schedulingGates');
}
