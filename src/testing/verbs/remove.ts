import { formatGroupVersion } from '../../model/group-version.js';
import type { KubeObject, ObjectMeta } from '../../model/kube-object.js';
import { conflict, detailsOf } from '../wire/refusals.js';
import { isDeletedWithObject } from '../served/built-in-traits.js';
import { storeKey } from '../store/object-store.js';
import { cutPage } from '../store/page.js';
import { readDeleteOptions, type ReadDeleteOptions } from './delete-options.js';
import { existing, selectorOf } from './read.js';
import { readListOptions } from './read-options.js';
import {
  asServed,
  timestampOf,
  type Backend,
  type ObjectRequest,
  type VerbResult,
  type ResourceRequest,
} from './resource-request.js';

/**
 * The verb `delete`: a Status, or for some built-in resources the object, when it is gone; the object while finalizers
 * keep it. There is no garbage collection and no grace period, so both policies are accepted and make no difference.
 */
export function remove(request: ObjectRequest, backend: Backend): VerbResult {
  const { resource, namespace, name } = request;
  const options = readDeleteOptions(request);
  const object = existing(request, backend);
  checkPreconditions(object, options, request);
  const kept = removeObject(storeKey(namespace, name), object, backend, options.dryRun);
  if (kept !== undefined) return { code: 200, object: asServed(kept, resource) };
  if (isDeletedWithObject(resource))
    return { code: 200, object: asServed(lastStateOf(object, request, backend), resource) };
  return {
    code: 200,
    status: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { ...detailsOf(resource, name), uid: object.metadata.uid },
    },
  };
}

/** The verb `deletecollection`: everything that the selectors pick, answered as a list. */
export function removeCollection(request: ResourceRequest, backend: Backend): VerbResult {
  const { resource, namespace, query } = request;
  readListOptions(query);
  const matches = selectorOf(request);
  const { dryRun } = readDeleteOptions(request);
  const { objects } = cutPage(backend.store.sorted(), { namespace, matches, limit: 0 });
  const items = objects.map((object) => {
    const key = storeKey(object.metadata.namespace, object.metadata.name ?? '');
    return asServed(removeObject(key, object, backend, dryRun) ?? object, resource);
  });
  const { objectKind } = resource;
  const list = {
    kind: `${objectKind.kind}List`,
    apiVersion: formatGroupVersion(objectKind),
    metadata: { resourceVersion: backend.storage.resourceVersion, continue: resource.custom ? '' : undefined },
    items,
  };
  return { code: 200, list };
}

/** Removes an object, or marks it when finalizers keep it, and then gives what is left of it. */
function removeObject(key: string, object: KubeObject, backend: Backend, dryRun: boolean): KubeObject | undefined {
  const { store } = backend;
  const { finalizers = [], deletionTimestamp } = object.metadata;
  if (finalizers.length === 0) {
    if (!dryRun) store.remove(key);
    return undefined;
  }
  if (deletionTimestamp !== undefined) return object;
  const metadata = markedMetadata(object, backend);
  const marked = { ...object, metadata };
  return dryRun ? marked : store.put(key, marked).object;
}

function markedMetadata({ metadata }: KubeObject, { now }: Backend): ObjectMeta {
  const { generation } = metadata;
  return {
    ...metadata,
    deletionTimestamp: timestampOf(now()),
    deletionGracePeriodSeconds: 0,
    ...(generation === undefined ? {} : { generation: generation + 1 }),
  };
}

/** Pods are marked even where nothing keeps them. */
function lastStateOf(object: KubeObject, { resource }: ObjectRequest, backend: Backend): KubeObject {
  return resource.resource === 'pods' ? { ...object, metadata: markedMetadata(object, backend) } : object;
}

function checkPreconditions(
  { metadata }: KubeObject,
  { preconditions }: ReadDeleteOptions,
  request: ObjectRequest,
): void {
  const { uid, resourceVersion } = preconditions;
  const { resource, name } = request;
  // These conflicts name the kind where others name the plural.
  const subject = { group: resource.group, resource: resource.objectKind.kind };
  const fail = (what: string, given: unknown, present = '', so: string): Error =>
    conflict(
      subject,
      name,
      `the ${what} in the precondition (${String(given)}) does not match the ${what} in record (${present}). ${so}`,
    );
  if (uid !== undefined && uid !== metadata.uid) {
    throw fail('UID', uid, metadata.uid, 'The object might have been deleted and then recreated');
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw fail('ResourceVersion', resourceVersion, metadata.resourceVersion, 'The object might have been modified');
  }
}
