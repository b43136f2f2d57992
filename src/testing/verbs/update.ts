import type { KubeObject, ObjectMeta } from '../../core/model/kube-object.js';
import { badRequest, conflict, invalid, modified, type Cause } from '../wire/refusals.js';
import { isJsonRecord, recordsOf, type JsonRecord } from '../../core/shared/json-record.js';
import { countsChanges, isConditional, isCreatedByReplace, keptByStatus } from '../served/built-in-traits.js';
import type { FakeDefaults } from '../defaults/fill-in.js';
import type { ServedResource } from '../served/served.js';
import { storeKey } from '../store/object-store.js';
import { withKeptAnnotations } from './autoscalers.js';
import { storeCreated, namespaceOf, templateGeneration } from './create.js';
import { warningsOfFields } from './deprecations.js';
import { knownFields, schemaCauses } from './known-fields.js';
import { isEqual } from '../../core/shared/is-equal.js';
import { existing, found } from './read.js';
import { isInGracePeriod } from './remove.js';
import { readObject, requireJson, requireKind } from './read-body.js';
import { trackUpdate } from './apply/managers.js';
import {
  asServed,
  withDefaults,
  timestampOf,
  type Backend,
  type ObjectRequest,
  type Part,
  type VerbResult,
  type WithManagers,
} from './resource-request.js';
import { isNamespace, namespaceFinalizers, withNamespaceFinalizers } from './namespaces.js';
import { finalizerCauses, validateChangedMetadata } from './validate-metadata.js';
import { withAllocated, withKeptAllocations } from './service-allocation.js';
import { expectedVersion } from './resource-version.js';
import { readWriteOptions } from './write-options.js';

/** The verb `update`: replaces the whole object, only its status, or another part. */
export function update(request: ObjectRequest, backend: Backend, part: Part): VerbResult {
  const { resource, query, contentType, body, name } = request;
  const { dryRun } = readWriteOptions(query, 'UpdateOptions');
  requireJson(contentType);
  const next = readObject(body, resource);
  requireAddress(next, request);
  if (part === 'main' && isCreatedByReplace(resource) && found(request, backend) === undefined) {
    expectedVersion(next.metadata);
    const { resourceVersion: _version, ...metadata } = next.metadata;
    return storeCreated({ ...next, metadata }, dryRun, request, backend);
  }
  const old = existing(request, backend);
  requireSameObject(old, next, request);
  const version = expectedVersion(next.metadata);
  if (isConditional(resource) && version === undefined) throw lacksVersion(resource, name);
  const { object, warnings } = knownFields(next, request, backend, 'whole');
  const stored = store(old, object, { ...request, dryRun }, backend, part);
  return { code: 200, object: stored, warnings: [...warnings, ...warningsOfFields(stored, resource, old)] };
}

function lacksVersion({ group, resource }: ServedResource, name: string): Error {
  const message = 'Invalid value: 0: must be specified for an update';
  const field = 'metadata.resourceVersion';
  return invalid({ group, kind: resource, name }, [{ reason: 'FieldValueInvalid', message, field }]);
}

/** Throws 400 if the name or namespace of an object differs from the URL. */
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

/** Throws 409 for the uid of another object. */
export function requireSameObject(old: KubeObject, { metadata }: KubeObject, { resource, name }: ObjectRequest): void {
  const { uid = '' } = metadata;
  if (uid === '' || uid === old.metadata.uid) return;
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid ?? ''}`;
  throw conflict(resource, name, why);
}

/**
 * Replaces `old` with `next` after the checks that replaces and patches share, and returns the object as the endpoint
 * serves it.
 */
export function store(
  old: KubeObject,
  next: KubeObject,
  request: ObjectRequest & WithManagers & { readonly dryRun: boolean },
  backend: Backend,
  part: Part,
): KubeObject {
  const { resource, name, namespace, dryRun, manager, through, cel } = request;
  const version = expectedVersion(next.metadata);
  if (version !== undefined && version !== old.metadata.resourceVersion) throw modified(resource, name);
  const isZero = version === undefined && (next.metadata.resourceVersion ?? '') !== '';
  if (isZero && isConditional(resource)) throw lacksVersion(resource, name);
  requireKind(next, resource);
  const shown = asServed(old, resource);
  const time = timestampOf(backend.now());
  const isWhole = part === 'main' || part === 'finalize';
  const written = isWhole ? mainPart(shown, next, resource) : withPart(part, shown, next, time, resource);
  const merged = withDefaults(withKept(written, shown, resource, part), resource, backend);
  // What is written through a scale has no time.
  const tracked =
    through === undefined
      ? { manager, subresource: part === 'main' ? undefined : part, time }
      : { manager, subresource: through };
  const { managedFields = () => trackUpdate(shown, merged, tracked, resource) } = request;
  const metadata = { ...merged.metadata, managedFields: managedFields() };
  const whole = { ...merged, metadata: metadataOf(shown, { ...merged, metadata }, resource, part) };
  const isService = part === 'main' && resource.group === '' && resource.resource === 'services';
  const kept = isService ? withKeptAllocations(whole, shown) : whole;
  const updated = isService && backend.defaults !== undefined ? withAllocated(kept) : kept;
  const defaults = resource.custom || part !== 'main' ? undefined : backend.defaults;
  const causes = [
    ...schemaCauses(updated, resource, backend, { cel, old: shown, part: part === 'status' ? part : 'main' }),
    ...(defaults === undefined ? [] : causesOfFields(shown, updated, defaults)),
    ...(part === 'ephemeralcontainers' ? ephemeralCauses(shown, updated) : []),
    ...(part === 'finalize' ? finalizerCauses('spec', namespaceFinalizers(updated)) : []),
  ];
  validateChange(old, { ...updated, metadata: { ...updated.metadata, uid: next.metadata.uid } }, resource, causes);
  if (isEqual(updated, shown)) return shown;
  if (dryRun) return asServed(updated, resource);
  const key = storeKey(resource.scope === 'Cluster' ? undefined : namespace, name);
  const { deletionTimestamp, finalizers = [] } = updated.metadata;
  const isKeptBySpec = backend.namespaceLifecycle && isNamespace(resource) && namespaceFinalizers(updated).length > 0;
  const isKept = isKeptBySpec || (backend.gracefulDeletion && isInGracePeriod(updated, resource));
  if (deletionTimestamp === undefined || finalizers.length > 0 || isKept) {
    return asServed(backend.store.put(key, updated).object, resource);
  }
  // Removing the last finalizer removes the object: the answer shows it without the finalizer, a watch shows the last
  // stored state.
  const removal = backend.store.remove(key);
  const last = { ...updated.metadata, resourceVersion: removal?.resourceVersion };
  return asServed({ ...updated, metadata: last }, resource);
}

/** Returns what a server refuses in the new state of an object, and not in the old one, which a test may have stored. */
function causesOfFields(stored: KubeObject, next: KubeObject, defaults: FakeDefaults): Cause[] {
  // What a test has stored may lack defaults; servers read stored objects with them.
  const old = defaults.fillIn(stored);
  const causes = defaults.causesOf(next);
  const before = new Set(causes.length === 0 ? [] : defaults.causesOf(old).map((cause) => JSON.stringify(cause)));
  return [...causes.filter((cause) => !before.has(JSON.stringify(cause))), ...defaults.causesOfChange(old, next)];
}

/** Returns which ephemeral containers of a pod an update changes or leaves out: it may only add some. */
function ephemeralCauses(old: KubeObject, next: KubeObject): Cause[] {
  const [before = [], after = []] = [old, next].map(({ spec }) => {
    const { ephemeralContainers } = isJsonRecord(spec) ? spec : {};
    return recordsOf(ephemeralContainers);
  });
  return before.flatMap((each) => {
    const same = after.find(({ name }) => name === each['name']);
    if (isEqual(same, each)) return [];
    const how = same === undefined ? 'removed' : 'changed';
    const message = `Forbidden: existing ephemeral containers ${JSON.stringify(each['name'])} may not be ${how}\n`;
    return [{ reason: 'FieldValueForbidden', message, field: 'spec.ephemeralContainers' }];
  });
}

/** Throws 422 for changes that are not allowed: of the uid, and new finalizers on an object that is being deleted. */
function validateChange(
  old: KubeObject,
  { metadata }: KubeObject,
  resource: ServedResource,
  further: readonly Cause[],
): void {
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
  // Custom resources are validated twice, in general and for the resource, and both are reported.
  const subject = { ...resource.objectKind, name: old.metadata.name };
  if (causes.length > 0) throw invalid(subject, resource.custom ? [...causes, ...causes] : causes);
  validateChangedMetadata(metadata, resource, further);
}

/** Keeps the status on an update of the main endpoint if the status has its own endpoint. */
function mainPart(old: KubeObject, next: KubeObject, { subresources }: ServedResource): KubeObject {
  return subresources.some(({ subresource }) => subresource === 'status') ? withStatus(next, old) : next;
}

/** Returns the old object with the part of the new one that a subresource writes. */
function withPart(
  part: Exclude<Part, 'main' | 'finalize'>,
  old: KubeObject,
  next: KubeObject,
  time: string,
  resource: ServedResource,
): KubeObject {
  const [status, spec] = [next['status'], next['spec']].map((value): JsonRecord => (isJsonRecord(value) ? value : {}));
  switch (part) {
    case 'status': {
      const kept = keptByStatus(resource).map((name) => [name, old.metadata[name]] as const);
      return withStatus({ ...old, metadata: { ...next.metadata, ...Object.fromEntries(kept) } }, next);
    }
    case 'approval': {
      const given: unknown[] = Array.isArray(status?.['conditions']) ? status['conditions'] : [];
      const conditions = given.map((each) => {
        return isJsonRecord(each) ? { ...each, ...timesOf(each, time) } : each;
      });
      return { ...old, status: { ...Object(old['status']), conditions } as JsonRecord };
    }
    case 'ephemeralcontainers': {
      const { ephemeralContainers } = spec ?? {};
      return { ...old, spec: { ...Object(old['spec']), ephemeralContainers } as JsonRecord };
    }
  }
}

function timesOf({ lastUpdateTime, lastTransitionTime }: JsonRecord, time: string): JsonRecord {
  return { lastUpdateTime: lastUpdateTime ?? time, lastTransitionTime: lastTransitionTime ?? time };
}

/** Keeps what the server has set and a replace leaves out, such as the finalizers of a namespace. */
function withKept(next: KubeObject, old: KubeObject, { group, resource }: ServedResource, part: Part): KubeObject {
  const key = 'kubernetes.io/metadata.name';
  const { metadata } = next;
  if (group === '' && resource === 'namespaces') {
    const labels = { ...metadata.labels, [key]: metadata.name ?? '' };
    const kept = { ...next, metadata: { ...metadata, labels } };
    if (part !== 'finalize') return { ...kept, spec: old['spec'] };
    return withNamespaceFinalizers(kept, next['spec'] === undefined ? [] : namespaceFinalizers(next));
  }
  const generation = old.metadata.annotations?.[templateGeneration];
  if (group === 'apps' && resource === 'daemonsets' && generation !== undefined) {
    const annotations = { ...metadata.annotations, [templateGeneration]: generation };
    return { ...next, metadata: { ...metadata, annotations } };
  }
  return withKeptAnnotations(next, old, part);
}

function withStatus(object: KubeObject, { status }: KubeObject): KubeObject {
  if (status !== undefined) return { ...object, status };
  const { status: _status, ...rest } = object;
  return rest;
}

/** Keeps the fields that the server sets; the rest is as sent. */
function metadataOf(old: KubeObject, next: KubeObject, resource: ServedResource, part: Part): ObjectMeta {
  const { uid, creationTimestamp, resourceVersion, namespace } = old.metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = old.metadata;
  const { ofSpec, of } = countsChanges(resource);
  const isCounted = of !== undefined && part !== 'status' && !isEqual(old.metadata[of] ?? {}, next.metadata[of] ?? {});
  const changed = isCounted || (ofSpec && !isEqual(specOf(old), specOf(next)));
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
  // Drop undefined members, so that an unchanged object compares as equal.
  return Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
}

function specOf({ metadata: _metadata, status: _status, ...rest }: KubeObject): object {
  return rest;
}
