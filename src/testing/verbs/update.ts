import type { KubeObject, ObjectMeta } from '../../model/kube-object.js';
import { badRequest, conflict, invalid, modified, type Cause } from '../wire/refusals.js';
import { hasGeneration, isCreatedByReplace } from '../served/built-in-traits.js';
import type { ServedResource } from '../served/served.js';
import { storeKey } from '../store/object-store.js';
import { storeCreated, namespaceOf } from './create.js';
import { knownMetadata, warningsFor } from './known-metadata.js';
import { isEqual } from './is-equal.js';
import { existing, found } from './read.js';
import { readObject, requireJson, requireKind } from './read-body.js';
import { trackUpdate } from './apply/managers.js';
import {
  asServed,
  timestampOf,
  type Backend,
  type ObjectRequest,
  type VerbResult,
  type WithManagers,
} from './resource-request.js';
import { validateChangedMetadata } from './validate-metadata.js';
import { readWriteOptions } from './write-options.js';

/** Which part of the object a write reaches. */
export type Part = 'main' | 'status';

/** The verb `update`: the whole object, or its status alone. */
export function update(request: ObjectRequest, backend: Backend, part: Part): VerbResult {
  const { resource, query, contentType, body, name } = request;
  const { dryRun } = readWriteOptions(query, 'UpdateOptions');
  requireJson(contentType);
  const next = readObject(body, resource);
  requireAddress(next, request);
  const { resourceVersion = '' } = next.metadata;
  if (part === 'main' && isCreatedByReplace(resource) && found(request, backend) === undefined) {
    if (resourceVersion !== '') throw modified(resource, name);
    return storeCreated(next, dryRun, request, backend);
  }
  const old = existing(request, backend);
  requireSameObject(old, next, request);
  if (resource.custom && resourceVersion === '') {
    const message = 'Invalid value: 0: must be specified for an update';
    const subject = { group: resource.group, kind: resource.resource, name };
    throw invalid(subject, [{ reason: 'FieldValueInvalid', message, field: 'metadata.resourceVersion' }]);
  }
  const { metadata, unknown } = knownMetadata(next.metadata, request);
  const warnings = warningsFor(unknown, query, resource.objectKind.kind);
  return { code: 200, object: store(old, { ...next, metadata }, { ...request, dryRun }, backend, part), warnings };
}

/** 400 for an object whose name or namespace is not that of the URL. */
export function requireAddress(object: KubeObject, request: ObjectRequest): void {
  const { name } = request;
  namespaceOf(object, request);
  const { name: given = '' } = object.metadata;
  if (given === '') {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  }
  if (given !== name) {
    throw badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
  }
}

/** 409 for the uid of another object. */
export function requireSameObject(old: KubeObject, { metadata }: KubeObject, { resource, name }: ObjectRequest): void {
  const { uid = '' } = metadata;
  if (uid === '' || uid === old.metadata.uid) return;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid ?? ''}`;
  throw conflict(resource, name, why);
}

/**
 * Puts `next` in the place of `old` after the checks that replaces and patches have in common, and gives what the
 * endpoint shows of it.
 */
export function store(
  old: KubeObject,
  next: KubeObject,
  request: ObjectRequest & WithManagers & { readonly dryRun: boolean },
  backend: Backend,
  part: Part,
): KubeObject {
  const { resource, name, namespace, dryRun, manager, through } = request;
  const { resourceVersion = '' } = next.metadata;
  if (resourceVersion !== '' && resourceVersion !== old.metadata.resourceVersion) throw modified(resource, name);
  requireKind(next, resource);
  const shown = asServed(old, resource);
  const merged = part === 'status' ? withStatus(shown, next) : mainPart(shown, next, resource);
  const subresource = part === 'status' ? part : undefined;
  const tracked = { manager, subresource, ...through, time: timestampOf(backend.now()) };
  const { managedFields = () => trackUpdate(shown, merged, tracked, resource) } = request;
  const metadata = { ...merged.metadata, managedFields: managedFields() };
  const updated = { ...merged, metadata: metadataOf(shown, { ...merged, metadata }, resource) };
  validateChange(old, { ...updated, metadata: { ...updated.metadata, uid: next.metadata.uid } }, resource);
  if (isEqual(updated, shown)) return shown;
  if (dryRun) return asServed(updated, resource);
  const key = storeKey(resource.scope === 'Cluster' ? undefined : namespace, name);
  const { deletionTimestamp, finalizers = [] } = updated.metadata;
  if (deletionTimestamp === undefined || finalizers.length > 0) {
    return asServed(backend.store.put(key, updated).object, resource);
  }
  // The last finalizer is gone, and the object with it: the answer shows it without, a watch as it was stored last.
  const removal = backend.store.remove(key);
  const last = { ...updated.metadata, resourceVersion: removal?.resourceVersion };
  return asServed({ ...updated, metadata: last }, resource);
}

/** 422 for what may not change: the uid, and the finalizers of an object that is being deleted. */
function validateChange(old: KubeObject, { metadata }: KubeObject, resource: ServedResource): void {
  const { uid = '', finalizers = [] } = metadata;
  const causes: Cause[] = [];
  if (uid !== '' && uid !== old.metadata.uid) {
    const message = `Invalid value: ${JSON.stringify(uid)}: field is immutable`;
    causes.push({ reason: 'FieldValueInvalid', message, field: 'metadata.uid' });
  }
  const added = finalizers.filter((text) => old.metadata.finalizers?.includes(text) !== true);
  if (old.metadata.deletionTimestamp !== undefined && added.length > 0) {
    const list = added.map((text) => JSON.stringify(text)).join(', ');
    const message = `Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
    causes.push({ reason: 'FieldValueForbidden', message, field: 'metadata.finalizers' });
  }
  // Servers look twice, for all resources and for this one, and tell of both.
  const subject = { ...resource.objectKind, name: old.metadata.name };
  if (causes.length > 0) throw invalid(subject, [...causes, ...causes]);
  validateChangedMetadata(metadata, resource);
}

/** An update of the main endpoint leaves the status alone where it has an endpoint of its own. */
function mainPart(old: KubeObject, next: KubeObject, { subresources }: ServedResource): KubeObject {
  return subresources.some(({ subresource }) => subresource === 'status') ? withStatus(next, old) : next;
}

function withStatus(object: KubeObject, { status }: KubeObject): KubeObject {
  if (status !== undefined) return { ...object, status };
  const { status: _status, ...rest } = object;
  return rest;
}

/** What the server decides stays; the rest is as it was sent. */
function metadataOf(old: KubeObject, next: KubeObject, resource: ServedResource): ObjectMeta {
  const { uid, creationTimestamp, resourceVersion, namespace } = old.metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = old.metadata;
  const changed = hasGeneration(resource) && !isEqual(specOf(old), specOf(next));
  const metadata: ObjectMeta = {
    ...next.metadata,
    namespace,
    uid,
    creationTimestamp,
    resourceVersion,
    generation: changed ? (generation ?? 0) + 1 : generation,
    deletionTimestamp,
    deletionGracePeriodSeconds,
  };
  // Without its undefined members, so that an unchanged object compares as unchanged.
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
}

function specOf({ metadata: _metadata, status: _status, ...rest }: KubeObject): object {
  return rest;
}
