import type { KubeObject, ObjectMeta } from '../../model/kube-object.js';
import { badRequest, conflict, invalid, modified } from '../http/refusal.js';
import type { ServedResource } from '../served/served.js';
import { objectKey } from '../storage/object-store.js';
import { hasGeneration, namespaceOf } from './create.js';
import { existing } from './read.js';
import { bodyType, parseJson, readObject } from './read-body.js';
import { asServed, type Backend, type ObjectRequest, type Outcome } from './resource-request.js';
import { isDryRun } from './write-options.js';

/** Which part of the object a write reaches. */
export type Part = 'main' | 'status';

/** The verb `update`: the whole object, or its status alone. */
export function update(request: ObjectRequest, backend: Backend, part: Part): Outcome {
  bodyType(request.contentType, ['application/json']);
  const next = readObject(parseJson(request.body), request.resource);
  const { resource } = request;
  const old = existing(request, backend);
  if (resource.custom && (next.metadata.resourceVersion ?? '') === '') {
    const problem = 'Invalid value: 0: must be specified for an update';
    throw invalid(resource.objectKind, request.name, 'metadata.resourceVersion', problem);
  }
  return { code: 200, object: store(old, next, request, backend, part) };
}

/** Puts `next` in the place of `old` after all checks of an update, and gives what the endpoint shows of it. */
export function store(
  old: KubeObject,
  next: KubeObject,
  request: ObjectRequest,
  backend: Backend,
  part: Part,
): KubeObject {
  const { resource, name } = request;
  const dryRun = isDryRun(request.query);
  check(old, next, request);
  const shown = asServed(old, resource);
  const merged = part === 'status' ? withStatus(shown, next) : mainPart(shown, next, resource);
  const updated = { ...merged, metadata: metadataOf(shown, merged, resource) };
  if (JSON.stringify(updated) === JSON.stringify(shown)) return shown;
  if (dryRun) return updated;
  updated.metadata.resourceVersion = backend.storage.nextResourceVersion();
  const key = objectKey(namespaceOf(next, request), name);
  const { deletionTimestamp, finalizers = [] } = updated.metadata;
  if (deletionTimestamp !== undefined && finalizers.length === 0) backend.store.remove(key);
  else backend.store.put(key, updated);
  return updated;
}

function check(old: KubeObject, { metadata }: KubeObject, { resource, name }: ObjectRequest): void {
  if (metadata.name !== name) {
    throw badRequest(`the name of the object (${metadata.name ?? ''}) does not match the name on the URL (${name})`);
  }
  const { uid = '', resourceVersion = '' } = metadata;
  if (uid !== '' && uid !== old.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid ?? ''}`;
    throw conflict(resource, name, why);
  }
  if (resourceVersion !== '' && resourceVersion !== old.metadata.resourceVersion) throw modified(resource, name);
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
  const changed = hasGeneration(next, resource) && specOf(old) !== specOf(next);
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

function specOf({ metadata: _metadata, status: _status, ...rest }: KubeObject): string {
  return JSON.stringify(rest);
}
