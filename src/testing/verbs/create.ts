import type { KubeObject, ObjectMeta } from '../../core/model/kube-object.js';
import { isJsonRecord, recordsOf, type JsonRecord } from '../../core/shared/json-record.js';
import { alreadyExists, badRequest, plainError } from '../wire/refusals.js';
import { userInfoOf } from '../served/authority.js';
import { beginsGeneration } from '../served/built-in-traits.js';
import type { ServedResource } from '../served/served.js';
import { storeKey } from '../store/object-store.js';
import { warningsOfFields } from './deprecations.js';
import { knownFields, schemaCauses } from './known-fields.js';
import { readObject, requireJson, requireKind } from './read-body.js';
import { trackUpdate } from './apply/managers.js';
import {
  asServed,
  withDefaults,
  timestampOf,
  type Backend,
  type VerbResult,
  type ResourceRequest,
  type WithManagers,
} from './resource-request.js';
import { namespaceFinalizers, requireNamespace } from './namespaces.js';
import { namesVersion } from './resource-version.js';
import { validateMetadata } from './validate-metadata.js';
import { withAllocated } from './service-allocation.js';
import { readWriteOptions } from './write-options.js';

/** The verb `create`: 201 and the object, including all fields that the server fills in. */
export function create(request: ResourceRequest, backend: Backend): VerbResult {
  const { resource, query, contentType, body } = request;
  requireJson(contentType);
  const { dryRun } = readWriteOptions(query, 'CreateOptions');
  return storeCreated(readObject(body, resource), dryRun, request, backend);
}

/** Creates an object that has been parsed. */
export function storeCreated(
  sent: KubeObject,
  dryRun: boolean,
  request: ResourceRequest & WithManagers,
  backend: Backend,
): VerbResult {
  const { resource, manager } = request;
  const namespace = namespaceOf(sent, request);
  const { object, warnings } = knownFields(sent, request, backend, 'whole');
  requireNamespace(request, sent.metadata.name ?? sent.metadata.generateName ?? 'Unknown', backend);
  const name = nameOf(object.metadata, namespace, backend);
  const {
    uid: _uid,
    deletionTimestamp: _deletion,
    deletionGracePeriodSeconds: _grace,
    generation,
    resourceVersion,
    namespace: _namespace,
    managedFields: _managers,
    ...given
  } = object.metadata;
  requireKind(object, resource);
  const counts = beginsGeneration(resource);
  const own = withDefaults(withoutStatus({ ...object, metadata: given }, resource), resource, backend);
  validateMetadata({ ...given, name, ...(counts ? {} : { generation }) }, resource, [
    ...schemaCauses(own, resource, backend, { cel: request.cel }),
    ...(resource.custom
      ? []
      : (backend.defaults?.causesOf({ ...own, metadata: { ...own.metadata, name, namespace } }) ?? [])),
  ]);
  if (namesVersion({ resourceVersion })) throw plainError('resourceVersion should not be set on objects to be created');
  const key = storeKey(namespace, name);
  const present = backend.store.get(key);
  if (present !== undefined) throw alreadyExists(resource, name, present.metadata.deletionTimestamp !== undefined);
  const time = timestampOf(backend.now());
  const start = (): JsonRecord => emptyObject(own, resource, backend);
  const { managedFields = () => trackUpdate(undefined, own, { manager, time, start }, resource) } = request;
  const managers = managedFields();
  const metadata: ObjectMeta = {
    ...own.metadata,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    uid: backend.storage.nextUid(),
    creationTimestamp: time,
    ...(managers === undefined ? {} : { managedFields: managers }),
    ...(counts ? { generation: 1 } : generation === undefined ? {} : { generation }),
  };
  const identified = withIdentity({ ...own, metadata }, request, backend);
  const created = resource.custom ? identified : (backend.defaults?.fillInNew(identified) ?? identified);
  const stored = dryRun ? created : backend.store.put(key, created).object;
  return {
    code: 201,
    object: asServed(stored, resource),
    warnings: [...warnings, ...warningsOfFields(created, resource)],
  };
}

/** Returns an object without any field, as Go writes it, with which a new one is compared to tell what it has set. */
function emptyObject({ apiVersion, kind }: KubeObject, { custom }: ServedResource, { defaults }: Backend): JsonRecord {
  if (custom) return { metadata: {} };
  return defaults?.asWritten({ apiVersion, kind, metadata: {} }) ?? { metadata: {}, spec: {}, status: {} };
}

/**
 * Returns the namespace of the URL, which the namespace of the object must not contradict; undefined for a
 * cluster-scoped resource.
 */
export function namespaceOf({ metadata }: KubeObject, { resource, namespace }: ResourceRequest): string | undefined {
  if (resource.scope === 'Cluster') return undefined;
  if (metadata.namespace !== undefined && metadata.namespace !== '' && metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
  return namespace;
}

/** Returns the name of the object or a generated one; empty if it has neither name nor generateName. */
function nameOf({ name = '', generateName = '' }: ObjectMeta, namespace: string | undefined, backend: Backend): string {
  if (name !== '' || generateName === '') return name;
  const { storage, store } = backend;
  let generated = `${generateName}${storage.nextSuffix()}`;
  while (store.get(storeKey(namespace, generated)) !== undefined) generated = `${generateName}${storage.nextSuffix()}`;
  return generated;
}

/** Drops the status of a resource with a status subresource, which is the only way to write it; a new node brings its own. */
function withoutStatus(object: KubeObject, { group, resource, subresources }: ServedResource): KubeObject {
  if (group === '' && resource === 'nodes') return object;
  if (!subresources.some(({ subresource }) => subresource === 'status')) return object;
  const { status: _status, ...rest } = object;
  return rest;
}

/**
 * Fills in the few fields of built-in resources that depend on the name or the uid, or on which other requests depend: the
 * label and the phase of a namespace, the phase of a pod, the user of a certificate request and the like.
 */
function withIdentity(
  object: KubeObject,
  { resource: { group, resource }, caller }: ResourceRequest,
  { defaults }: Backend,
): KubeObject {
  switch (group === '' ? resource : `${resource}.${group}`) {
    case 'daemonsets.apps':
      return defaults === undefined ? object : annotated(object, { [templateGeneration]: '1' });
    case 'customresourcedefinitions.apiextensions.k8s.io': {
      const { versions }: JsonRecord = isJsonRecord(object['spec']) ? object['spec'] : {};
      const storedVersions = recordsOf(versions)
        .filter(({ storage }) => storage === true)
        .map(({ name }) => name);
      return { ...object, status: { conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions } };
    }
    case 'services':
      return defaults === undefined ? object : withAllocated(object);
    case 'certificatesigningrequests.certificates.k8s.io':
      return { ...object, spec: { ...Object(object['spec']), ...userInfoOf(caller) } as JsonRecord };
    case 'namespaces': {
      const { metadata } = object;
      const labels = { ...metadata.labels, 'kubernetes.io/metadata.name': metadata.name ?? '' };
      const given = object['spec'] === undefined ? [] : namespaceFinalizers(object);
      const finalizers = given.includes('kubernetes') ? given : [...given, 'kubernetes'];
      return { ...object, metadata: { ...metadata, labels }, spec: { finalizers }, status: { phase: 'Active' } };
    }
    case 'pods':
      return { ...object, status: { phase: 'Pending', ...(object['status'] as object | undefined) } };
    default:
      return object;
  }
}

/** The annotation in which extensions/v1beta1 had the generation of the template; servers still write it. */
export const templateGeneration = 'deprecated.daemonset.template.generation';

function annotated(object: KubeObject, annotations: Readonly<Record<string, string>>): KubeObject {
  const { metadata } = object;
  return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotations } } };
}
