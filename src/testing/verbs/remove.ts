import type { KubeObject, ObjectMeta } from '../../model/kube-object.js';
import { conflict, detailsOf } from '../wire/refusals.js';
import { isDeletedWithObject } from '../served/built-in-traits.js';
import { storeKey } from '../store/object-store.js';
import { readDeleteOptions, type ReadDeleteOptions } from './delete-options.js';
import { existing, listed, selectorOf } from './read.js';
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

/** The verb `deletecollection`: what a list gives, answered as it was listed, each deleted in its turn. */
export function removeCollection(request: ResourceRequest, backend: Backend): VerbResult {
  // A bad list is refused before bad options of a delete are.
  readListOptions(request.query);
  selectorOf(request);
  const { resource, namespace } = request;
  const options = readDeleteOptions(request);
  const list = listed(request, backend);
  for (const { metadata } of list.items) {
    const { name = '' } = metadata;
    const key = storeKey(metadata.namespace ?? namespace, name);
    const object = backend.store.get(key);
    if (object === undefined) continue;
    checkPreconditions(object, options, { resource, name });
    removeObject(key, object, backend, options.dryRun);
  }
  return { code: 200, list };
}

/** Removes an object, or marks it when finalizers keep it, and then gives what is left of it. */
export function removeObject(
  key: string,
  object: KubeObject,
  backend: Backend,
  dryRun: boolean,
): KubeObject | undefined {
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

/** 409 for an object that is not the one that was meant. */
export function checkPreconditions(
  { metadata }: KubeObject,
  { preconditions }: Pick<ReadDeleteOptions, 'preconditions'>,
  request: Pick<ObjectRequest, 'resource' | 'name'>,
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
