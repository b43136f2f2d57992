import { isPathSegment } from '../../model/api-path.js';
import type { KubeObject, ObjectMeta } from '../../model/kube-object.js';
import { alreadyExists, badRequest, internalError, invalid } from '../http/refusal.js';
import type { ServedResource } from '../served/served.js';
import { objectKey } from '../storage/object-store.js';
import { bodyType, parseJson, readObject } from './read-body.js';
import { timestampOf, type Backend, type Outcome, type ResourceRequest } from './resource-request.js';
import { isDryRun } from './write-options.js';

/** The verb `create`: 201 and the object with everything that the server fills in. */
export function create(request: ResourceRequest, backend: Backend): Outcome {
  const { resource, query } = request;
  bodyType(request.contentType, ['application/json']);
  const object = readObject(parseJson(request.body), resource);
  const dryRun = isDryRun(query);
  if ((object.metadata.resourceVersion ?? '') !== '') {
    throw internalError('resourceVersion should not be set on objects to be created');
  }
  const namespace = namespaceOf(object, request);
  const name = nameOf(object, namespace, request, backend);
  const key = objectKey(namespace, name);
  if (backend.store.get(key) !== undefined) throw alreadyExists(resource, name);
  const { uid: _uid, deletionTimestamp: _deletion, deletionGracePeriodSeconds: _grace, ...given } = object.metadata;
  const metadata: ObjectMeta = {
    ...given,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    uid: backend.storage.nextUid(),
    creationTimestamp: timestampOf(backend.now()),
    ...(hasGeneration(object, resource) ? { generation: 1 } : {}),
  };
  const created = { ...withoutStatus(object, resource), metadata };
  if (dryRun) return { code: 201, object: created };
  metadata.resourceVersion = backend.storage.nextResourceVersion();
  backend.store.put(key, created);
  return { code: 201, object: created };
}

/** The namespace of the URL, which the object's own must not contradict; undefined for a cluster-scoped resource. */
export function namespaceOf({ metadata }: KubeObject, { resource, namespace }: ResourceRequest): string | undefined {
  if (resource.scope === 'Cluster') return undefined;
  if (metadata.namespace !== undefined && metadata.namespace !== '' && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return namespace;
}

/** Servers count generations of custom resources, and of built-in ones that have a spec. */
export function hasGeneration(object: KubeObject, { custom }: ServedResource): boolean {
  return custom || object['spec'] !== undefined;
}

function nameOf(
  { metadata }: KubeObject,
  namespace: string | undefined,
  { resource }: ResourceRequest,
  { storage, store }: Backend,
): string {
  const { name = '', generateName = '' } = metadata;
  if (name === '' && generateName === '') {
    throw invalid(resource.objectKind, '', 'metadata.name', 'Required value: name or generateName is required');
  }
  for (const [field, word] of Object.entries({ name: name || generateName, namespace: namespace ?? 'none' })) {
    if (!isPathSegment(word)) {
      throw invalid(resource.objectKind, name, `metadata.${field}`, `Invalid value: ${JSON.stringify(word)}`);
    }
  }
  if (name !== '') return name;
  let generated = `${generateName}${storage.nextSuffix()}`;
  while (store.get(objectKey(namespace, generated)) !== undefined) generated = `${generateName}${storage.nextSuffix()}`;
  return generated;
}

/** With a status subresource the status is written through it alone. */
function withoutStatus(object: KubeObject, { subresources }: ServedResource): KubeObject {
  if (!subresources.some(({ subresource }) => subresource === 'status')) return object;
  const { status: _status, ...rest } = object;
  return rest;
}
