import type { KubeObject } from '../../core/model/kube-object.js';
import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import { badRequest, internalError, invalid } from '../wire/refusals.js';
import type { ServedResource } from '../served/served.js';
import { selectorText } from '../../core/selector/label-selector.js';
import { valueAtPath } from '../store/json-path.js';
import { readPatch } from './patch.js';
import { existing } from './read.js';
import { readObject, readPatched, requireJson } from './read-body.js';
import { asServed, type Backend, type ObjectRequest, type VerbResult, type WithManagers } from './resource-request.js';
import { requireAddress, requireSameObject, store } from './update.js';
import { validateChangedMetadata } from './validate-metadata.js';
import { readWriteOptions } from './write-options.js';

const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
const largest = 2 ** 31 - 1;

/** Reads the scale subresource. As on real servers, this fails for a custom resource without its replicas field. */
export function getScale(request: ObjectRequest, backend: Backend): VerbResult {
  const object = existing(request, backend);
  const { specReplicas } = pathsOf(request.resource);
  if (request.resource.custom && valueAtPath(object, specReplicas) === undefined) {
    throw internalError(`the spec replicas field ${JSON.stringify(specReplicas)} does not exist`);
  }
  return { code: 200, object: scaleOf(object, request.resource) };
}

/** Writes the scale subresource: `spec.replicas` of the Scale in the body, where absent means zero. */
export function updateScale(request: ObjectRequest, backend: Backend): VerbResult {
  const { dryRun } = readWriteOptions(request.query, 'UpdateOptions');
  requireJson(request.contentType);
  const scale = readObject(request.body, scaleOfResource(request.resource));
  const replicas = replicasIn(scale, (why) => badRequest(`Scale in version "v1" cannot be handled as a Scale: ${why}`));
  requireAddress(scale, request);
  const old = existing(request, backend);
  requireSameObject(old, scale, request);
  return writeScale(old, { scale, replicas }, { ...request, dryRun, through: 'scale' }, backend);
}

/** Patches the scale subresource as if the Scale were a separate object. */
export function patchScale(request: ObjectRequest, backend: Backend): VerbResult {
  const { change, dryRun } = readPatch(request);
  const old = existing(request, backend);
  const scale = readPatched(change(scaleOf(old, request.resource)), scaleOfResource(request.resource));
  const replicas = replicasIn(scale, (why) => {
    const message = `Invalid value: the patched object: ${why}`;
    return invalid({ group: '', kind: '' }, [{ reason: 'FieldValueInvalid', message, field: 'patch' }]);
  });
  requireAddress(scale, request);
  return writeScale(old, { scale, replicas }, { ...request, dryRun, through: 'scale' }, backend);
}

/** Returns the resource with the kind Scale: servers read every Scale as a built-in kind. */
function scaleOfResource(resource: ServedResource): ServedResource {
  return { ...resource, objectKind: scaleKind, custom: false };
}

function writeScale(
  old: KubeObject,
  { scale, replicas }: { readonly scale: KubeObject; readonly replicas: number },
  request: ObjectRequest & WithManagers & { readonly dryRun: boolean },
  backend: Backend,
): VerbResult {
  const { resource, name } = request;
  validateChangedMetadata(scale.metadata, scaleOfResource(resource));
  if (replicas < 0) throw negative(replicas, name, resource);
  const shown = asServed(old, resource);
  const changed = withValueAt(shown, pathsOf(resource).specReplicas.split('.').slice(1), replicas);
  const { resourceVersion, uid } = scale.metadata;
  const { apiVersion, kind } = shown;
  const next = { ...changed, apiVersion, kind, metadata: { ...old.metadata, resourceVersion, uid } };
  return { code: 200, object: scaleOf(store(old, next, request, backend, 'main'), resource) };
}

/** Returns the error for negative replicas. For custom resources, it names the path of their replicas field. */
function negative(replicas: number, name: string, { custom, objectKind, scalePaths }: ServedResource): Error {
  const field = custom ? dotted(scalePaths?.specReplicas ?? '.spec.replicas') : 'spec.replicas';
  const why = custom ? 'should be a non-negative integer' : 'must be greater than or equal to 0';
  const message = `Invalid value: ${replicas}: ${why}`;
  return invalid({ ...(custom ? objectKind : scaleKind), name }, [{ reason: 'FieldValueInvalid', message, field }]);
}

function scaleOf(object: KubeObject, resource: ServedResource): KubeObject {
  const paths = pathsOf(resource);
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const replicas = numberAt(object, paths.specReplicas) ?? (resource.custom ? 0 : 1);
  const selector = selectorText(valueAtPath(object, paths.labelSelector));
  return {
    kind: scaleKind.kind,
    apiVersion: 'autoscaling/v1',
    metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
    // Go omits a zero.
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: numberAt(object, paths.statusReplicas) ?? 0, ...(selector === '' ? {} : { selector }) },
  };
}

interface Paths {
  readonly specReplicas: string;
  readonly statusReplicas: string;
  readonly labelSelector: string;
}

function pathsOf({ custom, scalePaths = {} }: ServedResource): Paths {
  return {
    specReplicas: dotted(scalePaths.specReplicas ?? '.spec.replicas'),
    statusReplicas: dotted(scalePaths.statusReplicas ?? '.status.replicas'),
    labelSelector: dotted(scalePaths.labelSelector ?? (custom ? '.status.selector' : '.spec.selector')),
  };
}

function dotted(path: string): string {
  return path.startsWith('.') ? path : `.${path}`;
}

function numberAt(object: KubeObject, path: string): number | undefined {
  const value = valueAtPath(object, path);
  return typeof value === 'number' ? value : undefined;
}

function replicasIn({ spec }: KubeObject, fail: (why: string) => Error): number {
  if (spec !== undefined && !isJsonRecord(spec)) throw fail('spec must be an object');
  const replicas = spec?.['replicas'] ?? 0;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas) || replicas > largest) {
    throw fail('spec.replicas must be an integer of 32 bits');
  }
  return replicas;
}

/** Returns a copy with one value set, creating the objects on the path if necessary. */
function withValueAt(record: JsonRecord, [first = '', ...rest]: readonly string[], value: unknown): JsonRecord {
  const inner: unknown = Object.hasOwn(record, first) ? record[first] : undefined;
  const next = rest.length === 0 ? value : withValueAt(isJsonRecord(inner) ? inner : {}, rest, value);
  return Object.fromEntries([...Object.entries(record), [first, next]]);
}
