import type { KubeObject, ObjectMeta } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { conflict, detailsOf } from '../wire/refusals.js';
import { isDeletedWithObject } from '../served/built-in-traits.js';
import type { ServedResource } from '../served/served.js';
import { storeKey } from '../store/object-store.js';
import { readDeleteOptions, type Propagation, type ReadDeleteOptions } from './delete-options.js';
import { finalizersAfter } from './dependents.js';
import { isNamespace, namespaceFinalizers, refuseImmortal } from './namespaces.js';
import { existing, listed, selectorOf } from './read.js';
import { readListOptions } from './read-options.js';
import {
  asServed,
  succeeded,
  timestampOf,
  type Backend,
  type ObjectRequest,
  type VerbResult,
  type ResourceRequest,
} from './resource-request.js';

/**
 * The verb `delete`: answers with a Status, or for some built-in resources with the object, if the object is gone; with
 * the object if finalizers or a grace period keep it.
 */
export function remove(request: ObjectRequest, backend: Backend): VerbResult {
  const { resource, namespace, name } = request;
  const options = readDeleteOptions(request);
  refuseImmortal(request, backend);
  const object = existing(request, backend);
  checkPreconditions(object, options, request);
  const kept = removeObject(storeKey(namespace, name), object, { ...options, resource }, backend);
  // Who asks for a cascade by the older option is told that it has only begun.
  const code = options.propagation.orphanDependents === false ? 202 : 200;
  if (kept !== undefined) return { code, object: asServed(kept, resource) };
  if (isDeletedWithObject(resource))
    return { code: 200, object: asServed(lastStateOf(object, request, backend), resource) };
  const version = options.dryRun ? object.metadata.resourceVersion : backend.storage.resourceVersion;
  return succeeded(200, request, version, { details: { ...detailsOf(resource, name), uid: object.metadata.uid } });
}

/** The verb `deletecollection`: deletes each object of a list, and answers with the list as it was before. */
export function removeCollection(request: ResourceRequest, backend: Backend): VerbResult {
  // Invalid list options take precedence over invalid delete options.
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
    removeObject(key, object, { ...options, resource }, backend);
  }
  return { code: 200, list };
}

/** How an object is deleted. */
export interface Deletion {
  readonly resource: ServedResource;
  readonly dryRun: boolean;
  readonly propagation: Propagation;
  readonly gracePeriodSeconds?: number | undefined;
}

/** What a deletion uses of a server. */
export type DeletionBackend = Pick<
  Backend,
  'store' | 'now' | 'namespaceLifecycle' | 'garbageCollection' | 'gracefulDeletion'
>;

/** Removes an object, or marks and returns it if finalizers or a grace period keep it. */
export function removeObject(
  key: string,
  object: KubeObject,
  { resource, dryRun, propagation, gracePeriodSeconds }: Deletion,
  backend: DeletionBackend,
): KubeObject | undefined {
  if (backend.gracefulDeletion && isPod(resource)) {
    const grace = graceOf(object, gracePeriodSeconds, backend.now());
    if (grace === 'pending') return object;
    if (grace.deletionGracePeriodSeconds > 0) {
      const { metadata } = object;
      const before = metadata.finalizers ?? [];
      const finalizers = backend.garbageCollection ? finalizersAfter(before, resource, propagation) : before;
      const own = finalizers === before ? {} : { finalizers };
      const marked = { ...object, metadata: { ...markedMetadata(object, backend), ...grace, ...own } };
      return dryRun ? marked : backend.store.put(key, marked).object;
    }
    if (isInGracePeriod(object, resource)) {
      const ended = { ...object, metadata: { ...object.metadata, ...grace } };
      object = dryRun ? ended : backend.store.put(key, ended).object;
    }
  }
  const { store, namespaceLifecycle, garbageCollection } = backend;
  const { metadata } = object;
  const { finalizers: before = [], deletionTimestamp } = metadata;
  const finalizers = garbageCollection ? finalizersAfter(before, resource, propagation) : before;
  const isKeptBySpec = namespaceLifecycle && isNamespace(resource) && namespaceFinalizers(object).length > 0;
  if (isKeptBySpec && deletionTimestamp !== undefined) return object;
  if (!isKeptBySpec && finalizers.length === 0) {
    if (!dryRun) store.remove(key);
    return undefined;
  }
  if (deletionTimestamp !== undefined && finalizers === before) return object;
  const kept = { ...object, metadata: finalizers === before ? metadata : { ...metadata, finalizers } };
  const marked = isKeptBySpec ? terminating(kept, backend) : { ...kept, metadata: markedMetadata(kept, backend) };
  return dryRun ? marked : store.put(key, marked).object;
}

function isPod({ group, resource }: ServedResource): boolean {
  return group === '' && resource === 'pods';
}

/** Reports whether a deleted pod waits for the end of its grace period. */
export function isInGracePeriod({ metadata }: KubeObject, resource: ServedResource): boolean {
  return isPod(resource) && metadata.deletionTimestamp !== undefined && (metadata.deletionGracePeriodSeconds ?? 0) > 0;
}

interface GracePeriod {
  readonly deletionTimestamp: string;
  readonly deletionGracePeriodSeconds: number;
}

/** The last time that a timestamp can name. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59);

/**
 * Returns when a pod goes, 0 seconds for at once; `pending` if it is being deleted, and is not asked to go earlier.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
 */
function graceOf(pod: KubeObject, asked: number | undefined, now: Date): GracePeriod | 'pending' {
  const after = (startMs: number, seconds: number): GracePeriod => ({
    deletionTimestamp: timestampOf(new Date(Math.min(startMs + seconds * 1000, lastMs))),
    deletionGracePeriodSeconds: seconds,
  });
  const { deletionTimestamp, deletionGracePeriodSeconds: present = 0 } = pod.metadata;
  const wanted = asked !== undefined && asked < 0 ? 1 : asked;
  if (deletionTimestamp === undefined || present === 0) {
    const spec: JsonRecord = isJsonRecord(pod['spec']) ? pod['spec'] : {};
    const { phase }: JsonRecord = isJsonRecord(pod['status']) ? pod['status'] : {};
    const runs = (spec['nodeName'] ?? '') !== '' && phase !== 'Failed' && phase !== 'Succeeded';
    if (!runs || deletionTimestamp !== undefined) return after(now.getTime(), 0);
    const own = spec['terminationGracePeriodSeconds'];
    const seconds = wanted ?? (typeof own === 'number' ? own : 30);
    return after(now.getTime(), seconds < 0 ? 1 : seconds);
  }
  if (wanted === undefined || wanted >= present) return 'pending';
  const begunMs = Date.parse(deletionTimestamp ?? '') - present * 1000;
  const isOver = begunMs + wanted * 1000 < now.getTime();
  return isOver
    ? { ...after(now.getTime(), 0), deletionGracePeriodSeconds: Math.min(wanted, 1) }
    : after(begunMs, wanted);
}

/** Marks a namespace, whose contents go before it does. */
function terminating(namespace: KubeObject, { now }: Pick<Backend, 'now'>): KubeObject {
  const { metadata, status } = namespace;
  return {
    ...namespace,
    metadata: { ...metadata, deletionTimestamp: timestampOf(now()) },
    spec: { finalizers: namespaceFinalizers(namespace) },
    status: { ...(status as object | undefined), phase: 'Terminating' },
  };
}

function markedMetadata({ metadata }: KubeObject, { now }: Pick<Backend, 'now'>): ObjectMeta {
  const { generation, deletionTimestamp } = metadata;
  if (deletionTimestamp !== undefined) return metadata;
  return {
    ...metadata,
    deletionTimestamp: timestampOf(now()),
    deletionGracePeriodSeconds: 0,
    ...(generation === undefined ? {} : { generation: generation + 1 }),
  };
}

/** Returns the last state of a removed object: pods are marked as deleted even if nothing keeps them. */
function lastStateOf(object: KubeObject, { resource }: ObjectRequest, backend: Backend): KubeObject {
  if (!isPod(resource)) return object;
  const ended = backend.gracefulDeletion ? graceOf(object, 0, backend.now()) : 'pending';
  const grace = ended === 'pending' ? {} : ended;
  return { ...object, metadata: { ...markedMetadata(object, backend), ...grace, deletionGracePeriodSeconds: 0 } };
}

/** Throws 409 for an object that does not meet the preconditions. */
export function checkPreconditions(
  { metadata }: KubeObject,
  { preconditions }: Pick<ReadDeleteOptions, 'preconditions'>,
  request: Pick<ObjectRequest, 'resource' | 'name'>,
): void {
  const { uid, resourceVersion } = preconditions;
  const { resource, name } = request;
  // These conflicts name the kind, others the plural.
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
